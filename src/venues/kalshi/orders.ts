import { PmxError } from '../../api/envelope/errors.js'
import type { Order } from '../../api/models/models.js'
import {
  add,
  compare,
  decimalOf,
  one,
  subtractDecimals,
  toMultiple,
  toText,
  zero,
} from '../../api/values/decimal.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import { paginate } from '../../venue-kit/contract/paging.js'
import type {
  NativeOrder,
  OrderHandle,
  OrderRules,
  OrderSource,
  OrderTerms,
  PriceBand,
  TimeInForce,
} from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import type { SignedHttp } from '../../venue-kit/orders/signed-http.js'
import { lastingOf } from '../../venue-kit/orders/time-in-force.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { assertAllRead } from '../../venue-kit/requests/map-rows.js'
import { findOrder, listOrders } from './account.js'
import { createKalshiHttp } from './auth.js'
import type { Side } from './ids.js'
import { createEdit } from './native/amend.js'
import { boundsOf, type SettlementBounds } from './native/bounds.js'
import { cancelOrder } from './native/cancel.js'
import type { KalshiEnvironment } from './native/environment.js'
import { findMarket, readMarket } from './native/find-market.js'
import { createCancelBatch, createOrderBatch } from './native/many-orders.js'
import { orderCreated } from './native/order-created.js'
import { createdReply, userDataReply } from './native/order-wire.js'
import { quoteOf } from './native/quote.js'
import { explainRefusal } from './native/refusals.js'
import type { OutcomeFacts } from './outcomes.js'
import { isClosed, type NativeMarket } from './schemas.js'

const PATH = '/portfolio/events/orders'
/** Contracts are counted in hundredths. */
const COUNT_STEP = '0.01'
/** A sent order is listed by its own time, from another clock. */
const CLOCKS_APART_MS = 10 * 60_000

/** Creates the source of second-generation orders: bids and asks of YES (README.md, "Accounts and orders"). */
export function createOrderSource(environment: KalshiEnvironment): OrderSource<OutcomeFacts> {
  const signed = createKalshiHttp(environment)
  return {
    // A key belongs to one user, and the calls made here do not report a user's other keys (docs.kalshi.com, API keys).
    accountBy: ['apiKey'],
    // Orders of the second generation (docs.kalshi.com, create order): a resting order cannot be reduce-only.
    constraints: {
      postOnly: true,
      timeInForce: ['GTC', 'IOC', 'FOK', 'GTD'],
      reduceOnly: ['IOC'],
      cancelOnPause: true,
      orderGroups: true,
    },
    checkCredentials: (ctx) => signed.check(ctx),
    rules,
    build: (terms, { facts }) => Promise.resolve(build(terms, facts.side)),
    submit: (order, terms, ctx) => submit(order, terms, signed, ctx),
    batch: createOrderBatch(signed),
    edit: createEdit(signed),
    cancelMany: createCancelBatch(signed),
    cancel: (orderId, ctx) => cancelOrder(orderId, signed, ctx),
    find: (handle, terms, sentAt, ctx) => find(handle, terms, sentAt, signed, ctx),
    listedUntil: (ctx) => listedUntil(signed, ctx),
  }
}

async function rules({ facts }: Located<OutcomeFacts>, ctx: VenueContext): Promise<OrderRules> {
  const found = await findMarket(facts.ticker, ctx)
  if (found === undefined) throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${facts.ticker}`)
  const market = readMarket(found)
  const bounds = boundsOf(market)
  const prices = pricesOf(market, bounds, facts.side)
  const closed = closedBy(market, bounds, prices, ctx.clock.now())
  return {
    market: { id: market.ticker },
    minAmount: COUNT_STEP,
    amountStep: COUNT_STEP,
    ...(prices === undefined ? {} : { prices }),
    ...(closed === undefined ? {} : { closed }),
  }
}

function closedBy(
  market: NativeMarket,
  bounds: SettlementBounds,
  prices: readonly PriceBand[] | undefined,
  now: number,
): string | undefined {
  if (isClosed(market, now)) return `its status is ${market.status}`
  if (bounds.kind === 'unknown')
    return `its settlement bounds are '${bounds.word}', which this version does not support`
  return prices?.length === 0 ? 'no price is between its settlement floor and 1' : undefined
}

/** For a market without a reported tick size: so fine that no price is refused. */
const FINEST_STEP = 0.000001

/**
 * Returns the valid prices. The venue reports the tick sizes of YES; those of NO are the complement. Returns undefined if
 * every price may be tried, and empty where none may.
 */
function pricesOf(
  { price_ranges: told }: NativeMarket,
  bounds: SettlementBounds,
  side: Side,
): readonly PriceBand[] | undefined {
  const floor = bounds.kind === 'floor' ? decimalOf(bounds.floor) : zero
  const hasGrid = told !== undefined && told.length > 0
  if (!hasGrid && compare(floor, zero) === 0) return undefined
  const ranges = hasGrid ? told : [{ start: 0, end: 1, step: FINEST_STEP }]
  const bands = ranges.flatMap((range) => {
    const [start, end, step] = [decimalOf(range.start), decimalOf(range.end), decimalOf(range.step)]
    const from =
      compare(start, floor) < 0 ? add(start, toMultiple(subtractDecimals(floor, start), step, 'up')) : start
    return compare(from, end) < 0 ? [{ from, to: end, step: toText(step) }] : []
  })
  return side === 'yes'
    ? bands.map(({ from, to, step }) => ({ from: toText(from), to: toText(to), step }))
    : bands
        .map(({ from, to, step }) => ({
          from: toText(subtractDecimals(one, to)),
          to: toText(subtractDecimals(one, from)),
          step,
        }))
        .reverse()
}

/**
 * Builds a bid or an ask of YES: buying NO at q is selling YES at 1 - q. There are no market orders: a limit order that does not
 * rest replaces them.
 */
function build(terms: OrderTerms, of: Side): NativeOrder {
  const { clientOrderId, marketId, expiresAt, orderGroupId } = terms
  const body = {
    ticker: marketId,
    client_order_id: clientOrderId,
    ...quoteOf(terms, of),
    time_in_force: lastingWords[lastingOf(terms)],
    self_trade_prevention_type: 'taker_at_cross',
    post_only: terms.postOnly === true,
    reduce_only: terms.reduceOnly === true,
    // Whole seconds, and never later than the requested expiration.
    ...(expiresAt === undefined ? {} : { expiration_time: Math.floor(expiresAt / 1000) }),
    ...(terms.cancelOnPause === true ? { cancel_order_on_pause: true } : {}),
    ...(orderGroupId === undefined ? {} : { order_group_id: orderGroupId }),
  }
  return {
    call: { host: 'api', path: PATH, body },
    handle: { by: 'clientOrderId', value: clientOrderId },
    isUnique: true,
  }
}

const lastingWords: Readonly<Record<TimeInForce, string>> = {
  GTC: 'good_till_canceled',
  GTD: 'good_till_canceled',
  IOC: 'immediate_or_cancel',
  FOK: 'fill_or_kill',
}

async function submit(
  { call }: NativeOrder,
  terms: OrderTerms,
  signed: SignedHttp,
  ctx: VenueContext,
): Promise<Order> {
  const reply = await signed.send(call, ctx).catch(async (refusal: unknown) => {
    throw await explainRefusal(refusal, terms, signed, ctx)
  })
  return orderCreated(readPayload(createdReply, reply.json, `POST ${PATH}`), terms, ctx)
}

/**
 * Returns the time of the portfolio data, which may lag behind (docs.kalshi.com, get user data timestamp; venue sample
 * user-data-timestamp).
 */
async function listedUntil(signed: SignedHttp, ctx: VenueContext): Promise<number> {
  const path = '/exchange/user_data_timestamp'
  const { json } = await signed.send({ host: 'api', path }, ctx)
  return readPayload(userDataReply, json, `GET ${path}`).as_of_time
}

/** @throws EXCHANGE_NOT_AVAILABLE when it may be among orders that cannot be read */
async function find(
  { by, value }: OrderHandle,
  { marketId }: OrderTerms,
  sentAt: number,
  signed: SignedHttp,
  ctx: VenueContext,
): Promise<Order | undefined> {
  if (by === 'orderId') return findOrder(value, signed, ctx)
  const query = { marketId, since: sentAt - CLOCKS_APART_MS }
  for await (const rows of paginate(listOrders(query, signed, ctx))) {
    const found = rows.find(({ clientOrderId }) => clientOrderId === value)
    if (found !== undefined) return found
  }
  // An order that was not found counts as never placed.
  assertAllRead(`The order '${value}'`, ctx)
  return undefined
}
