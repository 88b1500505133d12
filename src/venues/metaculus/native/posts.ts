import { pathOf } from '../../../transport/call-types.js'
import { defineMemoKey, remember } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertSameSubject, readPayload } from '../../../venue-kit/payload/payload.js'
import { questionsOf } from '../mapping.js'
import { type Post, post as postSchema, type Question, questionPost } from '../schemas.js'
import { requestAs } from './request-as.js'

/** The post of a question, which is public. */
const postOfQuestion = defineMemoKey<number>('metaculus post of question', 24 * 60 * 60_000)

/** Posts that were read with a slug, in lower case; slugs are not unique. */
const postsOfSlug = defineMemoKey<readonly number[]>('metaculus posts of slug', 24 * 60 * 60_000)

/** Caches the slug and the questions of a post. */
export function rememberPost(post: Post, ctx: VenueContext): void {
  const slug = post.slug?.toLowerCase()
  if (slug !== undefined) {
    ctx.memo.set(postsOfSlug, slug, [...new Set([...recallPostsWithSlug(slug, ctx), post.id])])
  }
  for (const question of questionsOf(post, 'GET /posts/')) {
    ctx.memo.set(postOfQuestion, String(question.id), post.id)
  }
}

/** Returns the ids of the posts that lists showed with a slug. */
export function recallPostsWithSlug(slug: string, ctx: VenueContext): readonly number[] {
  return ctx.memo.get(postsOfSlug, slug) ?? []
}

/** Returns a question with its post, or undefined if the venue has none, or it is not a market here. */
export async function findQuestion(
  questionId: number,
  ctx: VenueContext,
): Promise<{ readonly post: Post; readonly question: Question } | undefined> {
  const postId = await remember<number | undefined>(ctx.memo, postOfQuestion, String(questionId), () =>
    postIdOf(questionId, ctx),
  )
  const post = postId === undefined ? undefined : await postAt(postId, ctx)
  const question =
    post === undefined
      ? undefined
      : questionsOf(post, 'GET /posts/{id}/').find((one) => one.id === questionId)
  return post === undefined || question === undefined ? undefined : { post, question }
}

async function postIdOf(questionId: number, ctx: VenueContext): Promise<number | undefined> {
  const what = 'GET /questions/{id}/post/'
  const reply = await requestAs({ path: pathOf`/questions/${questionId}/post/`, accept: [404] }, ctx)
  if (reply.status === 404) return undefined
  const { question_id, post_id } = readPayload(questionPost, reply.json, what)
  assertSameSubject(questionId, question_id, what, 'question_id')
  return post_id
}

/** Returns the post with its predictions and their history, or undefined if the venue has none. */
export async function postAt(postId: number, ctx: VenueContext): Promise<Post | undefined> {
  const what = 'GET /posts/{id}/'
  const reply = await requestAs(
    { path: pathOf`/posts/${postId}/`, query: { with_cp: true }, accept: [404] },
    ctx,
  )
  if (reply.status === 404) return undefined
  const post = readPayload(postSchema, reply.json, what)
  assertSameSubject(postId, post.id, what, 'id')
  return post
}
