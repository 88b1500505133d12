import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { findConditionMarkets } from '../../../src/venues/polymarket/lookup.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { json, queryOf, sentTo } from '../../support/wire.js'
import { closedMarket, listedMarket, nativeEvent, nativeMarket, undeployedMarket } from './payloads.js'
import { down, long, short, up } from './protocol-venue.js'
import { keyset, setUp } from './set-up.js'

const { markets } = polymarket
const notFound = json(404, { type: 'not found error', error: 'id not found' })
const invalidId = json(422, { type: 'validation error', error: 'id is invalid' })

/** The market list as the venue answers id filters: open ones unless closed ones are asked for. */
function marketList(...rows: readonly ReturnType<typeof nativeMarket>[]) {
  return (call: VenueCall) => {
    const query = queryOf(call)
    const wanted = (key: string) => [query[key] ?? []].flat()
    return rows.filter(
      (row) =>
        String(row.closed) === query['closed'] &&
        (wanted('clob_token_ids').some((id) => row.clobTokenIds.includes(id)) ||
          wanted('condition_ids').includes(row.conditionId)),
    )
  }
}

describe('an event', () => {
  test('by its id', async () => {
    const { ctx, wire } = setUp({ 'GET gamma/events/31201': nativeEvent() })
    expect((await markets.getEvent('31201', ctx))?.event.slug).toBe('port-velmar-mayor')
    expect(sentTo(wire)).toEqual(['GET gamma/events/31201'])
  })

  test.each(['port-velmar-mayor', 'PORT-VELMAR-MAYOR', 'https://polymarket.com/event/port-velmar-mayor'])(
    'by its slug or page: %s',
    async (id) => {
      const { ctx } = setUp({ 'GET gamma/events/slug/port-velmar-mayor': nativeEvent() })
      expect((await markets.getEvent(id, ctx))?.event.id).toBe('31201')
    },
  )

  test.each([notFound, invalidId])('an unknown one is undefined', async (reply) => {
    const { ctx } = setUp({ 'GET gamma/events/9': reply, 'GET gamma/events/slug/9': reply })
    expect(await markets.getEvent('9', ctx)).toBeUndefined()
  })

  test('digits may be a slug', async () => {
    const { ctx } = setUp({
      'GET gamma/events/2026': notFound,
      'GET gamma/events/slug/2026': nativeEvent({ slug: '2026' }),
    })
    expect((await markets.getEvent('2026', ctx))?.event.id).toBe('31201')
  })

  test.each([condition(1), token(1), 'https://polymarket.com/event/port-velmar-mayor/will-ada', '', '..'])(
    "'%s' is no event, and the venue is not asked",
    async (id) => {
      const { ctx, wire } = setUp({})
      expect(await markets.getEvent(id, ctx)).toBeUndefined()
      expect(wire.calls).toEqual([])
    },
  )

  test('another event than asked for is an error', async () => {
    const { ctx } = setUp({ 'GET gamma/events/31202': nativeEvent() })
    await expectDrift(() => markets.getEvent('31202', ctx), 'id')
  })

  test('may come without its markets', async () => {
    const { markets: _dropped, ...bare } = nativeEvent()
    const { ctx } = setUp({ 'GET gamma/events/slug/port-velmar-mayor': bare })
    expect(await markets.getEvent('port-velmar-mayor', ctx)).toMatchObject({
      event: { id: '31201' },
      markets: [],
    })
  })

  test.each(mutationsOf(['slug', 'id'], ['dropped', 'renamed', 'retyped']))(
    'with its $path $how is an error',
    async (mutation) => {
      const { ctx } = setUp({ 'GET gamma/events/31201': mutate(nativeEvent(), mutation) })
      await expectDrift(() => markets.getEvent('31201', ctx), mutation.path)
    },
  )
})

describe('a market', () => {
  test.each([
    ['gamma id', '700101', 'GET gamma/markets/700101'],
    ['slug', nativeMarket().slug, `GET gamma/markets/slug/${nativeMarket().slug}`],
    [
      'page',
      `https://polymarket.com/event/port-velmar-mayor/${nativeMarket().slug}`,
      `GET gamma/markets/slug/${nativeMarket().slug}`,
    ],
    [
      'page of its own',
      `https://polymarket.com/market/${nativeMarket().slug}`,
      `GET gamma/markets/slug/${nativeMarket().slug}`,
    ],
  ])('by %s', async (_kind, id, call) => {
    const { ctx, wire } = setUp({ [call]: listedMarket() })
    const row = await markets.getMarket(id, ctx)
    expect(row?.market).toMatchObject({ marketId: '700101', eventId: '31201', category: 'Politics' })
    expect(queryOf(present(wire.calls[0]))).toEqual({ include_tag: 'true' })
  })

  test.each([
    ['condition id', condition(1)],
    ['condition id in upper case', `0x${condition(1).slice(2).toUpperCase()}`],
    ['token id', token(2)],
  ])('by %s, among the open ones first', async (_kind, id) => {
    const { ctx, wire } = setUp({
      'GET gamma/markets/keyset': keyset(marketList(nativeMarket(), closedMarket())),
    })
    expect((await markets.getMarket(id, ctx))?.market.marketId).toBe('700101')
    expect(wire.calls.map((call) => queryOf(call)['closed'])).toEqual(['false'])
  })

  test.each([condition(2), token(4)])('a closed one is found, too: %s', async (id) => {
    const { ctx, wire } = setUp({
      'GET gamma/markets/keyset': keyset(marketList(nativeMarket(), closedMarket())),
    })
    expect(await markets.getMarket(id, ctx)).toMatchObject({
      status: 'closed',
      market: { marketId: '700102' },
    })
    expect(wire.calls.map((call) => queryOf(call)['closed'])).toEqual(['false', 'true'])
  })

  test.each([
    ['700199', 'GET gamma/markets/700199', notFound],
    ['no-such-market', 'GET gamma/markets/slug/no-such-market', notFound],
    ['700199', 'GET gamma/markets/700199', invalidId],
    [condition(9), 'GET gamma/markets/keyset', { markets: [] }],
    [token(9), 'GET gamma/markets/keyset', { markets: [] }],
    [token(9), 'GET gamma/markets/keyset', json(422, { error: 'invalid clob token ids' })],
  ])('an unknown one is undefined: %s', async (id, call, reply) => {
    const { ctx } = setUp({ [call]: reply })
    expect(await markets.getMarket(id, ctx)).toBeUndefined()
  })

  test('the page of an event is no market', async () => {
    const { ctx, wire } = setUp({})
    expect(await markets.getMarket('https://polymarket.com/event/port-velmar-mayor', ctx)).toBeUndefined()
    expect(wire.calls).toEqual([])
  })

  test('one that was never deployed is undefined', async () => {
    const { ctx } = setUp({ 'GET gamma/markets/700103': undeployedMarket() })
    expect(await markets.getMarket('700103', ctx)).toBeUndefined()
  })

  test('a list of other markets is an error, never its first row', async () => {
    const { ctx } = setUp({ 'GET gamma/markets/keyset': keyset([nativeMarket(), closedMarket()]) })
    await expectDrift(() => markets.getMarket(condition(9), ctx), '[*]')
    await expectDrift(() => markets.getMarket(token(9), ctx), '[*]')
  })

  test('another market than asked for is an error', async () => {
    const { ctx } = setUp({ 'GET gamma/markets/700102': nativeMarket() })
    await expectDrift(() => markets.getMarket('700102', ctx), 'id')
  })

  test.each([404, 410])(
    'the older list is asked where the keyset list answers %d, and then alone',
    async (status) => {
      const list = marketList(nativeMarket(), closedMarket())
      const gone = json(status, { error: 'no such route' })
      const { ctx, wire } = setUp({ 'GET gamma/markets/keyset': gone, 'GET gamma/markets': list })
      expect((await markets.getMarket(token(2), ctx))?.market.marketId).toBe('700101')
      expect((await markets.getMarket(condition(2), ctx))?.market.marketId).toBe('700102')
      expect(sentTo(wire)).toEqual(['GET gamma/markets/keyset', ...Array(3).fill('GET gamma/markets')])
    },
  )

  test.each([400, 405, 500])('the older list is not asked after %d', async (status) => {
    const { ctx, wire, clock } = setUp({ 'GET gamma/markets/keyset': json(status, { error: 'no' }) })
    const failing = failureOf(() => markets.getMarket(token(2), ctx))
    await clock.advance(60_000)
    await failing
    expect(sentTo(wire)).not.toContain('GET gamma/markets')
  })

  test('a recording of before the keyset list replays from the older one, and another says what it lacks', async () => {
    const miss = new PmxError('NOT_FOUND', 'the keyset list is not recorded', {
      detail: { kind: 'cassette_miss' },
    })
    const recorded = { 'GET gamma/markets/keyset': miss, 'GET gamma/markets': marketList(nativeMarket()) }
    const { ctx } = setUp(recorded)
    expect((await markets.getMarket(token(2), ctx))?.market.marketId).toBe('700101')
    const empty = setUp({
      'GET gamma/markets/keyset': miss,
      'GET gamma/markets': new PmxError('NOT_FOUND', 'other'),
    })
    expect(await failureOf(() => markets.getMarket(token(2), empty.ctx))).toMatchObject({
      message: miss.message,
    })
  })

  test('an outage is an outage', async () => {
    const { ctx, clock } = setUp({ 'GET gamma/markets/700101': json(500, { error: 'internal error' }) })
    const failing = failureOf(() => markets.getMarket('700101', ctx))
    await clock.advance(60_000)
    expect((await failing).code).toBe('EXCHANGE_NOT_AVAILABLE')
  })
})

describe('the market of an outcome', () => {
  test('by token, open or closed', async () => {
    const { ctx } = setUp({ 'GET gamma/markets/keyset': keyset(marketList(nativeMarket(), closedMarket())) })
    expect((await markets.findOutcome(token(2), ctx))?.market.marketId).toBe('700101')
    expect((await markets.findOutcome(token(3), ctx))?.market.marketId).toBe('700102')
    expect(await markets.findOutcome(token(8), ctx)).toBeUndefined()
  })

  test.each(['', '700101'])("'%s' is refused", async (id) => {
    const { ctx } = setUp({})
    expect(await failureOf(() => markets.findOutcome(id, ctx))).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'id',
    })
  })

  test.each([condition(1), 'some-slug'])('%s is no outcome', async (id) => {
    const { ctx, wire } = setUp({})
    expect(await markets.findOutcome(id, ctx)).toBeUndefined()
    expect(wire.calls).toEqual([])
  })
})

describe('conditions of v2', () => {
  const native = nativeMarket({ version: 'v2', conditionId: short, positionIds: [up, down] })

  test('are asked in both widths, and each alone where the venue refuses one', async () => {
    const { ctx, wire } = setUp({
      'GET gamma/markets/keyset': (call: VenueCall) => {
        const { condition_ids: asked = [], closed } = queryOf(call)
        if ([asked].flat().includes(long)) return json(422, { error: 'invalid condition ids' })
        return { markets: closed === 'false' && [asked].flat().includes(short) ? [native] : [] }
      },
    })
    const found = await findConditionMarkets([long, condition(1)], ctx)
    expect([...found.keys()]).toEqual([long])
    expect(queryOf(present(wire.calls[0]))['condition_ids']).toEqual([short, long, condition(1)])
  })

  test('that no list knows by them are asked by the position that they name', async () => {
    const { ctx } = setUp({
      'GET gamma/markets/keyset': (call: VenueCall) => ({
        markets: queryOf(call)['position_ids'] === up && queryOf(call)['closed'] === 'true' ? [native] : [],
      }),
    })
    expect(
      [...(await findConditionMarkets([short], ctx))].map(([id, { id: market }]) => [id, market]),
    ).toEqual([[long, '700101']])
  })

  test('of combos are not asked', async () => {
    const { ctx, wire } = setUp({})
    expect((await findConditionMarkets([`0x03${'0'.repeat(60)}`], ctx)).size).toBe(0)
    expect(wire.calls).toEqual([])
  })
})

describe('many condition ids', () => {
  test('go out in batches with repeated keys and a limit, open first, then the missing among the closed', async () => {
    const rows = Array.from({ length: 90 }, (_unused, n) =>
      nativeMarket({
        id: String(n),
        conditionId: condition(n),
        closed: n % 2 === 1,
        acceptingOrders: n % 2 === 0,
      }),
    )
    const { ctx, wire } = setUp({ 'GET gamma/markets/keyset': keyset(marketList(...rows)) })
    const found = await findConditionMarkets(
      rows.map((row) => row.conditionId),
      ctx,
    )
    expect([...found].map(([conditionId, market]) => [conditionId, market.id]).sort()).toEqual(
      rows.map((row) => [row.conditionId, row.id]).sort(),
    )
    expect(wire.calls.map((call) => [queryOf(call)['condition_ids']].flat().length)).toEqual([
      40, 40, 10, 40, 5,
    ])
    expect(queryOf(present(wire.calls[0]))['limit']).toBe('100')
  })
})
