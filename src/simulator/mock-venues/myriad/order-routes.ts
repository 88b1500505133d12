import { type Reply, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf } from '../../mock-kit/body.js'
import { pageOf, startFromNumber } from '../../mock-kit/list-endpoint.js'
import {
  type MockCall,
  type MockLimit,
  type MockRequest,
  type Route,
  route,
} from '../../mock-kit/mock-venue.js'
import type { PaperOrder } from '../../paper-trading/state/types.js'
import { callerOf } from './accounts.js'
import { createApiError, createBadParams, notOneOf, refuseTooMany } from './errors.js'
import { orderDetail, orderRow, statusOf } from './native-order.js'
import { bnb } from './networks.js'
import { answerPage, readPositive } from './paging.js'
import { exchangeOf } from './paper.js'
import { assertNetwork, cancelSigned, parseSentOrder, placeParsedOrder } from './place-order.js'

/** Routes of orders of the order book (README.md, "Orders"). */
export const orderRoutes: readonly Route[] = [
  route('POST', '/orders', create),
  route('GET', '/orders', list),
  route('GET', '/orders/:hash', one),
  route('DELETE', '/orders/:hash', takeBack),
]

/** Two hundred orders in ten seconds per wallet; each order of a batch counts. */
export const orderLimit: MockLimit = {
  capacity: 200,
  perSecond: 20,
  refusal: refuseTooMany,
  charge(request) {
    const sent = ordersIn(request)
    return sent.length === 0 ? undefined : { caller: traderIn(sent[0]), tokens: sent.length }
  },
}

/** Returns the bodies of the orders that a request places. */
function ordersIn(request: MockRequest): readonly unknown[] {
  if (request.method !== 'POST') return []
  if (request.path === '/orders') return [request.body]
  const name = { '/orders/batch': 'orders', '/orders/batch-modify': 'place' }[request.path]
  const items = name === undefined ? [] : bodyMemberOf(request, name)
  return Array.isArray(items) ? items : []
}

function traderIn(body: unknown): string {
  return String(bodyMemberOf({ body: bodyMemberOf({ body }, 'order') }, 'trader')).toLowerCase()
}

function create(call: MockCall): Reply {
  const caller = callerOf(call)
  assertNetwork(call.request)
  const order = placeParsedOrder(call, parseSentOrder(call, call.request.body, caller))
  return toJsonReply({
    orderHash: order.id,
    status: statusOf(order),
    timeInForce: order.native['timeInForce'],
  })
}

const statuses: Readonly<Record<string, readonly string[]>> = {
  open: ['open', 'partially_filled'],
  filled: ['filled'],
  cancelled: ['cancelled'],
  expired: ['expired'],
}

const pageStart = startFromNumber(readPositive('page', 1))

/** The older documents paginate by offset, the newer ones by page number. */
const pages = {
  limit: readPositive('limit', 5_000, 5_000),
  start(call: MockCall, limit: number): number {
    const offset = call.query.integer('offset')
    if (offset === undefined) return pageStart(call, limit)
    if (offset === 'bad' || offset < 0) throw createBadParams('offset must not be below 0')
    return offset
  },
}

/**
 * Lists the caller's orders, whatever `trader` contains; newest first. With a market the list is empty, as another
 * client observed (README.md, "Orders").
 */
function list(call: MockCall): Reply {
  const { query } = call
  const caller = callerOf(call)
  const word = query.text('status')
  const wanted = word === undefined ? undefined : statuses[word]
  if (word !== undefined && wanted === undefined) throw notOneOf('status', Object.keys(statuses).join(', '))
  const network = query.integer('network_id') ?? bnb.id
  const isNone = query.has('market_id') || network !== bnb.id
  const known = isNone ? undefined : exchangeOf(call).known(caller, call.now)
  const all = (known?.orders() ?? []).filter((order) => wanted?.includes(statusOf(order)) !== false)
  return answerPage(pageOf(pages, call, all), orderRow)
}

/** Returns the order in the path, of any wallet. @throws 404 */
function named(call: MockCall): PaperOrder {
  const order = exchangeOf(call).order((call.params['hash'] ?? '').toLowerCase(), call.now)
  if (order === undefined) throw createApiError(404, 'Order not found')
  return order
}

/** Requires a signed-in caller. */
function one(call: MockCall): Reply {
  callerOf(call)
  return toJsonReply(orderDetail(named(call)))
}

function takeBack(call: MockCall): Reply {
  const caller = callerOf(call)
  const order = named(call)
  assertNetwork(call.request)
  const reason = cancelSigned(call, call.request.body, { caller, hash: order.id })
  if (reason !== undefined) throw createApiError(400, reason)
  return toJsonReply({ orderHash: order.id, status: 'cancelled' })
}
