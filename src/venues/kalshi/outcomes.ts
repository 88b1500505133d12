import type { Located, ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { loadOrElse, readUnlessMalformed } from '../../venue-kit/requests/map-rows.js'
import { type OutcomeRef, packOutcomeId, type Side } from './ids.js'
import {
  type FoundMarket,
  type FoundOutcome,
  findOutcomeMarket,
  findOutcomeMarkets,
  fitInOneList,
  readMarketHistory,
  type Tier,
} from './native/find-market.js'
import { findManyEventFacts } from './native/series-facts.js'
import { type EventAround, isMarkedClosed } from './schemas.js'

/** Facts that requests for books, trades and candles of an outcome need. */
export interface OutcomeFacts extends OutcomeRef {
  /** Absent when the venue does not report it. */
  readonly eventTicker?: string
  /** Series of its event, where it was reported with it. */
  readonly seriesTicker?: string
  /** The tier that had the market at the lookup. */
  readonly tier: Tier
  /** Epoch ms. Absent until it is settled, and where the venue reports neither this nor the close time. */
  readonly settledAt?: number
}

export const outcomeSource: OutcomeSource<OutcomeFacts> = {
  hint: () =>
    "An outcome id is a market's ticker, followed by -NO for the other side. It is the outcomeId in a market's " +
    'outcomes.',

  async locate(id, ctx) {
    const outcome = await findOutcomeMarket(id, ctx)
    if (outcome === undefined) return undefined
    return toSought(outcome)
  },

  manyAt: { host: 'api' },
  fitACall: fitInOneList,

  async locateMany(ids, ctx) {
    const found = await findOutcomeMarkets(ids, ctx)
    const series = await seriesOfAll(found, ctx)
    return new Map(
      [...found].flatMap(([id, outcome]) => {
        const sought = readUnlessMalformed(() => toSought(outcome, series))
        return sought === undefined ? [] : [[id, sought] as const]
      }),
    )
  },
}

/**
 * Returns the series of the markets' events, by event, in one call: candles would request them singly. Missing ones are left to
 * them.
 */
async function seriesOfAll(
  found: ReadonlyMap<string, FoundOutcome>,
  ctx: VenueContext,
): Promise<ReadonlyMap<string, string>> {
  const events = new Set(
    [...found.values()].flatMap(({ found: { market } }) =>
      typeof market['event_ticker'] === 'string' ? [market['event_ticker']] : [],
    ),
  )
  const facts = await loadOrElse(
    'the series of events',
    ctx,
    () => findManyEventFacts([...events], ctx),
    new Map<string, EventAround>(),
  )
  return new Map(
    [...facts].flatMap(([event, { series_ticker: series }]) =>
      series === undefined ? [] : [[event, series] as const],
    ),
  )
}

function toSought(
  { ref, found }: FoundOutcome,
  series: ReadonlyMap<string, string> = new Map(),
): ResolvedName<OutcomeFacts> {
  const outcome = toLocated(found, ref.side, series)
  // The id of NO may be the ticker of another market: only a request shows that it is the other side.
  return ref.side === 'yes'
    ? { kind: 'outcome', outcome }
    : { kind: 'outcome', outcome, others: [toLocated(found, 'yes', series)] }
}

function toLocated(
  found: FoundMarket,
  side: Side,
  seriesOf: ReadonlyMap<string, string>,
): Located<OutcomeFacts> {
  const market = readMarketHistory(found)
  const { ticker, event_ticker, open_time, close_time, settlement_ts } = market
  const isFinalized = market.status === 'finalized'
  // Markets settled long ago may lack the time; their close time is sufficient to choose a tier.
  const settledAt = settlement_ts ?? (isFinalized ? close_time : undefined)
  const series = event_ticker === undefined ? undefined : seriesOf.get(event_ticker)
  const closedAt = isMarkedClosed(market) ? close_time : undefined
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
      ...(series === undefined ? {} : { seriesTicker: series }),
      ...(settledAt === undefined ? {} : { settledAt }),
    },
  }
}
