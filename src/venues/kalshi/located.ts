import { PmxError } from '../../api/errors.js'
import { memoKey } from '../../venue-kit/memo.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import type { OutcomeRef } from './ids.js'
import { findMarket, type ResolvedOutcome, readMarketHistory, resolveOutcome, type Tier } from './lookup.js'
import { isToldClosed } from './price.js'

/** Where an outcome's history is to be found: facts of its market, times in epoch ms. */
export interface MarketFacts {
  readonly ticker: string
  /** Absent when the venue does not tell it. */
  readonly eventTicker: string | undefined
  /** The tier that had it when it was looked up. */
  readonly tier: Tier
  readonly opensAt: number | undefined
  /** Absent while it trades. */
  readonly closedAt: number | undefined
  /** Nothing happens to it any more but its move to the archive. */
  readonly isSettled: boolean
  /** Absent until it is settled, and of one that the venue tells neither this nor the close time of. */
  readonly settledAt: number | undefined
}

/** A market that trades can be closed early; until then a late look only asks for hours that turn out empty. */
const tradingKey = memoKey<MarketFacts>('trading market', 15 * 60_000)
/** Nothing happens to a settled one but its move to the other tier, which both readers follow by themselves. */
const settledKey = memoKey<MarketFacts>('settled market', 24 * 3_600_000)

/**
 * The market and side of an outcome that is known to exist, remembered.
 * @throws NOT_FOUND when the venue knows no such outcome
 */
export async function locateOutcome(
  outcomeId: string,
  ctx: VenueContext,
): Promise<{ readonly ref: OutcomeRef; readonly facts: MarketFacts }> {
  const outcome = await resolveOutcome(outcomeId, ctx)
  const facts = outcome && (await marketFacts(outcome, ctx))
  if (outcome === undefined || facts === undefined) {
    throw new PmxError(
      'NOT_FOUND',
      `No market has the outcome '${outcomeId.slice(0, 100)}'. An outcome id is a market's ticker, with -NO behind it ` +
        "for the other side, found as outcomeId in a market's outcomes.",
    )
  }
  return { ref: outcome.ref, facts }
}

async function marketFacts(
  { ref: { ticker }, found: fetched }: ResolvedOutcome,
  ctx: VenueContext,
): Promise<MarketFacts | undefined> {
  const known = ctx.memo.get(settledKey, ticker) ?? ctx.memo.get(tradingKey, ticker)
  if (known !== undefined) return known
  const found = fetched ?? (await findMarket(ticker, ctx))
  if (found === undefined) return undefined
  const market = readMarketHistory(found)
  const isFinalized = market.status === 'finalized'
  const facts: MarketFacts = {
    ticker: market.ticker,
    eventTicker: market.event_ticker,
    tier: found.tier,
    opensAt: market.open_time,
    closedAt: isToldClosed(market) ? market.close_time : undefined,
    // Markets settled long ago may lack the time; their close is near enough to choose a tier by.
    isSettled: isFinalized || market.settlement_ts !== undefined,
    settledAt: market.settlement_ts ?? (isFinalized ? market.close_time : undefined),
  }
  ctx.memo.set(facts.isSettled ? settledKey : tradingKey, ticker, facts)
  return facts
}
