import { createNotImplemented, Refusal, type Reply, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import { type MockCall, type MockRequest, type Route, route } from '../../mock-kit/mock-venue.js'
import { orderSigner, readSentOrder, type SentOrder } from '../../mock-kit/verify-order.js'
import { type Amount, MICRO, toAmount } from '../../paper-trading/state/amount.js'
import {
  type RejectionTexts,
  rejectionTextOf,
  requireAccepted,
} from '../../paper-trading/state/rejections.js'
import type { PaperOrderRequest, PaperRejection, PaperTimeInForce } from '../../paper-trading/state/types.js'
import type { WorldEvent, WorldMarket } from '../../world/common/types.js'
import { accountOf, callerOf, profileOf } from './accounts.js'
import { findOrder, hasFailedSettlement, placeFailingOrder } from './failed-settlements.js'
import { isCollateralFee, signedRateOf } from './fees.js'
import { findBySlug, tokenIds } from './ids.js'
import { answerMarketOrders } from './market-orders.js'
import { EXCHANGE } from './native-market.js'
import { toCreatedOrder, toStatusData } from './native-order.js'
import { createBadRequest, createInvalid, createUnknownSlug, notOneOf } from './replies.js'

/** Routes of orders (README.md). */
export const orderRoutes: readonly Route[] = [
  route('POST', '/orders', create),
  route('POST', '/orders/status/batch', status),
  route('GET', '/markets/:slug/user-orders', answerMarketOrders),
]

const DOMAIN = { name: 'Limitless CTF Exchange', chainId: 8453, exchange: EXCHANGE } as const

const timesInForce: Readonly<Record<string, PaperTimeInForce>> = { GTC: 'gtc', FAK: 'ioc', FOK: 'fok' }

function create(call: MockCall): Reply {
  const { request } = call
  const wallet = callerOf(call)
  const profile = profileOf(wallet)
  const orderType = bodyTextOf(request, 'orderType') ?? ''
  const timeInForce = timesInForce[orderType]
  if (timeInForce === undefined)
    throw createInvalid('orderType must be one of the following values: GTC, FOK, FAK')
  if (bodyMemberOf(request, 'ownerId') !== profile.id)
    throw createBadRequest('ownerId is not the id of your profile')
  const slug = bodyTextOf(request, 'marketSlug') ?? ''
  const found = findBySlug(call, slug)
  if (found === undefined || found.kind === 'group') throw createUnknownSlug(slug)
  const sent = sentOrder(request)
  const event = call.world.eventOf(found.market)
  assertSigned(sent, wallet, event)
  const isPostOnly = bodyMemberOf(request, 'postOnly') === true
  if (isPostOnly && orderType !== 'GTC') throw createBadRequest('postOnly is only supported for GTC orders')
  // An order that can only be a maker pays no fee, so it needs no allowance.
  const isAllowed = call.switches.limitless.feeAllowance === 'given'
  if (isCollateralFee(event) && !isPostOnly && !isAllowed)
    throw createBadRequest('Insufficient collateral allowance for the order fee.')
  assertInTime(call)
  const clientOrderId = bodyTextOf(request, 'clientOrderId')
  if ((clientOrderId ?? '').length > MAX_OF_A_NAME)
    throw createInvalid(`clientOrderId must be shorter than or equal to ${MAX_OF_A_NAME} characters`)
  const wanted: PaperOrderRequest = {
    ...termsOf(call, sent, found.market, timeInForce),
    market: found.market,
    timeInForce,
    postOnly: isPostOnly,
    clientOrderId,
    onSelfTrade: selfTradeOf(request),
    native: { sent: bodyMemberOf(request, 'order'), orderType },
  }
  const account = accountOf(call)
  const fails = call.switches.limitless.settlement === 'failed'
  const done = fails ? placeFailingOrder(call, account, wanted) : account.place(wanted)
  const { order, fills } = requireAccepted(done, refusalOf)
  return toJsonReply(toCreatedOrder(call, order, fills, !hasFailedSettlement(call, account, order)), 201)
}

const MAX_OF_A_NAME = 128

/** Reads which of two orders of one wallet is canceled when they match. The default is not documented. */
function selfTradeOf(request: MockRequest): PaperOrderRequest['onSelfTrade'] {
  const policy = bodyMemberOf(request, 'stpPolicy') ?? 'cancel_taker'
  if (policy === 'cancel_taker') return 'drop-taker'
  if (policy === 'cancel_maker') return 'cancel-maker'
  if (policy === 'cancel_both') throw createNotImplemented('stpPolicy=cancel_both')
  throw notOneOf('stpPolicy', 'cancel_maker, cancel_taker, cancel_both')
}

/** Checks the optional time of sending and lifetime (ms) of an order. */
function assertInTime({ request, now }: MockCall): void {
  const [sent, window] = [bodyMemberOf(request, 'timestamp'), bodyMemberOf(request, 'recvWindow')]
  if (typeof sent !== 'number' || typeof window !== 'number') return
  if (Math.abs(now - sent) <= window) return
  throw new Refusal(toJsonReply({ message: 'Order is outside its receive window', statusCode: 425 }, 425))
}

function sentOrder(request: MockRequest): SentOrder {
  const sent = readSentOrder(bodyMemberOf(request, 'order'))
  if ('wrong' in sent) throw createInvalid(`order.${sent.wrong} is not valid`)
  return sent
}

/** Accepts only wallets that sign their orders directly. */
function assertSigned(sent: SentOrder, wallet: string, event: WorldEvent): void {
  if (sent.feeRateBps !== BigInt(signedRateOf(event))) throw createBadRequest('FEE_RATE_MISMATCH')
  if (sent.expiration !== 0n || sent.nonce !== 0n) throw createBadRequest('expiration and nonce must be 0')
  const isOwn = sent.maker.toLowerCase() === wallet && sent.signer.toLowerCase() === wallet
  if (!isOwn || sent.signatureType !== 0n) throw createBadRequest('Invalid signature type or maker')
  if (orderSigner(sent, DOMAIN) !== wallet) throw createBadRequest('Invalid signature')
}

/** Converts millionths of contracts or USDC to an amount. */
const amount = (units: bigint): Amount => units * MICRO
const SHARES_STEP = 1_000n

type Terms = Pick<PaperOrderRequest, 'side' | 'action' | 'amount' | 'price'>

function termsOf(
  { request, world }: MockCall,
  sent: SentOrder,
  market: WorldMarket,
  timeInForce: PaperTimeInForce,
): Terms {
  const [yes, no] = tokenIds(world.seed, market)
  const token = String(sent.tokenId)
  if (token !== yes && token !== no) throw createBadRequest('tokenId is none of the market')
  const isBuy = sent.side === 0n
  const terms = { side: token === yes ? 'yes' : 'no', action: isBuy ? 'buy' : 'sell' } as const
  if (timeInForce === 'fok') {
    if (sent.takerAmount !== 1n) throw createBadRequest('takerAmount of a FOK order must be 1')
    const given = amount(sent.makerAmount)
    return { ...terms, amount: isBuy ? { spend: given } : { size: given } }
  }
  const price = priceIn(request)
  const [shares, money] = isBuy ? [sent.takerAmount, sent.makerAmount] : [sent.makerAmount, sent.takerAmount]
  if (shares % SHARES_STEP !== 0n)
    throw createBadRequest('Invalid tick size: contracts must be divisible by 1000')
  const exact = shares * (price / MICRO)
  const whole = 1_000_000n
  const wanted = isBuy ? (exact + whole - 1n) / whole : exact / whole
  if (money !== wanted) throw createBadRequest('Amounts do not agree with the price')
  return { ...terms, amount: { size: amount(shares) }, price }
}

function priceIn(request: MockRequest): Amount {
  const price = bodyMemberOf(memberIn(request, 'order'), 'price')
  if (typeof price !== 'number' || !(price > 0 && price < 1))
    throw createInvalid('order.price must be a number')
  if (!/^0\.\d{1,3}$/.test(String(price)))
    throw createBadRequest('Invalid tick size: price has more than 3 decimals')
  return toAmount(price)
}

const memberIn = (request: MockRequest, name: string) => ({ body: bodyMemberOf(request, name) })

const MAX_ITEMS = 50

function status(call: MockCall): Reply {
  const items = bodyMemberOf(call.request, 'items')
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_ITEMS)
    throw createInvalid(`items must contain at least 1 and not more than ${MAX_ITEMS} elements`)
  const account = accountOf(call)
  const results = items.map((item: unknown, index) => {
    const [orderId, clientOrderId] = [
      bodyTextOf({ body: item }, 'orderId'),
      bodyTextOf({ body: item }, 'clientOrderId'),
    ]
    const found = findOrder(call, account, { orderId, clientOrderId })
    // The status word is invented: only `found` is recorded.
    if (found === undefined) return { index, status: 'not_found', orderId: orderId ?? null }
    const { order, fills } = found
    const data = toStatusData(call, order, fills, !hasFailedSettlement(call, account, order))
    return { index, status: 'found', orderId: order.id, data }
  })
  return toJsonReply({ results })
}

/** Statuses are documented, texts only in part. */
const rejections: RejectionTexts<string> = {
  insufficient: 'Insufficient balance',
  market_closed: 'Market deadline has passed',
  invalid_price: 'Invalid tick size',
  would_cross: 'postOnly order would match at once',
  not_filled: 'FOK order cannot be filled',
  otherwise: (reason) => `Order was not accepted: ${reason.replaceAll('_', ' ')}`,
}

function refusalOf(rejection: PaperRejection): Refusal {
  const { reason } = rejection
  if (reason !== 'duplicate_client_order_id' && reason !== 'duplicate_order_id')
    return createBadRequest(rejectionTextOf(rejections, rejection))
  return new Refusal(
    toJsonReply({ message: 'clientOrderId was used before', error: 'Conflict', statusCode: 409 }, 409),
  )
}
