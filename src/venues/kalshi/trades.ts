import type { Trade } from '../../api/models/models.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { Page } from '../../venue-kit/contract/paging.js'
import type { TradeQuery, TradeSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { assertHonoured } from '../../venue-kit/payload/payload.js'
import { joinLegs, type Leg } from '../../venue-kit/requests/request-legs.js'
import { requestOptional, requestRequired } from '../../venue-kit/requests/request-list.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'
import { type OutcomeRef, packOutcomeId } from './ids.js'
import { findCutoff } from './native/archive.js'
import { readNextCursor } from './native/cursor.js'
import { takerOf } from './native/direction.js'
import { type Tier, tiers } from './native/find-market.js'
import type { OutcomeFacts } from './outcomes.js'
import { type NativeTrade, tradesReply } from './schemas.js'

/** Maximum number of trades on a page (README.md; docs.kalshi.com, get trades). */
const TRADES_PER_PAGE = 1_000

/**
 * Converts a trade for an outcome: the NO side trades at 1 - p, and a taker of NO sells YES. The side is `unknown` if the
 * venue does not report the taker's.
 */
export function toTrade(native: NativeTrade, ref: OutcomeRef): Trade {
  const taker = takerOf(native)
  return {
    id: native.trade_id,
    timestamp: native.created_time,
    price: ref.side === 'yes' ? native.yes_price_dollars : complementPrice(native.yes_price_dollars),
    amount: native.count_fp,
    side: taker === undefined ? 'unknown' : taker === ref.side ? 'buy' : 'sell',
    outcomeId: packOutcomeId(ref),
  }
}

/**
 * Public trades, newest first: the live tier, then the historical one for trades before its cutoff. Block trades are included. An
 * empty list is valid only for a market that exists.
 */
export const tradeSource: TradeSource<OutcomeFacts> = {
  list(outcome, query, ctx) {
    const { facts, isSettled } = outcome
    const leg = (tier: Tier): Leg<Trade> => ({
      isNeeded: () => isNeeded(tier, outcome, query, ctx),
      fetch(cursor) {
        // The tier without the market may report it as unknown, and a settled one can move between two requests.
        const mayDeny = tier !== facts.tier || isSettled === true
        return fetchPage(tier, mayDeny ? requestOptional : requestRequired, facts, query, cursor, ctx)
      },
    })
    return joinLegs('trades', (trade) => trade.id, tiers.map(leg))
  },
}

/** Whether a tier can hold any of the trades: trades move by their own age, not by their market's. */
async function isNeeded(
  tier: Tier,
  { facts, listedAt, closedAt }: Located<OutcomeFacts>,
  { start, end }: TradeQuery,
  ctx: VenueContext,
): Promise<boolean> {
  if (tier === 'live') {
    // The cutoff costs a call; without an end in the past the newest trades are requested, which are live.
    const latest = end ?? closedAt
    if (latest === undefined) return true
    const cutoff = await findCutoff(ctx)
    return cutoff?.tradedBefore === undefined || latest >= cutoff.tradedBefore
  }
  const earliest = Math.max(start ?? 0, listedAt ?? 0)
  const tradedBefore = (await findCutoff(ctx))?.tradedBefore
  // Where the archive does not report its end, the tier of the market shows whether it exists.
  if (tradedBefore === undefined) return facts.tier === 'historical'
  return earliest < tradedBefore
}

async function fetchPage(
  tier: Tier,
  asking: typeof requestOptional,
  ref: OutcomeRef,
  { start, end, limit }: TradeQuery,
  cursor: string | undefined,
  ctx: VenueContext,
): Promise<Page<Trade>> {
  const path = tier === 'live' ? '/markets/trades' : '/historical/trades'
  const what = `GET ${path}`
  const query = {
    ticker: ref.ticker,
    limit: Math.min(TRADES_PER_PAGE, Math.max(1, limit)),
    cursor,
    // Whole seconds, and the documents do not specify whether the bounds are inclusive: one second wider on each side; the core
    // cuts exactly.
    min_ts: start === undefined ? undefined : Math.max(0, Math.floor(start / 1000) - 1),
    max_ts: end === undefined ? undefined : Math.floor(end / 1000) + 1,
  }
  const reply = await asking(ctx, tradesReply, { path, query, what })
  if (reply === undefined) return { rows: [] }
  const rows = toTrades(reply.trades, ref, what)
  const next = readNextCursor(reply.cursor, reply.trades.length, TRADES_PER_PAGE, what)
  return { rows, next, ...(rows.length === 0 ? { isBlank: true } : {}) }
}

/** @throws EXCHANGE_NOT_AVAILABLE when it contains a trade of another market */
function toTrades(natives: readonly NativeTrade[], ref: OutcomeRef, what: string): Trade[] {
  return natives.map((native, index) => {
    assertHonoured(native.ticker === ref.ticker, what, `trades[${index}].ticker`, native.ticker)
    return toTrade(native, ref)
  })
}
