import { type ArgsOf, methodOf } from '../../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../../api/envelope/errors.js'
import { venueNames } from '../../../api/envelope/venue-ids.js'
import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import {
  compare,
  type Decimal,
  decimalOf,
  one,
  subtractDecimals,
  toText,
  zero,
} from '../../../api/values/decimal.js'
import { clipText } from '../../../api/values/shown.js'
import { listUnknownMembers } from '../../../api/values/unknown-members.js'
import { computeChangeCost } from '../../../orders/change-cost.js'
import { highestPriceOf } from '../../../orders/exposure.js'
import type { JournalRow } from '../../../orders/journal.js'
import { assertAllowed, createRuleError } from '../../../orders/rules.js'
import { assertWithinLimits, computeCountedPrice } from '../../../orders/trading-limits.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import type { Located } from '../../../venue-kit/contract/outcome.js'
import type { OrderRules, OrderSource, OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { Job, MethodResult } from '../../request/api-call.js'
import { readExposure } from '../accounts/exposure.js'
import { listedUntilOf } from '../accounts/recently-sent.js'
import type { OrderContext } from '../context/order-context.js'
import { describeSender } from '../place/order-sender.js'
import { placeOrder, type Ready, type Sender } from '../place/place-order.js'
import { isSentLately, mayBeUnlisted } from '../records/list-lag.js'
import { toPlacedOutcome } from '../records/present-state.js'
import { isHandleOf, isOrderOf, judgeOrderOf } from '../records/reconcile-order.js'
import { fingerprintOf, type OrderRequest, readAmount, readPrice } from '../request/parse-order.js'
import { toRequestedSide } from '../request/requested-side.js'
import type { Send } from './order-batches.js'

/** No request lasts longer. */
const IN_FLIGHT_MS = 30_000

export type OrderChanges = ArgsOf<'editOrder'>[1]

type Priced = Pick<OrderRequest, 'type' | 'side' | 'price' | 'amount' | 'slippage'>

interface EditDeps {
  readonly context: OrderContext
  located(outcomeId: string, job: Job): Promise<{ readonly located: Located<unknown> }>
  priceOf(
    wish: Priced,
    rules: OrderRules,
    outcomeId: string,
    job: Job,
  ): Promise<{ readonly counted: Decimal }>
  once(as: Sender, id: undefined, make: () => Promise<Ready>, send: Send): Promise<MethodResult>
}

/**
 * Creates the error for a venue without a call that changes an order. A cancel followed by a new order is not equivalent,
 * and does not replace the change.
 */
export function createNoEditError({ venue }: Job): PmxError {
  return new PmxError(
    'NOT_SUPPORTED',
    `${venueNames[venue.id]} cannot change an open order. Cancel it (cancelOrder), check what it filled (fetchOrder), then place another order (createOrder).`,
    { detail: { kind: 'no_edit' } },
  )
}

/**
 * Changes an open limit order under the rules for new orders. The change is written like a separate order, whose cost is
 * the additional cost. If the response is lost, the outcome is unknown: the order has either its old or its new terms.
 */
export async function editOrder(
  orderId: string,
  changes: OrderChanges,
  job: Job,
  { context, once, ...deps }: EditDeps,
): Promise<MethodResult> {
  if (changes.price === undefined && changes.amount === undefined)
    throw createValidationError('changes', `${methodOf.edit} needs a new price or a new amount`)
  const wanted = {
    ...(changes.price === undefined ? {} : { price: readPrice(changes.price) }),
    ...(changes.amount === undefined ? {} : { amount: readAmount(changes.amount) }),
  }
  const as = describeSender(job, fingerprintOf({ edits: orderId, ...changes }), undefined)
  const make = () => readyEdit(orderId, wanted, job, { context, ...deps })
  return once(as, undefined, make, (placing, isDeserted) =>
    placeOrder({ ...placing, edits: orderId }, as, isDeserted, context),
  )
}

async function readyEdit(
  orderId: string,
  wanted: { readonly price?: Decimal; readonly amount?: Decimal },
  job: Job,
  { context, located, priceOf }: Omit<EditDeps, 'once'>,
): Promise<Ready> {
  const { venue, ctx } = job
  const { orders: source } = venue
  if (source?.edit === undefined) throw createNoEditError(job)
  const { edit } = source
  context.ledger.assertNotStopped()
  const isOld = changesOf(orderId, job, context).some((row) => !isSentLately(row, context.ledger))
  const listedUntil = isOld ? await listedUntilOf(job, ctx, context) : undefined
  const order = await openOrder(orderId, job, context)
  learnChanges(orderId, order, listedUntil, job, context)
  const { located: outcome } = await located(order.outcomeId, job)
  const rules = await source.rules(outcome, ctx)
  const was = { amount: decimalOf(order.amount), price: decimalOf(order.price ?? 0) }
  const listDoubtful = () => doubtfulMembers(order, was, listedUntil, job, context)
  /**
   * @throws EXCHANGE_NOT_AVAILABLE while another change is being sent, and for a member that is taken from the venue and that
   * another change has changed
   */
  const assertStands = (): void => {
    if (changesOf(orderId, job, context).some((row) => isUnderWay(row, context))) throw underWay(orderId)
    for (const field of listDoubtful()) if (wanted[field] === undefined) throw oldRow(orderId, field)
  }
  const doubtful = listDoubtful()
  assertStands()
  const now = { ...was, ...wanted }
  const isSame = compare(now.amount, was.amount) === 0 && compare(now.price, was.price) === 0
  if (isSame && doubtful.length === 0)
    throw createValidationError(
      'changes',
      `The order ${clipText(orderId)} already has this price and this amount`,
    )
  if (compare(now.amount, decimalOf(order.filled)) <= 0)
    throw createRuleError(
      'amount',
      `The order has already filled ${order.filled} contracts, and its amount includes them. Cancel it instead.`,
      { allowed: { above: order.filled } },
    )
  const { marketId, outcomeId, side } = order
  const terms: OrderTerms = {
    marketId,
    outcomeId,
    side,
    type: 'limit',
    amount: toText(now.amount),
    price: toText(now.price),
    // A name for the change and not for the order, by whose name another order may be looked up.
    clientOrderId: `edit-${context.ids.orderName()}`,
  }
  assertAllowed(terms, rules)
  const priced: Priced = { type: 'limit', side, slippage: zero, ...now }
  const { counted } = await priceOf(priced, rules, outcomeId, job)
  const { cost, added } = computeChangeCost({
    was: { amount: was.amount, counted: countedBefore(source, side, was.price) },
    now: { amount: now.amount, counted },
    filled: decimalOf(order.filled),
    peak: peakOf(orderId, job, context),
  })
  const isHeld = job.isHeld === true
  // All of it is one order; the daily limit counts what is added. A change that adds nothing does not make the order larger.
  const {
    maxDailyNotional: _ofTheDay,
    maxOpenNotional: _open,
    maxPosition: _position,
    maxOrderNotional,
    ...others
  } = context.rails
  const ofOrders = compare(added, zero) > 0 ? { ...others, maxOrderNotional } : others
  assertWithinLimits(ofOrders, {
    venue: venue.id,
    cost,
    isHeld,
    spentToday: () => [],
    openCosts: () => zero,
    positionReach: () => undefined,
  })
  const read = await readExposure(terms, toText(added), job, context, orderId)
  // The change replaces the order.
  const holdings = read && { ...read, open: read.open.filter(({ names }) => !names.includes(orderId)) }
  const account = accountOf(venue, ctx.secrets)
  context.ledger.assertRails({
    venue: venue.id,
    account,
    terms,
    cost: toText(added),
    isHeld,
    holdings,
    edits: orderId,
  })
  const native = await edit.build(orderId, terms, outcome, ctx)
  const sends = { ...source, submit: edit.submit }
  // Until it is written, another call or another process may change the order.
  const before = { price: toText(was.price), amount: toText(was.amount) }
  return { source: sends, terms, cost: toText(added), holdings, native, was: before, assertStands }
}

/**
 * Returns the highest price at which one of the order's contracts was counted, according to the journal, because fills may have
 * cost that much.
 */
function peakOf(orderId: string, { venue, ctx }: Job, { ledger }: OrderContext): Decimal {
  const rows = ledger.openOf(venue.id, accountOf(venue, ctx.secrets))
  return highestPriceOf(rows.filter(({ outcome }) => outcome.order.id === orderId))
}

/** Returns the counted price without the current bids. The amount that was counted may have been higher, but never lower. */
function countedBefore({ sellsHeldOnly }: OrderSource, side: Order['side'], price: Decimal): Decimal {
  return computeCountedPrice({ side, price, sellsHeldOnly: sellsHeldOnly === true })
}

/**
 * Records that an order or a change with an unknown outcome was made, if the venue shows it. After the next change the order
 * no longer shows it.
 */
function learnChanges(
  orderId: string,
  order: Order,
  listedUntil: number | undefined,
  { venue, ctx }: Job,
  { ledger }: OrderContext,
): void {
  const account = accountOf(venue, ctx.secrets)
  const isShown = (row: JournalRow): boolean =>
    row.edits === undefined
      ? isHandleOf(row, order) && judgeOrderOf(row, order) === 'same'
      : row.edits === orderId && isOrderOf(row.terms, order) && !ledger.mayShowEarlier(row, listedUntil)
  for (const row of ledger.inDoubt())
    if (row.venue === venue.id && row.account === account && isShown(row))
      ledger.learn(row, toPlacedOutcome(toRequestedSide(row.terms, order), row))
}

type Limit = Readonly<Record<'price' | 'amount', Decimal>>

/** Returns an order's changes with an unknown outcome, and the last change that was made. */
function changesOf(orderId: string, { venue, ctx }: Job, { ledger }: OrderContext): readonly JournalRow[] {
  const account = accountOf(venue, ctx.secrets)
  const last = ledger.claimedBy(venue.id, account, orderId)
  const rows = [...ledger.inDoubt(), ...ledger.inFlight(), ...(last === undefined ? [] : [last])]
  return rows.filter((row) => row.venue === venue.id && row.account === account && row.edits === orderId)
}

/** Whether a process is sending a change. One of a process that has ended is not sent any more. */
function isUnderWay(row: JournalRow, { ledger }: OrderContext): boolean {
  return ledger.isSending(row.id) || (row.outcome.state === 'sending' && ledger.ageOf(row) < IN_FLIGHT_MS)
}

/** Creates the error for an order whose last change has no response yet: the venue might receive the later one first. */
function underWay(orderId: string): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Another change of the order ${clipText(orderId)} is being sent. This one was not sent, because the venue might receive it first. Try again.`,
  )
}

/**
 * Returns the members whose values at the venue differ from those that the last changes set. Lookups lag, so the row may be older
 * than the change, and a change with an unknown outcome may be on its way.
 * @param listedUntil see `listedUntilOf`
 */
function doubtfulMembers(
  { id, outcomeId }: Order,
  shown: Limit,
  listedUntil: number | undefined,
  job: Job,
  room: OrderContext,
): readonly (keyof Limit)[] {
  const changes = changesOf(id, job, room).filter((row) => mayBeUnlisted(row, room.ledger, listedUntil))
  return (['price', 'amount'] as const).filter((member) =>
    changes.some(({ terms }) => {
      const told = decimalOf(terms[member])
      const isMirrored = member === 'price' && terms.outcomeId !== outcomeId
      return compare(isMirrored ? subtractDecimals(one, told) : told, shown[member]) !== 0
    }),
  )
}

/**
 * Creates the error for an outdated row. A change sends both price and amount to the venue, so a member that the caller
 * omits would be set back to its earlier value.
 */
function oldRow(orderId: string, field: keyof Limit): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The order ${clipText(orderId)} was just changed, and the venue does not show the new ${field} yet. It was not changed again. Send both price and amount, or try again later.`,
    { detail: { field } },
  )
}

/**
 * Creates the error for an order that the venue does not show. An order that was sent recently may still rest, and a caller
 * that considers it gone would place another one.
 */
function notFound(
  orderId: string,
  { venue, ctx }: Pick<Job, 'venue' | 'ctx'>,
  ledger: OrderContext['ledger'],
): PmxError {
  const young = ledger.placedLately(venue.id, accountOf(venue, ctx.secrets), orderId)
  if (young === undefined || isEnded(young))
    return new PmxError('ORDER_NOT_FOUND', `Order not found: ${clipText(orderId)}`)
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `${venueNames[venue.id]} does not show the order ${clipText(orderId)} yet, because it was just placed. It was not changed. Try again.`,
  )
}

/** @throws ORDER_NOT_FOUND for an order that is not open, EXCHANGE_NOT_AVAILABLE for one with unknown members */
async function openOrder(orderId: string, { venue, ctx }: Job, { ledger }: OrderContext): Promise<Order> {
  const found = await venue.account?.order?.(orderId, ctx)
  if (found === undefined) throw notFound(orderId, { venue, ctx }, ledger)
  if (found.status !== 'open')
    throw new PmxError(
      'ORDER_NOT_FOUND',
      `The order ${clipText(orderId)} is not open: its status is ${found.status}`,
    )
  const order = ledger.asShown(venue.id, accountOf(venue, ctx.secrets), found)
  const unknown = listUnknownMembers(order).filter(
    (name) => name === 'amount' || name === 'filled' || name === 'side',
  )
  if (order.price === undefined || unknown.length > 0)
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      `The venue does not report the current state of the order ${clipText(orderId)}, so it cannot be changed.`,
      { detail: { unknown } },
    )
  return order
}
