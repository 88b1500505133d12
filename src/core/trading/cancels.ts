import { failure } from '../../api/envelope.js'
import { invalid, PmxError } from '../../api/errors.js'
import { methodOf } from '../../api/methods.js'
import type { CancelResult, Order } from '../../api/models.js'
import { dryRunRefusal } from '../../orders/guard.js'
import { canceledOrder } from '../../venue-kit/canceled-order.js'
import { accountOf } from '../../venue-kit/secrets.js'
import type { CancelBatch, OrderSource } from '../../venue-kit/trading.js'
import type { Job } from '../call.js'
import type { OpenContext } from '../context.js'
import { notSupported } from '../not-supported.js'
import { outcomeOfFailure } from './lost-answer.js'
import { wayOf } from './placing.js'
import type { OrderWay } from './rests.js'
import type { OrderRoom } from './room.js'

/** Orders of one call. */
const MAX_CANCELS = 1_000
/** Cancels that are under way at the same time; the venue's own limits hold besides. */
const MAX_AT_ONCE = 8

type Method = (typeof methodOf)['cancel' | 'cancelMany' | 'cancelAll']

/** The source of a venue that cancels. @throws NOT_SUPPORTED, AUTHENTICATION_ERROR */
export function cancelerOf({ venue, ctx }: Job, method: Method): OrderSource {
  const { orders } = venue
  if (orders?.cancel === undefined) throw notSupported(method, venue.id)
  orders.checkCredentials(ctx)
  return orders
}

/** @throws NETWORK_ERROR, `state: 'unknown'`, where nobody knows whether the order was canceled */
export async function cancelOrder(orderId: string, job: Job, room: OrderRoom): Promise<Order> {
  const source = cancelerOf(job, methodOf.cancel)
  if (room.rails.dryRun) throw dryRunRefusal({ cancel: orderId })
  return sendCancel(orderId, source, job.ctx, job, room)
}

/** Cancels several orders. What happens to one says nothing of the others. */
export async function cancelOrders(
  orderIds: readonly unknown[],
  job: Job,
  room: OrderRoom,
): Promise<readonly CancelResult[]> {
  const source = cancelerOf(job, methodOf.cancelMany)
  const ids = orderIds.map(readId)
  if (ids.length > MAX_CANCELS)
    throw invalid('orderIds', `orderIds has ${ids.length} ids; one call takes ${MAX_CANCELS}`)
  if (room.rails.dryRun) throw dryRunRefusal({ cancel: ids })
  const way = wayOf(source, job)
  const results = await lookUp(await cancelEach([...new Set(ids)], way, job, room), way, job)
  const byId = new Map(results.map((result) => [result.orderId, result]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function readId(id: unknown, index: number): string {
  const text = typeof id === 'string' ? id.trim() : ''
  if (text !== '') return text
  throw invalid('orderIds', `orderIds[${index}] must be the id of an order, as text`)
}

/** The result for each order, in the same sequence. */
export async function cancelEach(
  orderIds: readonly string[],
  way: OrderWay,
  job: Job,
  room: OrderRoom,
): Promise<readonly CancelResult[]> {
  const { cancelMany: batch } = way.source
  const isBatch = batch !== undefined && orderIds.length > 1
  const parts = isBatch ? chunksOf(orderIds, batch.most) : orderIds.map((id) => [id])
  const results: CancelResult[][] = []
  const waiting = parts.entries()
  const work = async (): Promise<void> => {
    for (const [index, ids] of waiting)
      results[index] = await (isBatch && ids.length > 1
        ? cancelTogether(ids, batch, way, job, room)
        : cancelSome(ids, way, job, room))
  }
  await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, parts.length) }, work))
  return results.flat()
}

function chunksOf(ids: readonly string[], size: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )
}

function cancelSome(
  orderIds: readonly string[],
  way: OrderWay,
  job: Job,
  room: OrderRoom,
): Promise<CancelResult[]> {
  return Promise.all(orderIds.map((orderId) => cancelOne(orderId, way, job, room)))
}

/** In one call. Where the venue refuses all of it, each order goes alone. */
async function cancelTogether(
  orderIds: readonly string[],
  batch: CancelBatch,
  way: OrderWay,
  job: Job,
  room: OrderRoom,
): Promise<CancelResult[]> {
  const ctx = way.open()
  try {
    const done = await batch.cancel(orderIds, ctx)
    return orderIds.map((orderId) => {
      const answer = done.get(orderId)
      if (answer === true) return confirmed(orderId, job, room)
      return resultOfFailure(orderId, answer ?? unsure(orderId, 'The venue did not answer to it.'), job)
    })
  } catch (thrown) {
    const { state, error } = outcomeOfFailure(thrown, true)
    if (state === 'refused') return await cancelSome(orderIds, way, job, room)
    return orderIds.map((orderId) =>
      resultOfFailure(orderId, unsure(orderId, error.message, error.detail), job),
    )
  } finally {
    ctx.release()
  }
}

/** In a context of its own: the time of one call is not that of all. */
async function cancelOne(
  orderId: string,
  { source, open }: OrderWay,
  job: Job,
  room: OrderRoom,
): Promise<CancelResult> {
  const ctx = open()
  try {
    return resultOf(orderId, await sendCancel(orderId, source, ctx, job, room), job)
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
  { ledger }: OrderRoom,
): Promise<Order> {
  if (source.cancel === undefined) throw notSupported(methodOf.cancel, job.venue.id)
  try {
    const order = await source.cancel(orderId, ctx)
    return ledger.canceled(job.venue.id, accountOf(job.venue, ctx.secrets), order)
  } catch (thrown) {
    const outcome = outcomeOfFailure(thrown, true)
    if (outcome.state !== 'unknown') throw thrown
    throw unsure(orderId, outcome.error.message, outcome.error.detail)
  }
}

function unsure(orderId: string, why: string, detail: PmxError['detail'] = {}): PmxError {
  return new PmxError(
    'NETWORK_ERROR',
    `The order may or may not have been canceled: ${why} fetchOrder tells; canceling again does no harm.`,
    { retryable: false, detail: { ...detail, state: 'unknown', orderId } },
  )
}

/** An order whose cancel the venue has confirmed, without showing more of it. The journal knows it from now on. */
function confirmed(orderId: string, { venue, ctx }: Job, { ledger }: OrderRoom): CancelResult {
  ledger.canceled(venue.id, accountOf(venue, ctx.secrets), canceledOrder(orderId))
  return { orderId, state: 'canceled' }
}

/** An order that the venue's cancel of all orders names. */
export function namedByAll(orderId: string, isProof: boolean, job: Job, room: OrderRoom): CancelResult {
  if (isProof) return confirmed(orderId, job, room)
  return resultOfFailure(orderId, unsure(orderId, 'The venue names it, which proves nothing.'), job)
}

/** What the order is after a cancel that the venue took. */
function resultOf(orderId: string, order: Order, job: Job): CancelResult {
  const { status } = order
  if (status === 'canceled') return { orderId, state: 'canceled', order }
  if (status === 'filled' || status === 'rejected') {
    const gone = new PmxError('ORDER_NOT_FOUND', `No open order: the order is ${status}.`)
    return { orderId, state: 'ended', order, error: errorOf(gone, job) }
  }
  const error = unsure(orderId, `The venue took the cancel, and still shows the order as ${status}.`)
  return { orderId, state: 'unknown', order, error: errorOf(error, job) }
}

/** As a failed reply has it. */
export function errorOf(error: unknown, { venue }: Job): NonNullable<CancelResult['error']> {
  return failure(error instanceof PmxError ? error.at(venue.id) : error).body.error
}

function resultOfFailure(orderId: string, error: unknown, job: Job): CancelResult {
  return { orderId, state: stateOfFailure(error), error: errorOf(error, job) }
}

function stateOfFailure(error: unknown): CancelResult['state'] {
  if (!(error instanceof PmxError)) return 'unknown'
  if (error.code === 'ORDER_NOT_FOUND') return 'ended'
  return error.detail?.['state'] === 'unknown' ? 'unknown' : 'not_canceled'
}

/** Orders whose cancel nothing confirmed, or that the venue did not cancel, as the venue shows them. */
export function lookUp(results: readonly CancelResult[], way: OrderWay, job: Job): Promise<CancelResult[]> {
  const isUnsure = ({ state, error }: CancelResult): boolean =>
    state === 'unknown' || (state === 'not_canceled' && error?.code === 'INVALID_ORDER')
  return Promise.all(results.map((result) => (isUnsure(result) ? lookedUp(result, way, job) : result)))
}

async function lookedUp(result: CancelResult, { open }: OrderWay, job: Job): Promise<CancelResult> {
  const { orderId, state } = result
  const ctx = open()
  try {
    const order = await job.venue.account?.order?.(orderId, ctx)
    if (order === undefined || order.status === 'pending') return result
    if (order.status === 'open') return { ...result, state: 'not_canceled', order }
    // What the venue refused to cancel was not canceled by this.
    return state === 'unknown' ? resultOf(orderId, order, job) : { ...result, state: 'ended', order }
  } catch (error) {
    if (error instanceof PmxError) return result
    throw error
  } finally {
    ctx.release()
  }
}
