import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { opinion } from '../../../src/venues/opinion/index.js'
import { token } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { type Answer, json, sentTo } from '../../support/wire.js'
import {
  answer,
  nativeBinary,
  nativeChild,
  nativeEvent,
  nativePrice,
  notFound,
  refusal,
  resolvedChild,
} from './payloads.js'
import { inTime, setUp } from './set-up.js'
import { venueOf, without } from './venue.js'

const { getEvent, getMarket, findOutcome, listMarkets } = opinion.markets
const world = venueOf([nativeEvent(), nativeBinary(), nativeBinary(801, { slug: 'another-eight-o-one' })])

const marketOf = async (id: string, answers: Record<string, Answer> = world) => {
  const { ctx, wire, clock } = setUp(answers)
  const row = await inTime(clock, () => getMarket(id, ctx))
  return { row, sent: sentTo(wire) }
}

describe('a market', () => {
  test.each([
    ['its number', '7001'],
    ['its slug, in any case', 'Who-wins-Ostrava-Bay-Ines-Calloway'],
    ['an outcome', token(70_012)],
    ['the page of other clients', 'https://www.opinion.trade/market/who-wins-ostrava-bay-ines-calloway'],
  ])('is found by %s, with its parent and its last price', async (_how, id) => {
    const { row } = await marketOf(id)
    expect(row?.market).toMatchObject({
      marketId: '7001',
      eventId: '801',
      title: 'Who wins Ostrava Bay? - Ines Calloway',
      category: 'Politics',
      yes: { price: 0.31 },
      no: { price: 0.69 },
    })
  })

  test('is the same as in a list, but for the price', async () => {
    const { ctx } = setUp(world)
    const listed = await collect(opinion.markets.listMarkets?.({ status: 'active' }, ctx).paging ?? fail())
    for (const row of listed) {
      const found = await getMarket(row.market.marketId, setUp(world).ctx)
      const [unpriced, bare] = [found, row].map(withoutPrices)
      expect(unpriced).toEqual(bare)
    }
  })

  test('of a number that a categorical market has, too, is the binary one', async () => {
    const { row } = await marketOf('801')
    expect(row?.market).toMatchObject({ marketId: '801', slug: 'another-eight-o-one' })
  })

  test('whose type is not stated in its own answer is binary all the same', async () => {
    const { row } = await marketOf('7101', {
      ...world,
      'GET api/market/7101': answer({ data: nativeBinary(7101, { marketType: undefined }) }),
    })
    expect(row?.market).toMatchObject({
      marketId: '7101',
      title: 'Will the Port Ellery bridge open in March?',
    })
    expect(row?.market).not.toHaveProperty('eventId')
  })

  test.each([
    ['10200', notFound],
    ['null data', answer({ data: null })],
    ['null', answer(null)],
    ['404', json(404, { code: 404, msg: 'market not found' })],
  ])('that the venue does not know (%s) is undefined', async (_how, reply) => {
    expect((await marketOf('9', { 'GET api/market/9': reply })).row).toBeUndefined()
  })

  test('that is categorical is none', async () => {
    expect((await marketOf('who-wins-ostrava-bay')).row).toBeUndefined()
    const answers = { 'GET api/market/801': answer({ data: nativeEvent() }) }
    expect((await marketOf('801', answers)).row).toBeUndefined()
  })

  test('that failed is none', async () => {
    const answers = { 'GET api/market/7101': answer({ data: nativeBinary(7101, { status: 5 }) }) }
    expect((await marketOf('7101', answers)).row).toBeUndefined()
  })

  test.each(['abc', '', '1.5', 'who_wins?', '99999999999999999999'])(
    "'%s' is refused as no market id",
    async (id) => {
      expect(await failureOf(() => marketOf(id))).toMatchObject({ code: 'BAD_REQUEST' })
    },
  )

  test('on the page of an event is its only one, or refused with the candidates', async () => {
    const page = 'https://app.opinion.trade/detail?topicId=801&type=multi'
    expect(await failureOf(() => marketOf(page))).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'ambiguous', candidates: ['7001', '7002'] },
    })
    const lonely = venueOf([nativeEvent(801, { childMarkets: [nativeChild()] })])
    expect((await marketOf(page, lonely)).row?.market.marketId).toBe('7001')
    const own = await marketOf('https://app.opinion.trade/detail?topicId=7101')
    expect(own.row?.market.marketId).toBe('7101')
  })

  test('other than the one asked for is an error', async () => {
    const answers = { 'GET api/market/7005': answer({ data: nativeBinary(7006) }) }
    await expectDrift(() => marketOf('7005', answers), 'marketId')
    const slugs = { 'GET api/market/slug/some-thing': answer({ data: nativeBinary(7006) }) }
    await expectDrift(() => marketOf('some-thing', slugs), 'slug')
  })

  test.each([null, {}, { errno: 0 }, { errno: 0, result: {} }, { errno: 0, result: { data: [] } }])(
    '%j is no market',
    async (body) => {
      await expectDrift(() => marketOf('7001', { 'GET api/market/7001': json(200, body) }), '')
    },
  )

  test('of a venue that refuses is an error', async () => {
    const failing = { 'GET api/market/7001': refusal(50_000, 'internal error') }
    expect((await failureOf(() => marketOf('7001', failing))).code).toBe('EXCHANGE_NOT_AVAILABLE')
  })
})

describe('the parent of a market', () => {
  test('is guessed from the slug', async () => {
    const { sent } = await marketOf('7001')
    expect(sent).toEqual([
      'GET api/market/7001',
      'GET api/market/slug/who-wins-ostrava-bay',
      'GET api/token/latest-price',
    ])
  })

  test('is remembered from what has been read', async () => {
    const { ctx, wire } = setUp(world)
    await collect(listMarkets?.({ status: 'active' }, ctx).paging ?? fail())
    const before = wire.calls.length
    expect((await getMarket('7002', ctx))?.market.eventId).toBe('801')
    expect(sentTo(wire).slice(before)).toEqual(['GET api/market/7002'])
  })

  test('is remembered also where its own answer calls it a binary market', async () => {
    const { ctx } = setUp({
      ...world,
      'GET api/market/7002': answer({ data: resolvedChild(7002, { marketType: 0 }) }),
    })
    await collect(listMarkets?.({ status: 'active' }, ctx).paging ?? fail())
    expect((await getMarket('7002', ctx))?.market).toMatchObject({
      eventId: '801',
      title: 'Who wins Ostrava Bay? - Tomas Rell',
      category: 'Politics',
    })
    const alone = await marketOf('7001', {
      ...world,
      'GET api/market/7001': answer({ data: nativeChild(7001, { marketType: 0 }) }),
    })
    expect(alone.row?.market.eventId).toBe('801')
  })

  test('is found among the open markets when the slug does not tell', async () => {
    const odd = nativeEvent(801, { childMarkets: [nativeChild(7001, { slug: 'ines-wins' })] })
    const answers = without(venueOf([odd]), 'slug/ines')
    const { row, sent } = await marketOf('7001', answers)
    expect(row?.market.eventId).toBe('801')
    expect(sent).toContain('GET api/market')
    expect(sent.at(-2)).toBe('GET api/market/categorical/801')
  })

  test('is none that lacks the child, and unknown when nothing tells', async () => {
    const stray = nativeChild(7009, { slug: 'who-wins-ostrava-bay-somebody-else' })
    const answers = { ...world, 'GET api/market/7009': answer({ data: stray }) }
    const { row } = await marketOf('7009', without(answers, 'slug/who-wins-ostrava'))
    expect(row?.market).toMatchObject({ marketId: '7009', title: 'Ines Calloway' })
    expect(row?.market).not.toHaveProperty('eventId')
  })
})

describe('an outcome', () => {
  test('of an open market is found in the list of open ones', async () => {
    const { ctx, wire } = setUp(world)
    expect((await findOutcome(token(71_012), ctx))?.market.marketId).toBe('7101')
    expect(wire.calls.map((call) => call.query.find(([name]) => name === 'status')?.[1])).toEqual([
      'activated',
      'activated',
      // New events that may lag, the market, and its last price.
      undefined,
      undefined,
      undefined,
    ])
    const before = wire.calls.length
    await findOutcome(token(71_011), ctx)
    expect(sentTo(wire).slice(before)).not.toContain('GET api/market')
  })

  test('of a closed market is found in the whole list', async () => {
    const over = nativeEvent(802, { status: 4, slug: 'over-and-out', childMarkets: [resolvedChild()] })
    const { ctx } = setUp(without(venueOf([over]), 'slug/who-wins-ostrava-bay', 'slug/who-wins-ostrava'))
    expect((await findOutcome(token(70_021), ctx))?.market).toMatchObject({
      marketId: '7002',
      eventId: '802',
      yes: { price: 1 },
    })
  })

  test('that no market has is undefined, and so is what can be none', async () => {
    const { ctx } = setUp(world)
    expect(await findOutcome(token(5), ctx)).toBeUndefined()
    expect(await findOutcome('7001', ctx)).toBeUndefined()
    expect(await findOutcome('yes', ctx)).toBeUndefined()
  })
})

describe('an event', () => {
  test.each(['801', 'who-wins-ostrava-bay', 'https://app.opinion.trade/detail?topicId=801&type=multi'])(
    'is found by %s with the prices of its open markets',
    async (id) => {
      const { ctx } = setUp(world)
      const row = await getEvent(id, ctx)
      // Its own answer counts the day once.
      expect(row?.event).toMatchObject({ id: '801', volume24h: 30, volume: 200 })
      expect(row?.markets.map(({ market }) => market.yes?.price)).toEqual([0.31, 1])
    },
  )

  test('with very many open markets is shown without their prices', async () => {
    const childMarkets = Array.from({ length: 21 }, (_unused, n) => nativeChild(7400 + n))
    const { ctx, wire } = setUp(venueOf([nativeEvent(801, { childMarkets })]))
    const row = await getEvent('801', ctx)
    expect(row?.markets).toHaveLength(21)
    expect(row?.markets.every(({ market }) => market.yes?.price === undefined)).toBe(true)
    expect(wire.calls).toHaveLength(1)
  })

  test.each(['9', 'no-such-event', token(70_011), 'https://app.opinion.trade/detail?topicId=801', 'x'])(
    'is none for %s',
    async (id) => {
      const { ctx } = setUp(without(world, 'categorical/9', 'slug/no-such-event'))
      expect(await getEvent(id, ctx)).toBeUndefined()
    },
  )

  test('is no binary market', async () => {
    const { ctx } = setUp(world)
    expect(await getEvent('will-the-port-ellery-bridge-open-7101', ctx)).toBeUndefined()
  })
})

describe('the last price', () => {
  const priceOf = async (reply: unknown) => {
    const { row } = await marketOf('7101', { ...world, 'GET api/token/latest-price': reply })
    return row?.market.yes?.price
  }
  const yes = token(71_011)

  test.each([
    ['never traded', answer(nativePrice(yes, { price: '0', timestamp: 0 })), undefined],
    ['never traded, without a price', answer(nativePrice(yes, { price: '', timestamp: 0 })), undefined],
    ['unknown to the venue', refusal(10_200, 'Token does not exist'), undefined],
    ['traded', answer(nativePrice(yes, { price: '0.002' })), 0.002],
  ])('of a token that is %s', async (_how, reply, price) => {
    expect(await priceOf(reply)).toBe(price)
  })

  test.each([
    ['tokenId', nativePrice(token(1))],
    ['price', nativePrice(yes, { price: '1.2' })],
    ['price', nativePrice(yes, { price: undefined })],
    ['timestamp', nativePrice(yes, { timestamp: null })],
  ])('with a wrong %s is an error', async (path, reply) => {
    await expectDrift(() => priceOf(answer(reply)), path)
  })

  test('that cannot be had is an error of the lookup', async () => {
    const { ctx, clock } = setUp({ ...world, 'GET api/token/latest-price': json(500, {}) })
    const lenient = tolerant(ctx)
    for (const look of [() => getMarket('7101', lenient), () => getEvent('801', lenient)])
      expect((await failureOf(() => inTime<unknown>(clock, look))).code).toBe('EXCHANGE_NOT_AVAILABLE')
  })

  test('is not asked for where a result says more, or nothing was traded yet', async () => {
    for (const status of [1, 4]) {
      const market = nativeBinary(7101, { status, resultTokenId: status === 4 ? yes : '' })
      const { row, sent } = await marketOf('7101', venueOf([market]))
      expect(row?.market.yes?.price).toBe(status === 4 ? 1 : undefined)
      expect(sent).toEqual(['GET api/market/7101'])
    }
  })
})

/** As JSON, without its prices. */
function withoutPrices(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, member: unknown) => (key === 'price' ? undefined : member))
}

function fail(): never {
  throw new Error('the venue lists no markets')
}

describe('what an outcome is located with', () => {
  const locate = async (id: string, before?: 'a list') => {
    const { ctx, wire } = setUp(world)
    if (before !== undefined)
      await collect(opinion.markets.listMarkets?.({ status: 'active' }, ctx).paging ?? fail())
    const calls = wire.calls.length
    const sought = await present(opinion.outcomes).locate(id, ctx)
    return {
      facts: sought?.kind === 'outcome' ? sought.outcome.facts : undefined,
      calls: wire.calls.length - calls,
    }
  }

  test('of a child is located with its parent, from the list that told its token or one read for it', async () => {
    expect(await locate(token(70_011))).toMatchObject({ facts: { marketId: '7001', rootMarketId: 801 } })
    // Its market alone is asked for.
    expect(await locate(token(70_011), 'a list')).toEqual({
      facts: { marketId: '7001', rootMarketId: 801 },
      calls: 1,
    })
  })

  test('of a market that stands alone has none', async () => {
    expect((await locate(token(71_011))).facts).toEqual({ marketId: '7101' })
  })
})
