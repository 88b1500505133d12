import { json, type Reply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { accountOf } from './accounts.js'
import { named } from './market-routes.js'
import { listedOrder, statusOf } from './native-order.js'
import { pageLimit } from './paging.js'
import { badRequest, notOneOf } from './replies.js'

const statuses = ['LIVE', 'MATCHED', 'CANCELED', 'UNMATCHED']

const rowsOf = pageLimit(50, 200)

/** Lists the caller's orders in a market, newest first: resting orders, and others on request (README.md, "Orders"). */
export function marketOrders(call: MockCall): Reply {
  const account = accountOf(call)
  const found = named(call)
  if (found.kind === 'group') throw badRequest('This market does not support orderbook')
  const wanted = call.query.all('statuses')
  if (wanted.some((word) => !statuses.includes(word)))
    throw notOneOf('each value in statuses', statuses.join(', '))
  const words = wanted.length === 0 ? ['LIVE'] : wanted
  const rows = account
    .orders()
    .filter((order) => order.market.key === found.market.key && words.includes(statusOf(order)))
  return json(rows.slice(0, rowsOf(call)).map((order) => listedOrder(call, order)))
}
