import { PmxError } from '../../api/envelope/errors.js'
import type { Order } from '../../api/models/models.js'
import { compare, decimalOf, multiply, one, subtractDecimals, toText } from '../../api/values/decimal.js'
import { pathOf } from '../../transport/call-types.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { NativeOrder, OrderRules, OrderSource, OrderTerms } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import {
  computeLimitAmounts,
  exchangeOrder,
  saltOf,
  signatureTypes,
} from '../../venue-kit/orders/exchange-order.js'
import { lastingOf } from '../../venue-kit/orders/time-in-force.js'
import { assertSameSubject, readPayload } from '../../venue-kit/payload/payload.js'
import { CHAIN, ownerIn, readCredentials, sendSigned } from './auth.js'
import { createRefusedOrderError, isUnknownOrder } from './errors.js'
import type { OutcomeFacts } from './native/directory.js'
import { findMarketOf } from './native/directory.js'
import { lookUp } from './native/lookup-reply.js'
import { packOrderId, readOrderId, tokenOf, toOrder } from './native/order-rows.js'
import { numberedReply, orderReply, refusalReply } from './native/order-wire.js'
import { findOrder } from './native/own-orders.js'
import { safeOf } from './native/safe.js'
import { book, singleMarket } from './schemas.js'

/** Limits in the venue's SDK. Each book also contains the tick size and the minimum size (README.md, "Accounts and orders"). */
const TICK = '0.001'
const MIN_AMOUNT = '1'
const AMOUNT_STEP = '0.01'
/** For purchases only. */
const MIN_COST = decimalOf('1')
/** The maximum rate that orders accept. The charged rate is lower, and depends on the price. */
const FEE_RATE_BPS = 175
/** Decimals of USDT and contracts. A price with three decimals and a size with two need no rounding. */
const AMOUNTS = { decimals: 18, money: { buy: 'up', sell: 'down' } } as const
const SALT_BITS = 64

/** Orders signed by a wallet for its Safe (README.md, "Accounts and orders"). */
export const orderSource: OrderSource<OutcomeFacts> = {
  accountIn: ownerIn,
  sellsHeldOnly: true,
  // The types of limit orders in @prob/clob 0.5.0. FOK and FAK are by money, and limit only sellers.
  constraints: { timeInForce: ['GTC', 'IOC', 'GTD'] },
  checkCredentials: (ctx) => void readCredentials(ctx),
  rules,
  build,

  async submit({ call }, terms, ctx): Promise<Order> {
    const { json } = await sendSigned(call, ctx)
    const refused = refusalReply.safeParse(json)
    if (refused.success) throw createRefusedOrderError(refused.data.code, refused.data.msg)
    const told =
      (await readBack(json, terms, ctx)) ??
      toOrder(readPayload(orderReply, json, 'POST /order/{chainId}'), terms.marketId)
    // The venue's member with that name is not the caller's id.
    return { ...told, type: terms.type, clientOrderId: terms.clientOrderId }
  },

  async cancel(orderId, ctx): Promise<Order> {
    const { number, tokenId } = readOrderId(orderId)
    const path = pathOf`/order/${CHAIN}/${number}`
    const reply = await sendSigned({ path, method: 'DELETE', query: { tokenId }, accept: [400, 404] }, ctx)
    if (reply.status === 404 || isUnknownOrder(reply.json))
      throw new PmxError('ORDER_NOT_FOUND', `Order not found: no open order has the id ${orderId}`)
    const refused = refusalReply.safeParse(reply.json)
    if (refused.success) throw createRefusedOrderError(refused.data.code, refused.data.msg)
    const what = 'DELETE /order/{chainId}/{orderId}'
    const row = readPayload(orderReply, reply.json, what)
    assertSameSubject(number, row.orderId, what, 'orderId')
    // The row may show the order as open: it is not documented whether the cancel is carried out by then.
    return toOrder(row, await findMarketOf(tokenOf(row), ctx).catch(() => undefined))
  },
}

/** Reads an order whose response contains only its number and few other members (README.md). */
async function readBack(answer: unknown, terms: OrderTerms, ctx: VenueContext): Promise<Order | undefined> {
  const numbered = numberedReply.safeParse(answer)
  if (!numbered.success || orderReply.safeParse(answer).success) return undefined
  const orderId = packOrderId({ number: numbered.data.orderId, tokenId: terms.outcomeId })
  return findOrder(orderId, ctx).catch(() => undefined)
}

async function rules({ outcomeId, facts }: Located<OutcomeFacts>, ctx: VenueContext): Promise<OrderRules> {
  const [closed, { tick_size, min_order_size }] = await Promise.all([
    closureOf(facts.marketId, ctx),
    quoted(outcomeId, ctx),
  ])
  const step = toText(decimalOf(tick_size ?? TICK))
  return {
    market: { id: facts.marketId, aliases: [facts.conditionId] },
    prices: [{ from: step, to: toText(subtractDecimals(one, decimalOf(step))), step }],
    minAmount: toText(decimalOf(min_order_size ?? MIN_AMOUNT)),
    amountStep: AMOUNT_STEP,
    ...(closed === undefined ? {} : { closed }),
  }
}

/** Returns the reason why the market is closed. */
async function closureOf(marketId: string, ctx: VenueContext): Promise<string | undefined> {
  const found = await lookUp({ host: 'market', path: pathOf`/markets/${marketId}` }, ctx)
  if (found.kind === 'none') throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${marketId}`)
  if (found.kind === 'doubtful')
    throw new PmxError('EXCHANGE_NOT_AVAILABLE', `Probable failed to return the market ${marketId}.`)
  const market = readPayload(singleMarket, found.reply.json, 'GET /markets/{id}')
  if (market.resolved) return 'it is resolved'
  if (market.closed) return 'it is closed'
  if (market.archived) return 'it is archived'
  return market.active ? undefined : 'it is not active'
}

async function quoted(tokenId: string, ctx: VenueContext) {
  const { json } = await ctx.http.send({ host: 'orderbook', path: '/book', query: { token_id: tokenId } })
  return readPayload(book, json, 'GET /book')
}

async function build(
  terms: OrderTerms,
  _outcome: Located<OutcomeFacts>,
  ctx: VenueContext,
): Promise<NativeOrder> {
  const { side, clientOrderId, expiresAt } = terms
  assertTerms(terms)
  const { privateKey } = readCredentials(ctx)
  const signer = await ownerIn(ctx)
  const { signOrder } = await import('./native/sign-order.js')
  const order = exchangeOrder({
    side,
    salt: saltOf(clientOrderId, SALT_BITS),
    maker: safeOf(signer),
    signer,
    tokenId: BigInt(terms.outcomeId),
    ...computeLimitAmounts({ side, size: decimalOf(terms.amount), price: decimalOf(terms.price) }, AMOUNTS),
    feeRateBps: BigInt(FEE_RATE_BPS),
    signatureType: signatureTypes.safe,
    // Unix seconds, and never later than the requested expiration.
    ...(expiresAt === undefined ? {} : { expiration: BigInt(Math.floor(expiresAt / 1000)) }),
  })
  const signedOrder = {
    salt: String(order.salt),
    maker: order.maker,
    signer,
    taker: order.taker,
    tokenId: String(order.tokenId),
    makerAmount: String(order.makerAmount),
    takerAmount: String(order.takerAmount),
    side: side === 'buy' ? 'BUY' : 'SELL',
    expiration: String(order.expiration),
    nonce: String(order.nonce),
    feeRateBps: String(order.feeRateBps),
    signatureType: order.signatureType,
    signature: signOrder(privateKey, order),
  }
  const body = {
    deferExec: true,
    order: signedOrder,
    owner: signer,
    // Market orders of the venue are by money and limit only sellers: this one is limited by the price.
    orderType: lastingOf(terms),
  }
  return { call: { host: 'orderbook', path: `/order/${CHAIN}`, body }, signedOrder }
}

function assertTerms({ side, amount, price, feeRateBps, onBehalfOf }: OrderTerms): void {
  const cost = multiply(decimalOf(amount), decimalOf(price))
  if (side === 'buy' && compare(cost, MIN_COST) < 0)
    throw new PmxError(
      'INVALID_ORDER',
      `A purchase on Probable must cost at least ${toText(MIN_COST)} USDT; this one costs ${toText(cost)}.`,
      { exchange: 'probable', field: 'amount', detail: { allowed: { minCost: toText(MIN_COST) } } },
    )
  if (feeRateBps !== undefined && feeRateBps !== FEE_RATE_BPS)
    throw new PmxError(
      'INVALID_ORDER',
      `Orders on Probable are signed with a fee rate of ${FEE_RATE_BPS} basis points. Omit the fee.`,
      {
        exchange: 'probable',
        field: 'fee',
        detail: { allowed: FEE_RATE_BPS },
      },
    )
  if (onBehalfOf !== undefined)
    throw new PmxError('NOT_SUPPORTED', 'Probable does not accept orders on behalf of others.', {
      exchange: 'probable',
      field: 'onBehalfOf',
    })
}
