import { beforeEach, expect, test } from 'vitest'
import { metaculusMock } from '../../../../src/simulator/mock-venues/metaculus/index.js'
import { findListedPosts, questionsOf } from '../../../../src/simulator/mock-venues/metaculus/posts.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../../src/simulator/server/router.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { TOKEN } from './stage.js'

const host = firstOf(Object.values(metaculusMock.hosts))
const posts = findListedPosts(contextOf(world, NOON))
const isOpen = ({ event }: (typeof posts)[number]) => event.opensAt < NOON && NOON < event.closesAt
const questionOf = (kind: string, fits: (post: (typeof posts)[number]) => boolean = isOpen) =>
  firstOf(posts.filter((post) => post.kind === kind && fits(post)).flatMap(questionsOf))
const binary = questionOf('binary')
const choice = questionOf('multiple_choice')
const closed = questionOf('binary', ({ event }) => event.closesAt < NOON)
const numeric = questionOf('numeric')

let paper = createPaperTrading(world)
let now = NOON
beforeEach(() => {
  paper = createPaperTrading(world)
  now = NOON
})

function ask(method: string, path: string, body?: unknown, authorization = TOKEN) {
  const request = { method, path: `/api${path}`, search: '', headers: { authorization }, body }
  const { status, body: text } = answer(host, request, contextOf(world, now, { paper }))
  return [status, text === '' ? undefined : (JSON.parse(text) as unknown)] as const
}
const forecast = (...rows: readonly object[]) => ask('POST', '/questions/forecast/', rows)
const mine = (question = binary, authorization = TOKEN) => {
  const post = firstOf(posts.filter(({ event }) => event === question.event))
  return dig(ask('GET', `/posts/${post.id}/`, undefined, authorization)[1], 'question.my_forecasts')
}

test('a forecast stands until the next one or its withdrawal, for whoever has the token', () => {
  expect(mine()).toEqual({ history: [], latest: null, score_data: {} })
  expect(forecast({ question: binary.id, probability_yes: 0.63 })).toEqual([201, {}])
  expect(mine()).toMatchObject({
    latest: { start_time: NOON / 1000, end_time: null, forecast_values: [0.37, 0.63] },
  })
  expect(mine(binary, 'Token another-token-of-0')).toMatchObject({ latest: null })
  now += 60_000
  forecast({ question: binary.id, probability_yes: 0.5 })
  expect(mine()).toMatchObject({
    history: [{ end_time: now / 1000 }, { end_time: null }],
    latest: { forecast_values: [0.5, 0.5] },
  })
  for (const _again of [1, 2])
    expect(ask('POST', '/questions/withdraw/', [{ question: binary.id }])).toEqual([201, {}])
  expect(mine()).toMatchObject({ latest: { end_time: now / 1000 } })
})

test('a choice takes all of its options, adding up to 1', () => {
  const options = choice.markets.map((market) => market.label ?? market.yesLabel)
  const even = Object.fromEntries(options.map((option) => [option, 1 / options.length]))
  const row = (values: object) => ({ question: choice.id, probability_yes_per_category: values })
  expect(forecast(row(even))).toEqual([201, {}])
  expect(mine(choice)).toMatchObject({ latest: { forecast_values: Object.values(even) } })
  const { [firstOf(options)]: _left, ...fewer } = even
  for (const wrong of [
    fewer,
    { ...even, More: 0.1 },
    { ...even, [firstOf(options)]: 0.9 },
    { ...even, [firstOf(options)]: 0 },
  ])
    expect(forecast(row(wrong))).toEqual([400, [{ probability_yes_per_category: [expect.any(String)] }]])
})

test('what is refused is told in its place of the list, and nothing of the list is done', () => {
  const fine = { question: binary.id, probability_yes: 0.5 }
  for (const probability of [0, 0.0005, 0.9995, 1, '0.5', null])
    expect(forecast(fine, { question: binary.id, probability_yes: probability })).toEqual([
      400,
      [{}, { probability_yes: [expect.any(String)] }],
    ])
  expect(forecast({ question: 1, probability_yes: 0.5 })).toEqual([
    400,
    [{ question: [expect.stringContaining('Post Id')] }],
  ])
  expect(ask('POST', '/questions/forecast/', fine)[0]).toBe(400)
  expect(forecast({ ...fine, question: closed.id })).toEqual([
    405,
    { error: `Question ${closed.id} is already closed to forecasting !` },
  ])
  expect(mine()).toMatchObject({ latest: null })
  expect(ask('POST', '/questions/forecast/', [fine], '')[0]).toBe(401)
})

test('what the demo leaves out is said to be', () => {
  const later = new Date(NOON + 1e6).toISOString()
  for (const [path, row] of [
    ['forecast', { question: numeric.id, continuous_cdf: [0, 1] }],
    ['forecast', { question: binary.id, probability_yes: 0.5, end_time: later }],
    ['withdraw', { question: binary.id, withdraw_at: later }],
  ] as const)
    expect(ask('POST', `/questions/${path}/`, [row])[0]).toBe(501)
})
