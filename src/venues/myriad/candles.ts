import { DAY_MS } from '../../contract/resolution.js'
import { drift } from '../payload.js'
import { type ToldBars, toldBars } from '../trade-bars.js'
import type { CandleBars, CandleSeries, CandleSource, NativeStep, Span, VenueContext } from '../venue.js'
import { readBookTrades } from './book-trades.js'
import { type MarketRef, packMarketId, readId } from './ids.js'
import { type OutcomeFacts, outcomeFacts } from './outcomes.js'
import { readPoolWindow } from './pool-trades.js'

const MINUTE_MS = 60_000

/**
 * Every resolution is built from minutes of trades: what was read of a busy pool is kept, so that a day of it can be
 * read in as many goes as it takes. A month takes quiet markets in few calls of the 30 in 10 s.
 */
const steps: readonly NativeStep[] = [{ stepMs: MINUTE_MS, maxWindowMs: 30 * DAY_MS }]

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
      ? { kind: 'bars', route: 'trades', ...(await bookBars(question, step.stepMs, window, ctx)) }
      : { kind: 'bars', route: 'events', ...(await poolBars(question, step.stepMs, window, ctx)) }
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
): Promise<ToldBars> {
  const end = Math.min(to - 1, ctx.clock.now())
  if (end < from) return { bars: [] }
  const { trades, toldFrom } = await readPoolWindow(ref, { start: from, end }, stepMs, ctx)
  const prints = inOrder(trades, 'GET /markets/{id}/events')
    .filter((trade) => trade.outcome === outcome)
    .map(({ at, price, shares }) => ({ at, price, size: shares }))
  return toldBars(prints, toldFrom, stepMs)
}

async function bookBars(
  { slug, outcome }: Question,
  stepMs: number,
  window: Span,
  ctx: VenueContext,
): Promise<ToldBars> {
  const { trades, toldFrom } = await readBookTrades({ slug, outcome }, window, stepMs, ctx)
  const prints = trades.map(({ timestamp, price, amount }) => ({ at: timestamp, price, size: amount }))
  return toldBars(inOrder(prints, 'GET /markets/{slug}/trades'), toldFrom, stepMs)
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
