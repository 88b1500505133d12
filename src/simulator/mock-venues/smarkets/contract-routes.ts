import { HOUR_MS } from '../../../api/times/resolution.js'
import { Refusal, type Reply, toJsonReply } from '../../http/reply.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { readTradeFeed, takeRows } from '../../mock-kit/trade-feed.js'
import { priceFor } from '../../mock-kit/yes-no-sides.js'
import { mix } from '../../world/common/hash.js'
import { toErrorReply } from './errors.js'
import { nodesAt } from './event.js'
import { contractWith, idsIn } from './ids.js'
import { type Contract, marketsOf, type NativeMarket, toContractRow } from './market.js'
import { QUANTITY_UNITS } from './prices.js'
import { roundToStep, toBasisPoints } from './tick-prices.js'

/** Routes of the full specification that its published part omits. None requires a login (README.md). */
export const contractRoutes: readonly Route[] = [
  route('GET', '/v3/contracts/:contracts/', contractsById),
  route('GET', '/v3/contracts/:contracts/recent_trades/', recentTrades),
  route('GET', '/v3/contracts/:contracts/executions_time_series/', charts),
  route('GET', '/v3/events/:event/markets/:market/contracts/:contracts/executions_time_series/', charts),
  route('GET', '/v3/search/:query/', search),
]

const MAX_CONTRACTS = 300

interface Found {
  readonly native: NativeMarket
  readonly contract: Contract
}

/** Returns the contracts in a path; unknown ids are omitted. */
function contractsIn(call: MockCall): readonly Found[] {
  return idsIn(call, 'contracts', MAX_CONTRACTS).flatMap((id) => {
    const listed = contractWith(call, id)
    if (listed === undefined) return []
    return marketsOf(listed.event).flatMap((native) =>
      native.contracts.filter((one) => one.id === String(id)).map((contract) => ({ native, contract })),
    )
  })
}

/** Returns contracts of any state. */
function contractsById(call: MockCall): Reply {
  return toJsonReply({
    contracts: contractsIn(call).map(({ native, contract }) => toContractRow(call, native, contract)),
  })
}

/** Trades of one contract; the venue's number is not known. */
const TAPE_ROWS = 50
/** Time range of the tape. */
const TAPE_REACH_MS = 24 * HOUR_MS

/** Returns the newest trades of each contract, oldest first: without ids and pages, times in nanoseconds. */
function recentTrades(call: MockCall): Reply {
  const rows = contractsIn(call).flatMap(({ native, contract: { id, market, side } }) =>
    takeRows(
      readTradeFeed(call.world, [market], { from: call.now - TAPE_REACH_MS, to: call.now, most: TAPE_ROWS }),
      TAPE_ROWS,
    )
      .rows.toReversed()
      .map(({ trade: { at, price, size, takerSide, sequence } }) => ({
        contract_id: id,
        market_id: native.id,
        price: roundToStep(toBasisPoints(priceFor(side, price))),
        quantity: Math.round(size * QUANTITY_UNITS),
        side: takerSide === side ? 'buy' : 'sell',
        timestamp: `ns${at}${String(mix(market.seed, sequence) % 1_000_000).padStart(6, '0')}`,
      })),
  )
  const reply = toJsonReply({ recent_trades: rows })
  // More digits than a JavaScript number can hold.
  return { ...reply, body: reply.body.replace(/"ns(\d+)"/g, '$1') }
}

/** Returns an error: the charts service was unavailable in all observations (README.md). */
function charts(): Reply {
  throw new Refusal(toErrorReply(503, 'CHARTS_UNAVAILABLE', ''))
}

/** Finds events that have not ended and whose names contain all words. */
function search(call: MockCall): Reply {
  const words = (call.params['query'] ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const found = nodesAt(call).filter(
    ({ event, name, state }) =>
      event !== undefined &&
      (state === 'upcoming' || state === 'live') &&
      words.every((word) => name.toLowerCase().includes(word)),
  )
  return toJsonReply({ count: found.length, search_result_event_ids: found.map(({ id }) => String(id)) })
}
