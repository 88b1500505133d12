import type { Located, ResolvedName } from '../../venue-kit/contract/outcome.js'
import type { OutcomeSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { type Leg, type MarketKey, packMarketId, packOutcomeId, readId, readOutcomeId } from './ids.js'
import { isOver, labelOf, questionsOf } from './mapping.js'
import { findQuestion, postAt } from './native/posts.js'
import { aggregationOf, isComplement, legsOf, methodOf } from './native/prediction.js'
import type { Post, Question } from './schemas.js'

/** Facts of an outcome. */
export interface Facts {
  readonly postId: number
  readonly questionId: number
  /** Aggregation method of its community prediction. */
  readonly method: string
  /** The complement of the predicted number. */
  readonly isMirrored: boolean
  /** Label of an option: its index changes when options are added. */
  readonly option?: string
}

const what = 'GET /posts/{id}/'

/** Finds outcomes by their question, which has all its outcomes. */
export const outcomeSource: OutcomeSource<Facts> = {
  hint: () =>
    'An outcome id is <question id>-YES, -NO, -HIGHER, -LOWER or the number of an option, as found in the outcomes of ' +
    'a market.',

  async locate(id, ctx): Promise<ResolvedName<Facts> | undefined> {
    const native = readId(id)
    if (native.kind === 'market') return marketAt(native, ctx)
    const key = readOutcomeId(id)
    const found = key === undefined ? undefined : await findQuestion(key.questionId, ctx)
    if (key === undefined || found === undefined) return undefined
    const { post, question } = found
    const legs = legsOf(question, what)
    if (!legs.includes(key.leg)) return undefined
    const others = legs.filter((leg) => leg !== key.leg)
    return {
      kind: 'outcome',
      outcome: toLocated(post, question, key.leg),
      others: others.map((leg) => toLocated(post, question, leg)),
    }
  },
}

/** Returns the markets of a post, or the question of a group that the id names. */
async function marketAt(key: MarketKey, ctx: VenueContext): Promise<ResolvedName<Facts> | undefined> {
  const { postId, questionId } = key
  const post = await postAt(postId, ctx)
  const questions = post === undefined ? [] : questionsOf(post, what)
  const markets = questions.filter(({ id }) => questionId === undefined || id === questionId)
  if (markets.length === 0) return undefined
  return {
    kind: 'market',
    marketId: packMarketId({ postId, ...(questionId === undefined ? {} : { questionId }) }),
    outcomes: markets.flatMap((question) =>
      legsOf(question, what).map((leg) => ({
        outcomeId: packOutcomeId({ questionId: question.id, leg }),
        label: labelOf(question, leg),
      })),
    ),
  }
}

function toLocated(post: Post, question: Question, leg: Leg): Located<Facts> {
  const option = typeof leg === 'number' ? question.options?.[leg] : undefined
  const listedAt = listedAtOf(question)
  return {
    outcomeId: packOutcomeId({ questionId: question.id, leg }),
    ...(listedAt === undefined ? {} : { listedAt }),
    // For an open question the venue repeats the scheduled time.
    ...(isOver(question) && question.actual_close_time !== undefined
      ? { closedAt: question.actual_close_time }
      : {}),
    ...(question.status === 'resolved' ? { isSettled: true } : {}),
    facts: {
      postId: post.id,
      questionId: question.id,
      method: methodOf(question, what),
      isMirrored: isComplement(leg),
      ...(option === undefined ? {} : { option }),
    },
  }
}

/** Returns the opening: forecasts cannot be older, unless it was moved afterwards. */
function listedAtOf(question: Question): number | undefined {
  const first = aggregationOf(question, what)?.history?.[0]?.start_time
  if (question.open_time === undefined) return undefined
  return first === undefined ? question.open_time : Math.min(first, question.open_time)
}
