import { alignDown } from '../../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../../api/times/span.js'
import type { CandleSeries, VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertHonoured } from '../../../venue-kit/payload/payload.js'
import { isTooCoarse, paceOf } from '../../../venue-kit/requests/pace.js'
import type { CandleFacts } from './candle-facts.js'
import {
  cutBeforeListing,
  FIRST_RECORDED,
  type HistoryPart,
  headGapOf,
  spacingOfOlder,
} from './finest-history.js'
import { isRetired, markRetired, sendIfThere } from './generations.js'
import { nameOf, olderMinutes, toSampledPoints } from './history-routes.js'
import { isPositionId } from './protocol.js'

/** Maximum number of tokens per call (README.md). */
export const TOKENS_A_CALL = 20
/** The maximum number of samples per call is not documented. At most this many are requested. */
export const SAMPLES_A_CALL = 20_000

const MATTER = 'history of many'

/**
 * Requests samples of several tokens in one call of the older generation. Tokens whose window it does not cover completely are
 * left out. The other rungs decide about an empty or late beginning.
 */
export async function requestHistories(
  all: readonly CandleSeries<CandleFacts>[],
  stepMs: number,
  window: Span,
  ctx: VenueContext,
): Promise<ReadonlyMap<string, HistoryPart>> {
  const what = 'POST /batch-prices-history'
  const nothing = new Map<string, HistoryPart>()
  // It is not documented whether the route accepts positions: a refused one would cause the refusal of all others.
  const series = all.filter(({ outcomeId }) => !isPositionId(outcomeId))
  const to = Math.min(window.to, alignDown(ctx.clock.now(), MINUTE_MS) + MINUTE_MS)
  const samples = series.length * ((to - window.from) / MINUTE_MS)
  // A single token has its own routes; samples are of minutes, whatever the resolution.
  const isUseless =
    series.length < 2 || samples <= 0 || samples > SAMPLES_A_CALL || window.from < FIRST_RECORDED
  if (isUseless || isRetired(MATTER, 'v1', ctx)) return nothing
  const tokens = series.map(({ outcomeId }) => outcomeId)
  const body = {
    markets: tokens,
    // One second earlier: it is not documented whether the bound itself is included.
    start_ts: window.from / 1000 - 1,
    end_ts: Math.ceil(to / 1000),
    fidelity: 1,
  }
  const request = { host: 'clob', path: '/batch-prices-history', body, read: true, group: 'history' } as const
  const reply = await sendIfThere(request, ctx)
  if (reply === 'gone') {
    markRetired(MATTER, 'v1', ctx)
    return nothing
  }
  const told = toSampledPoints(reply.json, { from: window.from, to }, what)
  for (const token of told.keys()) assertHonoured(tokens.includes(token), what, 'history', token)
  return new Map(
    series.flatMap((one) => {
      const points = told.get(one.outcomeId) ?? []
      const listed = cutBeforeListing(window, one)
      const [first] = points
      const isWhole =
        first !== undefined &&
        listed !== undefined &&
        !isTooCoarse(paceOf(points), stepMs) &&
        first.at - listed.from < headGapOf(olderMinutes, listed, window)
      const answer = {
        points,
        routes: [nameOf(olderMinutes)],
        spacing: spacingOfOlder(points),
        withheld: [],
        contradicted: [],
      }
      return isWhole ? [[one.seriesKey, answer] as const] : []
    }),
  )
}
