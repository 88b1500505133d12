import * as z from 'zod'
import { DAY_MS } from '../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../api/times/span.js'
import type { CandleBars, CandleSource, NativeStep, VenueContext } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { buildTradeBars, findTwinSpans, type TradeBars } from '../../venue-kit/unify/trade-bars.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'
import { packMarketId } from './ids.js'
import { matchesIn } from './native/book-fills.js'
import { readBookTrades } from './native/book-trades.js'
import { readPoolWindow } from './native/pool-trades.js'
import { isPair, type OutcomeFacts } from './outcomes.js'

const WHAT_BOOK = 'GET /markets/{slug}/trades'

/**
 * Every resolution is built from minutes of trades. The fetched part of a busy pool is stored, so that a day of it can be read in
 * several passes. A month of a quiet market takes few calls of the 30 in 10 s.
 */
const steps: readonly NativeStep[] = [{ stepMs: MINUTE_MS, maxWindowMs: 30 * DAY_MS }]

const kept = z.object({
  ref: z.object({ network: z.number(), model: z.enum(['amm', 'ob']), number: z.number() }),
  slug: z.string(),
  outcome: z.number(),
  /** The other one of two: its trades are part of the series, as complements. */
  other: z.number().optional(),
})
/** Stored facts for requesting the candles of a series again. */
export type StoredFacts = z.output<typeof kept>

/**
 * Candles of trades, with volume in shares. The venue's own charts are not used. The four of an outcome differ in values and
 * times, and may be empty for a market with trades (README.md).
 */
export const candleSource: CandleSource<OutcomeFacts, StoredFacts> = {
  basis: 'trade',
  steps,
  // An indexer with an unpublished delay reads pool trades from the chain; some minutes cover a slow one.
  finalAfterMs: 5 * MINUTE_MS,

  facts: kept,

  /**
   * Returns the series. Both outcomes of a market of two are one series, of the first one. In a larger market each has its own,
   * which is that of its synthetic NO as well.
   */
  place({ facts: { place, ref, slug, indexes } }) {
    const marketKey = packMarketId(ref)
    const outcome = isPair({ indexes }) ? Math.min(...indexes) : place.index
    const other = isPair({ indexes }) ? Math.max(...indexes) : undefined
    return {
      seriesKey: isPair({ indexes }) ? marketKey : `${marketKey}:${outcome}`,
      mirrored: place.isNegative || place.index === other,
      facts: { ref, slug, outcome, ...(other === undefined ? {} : { other }) },
    }
  },

  async fetch({ facts }, step, window, ctx): Promise<CandleBars> {
    return facts.ref.model === 'ob'
      ? { kind: 'bars', route: 'trades', ...(await bookBars(facts, step.stepMs, window, ctx)) }
      : { kind: 'bars', route: 'events', ...(await poolBars(facts, step.stepMs, window, ctx)) }
  },
}

type BarsOfTrades = TradeBars & Pick<CandleBars, 'unproven'>

async function poolBars(
  { ref, outcome, other }: StoredFacts,
  stepMs: number,
  { from, to }: Span,
  ctx: VenueContext,
): Promise<BarsOfTrades> {
  const end = Math.min(to - 1, ctx.clock.now())
  if (end < from) return { bars: [] }
  const { trades, completeFrom } = await readPoolWindow(ref, { start: from, end }, stepMs, ctx)
  const prints = inOrder(trades, ({ at }) => at, 'GET /markets/{id}/events')
    .filter((trade) => trade.outcome === outcome || trade.outcome === other)
    .map((trade) => ({
      at: trade.at,
      price: trade.outcome === outcome ? trade.price : complementPrice(trade.price),
      size: trade.shares,
    }))
  return { ...buildTradeBars(prints, completeFrom, stepMs), ...unprovenIn(trades, ({ at }) => at) }
}

/** Returns unconfirmed parts: neither kind of trade has an id. */
function unprovenIn<Row>(
  trades: readonly Row[],
  timeOf: (trade: Row) => number,
): Pick<CandleBars, 'unproven'> {
  const unproven = findTwinSpans(trades, (trade) => JSON.stringify(trade), timeOf)
  return unproven.length === 0 ? {} : { unproven }
}

async function bookBars(
  { slug, outcome, other }: StoredFacts,
  stepMs: number,
  window: Span,
  ctx: VenueContext,
): Promise<BarsOfTrades> {
  const read = async (one: number) => {
    const stretch = await readBookTrades({ slug, outcome: one }, window, stepMs, ctx)
    return { ...stretch, trades: inOrder(stretch.trades, ({ timestamp }) => timestamp, WHAT_BOOK) }
  }
  const stretches = [await read(outcome), ...(other === undefined ? [] : [await read(other)])]
  const trades = matchesIn(
    stretches.flatMap((stretch) => stretch.trades),
    outcome,
  )
  const prints = trades
    .map((trade) => ({
      at: trade.timestamp,
      price: trade.outcome === outcome ? trade.price : complementPrice(trade.price),
      size: trade.amount,
    }))
    .sort((a, b) => a.at - b.at)
  const told = stretches.flatMap(({ completeFrom }) => completeFrom ?? [])
  const completeFrom = told.length === 0 ? undefined : Math.max(...told)
  return {
    ...buildTradeBars(prints, completeFrom, stepMs),
    ...unprovenIn(trades, ({ timestamp }) => timestamp),
  }
}

/** Asserts the order: both lists are documented as newest first; in another order open and close would be swapped. */
function inOrder<Row>(rows: readonly Row[], timeOf: (row: Row) => number, what: string): readonly Row[] {
  const times = rows.map(timeOf)
  const wrong = times.findIndex((at, index) => at < (times[index - 1] ?? 0))
  if (wrong >= 0) throw createSchemaMismatch(what, 'timestamp', 'the rows are not in order, newest first')
  return rows
}
