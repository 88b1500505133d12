import { memberOf, textIn } from '../../body.js'
import { type FaceCall, type FaceLimit, type FaceRequest, type Route, route } from '../../face.js'
import { numbered, pageOf } from '../../list.js'
import type { PaperOrder, PaperRejection } from '../../paper/types.js'
import { json, orRefuse, Refusal, type Reply } from '../../reply.js'
import { callerOf } from './accounts.js'
import { apiError, noMarket, notOneOf, tooMany } from './errors.js'
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
import { answerPage, positive } from './paging.js'
import { accountOf, exchangeOf } from './paper.js'

/** Orders of the order book (README.md). The texts of refusals beside the fixed ones are ours. */
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

/** Orders are those of the wallet that the caller has proved; the code is one that a client knows. */
export function traderForbidden(): Refusal {
  return new Refusal(json({ error: 'Orders must be of the connected wallet', code: 'TRADER_FORBIDDEN' }, 403))
}

function badOrder(...details: readonly string[]): Refusal {
  return apiError(400, 'Invalid order payload', details)
}

/** The order in a body, signed by its trader, who is the caller. @throws 400, 403 */
function signedOrderIn(body: unknown, caller: string): SentBookOrder {
  const sent = readSentBookOrder(memberOf({ body }, 'order'))
  if ('wrong' in sent) throw badOrder(`order.${sent.wrong} is invalid`)
  if (sent.trader !== caller) throw traderForbidden()
  if (!isSigned(sent, signatureIn(body))) throw apiError(400, 'Invalid signature')
  return sent
}

export function assertNetwork(request: Pick<FaceRequest, 'body'>): void {
  if (memberOf(request, 'network_id') !== bnb.id) throw badOrder(`network_id must be ${bnb.id}`)
}

function create(call: FaceCall): Reply {
  const { request } = call
  const caller = callerOf(call)
  assertNetwork(request)
  const sent = signedOrderIn(request.body, caller)
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

const paged = { limit: positive('limit', 5_000, 5_000), start: numbered(positive('page', 1)) }

/**
 * Of the caller, whatever `trader` says; newest first. With a market nothing is told, as another client has seen it
 * (README.md, "Orders").
 */
function list(call: FaceCall): Reply {
  const { query } = call
  const caller = callerOf(call)
  const word = query.text('status')
  const wanted = word === undefined ? undefined : statuses[word]
  if (word !== undefined && wanted === undefined) throw notOneOf('status', Object.keys(statuses).join(', '))
  const network = query.integer('network_id') ?? bnb.id
  const isNone = query.has('market_id') || network !== bnb.id
  const known = isNone ? undefined : exchangeOf(call).known(caller, call.now)
  const all = (known?.orders() ?? []).filter((order) => wanted?.includes(nativeStatus(order)) !== false)
  return answerPage(pageOf(paged, call, all), orderRow)
}

/** The order that the path names, anybody's; asked for by somebody. @throws 401, 404 */
function named(call: FaceCall): PaperOrder {
  callerOf(call)
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
  const sent = signedOrderIn(body, callerOf(call))
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
