import type { CandleBatch, CandleSeries, CandleSource, NativeStep } from '../../venue-kit/venue.js'
import { ask } from './ask.js'
import { toPoints } from './history.js'
import { requireOutcome } from './outcomes.js'
import { priceHistory } from './wire.js'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/**
 * The two intervals the venue honours (README.md). One call tells all there is,
 * whatever the window, so windows are long: about seven days of hours and ninety of days, by recordings.
 */
const hours: NativeStep = { stepMs: HOUR, maxWindowMs: 180 * DAY }
const days: NativeStep = { stepMs: DAY, maxWindowMs: 1_800 * DAY }

/** Last prices of an outcome token, one a step, without volume; each token has a history of its own. */
export const candleSource: CandleSource = {
  basis: 'point',
  steps: [hours, days],
  // The newest point is of the running step. No cache is documented: minutes for a sampler that comes late.
  settleLagMs: 5 * 60_000,

  async locate(outcomeId, ctx): Promise<CandleSeries> {
    const { tokenId, market } = await requireOutcome(outcomeId, ctx)
    const { marketId, createdAt, resolvedAt } = market
    return {
      outcomeId: tokenId,
      seriesKey: tokenId,
      mirrored: false,
      // Older points repeat the first price (README.md).
      ...(createdAt === undefined ? {} : { listedAt: createdAt }),
      ...(resolvedAt === undefined ? {} : { closedAt: resolvedAt, isSettled: true }),
      facts: { marketId: String(marketId) },
    }
  },

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
    return toPoints(history, step.stepMs, window)
  },
}
