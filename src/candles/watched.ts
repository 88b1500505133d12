import { alignDown } from '../api/resolution.js'
import { intersect } from '../api/span.js'
import type { Clock } from '../effects/clock.js'
import { holderOf, noSecrets } from '../venue-kit/secrets.js'
import type { Completion } from './completion.js'
import type { Plan } from './plan.js'
import type { FetchCall, FetchTarget } from './target.js'
import { counted } from './unfinished.js'
import { firstLook } from './walk-back.js'
import type { Watched } from './watch.js'

/** Whoever keeps longer stretches in view has them in the store: what may change is at their end. */
const MOST_STEPS = 500

/**
 * The series of a question as one to be watched; undefined where the question is not for what goes on, where its caller
 * waits for the venue or says himself how old it may be, and where the venue is asked on behalf of somebody.
 */
export function watchedOf(
  { target, window, span, life, now }: Plan,
  { secrets, freshness, priority }: FetchCall,
  complete: Completion['complete'],
  clock: Pick<Clock, 'now'>,
): Watched | undefined {
  const { venue, source, step, series } = target
  const isLive = span !== undefined && span.to > now && series.closedAt === undefined && !target.isForgotten
  const isForAnybody = venue.isPrivate !== true && holderOf(secrets) === ''
  const isDefault = freshness?.waitMs !== undefined && priority === 'interactive'
  if (!isLive || !isForAnybody || !isDefault) return undefined
  const look = firstLook(window, span)
  const steps = Math.min(MOST_STEPS, Math.ceil((look.to - look.from) / step.stepMs))
  const { early: _early, ...patient } = target
  // Whatever may have changed is asked for.
  const asked: FetchTarget = { ...patient, maxAgeMs: 1 }
  return {
    venue: venue.id,
    key: target.key,
    maxAgeMs: target.maxAgeMs,
    perCall: seriesACall(source, steps),
    place: source.manyAt,
    async refresh({ signal, urgency }) {
      let calls = 0
      const to = alignDown(clock.now(), step.stepMs) + step.stepMs
      const newest = intersect({ from: to - steps * step.stepMs, to }, life)
      const terms = {
        signal,
        priority: urgency,
        secrets: noSecrets,
        onSent: (sent: number) => (calls += sent),
      }
      if (newest !== undefined) await complete(asked, newest, counted(terms))
      return calls
    },
  }
}

/** How many such series the venue tells of in one call. */
function seriesACall(
  { fetchMany, mostSeriesACall = 1, mostBarsACall }: FetchTarget['source'],
  steps: number,
): number {
  if (fetchMany === undefined) return 1
  const most = Math.min(mostSeriesACall, Math.floor((mostBarsACall ?? Number.POSITIVE_INFINITY) / steps))
  return Math.max(1, most)
}
