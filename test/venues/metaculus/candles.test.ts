import { describe, expect, test } from 'vitest'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { metaculus } from '../../../src/venues/metaculus/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { now } from '../../support/venue.js'
import {
  binaryAggregations,
  choiceQuestion,
  groupPost,
  nativePost,
  nativeQuestion,
  numericQuestion,
  step,
  withheldAggregations,
} from './payloads.js'
import { setUp } from './set-up.js'

const venue: Venue = metaculus
const source = present(venue.candles)
const [minute] = source.steps
const always = { from: 0, to: now + 60_000 }

const at = (iso: string) => Date.parse(iso) + 250

/** A venue with this post, in which every question of the payloads stands. */
function over(post: { readonly id: number }) {
  const ways = [71_002, 71_010, 71_020, 71_030].map((id) => [
    `GET api/questions/${id}/post/`,
    { question_id: id, post_id: post.id },
  ])
  return setUp({ ...Object.fromEntries(ways), [`GET api/posts/${post.id}/`]: post })
}

async function pointsOf(post: ReturnType<typeof nativePost>, outcomeId: string, window = always) {
  const { ctx } = over(post)
  const series = await readerOf(venue, ctx).series(outcomeId)
  const batch = await source.fetch(series, present(minute), window, ctx)
  if (batch.kind !== 'points') throw new Error('steps are points')
  expect(batch.sampled).toBeUndefined()
  return { series, points: batch.points }
}

describe('a series', () => {
  test('of yes is native and of no its mirror; open since the question opened', async () => {
    const { ctx } = over(nativePost())
    const yes = await readerOf(venue, ctx).series('71002-yes')
    expect(yes).toMatchObject({
      outcomeId: '71002-YES',
      mirrored: false,
      listedAt: Date.parse('2026-11-10T08:00:00Z'),
    })
    expect(yes).not.toHaveProperty('closedAt')
    const no = await readerOf(venue, ctx).series('71002-NO')
    expect(no).toMatchObject({ seriesKey: yes.seriesKey, mirrored: true })
  })

  test('of a closed question ends when it closed', async () => {
    const { ctx } = over(groupPost())
    expect((await readerOf(venue, ctx).series('71030-YES')).closedAt).toBe(Date.parse('2026-11-20T12:00:00Z'))
  })

  test('of an option is named by the option, of another method is another series', async () => {
    const post = (extra: object) => nativePost({ id: 72_510, question: choiceQuestion(extra) })
    const key = async (extra: object, leg: number) =>
      (await readerOf(venue, over(post(extra)).ctx).series(`71010-${leg}`)).seriesKey
    expect(await key({}, 1)).toBe('71010 recency_weighted Cobalt')
    expect(await key({ options: ['Cobalt', 'Amber'] }, 0)).toBe('71010 recency_weighted Cobalt')
    expect(await key({ default_aggregation_method: 'unweighted' }, 1)).toBe('71010 unweighted Cobalt')
  })

  test('an unknown outcome is NOT_FOUND; of a market its outcomes are named', async () => {
    const { ctx } = over(nativePost())
    for (const id of ['71002-HIGHER', '71002-0', 'nonsense']) {
      expect((await failureOf(() => readerOf(venue, ctx).series(id))).code, id).toBe('NOT_FOUND')
    }
    expect(await failureOf(() => readerOf(venue, ctx).series('72500'))).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'market_not_outcome', marketId: '72500', outcomeIds: ['71002-YES', '71002-NO'] },
    })
    const group = groupPost()
    const part = `${group.id}:71030`
    expect(await failureOf(() => readerOf(venue, over(group).ctx).series(part))).toMatchObject({
      code: 'NOT_FOUND',
      detail: { marketId: part, outcomeIds: ['71030-YES', '71030-NO'] },
    })
    expect(await failureOf(() => readerOf(venue, over(group).ctx).series(`${group.id}:9`))).toMatchObject({
      detail: { kind: 'unknown_outcome' },
    })
  })

  test('is found with those of the other outcomes of its question', async () => {
    const choice = over(nativePost({ id: 72_510, question: choiceQuestion() }))
    await readerOf(venue, choice.ctx).series('71010-1')
    const before = choice.wire.calls.length
    expect((await readerOf(venue, choice.ctx).series('71010-0')).seriesKey).toMatch(
      /^71010 recency_weighted /,
    )
    expect(choice.wire.calls).toHaveLength(before)
  })

  test('stored by a version that wrote numbers as text is located again', () => {
    const facts = { postId: 72_500, questionId: 71_002, method: 'recency_weighted' }
    expect(source.facts.safeParse(facts).success).toBe(true)
    expect(source.facts.safeParse({ ...facts, postId: '72500', questionId: '71002' }).success).toBe(false)
  })
})

describe('points', () => {
  test('are the steps of the prediction, at their starts', async () => {
    const { points } = await pointsOf(nativePost(), '71002-YES')
    expect(points).toEqual([
      { at: at('2026-11-10T09:00:00Z'), price: 0.4 },
      { at: at('2026-11-12T10:30:00Z'), price: 0.55 },
      { at: at('2026-11-20T08:00:00Z'), price: 0.62 },
    ])
  })

  test('lie in the window, and none in the future', async () => {
    const window = { from: at('2026-11-12T10:30:00Z'), to: at('2026-11-20T08:00:00Z') }
    expect((await pointsOf(nativePost(), '71002-YES', window)).points).toHaveLength(1)
    const history = [
      ...binaryAggregations.recency_weighted.history,
      step('2027-01-01T00:00:00Z', null, [0.9]),
    ]
    const aggregations = { recency_weighted: { history, latest: null } }
    const post = nativePost({ question: nativeQuestion({ aggregations }) })
    expect((await pointsOf(post, '71002-YES', { from: 0, to: Date.UTC(2028, 0) })).points).toHaveLength(3)
  })

  test('of an option begin when it was added; of a number they are the median’s place', async () => {
    const choice = nativePost({ id: 72_510, question: choiceQuestion() })
    expect((await pointsOf(choice, '71010-1')).points).toEqual([
      { at: at('2026-11-14T09:00:00Z'), price: 0.35 },
    ])
    const numeric = nativePost({ id: 72_520, question: numericQuestion() })
    expect((await pointsOf(numeric, '71020-LOWER')).points).toEqual([
      { at: at('2026-11-10T09:00:00Z'), price: 0.25 },
    ])
  })

  test('none where nobody has forecast', async () => {
    const blank = nativeQuestion({ aggregations: withheldAggregations })
    const post = nativePost({ nr_forecasters: 0, question: blank })
    expect((await pointsOf(post, '71002-YES')).points).toEqual([])
  })
})

describe('what is not shown is never an empty list', () => {
  const refusal = async (question: object, postOver: object = {}) => {
    const post = nativePost({ question: nativeQuestion(question), ...postOver })
    return failureOf(() => pointsOf(post, '71002-YES'))
  }

  test.each([
    ['null contents', withheldAggregations],
    ['no method', {}],
    ['empty lists', { recency_weighted: { history: [], latest: null } }],
    ['a present value only', { recency_weighted: { ...binaryAggregations.recency_weighted, history: null } }],
    ['steps of nothing', { recency_weighted: { history: [step('2026-11-10T09:00:00Z', null, [null])] } }],
    ['steps without values', { recency_weighted: { history: [step('2026-11-10T09:00:00Z', null, null)] } }],
  ])('withheld: %s', async (_what, aggregations) => {
    const error = await refusal({ aggregations })
    expect([error.code, error.detail?.['kind']]).toEqual(['PERMISSION_DENIED', 'withheld'])
  })

  test('hidden until it is revealed', async () => {
    const error = await refusal({ aggregations: {}, cp_reveal_time: '2026-11-25T00:00:00Z' })
    expect([error.code, error.detail]).toEqual([
      'PERMISSION_DENIED',
      { kind: 'hidden', revealsAt: '2026-11-25T00:00:00.000Z', questionId: 71_002 },
    ])
  })
})

describe('a change of shape is an error', () => {
  const steps = 'question.aggregations.recency_weighted.history.*'
  const paths = [`${steps}.start_time`]
  test.each([
    ...mutationsOf(paths, ['dropped', 'renamed', 'retyped', 'nulled']),
    ...mutationsOf([`${steps}.centers`, 'question.aggregations.recency_weighted.history'], ['retyped']),
  ])('$how $path', async (mutation) => {
    await expectDrift(() => pointsOf(mutate(nativePost(), mutation), '71002-YES'), 'history')
  })

  test('steps that do not ascend, lack a value between others, or have too many', async () => {
    const [first, second, third] = binaryAggregations.recency_weighted.history
    for (const [path, history] of [
      ['history[1].start_time', [second, first, third]],
      ['history[1].centers', [first, { ...second, centers: null }, third]],
      ['history[1].centers', [first, { ...second, centers: [null] }, third]],
      ['history[2].start_time', [first, second, { ...third, start_time: now }]],
      ['centers', [first, { ...second, centers: [0.5, 0.5] }]],
    ] as const) {
      const question = nativeQuestion({ aggregations: { recency_weighted: { history } } })
      await expectDrift(() => pointsOf(nativePost({ question }), '71002-YES'), path)
    }
  })

  test('a question that changed between locating and fetching is not answered for', async () => {
    const { ctx } = over(nativePost())
    const series = await readerOf(venue, ctx).series('71002-YES')
    const other = over(nativePost({ question: nativeQuestion({ default_aggregation_method: 'unweighted' }) }))
    const error = await failureOf(() => source.fetch(series, present(minute), always, other.ctx))
    expect(error.code).toBe('NOT_FOUND')
  })
})
