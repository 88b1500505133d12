import * as z from 'zod'
import { alignDown } from '../../api/times/resolution.js'
import type { CandleBatch, CandleSource, NativeStep } from '../../venue-kit/contract/venue.js'
import { toPoints } from './native/history.js'
import { requestRequired } from './native/request.js'
import type { Facts } from './outcomes.js'
import { type NativePoint, priceHistory } from './schemas.js'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Maximum number of points per call: the last ones before the end of the window (README.md, history). */
const MAX_POINTS = 1_000

/** The two intervals that the venue serves. A window is at most as long as one call can cover. */
const hours: NativeStep = { stepMs: HOUR, maxWindowMs: MAX_POINTS * HOUR }
const days: NativeStep = { stepMs: DAY, maxWindowMs: MAX_POINTS * DAY }

/** Candles need only the token. The market shows which two series are its two sides. */
export type StoredFacts = Pick<Facts, 'marketId'>

/** The last prices of an outcome token, one per interval and without volume. Each token has its own history. */
export const candleSource: CandleSource<Facts, StoredFacts> = {
  basis: 'point',
  steps: [hours, days],
  // The newest point is of the open candle. No cache is documented: some minutes cover a late sampler.
  finalAfterMs: 5 * 60_000,

  facts: z.object({ marketId: z.string() }),

  place: ({ outcomeId, facts: { marketId } }) => ({
    seriesKey: outcomeId,
    mirrored: false,
    facts: { marketId },
  }),

  async fetch(series, step, window, ctx): Promise<CandleBatch> {
    const read = async (endAt: number | undefined): Promise<readonly NativePoint[]> => {
      const { history } = await requestRequired(ctx, priceHistory, {
        path: '/token/price-history',
        query: {
          token_id: series.seriesKey,
          interval: step.stepMs === HOUR ? '1h' : '1d',
          start_at: Math.floor(window.from / 1000),
          end_at: endAt,
        },
        what: 'GET /token/price-history',
      })
      return history
    }
    // The venue's handling of a future end is unknown; without an end it returns data up to now.
    const isPast = window.to <= ctx.clock.now()
    const history = await read(isPast ? Math.floor((window.to - 1) / 1000) : undefined)
    const listedFrom = series.listedAt === undefined ? undefined : alignDown(series.listedAt, step.stepMs)
    const toBatch = (rows: readonly NativePoint[]): CandleBatch => toPoints(rows, window, listedFrom)
    if (isPast) {
      // An empty range before an end may be a history that does not go back that far: the newest points show whether there is
      // any.
      return toBatch(history.length === 0 ? await read(undefined) : history)
    }
    // Without an end the response covers some days, with one the maximum number of points of a call.
    const oldest = Math.min(...history.map(({ t }) => t))
    const isShort = history.length > 0 && oldest * 1000 > Math.max(window.from, listedFrom ?? window.from)
    if (!isShort) return toBatch(history)
    const older = await read(oldest - 1)
    return toBatch([...history, ...older.filter(({ t }) => t < oldest)])
  },
}
