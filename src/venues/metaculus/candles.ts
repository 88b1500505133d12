import { PmxError } from '../../api/errors.js'
import { toIso } from '../../api/instant.js'
import { MINUTE_MS, type Span } from '../../api/span.js'
import { drift } from '../../venue-kit/payload.js'
import type { CandleSeries, CandleSource, PricePoint, VenueContext } from '../../venue-kit/venue.js'
import { packMarketId, packOutcomeId, readId, readOutcomeId } from './ids.js'
import { isOver, questionsOf } from './markets.js'
import { findQuestion, postAt } from './posts.js'
import { aggregationOf, centerOf, legsOf, methodOf, type Slot, slotOf } from './prediction.js'
import type { Post, Question } from './wire.js'

const YEAR = 366 * 24 * 60 * MINUTE_MS
const what = 'GET /posts/{id}/'

/**
 * The history of the community prediction: a step function of which the venue keeps about 400 steps, finer ones for
 * recent days (README.md). A point is a change; minutes without one have no candle.
 */
export const candleSource: CandleSource = {
  basis: 'point',
  // One reply holds the whole history, so the window of a call is longer than any question has lived.
  steps: [{ stepMs: MINUTE_MS, maxWindowMs: 30 * YEAR }],
  // Predictions are put together in the background after a forecast; how long that takes is unpublished, minutes in
  // practice of such queues.
  settleLagMs: 10 * MINUTE_MS,

  async locate(outcomeId, ctx): Promise<CandleSeries> {
    const key = readOutcomeId(outcomeId)
    const found = key === undefined ? undefined : await findQuestion(key.questionId, ctx)
    const legs = found === undefined ? [] : legsOf(found.question, what)
    if (key === undefined || found === undefined || !legs.includes(key.leg)) {
      throw await noSuchOutcome(outcomeId, ctx)
    }
    const { post, question } = found
    const method = methodOf(question, what)
    const option = typeof key.leg === 'number' ? question.options?.[key.leg] : undefined
    const listedAt = listedAtOf(question)
    return {
      outcomeId: packOutcomeId(key),
      // By the option's name: its index moves when options are added. Another method would be another series.
      seriesKey: [question.id, method, ...(option === undefined ? [] : [option])].join(' '),
      mirrored: slotOf(question, key.leg, what).mirrored,
      ...(listedAt === undefined ? {} : { listedAt }),
      // Of an open question the venue repeats the scheduled time.
      ...(isOver(question) && question.actual_close_time !== undefined
        ? { closedAt: question.actual_close_time }
        : {}),
      ...(question.status === 'resolved' ? { isSettled: true } : {}),
      facts: {
        postId: String(post.id),
        questionId: String(question.id),
        method,
        ...(option === undefined ? {} : { option }),
      },
    }
  },

  async fetch(series, _step, window, ctx) {
    const { postId, questionId, method, option } = series.facts
    const post = await postAt(Number(postId), ctx)
    const question =
      post === undefined ? undefined : questionsOf(post, what).find((one) => String(one.id) === questionId)
    if (post === undefined || question === undefined) throw gone(series.outcomeId)
    const leg = option === undefined ? legsOf(question, what)[0] : question.options?.indexOf(option)
    // The question was changed since it was located: no point of another option or method may slip in.
    if (leg === undefined || leg === -1 || methodOf(question, what) !== method) throw gone(series.outcomeId)
    const slot = slotOf(question, leg, what)
    const history = historyOf(post, question, slot, ctx.clock.now())
    return { kind: 'points', points: within(history, window), route: what }
  },
}

/** Forecasts cannot be older than the opening, unless that was moved afterwards. */
function listedAtOf(question: Question): number | undefined {
  const first = aggregationOf(question, what)?.history?.[0]?.start_time
  if (question.open_time === undefined) return undefined
  return first === undefined ? question.open_time : Math.min(first, question.open_time)
}

/**
 * The whole history of a slot, ascending, until now.
 * @returns [] only where nobody has forecast yet
 * @throws PERMISSION_DENIED when the history is hidden or withheld from this token, which must never pass for empty
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
    if (step.centers === undefined || isVoid) throw drift(what, `${path}.centers`, 'a step without values')
    if (step.start_time < previous) throw drift(what, `${path}.start_time`, 'the history does not ascend')
    previous = step.start_time
    const price = centerOf(step, slot, `${what}, ${path}`)
    // An option that did not exist then has no value; steps of one millisecond are one, the later.
    if (price !== undefined && step.start_time <= now) {
      byTime.set(step.start_time, { at: step.start_time, price })
    }
  })
  return [...byTime.values()]
}

/**
 * Whether nobody can have forecast the question: it has not opened, its post counts no forecaster, or other questions
 * of the group show their predictions while this one has none.
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
    ? `hides the community prediction of question ${question.id} until ${toIso(reveal)}`
    : `sends no history of the community prediction of question ${question.id} with this token; most accounts see few`
  return new PmxError('PERMISSION_DENIED', `Metaculus ${why}.`, {
    detail: isHidden
      ? { kind: 'hidden', revealsAt: toIso(reveal), questionId: question.id }
      : { kind: 'withheld', questionId: question.id },
  })
}

function gone(outcomeId: string): PmxError {
  return new PmxError(
    'NOT_FOUND',
    `Metaculus has changed the question of outcome '${outcomeId}'; look it up again with fetchMarket.`,
  )
}

/** Names the outcomes where the id is that of a market. */
async function noSuchOutcome(outcomeId: string, ctx: VenueContext): Promise<PmxError> {
  const native = readId(outcomeId)
  const post = native.kind === 'market' ? await postAt(native.postId, ctx) : undefined
  const wanted = native.kind === 'market' ? native.questionId : undefined
  const questions = post === undefined ? [] : questionsOf(post, what)
  const markets = questions.filter((one) => wanted === undefined || one.id === wanted)
  if (post === undefined || markets.length === 0) {
    return new PmxError(
      'NOT_FOUND',
      `Metaculus has no outcome '${outcomeId.slice(0, 100)}'. An outcome id is <question id>-YES, -NO, -HIGHER, ` +
        '-LOWER or the number of an option, as found in the outcomes of a market.',
    )
  }
  const outcomeIds = markets.flatMap((one) =>
    legsOf(one, what).map((leg) => packOutcomeId({ questionId: one.id, leg })),
  )
  const marketId = packMarketId({ postId: post.id, ...(wanted === undefined ? {} : { questionId: wanted }) })
  return new PmxError(
    'NOT_FOUND',
    `'${marketId}' is a Metaculus market, not an outcome. Its outcome ids are ${outcomeIds.slice(0, 20).join(', ')}.`,
    { detail: { kind: 'market_not_outcome', outcomeIds } },
  )
}
