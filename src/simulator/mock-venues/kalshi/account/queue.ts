import { type Reply, requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import type { Route } from '../../../mock-kit/mock-venue.js'
import { createNotFound } from '../errors.js'
import { count } from '../money.js'
import { eventTickerOf, tickerOfMarket } from '../tickers.js'
import { type KalshiCall, routesOf, type Variant } from '../variant.js'
import { accountsIn, memberOf, subaccountIn } from './member.js'

/** Routes of queue positions: contracts ahead of resting orders (README.md: "Orders"). */
export function createQueueRoutes(variant: Variant): readonly Route[] {
  const route = routesOf(variant)
  return [
    route('GET', '/portfolio/orders/queue_positions', several),
    route('GET', '/portfolio/orders/:order/queue_position', one),
  ]
}

function several(call: KalshiCall): Reply {
  const { query, world, variant } = call
  const member = memberOf(call, 'read')
  const account = member.account(subaccountIn(member, query.integer('subaccount')))
  const tickers = query.list('market_tickers')
  const event = query.text('event_ticker')
  const rows = account
    .orders()
    .filter(({ status }) => status === 'open')
    .map(({ id, market }) => ({
      order_id: id,
      market_ticker: tickerOfMarket(call, market),
      queue_position_fp: count(account.queueAhead(id) ?? 0n),
      event: eventTickerOf(variant, world.eventOf(market)),
    }))
    .filter(({ market_ticker }) => tickers.length === 0 || tickers.includes(market_ticker))
    .filter((row) => event === undefined || row.event === event)
  return toJsonReply({ queue_positions: rows.map(({ event: _event, ...row }) => row) })
}

/** @throws 404 when the order is not resting */
function one(call: KalshiCall): Reply {
  const accounts = accountsIn(memberOf(call, 'read'), undefined)
  const ahead = accounts
    .map(({ account }) => account.queueAhead(call.params['order'] ?? ''))
    .find((found) => found !== undefined)
  return toJsonReply({ queue_position_fp: count(requireOrRefuse(ahead, createNotFound)) })
}
