import { memberOf, textIn } from '../../body.js'
import { type FaceCall, type FaceRequest, type Route, route } from '../../face.js'
import { type Amount, amountOfNumber, MICRO } from '../../paper/amount.js'
import { accepted, type RejectionWords, wordFor } from '../../paper/rejected.js'
import type { PaperFill, PaperOrder, PaperRejection, TimeInForce, WantedOrder } from '../../paper/types.js'
import { json, Refusal, type Reply } from '../../reply.js'
import { orderSigner, readSentOrder, type SentOrder } from '../../sent-order.js'
import type { WorldMarket } from '../../world/types.js'
import { accountOf, callerOf, FEE_RATE_BPS, profileOf } from './accounts.js'
import { bySlug, tokenIds } from './ids.js'
import { marketOrders } from './market-orders.js'
import { EXCHANGE } from './native-market.js'
import { createdOrder, statusData } from './native-order.js'
import { badRequest, invalid, unknownSlug } from './replies.js'

/** Orders of accounts (venues/limitless/README.md). */
export const orderRoutes: readonly Route[] = [
  route('POST', '/orders', create),
  route('DELETE', '/orders/:id', cancel),
  route('DELETE', '/orders/all/:slug', cancelAll),
  route('POST', '/orders/cancel-batch', cancelBatch),
  route('POST', '/orders/status/batch', status),
  route('GET', '/markets/:slug/user-orders', marketOrders),
]

const DOMAIN = { name: 'Limitless CTF Exchange', chainId: 8453, exchange: EXCHANGE } as const

const timesInForce: Readonly<Record<string, TimeInForce>> = { GTC: 'gtc', FAK: 'ioc', FOK: 'fok' }

function create(call: FaceCall): Reply {
  const { request } = call
  const wallet = callerOf(call)
  const profile = profileOf(wallet)
  const orderType = textIn(request, 'orderType') ?? ''
  const timeInForce = timesInForce[orderType]
  if (timeInForce === undefined) throw invalid('orderType must be one of the following values: GTC, FOK, FAK')
  if (memberOf(request, 'ownerId') !== profile.id) throw badRequest('ownerId is not the id of your profile')
  const slug = textIn(request, 'marketSlug') ?? ''
  const found = bySlug(call, slug)
  if (found === undefined || found.kind === 'group') throw unknownSlug(slug)
  const sent = sentOrder(request)
  assertSigned(sent, wallet)
  const clientOrderId = textIn(request, 'clientOrderId')
  const wanted: WantedOrder = {
    ...termsOf(call, sent, found.market, timeInForce),
    market: found.market,
    timeInForce,
    postOnly: memberOf(request, 'postOnly') === true,
    clientOrderId,
    onSelfTrade: 'drop-taker',
    native: { sent: memberOf(request, 'order'), orderType },
  }
  const { order, fills } = accepted(accountOf(call).place(wanted), refusalOf)
  return json(createdOrder(call, order, fills), 201)
}

function sentOrder(request: FaceRequest): SentOrder {
  const sent = readSentOrder(memberOf(request, 'order'))
  if ('wrong' in sent) throw invalid(`order.${sent.wrong} is not valid`)
  return sent
}

/** Only wallets trade here that sign for themselves. */
function assertSigned(sent: SentOrder, wallet: string): void {
  if (sent.feeRateBps !== BigInt(FEE_RATE_BPS))
    throw badRequest(`Fee rate mismatch: the rate of your rank is ${FEE_RATE_BPS}`)
  if (sent.expiration !== 0n || sent.nonce !== 0n) throw badRequest('expiration and nonce must be 0')
  const isOwn = sent.maker.toLowerCase() === wallet && sent.signer.toLowerCase() === wallet
  if (!isOwn || sent.signatureType !== 0n) throw badRequest('Invalid signature type or maker')
  if (orderSigner(sent, DOMAIN) !== wallet) throw badRequest('Invalid signature')
}

/** Contracts and USDC are counted in millionths. */
const amount = (units: bigint): Amount => units * MICRO
const SHARES_STEP = 1_000n

type Terms = Pick<WantedOrder, 'side' | 'action' | 'amount' | 'price'>

function termsOf(
  { request, world }: FaceCall,
  sent: SentOrder,
  market: WorldMarket,
  timeInForce: TimeInForce,
): Terms {
  const [yes, no] = tokenIds(world.seed, market)
  const token = String(sent.tokenId)
  if (token !== yes && token !== no) throw badRequest('tokenId is none of the market')
  const isBuy = sent.side === 0n
  const terms = { side: token === yes ? 'yes' : 'no', action: isBuy ? 'buy' : 'sell' } as const
  if (timeInForce === 'fok') {
    if (sent.takerAmount !== 1n) throw badRequest('takerAmount of a FOK order must be 1')
    const given = amount(sent.makerAmount)
    return { ...terms, amount: isBuy ? { spend: given } : { size: given } }
  }
  const price = priceIn(request)
  const [shares, money] = isBuy ? [sent.takerAmount, sent.makerAmount] : [sent.makerAmount, sent.takerAmount]
  if (shares % SHARES_STEP !== 0n) throw badRequest('Invalid tick size: contracts must be divisible by 1000')
  const exact = shares * (price / MICRO)
  const whole = 1_000_000n
  const wanted = isBuy ? (exact + whole - 1n) / whole : exact / whole
  if (money !== wanted) throw badRequest('Amounts do not agree with the price')
  return { ...terms, amount: { size: amount(shares) }, price }
}

function priceIn(request: FaceRequest): Amount {
  const price = memberOf(memberIn(request, 'order'), 'price')
  if (typeof price !== 'number' || !(price > 0 && price < 1)) throw invalid('order.price must be a number')
  if (!/^0\.\d{1,3}$/.test(String(price)))
    throw badRequest('Invalid tick size: price has more than 3 decimals')
  return amountOfNumber(price)
}

const memberIn = (request: FaceRequest, name: string) => ({ body: memberOf(request, name) })

function cancel(call: FaceCall): Reply {
  const id = call.params['id'] ?? ''
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw invalid('id must be a UUIDv4')
  const done = accountOf(call).cancel(id)
  if (done.rejected !== undefined) throw badRequest('Order not found or already canceled')
  return json({ message: 'Order canceled successfully' })
}

function cancelAll(call: FaceCall): Reply {
  const slug = call.params['slug'] ?? ''
  const found = bySlug(call, slug)
  if (found === undefined || found.kind === 'group') throw unknownSlug(slug)
  const done = accountOf(call).cancelAll(({ market }) => market.key === found.market.key)
  return json({
    message: 'Orders canceled successfully',
    canceled: done.map(({ order }) => order.id),
    failed: [],
  })
}

/** What could be taken back, and what not; 207 where both are some. */
function cancelBatch(call: FaceCall): Reply {
  const ids = memberOf(call.request, 'orderIds')
  if (!Array.isArray(ids) || ids.length === 0) throw invalid('orderIds must be an array')
  const account = accountOf(call)
  const failed = ids.filter((id) => account.cancel(String(id)).rejected !== undefined).map(String)
  const canceled = ids.map(String).filter((id) => !failed.includes(id))
  return json(
    {
      message: 'Orders processed',
      canceled,
      failed: failed.map((orderId) => ({
        orderId,
        reason: 'ORDER_NOT_FOUND',
        message: 'Order not found or already canceled',
      })),
    },
    failed.length > 0 ? 207 : 200,
  )
}

const MOST_ITEMS = 50

function status(call: FaceCall): Reply {
  const items = memberOf(call.request, 'items')
  if (!Array.isArray(items) || items.length === 0 || items.length > MOST_ITEMS)
    throw invalid(`items must contain at least 1 and not more than ${MOST_ITEMS} elements`)
  const account = accountOf(call)
  const results = items.map((item: unknown, index) => {
    const [orderId, clientOrderId] = [
      textIn({ body: item }, 'orderId'),
      textIn({ body: item }, 'clientOrderId'),
    ]
    const order =
      orderId === undefined ? account.orderByClientId(clientOrderId ?? '') : account.order(orderId)
    // The word is ours: only `found` is on record.
    if (order === undefined) return { index, status: 'not_found', orderId: orderId ?? null }
    return {
      index,
      status: 'found',
      orderId: order.id,
      data: statusData(call, order, fillsOf(account.fills(), order)),
    }
  })
  return json({ results })
}

function fillsOf(fills: readonly PaperFill[], { id }: PaperOrder): readonly PaperFill[] {
  return fills.filter((fill) => fill.order.id === id)
}

/** The texts are documented in part only; statuses are. */
const rejections: RejectionWords<string> = {
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
    return badRequest(wordFor(rejections, rejection))
  return new Refusal(
    json({ message: 'clientOrderId was used before', error: 'Conflict', statusCode: 409 }, 409),
  )
}
