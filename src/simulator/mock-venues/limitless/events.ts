import { toIso } from '../../../api/times/instant.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { printOf } from '../../mock-kit/yes-no-sides.js'
import { hexOf, mix, mixWide } from '../../world/common/hash.js'
import type { WorldMarket, WorldTrade } from '../../world/common/types.js'
import { tokenOf } from './ids.js'
import { findNamed } from './market-routes.js'
import { pageNumber, readPageLimit } from './paging.js'
import { toBaseUnits } from './quote.js'
import { createTradeTape, type TradeTape } from './trade-tape.js'

/** Routes of public trades by pages, newest first (README.md). */
export function createEventRoutes(): readonly Route[] {
  const tape = createTradeTape()
  return [route('GET', '/markets/:slug/events', (call) => trades(call, tape))]
}

const pageSize = readPageLimit(30, 100)

function trades(call: MockCall, tape: TradeTape): Reply {
  const found = findNamed(call)
  const [page, limit] = [pageNumber(call), pageSize(call)]
  // A group has no trades; its child markets have.
  if (found.kind === 'group') return toJsonReply({ events: [], limit, page, totalPages: 0, totalRows: 0 })
  const { world, now } = call
  const { market } = found
  const totalRows = tape.count(world, market, now)
  const rows = tape.rows(world, market, now, (page - 1) * limit, limit)
  return toJsonReply({
    events: rows.map((trade) => tradeRow(world.seed, market, trade)),
    limit,
    page,
    totalPages: Math.ceil(totalRows / limit),
    totalRows,
  })
}

function tradeRow(seed: number, market: WorldMarket, trade: WorldTrade): Readonly<Record<string, unknown>> {
  const print = printOf(market, trade)
  const money = String(toBaseUnits(trade.size * print.price))
  // Neighboring fills share a transaction, so its hash alone does not identify a trade.
  const chance = mixWide(market.seed, Math.floor(trade.sequence / 2))
  return {
    createdAt: toIso(trade.at),
    makerAmount: money,
    matchedSize: String(toBaseUnits(trade.size)),
    price: print.price,
    side: print.action === 'BUY' ? 0 : 1,
    takerAmount: money,
    title: '',
    tokenId: tokenOf(seed, market, print.side),
    txHash: `0x${hexOf(mix(chance, 2), 32)}`,
    ...(chance % 3 === 0 ? {} : { profile: { account: `0x${hexOf(mix(chance, 1), 20)}` } }),
  }
}
