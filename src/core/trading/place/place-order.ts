import { isNotRecorded } from '../../../api/envelope/errors.js'
import { pmxHeaders } from '../../../api/envelope/pmx-headers.js'
import type { Order } from '../../../api/models/models.js'
import { compare, decimalOf, subtractDecimals, toNumber, zero } from '../../../api/values/decimal.js'
import { listUnknownMembers } from '../../../api/values/unknown-members.js'
import type { Holdings } from '../../../orders/holdings.js'
import { hasOpenRest, type JournalRow, type OrderIntent, type OrderOutcome } from '../../../orders/journal.js'
import { createDryRunError } from '../../../orders/trading-limits.js'
import type { OrderSource } from '../../../venue-kit/contract/trading.js'
import { isLoginEnded } from '../../../venue-kit/orders/ended-login.js'
import { type Job, MethodResult } from '../../request/api-call.js'
import type { OpenContext } from '../../request/request-context.js'
import { withRemainder } from '../accounts/account-rows.js'
import { earlierOf } from '../context/earlier-orders.js'
import { createNameTakenError, type PlacementRequest } from '../context/in-flight-orders.js'
import type { OrderContext } from '../context/order-context.js'
import { type PlacedOutcome, toPlacedOutcome } from '../records/present-state.js'
import type { OrderCallOptions } from '../records/resting-remainder.js'
import type { ReadyOrder } from '../request/built-orders.js'
import { asSpent } from '../request/order-notional.js'
import { toRequestedSide } from '../request/requested-side.js'
import { findRefusedCopy, type RefusedCopy } from './refused-copy.js'
import { createUnknownOutcomeError, isDuplicate, toOrderOutcome, watchOrder } from './unknown-outcome.js'

/** An order that is ready to be sent, and its destination. */
export interface Ready extends ReadyOrder {
  readonly source: OrderSource
  /** Holdings in its market. Present if positions are limited and the order may enlarge one. */
  readonly holdings?: Holdings | undefined
  /** Only for a change; see `OrderIntent` (orders/journal.ts). */
  readonly was?: OrderIntent['was']
  /** Only for a change; see `Beginning` (records/order-start.ts). */
  readonly assertStands?: (() => void) | undefined
}

/** The caller of an order, with its account and names. */
export interface Sender extends PlacementRequest {
  readonly job: Job
  readonly account: string
  /** The caller's idempotency key, under which the journal finds the order. */
  readonly key?: string
  /** All names that the caller gave the order: its idempotency key and its client order id. */
  readonly keys: readonly string[]
}

/** An order to be sent, and its row in the journal. */
export interface Placing {
  readonly ready: Ready
  /** The venue's id of the open order that it changes. */
  readonly edits?: string | undefined
  /** Row id of a built order, so that it is sent once. */
  readonly id?: string | undefined
  /** The existing row, if the order was sent before. */
  readonly row?: JournalRow | undefined
  /**
   * Set if the outcome of the earlier attempt is unknown. The order is sent under the same name, which the venue accepts only
   * once.
   */
  readonly isOutcomeUnknown?: true
}

/** The result of an order, or the order that another process wrote under the same name in the meantime. */
export type PlacementResult =
  | { readonly kind: 'told'; readonly told: MethodResult }
  | { readonly kind: 'named'; readonly row: JournalRow }

/** Writes an order to the journal, sends it once, and writes its outcome. */
export async function placeOrder(
  placing: Placing,
  as: Sender,
  isDeserted: () => boolean,
  room: OrderContext,
): Promise<PlacementResult> {
  const { ready, row, isOutcomeUnknown } = placing
  const { ledger, rails } = room
  const { source, terms, native, holdings, assertStands } = ready
  const { job } = as
  if (rails.dryRun) throw createDryRunError(native.call)
  const intent = intentOf(placing, as, room)
  const isHeld = job.isHeld === true
  const earlier = earlierOf(as, room, placing.id)
  const stands = assertStands === undefined ? {} : { assertStands }
  const beginning = { names: as.keys, isHeld, isDeserted, holdings, ...earlier, ...stands }
  const other =
    row === undefined
      ? ledger.begin(intent, beginning)
      : ledger.beginAgain(row, { ...beginning, isOutcomeUnknown: isOutcomeUnknown === true })
  if (other !== undefined) return { kind: 'named', row: other }
  const way = watchOrder(job.ctx.http, native)
  const send = () => source.submit(native, terms, withHttp(job.ctx, way.http))
  const told = await conclude({ placing, intent, as, begun: way.begun }, send, room)
  return { kind: 'told', told }
}

/** Creates the journal entry of an order before it is sent. */
export function intentOf(
  { ready, id, row, edits }: Placing,
  { job, account, key, fingerprint }: Sender,
  { ids, ledger }: OrderContext,
): OrderIntent {
  const { terms, native, cost, was } = ready
  return (
    row ?? {
      id: id ?? ids.uuid(),
      at: ledger.stamp(job.venue.id),
      venue: job.venue.id,
      account,
      requestId: job.order?.requestId ?? ids.requestId(),
      fingerprint,
      terms,
      cost,
      ...(key === undefined ? {} : { key }),
      ...(edits === undefined ? {} : { edits }),
      ...(was === undefined ? {} : { was }),
      ...(native.handle === undefined ? {} : { handle: native.handle }),
      ...(native.isUnique === undefined ? {} : { isUnique: native.isUnique }),
      ...(native.cancelsRest === undefined ? {} : { cancelsRest: native.cancelsRest }),
    }
  )
}

/** An order that is written in the journal. */
export interface RecordedOrder {
  readonly placing: Placing
  readonly intent: OrderIntent
  readonly as: Sender
  /** Whether the call that places the order has left this machine. */
  begun(): boolean
  /** Looks for the order after a refusal. By default {@link findRefusedCopy}. */
  readonly findCopy?: ((thrown: unknown) => Promise<RefusedCopy>) | undefined
}

/**
 * Sends an order that is already in the journal, and writes its outcome. If its login had ended, it is sent once more, but
 * only if the venue does not show it.
 */
export async function conclude(
  { placing, intent, as, begun, findCopy }: RecordedOrder,
  send: () => Promise<Order>,
  room: OrderContext,
): Promise<MethodResult> {
  const { ledger } = room
  const { ready, isOutcomeUnknown } = placing
  const { source, terms, native } = ready
  const { job, key } = as
  const find = findCopy ?? ((refusal) => findRefusedCopy(refusal, ready, intent, job, room))
  try {
    const order = await sendUnderLogin(send, find, room)
    const outcome = ledger.settle(intent.id, toPlacedOutcome(asSpent(terms, order), intent))
    const told = await withoutRest(sentAs(intent, outcome), outcome, job, room)
    return toCallerOrder(told, intent.id, room, isOutcomeUnknown === true)
  } catch (thrown) {
    const sent = { intent, terms, isAgain: isOutcomeUnknown === true, find }
    const outcome = ledger.settle(intent.id, await outcomeOf(thrown, begun(), sent, room))
    if (outcome.state === 'placed') {
      const order = await withoutRest(sentAs(intent, outcome), outcome, job, room)
      return toCallerOrder(order, intent.id, room, true)
    }
    if (outcome.state === 'unknown' && intent.cancelsRest === true)
      void room.rests.begin(sentAs(intent, outcome), callOptionsOf(source, job))
    if (outcome.state === 'unknown')
      throw createUnknownOutcomeError(terms, native.handle, outcome.error, intent.edits)
    if (isDuplicate(thrown) && key !== undefined) throw createNameTakenError()
    throw thrown
  }
}

/** Sends an order, and sends it once more if its login had ended and the venue does not show the order. */
async function sendUnderLogin(
  send: () => Promise<Order>,
  find: (thrown: unknown) => Promise<RefusedCopy>,
  { ledger }: OrderContext,
): Promise<Order> {
  try {
    return await send()
  } catch (thrown) {
    if (!isLoginEnded(thrown) || (await find(thrown)).kind !== 'none') throw thrown
    // Orders may have been stopped since the first try.
    ledger.assertNotStopped()
    return send()
  }
}

/**
 * Returns the order after its remainder is canceled, if this is required. If the cancel takes longer, returns the state
 * of the order at that time.
 */
export async function withoutRest(
  row: JournalRow,
  placed: PlacedOutcome,
  job: Job,
  { ledger, rests }: OrderContext,
): Promise<Order> {
  if (!hasOpenRest({ outcome: placed }) || job.venue.orders === undefined) return placed.order
  await rests.end(row, callOptionsOf(job.venue.orders, job))
  const { outcome } = ledger.sentRow(row)
  return outcome.state === 'placed' ? outcome.order : placed.order
}

/** Returns an order's row as known to this process, whether or not it could be written. */
function sentAs(intent: OrderIntent, outcome: JournalRow['outcome']): JournalRow {
  return { isAnswered: false, ...intent, outcome }
}

/** Returns the venue call that cancels the remainder of an order. */
export function callOptionsOf(source: OrderSource, { ctx, reopen }: Job): OrderCallOptions {
  const open = reopen && (() => reopen('cancel'))
  return { source, open: open ?? (() => Object.create(ctx, { release: { value: () => undefined } })) }
}

/** @param isRepeat whether the caller gets the outcome of an earlier call */
export function toCallerOrder(
  placed: Order,
  id: string,
  { ledger }: Pick<OrderContext, 'ledger'>,
  isRepeat: boolean,
): MethodResult {
  const delivered = (hasIt: boolean): void => ledger.delivered(id, hasIt)
  const repeated = isRepeat ? { [pmxHeaders.repeated]: id } : {}
  const order = withRemainder(placed)
  const excess = overfillOf(order)
  if (excess === undefined) return new MethodResult(order, repeated, undefined, [], delivered)
  const marked = { ...order, metadata: { ...order.metadata, overfilled: excess } }
  return new MethodResult(
    marked,
    { ...repeated, [pmxHeaders.overfilled]: String(excess) },
    undefined,
    [],
    delivered,
  )
}

/** Returns the contracts filled beyond the ordered amount, or undefined if there are none. */
function overfillOf(order: Order): number | undefined {
  const { amount, filled } = order
  const unknown = listUnknownMembers(order)
  if (unknown.includes('amount') || unknown.includes('filled')) return undefined
  const excess = subtractDecimals(decimalOf(filled), decimalOf(amount))
  return compare(excess, zero) > 0 ? toNumber(excess) : undefined
}

/** Returns the order if another process has found it at the venue in the meantime; a failure does not undo that. */
function foundElsewhere(intent: OrderIntent, { ledger }: OrderContext): PlacedOutcome | undefined {
  const { outcome } = ledger.sentRow(sentAs(intent, { state: 'sending' }))
  return outcome.state === 'placed' ? outcome : undefined
}

interface Sent extends Pick<Ready, 'terms'> {
  readonly intent: OrderIntent
  /** Whether the order had been sent before with an unknown outcome. */
  readonly isAgain: boolean
  /** Looks for the order once. */
  find(thrown: unknown): Promise<RefusedCopy>
}

async function outcomeOf(
  thrown: unknown,
  begun: boolean,
  { intent, terms, isAgain, find }: Sent,
  room: OrderContext,
): Promise<Exclude<OrderOutcome, { state: 'absent' }>> {
  const found = foundElsewhere(intent, room)
  if (found !== undefined) return found
  const isSent = begun && !isNotRecorded(thrown)
  const outcome = toOrderOutcome(thrown, isSent)
  if (outcome.state !== 'refused') return outcome
  const copy: RefusedCopy = isSent ? await find(thrown) : { kind: 'none' }
  if (copy.kind === 'order') return toPlacedOutcome(toRequestedSide(terms, copy.order), intent)
  const { error } = outcome
  if (copy.kind === 'unknown')
    return { state: 'unknown', error: { ...error, message: `${error.message} ${copy.because}` } }
  // A refusal of this try does not prove that the first try failed.
  return isAgain ? { ...outcome, state: 'unknown' } : outcome
}

export function withHttp(ctx: OpenContext, http: OpenContext['http']): OpenContext {
  return Object.create(ctx, { http: { value: http, enumerable: true } }) as OpenContext
}
