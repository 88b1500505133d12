import { memberOf, textIn } from '../../body.js'
import { type FaceCall, type FaceLimit, type FaceRequest, type Route, route } from '../../face.js'
import type { PaperOrder, PaperRejection } from '../../paper/types.js'
import { json, orRefuse, type Refusal, type Reply } from '../../reply.js'
import { apiError, badParams, noMarket, notOneOf, tooMany } from './errors.js'
import { bookByNumber } from './lookup.js'
import {
  hashOf,
  isSigned,
  limitOf,
  nativeStatus,
  orderDetail,
  orderRow,
  readSentBookOrder,
  type SentBookOrder,
  sharesOf,
  signatureIn,
  timesInForce,
} from './native-order.js'
import { bnb } from './networks.js'
import { positive } from './paging.js'
import { accountOf, exchangeOf } from './paper.js'

/** Orders of the order book (venues/myriad/README.md). The texts of refusals beside the fixed ones are ours. */
export const orderRoutes: readonly Route[] = [
  route('POST', '/orders', create),
  route('GET', '/orders', list),
  route('GET', '/orders/:hash', one),
  route('DELETE', '/orders/:hash', takeBack),
]

/** Ten orders in ten seconds and trader. */
export const orderLimit: FaceLimit = {
  capacity: 10,
  perSecond: 1,
  refusal: tooMany,
  charge: (request) =>
    request.method === 'POST' && request.path === '/orders'
      ? { caller: String(memberOf({ body: memberOf(request, 'order') }, 'trader')).toLowerCase(), tokens: 1 }
      : undefined,
}

function badOrder(...details: readonly string[]): Refusal {
  return apiError(400, 'Invalid order payload', details)
}

/** The order in a body, signed by its trader. @throws 400 */
function signedOrderIn(body: unknown): SentBookOrder {
  const sent = readSentBookOrder(memberOf({ body }, 'order'))
  if ('wrong' in sent) throw badOrder(`order.${sent.wrong} is invalid`)
  if (!isSigned(sent, signatureIn(body))) throw apiError(400, 'Invalid signature')
  return sent
}

export function assertNetwork(request: Pick<FaceRequest, 'body'>): void {
  if (memberOf(request, 'network_id') !== bnb.id) throw badOrder(`network_id must be ${bnb.id}`)
}

function create(call: FaceCall): Reply {
  const { request } = call
  assertNetwork(request)
  const sent = signedOrderIn(request.body)
  const word = textIn(request, 'time_in_force') ?? ''
  const timeInForce = timesInForce[word]
  if (timeInForce === undefined) throw badOrder('time_in_force must be one of GTC, GTD, FOK, FAK')
  if (sent.expiration > 0n !== (word === 'GTD'))
    throw badOrder('expiration does not agree with time_in_force')
  const market = orRefuse(bookByNumber(call, Number(sent.marketId)), noMarket)
  const done = accountOf(call, sent.trader).place({
    ...termsOf(sent, timeInForce === 'gtc'),
    market: market.legs[0],
    timeInForce,
    expiresAt: sent.expiration === 0n ? undefined : Number(sent.expiration) * 1000,
    id: hashOf(sent),
    native: { sent, timeInForce: word },
  })
  if (done.rejected !== undefined) throw refusalOf(done.rejected)
  return json({ orderHash: done.order.id, status: nativeStatus(done.order), timeInForce: word })
}

function termsOf(sent: SentBookOrder, isResting: boolean) {
  const size = orRefuse(sharesOf(sent.amount), () => badOrder('the demo counts shares in millionths'))
  if (sent.minFillAmount !== 0n) throw badOrder('the demo fills any part of an order')
  if (sent.price < 1n || sent.price > 10n ** 18n) throw badOrder('price must be between 1 and 1e18')
  const price = limitOf(sent)
  if (price === undefined && isResting) throw badOrder('in the demo an order at 1 cannot rest')
  return {
    side: sent.outcomeId === 0n ? 'yes' : 'no',
    action: sent.side === 0n ? 'buy' : 'sell',
    amount: { size },
    price,
  } as const
}

const statuses: Readonly<Record<string, readonly string[]>> = {
  open: ['open', 'partially_filled'],
  filled: ['filled'],
  cancelled: ['cancelled'],
  expired: ['expired'],
}

const rows = positive('limit', 200, 1_000)

/** Newest first. With a market nothing is told, as another client has seen it (venues/myriad/README.md). */
function list(call: FaceCall): Reply {
  const { query } = call
  const trader = query.text('trader') ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(trader)) throw badParams('trader must be an Ethereum address')
  const word = query.text('status')
  const wanted = word === undefined ? undefined : statuses[word]
  if (word !== undefined && wanted === undefined) throw notOneOf('status', Object.keys(statuses).join(', '))
  const [limit, offset] = [rows(call), query.integer('offset') ?? 0]
  if (offset === 'bad' || offset < 0) throw badParams('offset must not be below 0')
  const network = query.integer('network_id') ?? bnb.id
  const isNone = query.has('market_id') || network !== bnb.id
  const known = isNone ? undefined : exchangeOf(call).known(trader.toLowerCase(), call.now)
  const all = (known?.orders() ?? []).filter((order) => wanted?.includes(nativeStatus(order)) !== false)
  const data = all.slice(offset, offset + limit).map(orderRow)
  return json({ data, pagination: { limit, offset, total: all.length } })
}

/** The order that the path names, anybody's. @throws 404 */
function named(call: FaceCall): PaperOrder {
  const order = exchangeOf(call).order((call.params['hash'] ?? '').toLowerCase(), call.now)
  if (order === undefined) throw apiError(404, 'Order not found')
  return order
}

function one(call: FaceCall): Reply {
  return json(orderDetail(named(call)))
}

function takeBack(call: FaceCall): Reply {
  const order = named(call)
  assertNetwork(call.request)
  const reason = cancelSigned(call, call.request.body, order.id)
  if (reason !== undefined) throw apiError(400, reason)
  return json({ orderHash: order.id, status: 'cancelled' })
}

/** Takes the order of a body back. @returns why not */
export function cancelSigned(call: FaceCall, body: unknown, hash: string): string | undefined {
  const sent = signedOrderIn(body)
  if (hashOf(sent) !== hash) return 'Order hash mismatch'
  const done = accountOf(call, sent.trader).cancel(hash)
  if (done.rejected === undefined) return undefined
  return done.rejected.reason === 'order_not_open'
    ? `Order already ${nativeStatus(done.rejected.order)}`
    : 'Order not found'
}

function refusalOf(rejection: PaperRejection): Refusal {
  switch (rejection.reason) {
    case 'duplicate_order_id':
      return apiError(409, 'Order already exists')
    case 'insufficient_funds':
    case 'insufficient_holdings':
      return apiError(400, 'Insufficient balance')
    case 'market_closed':
      return apiError(400, `Market is ${rejection.state}`)
    case 'not_filled':
      return apiError(400, 'Order cannot be filled')
    default:
      return badOrder(rejection.reason.replaceAll('_', ' '))
  }
}
