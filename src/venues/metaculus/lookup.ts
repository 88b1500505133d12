import { PmxError } from '../../api/envelope/errors.js'
import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { readId, readOutcomeId } from './ids.js'
import { searchPosts } from './listing.js'
import { createSeveralMarketsError, questionsOf, toEventRow, toMarketRow } from './mapping.js'
import { findQuestion, postAt, recallPostsWithSlug } from './native/posts.js'
import { legsOf } from './native/prediction.js'
import type { Post, Question } from './schemas.js'

/**
 * Returns the post with this id, slug or page, regardless of its status, or undefined if the venue has none with
 * questions.
 */
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
 * Returns the market with this id, outcome id, slug or page, regardless of its status, or undefined if the venue has
 * none. The id of a question means its market where no post has that number.
 * @throws BAD_REQUEST with candidates for the id or slug of a post with several questions
 */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const row = await findMarket(id, ctx)
  return row === undefined ? undefined : { ...row, aliases: [id.trim()] }
}

async function findMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
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
      if (native.questionId !== undefined) return partOf(post, native.questionId, ctx)
      if (post !== undefined) return onlyMarket(post, id, ctx)
      const found = await findQuestion(native.postId, ctx)
      return found === undefined ? undefined : marketOf(found.post, found.question, ctx)
    }
    case 'none':
      return undefined
  }
}

function onlyMarket(post: Post, asked: string, ctx: VenueContext): MarketRow | undefined {
  const questions = questionsOf(post, 'the market lookup')
  if (questions.length > 1) throw createSeveralMarketsError(asked, post, questions)
  return marketOf(post, questions[0], ctx)
}

function partOf(post: Post | undefined, questionId: number, ctx: VenueContext): MarketRow | undefined {
  if (post === undefined) return undefined
  const question = questionsOf(post, 'the market lookup').find((one) => one.id === questionId)
  return marketOf(post, question, ctx)
}

/** Undefined also for a post that is not an event here: its questions are not markets. */
function marketOf(post: Post, question: Question | undefined, ctx: VenueContext): MarketRow | undefined {
  const what = 'the market lookup'
  const now = ctx.clock.now()
  if (question === undefined || toEventRow(post, now, what) === undefined) return undefined
  return toMarketRow(post, question, now, what)
}

/** Returns the market with this outcome, regardless of its status, or undefined if the venue has none. */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const key = readOutcomeId(outcomeId)
  const found = key === undefined ? undefined : await findQuestion(key.questionId, ctx)
  if (key === undefined || found === undefined) return undefined
  const hasLeg = legsOf(found.question, 'the outcome lookup').includes(key.leg)
  return hasLeg ? marketOf(found.post, found.question, ctx) : undefined
}

/**
 * Returns the post with a slug, which no call accepts. The posts that lists showed with it are requested, and its words are
 * searched for; only posts with exactly this slug count.
 * @throws BAD_REQUEST with candidates when several posts have it
 */
async function postBySlug(slug: string, ctx: VenueContext): Promise<Post | undefined> {
  const words = slug.replaceAll('-', ' ').trim()
  if (words === '') return undefined
  const found = (await searchPosts(words, ctx)).filter((post) => slugOf(post) === slug)
  const ids = [...new Set([...recallPostsWithSlug(slug, ctx), ...found.map((post) => post.id)])]
  // Lists leave out most predictions of groups, and a cached slug may have changed: the posts themselves decide.
  const asked = await Promise.all(ids.slice(0, 10).map((id) => postAt(id, ctx)))
  const posts = asked.flatMap((post) => (post === undefined || slugOf(post) !== slug ? [] : [post]))
  if (posts.length <= 1) return posts[0]
  throw new PmxError(
    'BAD_REQUEST',
    `${posts.length} Metaculus posts have the slug '${slug}'. Request one by its id.`,
    {
      detail: { kind: 'ambiguous', candidates: posts.map((post) => String(post.id)) },
    },
  )
}

function slugOf({ slug }: Post): string | undefined {
  return slug?.toLowerCase()
}
