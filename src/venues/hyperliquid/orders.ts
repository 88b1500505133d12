import { PmxError } from '../../api/envelope/errors.js'
import type { Order } from '../../api/models/models.js'
import { decimalOf, toText } from '../../api/values/decimal.js'
import { clipText } from '../../api/values/shown.js'
import type { Action } from '../../signing/hyperliquid.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { NativeOrder, OrderRules, OrderSource, OrderTerms } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { toCanceledOrder } from '../../venue-kit/orders/canceled-order.js'
import { mayRest } from '../../venue-kit/orders/time-in-force.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { readKey, readNamedAccount } from './auth.js'
import { refusalOf } from './errors.js'
import { assetOf, marketIdOf, marketSlugOf, readCoin, type SideRef } from './ids.js'
import { cancelMany, GOOD_FOR_MS, orderBatch } from './native/many-orders.js'
import { orderAnswered } from './native/order-answer.js'
import { cloidOf, toOrder } from './native/order-rows.js'
import { cancelAnswer, orderAnswer, plainAnswer } from './native/order-wire.js'
import { findOrder, findPlaced } from './native/orders-info.js'
import type { Facts } from './outcomes.js'

const PATH = '/exchange'
/**
 * Inferred: the venue publishes no maximum. Even at the lowest price, a size of 16 digits would cost 10^10 USDC. It may exceed the
 * venue's number type, and an unreadable request leaves the outcome of the order unknown.
 */
const MAX_AMOUNT = '999999999999999'
/** The venue requires a time at least five seconds ahead when the action arrives (README.md); one second is for the transfer. */
const MIN_CANCEL_AFTER_MS = 6_000

/** Orders are actions of the exchange, signed by the account's key or an agent's (README.md, "Accounts and orders"). */
export const orderSource: OrderSource<Facts> = {
  accountIn,
  sellsHeldOnly: true,
  // The venue does not document whether outcomes accept reduce-only orders (README.md, "Accounts and orders").
  constraints: { postOnly: true, timeInForce: ['GTC', 'IOC'] },
  checkCredentials: (ctx) => void readKey(ctx),
  rules: ({ facts }) => Promise.resolve(rulesOf(facts)),
  build,
  submit,
  batch: orderBatch,
  cancel,
  cancelAfter: { kind: 'timer', minMs: MIN_CANCEL_AFTER_MS, set: scheduleCancel },
  cancelMany,
  async find({ value }, { clientOrderId }, _sentAt, ctx) {
    const order = await findOrder(value, ctx)
    return order && { ...order, clientOrderId }
  },
}

/**
 * Returns the rules. The price levels are those of recorded prices, and sizes are whole numbers. An order must be worth 10 USDC
 * by its own price: two clients agree on that interpretation, another uses the mid price (README.md, "Accounts and orders").
 */
function rulesOf({ ref, isSettled }: Facts): OrderRules {
  return {
    market: { id: marketIdOf(ref.outcome), aliases: [marketSlugOf(ref.outcome)] },
    prices: [{ from: '0.00001', to: '0.99999', step: '0.00001' }],
    minCost: '10',
    amountStep: '1',
    maxAmount: MAX_AMOUNT,
    ...(isSettled ? { closed: 'it is settled' } : {}),
  }
}

/** Returns the action of an order, with its members in the signed order. */
export function orderAction(terms: OrderTerms, ref: SideRef): Action {
  const { side, amount, price, clientOrderId, postOnly } = terms
  const order = {
    a: assetOf(ref),
    b: side === 'buy',
    p: toText(decimalOf(price)),
    s: toText(decimalOf(amount)),
    r: false,
    // There are no market orders: an order that does not rest is sent with the worst price.
    t: { limit: { tif: postOnly === true ? 'Alo' : mayRest(terms) ? 'Gtc' : 'Ioc' } },
    c: cloidOf(clientOrderId),
  }
  return { type: 'order', orders: [order], grouping: 'na' }
}

async function build(terms: OrderTerms, { facts }: Located<Facts>, ctx: VenueContext): Promise<NativeOrder> {
  const { signBody } = await import('./native/actor.js')
  const body = await signBody(orderAction(terms, facts.ref), ctx, GOOD_FOR_MS)
  return {
    call: { host: 'api', path: PATH, body },
    signedOrder: body,
    handle: { by: 'clientOrderId', value: cloidOf(terms.clientOrderId) },
    ...(body.expiresAfter === undefined ? {} : { expiresAt: body.expiresAfter }),
  }
}

async function submit({ call }: NativeOrder, terms: OrderTerms, ctx: VenueContext): Promise<Order> {
  const { json } = await ctx.http.send(call)
  const answer = readPayload(orderAnswer, json, `POST ${PATH} order`)
  if (answer.status === 'err') throw refusalOf(answer.response, 'BAD_REQUEST')
  const [status] = answer.response.data.statuses
  if (typeof status !== 'string' && 'error' in status) throw refusalOf(status.error, 'INVALID_ORDER')
  return orderAnswered(status, terms, ctx)
}

/** Cancels an order. A cancellation names the asset as well, which the order contains. */
async function cancel(orderId: string, ctx: VenueContext): Promise<Order> {
  const placed = await findPlaced(orderId, ctx)
  const ref = placed && readCoin(placed.order.coin)
  if (placed === undefined || ref === undefined)
    throw new PmxError('ORDER_NOT_FOUND', `Order not found: ${clipText(orderId)}`)
  if (placed.status !== 'open')
    throw new PmxError('ORDER_NOT_FOUND', `No open order: the status of ${orderId} is ${placed.status}`)
  const { oid } = placed.order
  const action: Action = { type: 'cancel', cancels: [{ a: assetOf(ref), o: Number(oid) }] }
  const { signBody } = await import('./native/actor.js')
  const { json } = await ctx.http.send({ host: 'api', path: PATH, body: await signBody(action, ctx) })
  const answer = readPayload(cancelAnswer, json, `POST ${PATH} cancel`)
  if (answer.status === 'err') throw refusalOf(answer.response, 'BAD_REQUEST')
  const [status] = answer.response.data.statuses
  if (status !== 'success') throw refusalOf(status.error, 'INVALID_ORDER')
  // The later read contains fills between the two reads.
  const after = await findOrder(oid, ctx).catch(() => undefined)
  return toCanceledOrder(after ?? toOrder(placed))
}

/**
 * Returns the account. Agents have no orders of their own: the account is the one that approved the key (hyperliquid.gitbook.io,
 * API wallets). Any caller may name an account, so that the key must act for it.
 */
async function accountIn(ctx: VenueContext): Promise<string> {
  const named = readNamedAccount(ctx)
  if (named !== undefined && ctx.secrets.values.privateKey === undefined) return named
  const { actorOf } = await import('./native/actor.js')
  return (await actorOf(ctx)).account
}

/** Schedules the cancel of all open orders of the account by the venue; an action without a time clears it. */
async function scheduleCancel(at: number | undefined, ctx: VenueContext): Promise<void> {
  const action: Action = { type: 'scheduleCancel', ...(at === undefined ? {} : { time: at }) }
  const { signBody } = await import('./native/actor.js')
  const { json } = await ctx.http.send({ host: 'api', path: PATH, body: await signBody(action, ctx) })
  const answer = readPayload(plainAnswer, json, `POST ${PATH} scheduleCancel`)
  if (answer.status === 'err') throw refusalOf(answer.response, 'BAD_REQUEST')
}
