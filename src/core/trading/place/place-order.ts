import { PmxError } from '../../../api/envelope/errors.js'
import { pmxHeaders } from '../../../api/envelope/pmx-headers.js'
import type { Order } from '../../../api/models/models.js'
import { compare, decimalOf, subtractDecimals, toNumber, zero } from '../../../api/values/decimal.js'
import { listUnknownMembers } from '../../../api/values/unknown-members.js'
import { createDryRunError } from '../../../orders/guard.js'
import type { Holdings } from '../../../orders/holdings.js'
import { hasOpenRest, type JournalRow, type OrderIntent, type OrderOutcome } from '../../../orders/journal.js'
import type { OrderSource } from '../../../venue-kit/contract/trading.js'
import { type Job, MethodResult } from '../../request/api-call.js'
import type { OpenContext } from '../../request/request-context.js'
import { withRemainder } from '../accounts/account-rows.js'
import { earlierOf } from '../context/earlier-orders.js'
import { createNameTakenError, type PlacementRequest } from '../context/in-flight-orders.js'
import type { OrderContext } from '../context/order-context.js'
import { isOrderOf } from '../records/reconcile-order.js'
import { type OrderCallOptions, type PlacedOutcome, toPlacedOutcome } from '../records/resting-remainder.js'
import type { ReadyOrder } from '../request/built-orders.js'
import { asSpent } from '../request/order-notional.js'
import { toRequestedSide } from '../request/requested-side.js'
import { createUnknownOutcomeError, toOrderOutcome, watchOrder } from './unknown-outcome.js'

/** An order that is ready to be sent, and where to. */
export interface Ready extends ReadyOrder {
  readonly source: OrderSource
  /** Of its market, where positions are limited and it may enlarge one. */
  readonly holdings?: Holdings | undefined
  /** Of a change: see Beginning (records/order-start.ts). */
  readonly assertStands?: (() => void) | undefined
}

/** Whose order it is. */
export interface Sender extends PlacementRequest {
  readonly job: Job
  readonly account: string
  /** By which the journal finds it: the caller's key. */
  readonly key?: string
  /** All that the caller names it by: its key and its client order id. */
  readonly keys: readonly string[]
}

/** What is to be sent, and how the journal has it. */
export interface Placing {
  readonly ready: Ready
  /** The open order that it changes, by the venue's id. */
  readonly edits?: string | undefined
  /** Of a built order: the row's own, so that it is sent once. */
  readonly id?: string | undefined
  /** Where it was written down when it was sent before. */
  readonly row?: JournalRow | undefined
  /** Nobody knows what became of it then: it goes by the same name, of which the venue takes no two. */
  readonly isInDoubt?: true
}

/** What became of it, or the order that another process wrote down under the same name in the meantime. */
export type PlacementResult =
  | { readonly kind: 'told'; readonly told: MethodResult }
  | { readonly kind: 'named'; readonly row: JournalRow }

/** Writes an order down, sends it once, and writes down what became of it. */
export async function placeOrder(
  placing: Placing,
  as: Sender,
  isDeserted: () => boolean,
  room: OrderContext,
): Promise<PlacementResult> {
  const { ready, row, isInDoubt } = placing
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
      : ledger.beginAgain(row, { ...beginning, isInDoubt: isInDoubt === true })
  if (other !== undefined) return { kind: 'named', row: other }
  const way = watchOrder(job.ctx.http, native)
  const send = () => source.submit(native, terms, withHttp(job.ctx, way.http))
  const told = await conclude({ placing, intent, as, begun: way.begun }, send, room)
  return { kind: 'told', told }
}

/** How an order is written down before it is sent. */
export function intentOf(
  { ready, id, row, edits }: Placing,
  { job, account, key, fingerprint }: Sender,
  { ids, ledger }: OrderContext,
): OrderIntent {
  const { terms, native, cost } = ready
  return (
    row ?? {
      id: id ?? ids.uuid(),
      at: ledger.stamp(),
      venue: job.venue.id,
      account,
      requestId: job.order?.requestId ?? ids.requestId(),
      fingerprint,
      terms,
      cost,
      ...(key === undefined ? {} : { key }),
      ...(edits === undefined ? {} : { edits }),
      ...(native.handle === undefined ? {} : { handle: native.handle }),
      ...(native.isUnique === undefined ? {} : { isUnique: native.isUnique }),
      ...(native.cancelsRest === undefined ? {} : { cancelsRest: native.cancelsRest }),
    }
  )
}

/** An order that is written down. */
export interface RecordedOrder {
  readonly placing: Placing
  readonly intent: OrderIntent
  readonly as: Sender
  /** Whether the call that places it has left. */
  begun(): boolean
}

/** Sends an order that is written down, and writes down what became of it. */
export async function conclude(
  { placing, intent, as, begun }: RecordedOrder,
  send: () => Promise<Order>,
  room: OrderContext,
): Promise<MethodResult> {
  const { ledger } = room
  const { ready, isInDoubt } = placing
  const { source, terms, native } = ready
  const { job, key } = as
  try {
    const outcome = ledger.settle(intent.id, toPlacedOutcome(asSpent(terms, await send()), intent))
    const told = await withoutRest(sentAs(intent, outcome), outcome, job, room)
    return toCallerOrder(told, intent.id, room, isInDoubt === true)
  } catch (thrown) {
    const sent = { ready, intent, isAgain: isInDoubt === true }
    const outcome = ledger.settle(intent.id, await outcomeOf(thrown, begun(), sent, job, room))
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

/** The order once its rest is canceled, where that is wanted; as it is known by then, where the cancel takes longer. */
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

/** The row of an order as this process knows it, whether or not it could be written. */
function sentAs(intent: OrderIntent, outcome: JournalRow['outcome']): JournalRow {
  return { isAnswered: false, ...intent, outcome }
}

/** What is asked for the rest of an order is asked to cancel it. */
export function callOptionsOf(source: OrderSource, { ctx, reopen }: Job): OrderCallOptions {
  const open = reopen && (() => reopen('cancel'))
  return { source, open: open ?? (() => Object.create(ctx, { release: { value: () => undefined } })) }
}

/** @param isRepeat its caller is told that this is what became of an earlier call */
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

/** Contracts beyond those that were ordered; undefined where there are none. */
function overfillOf(order: Order): number | undefined {
  const { amount, filled } = order
  const unknown = listUnknownMembers(order)
  if (unknown.includes('amount') || unknown.includes('filled')) return undefined
  const excess = subtractDecimals(decimalOf(filled), decimalOf(amount))
  return compare(excess, zero) > 0 ? toNumber(excess) : undefined
}

/** Another process may have found it at the venue meanwhile, and a failure does not undo that. */
function foundElsewhere(intent: OrderIntent, { ledger }: OrderContext): PlacedOutcome | undefined {
  const { outcome } = ledger.sentRow(sentAs(intent, { state: 'sending' }))
  return outcome.state === 'placed' ? outcome : undefined
}

interface Sent {
  readonly ready: Ready
  readonly intent: OrderIntent
  /** It had been sent before, and nobody knew what became of that. */
  readonly isAgain: boolean
}

async function outcomeOf(
  thrown: unknown,
  begun: boolean,
  { ready: { source, native, terms }, intent, isAgain }: Sent,
  { ctx }: Job,
  room: OrderContext,
): Promise<Exclude<OrderOutcome, { state: 'absent' }>> {
  const found = foundElsewhere(intent, room)
  if (found !== undefined) return found
  const outcome = toOrderOutcome(thrown, begun)
  if (outcome.state !== 'refused') return outcome
  if (isDuplicate(thrown) && native.handle !== undefined) {
    // The venue has an order of this name: an earlier try reached it after all, or its caller used the name before.
    const order = await source.find?.(native.handle, terms, intent.at, ctx).catch(() => undefined)
    if (order !== undefined && isOrderOf(terms, order))
      return toPlacedOutcome(toRequestedSide(terms, order), intent)
  }
  // What was refused now says nothing of the first try.
  return isAgain ? { ...outcome, state: 'unknown' } : outcome
}

function isDuplicate(thrown: unknown): boolean {
  return thrown instanceof PmxError && thrown.detail?.['kind'] === 'duplicate_order'
}

export function withHttp(ctx: OpenContext, http: OpenContext['http']): OpenContext {
  return Object.create(ctx, { http: { value: http, enumerable: true } }) as OpenContext
}
