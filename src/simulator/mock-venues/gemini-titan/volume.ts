import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { bodyTextOf } from '../../mock-kit/body.js'
import { sumAmounts, toAmountText } from '../../paper-trading/state/amount.js'
import type { WorldMarket } from '../../world/common/types.js'
import { findEventByTicker, holderTickerOf } from './ids.js'
import { symbolFor } from './order-row.js'
import { createCatalogueError } from './replies.js'
import type { AccountCall } from './signed.js'

/** Returns the traded contracts of each contract of an event: total, and of the account. */
export function answerVolumeMetrics(call: AccountCall): Reply {
  const wanted = bodyTextOf(call.request, 'eventTicker') ?? ''
  const event = requireOrRefuse(
    // A game is named by the sub-event with its contracts, or by its main event.
    findEventByTicker(call, wanted) ?? findEventByTicker(call, wanted.replace(/-M$/i, '')),
    () => createCatalogueError(400, 'INVALID_INPUT', 'eventTicker is required'),
  )
  const [from, to] = [timeIn(call, 'startTime'), timeIn(call, 'endTime')]
  return toJsonReply({
    eventTicker: holderTickerOf(event),
    contracts: event.markets.map((market) => ({
      symbol: symbolFor(call, market),
      totalQty: totalOf(call, market, from, to),
      userAggressorQty: ownOf(call, market, 'taker', from, to),
      userRestingQty: ownOf(call, market, 'maker', from, to),
    })),
  })
}

function timeIn({ request }: AccountCall, name: string): number | undefined {
  const value = request.body[name] ?? undefined
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value)) return value
  throw createCatalogueError(400, 'INVALID_INPUT', `${name} must be a number`)
}

/** Returns the volume. The total of all time is the world's estimate; in a time range it is the sum of trades. */
function totalOf(
  { world, now }: AccountCall,
  market: WorldMarket,
  from: number | undefined,
  to: number | undefined,
): string {
  if (from === undefined && to === undefined) return rounded(world.stats(market.key, now).volume)
  const trades = world.trades(market.key, from ?? market.opensAt, Math.min(to ?? now, now) + 1)
  return rounded(trades.reduce((sum, { size }) => sum + size, 0))
}

function ownOf(
  { account }: AccountCall,
  market: WorldMarket,
  liquidity: 'taker' | 'maker',
  from = 0,
  to = Number.POSITIVE_INFINITY,
): string {
  const fills = account
    .fills()
    .filter((fill) => fill.market.key === market.key && fill.liquidity === liquidity)
    .filter(({ at }) => at >= from && at <= to)
  return toAmountText(sumAmounts(fills.map(({ size }) => size)))
}

function rounded(count: number): string {
  return String(Math.round(count * 100) / 100)
}
