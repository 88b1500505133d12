import { type Refusal, type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import { type MockCall, type MockRequest, type Route, route } from '../../mock-kit/mock-venue.js'
import { orderSigner, readSentOrder, type SentOrder } from '../../mock-kit/verify-order.js'
import {
  type Amount,
  amountOf,
  divideAmounts,
  MICRO,
  multiplyAmounts,
  numberOf,
  toAmountText,
} from '../../paper-trading/state/amount.js'
import { type RejectionTexts, rejectionTextOf } from '../../paper-trading/state/rejections.js'
import type {
  PaperFill,
  PaperOrder,
  PaperOrderRequest,
  PaperRejection,
  PaperTimeInForce,
} from '../../paper-trading/state/types.js'
import { accountOf, callerOf } from './accounts.js'
import { byToken, tokenOf } from './ids.js'
import { PREFIX } from './market-routes.js'
import { createBookError, createNoSuchToken } from './replies.js'
import { safeOf } from './safes.js'

/** Routes of orders (README.md). */
export const orderRoutes: readonly Route[] = [
  route('POST', `${PREFIX}/order/:chain`, create),
  route('DELETE', `${PREFIX}/order/:chain/:order`, cancel),
  route('GET', `${PREFIX}/orders/:chain/open`, listOpen),
  route('GET', `${PREFIX}/orders/:chain/:order`, oneOrder),
  route('GET', `${PREFIX}/trade/:chain`, listTrades),
]

const DOMAIN = {
  name: 'Probable CTF Exchange',
  chainId: 56,
  exchange: '0xF99F5367ce708c66F0860B77B4331301A5597c86',
} as const

const timesInForce: Readonly<Record<string, PaperTimeInForce>> = {
  GTC: 'gtc',
  GTD: 'gtc',
  IOC: 'ioc',
  FAK: 'ioc',
  FOK: 'fok',
}

function create(call: MockCall): Reply {
  const { request } = call
  const wallet = callerOf(call)
  const account = accountOf(call)
  const sent = readSentOrder(bodyMemberOf(request, 'order'))
  if ('wrong' in sent) throw createBookError(400, 'PAS-4000', `order.${sent.wrong} is invalid`)
  const orderType = bodyTextOf(request, 'orderType') ?? ''
  const timeInForce = timesInForce[orderType]
  if (timeInForce === undefined) throw createBookError(400, 'PAS-4000', 'orderType is invalid')
  assertSigned(sent, wallet)
  const done = account.place({
    ...termsOf(call, sent, timeInForce),
    timeInForce,
    expiresAt: sent.expiration === 0n ? undefined : Number(sent.expiration) * 1000,
    native: { orderType },
  })
  if (done.rejected === undefined) return toJsonReply(orderRow(call, done.order))
  return refusalOf(done.rejected)
}

/** Accepts only Safes. */
function assertSigned(sent: SentOrder, wallet: string): void {
  const isOwn = sent.signer.toLowerCase() === wallet && sent.maker === safeOf(wallet)
  if (!isOwn || sent.signatureType !== 2n)
    throw createBookError(400, 'PAS-4000', 'maker is not the Safe of the signer')
  if (orderSigner(sent, DOMAIN) !== wallet) throw createBookError(400, 'PAS-4000', 'invalid order signature')
}

/** Converts an amount in units of 18 digits; rejects one finer than the precision of the simulation. */
function amount(units: bigint): Amount {
  if (units % MICRO !== 0n) throw createBookError(400, 'PAS-4000', 'amounts are too fine')
  return units / MICRO
}

type Terms = Pick<PaperOrderRequest, 'market' | 'side' | 'action' | 'amount' | 'price'>

function termsOf(call: MockCall, sent: SentOrder, timeInForce: PaperTimeInForce): Terms {
  const token = requireOrRefuse(byToken(call, String(sent.tokenId)), createNoSuchToken)
  const isBuy = sent.side === 0n
  const terms = { market: token.market, side: token.side, action: isBuy ? 'buy' : 'sell' } as const
  const given = amount(sent.makerAmount)
  // A market order: money of buyers, contracts of sellers; only sellers may set a bound.
  if (sent.takerAmount === 0n && timeInForce !== 'gtc') {
    const bound = amountOf(boundIn(call.request) ?? '')
    return isBuy
      ? { ...terms, amount: { spend: given } }
      : { ...terms, amount: { size: given }, price: bound }
  }
  const taken = amount(sent.takerAmount)
  const [size, money] = isBuy ? [taken, given] : [given, taken]
  if (size <= 0n) throw createBookError(400, 'PAS-4000', 'size is invalid')
  return { ...terms, amount: { size }, price: divideAmounts(money, size) }
}

function boundIn(request: MockRequest): string | undefined {
  return bodyTextOf({ body: bodyMemberOf(request, 'slippageTolerance') }, 'minPrice')
}

/** Returns the order that the path and the token name. @throws 404 */
function named(call: MockCall): PaperOrder {
  const order = accountOf(call).order(call.params['order'] ?? '')
  if (
    order === undefined ||
    tokenOf(call.world.seed, order.market, order.side) !== call.query.text('tokenId')
  )
    throw noOrder()
  return order
}

function cancel(call: MockCall): Reply {
  const done = accountOf(call).cancel(named(call).id)
  if (done.rejected !== undefined) throw noOrder()
  return toJsonReply(orderRow(call, done.order))
}

function oneOrder(call: MockCall): Reply {
  return toJsonReply(orderRow(call, named(call)))
}

/** Returns a plain list, as the SDK reads it; with pages on request, as documented. */
function listOpen(call: MockCall): Reply {
  const tokens = call.query.list('token_ids')
  const rows = accountOf(call)
    .orders()
    .filter(({ status }) => status === 'open')
    .map((order) => orderRow(call, order))
    .filter(({ ctfTokenId }) => tokens.length === 0 || tokens.includes(ctfTokenId))
  if (!call.query.has('page')) return toJsonReply(rows)
  const [page, limit] = [call.query.integer('page') ?? 1, call.query.integer('limit') ?? 20]
  if (page === 'bad' || limit === 'bad' || page < 1 || limit < 1)
    throw createBookError(400, 'PAS-4000', 'page or limit is invalid')
  return toJsonReply({
    orders: rows.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, total: rows.length },
  })
}

/**
 * Returns the account's trades of one token, newest first. The format of the cursor is not documented; here it is a
 * number of rows.
 */
function listTrades(call: MockCall): Reply {
  const { query } = call
  const token = query.text('tokenId')
  if (token === undefined) throw createBookError(400, 'PAS-4000', 'tokenId is required')
  const [limit, from] = [query.integer('limit') ?? 10, query.integer('next_cursor') ?? 0]
  if (limit === 'bad' || from === 'bad' || limit < 1 || from < 0)
    throw createBookError(400, 'PAS-4000', 'limit or next_cursor is invalid')
  const rows = accountOf(call)
    .fills()
    .filter(({ market, order }) => tokenOf(call.world.seed, market, order.side) === token)
  const next = from + limit < rows.length ? String(from + limit) : ''
  return toJsonReply({
    trades: rows.slice(from, from + limit).map((fill) => tradeRow(token, fill)),
    next_cursor: next,
  })
}

function tradeRow(token: string, { count, order, price, size, fee, liquidity, at }: PaperFill) {
  return {
    id: count,
    orderId: Number(order.id),
    symbol: token,
    price: toAmountText(price),
    qty: toAmountText(size),
    quoteQty: toAmountText(multiplyAmounts(price, size)),
    commission: toAmountText(fee),
    commissionAsset: 'USDT',
    time: at,
    buyer: order.action === 'buy',
    maker: liquidity === 'maker',
    counterpartyId: 0,
  }
}

function statusOf({ status, filled, ending }: PaperOrder): string {
  if (status === 'filled') return 'FILLED'
  if (status === 'open') return filled > 0n ? 'PARTIALLY_FILLED' : 'NEW'
  return ending === 'cancelled' ? 'CANCELED' : 'EXPIRED'
}

function orderRow(call: MockCall, order: PaperOrder) {
  const { price = 0n, size, filled, takerValue, makerValue } = order
  const token = tokenOf(call.world.seed, order.market, order.side)
  const value = takerValue + makerValue
  const type = order.price === undefined ? 'MARKET' : 'LIMIT'
  return {
    orderId: Number(order.id),
    clientOrderId: `web_${order.id}`,
    symbol: token,
    side: order.action === 'buy' ? 'BUY' : 'SELL',
    type,
    timeInForce: order.native['orderType'],
    price: toAmountText(price),
    origQty: toAmountText(size),
    executedQty: toAmountText(filled),
    cumQuote: toAmountText(value),
    status: statusOf(order),
    time: order.createdAt,
    updateTime: order.updatedAt,
    avgPrice: filled === 0n ? '0' : String(numberOf(divideAmounts(value, filled))),
    origType: type,
    tokenId: token,
    ctfTokenId: token,
    stopPrice: '0',
    orderListId: -1,
    cumQty: toAmountText(filled),
  }
}

/** Returns the error for an unknown order; its text is invented. */
function noOrder(): Refusal {
  return createBookError(404, 'PAS-4040', 'order not found')
}

/**
 * Rejections of orders are successful responses with a code; the codes are invented, except the one for missing
 * liquidity.
 */
const rejections: RejectionTexts<readonly [code: number, msg: string]> = {
  insufficient: [-2010, 'Account has insufficient balance for requested action.'],
  otherwise: (reason) => [-1013, `Order was refused: ${reason.replaceAll('_', ' ')}`],
}

function refusalOf(rejection: PaperRejection): Reply {
  if (rejection.reason === 'not_filled')
    throw createBookError(400, 'PAS-4206', 'no enough liquidity to place order')
  const [code, msg] = rejectionTextOf(rejections, rejection)
  return toJsonReply({ code, msg })
}
