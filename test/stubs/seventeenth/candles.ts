import * as z from 'zod'
import { HOUR_MS } from '../../../src/api/times/resolution.js'
import { MINUTE_MS } from '../../../src/api/times/span.js'
import { pathOf } from '../../../src/transport/call-types.js'
import type { CandleSource } from '../../../src/venue-kit/contract/venue.js'
import { requestRequired } from '../../../src/venue-kit/requests/request-list.js'
import type { Facts } from './outcomes.js'
import { barList } from './wire.js'

/** Bars of the trades of an outcome. Both sides have their own, so none is the mirror of the other. */
export const candleSource: CandleSource<Facts, Facts> = {
  basis: 'trade',
  steps: [MINUTE_MS, HOUR_MS].map((stepMs) => ({ stepMs, maxWindowMs: 1_000 * stepMs })),
  finalAfterMs: MINUTE_MS,
  facts: z.object({}).transform((): Facts => ({})),

  place: ({ outcomeId, facts }) => ({ seriesKey: outcomeId, mirrored: false, facts }),

  async fetch({ seriesKey }, { stepMs }, { from, to }, ctx) {
    const bars = await requestRequired(ctx, barList, {
      path: pathOf`/bars/${seriesKey}`,
      query: { step: stepMs / MINUTE_MS, from, to },
      what: 'GET /bars/{token}',
    })
    return {
      kind: 'bars',
      route: 'bars',
      bars: bars.map(([timestamp, open, high, low, close, volume]) => {
        return { timestamp, open, high, low, close, volume }
      }),
    }
  },
}
