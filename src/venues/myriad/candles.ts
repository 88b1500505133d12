import type { PriceCandle } from '../../contract/models.js'
import { DAY_MS, HOUR_MS } from '../../contract/resolution.js'
import { drift } from '../payload.js'
import { barsFromTrades } from '../trade-bars.js'
import type { CandleBars, CandleSeries, CandleSource, NativeStep, Span, VenueContext } from '../venue.js'
import { readBookTrades } from './book-trades.js'
import { type MarketRef, packMarketId, readId } from './ids.js'
import { type OutcomeFacts, outcomeFacts } from './outcomes.js'
import { readPoolWindow } from './pool-trades.js'

const MINUTE_MS = 60_000

/**
 * Every step is built from trades; they differ in how much of them one call reads. A short window lets busy markets be
 * read and kept piece by piece; a long one takes quiet markets in few calls of the 30 in 10 s.
 */
const steps: readonly NativeStep[] = [
  { stepMs: MINUTE_MS, maxWindowMs: 6 * HOUR_MS },
  { stepMs: HOUR_MS, maxWindowMs: DAY_MS },
  { stepMs: DAY_MS, maxWindowMs: 7 * DAY_MS },
]

/**
 * Candles of the trades, with volume in shares. The venue's own charts are not used: the four of an outcome disagree
 * with each other on values and times, and may be empty for a market that trades (docs: myriad, section 3.4).
 */
export const candleSource: CandleSource = {
  basis: 'trade',
  steps,
  // Pool trades are read from the chain by an indexer whose lag is not published; minutes cover a slow one.
  settleLagMs: 5 * MINUTE_MS,

  async locate(outcomeId, ctx): Promise<CandleSeries> {
    return toSeries(await outcomeFacts(outcomeId, ctx))
  },

  async fetch(series, step, window, ctx): Promise<CandleBars> {
    const { market, slug = '', outcome } = series.facts
    const id = readId(market ?? '')
    if (id.kind !== 'market') throw new RangeError(`no market in the facts of ${series.seriesKey}`)
    const ref: MarketRef = { network: id.network, number: id.number, model: id.model ?? 'amm' }
    const question = { ref, slug, outcome: Number(outcome) }
    return ref.model === 'ob'
      ? { kind: 'bars', route: 'trades', bars: await bookBars(question, step.stepMs, window, ctx) }
      : { kind: 'bars', route: 'events', bars: await poolBars(question, step.stepMs, window, ctx) }
  },
}

/** Both sides of a pool's outcome are one series; the outcomes of a market have trades of their own. */
function toSeries({ outcomeId, place, market }: OutcomeFacts): CandleSeries {
  const { ref, slug, listedAt, closedAt } = market
  const marketKey = packMarketId(ref)
  return {
    outcomeId,
    seriesKey: `${marketKey}:${place.index}`,
    mirrored: place.isNegative,
    ...(listedAt === undefined ? {} : { listedAt }),
    ...(closedAt === undefined ? {} : { closedAt }),
    facts: { market: marketKey, slug, outcome: String(place.index) },
  }
}

interface Question {
  readonly ref: MarketRef
  readonly slug: string
  readonly outcome: number
}

async function poolBars(
  { ref, outcome }: Question,
  stepMs: number,
  { from, to }: Span,
  ctx: VenueContext,
): Promise<readonly PriceCandle[]> {
  const end = Math.min(to - 1, ctx.clock.now())
  if (end < from) return []
  const trades = await readPoolWindow(ref, { start: from, end }, ctx)
  const prints = trades
    .filter((trade) => trade.outcome === outcome)
    .map(({ at, price, shares }) => ({ at, price, size: shares }))
  return barsFromTrades(inOrder(prints, 'GET /markets/{id}/events'), stepMs)
}

async function bookBars(
  { slug, outcome }: Question,
  stepMs: number,
  { from, to }: Span,
  ctx: VenueContext,
): Promise<readonly PriceCandle[]> {
  const trades = await readBookTrades({ slug, outcome }, from, ctx)
  const prints = trades
    .map(({ timestamp, price, amount }) => ({ at: timestamp, price, size: amount }))
    .filter(({ at }) => at < to)
  return barsFromTrades(inOrder(prints, 'GET /markets/{slug}/trades'), stepMs)
}

/** Both lists are documented as newest first; in another order open and close would be swapped. */
function inOrder<Print extends { readonly at: number }>(
  prints: readonly Print[],
  what: string,
): readonly Print[] {
  const wrong = prints.findIndex((print, index) => print.at < (prints[index - 1]?.at ?? 0))
  if (wrong >= 0) throw drift(what, 'timestamp', 'the rows are not in order, newest first')
  return prints
}
