import type { PmxError } from '../../api/envelope/errors.js'
import { renderResolution } from '../../api/times/resolution.js'
import type { CandleQuery } from '../../candles/response/window.js'
import type { EventHeader } from './event-cache.js'
import type { EventCandleJob } from './event-candles.js'

/**
 * Returns the failure to reach the venue of an event, with the stored candles of all its outcomes and how to get them. Where
 * one outcome has no stored candles, it returns the plain failure, because no response is possible.
 * @param ageS seconds since the event was last returned
 */
export async function withStored(
  error: PmxError,
  event: EventHeader,
  ageS: number,
  query: CandleQuery,
  { venue, call, candles }: Pick<EventCandleJob, 'venue' | 'call' | 'candles'>,
): Promise<PmxError> {
  const ids = event.markets.flatMap(({ outcomes }) => outcomes.map(({ outcomeId }) => outcomeId))
  const terms = { ...call, stored: { unasked: 'only_if_cached', serves: true } } as const
  const answers = await Promise.all(
    ids.map((id) => candles.candles(venue, id, query, terms).catch(() => undefined)),
  )
  const known = answers.filter((answer) => answer !== undefined)
  const times = known.flatMap(({ bars }) => bars.map(({ timestamp }) => timestamp)).sort((a, b) => a - b)
  const [[from], last, stepMs] = [times, times.at(-1), known[0]?.stepMs]
  if (known.length < ids.length || from === undefined || last === undefined || stepMs === undefined)
    return error
  const until = last + stepMs
  const stored = {
    candles: times.length,
    resolution: renderResolution(stepMs),
    from,
    until,
    ageSeconds: Math.max(ageS, ...known.map(({ stale }) => stale?.ageS ?? 0)),
    switch: 'stale=ok',
  }
  return error.with({
    message:
      `${error.message} The cache contains ${stored.candles} candles for its outcomes (${stored.resolution}), up to ` +
      `${new Date(until).toISOString()}. To get them, add ?stale=ok or the header Cache-Control: stale-if-error to the request.`,
    detail: { ...error.detail, stored },
  })
}
