import { PmxError } from '../../contract/errors.js'
import type { EventRow, MarketRow, VenueContext } from '../venue.js'
import { packMarketId, readId, readOutcomeId } from './ids.js'
import { searchPosts } from './listing.js'
import { severalMarkets, toEventRow, toMarketRow } from './markets.js'
import { findQuestion, postAt } from './posts.js'
import { legsOf } from './prediction.js'
import type { Post, Question } from './wire.js'

/** The post with this id, slug or page, whatever its status; undefined when the venue knows none with questions. */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const native = readId(id)
  const isPost = native.kind === 'market' && native.questionId === undefined
  const post = isPost
    ? await postAt(native.postId, ctx)
    : native.kind === 'slug'
      ? await postBySlug(native.slug, ctx)
      : undefined
  return post === undefined ? undefined : toEventRow(post, ctx.clock.now(), 'the event lookup')
}

/**
 * The market with this id, outcome id, slug or page, whatever its status; undefined when the venue knows none.
 * @throws BAD_REQUEST with candidates for a post that is a group of questions, and for the bare id of a question
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const native = readId(id)
  switch (native.kind) {
    case 'outcome':
      return findOutcome(id, ctx)
    case 'slug': {
      const post = await postBySlug(native.slug, ctx)
      return post === undefined ? undefined : onlyMarket(post, id, ctx)
    }
    case 'market': {
      const post = await postAt(native.postId, ctx)
      if (native.questionId !== undefined) return groupMarket(post, native.questionId, ctx)
      if (post !== undefined) return onlyMarket(post, id, ctx)
      return refuseQuestion(native.postId, ctx)
    }
    case 'none':
      return undefined
  }
}

function onlyMarket(post: Post, asked: string, ctx: VenueContext): MarketRow | undefined {
  if (post.group_of_questions !== undefined) {
    throw severalMarkets(asked, post, post.group_of_questions.questions)
  }
  return marketOf(post, post.question, ctx)
}

function groupMarket(post: Post | undefined, questionId: number, ctx: VenueContext): MarketRow | undefined {
  const question = post?.group_of_questions?.questions.find((one) => one.id === questionId)
  return post === undefined ? undefined : marketOf(post, question, ctx)
}

/** Undefined also for a post that is no event here: its questions are no markets. */
function marketOf(post: Post, question: Question | undefined, ctx: VenueContext): MarketRow | undefined {
  const what = 'the market lookup'
  const now = ctx.clock.now()
  if (question === undefined || toEventRow(post, now, what) === undefined) return undefined
  return toMarketRow(post, question, now, what)
}

/** No post has this id; if a question has it, the caller meant that question and is told its market id. */
async function refuseQuestion(questionId: number, ctx: VenueContext): Promise<undefined> {
  const found = await findQuestion(questionId, ctx)
  if (found === undefined) return undefined
  const { post, question } = found
  const grouped = post.question === undefined ? { questionId: question.id } : {}
  const marketId = packMarketId({ postId: post.id, ...grouped })
  throw new PmxError(
    'BAD_REQUEST',
    `'${questionId}' is the id of a Metaculus question; its market id is ${marketId}.`,
    { detail: { kind: 'ambiguous', candidates: [marketId] } },
  )
}

/** The market that has this outcome, whatever its status; undefined when the venue knows none. */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const key = readOutcomeId(outcomeId)
  const found = key === undefined ? undefined : await findQuestion(key.questionId, ctx)
  if (key === undefined || found === undefined) return undefined
  const hasLeg = legsOf(found.question, 'the outcome lookup').includes(key.leg)
  return hasLeg ? marketOf(found.post, found.question, ctx) : undefined
}

/**
 * No call takes a slug, so the site's search is asked for its words; only a post with exactly this slug counts.
 * @throws BAD_REQUEST with candidates when several posts have it
 */
async function postBySlug(slug: string, ctx: VenueContext): Promise<Post | undefined> {
  const words = slug.replaceAll('-', ' ').trim()
  if (words === '') return undefined
  const found = (await searchPosts(words, ctx)).filter((post) => post.slug?.toLowerCase() === slug)
  const ids = [...new Set(found.map((post) => post.id))]
  const [first] = ids
  if (first === undefined) return undefined
  // The list leaves out most predictions of groups: the post itself has them.
  if (ids.length === 1) return postAt(first, ctx)
  throw new PmxError('BAD_REQUEST', `${ids.length} Metaculus posts have the slug '${slug}'; ask by id.`, {
    detail: { kind: 'ambiguous', candidates: ids.slice(0, 10).map(String) },
  })
}
