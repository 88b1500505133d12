import { describe, expect, test } from 'vitest'
import { hasOutcome, isRequestedEvent } from '../../../src/core/query/verify-lookup.js'
import { limitless } from '../../../src/venues/limitless/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { json, sentTo } from '../../support/wire.js'
import {
  activePage,
  nativeChild,
  nativeGroup,
  nativeMarket,
  nativePool,
  token,
  unknownSlug,
} from './payloads.js'
import { setUp } from './set-up.js'

const { markets } = limitless
const single = nativeMarket()
const group = nativeGroup()
const child = nativeChild(1, { marketType: 'single', groupSlug: group.slug })
const pool = nativePool()
const answers = {
  [`GET api/markets/${single.slug}`]: { ...single, groupSlug: null },
  [`GET api/markets/${group.slug}`]: group,
  [`GET api/markets/${child.slug}`]: child,
  [`GET api/markets/${pool.address}`]: pool,
  'GET api/markets/nothing-here-1': json(404, unknownSlug('nothing-here-1')),
  'GET api/markets/strange-form-2': json(400, {
    message: 'Invalid slug format. Expected format: text-with-numbers-timestamp',
    error: 'Bad Request',
    statusCode: 400,
  }),
}

describe('a market', () => {
  test.each([
    ['its slug', single.slug, single.slug],
    ['its page', `https://limitless.exchange/markets/${single.slug}`, single.slug],
    ['the slug of a child', child.slug, child.slug],
    ['the address of its pool', pool.address, pool.slug],
  ])('is found by %s', async (_what, id, slug) => {
    const { ctx } = setUp(answers)
    expect((await markets.getMarket(id, ctx))?.market.marketId).toBe(slug)
  })

  test('a child knows its group, which is read once', async () => {
    const { ctx, wire } = setUp(answers)
    const row = present(await markets.getMarket(child.slug, ctx))
    expect(row.market).toMatchObject({
      eventId: group.slug,
      title: `${group.title} - Option 1`,
      category: 'Sports',
    })
    await markets.getMarket(child.slug, ctx)
    expect(sentTo(wire)).toEqual([
      `GET api/markets/${child.slug}`,
      `GET api/markets/${group.slug}`,
      `GET api/markets/${child.slug}`,
    ])
  })

  test.each([group.slug, 'nothing-here-1', 'strange-form-2', 'btc-5min-price', '36814', 'active', ''])(
    "'%s' is none",
    async (id) => {
      const { ctx } = setUp(answers)
      expect(await markets.getMarket(id, ctx)).toBeUndefined()
    },
  )

  test('another market than the asked one is an error', async () => {
    const { ctx } = setUp({ 'GET api/markets/asked-for-1': single })
    await expectDrift(() => markets.getMarket('asked-for-1', ctx), 'slug')
  })

  test('a group that does not exist is an error', async () => {
    const { ctx } = setUp({
      ...answers,
      [`GET api/markets/${group.slug}`]: json(404, unknownSlug(group.slug)),
    })
    await expectDrift(() => markets.getMarket(child.slug, ctx), 'groupSlug')
  })

  test.each([
    ['another refusal', json(400, { message: 'slug is under maintenance' }), 'BAD_REQUEST'],
    ['a failure', json(500, { message: 'boom' }), 'EXCHANGE_NOT_AVAILABLE'],
  ])('%s is no "unknown"', async (_what, answer, code) => {
    const { ctx, clock } = setUp({ 'GET api/markets/asked-for-1': answer })
    const failing = failureOf(() => markets.getMarket('asked-for-1', ctx))
    await clock.advance(60_000)
    expect((await failing).code).toBe(code)
  })

  test.each([null, {}, []])('%j is an error', async (payload) => {
    const { ctx } = setUp({ 'GET api/markets/asked-for-1': payload })
    await expectDrift(() => markets.getMarket('asked-for-1', ctx), '')
  })
})

describe('an event', () => {
  test('is a group or a market that stands alone', async () => {
    const { ctx } = setUp(answers)
    expect((await markets.getEvent(group.slug, ctx))?.markets).toHaveLength(3)
    expect((await markets.getEvent(single.slug, ctx))?.markets).toHaveLength(1)
    expect(await markets.getEvent('nothing-here-1', ctx)).toBeUndefined()
  })

  test('the slug of a child, which upstream calls its event id, stands for its group', async () => {
    const { ctx } = setUp(answers)
    const row = present(await markets.getEvent(child.slug, ctx))
    expect(isRequestedEvent(row, child.slug)).toBe(true)
    expect(row).toEqual({ ...(await markets.getEvent(group.slug, ctx)), aliases: [child.slug] })
  })
})

describe('the market of a token', () => {
  test('is found in the list of open ones, of either side, and remembered', async () => {
    const { ctx, wire } = setUp({ ...answers, 'GET api/markets/active': activePage([group, single]) })
    expect((await markets.findOutcome(token(1, 'no'), ctx))?.market.marketId).toBe(single.slug)
    expect((await markets.findOutcome(token(1), ctx))?.market.marketId).toBe(single.slug)
    expect(sentTo(wire).filter((call) => call.endsWith('active'))).toHaveLength(1)
  })

  test('of a child is the child', async () => {
    const { ctx } = setUp({ ...answers, 'GET api/markets/active': activePage([group]) })
    expect((await markets.findOutcome(token(11), ctx))?.market.marketId).toBe(child.slug)
  })

  test('that was looked at before needs no list', async () => {
    const { ctx, wire } = setUp(answers)
    await markets.getMarket(single.slug, ctx)
    expect((await markets.findOutcome(token(1), ctx))?.market.marketId).toBe(single.slug)
    expect(sentTo(wire)).toEqual([`GET api/markets/${single.slug}`, `GET api/markets/${single.slug}`])
  })

  test('is unknown when no open market has it; the list is not read again at once', async () => {
    const { ctx, wire, clock } = setUp({ 'GET api/markets/active': activePage([single]) })
    expect(await markets.findOutcome(token(99), ctx)).toBeUndefined()
    expect(await markets.findOutcome(token(99), ctx)).toBeUndefined()
    expect(wire.calls).toHaveLength(1)
    clock.passTo(clock.now() + 61_000)
    expect(await markets.findOutcome(token(99), ctx)).toBeUndefined()
    expect(wire.calls).toHaveLength(2)
  })

  test('is also found by the slug of the market, which stands for YES', async () => {
    const { ctx } = setUp(answers)
    const row = present(await markets.findOutcome(single.slug, ctx))
    expect(row.market.marketId).toBe(single.slug)
    expect(hasOutcome(row, single.slug)).toBe(true)
  })

  test.each(['36814', pool.address, 'btc-5min-price'])("'%s' is no outcome", async (id) => {
    const { ctx } = setUp({})
    expect(await markets.findOutcome(id, ctx)).toBeUndefined()
  })

  test('an empty id is refused', async () => {
    const { ctx } = setUp({})
    expect((await failureOf(() => markets.findOutcome('', ctx))).field).toBe('id')
  })
})
