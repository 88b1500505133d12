import type { FaceCall } from '../../face.js'
import type { PaperOrder } from '../../paper/types.js'
import { json, type Reply } from '../../reply.js'
import { accountOf } from './accounts.js'
import { named } from './market-routes.js'
import { listedOrder } from './native-order.js'
import { badRequest, notOneOf } from './replies.js'

const statuses: Readonly<Record<string, (order: PaperOrder) => boolean>> = {
  LIVE: ({ status }) => status === 'open',
  MATCHED: ({ status }) => status === 'filled',
}

/** One's own orders in a market: those that rest, and on request those that were filled (venues/limitless/README.md). */
export function marketOrders(call: FaceCall): Reply {
  const account = accountOf(call)
  const found = named(call)
  if (found.kind === 'group') throw badRequest('This market does not support orderbook')
  const wanted = call.query.all('statuses')
  const tests = (wanted.length === 0 ? ['LIVE'] : wanted).map((word) => {
    const test = statuses[word]
    if (test === undefined) throw notOneOf('each value in statuses', Object.keys(statuses).join(', '))
    return test
  })
  const rows = account
    .orders()
    .filter((order) => order.market.key === found.market.key && tests.some((test) => test(order)))
  return json(rows.map((order) => listedOrder(call, order)))
}
