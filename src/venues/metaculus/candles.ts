import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import { toIso } from '../../api/times/instant.js'
import { MINUTE_MS, type Span } from '../../api/times/span.js'
import type { CandleSource, PricePoint } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { questionsOf } from './mapping.js'
import { postAt } from './native/posts.js'
import { aggregationOf, centerOf, legsOf, methodOf, type Slot, slotOf } from './native/prediction.js'
import type { Facts } from './outcomes.js'
import type { Post, Question } from './schemas.js'

const YEAR = 366 * 24 * 60 * MINUTE_MS
const what = 'GET /posts/{id}/'

const kept = z.object({
  postId: z.number(),
  questionId: z.number(),
  method: z.string(),
  option: z.string().optional(),
})
/** Stored facts of an outcome for requesting its history. */
export type StoredFacts = z.output<typeof kept>

/**
 * The history of the community prediction: a step function of which the venue retains about 400 steps, finer ones for recent days
 * (README.md). A point is a change; minutes without one have no candle.
 */
export const candleSource: CandleSource<Facts, StoredFacts> = {
  basis: 'point',
  // One response has the whole history, so the window of a call exceeds the trading period of any question.
  steps: [{ stepMs: MINUTE_MS, maxWindowMs: 30 * YEAR }],
  // Predictions are aggregated in the background after a forecast; the delay is unpublished, minutes in practice of such queues.
  finalAfterMs: 10 * MINUTE_MS,

  facts: kept,

  place({ facts: { isMirrored, ...facts } }) {
    const { questionId, method, option } = facts
    // Another method is another series.
    const seriesKey = [questionId, method, ...(option === undefined ? [] : [option])].join(' ')
    return { seriesKey, mirrored: isMirrored, facts }
  },

  async fetch(series, _step, window, ctx) {
    const { postId, questionId, method, option } = series.facts
    const post = await postAt(postId, ctx)
    const question =
      post === undefined ? undefined : questionsOf(post, what).find((one) => one.id === questionId)
    if (post === undefined || question === undefined) throw gone(series.outcomeId)
    const leg = option === undefined ? legsOf(question, what)[0] : question.options?.indexOf(option)
    // The question was changed since it was located: points of another option or method must not be mixed in.
    if (leg === undefined || leg === -1 || methodOf(question, what) !== method) throw gone(series.outcomeId)
    const slot = slotOf(question, leg, what)
    const history = historyOf(post, question, slot, ctx.clock.now())
    return { kind: 'points', points: within(history, window), route: what }
  },
}

/**
 * Returns the whole history of a slot, ascending, until now.
 * @returns [] only without any forecast
 * @throws PERMISSION_DENIED when the history is hidden or unavailable to this token, which must never count as empty
 */
export function historyOf(post: Post, question: Question, slot: Slot, now: number): PricePoint[] {
  const steps = aggregationOf(question, what)?.history ?? []
  const isBlank = steps.every(({ centers = [] }) => centers.every((value) => value === null))
  if (isBlank && (steps.length > 0 || !isUnforecast(post, question))) throw withheld(question, now)
  const byTime = new Map<number, PricePoint>()
  let previous = Number.NEGATIVE_INFINITY
  steps.forEach((step, index) => {
    const path = `question ${question.id}.history[${index}]`
    // Only an option may have no value, while it does not exist.
    const isVoid = slot.count === 1 && step.centers?.[0] === null
    if (step.centers === undefined || isVoid)
      throw createSchemaMismatch(what, `${path}.centers`, 'an entry without values')
    if (step.start_time < previous)
      throw createSchemaMismatch(what, `${path}.start_time`, 'the history is not in order, oldest first')
    previous = step.start_time
    const price = centerOf(step, slot, `${what}, ${path}`)
    // An option that did not exist then has no value; of steps at one millisecond the later one counts.
    if (price !== undefined && step.start_time <= now) {
      byTime.set(step.start_time, { at: step.start_time, price })
    }
  })
  return [...byTime.values()]
}

/**
 * Whether the question cannot have forecasts: it has not opened, or its post counts no forecaster. The same holds where other
 * questions of the group have predictions while this one has none.
 */
function isUnforecast(post: Post, question: Question): boolean {
  if (aggregationOf(question, what)?.latest !== undefined) return false
  if (post.nr_forecasters === 0 || question.status === 'upcoming') return true
  return questionsOf(post, what).some((one) => {
    const shown = aggregationOf(one, what)?.history
    return one.id !== question.id && shown !== undefined && shown.length > 0
  })
}

function within(points: readonly PricePoint[], { from, to }: Span): PricePoint[] {
  return points.filter(({ at }) => at >= from && at < to)
}

function withheld(question: Question, now: number): PmxError {
  const reveal = question.cp_reveal_time
  const isHidden = reveal !== undefined && reveal > now && question.status !== 'resolved'
  const why = isHidden
    ? `hides question ${question.id}'s community prediction until ${toIso(reveal)}`
    : `does not return the history of question ${question.id}'s community prediction for this token. Most accounts can see only a few`
  return new PmxError('PERMISSION_DENIED', `Metaculus ${why}.`, {
    detail: isHidden
      ? { kind: 'hidden', revealsAt: toIso(reveal), questionId: question.id }
      : { kind: 'withheld', questionId: question.id },
  })
}

function gone(outcomeId: string): PmxError {
  return new PmxError(
    'NOT_FOUND',
    `Metaculus has changed the question of outcome '${outcomeId}'. Look it up again with fetchMarket.`,
  )
}
