import { describe, expect, test } from 'vitest'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { polymarketUs } from '../../../src/venues/polymarket_us/index.js'
import { expectDrift } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { json, queryOf } from '../../support/wire.js'
import { nativeEvent, nativeMarket, nativeResolved } from './payloads.js'
import { setUp } from './set-up.js'

const { markets }: Venue = polymarketUs
const slug = 'aec-mlb-vel-orr-2026-11-21'
const eventSlug = 'mlb-vel-orr-2026-11-21'
const unknown = json(404, { code: 5, message: 'not found', details: [] })

const answers = {
  [`GET gateway/v1/market/slug/${slug}`]: { market: nativeMarket() },
  'GET gateway/v1/market/id/823001': { market: nativeMarket() },
  'GET gateway/v1/market/slug/no-such': unknown,
  'GET gateway/v1/events': { events: [nativeEvent(2), nativeEvent()] },
  [`GET gateway/v1/events/slug/${eventSlug}`]: { event: nativeEvent() },
  'GET gateway/v1/events/111001': { event: nativeEvent() },
  'GET gateway/v1/events/slug/no-such': unknown,
}

describe('an event', () => {
  test.each([
    eventSlug,
    ` ${eventSlug.toUpperCase()} `,
    '111001',
    `https://polymarket.us/event/${eventSlug}?tab=rules`,
    `https://www.polymarket.us/event/${eventSlug}/`,
  ])('is found by %s', async (id) => {
    const row = await markets.getEvent(id, setUp(answers).ctx)
    expect([row?.event.id, row?.markets.length]).toEqual([eventSlug, 1])
  })

  test.each([
    'no-such',
    'a/b',
    '..',
    '2147483648',
    `https://polymarket.us/market/${slug}`,
    `https://polymarket.com/event/${eventSlug}`,
  ])('is none by %s', async (id) => {
    expect(await markets.getEvent(id, setUp(answers).ctx)).toBeUndefined()
  })

  test('with another name than asked for is an error', async () => {
    const { ctx } = setUp({
      ...answers,
      [`GET gateway/v1/events/slug/${eventSlug}`]: { event: nativeEvent(2) },
    })
    await expectDrift(() => markets.getEvent(eventSlug, ctx), 'event.slug')
  })
})

describe('a market', () => {
  test.each([slug, '823001', ` ${slug.toUpperCase()} `, `https://polymarket.us/market/${slug}`])(
    'is found by %s, with the event that has it',
    async (id) => {
      const row = await markets.getMarket(id, setUp(answers).ctx)
      expect(row?.market).toMatchObject({ marketId: slug, eventId: eventSlug, tags: ['Sports', 'MLB'] })
      expect(row?.aliases).toContain('823001')
    },
  )

  test.each([`${slug}:long`, `${slug}:short`, slug, '823001'])('is found by its outcome %s', async (id) => {
    const row = await markets.findOutcome(id, setUp(answers).ctx)
    expect(row?.market.marketId).toBe(slug)
    expect(row?.aliases).toContain(id)
  })

  test.each(['no-such', `${slug}:yes`, 'a/b', `https://polymarket.us/event/${eventSlug}`])(
    'is none by %s',
    async (id) => {
      expect(await markets.getMarket(id, setUp(answers).ctx)).toBeUndefined()
      if (id !== 'no-such') expect(await markets.findOutcome(id, setUp(answers).ctx)).toBeUndefined()
    },
  )

  test('tells the same in its event and by itself', async () => {
    const { ctx } = setUp(answers)
    const inside = (await markets.getEvent(eventSlug, ctx))?.markets[0]
    expect(await markets.getMarket(slug, ctx)).toEqual(inside)
  })

  test('with another name than asked for is an error', async () => {
    const { ctx } = setUp({
      ...answers,
      [`GET gateway/v1/market/slug/${slug}`]: { market: nativeResolved() },
    })
    await expectDrift(() => markets.getMarket(slug, ctx), 'market.slug')
  })
})

describe('the event of a market', () => {
  const asked = (calls: ReturnType<typeof setUp>['wire']['calls']) =>
    calls.filter(({ path }) => path === '/v1/events').map(queryOf)

  test('is looked for among what its slug may hold, once', async () => {
    const { ctx, wire } = setUp(answers)
    await markets.getMarket(slug, ctx)
    await markets.findOutcome(`${slug}:short`, ctx)
    expect(asked(wire.calls)).toEqual([
      {
        slug: ['mlb-vel-orr-2026-11-21', 'mlb-vel-orr-2026-11', 'mlb-vel-orr-2026', 'mlb-vel-orr', 'mlb-vel'],
        limit: '5',
      },
    ])
  })

  test('is unknown where none of them has it, which is not asked for again', async () => {
    const { ctx, wire } = setUp({ ...answers, 'GET gateway/v1/events': { events: [nativeEvent(2)] } })
    expect((await markets.getMarket(slug, ctx))?.market).not.toHaveProperty('eventId')
    await markets.getMarket(slug, ctx)
    expect(asked(wire.calls)).toHaveLength(1)
  })

  test('that cannot be asked for costs no lookup, and is told', async () => {
    const { ctx: strict } = setUp({ ...answers, 'GET gateway/v1/events': json(400, {}) })
    const ctx = tolerant(strict)
    expect((await markets.getMarket(slug, ctx))?.market.marketId).toBe(slug)
    expect(ctx.omissions.warnings).toEqual([expect.stringContaining('the event of the market')])
  })
})
