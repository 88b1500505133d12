import { type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { createFieldRefusal, tokenOf } from './access.js'
import { isRow, keepForecasts, type Row, rowsOf } from './forecasts.js'
import { forecastsOf } from './own-forecasts.js'
import { findPostById, findQuestionById } from './posts.js'

/**
 * Returns the owner of the forecasts of a call: the token, or the bot in `acting_user`. Ownership of bots is not
 * implemented: each token may act for any name or id.
 */
export function actorOf({ request: { headers } }: Pick<MockCall, 'request'>, actingUser: unknown): string {
  const owner = tokenOf(headers)
  if (actingUser === undefined || actingUser === null) return owner
  if (typeof actingUser === 'number' && Number.isInteger(actingUser)) return `${owner} ${actingUser}`
  if (typeof actingUser === 'string' && actingUser !== '') return `${owner} ${actingUser.toLowerCase()}`
  throw createFieldRefusal('acting_user', 'Not a valid user.')
}

function bodyOf({ request: { body } }: MockCall): Row {
  return isRow(body) ? body : {}
}

/** Stores forecasts and private comments of a bot, all or none. */
export function answerForecastComment(call: MockCall): Reply {
  const body = bodyOf(call)
  const actor = actorOf(call, body['acting_user'])
  for (const comment of rowsOf(body['comments'] ?? [])) {
    readComment(call, comment)
    if (comment['is_private'] !== true)
      throw createFieldRefusal('comments', 'Only private comments are accepted.')
  }
  keepForecasts(call, actor, rowsOf(body['forecasts'] ?? []))
  return toJsonReply({}, 201)
}

/** Returns the forecasts of a bot by question, oldest first; omits questions that it cannot see. */
export function answerForecastRead(call: MockCall): Reply {
  const body = bodyOf(call)
  const actor = actorOf(call, body['acting_user'])
  const ids = body['question_ids']
  if (!Array.isArray(ids)) throw createFieldRefusal('question_ids', 'This field is required.')
  const results = ids.flatMap((id: unknown) => {
    const found = typeof id === 'number' ? findQuestionById(call, id) : undefined
    if (found === undefined) return []
    return [{ question_id: id, forecasts: forecastsOf(call, found.question, actor).history }]
  })
  return toJsonReply({ results })
}

/** Checks a comment but does not store it; no route returns comments. */
export function createComment(call: MockCall): Reply {
  const comment = bodyOf(call)
  return toJsonReply({ ...readComment(call, comment), is_private: comment['is_private'] === true }, 201)
}

function readComment(call: MockCall, comment: Row) {
  const { on_post: post, text } = comment
  if (typeof text !== 'string' || text === '') throw createFieldRefusal('text', 'This field is required.')
  if (typeof post !== 'number' || findPostById(call, post) === undefined)
    throw createFieldRefusal('on_post', `Invalid pk "${String(post)}" - object does not exist.`)
  return { on_post: post, text }
}
