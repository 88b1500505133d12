import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { assertPage, toEventRow } from '../../../src/venues/metaculus/mapping.js'
import { post, postPage } from '../../../src/venues/metaculus/schemas.js'
import { expectDrift, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { now } from '../../support/venue.js'
import {
  choiceQuestion,
  groupPost,
  nativePost,
  nativeQuestion,
  numericQuestion,
  page,
  withheldAggregations,
} from './payloads.js'

const what = 'GET /posts/'
const rowOf = (payload: unknown) => toEventRow(readPayload(post, payload, what), now, what)
const marketsOf = (payload: unknown) => present(rowOf(payload)).markets.map(({ market }) => market)

describe('a post with one question', () => {
  test('is an event with one market', () => {
    const row = present(rowOf(nativePost()))
    expect(row).toMatchObject({
      status: 'active',
      startsAt: Date.parse('2026-11-02T10:00:00Z'),
      event: {
        id: '72500',
        slug: 'velmar-bridge-before-2027',
        url: 'https://www.metaculus.com/questions/72500/',
        category: 'Transport',
        tags: ['Velmar', 'Transport'],
        image: 'https://img.example/cup.png',
      },
    })
    const { market } = present(row.markets[0])
    expect(market).toMatchObject({
      marketId: '72500',
      eventId: '72500',
      slug: 'velmar-bridge-before-2027',
      description: 'The bridge has been under construction since 2021.',
      resolutionDate: '2026-12-31T22:00:00.000Z',
      status: 'active',
      nativeStatus: 'open',
      tickSize: 0.001,
      tags: ['Velmar', 'Transport', 'binary'],
      yes: { outcomeId: '71002-YES', price: 0.62, label: 'Will the Velmar bridge open before 2027?' },
      no: { outcomeId: '71002-NO', price: 0.38, label: 'Not Will the Velmar bridge open before 2027?' },
      sourceMetadata: expect.objectContaining({
        hasPrediction: true,
        priceMeaning: 'probability',
        forecasterCount: 12,
      }),
    })
  })

  test('knows no money', () => {
    const [market] = marketsOf(nativePost())
    for (const name of ['volume', 'volume24h', 'liquidity', 'openInterest']) {
      expect(market).not.toHaveProperty(name)
    }
  })

  test('has no price and says so while the prediction is withheld', () => {
    const [market] = marketsOf(
      nativePost({ question: nativeQuestion({ aggregations: withheldAggregations }) }),
    )
    expect(market?.outcomes.map((outcome) => 'price' in outcome)).toEqual([false, false])
    expect(market?.sourceMetadata).toMatchObject({ hasPrediction: false })
  })

  test('of a group may have a prediction that the list left out', () => {
    const rows = (shown?: 'listed') => {
      const { questions, ...rest } = groupPost().group_of_questions
      const [first, ...others] = questions
      const without = others.map((one) => ({ ...one, aggregations: withheldAggregations }))
      const group = { ...rest, questions: [first, ...without] }
      const native = readPayload(post, groupPost({ group_of_questions: group }), what)
      const { markets = [] } = toEventRow(native, now, what, shown) ?? {}
      return markets.map(({ market }) => market.sourceMetadata?.['hasPrediction'])
    }
    expect(rows('listed').slice(0, 2)).toEqual([true, undefined])
    expect(rows().slice(0, 2)).toEqual([true, false])
  })

  test('of options has one outcome each, of a number a higher and a lower side with the median told', () => {
    const choice = marketsOf(nativePost({ id: 72_510, question: choiceQuestion() }))
    expect(choice[0]?.outcomes.map(({ outcomeId, label, price }) => [outcomeId, label, price])).toEqual([
      ['71010-0', 'Amber', 0.5],
      ['71010-1', 'Cobalt', 0.35],
      ['71010-2', 'Other', 0.15],
    ])
    const [numeric] = marketsOf(nativePost({ id: 72_520, question: numericQuestion() }))
    expect(numeric?.outcomes.map(({ outcomeId, price }) => [outcomeId, price])).toEqual([
      ['71020-HIGHER', 0.25],
      ['71020-LOWER', 0.75],
    ])
    expect(numeric?.sourceMetadata).toMatchObject({
      priceMeaning: 'location_of_median_in_range',
      median: 150,
      unit: 'ships',
    })
    expect(numeric).not.toHaveProperty('tickSize')
  })

  test('of a number may tell what came out as one', () => {
    const resolved = numericQuestion({ status: 'resolved', resolution: 137 })
    const [market] = marketsOf(nativePost({ id: 72_520, question: resolved }))
    expect(market?.sourceMetadata).toMatchObject({ resolution: 137 })
    expect(market?.outcomes.map(({ price }) => price)).toEqual([0.25, 0.75])
  })
})

describe('a group', () => {
  test('has a market of its own id a question, each with its own status', () => {
    const row = present(rowOf(groupPost()))
    expect(row.markets.map(({ market, status }) => [market.marketId, status, market.eventId])).toEqual([
      ['72530:71030', 'closed', '72530'],
      ['72530:71031', 'active', '72530'],
      ['72530:71032', 'active', '72530'],
    ])
    expect(row.markets[1]?.market).toMatchObject({
      title: 'Will the Velmar ferry stop by the following years? (2027)',
      description: 'The ferry has run since 1903.',
      yes: { label: '2027' },
      no: { label: 'Not 2027' },
    })
    expect(row.markets.some(({ market }) => 'slug' in market)).toBe(false)
  })
})

describe('status', () => {
  test.each([
    ['open', 'active'],
    ['approved', 'active'],
    ['closed', 'closed'],
    ['resolved', 'closed'],
  ])('%s counts as %s', (status, meaning) => {
    expect(rowOf(nativePost({ status }))?.status).toBe(meaning)
  })

  test('drafts and posts without questions of their own are no events', () => {
    expect(rowOf(nativePost({ status: 'draft' }))).toBeUndefined()
    expect(rowOf(nativePost({ question: undefined, conditional: { id: 1 } }))).toBeUndefined()
    expect(rowOf(nativePost({ question: undefined, notebook: { id: 1 } }))).toBeUndefined()
  })

  test('an unknown word, or a post that holds nothing known, is drift', async () => {
    await expectDrift(() => rowOf(nativePost({ status: 'paused' })), 'status')
    await expectDrift(() => rowOf(nativePost({ question: undefined })), 'post 72500')
    await expectDrift(() => rowOf(nativePost({ question: nativeQuestion({ post_id: 1 }) })), 'post_id')
  })
})

describe('a change of shape is an error with its path', () => {
  const required = ['id', 'title', 'status', 'question.id', 'question.post_id']
  const alsoRequired = ['question.title', 'question.type', 'question.status']
  test.each([
    ...mutationsOf([...required, ...alsoRequired], ['dropped', 'renamed', 'retyped', 'nulled']),
    ...mutationsOf(['question.aggregations'], ['dropped', 'renamed', 'retyped']),
  ])('$how $path', (mutation) => expectDrift(() => rowOf(mutate(nativePost(), mutation)), ''))

  const optional = ['slug', 'published_at', 'question.open_time', 'question.options']
  const latest = 'question.aggregations.recency_weighted.latest'
  const inside = [`${latest}.centers`, `${latest}.start_time`, `${latest}.end_time`]
  test.each(mutationsOf([...optional, ...inside], ['retyped']))('$how $path', (mutation) =>
    expectDrift(() => rowOf(mutate(nativePost(), mutation)), ''),
  )

  test.each([
    'slug',
    'published_at',
    'question.open_time',
    'question.scheduled_close_time',
    'question.aggregations.recency_weighted.latest.centers',
  ])('a page on which %s was renamed everywhere', async (path) => {
    const posts = Array.from({ length: 6 }, (_, index) =>
      nativePost({ id: 100 + index, question: nativeQuestion({ post_id: 100 + index }) }),
    )
    const check = (payload: unknown) => assertPage(readPayload(postPage, payload, what).results, what)
    expect(() => check(page(...posts))).not.toThrow()
    const broken = mutate(page(...posts), { how: 'renamed', path: `results.*.${path}` })
    await expectDrift(() => check(broken), path.split('.').at(-1) ?? '')
  })
})
