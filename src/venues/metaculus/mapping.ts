import { PmxError } from '../../api/envelope/errors.js'
import { toIsoIfKnown } from '../../api/times/instant.js'
import type { EventRow, MarketRow, Status } from '../../venue-kit/contract/venue.js'
import { describeUnknownWord } from '../../venue-kit/payload/native-enums.js'
import { createSchemaMismatch, expectSomewhere, isSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { toSourceMetadata } from '../../venue-kit/payload/raw-fields.js'
import { convertRows } from '../../venue-kit/requests/map-rows.js'
import { type OutcomeDraft, omitUndefined, toUnifiedMarket } from '../../venue-kit/unify/unified-market.js'
import { type Leg, packMarketId, packOutcomeId } from './ids.js'
import { readMarketSettlement } from './native/market-settlement.js'
import {
  aggregationOf,
  assertResolution,
  legsOf,
  methodOf,
  payoutOf,
  readCurrentPrediction,
  scaleValue,
} from './native/prediction.js'
import { promoted } from './promoted.js'
import type { Post, Question } from './schemas.js'

const SITE = 'https://www.metaculus.com'

/** Smallest increment of a forecast probability (README.md). */
const PROBABILITY_STEP = 0.001

/** Source of a post: lists contain only the predictions of a group's first three questions. */
type Shown = 'listed' | 'alone'

/**
 * Converts a post to an event with a market per question. Returns undefined for posts without readable questions of their
 * own (conditional pairs, notebooks) and for drafts.
 * @param now epoch ms, for expired predictions
 * @throws EXCHANGE_NOT_AVAILABLE (drift)
 */
export function toEventRow(
  post: Post,
  now: number,
  what: string,
  shown: Shown = 'alone',
): EventRow | undefined {
  const status = statusOf(post.status, 'post', post.id, what)
  if (status === undefined || !holdsQuestions(post, what)) return undefined
  const { question, group_of_questions: group } = post
  return omitUndefined<EventRow>({
    status,
    startsAt: post.published_at,
    markets: convertRows(questionsOf(post, what), 'questions', (one) =>
      toMarketRow(post, one, now, what, shown),
    ),
    event: omitUndefined<EventRow['event']>({
      id: String(post.id),
      title: post.title,
      description: describe(group ?? question) ?? '',
      slug: post.slug ?? '',
      url: postUrl(post.id),
      image: post.projects?.default_project?.header_image,
      category: post.projects?.category?.[0]?.name,
      tags: tagsOf(post),
      sourceExchange: 'metaculus',
      sourceMetadata: toSourceMetadata(post, promoted.event, eventMetadata(post)),
    }),
  })
}

/**
 * Returns the questions of a post that are markets here.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a question names another post, and when the post does not name its content
 */
export function questionsOf(post: Post, what: string): readonly Question[] {
  if (!holdsQuestions(post, what)) return []
  const { question, group_of_questions: group } = post
  const questions = question === undefined ? (group?.questions ?? []) : [question]
  const stranger = questions.find((one) => one.post_id !== post.id)
  if (stranger === undefined) return questions
  throw createSchemaMismatch(
    what,
    `question ${stranger.id}.post_id`,
    `${stranger.post_id} is inside post ${post.id}`,
  )
}

/**
 * Whether a post has questions. A post without any known content indicates a schema mismatch; one with other content is only
 * unsupported.
 */
function holdsQuestions(post: Post, what: string): boolean {
  if (post.question !== undefined || post.group_of_questions !== undefined) return true
  if (isThere(post.conditional) || isThere(post.notebook)) return false
  throw createSchemaMismatch(
    what,
    `post ${post.id}`,
    'neither question, group_of_questions, conditional nor notebook',
  )
}

function isThere(member: unknown): boolean {
  return member !== undefined && member !== null
}

/** Converts a question. It has no money: volume, liquidity and open interest stay absent. */
export function toMarketRow(
  post: Post,
  question: Question,
  now: number,
  what: string,
  shown: Shown = 'alone',
): MarketRow {
  assertResolution(question, what)
  const isGrouped = post.question === undefined
  const key = { postId: post.id, ...(isGrouped ? { questionId: question.id } : {}) }
  const status = statusOf(question.status, 'question', question.id, what)
  const description = isGrouped ? describe(post.group_of_questions) : describe(question)
  const market = toUnifiedMarket('metaculus', {
    marketId: packMarketId(key),
    eventId: String(post.id),
    title: isGrouped ? question.title || question.label || post.title : post.title,
    description: description ?? describe(question),
    // A slug shared by every market of a group identifies none.
    slug: isGrouped ? undefined : post.slug,
    outcomes: toOutcomes(question, now, what),
    // YES is first whatever a label in another language is; options have no such side.
    ...(question.type === 'multiple_choice' ? {} : { yesIndex: 0 as const }),
    candidate: isGrouped ? question.label : undefined,
    resolvesAt:
      question.scheduled_resolve_time ?? post.scheduled_resolve_time ?? question.scheduled_close_time,
    url: postUrl(post.id),
    image: post.projects?.default_project?.header_image,
    category: post.projects?.category?.[0]?.name,
    tags: [...tagsOf(post), question.type],
    tickSize:
      question.type === 'binary' || question.type === 'multiple_choice' ? PROBABILITY_STEP : undefined,
    nativeStatus: question.status,
    // The question's fields, and those of its post under names that the question does not use.
    metadata: toSourceMetadata(
      question,
      promoted.market,
      toSourceMetadata(post, promoted.event, marketMetadata(post, question, now, what, shown)),
    ),
    settlement: readMarketSettlement(question, what),
  })
  // A question of a published post is never a draft itself.
  return omitUndefined<MarketRow>({ market, status: status ?? 'active', startsAt: post.published_at })
}

function toOutcomes(question: Question, now: number, what: string): OutcomeDraft[] {
  return legsOf(question, what).map((leg) => ({
    outcomeId: packOutcomeId({ questionId: question.id, leg }),
    label: labelOf(question, leg),
    price: payoutOf(question, leg) ?? readCurrentPrediction(question, leg, now, what),
    metadata: { questionId: question.id },
  }))
}

const sideLabels = { YES: 'Yes', NO: 'No', HIGHER: 'Higher', LOWER: 'Lower' } as const

/** Returns the label of an outcome. */
export function labelOf({ options }: Question, leg: Leg): string {
  return typeof leg === 'number' ? (options?.[leg] ?? String(leg)) : sideLabels[leg]
}

/**
 * Returns the status. Published posts that do not accept forecasts yet are `approved`, their questions `upcoming`; both
 * count as active, as in upstream. Returns undefined for unpublished ones.
 */
function statusOf(word: string, of: 'post' | 'question', id: number, what: string): Status | undefined {
  switch (word) {
    case 'open':
    case 'upcoming':
    case 'approved':
      return 'active'
    case 'closed':
    case 'resolved':
      return 'closed'
    case 'draft':
    case 'pending':
    case 'rejected':
    case 'deleted':
      return undefined
    default:
      throw createSchemaMismatch(what, `${of} ${id}.status`, describeUnknownWord(`${of}.status`, word))
  }
}

function describe(
  it:
    | { readonly description?: string | undefined; readonly resolution_criteria?: string | undefined }
    | undefined,
): string | undefined {
  return it?.description ?? it?.resolution_criteria
}

function postUrl(postId: number): string {
  return `${SITE}/questions/${postId}/`
}

function tagsOf({ projects }: Post): string[] {
  const names = [...(projects?.tag ?? []), ...(projects?.category ?? [])].map(({ name }) => name)
  return [...new Set(names)]
}

function eventMetadata(post: Post): Record<string, unknown> {
  const tournaments = [...(post.projects?.tournament ?? []), ...(post.projects?.question_series ?? [])]
  return omitUndefined<Record<string, unknown>>({
    status: post.status,
    forecasterCount: post.nr_forecasters,
    forecastsCount: post.forecasts_count,
    commentCount: post.comment_count,
    tournaments: tournaments.map(({ id, name, slug }) =>
      omitUndefined<Record<string, unknown>>({ id, name, slug }),
    ),
  })
}

/**
 * Collects the metadata. `hasPrediction` false: the community prediction is hidden, unavailable to the token, or there is
 * none yet. Absent if a list may have left it out.
 */
function marketMetadata(
  post: Post,
  question: Question,
  now: number,
  what: string,
  shown: Shown,
): Record<string, unknown> {
  const latest = aggregationOf(question, what)?.latest
  const [first] = legsOf(question, what)
  const price = first === undefined ? undefined : readCurrentPrediction(question, first, now, what)
  const isLocation = first === 'HIGHER'
  const isCut = shown === 'listed' && post.question === undefined
  return omitUndefined<Record<string, unknown>>({
    volumeUnit: 'none',
    questionId: question.id,
    questionType: question.type,
    aggregationMethod: methodOf(question, what),
    hasPrediction: price !== undefined || (isCut ? undefined : false),
    // For numbers and dates the price is the location of the median in the range, not a probability.
    priceMeaning: isLocation ? 'location_of_median_in_range' : 'probability',
    median: isLocation && price !== undefined ? scaleValue(question, price) : undefined,
    rangeMin: isLocation ? question.scaling?.range_min : undefined,
    rangeMax: isLocation ? question.scaling?.range_max : undefined,
    zeroPoint: isLocation ? question.scaling?.zero_point : undefined,
    unit: question.unit,
    lowerQuartiles: latest?.interval_lower_bounds,
    upperQuartiles: latest?.interval_upper_bounds,
    forecasterCount:
      latest?.forecaster_count ?? (post.question === undefined ? undefined : post.nr_forecasters),
    resolution: question.resolution,
    openTime: toIsoIfKnown(question.open_time),
    predictionRevealTime: toIsoIfKnown(question.cp_reveal_time),
    scheduledCloseTime: toIsoIfKnown(question.scheduled_close_time),
    // For an open question the venue repeats the scheduled time here.
    actualCloseTime: isOver(question) ? toIsoIfKnown(question.actual_close_time) : undefined,
    actualResolveTime: toIsoIfKnown(question.actual_resolve_time),
  })
}

/** Whether it no longer accepts forecasts. */
export function isOver({ status }: Question): boolean {
  return status === 'closed' || status === 'resolved'
}

/**
 * Checks a page for fields that a single post may lack but a page never lacks.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when the venue seems to have renamed one
 */
export function assertPage(posts: readonly Post[], what: string): void {
  expectSomewhere(posts, ['slug', 'published_at'], what, 'results')
  const questions = posts.flatMap((post) => post.question ?? post.group_of_questions?.questions ?? [])
  const usual = ['open_time', 'scheduled_close_time', 'aggregations']
  expectSomewhere(questions, usual, what, 'results[*].question')
  const at = 'results[*].question.aggregations.*'
  // Null is an explicit value of the venue; a member that no block with a history has was renamed.
  const blocks = questions.flatMap((question) => Object.values(question.aggregations ?? {})).map(Object)
  const told = blocks.filter(({ history }) => Array.isArray(history) && history.length > 0)
  expectSomewhere(
    told.map((block) => ({ latest: 'latest' in block ? true : undefined })),
    ['latest'],
    what,
    at,
  )
  const shown = questions.flatMap((question) => latestOf(question, what) ?? [])
  expectSomewhere(shown, ['centers'], what, `${at}.latest`)
}

/** Returns the current step, or undefined if it cannot be read: such a question is set aside at its conversion. */
function latestOf(question: Question, what: string) {
  try {
    return aggregationOf(question, what)?.latest
  } catch (error) {
    if (isSchemaMismatch(error)) return undefined
    throw error
  }
}

/** Creates the error for a post id, or another key, that matches several markets of a group. */
export function createSeveralMarketsError(
  asked: string,
  post: Post,
  questions: readonly Question[],
): PmxError {
  const candidates = questions.map((one) => packMarketId({ postId: post.id, questionId: one.id }))
  return new PmxError(
    'BAD_REQUEST',
    `'${asked}' is a group of questions (Metaculus post ${post.id}). Request one of its questions by its market id, ` +
      `such as ${candidates[0] ?? 'none'}, or all of them with fetchEvent.`,
    { detail: { kind: 'ambiguous', candidates } },
  )
}
