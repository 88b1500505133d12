import { compare, type Decimal, decimal, multiply, subtract, toText, zero } from '../../api/decimal.js'
import { invalid, PmxError } from '../../api/errors.js'
import { type ArgsOf, methodOf } from '../../api/methods.js'
import type { Order } from '../../api/models.js'
import { clipped } from '../../api/shown.js'
import { listUnknownMembers } from '../../api/unknown-members.js'
import { venueNames } from '../../api/venue-ids.js'
import { assertWithinRails, countedPrice } from '../../orders/guard.js'
import { assertAllowed, createRuleError } from '../../orders/rules.js'
import type { Located } from '../../venue-kit/outcome.js'
import { accountOf } from '../../venue-kit/secrets.js'
import type { OrderRules, OrderSource, OrderTerms } from '../../venue-kit/trading.js'
import type { Job, Told } from '../call.js'
import type { Send } from './batches.js'
import { readExposure } from './exposure.js'
import { place, type Ready, type Sender } from './placing.js'
import type { OrderRoom } from './room.js'
import { senderOf } from './sender.js'
import { fingerprintOf, type OrderWish, readAmount, readPrice } from './wish.js'

export type OrderChanges = ArgsOf<'editOrder'>[1]

type Priced = Pick<OrderWish, 'type' | 'side' | 'price' | 'amount' | 'slippage'>

interface EditDeps {
  readonly room: OrderRoom
  located(outcomeId: string, job: Job): Promise<{ readonly located: Located<unknown> }>
  priceOf(
    wish: Priced,
    rules: OrderRules,
    outcomeId: string,
    job: Job,
  ): Promise<{ readonly counted: Decimal }>
  once(as: Sender, id: undefined, make: () => Promise<Ready>, send: Send): Promise<Told>
}

/** Where no call changes an order: to cancel and place another one is not the same, and is not done in its stead. */
export function noEdit({ venue }: Job): PmxError {
  return new PmxError(
    'NOT_SUPPORTED',
    `${venueNames[venue.id]} does not change an open order in one step. Cancel it (cancelOrder), read what it filled (fetchOrder), then place another one (createOrder).`,
    { detail: { kind: 'no_edit' } },
  )
}

/**
 * Changes an open limit order under the rules of a new one. It is written down like an order of its own, which costs what
 * the change adds. An answer that is lost leaves the change in doubt, and the order as it was or as it was to be.
 */
export async function editOrder(
  orderId: string,
  changes: OrderChanges,
  job: Job,
  { room, once, ...deps }: EditDeps,
): Promise<Told> {
  if (changes.price === undefined && changes.amount === undefined)
    throw invalid('changes', `${methodOf.edit} needs a new price or a new amount`)
  const wanted = {
    ...(changes.price === undefined ? {} : { price: readPrice(changes.price) }),
    ...(changes.amount === undefined ? {} : { amount: readAmount(changes.amount) }),
  }
  const as = senderOf(job, fingerprintOf({ edits: orderId, ...changes }), undefined)
  const make = () => readyEdit(orderId, wanted, job, { room, ...deps })
  return once(as, undefined, make, (placing, isDeserted) =>
    place({ ...placing, edits: orderId }, as, isDeserted, room),
  )
}

async function readyEdit(
  orderId: string,
  wanted: { readonly price?: Decimal; readonly amount?: Decimal },
  job: Job,
  { room, located, priceOf }: Omit<EditDeps, 'once'>,
): Promise<Ready> {
  const { venue, ctx } = job
  const { orders: source } = venue
  if (source?.edit === undefined) throw noEdit(job)
  const { edit } = source
  room.ledger.assertNotStopped()
  const order = await openOrder(orderId, job, room)
  const { located: outcome } = await located(order.outcomeId, job)
  const rules = await source.rules(outcome, ctx)
  const was = { amount: decimal(order.amount), price: decimal(order.price ?? 0) }
  const now = { ...was, ...wanted }
  if (compare(now.amount, was.amount) === 0 && compare(now.price, was.price) === 0)
    throw invalid('changes', `The order ${clipped(orderId)} has this price and this amount already`)
  if (compare(now.amount, decimal(order.filled)) <= 0)
    throw createRuleError(
      'amount',
      `The order has filled ${order.filled} already, and its amount counts those: cancel it instead.`,
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
    // Names the change, which is not the order: another order may be looked up by that one's name.
    clientOrderId: `edit-${room.ids.uuid()}`,
  }
  assertAllowed(terms, rules)
  const priced: Priced = { type: 'limit', side, slippage: zero, ...now }
  const { counted } = await priceOf(priced, rules, outcomeId, job)
  const cost = multiply(now.amount, counted)
  const before = multiply(was.amount, countedBefore(source, side, was.price))
  const isHeld = job.isHeld === true
  // All of it is one order; the day counts what is added.
  const {
    maxDailyNotional: _ofTheDay,
    maxOpenNotional: _open,
    maxPosition: _position,
    ...ofOrders
  } = room.rails
  assertWithinRails(ofOrders, {
    venue: venue.id,
    cost,
    isHeld,
    spentToday: () => [],
    openCosts: () => zero,
    positionReach: () => undefined,
  })
  const added = compare(cost, before) > 0 ? toText(subtract(cost, before)) : '0'
  const read = await readExposure(terms, added, job, room)
  // The change takes the place of the order.
  const holdings = read && { ...read, open: read.open.filter(({ names }) => !names.includes(orderId)) }
  const account = accountOf(venue, ctx.secrets)
  room.ledger.assertRails({ venue: venue.id, account, terms, cost: added, isHeld, holdings, edits: orderId })
  const native = await edit.build(orderId, terms, outcome, ctx)
  return { source: { ...source, submit: edit.submit }, terms, cost: added, holdings, native }
}

/** Without what others bid now: what was counted may have been more, and never less. */
function countedBefore({ sellsHeldOnly }: OrderSource, side: Order['side'], price: Decimal): Decimal {
  return countedPrice({ side, price, sellsHeldOnly: sellsHeldOnly === true })
}

/** @throws ORDER_NOT_FOUND for one that is not open, EXCHANGE_NOT_AVAILABLE for one of which too little is known */
async function openOrder(orderId: string, { venue, ctx }: Job, { ledger }: OrderRoom): Promise<Order> {
  const found = await venue.account?.order?.(orderId, ctx)
  if (found === undefined) throw new PmxError('ORDER_NOT_FOUND', `Order not found: ${clipped(orderId)}`)
  if (found.status !== 'open')
    throw new PmxError('ORDER_NOT_FOUND', `No open order: the order ${clipped(orderId)} is ${found.status}`)
  const order = ledger.asAsked(venue.id, accountOf(venue, ctx.secrets), found)
  const unknown = listUnknownMembers(order).filter(
    (name) => name === 'amount' || name === 'filled' || name === 'side',
  )
  if (order.price === undefined || unknown.length > 0)
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      `The venue does not say what the order ${clipped(orderId)} is by now, so that it cannot be changed.`,
      { detail: { unknown } },
    )
  return order
}
