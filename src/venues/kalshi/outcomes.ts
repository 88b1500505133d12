import type { Located } from '../../venue-kit/outcome.js'
import type { OutcomeSource } from '../../venue-kit/venue.js'
import { type OutcomeRef, packOutcomeId, type Side } from './ids.js'
import { type FoundMarket, findOutcomeMarket, readMarketHistory, type Tier } from './native/find-market.js'
import { isToldClosed } from './native/prices.js'

/** What books, trades and candles of an outcome are asked for with. */
export interface OutcomeFacts extends OutcomeRef {
  /** Absent when the venue does not tell it. */
  readonly eventTicker?: string
  /** The tier that had the market when it was looked up. */
  readonly tier: Tier
  /** Epoch ms; absent until it is settled, and of one that the venue tells neither this nor the close time of. */
  readonly settledAt?: number
}

export const outcomeSource: OutcomeSource<OutcomeFacts> = {
  hint: () =>
    "An outcome id is a market's ticker, with -NO behind it for the other side, found as outcomeId in a market's " +
    'outcomes.',

  async locate(id, ctx) {
    const outcome = await findOutcomeMarket(id, ctx)
    if (outcome === undefined) return undefined
    const { ref, found } = outcome
    const located = toLocated(found, ref.side)
    // The id of NO may be the ticker of another market: that it is the other side shows only when it is asked for.
    return ref.side === 'yes'
      ? { kind: 'outcome', outcome: located }
      : { kind: 'outcome', outcome: located, others: [toLocated(found, 'yes')] }
  },
}

function toLocated(found: FoundMarket, side: Side): Located<OutcomeFacts> {
  const market = readMarketHistory(found)
  const { ticker, event_ticker, open_time, close_time, settlement_ts } = market
  const isFinalized = market.status === 'finalized'
  // Markets settled long ago may lack the time; their close is near enough to choose a tier by.
  const settledAt = settlement_ts ?? (isFinalized ? close_time : undefined)
  const closedAt = isToldClosed(market) ? close_time : undefined
  return {
    outcomeId: packOutcomeId({ ticker, side }),
    ...(open_time === undefined ? {} : { listedAt: open_time }),
    ...(closedAt === undefined ? {} : { closedAt }),
    ...(isFinalized || settlement_ts !== undefined ? { isSettled: true } : {}),
    facts: {
      ticker,
      side,
      tier: found.tier,
      ...(event_ticker === undefined ? {} : { eventTicker: event_ticker }),
      ...(settledAt === undefined ? {} : { settledAt }),
    },
  }
}
