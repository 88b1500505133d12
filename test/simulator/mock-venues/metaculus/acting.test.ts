import { beforeEach, expect, test } from 'vitest'
import { metaculusMock } from '../../../../src/simulator/mock-venues/metaculus/index.js'
import { findListedPosts, questionsOf } from '../../../../src/simulator/mock-venues/metaculus/posts.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../../src/simulator/server/router.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, firstWhere, rowsAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { TOKEN } from './stage.js'

const host = firstOf(Object.values(metaculusMock.hosts))
const post = firstWhere(
  findListedPosts(contextOf(world, NOON)),
  ({ kind, event }) => kind === 'binary' && event.opensAt < NOON && NOON < event.closesAt,
)
const question = firstOf(questionsOf(post))

let paper = createPaperTrading(world)
beforeEach(() => {
  paper = createPaperTrading(world)
})

function ask(method: string, target: string, body?: unknown, authorization = TOKEN) {
  const [path = '', search = ''] = target.split('?')
  const request = { method, path: `/api${path}`, search, headers: { authorization }, body }
  const { status, body: text } = answer(host, request, contextOf(world, NOON, { paper }))
  return { status, body: JSON.parse(text) as unknown }
}
const bulk = (change: object) =>
  ask('POST', '/questions/bulk-forecast-comment/', {
    acting_user: 123456,
    forecasts: [{ question: question.id, probability_yes: 0.63 }],
    comments: [],
    ...change,
  })
const read = (actingUser: unknown) =>
  rowsAt(
    ask('POST', '/questions/bulk-forecast-read/', {
      acting_user: actingUser,
      question_ids: [question.id, 1e12],
    }).body,
    'results',
  )

test('forecasts for a bot are the bot’s, and not the token’s', () => {
  expect(bulk({})).toEqual({ status: 201, body: {} })
  const [row, ...more] = read(123456)
  expect(more).toEqual([])
  expect(row).toMatchObject({
    question_id: question.id,
    forecasts: [
      { question_id: question.id, start_time: NOON / 1000, end_time: null, forecast_values: [0.37, 0.63] },
    ],
  })
  expect(read('another-bot')[0]?.['forecasts']).toEqual([])
  const latestOf = (search: string) =>
    dig(ask('GET', `/posts/${post.id}/${search}`).body, 'question.my_forecasts.latest')
  expect(latestOf('')).toBeNull()
  expect(latestOf('?acting_user=123456')).toMatchObject({ forecast_values: [0.37, 0.63] })
})

test('a bulk call with anything wrong changes nothing', () => {
  const comment = { on_post: post.id, text: 'why', is_private: true }
  expect(bulk({ comments: [{ ...comment, is_private: false }] }).status).toBe(400)
  expect(bulk({ comments: [{ ...comment, on_post: 0 }] }).status).toBe(400)
  expect(bulk({ acting_user: true }).status).toBe(400)
  expect(bulk({ forecasts: [{ question: question.id, probability_yes: 2 }] }).status).toBe(400)
  expect(read(123456)[0]?.['forecasts']).toEqual([])
  expect(bulk({ comments: [comment] }).status).toBe(201)
})

test('a comment needs a post and a text', () => {
  const comment = { on_post: post.id, text: 'why', is_private: true, included_forecast: false }
  expect(ask('POST', '/comments/create/', comment)).toMatchObject({ status: 201, body: { on_post: post.id } })
  expect(ask('POST', '/comments/create/', { ...comment, text: '' }).body).toEqual({
    text: ['This field is required.'],
  })
  expect(ask('POST', '/comments/create/', { ...comment, on_post: 0 }).status).toBe(400)
  expect(ask('POST', '/comments/create/', comment, 'no').status).toBe(401)
})
