import { PmxError } from '../../api/envelope/errors.js'
import type { Order } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  multiply,
  one,
  subtractDecimals,
  toMultiple,
  toNumber,
  toText,
  zero,
} from '../../api/values/decimal.js'
import { pathOf } from '../../transport/call-types.js'
import { defineMemoKey } from '../../venue-kit/contract/memo.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type {
  NativeOrder,
  OrderRules,
  OrderSource,
  OrderTerms,
  PriceBand,
  TimeInForce,
} from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCanceledOrder } from '../../venue-kit/orders/canceled-order.js'
import { lastingOf, mayRest } from '../../venue-kit/orders/time-in-force.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { findOrder } from './account.js'
import { signed } from './auth.js'
import { createComboRefusal, refusalIn } from './errors.js'
import { isCombo, type Side } from './ids.js'
import { findMarket } from './lookup.js'
import { cancelAll } from './native/cancel-all.js'
import { intentOf, toOrder } from './native/order-rows.js'
import { createdReply, type Execution } from './native/order-wire.js'
import { isOver } from './native/states.js'
import type { Facts } from './outcomes.js'

const PATH = '/v1/orders'
/** Unit of money of an order by cash. */
const CENT = '0.01'
/** Prices outside of these bounds are refused, regardless of the tick size. */
const [LOWEST, HIGHEST] = [decimalOf('0.01'), decimalOf('0.99')]

/**
 * Orders, in prices of the long side. They have no client order id. If a response is lost, the status of the order stays unknown,
 * and only the account shows it (README.md, "Accounts and orders").
 */
export const orderSource: OrderSource<Facts> = {
  // A key belongs to one account, and the keys of an account are not reported (docs.polymarket.us, authentication).
  accountBy: ['apiKey'],
  constraints: {
    postOnly: true,
    timeInForce: ['GTC', 'IOC', 'FOK', 'GTD'],
    byMoney: ['IOC', 'FOK'],
  },
  checkCredentials: (ctx) => signed.check(ctx),
  rules,
  build: async (terms, { facts }, ctx) =>
    build(
      terms,
      facts,
      terms.spend === undefined ? undefined : await cashOrder(terms.spend, terms.price, facts, ctx),
    ),
  submit,
  cancel,
  cancelAll,
}

async function rules({ facts }: Located<Facts>, ctx: VenueContext): Promise<OrderRules> {
  if (isCombo(facts.slug)) throw createComboRefusal(facts.slug)
  const market = await findMarket({ kind: 'slug', slug: facts.slug }, ctx)
  if (market === undefined) throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${facts.slug}`)
  const { orderPriceMinTickSize: tick, minimumTradeQty: least } = market
  return {
    market: { id: market.slug, aliases: [market.id] },
    ...(tick === undefined ? {} : { prices: [bandOf(tick, facts.side)] }),
    // The venue silently truncates finer amounts.
    spendStep: CENT,
    ...(least === undefined || least <= 0 ? {} : { minAmount: String(least), amountStep: String(least) }),
    ...(isOver(market) ? { closed: 'it is closed, or its payout is being determined' } : {}),
  }
}

/** Returns the price levels for long, and their complement for short. */
function bandOf(tick: number, side: Side): PriceBand {
  const step = decimalOf(tick)
  const [from, to] = [toMultiple(LOWEST, step, 'up'), toMultiple(HIGHEST, step, 'down')]
  const ends = side === 'long' ? [from, to] : [subtractDecimals(one, to), subtractDecimals(one, from)]
  const [lowest = from, highest = to] = ends
  return { from: toText(lowest), to: toText(highest), step: toText(step) }
}

/**
 * Builds an order. The venue's market orders have no price bound. An order at the worst price that does not rest is sent instead.
 */
function build(terms: OrderTerms, { slug, side }: Facts, cash?: CashOrder): NativeOrder {
  const { side: action, amount, price, expiresAt } = terms
  const longPrice = side === 'long' ? decimalOf(price) : subtractDecimals(one, decimalOf(price))
  const body = {
    marketSlug: slug,
    ...(cash ?? {
      type: 'ORDER_TYPE_LIMIT',
      price: dollars(longPrice),
      quantity: Number(amount),
    }),
    tif: lastingWords[lastingOf(terms)],
    ...(expiresAt === undefined ? {} : { goodTillTime: toIso(expiresAt) }),
    intent: intentOf(action, side),
    manualOrderIndicator: 'MANUAL_ORDER_INDICATOR_AUTOMATIC',
    participateDontInitiate: terms.postOnly === true,
    // It ends immediately, and its response contains the result.
    ...(mayRest(terms) ? {} : { synchronousExecution: true }),
  }
  return { call: { host: 'api', path: PATH, body } }
}

interface CashOrder {
  readonly type: 'ORDER_TYPE_MARKET'
  readonly cashOrderQty: Dollars
  readonly slippageTolerance: { readonly currentPrice: Dollars; readonly ticks: number }
}

/**
 * Builds a market order by cash. Its bound is the slippage tolerance, one tick beyond the price below the worst one. It
 * is not documented whether a width of zero counts as none (docs.polymarket.us, orders; README.md, "Accounts and
 * orders").
 * @throws INVALID_ORDER for short, where the meaning of cash is not documented, if the market reports no tick size, and
 * at the lowest price
 */
async function cashOrder(
  spend: string,
  worst: string,
  { slug, side }: Facts,
  ctx: VenueContext,
): Promise<CashOrder> {
  const tick = (await findMarket({ kind: 'slug', slug }, ctx))?.orderPriceMinTickSize
  if (side !== 'long' || tick === undefined) {
    const why = side === 'long' ? 'the market has no tick size' : 'only purchases of long are documented'
    const message = `Polymarket US does not accept such a purchase by money: ${why}. Use a number of contracts.`
    throw new PmxError('INVALID_ORDER', message, {
      field: 'denom',
      detail: { kind: 'order_rule', allowed: ['shares'] },
    })
  }
  const below = subtractDecimals(decimalOf(worst), decimalOf(tick))
  // A price of 0 may count as none, and a market order without a tolerance has no bound.
  if (compare(below, zero) <= 0)
    throw new PmxError(
      'INVALID_ORDER',
      `For a purchase by amount of money, Polymarket US sets the limit one tick below the worst price, and no tick exists below ${worst}. Send a number of contracts.`,
      { field: 'price', detail: { kind: 'order_rule' } },
    )
  return {
    type: 'ORDER_TYPE_MARKET',
    cashOrderQty: dollars(decimalOf(spend)),
    slippageTolerance: { currentPrice: dollars(below), ticks: 1 },
  }
}

interface Dollars {
  readonly value: string
  readonly currency: 'USD'
}

function dollars(amount: Decimal): Dollars {
  return { value: toText(amount), currency: 'USD' }
}

const lastingWords: Readonly<Record<TimeInForce, string>> = {
  GTC: 'TIME_IN_FORCE_GOOD_TILL_CANCEL',
  GTD: 'TIME_IN_FORCE_GOOD_TILL_DATE',
  IOC: 'TIME_IN_FORCE_IMMEDIATE_OR_CANCEL',
  FOK: 'TIME_IN_FORCE_FILL_OR_KILL',
}

/** Sends an order. The response may contain only an id. The order is then read. If that fails, the known part is returned. */
async function submit({ call }: NativeOrder, terms: OrderTerms, ctx: VenueContext): Promise<Order> {
  const reply = await signed.send(call, ctx)
  const { id, executions = [] } = readPayload(createdReply, reply.json, `POST ${PATH}`)
  ctx.memo.set(slugOfOrder, id, terms.marketId)
  const refusal = refusalIn(executions)
  if (refusal !== undefined) throw refusal
  const told = executions.findLast(({ order }) => order !== undefined)?.order
  const order = told === undefined ? await findOrder(id, ctx).catch(() => undefined) : toOrder(told)
  const { marketId, outcomeId, side, type } = terms
  const wanted = { id, marketId, outcomeId, side, type, price: Number(terms.price) }
  if (order !== undefined) return withCost({ ...order, ...wanted }, terms, executions)
  const unknown = ['filled', 'remaining', 'timestamp']
  const amount = Number(terms.amount)
  return {
    ...wanted,
    amount,
    status: 'pending',
    filled: 0,
    remaining: 0,
    timestamp: 0,
    metadata: { unknown },
  }
}

/** Adds the cost of a purchase of long by money, if all its fills are present. */
function withCost(order: Order, { spend }: OrderTerms, executions: readonly Execution[]): Order {
  if (spend === undefined) return order
  let [cost, count] = [zero, zero]
  for (const { lastShares, lastPx } of executions) {
    if (lastShares === undefined || lastPx === undefined) continue
    cost = add(cost, multiply(decimalOf(lastShares), decimalOf(lastPx)))
    count = add(count, decimalOf(lastShares))
  }
  if (compare(count, decimalOf(order.filled)) !== 0) return order
  return { ...order, metadata: { ...order.metadata, cost: toNumber(cost) } }
}

const cancelable: ReadonlySet<Order['status']> = new Set(['open', 'pending'])

/** The markets of orders that were placed here, because the venue returns 404 for such orders for some seconds (README.md). */
const slugOfOrder = defineMemoKey<string>('slug of order', 3_600_000)

/**
 * Cancels an order. The call requires the market's slug. Its response is empty (docs.polymarket.us, cancel order) and proves
 * nothing, so the order is returned as it is shown afterwards.
 */
async function cancel(orderId: string, ctx: VenueContext): Promise<Order> {
  const order = await findOrder(orderId, ctx)
  const marketSlug = order?.marketId ?? ctx.memo.get(slugOfOrder, orderId)
  if (marketSlug === undefined || (order && !cancelable.has(order.status))) throw noneOpen(orderId)
  const reply = await signed.send(
    {
      host: 'api',
      path: pathOf`/v1/order/${orderId}/cancel`,
      body: { marketSlug },
      accept: [404],
      mayBeEmpty: true,
    },
    ctx,
  )
  if (reply.status === 404) throw noneOpen(orderId)
  // The cancel was accepted: where the order cannot be read, the core looks it up again.
  const after = (await findOrder(orderId, ctx).catch(ignoreFailure)) ?? order
  return after ?? { ...createCanceledOrder(orderId), status: 'pending' }
}

function ignoreFailure(error: unknown): undefined {
  if (!(error instanceof PmxError)) throw error
}

function noneOpen(orderId: string): PmxError {
  return new PmxError('ORDER_NOT_FOUND', `Order not found: no open order has the id ${orderId}`)
}
