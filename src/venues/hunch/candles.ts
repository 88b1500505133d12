import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import { alignDown, DAY_MS } from '../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../api/times/span.js'
import { decimalOf, divide, toNumber } from '../../api/values/decimal.js'
import { defineMemoKey } from '../../venue-kit/contract/memo.js'
import type { CandlePoints, CandleSource, PricePoint, VenueContext } from '../../venue-kit/contract/venue.js'
import { fetchHistory, RESEARCH } from './native/request.js'
import type { Facts } from './outcomes.js'
import type { HistoryPoint } from './schemas.js'

const kept = z.object({ marketId: z.string(), key: z.string().optional() })
/** Stored facts of an outcome for requesting its history; without a key, of a market of yes and no. */
export type StoredFacts = z.output<typeof kept>

/**
 * Candles of the odds after each bet. One response has all that the venue returns. The number of bets in it is not documented.
 * Only a history with as many points as there were bets is known to be complete (README.md).
 */
export const candleSource: CandleSource<Facts, StoredFacts> = {
  basis: 'point',
  steps: [{ stepMs: MINUTE_MS, maxWindowMs: 30 * 366 * DAY_MS }],
  // The delay between a bet and the history is not published.
  finalAfterMs: 5 * MINUTE_MS,

  facts: kept,

  place({ outcomeId, facts: { marketId, key, isTwoSided } }) {
    return isTwoSided
      ? { seriesKey: marketId, mirrored: key === 'no', facts: { marketId } }
      : { seriesKey: outcomeId, mirrored: false, facts: { marketId, key } }
  },

  async fetch({ outcomeId, facts: { marketId, key } }, { stepMs }, window, ctx): Promise<CandlePoints> {
    const history = await fetchHistory(marketId, ctx)
    if (history === undefined) throw gone(outcomeId)
    const { bets, points } = history
    if (points.length === 0 && (bets ?? 0) > 0) assertBlankAgain(marketId, ctx)
    else ctx.memo.delete(blankSince, marketId)
    const oldestFirst = inOrder(points)
    const told = oldestFirst.filter(({ outcomeKey }) => key === undefined || outcomeKey === key)
    if (key !== undefined && told.some(({ yesPct }) => yesPct === undefined)) throw unpriced(outcomeId)
    const isWhole = bets !== undefined && points.length >= bets
    const from = isWhole ? undefined : firstWhole(oldestFirst, bets, stepMs)
    const batch: CandlePoints = {
      kind: 'points',
      route: RESEARCH,
      points: pointsOf(
        told,
        { from: Math.max(window.from, from ?? window.from), to: window.to },
        ctx.clock.now(),
      ),
    }
    if (isWhole || (from !== undefined && from <= window.from)) return batch
    const untold = { from: window.from, to: Math.min(window.to, from ?? window.to) }
    return { ...batch, withheld: [{ ...untold, reason: 'beyond_retention' }] }
  },
}

/** Time of the first response without a history for a market with bets, epoch ms. */
const blankSince = defineMemoKey<number>('hunch blank history', DAY_MS)
/** Minimum distance of two independent responses. */
const BLANK_AGAIN_MS = 10 * MINUTE_MS

/**
 * Asserts that a history is really missing. A market with bets has a history as long as the venue retains one: two distant
 * responses must confirm that there is none.
 */
function assertBlankAgain(marketId: string, ctx: VenueContext): void {
  const now = ctx.clock.now()
  const since = ctx.memo.get(blankSince, marketId)
  if (since === undefined) ctx.memo.set(blankSince, marketId, now)
  if (since !== undefined && now - since >= BLANK_AGAIN_MS) return
  throw new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Hunch returned no history of market '${marketId}', although it has bets. Try again later.`,
    { retryable: true, detail: { kind: 'blank_history' } },
  )
}

/** Sorts the points, because the venue's order is not documented. */
function inOrder(points: readonly HistoryPoint[]): readonly HistoryPoint[] {
  const [first, last] = [points[0], points.at(-1)]
  const isFalling = first !== undefined && last !== undefined && first.at > last.at
  return (isFalling ? points.toReversed() : [...points]).sort((a, b) => a.at - b.at)
}

/**
 * Returns the open time from which on a history is complete that may lack bets. It is that of its first point. If bets
 * are known to be missing, it is that of the next interval, because they may be in the same one. Returns undefined
 * without points.
 */
function firstWhole(
  [first]: readonly HistoryPoint[],
  bets: number | undefined,
  stepMs: number,
): number | undefined {
  if (first === undefined) return undefined
  return alignDown(first.at, stepMs) + (bets === undefined ? 0 : stepMs)
}

/** Returns the points in a window. If several have the same time, the last one counts. */
function pointsOf(history: readonly HistoryPoint[], { from, to }: Span, now: number): PricePoint[] {
  const byTime = new Map<number, PricePoint>()
  for (const { at, yesPct } of history) {
    if (yesPct === undefined || at < from || at >= to || at > now) continue
    byTime.set(at, { at, price: toNumber(divide(decimalOf(yesPct), decimalOf(100), 10, 'nearest')) })
  }
  return [...byTime.values()]
}

function gone(outcomeId: string): PmxError {
  return new PmxError('NOT_FOUND', `Hunch no longer returns the history of outcome '${outcomeId}'.`, {
    detail: { kind: 'no_history' },
  })
}

function unpriced(outcomeId: string): PmxError {
  return new PmxError(
    'NOT_SUPPORTED',
    `Hunch returns bets on outcome '${outcomeId}' without their odds, so it has no candles.`,
    { detail: { kind: 'unpriced_history' } },
  )
}
