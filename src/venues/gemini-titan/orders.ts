import { PmxError } from '../../api/envelope/errors.js'
import type { Order } from '../../api/models/models.js'
import { decimalOf, one, subtractDecimals, toText } from '../../api/values/decimal.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type {
  NativeOrder,
  OrderRules,
  OrderSource,
  OrderTerms,
  TimeInForce,
} from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCanceledOrder, toCanceledOrder } from '../../venue-kit/orders/canceled-order.js'
import { lastingOf } from '../../venue-kit/orders/time-in-force.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { findOrder, PATH } from './account.js'
import { sendWrite, signed } from './auth.js'
import { packMarketId } from './ids.js'
import { findContract } from './native/find-event.js'
import { cancelMany, orderBatch } from './native/many-orders.js'
import { canceledReply, placedReply } from './native/order-wire.js'
import { readPlacedOrder } from './native/placed-order.js'
import type { Facts } from './outcomes.js'
import type { NativeContract } from './schemas.js'

/**
 * Limit orders, in prices of the outcome itself. They have no client order id: the status of a lost response stays unknown
 * (README.md, "Accounts and orders").
 */
export const orderSource: OrderSource<Facts> = {
  // A key belongs to one account, and the keys of an account are not reported (docs.gemini.com, API keys).
  accountBy: ['apiKey'],
  constraints: { postOnly: true, timeInForce: ['GTC', 'IOC', 'FOK'] },
  checkCredentials: (ctx) => signed.check(ctx),
  rules,
  build: (terms, { facts }) => Promise.resolve(build(terms, facts)),
  submit,
  batch: orderBatch,
  cancel,
  cancelMany,
}

async function rules({ facts }: Located<Facts>, ctx: VenueContext): Promise<OrderRules> {
  const { symbol } = facts
  const placed = await findContract(symbol.toUpperCase(), ctx)
  if (placed === undefined)
    throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${packMarketId(symbol)}`)
  const { contract } = placed
  const { status, marketState, quantityIncrement, quantityMinimum } = contract
  const isOpen = status === 'active' && marketState !== 'closed'
  return {
    market: { id: packMarketId(symbol), aliases: [symbol] },
    ...pricesOf(contract),
    ...(isSize(quantityMinimum) ? { minAmount: String(quantityMinimum) } : {}),
    ...(isSize(quantityIncrement) ? { amountStep: String(quantityIncrement) } : {}),
    ...(isOpen ? {} : { closed: `its status is ${status}, and trading is ${marketState ?? 'over'}` }),
  }
}

/**
 * Returns the valid prices. The highest price is as far from 1 as the lowest from 0, because buying one side equals selling the
 * other.
 */
function pricesOf({ priceIncrement, priceMinimum }: NativeContract): Pick<OrderRules, 'prices'> {
  if (!isSize(priceIncrement)) return {}
  const from = decimalOf(isSize(priceMinimum) ? priceMinimum : priceIncrement)
  return {
    prices: [
      {
        from: toText(from),
        to: toText(subtractDecimals(one, from)),
        step: toText(decimalOf(priceIncrement)),
      },
    ],
  }
}

function isSize(value: number | undefined): value is number {
  return value !== undefined && value > 0
}

/** Builds an order. There are no market orders: an order at the worst price that does not rest replaces them. */
function build(terms: OrderTerms, { symbol, side: outcome }: Facts): NativeOrder {
  const { side, amount, price, postOnly } = terms
  const body = {
    symbol,
    orderType: 'limit',
    side,
    quantity: amount,
    price,
    outcome,
    timeInForce: lastingWords[lastingOf(terms)],
    ...(postOnly === true ? { makerOrCancel: true } : {}),
  }
  return { call: { host: 'account', path: `${PATH}/order`, method: 'POST', body } }
}

/** The venue has no orders with an expiration. */
const lastingWords: Readonly<Partial<Record<TimeInForce, string>>> = {
  GTC: 'good-til-cancel',
  IOC: 'immediate-or-cancel',
  FOK: 'fill-or-kill',
}

async function submit({ call }: NativeOrder, terms: OrderTerms, ctx: VenueContext): Promise<Order> {
  const reply = await sendWrite(call, ctx)
  return readPlacedOrder(readPayload(placedReply, reply.json, `POST ${PATH}/order`), terms, ctx)
}

/**
 * Cancels an order. The response only confirms it: the order is looked up afterwards, and returned if known where that
 * fails.
 */
async function cancel(orderId: string, ctx: VenueContext): Promise<Order> {
  const none = new PmxError('ORDER_NOT_FOUND', `Order not found: no open order has the id ${orderId}`)
  if (!/^\d+$/.test(orderId)) throw none
  const request = { host: 'account', path: `${PATH}/order/cancel`, body: { orderId }, accept: [404] }
  const { status, json } = await sendWrite(request, ctx)
  if (status === 404) throw none
  const { result, message = '' } = readPayload(canceledReply, json, `POST ${request.path}`)
  if (result !== 'ok')
    throw new PmxError('INVALID_ORDER', `The venue did not cancel the order ${orderId}: ${message || result}`)
  const order = await findOrder(orderId, ctx).catch(() => undefined)
  if (order === undefined) return createCanceledOrder(orderId, {}, ['marketId', 'outcomeId'])
  // Its lists may lag behind.
  return toCanceledOrder(order)
}
