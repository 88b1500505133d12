import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { metaculus } from '../../../src/venues/metaculus/index.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { json, queryOf, sentTo } from '../../support/wire.js'
import { choiceQuestion, groupPost, nativePost, page } from './payloads.js'
import { queryAt, setUp } from './set-up.js'

const { markets } = metaculus
const notFound = json(404, { detail: 'Post not found' })
const noQuestion = json(404, { detail: 'No Question matches the given query.' })
const single = { 'GET api/posts/72500/': nativePost() }
const group = { 'GET api/posts/72530/': groupPost() }

describe('an event', () => {
  test.each(['72500', 'https://www.metaculus.com/questions/72500/velmar/'])('by %s', async (id) => {
    const { ctx, wire } = setUp(single)
    expect((await markets.getEvent(id, ctx))?.event.id).toBe('72500')
    expect(queryAt(wire, 0)).toEqual({ with_cp: 'true' })
  })

  test('by its slug, which only the search can find', async () => {
    const other = nativePost({ id: 9, slug: 'velmar-bridge-before-2028' })
    const { ctx, wire } = setUp({ ...single, 'GET api/posts/': page(other, nativePost()) })
    expect((await markets.getEvent('Velmar-Bridge-before-2027', ctx))?.event.id).toBe('72500')
    expect(queryAt(wire, 0)).toMatchObject({
      search: 'velmar bridge before 2027',
      statuses: ['upcoming', 'open', 'closed', 'resolved'],
    })
  })

  test('by a slug of several posts is refused with the candidates', async () => {
    const { ctx } = setUp({
      ...single,
      'GET api/posts/9/': nativePost({ id: 9, question: { ...nativePost().question, post_id: 9 } }),
      'GET api/posts/': page(nativePost(), nativePost({ id: 9 })),
    })
    const error = await failureOf(() => markets.getEvent('velmar-bridge-before-2027', ctx))
    expect([error.code, error.detail]).toEqual([
      'BAD_REQUEST',
      { kind: 'ambiguous', candidates: ['72500', '9'] },
    ])
  })

  test('by a slug that a list showed, though the search does not find it', async () => {
    const { ctx } = setUp({
      ...single,
      'GET api/posts/': (call: VenueCall) =>
        queryOf(call)['search'] === undefined ? page(nativePost()) : page(),
    })
    expect(await markets.getEvent('velmar-bridge-before-2027', ctx)).toBeUndefined()
    await collect(markets.listEvents({ status: 'active' }, ctx).paging, 1)
    expect((await markets.getEvent('velmar-bridge-before-2027', ctx))?.event.id).toBe('72500')
  })

  test.each(['72500', '72500:1', 'no-such-slug', '71002-YES', '!?', ''])('unknown: %s', async (id) => {
    const { ctx } = setUp({ 'GET api/posts/72500/': notFound, 'GET api/posts/': page() })
    expect(await markets.getEvent(id, ctx)).toBeUndefined()
  })

  test('another post than asked for is drift', async () => {
    const { ctx } = setUp({ 'GET api/posts/72501/': nativePost() })
    await expectDrift(() => markets.getEvent('72501', ctx), 'id')
  })
})

describe('a market', () => {
  test('by the id of its post, and of its post and question in a group', async () => {
    const { ctx } = setUp({ ...single, ...group })
    expect((await markets.getMarket('72500', ctx))?.market.marketId).toBe('72500')
    expect((await markets.getMarket('72530:71031', ctx))?.market.outcomes[0]?.outcomeId).toBe('71031-YES')
    expect(await markets.getMarket('72530:1', ctx)).toBeUndefined()
  })

  test('a group’s own id or slug is refused with its markets', async () => {
    const { ctx } = setUp({ ...group, 'GET api/posts/': page(groupPost()) })
    for (const id of ['72530', 'velmar-ferry']) {
      const error = await failureOf(() => markets.getMarket(id, ctx))
      expect([error.code, error.detail]).toEqual([
        'BAD_REQUEST',
        { kind: 'ambiguous', candidates: ['72530:71030', '72530:71031', '72530:71032'] },
      ])
    }
  })

  test('of a group with one question is found by the post alone', async () => {
    const [, one] = groupPost().group_of_questions.questions
    const post = groupPost({ group_of_questions: { questions: [one] } })
    const { ctx } = setUp({ 'GET api/posts/72530/': post })
    const row = await markets.getMarket('72530', ctx)
    expect([row?.market.marketId, row?.aliases]).toEqual(['72530:71031', ['72530']])
  })

  test('by the id of its question where no post has that number', async () => {
    const { ctx } = setUp({
      ...group,
      'GET api/posts/71031/': notFound,
      'GET api/questions/71031/post/': { question_id: 71_031, post_id: 72_530, post_slug: 'velmar-ferry' },
    })
    const row = await markets.getMarket('71031', ctx)
    expect([row?.market.marketId, row?.aliases]).toEqual(['72530:71031', ['71031']])
  })

  test('unknown', async () => {
    const { ctx } = setUp({ 'GET api/posts/5/': notFound, 'GET api/questions/5/post/': noQuestion })
    expect(await markets.getMarket('5', ctx)).toBeUndefined()
    expect(await markets.getMarket('no such thing', ctx)).toBeUndefined()
  })
})

describe('an outcome', () => {
  const way = { 'GET api/questions/71031/post/': { question_id: 71_031, post_id: 72_530 } }

  test('leads through its question to the market; the way is remembered, the post is not', async () => {
    const { ctx, wire } = setUp({ ...way, ...group })
    expect((await markets.findOutcome('71031-no', ctx))?.market.marketId).toBe('72530:71031')
    await markets.findOutcome('71031-YES', ctx)
    expect(sentTo(wire)).toEqual([
      'GET api/questions/71031/post/',
      'GET api/posts/72530/',
      'GET api/posts/72530/',
    ])
  })

  test('that the question does not have is unknown', async () => {
    const choice = nativePost({ id: 72_510, question: choiceQuestion() })
    const { ctx } = setUp({
      'GET api/questions/71010/post/': { question_id: 71_010, post_id: 72_510 },
      'GET api/posts/72510/': choice,
      'GET api/questions/8/post/': noQuestion,
    })
    expect((await markets.findOutcome('71010-2', ctx))?.market.marketId).toBe('72510')
    for (const id of ['71010-3', '71010-YES', '8-YES', '71010', 'nonsense']) {
      expect(await markets.findOutcome(id, ctx), id).toBeUndefined()
    }
  })

  test('another question than asked for is drift', async () => {
    const { ctx } = setUp({ 'GET api/questions/71031/post/': { question_id: 1, post_id: 2 } })
    await expectDrift(() => markets.findOutcome('71031-YES', ctx), 'question_id')
  })
})
