import { type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { accountOf } from './accounts.js'
import { findNamed } from './market-routes.js'
import { statusOf, toListedOrder } from './native-order.js'
import { readPageLimit } from './paging.js'
import { createBadRequest, notOneOf } from './replies.js'

const statuses = ['LIVE', 'MATCHED', 'CANCELED', 'UNMATCHED']

const rowsOf = readPageLimit(50, 200)

/** Lists the caller's orders in a market, newest first: resting orders, and others on request (README.md, "Orders"). */
export function answerMarketOrders(call: MockCall): Reply {
  const account = accountOf(call)
  const found = findNamed(call)
  if (found.kind === 'group') throw createBadRequest('This market does not support orderbook')
  const wanted = call.query.all('statuses')
  if (wanted.some((word) => !statuses.includes(word)))
    throw notOneOf('each value in statuses', statuses.join(', '))
  const words = wanted.length === 0 ? ['LIVE'] : wanted
  const rows = account
    .orders()
    .filter((order) => order.market.key === found.market.key && words.includes(statusOf(order)))
  return toJsonReply(rows.slice(0, rowsOf(call)).map((order) => toListedOrder(call, order)))
}
