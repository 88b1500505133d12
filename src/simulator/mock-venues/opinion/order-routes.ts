import { createNotImplemented, type Refusal, type Reply, requireOrRefuse } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import { type ListSpec, pageOf } from '../../mock-kit/list-endpoint.js'
import { readCommaSeparated, whereEqual, whereOneOf } from '../../mock-kit/list-filters.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { orderSigner, readSentOrder, type SentOrder } from '../../mock-kit/verify-order.js'
import { seenFrom } from '../../mock-kit/yes-no-sides.js'
import {
  type Amount,
  amountOf,
  divideAmounts,
  MICRO,
  multiplyAmounts,
  toAmount,
  toAmountText,
} from '../../paper-trading/state/amount.js'
import {
  type RejectionTexts,
  rejectionTextOf,
  requireAccepted,
} from '../../paper-trading/state/rejections.js'
import type {
  PaperAccount,
  PaperFill,
  PaperOrder,
  PaperOrderRequest,
  PaperRejection,
} from '../../paper-trading/state/types.js'
import type { WorldMarket } from '../../world/common/types.js'
import { accountOf, assertKey, bookOf, walletsOf } from './accounts.js'
import { createBadRequest, createFailure, createUnknownId, toSuccessReply } from './envelope.js'
import { MIN_ORDER_VALUE } from './fees.js'
import { byToken, type Token } from './ids.js'
import { CHAIN_ID, EXCHANGE, type Native } from './market.js'
import { groupFillsByOrder, orderRow, toCreatedRow, toTradeRows } from './native-order.js'
import { paged, resultOf, whereChoice } from './paging.js'
import { isSettled } from './settlement.js'

/** Routes of orders (README.md, "Orders"). The signer owns the wallet with the money. */
export const orderRoutes: readonly Route[] = [
  route('POST', '/openapi/order', place),
  route('POST', '/openapi/order/cancel', cancel),
  route('GET', '/openapi/order', ordersOf),
  route('GET', '/openapi/order/:order', (call) => {
    const account = accountOf(call)
    const order = account.order(call.params['order'] ?? '')
    if (order === undefined) throw createFailure(10200, 'Order does not exist')
    const fills = groupFillsByOrder(account)(order.id)
    return toSuccessReply({ orderData: orderRow(call, order, fills, toTradeRows(call, account, fills)) })
  }),
  route('GET', '/openapi/trade', tradesOf),
  route('GET', '/openapi/trade/user/:wallet', (call) => {
    const { login, safe } = walletsOf(assertKey(call))
    const wallet = (call.params['wallet'] ?? '').toLowerCase()
    // Other wallets of the world hold positions, but the world has no trades for them.
    return wallet === login || wallet === safe ? tradesOf(call) : toSuccessReply({ total: 0, list: [] })
  }),
]

/** Texts are the venue's if they are known; this number is for errors without a recorded one. */
const OTHER = 10000

const ofMarket = {
  chainId: whereEqual(() => CHAIN_ID),
  marketId: whereChoice<{ readonly market: WorldMarket }, MockCall>(
    ({ market }, id) => id === 0 || market.number === id,
  ),
}

/** An order with its fills, newest first. */
interface Filled {
  readonly order: PaperOrder
  readonly market: WorldMarket
  readonly fills: readonly PaperFill[]
}

/** Newest first. */
const orders: ListSpec<Filled> = {
  ...paged,
  filters: {
    ...ofMarket,
    status: whereOneOf(readCommaSeparated, ({ order, fills }, call) =>
      String(orderRow(call, order, fills)['status']),
    ),
  },
}
const trades: ListSpec<TradeRow> = { ...paged, filters: ofMarket }

interface TradeRow {
  readonly market: WorldMarket
  readonly row: Native
}

function ordersOf(call: MockCall): Reply {
  const account = accountOf(call)
  const fillsOf = groupFillsByOrder(account)
  const rows = account
    .orders()
    .map((order): Filled => ({ order, market: order.market, fills: fillsOf(order.id) }))
  return toSuccessReply(
    resultOf(pageOf(orders, call, rows), ({ order, fills }) => orderRow(call, order, fills)),
  )
}

function tradesOf(call: MockCall): Reply {
  const rows = settledTrades(call, accountOf(call))
  return toSuccessReply(resultOf(pageOf(trades, call, rows), ({ row }) => row))
}

function settledTrades(call: MockCall, account: PaperAccount): readonly TradeRow[] {
  const fills = account.fills().filter((fill) => isSettled(call, fill))
  return toTradeRows(call, account, fills).flatMap((row, index) => {
    const market = fills[index]?.market
    return market === undefined ? [] : [{ market, row }]
  })
}

function place(call: MockCall): Reply {
  const account = accountOf(call)
  const { order, token } = sentIn(call)
  assertSigned(order, assertKey(call))
  const done = requireAccepted(account.place(wantedOf(call, order, token)), refusalOf)
  return toSuccessReply({ orderData: toCreatedRow(call, done.order, done.fills) })
}

function sentIn(call: MockCall): { readonly order: SentOrder; readonly token: Token } {
  const order = readSentOrder(call.request.body)
  if ('wrong' in order) throw createBadRequest(`invalid ${order.wrong}`)
  const token = byToken(call, String(order.tokenId))
  if (token === undefined || bodyMemberOf(call.request, 'topicId') !== token.market.number)
    throw createUnknownId()
  assertPlain(call, order)
  return { order, token }
}

/**
 * Rejects other values than 0 of members that the venue's clients always send as 0. Their effect is documented, but not
 * implemented.
 */
function assertPlain({ request }: MockCall, { expiration, nonce, feeRateBps }: SentOrder): void {
  const terms = {
    expiration: String(expiration),
    nonce: String(nonce),
    feeRateBps: String(feeRateBps),
    safeRate: bodyTextOf(request, 'safeRate') ?? '0',
    orderExpTime: bodyTextOf(request, 'orderExpTime') ?? '0',
  }
  for (const [name, value] of Object.entries(terms))
    if (value !== '0') throw createNotImplemented(`${name} of an order`)
}

/**
 * Checks that the signature is that of the signer, and that the signer owns the paying wallet (README.md, "Orders").
 * The error number is that of signatures which create API keys; for orders none is recorded.
 */
function assertSigned(order: SentOrder, key: string): void {
  const by = orderSigner(order, {
    name: 'OPINION CTF Exchange',
    chainId: Number(CHAIN_ID),
    exchange: EXCHANGE,
  })
  const { login, safe } = walletsOf(key)
  const [maker, signer] = [order.maker.toLowerCase(), order.signer.toLowerCase()]
  const payers: ReadonlyMap<bigint, string> = new Map([
    [0n, login],
    [2n, safe],
  ])
  if (by !== signer) throw createFailure(11011, 'Invalid signature')
  if (payers.get(order.signatureType) !== maker)
    throw createFailure(OTHER, `maker must be the current multi-signature wallet ${safe}`)
  if (signer !== login) throw createFailure(11011, 'Invalid signature')
}

/** Amounts of the simulation per base unit of USDT and contracts. */
const UNITS = 10n ** 6n
function wantedOf(call: MockCall, order: SentOrder, token: Token): PaperOrderRequest {
  const method = bodyMemberOf(call.request, 'tradingMethod')
  if (method !== 1 && method !== 2) throw createBadRequest('invalid tradingMethod')
  const isBuy = order.side === 0n
  const wanted: Wanted = {
    token,
    isBuy,
    given: floored(order.makerAmount / UNITS),
    asked: floored(order.takerAmount / UNITS),
    isPostOnly: bodyMemberOf(call.request, 'postOnly') === true,
  }
  return {
    market: token.market,
    side: token.side,
    action: isBuy ? 'buy' : 'sell',
    ...(method === 1 ? atMarket(call, wanted) : atLimit(call, wanted)),
  }
}

interface Wanted {
  readonly token: Token
  readonly isBuy: boolean
  /** Money of a buyer, contracts of a seller. */
  readonly given: Amount
  readonly asked: Amount
  readonly isPostOnly: boolean
}

type Terms = Pick<PaperOrderRequest, 'amount' | 'price' | 'timeInForce' | 'postOnly' | 'native'>

function atMarket(call: MockCall, { token, isBuy, given, asked, isPostOnly }: Wanted): Terms {
  if (isPostOnly) throw createFailure(10610, 'postOnly is not allowed for market orders')
  if (given === 0n) throw createBadRequest('invalid makerAmount')
  const worst = isBuy || asked === 0n ? undefined : divideAmounts(asked, given)
  const best = bestFor(call, token, isBuy)
  if (best === undefined || (worst !== undefined && best < worst))
    throw createFailure(10605, 'Depth not enough')
  if ((isBuy ? given : multiplyAmounts(best, given)) < MIN_ORDER_VALUE) throw tooSmall()
  return {
    amount: isBuy ? { spend: given } : { size: given },
    price: worst === undefined ? undefined : ceiled(worst, token.market),
    timeInForce: 'ioc',
    native: {
      // A reference price: the amount derived from it exceeds the filled one.
      price: toAmountText(best),
      tradingMethod: 1,
      tradingMethodEnum: 'Market',
      orderShares: toAmountText(isBuy ? divideAmounts(given, best) : given),
      orderAmount: toAmountText(isBuy ? given : multiplyAmounts(best, given)),
    },
  }
}

function atLimit(call: MockCall, { isBuy, given, asked, isPostOnly }: Wanted): Terms {
  const [shares, money] = isBuy ? [asked, given] : [given, asked]
  const price = amountOf(bodyTextOf(call.request, 'price') ?? '')
  if (price === undefined || price <= 0n || floored(multiplyAmounts(price, shares)) !== money)
    throw createBadRequest('invalid price')
  if (money < MIN_ORDER_VALUE) throw tooSmall()
  return {
    amount: { size: shares },
    price,
    timeInForce: 'gtc',
    postOnly: isPostOnly,
    native: {
      price: toAmountText(price),
      tradingMethod: 2,
      tradingMethodEnum: 'Limit',
      orderShares: toAmountText(shares),
      orderAmount: toAmountText(money),
    },
  }
}

/** Rounds down to millionths, the precision of the simulation. */
function floored(amount: Amount): Amount {
  return amount - (amount % MICRO)
}

/** Rounds a bound between two ticks to the better price. */
function ceiled(price: Amount, { tick }: WorldMarket): Amount {
  const step = toAmount(tick)
  return ((price + step - 1n) / step) * step
}

/** Returns the best opposite price in the book. */
function bestFor(call: MockCall, { market, side }: Token, isBuy: boolean): Amount | undefined {
  const { bids, asks } = seenFrom(side, bookOf(call, market))
  const level = (isBuy ? asks : bids)[0]
  return level && toAmount(level.price)
}

function cancel(call: MockCall): Reply {
  const account = accountOf(call)
  const orderId = requireOrRefuse(bodyTextOf(call.request, 'orderId'), () =>
    createBadRequest('orderId is required'),
  )
  return toSuccessReply({ result: account.cancel(orderId).rejected === undefined })
}

function tooSmall(): Refusal {
  return createFailure(OTHER, 'The order is below the minimum required value')
}

const rejections: RejectionTexts<readonly [errno: number, errmsg: string]> = {
  insufficient: [OTHER, 'Insufficient token balance'],
  not_filled: [10605, 'Depth not enough'],
  market_closed: [OTHER, 'Invalid market status'],
  otherwise: (reason) => [OTHER, `Invalid order: ${reason.replaceAll('_', ' ')}`],
}

function refusalOf(rejection: PaperRejection): Refusal {
  return createFailure(...rejectionTextOf(rejections, rejection))
}
