import { MINUTE_MS } from '../../api/times/span.js'
import type { CandleBatch, CandleSource, NativeStep } from '../../venue-kit/contract/venue.js'
import { type CandleFacts, candleFacts } from './native/candle-facts.js'
import { type HistoryPart, requestFinestHistory } from './native/finest-history.js'
import { requestHistories, SAMPLES_A_CALL, TOKENS_A_CALL } from './native/history-batch.js'
import type { OutcomeFacts } from './outcomes.js'

const HOUR = 60 * MINUTE_MS
const DAY = 24 * HOUR

/**
 * Both history routes allow 15 days per call. These windows are within the limit, and a window of minutes fits into one page of
 * the newer route (10,000 points).
 */
const steps: readonly NativeStep[] = [
  { stepMs: MINUTE_MS, maxWindowMs: 6 * DAY },
  { stepMs: HOUR, maxWindowMs: 7 * DAY },
  { stepMs: DAY, maxWindowMs: 14 * DAY },
]

/**
 * Reads the price history of outcomes. Prices are the venue's own samples. They equal the mid price wherever that was measured,
 * but the venue does not define them (README.md).
 */
export const candleSource: CandleSource<OutcomeFacts, CandleFacts> = {
  basis: 'point',
  steps,
  // Responses come from caches that store them for 90 s (older route) to 300 s (the newer one's host), and samples are up to 75 s
  // apart. Only candles that ended this long ago are certainly complete.
  finalAfterMs: 6.5 * MINUTE_MS,

  facts: candleFacts,

  place({ facts: { tokenId, otherTokenId: _other, version: _version, ...facts } }) {
    // Both outcomes of a market have their own histories, sampled at different seconds: neither is derived.
    return { seriesKey: tokenId, mirrored: false, facts }
  },

  async fetch(series, step, window, ctx): Promise<CandleBatch> {
    return toBatch(await requestFinestHistory(series, step.stepMs, window, ctx))
  },

  mostSeriesACall: TOKENS_A_CALL,
  mostBarsACall: SAMPLES_A_CALL,
  // Its limit is not published: it is counted like the route for one token.
  manyAt: { host: 'clob', group: 'history' },
  async fetchMany(series, { stepMs }, window, ctx): Promise<ReadonlyMap<string, CandleBatch>> {
    const told = await requestHistories(series, stepMs, window, ctx)
    return new Map([...told].map(([seriesKey, one]) => [seriesKey, toBatch(one)]))
  },
}

function toBatch({ points, routes, spacing, withheld, contradicted }: HistoryPart): CandleBatch {
  return {
    kind: 'points',
    points,
    route: routes.join(' + ') || 'none',
    ...spacing,
    ...(contradicted.length === 0 ? {} : { unproven: contradicted }),
    ...(withheld.length === 0
      ? {}
      : { withheld: withheld.map((span) => ({ ...span, reason: 'beyond_retention' })) }),
  }
}
