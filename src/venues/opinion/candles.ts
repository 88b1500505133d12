import * as z from 'zod'
import { alignDown } from '../../api/times/resolution.js'
import type { CandleBatch, CandleSource, NativeStep } from '../../venue-kit/contract/venue.js'
import { toPoints } from './native/history.js'
import { requestRequired } from './native/request.js'
import type { Facts } from './outcomes.js'
import { type NativePoint, priceHistory } from './schemas.js'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Most points of a call, which are those before its end (README.md, history). */
const MAX_POINTS = 1_000

/** The two intervals the venue honours. A window is no longer than what one call tells of it. */
const hours: NativeStep = { stepMs: HOUR, maxWindowMs: MAX_POINTS * HOUR }
const days: NativeStep = { stepMs: DAY, maxWindowMs: MAX_POINTS * DAY }

/** Candles need the token alone; the market says of which two series are sides of one. */
export type StoredFacts = Pick<Facts, 'marketId'>

/** Last prices of an outcome token, one a step, without volume; each token has a history of its own. */
export const candleSource: CandleSource<Facts, StoredFacts> = {
  basis: 'point',
  steps: [hours, days],
  // The newest point is of the running step. No cache is documented: minutes for a sampler that comes late.
  settleLagMs: 5 * 60_000,

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
    // What the venue makes of an end that lies ahead is not known; without one it tells up to now.
    const isPast = window.to <= ctx.clock.now()
    const history = await read(isPast ? Math.floor((window.to - 1) / 1000) : undefined)
    const listedFrom = series.listedAt === undefined ? undefined : alignDown(series.listedAt, step.stepMs)
    const toBatch = (rows: readonly NativePoint[]): CandleBatch => toPoints(rows, window, listedFrom)
    if (isPast) {
      // Nothing before an end may be a history that does not reach so far back: whether there is one at all, the newest tells.
      return toBatch(history.length === 0 ? await read(undefined) : history)
    }
    // Without an end it tells of some days, with one of as many points as a call has.
    const oldest = Math.min(...history.map(({ t }) => t))
    const isShort = history.length > 0 && oldest * 1000 > Math.max(window.from, listedFrom ?? window.from)
    if (!isShort) return toBatch(history)
    const older = await read(oldest - 1)
    return toBatch([...history, ...older.filter(({ t }) => t < oldest)])
  },
}
