import * as z from 'zod'
import type { CandleBatch, CandleSource, NativeStep } from '../../venue-kit/venue.js'
import { ask } from './native/ask.js'
import { toPoints } from './native/history.js'
import type { Facts } from './outcomes.js'
import { priceHistory } from './wire.js'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/**
 * The two intervals the venue honours (README.md). One call tells all there is,
 * whatever the window, so windows are long: about seven days of hours and ninety of days, by recordings.
 */
const hours: NativeStep = { stepMs: HOUR, maxWindowMs: 180 * DAY }
const days: NativeStep = { stepMs: DAY, maxWindowMs: 1_800 * DAY }

/** Candles need the token alone; the market says of which two series are sides of one. */
export type Kept = Facts

/** Last prices of an outcome token, one a step, without volume; each token has a history of its own. */
export const candleSource: CandleSource<Facts, Kept> = {
  basis: 'point',
  steps: [hours, days],
  // The newest point is of the running step. No cache is documented: minutes for a sampler that comes late.
  settleLagMs: 5 * 60_000,

  facts: z.object({ marketId: z.string() }),

  place: ({ outcomeId, facts }) => ({ seriesKey: outcomeId, mirrored: false, facts }),

  async fetch(series, step, window, ctx): Promise<CandleBatch> {
    const { history } = await ask(ctx, priceHistory, {
      path: '/token/price-history',
      query: {
        token_id: series.seriesKey,
        interval: step.stepMs === HOUR ? '1h' : '1d',
        start_at: Math.floor(window.from / 1000),
      },
      what: 'GET /token/price-history',
    })
    return toPoints(history, window)
  },
}
