import { describe, expect, test } from 'vitest'
import { hasOutcome, isRequestedEvent, isRequestedMarket } from '../../../src/core/query/verify-lookup.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { myriad } from '../../../src/venues/myriad/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { json, queryOf } from '../../support/wire.js'
import { bookMarket, candidatesMarket, eventUuid, nativeEvent, nativeMarket, pageOf } from './payloads.js'
import { setUp } from './set-up.js'

const { markets } = myriad
const notFound = json(404, { error: 'Market not found' })

/** Answers of `/markets/{number}` by trading model. */
const byModel = (pool: unknown, book: unknown) => (call: VenueCall) => {
  const model = queryOf(call)['trading_model']
  return model === 'amm' ? pool : model === 'ob' ? book : notFound
}

describe('a market', () => {
  test('is found by its id', async () => {
    const { ctx, wire } = setUp({ 'GET api/markets/701': nativeMarket() })
    const row = present(await markets.getMarket('2741:701', ctx))
    expect(row.market.marketId).toBe('2741:701')
    expect(wire.calls.map(queryOf)).toEqual([{ network_id: '2741', trading_model: 'amm' }])
  })

  test('of the order book is found by its id and, where no pool has it, by the plain one', async () => {
    const { ctx, wire } = setUp({ 'GET api/markets/827': byModel(notFound, bookMarket()) })
    for (const id of ['56:ob827', '56:827']) {
      const row = present(await markets.getMarket(id, ctx))
      expect(row.market.marketId).toBe('56:ob827')
      expect(isRequestedMarket(row, id)).toBe(true)
    }
    expect(wire.calls.map((call) => queryOf(call)['trading_model'])).toEqual(['ob', 'amm', 'ob'])
  })

  test('in a state that nobody knows is an error, neither open nor closed', async () => {
    const { ctx } = setUp({ 'GET api/markets/701': nativeMarket({ state: 'frozen' }) })
    await expectDrift(() => markets.getMarket('2741:701', ctx), 'state')
  })

  test('a plain id that a pool and an order book have is the pool', async () => {
    const pool = nativeMarket({ id: 827, networkId: 56 })
    const { ctx } = setUp({ 'GET api/markets/827': byModel(pool, bookMarket()) })
    expect((await markets.getMarket('56:827', ctx))?.market.marketId).toBe('56:827')
    expect((await markets.getMarket('56:ob827', ctx))?.market.marketId).toBe('56:ob827')
  })

  test.each(['fear-or-greed', 'https://myriad.markets/markets/fear-or-greed'])(
    'is found by %s',
    async (id) => {
      const market = nativeMarket({ slug: 'fear-or-greed' })
      const { ctx, wire } = setUp({ 'GET api/markets/fear-or-greed': market })
      const row = present(await markets.getMarket(id, ctx))
      expect(isRequestedMarket(row, id)).toBe(true)
      expect(wire.calls.map(queryOf)).toEqual([{ trading_model: 'all' }])
    },
  )

  test('of a candidate is found by the id it has in its event', async () => {
    const { ctx } = setUp({ 'GET api/markets/601': candidatesMarket() })
    for (const id of ['2741:601:1', '2741:601/1', '2741:601:-1']) {
      const row = present(await markets.getMarket(id, ctx))
      expect(row.market.marketId).toBe('2741:601:1')
      expect(isRequestedMarket(row, id)).toBe(true)
    }
    expect(await markets.getMarket('2741:601:3', ctx)).toBeUndefined()
  })

  test('another market than the one asked for is an error', async () => {
    const { ctx } = setUp({
      'GET api/markets/701': nativeMarket({ id: 702 }),
      'GET api/markets/that': nativeMarket(),
    })
    await expectDrift(() => markets.getMarket('2741:701', ctx), 'id')
    await expectDrift(() => markets.getMarket('that', ctx), 'slug')
  })

  test('what the venue does not know is unknown; what cannot be is not asked for', async () => {
    const { ctx, wire } = setUp({ 'GET api/markets/1': notFound, 'GET api/markets/nope': notFound })
    expect(await markets.getMarket('2741:1', ctx)).toBeUndefined()
    expect(await markets.getMarket('nope', ctx)).toBeUndefined()
    const asked = wire.calls.length
    for (const id of ['', '../events', 'a b', '99999999999999999999']) {
      expect(await markets.getMarket(id, ctx)).toBeUndefined()
    }
    expect(wire.calls).toHaveLength(asked)
  })

  test.each([
    [json(400, { error: 'bad' }), 'BAD_REQUEST'],
    [json(401, { code: 'SIGNATURE_REQUIRED' }), 'AUTHENTICATION_ERROR'],
    [null, 'EXCHANGE_NOT_AVAILABLE'],
    [{}, 'EXCHANGE_NOT_AVAILABLE'],
  ])('a failed lookup is no unknown market (%#)', async (answer, code) => {
    const { ctx } = setUp({ 'GET api/markets/701': answer })
    expect((await failureOf(() => markets.getMarket('2741:701', ctx))).code).toBe(code)
  })
})

describe('the market of an outcome', () => {
  test.each([
    ['2741:701:0', '2741:701'],
    ['2741:701/1', '2741:701'],
  ])('%s is %s', async (id, marketId) => {
    const { ctx } = setUp({ 'GET api/markets/701': nativeMarket() })
    const row = present(await markets.findOutcome(id, ctx))
    expect(row.market.marketId).toBe(marketId)
    expect(hasOutcome(row, id)).toBe(true)
  })

  test('a candidate belongs to the whole market, the other side of it to the market of the candidate', async () => {
    const { ctx } = setUp({ 'GET api/markets/601': candidatesMarket() })
    expect((await markets.findOutcome('2741:601:0', ctx))?.market.marketId).toBe('2741:601')
    const row = present(await markets.findOutcome('2741:601:-0', ctx))
    expect(row.market).toMatchObject({ marketId: '2741:601:0', no: { outcomeId: '2741:601:-0' } })
  })

  test.each(['2741:701:2', '2741:701:-0', '2741:701', 'a-slug'])('%s has none', async (id) => {
    const { ctx } = setUp({ 'GET api/markets/701': nativeMarket() })
    expect(await markets.findOutcome(id, ctx)).toBeUndefined()
  })
})

describe('an event', () => {
  test.each([eventUuid, 'ostrava-bay-mayor'])('of the order book is found by %s', async (id) => {
    const { ctx } = setUp({ [`GET api/events/${id}`]: nativeEvent() })
    const row = present(await markets.getEvent(id, ctx))
    expect([row.event.id, isRequestedEvent(row, id)]).toEqual([eventUuid, true])
  })

  test('a market without an event is one, by its id and by its slug', async () => {
    const { ctx } = setUp({
      'GET api/markets/701': nativeMarket(),
      'GET api/events/will-the-ostrava-bay-bridge-open-in-2026': json(404, { error: 'Event not found' }),
      'GET api/markets/will-the-ostrava-bay-bridge-open-in-2026': nativeMarket(),
    })
    for (const id of ['2741:701', 'will-the-ostrava-bay-bridge-open-in-2026']) {
      const row = present(await markets.getEvent(id, ctx))
      expect([row.event.id, isRequestedEvent(row, id)]).toEqual(['2741:701', true])
    }
  })

  test("upstream's bare number means the only market that has it", async () => {
    const { ctx, wire } = setUp({ 'GET api/markets': pageOf([nativeMarket()]) })
    const row = present(await markets.getEvent('701', ctx))
    expect([row.event.id, isRequestedEvent(row, '701')]).toEqual(['2741:701', true])
    expect(wire.calls.map(queryOf)).toEqual([{ ids: '701', trading_model: 'all', page: '1', limit: '100' }])
  })

  test('a bare number that several markets have is refused with all of them', async () => {
    const twins = [nativeMarket(), nativeMarket({ networkId: 56 }), bookMarket({ id: 701 })]
    const { ctx } = setUp({ 'GET api/markets': pageOf(twins) })
    const error = await failureOf(() => markets.getEvent('701', ctx))
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'ambiguous', candidates: ['2741:701', '56:701', '56:ob701'] },
    })
  })

  test('a server that ignores the number asked for is an error', async () => {
    const { ctx } = setUp({ 'GET api/markets': pageOf([nativeMarket(), nativeMarket({ id: 3 })]) })
    await expectDrift(() => markets.getEvent('701', ctx), 'data[1].id')
  })

  test('a market that belongs to an event is none by itself', async () => {
    const { ctx } = setUp({ 'GET api/markets/827': bookMarket() })
    expect(await markets.getEvent('56:ob827', ctx)).toBeUndefined()
  })

  test('what the venue does not know is unknown', async () => {
    const { ctx } = setUp({
      [`GET api/events/${eventUuid}`]: notFound,
      'GET api/events/nope': notFound,
      'GET api/markets/nope': notFound,
      'GET api/markets': pageOf([]),
    })
    for (const id of [eventUuid, 'nope', '701', '..']) expect(await markets.getEvent(id, ctx)).toBeUndefined()
  })
})
