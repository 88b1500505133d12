import { MAX_CANCELS, methodOf } from '../../../api/arguments/methods.js'
import { toFailure } from '../../../api/envelope/envelope.js'
import { createValidationError, messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { CancelResult, Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { createDryRunError } from '../../../orders/trading-limits.js'
import type { CancelBatch, OrderSource } from '../../../venue-kit/contract/trading.js'
import { createCanceledOrder, toCanceledOrder } from '../../../venue-kit/orders/canceled-order.js'
import type { Job } from '../../request/api-call.js'
import { createNotSupportedError } from '../../request/not-supported-error.js'
import type { OpenContext } from '../../request/request-context.js'
import { accountsOf, listKnownAccounts } from '../accounts/account-resolver.js'
import type { OrderContext } from '../context/order-context.js'
import { callOptionsOf } from '../place/place-order.js'
import { isEarlierCallLikely, toOrderOutcome } from '../place/unknown-outcome.js'
import { isSentLately } from '../records/list-lag.js'
import { toOrderId } from '../records/reconcile-order.js'
import type { OrderCallOptions } from '../records/resting-remainder.js'
import { findOrderEnd } from './confirmed-cancel.js'
import { contradictionOf } from './contradicted-cancel.js'
import { createEndedError, findRefusedCancel } from './refused-cancel.js'
import { createUnconfirmedError, createUnsureError, isUnsure } from './unsure-cancel.js'

/** Maximum number of concurrent cancels; the venue's own limits also apply. */
const MAX_AT_ONCE = 8

type Method = (typeof methodOf)['cancel' | 'cancelMany' | 'cancelAll']

/**
 * Returns the source with which a venue cancels.
 * @throws NOT_SUPPORTED, AUTHENTICATION_ERROR
 */
export function cancelerOf({ venue, ctx }: Job, method: Method): OrderSource {
  const { orders } = venue
  if (orders?.cancel === undefined) throw createNotSupportedError(method, venue.id)
  orders.checkCredentials(ctx)
  return orders
}

/**
 * Opens the journal, because another process may have placed the order. An unreadable journal does not prevent a cancel.
 */
export async function openOrderRecords({ ledger }: Pick<OrderContext, 'ledger'>): Promise<void> {
  await ledger.open().catch(() => undefined)
}

/**
 * Cancels one order.
 * @throws NETWORK_ERROR, `state: 'unknown'`, if it is unknown whether the order was canceled
 */
export async function cancelOrder(id: string, job: Job, room: OrderContext): Promise<Order> {
  const orderId = toOrderId(id)
  const source = cancelerOf(job, methodOf.cancel)
  if (room.rails.dryRun) throw createDryRunError({ cancel: orderId })
  await openOrderRecords(room)
  try {
    return await sendCancel(orderId, source, job.ctx, job, room)
  } catch (error) {
    const isGone = error instanceof PmxError && error.code === 'ORDER_NOT_FOUND'
    if (!isGone) throw error
    const young = await listYoung(job, room)
    if (young.unknown === undefined && !young.ids.has(orderId)) throw error
    const [result] = await lookUp([notShownYet(orderId, job)], callOptionsOf(source, job), job, room)
    throw result === undefined || result.state === 'ended' || result.state === 'canceled'
      ? error
      : createUnsureError(orderId, young.unknown ?? NOT_SHOWN)
  }
}

/** Cancels several orders. The result of one order does not affect the others. */
export async function cancelOrders(
  orderIds: readonly unknown[],
  job: Job,
  room: OrderContext,
): Promise<readonly CancelResult[]> {
  const source = cancelerOf(job, methodOf.cancelMany)
  const ids = orderIds.map(readId)
  if (ids.length > MAX_CANCELS)
    throw createValidationError(
      'orderIds',
      `orderIds has ${ids.length} ids; one call takes at most ${MAX_CANCELS}`,
    )
  if (room.rails.dryRun) throw createDryRunError({ cancel: ids })
  await openOrderRecords(room)
  const way = callOptionsOf(source, job)
  const canceled = await cancelEach([...new Set(ids.map(toOrderId))], way, job, room)
  const { ids: young, unknown } = await listYoung(job, room)
  const unshown = unknown === undefined ? young : new Set(ids.map(toOrderId))
  const results = await lookUp(withoutUnshown(canceled, unshown, job, unknown), way, job, room)
  const byId = new Map(results.map((result) => [result.orderId, result]))
  return ids.flatMap((orderId) => {
    const result = byId.get(toOrderId(orderId))
    return result === undefined ? [] : [{ ...result, orderId }]
  })
}

function readId(id: unknown, index: number): string {
  const text = typeof id === 'string' ? id.trim() : ''
  if (text !== '') return text
  throw createValidationError(
    'orderIds',
    `orderIds[${index}] must be the id of an order. Send the id as text`,
  )
}

/** Returns the result for each order, in the same sequence. */
export async function cancelEach(
  orderIds: readonly string[],
  way: OrderCallOptions,
  job: Job,
  room: OrderContext,
): Promise<readonly CancelResult[]> {
  const { cancelMany: batch } = way.source
  const isBatch = batch !== undefined && orderIds.length > 1
  const parts = isBatch ? chunksOf(orderIds, batch.most) : orderIds.map((id) => [id])
  const results: Promise<readonly CancelResult[]>[] = []
  const waiting = parts.entries()
  const work = async (): Promise<void> => {
    // The lookups of an order do not delay the cancels of the others.
    for (const [index, ids] of waiting)
      await new Promise<void>((resolve) => {
        const isTogether = isBatch && ids.length > 1
        const result = isTogether
          ? cancelTogether(ids, batch, way, job, room, resolve)
          : cancelSome(ids, way, job, room, resolve)
        results[index] = result
        result.then(() => resolve(), resolve)
      })
  }
  await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, parts.length) }, work))
  return (await Promise.all(results)).flat()
}

function chunksOf(ids: readonly string[], size: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )
}

/** @param onSent called when the venue has responded to a cancel, before lookups of its order */
function cancelSome(
  orderIds: readonly string[],
  way: OrderCallOptions,
  job: Job,
  room: OrderContext,
  onSent?: () => void,
): Promise<CancelResult[]> {
  return Promise.all(orderIds.map((orderId) => cancelOne(orderId, way, job, room, onSent)))
}

/**
 * Cancels in one call. If the venue refuses the whole call, each order is canceled alone.
 * @param onSent called when the venue has responded, before lookups of orders that it did not find
 */
async function cancelTogether(
  orderIds: readonly string[],
  batch: CancelBatch,
  way: OrderCallOptions,
  job: Job,
  room: OrderContext,
  onSent?: () => void,
): Promise<CancelResult[]> {
  const ctx = way.open()
  try {
    const done = await batch.cancel(orderIds, ctx)
    onSent?.()
    return await Promise.all(
      orderIds.map(async (orderId) => {
        const row = done.get(orderId)
        if (row === true) return confirmed(orderId, job, room)
        return resultOfRow(orderId, row, { venue: job.venue, ctx })
      }),
    )
  } catch (thrown) {
    const { state, error } = toOrderOutcome(thrown, true)
    if (state === 'refused') return await cancelSome(orderIds, way, job, room)
    return orderIds.map((orderId) =>
      resultOfFailure(orderId, createUnsureError(orderId, error.message, error.detail, thrown), job),
    )
  } finally {
    ctx.release()
  }
}

/**
 * Returns the result of an order that a call about several orders did not cancel; its row is undefined if the response
 * has none.
 */
async function resultOfRow(orderId: string, row: PmxError | undefined, of: Of): Promise<CancelResult> {
  const error = row ?? createUnsureError(orderId, "The venue's response does not mention this order.")
  return resultOfFailure(orderId, await toCancelError(orderId, error, of), of)
}

type Of = Pick<Job, 'venue' | 'ctx'>

/** Returns the error of a cancel. It is unknown whether the order is canceled if a proxy may have sent the response. */
async function toCancelError(orderId: string, thrown: unknown, of: Of): Promise<unknown> {
  if (isUnsure(thrown)) return thrown
  const { state, error } = toOrderOutcome(thrown, true)
  if (state === 'unknown' || isEarlierCallLikely(thrown))
    return createUnsureError(orderId, error.message, error.detail, thrown)
  const why = error.code === 'ORDER_NOT_FOUND' ? await contradictionOf(orderId, of) : undefined
  return why === undefined ? thrown : createUnsureError(orderId, why)
}

/** Cancels in a separate context, so that each call has its own deadline. */
async function cancelOne(
  orderId: string,
  { source, open }: OrderCallOptions,
  job: Job,
  room: OrderContext,
  onSent?: () => void,
): Promise<CancelResult> {
  const ctx = open()
  try {
    return resultOf(orderId, await sendCancel(orderId, source, ctx, job, room, onSent), job)
  } catch (error) {
    return resultOfFailure(orderId, error, job)
  } finally {
    ctx.release()
  }
}

async function sendCancel(
  orderId: string,
  source: OrderSource,
  ctx: OpenContext,
  job: Job,
  room: OrderContext,
  onSent?: () => void,
): Promise<Order> {
  if (source.cancel === undefined) throw createNotSupportedError(methodOf.cancel, job.venue.id)
  const of = { venue: job.venue, ctx }
  try {
    const taken = await source.cancel(orderId, ctx).finally(onSent)
    const { order, hasVanished } = await findOrderEnd(taken, of, room.clock)
    const isOver = isEnded(order) || (hasVanished && !(await mayBeUnshown(orderId, job, room)))
    if (!isOver) throw createUnconfirmedError(orderId, order)
    return canceled(toCanceledOrder(order), of, room.ledger)
  } catch (thrown) {
    const found = await findRefusedCancel(orderId, thrown, of)
    if (found.kind === 'canceled') return canceled(found.order, of, room.ledger)
    if (found.kind === 'ended') throw found.error
    if (found.kind === 'unknown')
      throw createUnsureError(orderId, found.because, thrown instanceof PmxError ? thrown.detail : {}, thrown)
    throw await toCancelError(orderId, thrown, of)
  }
}

/**
 * Returns the canceled order as the journal has it from now on. If the account is not known, it is the account that has
 * the order.
 */
function canceled(order: Order, of: Pick<Job, 'venue' | 'ctx'>, ledger: OrderContext['ledger']): Order {
  const { id } = of.venue
  const accounts = listKnownAccounts(of, ledger)
  const own = accounts.find((account) => ledger.claimedBy(id, account, order.id) !== undefined)
  const told = (own === undefined ? accounts : [own]).map((account) => ledger.canceled(id, account, order))
  return told[0] ?? order
}

/** Returns the result of a cancel that the venue confirmed without the order's details, and records it in the journal. */
function confirmed(orderId: string, { venue, ctx }: Job, { ledger }: OrderContext): CancelResult {
  canceled(createCanceledOrder(orderId), { venue, ctx }, ledger)
  return { orderId, state: 'canceled' }
}

/** Returns the result of an order in the venue's "cancel all" response: canceled, or the reason why it was not. */
export async function toCancelResult(
  orderId: string,
  row: true | PmxError,
  isProof: boolean,
  job: Job,
  room: OrderContext,
): Promise<CancelResult> {
  if (row !== true) return await resultOfRow(orderId, row, job)
  if (isProof) return confirmed(orderId, job, room)
  return resultOfFailure(
    orderId,
    createUnsureError(orderId, 'The response names the order, but does not confirm that it was canceled.'),
    job,
  )
}

/** Returns the result of an order after a cancel that the venue accepted. */
function resultOf(orderId: string, order: Order, job: Job): CancelResult {
  const { status } = order
  if (status === 'canceled') return { orderId, state: 'canceled', order }
  if (status === 'filled' || status === 'rejected') {
    return { orderId, state: 'ended', order, error: errorOf(createEndedError(order), job) }
  }
  return { orderId, state: 'unknown', order, error: errorOf(createUnconfirmedError(orderId, order), job) }
}

/** Returns the error as a failed response contains it. */
export function errorOf(error: unknown, { venue }: Pick<Job, 'venue'>): NonNullable<CancelResult['error']> {
  return toFailure(error instanceof PmxError ? error.at(venue.id) : error).body.error
}

function resultOfFailure(orderId: string, error: unknown, job: Pick<Job, 'venue'>): CancelResult {
  return { orderId, state: stateOfFailure(error), error: errorOf(error, job) }
}

function stateOfFailure(error: unknown): CancelResult['state'] {
  if (!(error instanceof PmxError)) return 'unknown'
  if (error.code === 'ORDER_NOT_FOUND') return 'ended'
  return isUnsure(error) ? 'unknown' : 'not_canceled'
}

/** Whether the venue may not show an order yet, so that a lookup without it proves nothing. */
async function mayBeUnshown(orderId: string, job: Job, room: OrderContext): Promise<boolean> {
  const { ids, unknown } = await listYoung(job, room)
  return unknown !== undefined || ids.has(orderId)
}

const NOT_SHOWN = 'The venue does not show it yet.'

function notShownYet(orderId: string, job: Job, why = NOT_SHOWN): CancelResult {
  return resultOfFailure(orderId, createUnsureError(orderId, why), job)
}

/** Lists orders of the account that are open in the journal and were sent so recently that the venue may not find them yet. */
async function listYoung(
  { venue, ctx }: Job,
  { ledger }: OrderContext,
): Promise<{ readonly ids: ReadonlySet<string>; readonly unknown?: string }> {
  try {
    await ledger.open()
    const accounts = accountsOf({ venue, ctx }, ledger)
    const open = accounts.flatMap((account) => ledger.openOf(venue.id, account))
    return {
      ids: new Set(open.filter((row) => isSentLately(row, ledger)).map(({ outcome }) => outcome.order.id)),
    }
  } catch (error) {
    // An unreadable journal does not prevent a cancel, but the orders that the venue may not show yet are then unknown.
    return {
      ids: new Set(),
      unknown: `Recently sent orders cannot be read: ${messageOf(error)}`,
    }
  }
}

/**
 * Marks orders for a lookup if they were sent recently and are not in any list yet. If the venue does not find them, this
 * does not prove that they have ended.
 */
export function withoutUnshown(
  results: readonly CancelResult[],
  unlisted: ReadonlySet<string>,
  job: Job,
  why?: string,
): CancelResult[] {
  return results.map((result) => {
    const { orderId, state, order } = result
    if (state !== 'ended' || order !== undefined || !unlisted.has(orderId)) return result
    return notShownYet(orderId, job, why)
  })
}

/** Looks up orders whose cancel is not confirmed, or that the venue did not cancel. */
export function lookUp(
  results: readonly CancelResult[],
  way: OrderCallOptions,
  job: Job,
  room: OrderContext,
): Promise<CancelResult[]> {
  const isOpen = ({ state, error }: CancelResult): boolean =>
    state === 'unknown' || (state === 'not_canceled' && error?.code === 'INVALID_ORDER')
  return Promise.all(results.map((result) => (isOpen(result) ? lookedUp(result, way, job, room) : result)))
}

async function lookedUp(
  result: CancelResult,
  { open }: OrderCallOptions,
  job: Job,
  { ledger }: OrderContext,
): Promise<CancelResult> {
  const { orderId, state } = result
  const ctx = open()
  try {
    const shown = await job.venue.account?.order?.(orderId, ctx)
    if (shown === undefined || shown.status === 'pending') return result
    // A lookup may be older than the cancel: an order that it shows as open may be canceled.
    if (shown.status === 'open') return { ...result, order: shown }
    const order = canceled(shown, { venue: job.venue, ctx }, ledger)
    // An order that the venue refused to cancel was not canceled by this call.
    return state === 'unknown' ? resultOf(orderId, order, job) : { ...result, state: 'ended', order }
  } catch (error) {
    if (error instanceof PmxError) return result
    throw error
  } finally {
    ctx.release()
  }
}
