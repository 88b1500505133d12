import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { probable } from '../../../src/venues/probable/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { type Answer, json, queryOf, sentTo } from '../../support/wire.js'
import { marketNumber, nativeBook, nativeEvent, nativeMarket, pageOf, resolvedMarket } from './payloads.js'
import { setUp } from './set-up.js'

const { getEvent, getMarket, findOutcome } = probable.markets

/** Lists of open, closed and paused markets, as the flags of a call ask for them. */
function lists(open: readonly unknown[], closed: readonly unknown[] = []): Answer {
  return (call: VenueCall) => {
    const query = queryOf(call)
    return pageOf(query['closed'] === 'true' ? closed : query['active'] === 'true' ? open : [])
  }
}

const answers = {
  'GET orderbook/book': (call: VenueCall) => nativeBook({ asset_id: queryOf(call)['token_id'] }),
  'GET market/markets': lists([nativeMarket()], [resolvedMarket()]),
  'GET market/markets/2101': { ...nativeMarket(), event: nativeEvent({ markets: undefined }) },
  'GET market/markets/2102': resolvedMarket(),
}

describe('a market', () => {
  test.each([
    ['number', '2101', '2101'],
    ['slug', 'Will-Ines-Calloway-win-the-Ostrava-Bay-election', '2101'],
    ['condition id', condition(1), '2101'],
    ['token', token(2), '2101'],
    ['address', 'https://probable.markets/event/ostrava-bay-election?market=2101', '2101'],
    ['slug of a closed one', 'kestrels-vs-lanterns', '2102'],
    ['token of a closed one', token(4), '2102'],
  ])('is found by its %s', async (_how, id, marketId) => {
    const row = await getMarket(id, setUp(answers).ctx)
    expect(row?.market.marketId).toBe(marketId)
  })

  test('its price is the middle of its book, its address that of its event', async () => {
    const row = await getMarket('2101', setUp(answers).ctx)
    expect(row?.market).toMatchObject({
      yes: { outcomeId: token(1), price: 0.625 },
      no: { outcomeId: token(2), price: 0.375 },
      url: 'https://probable.markets/event/ostrava-bay-election?market=2101',
    })
  })

  test('with an empty book it has no price', async () => {
    const book = nativeBook({ bids: [], asks: [] })
    const row = await getMarket('2101', setUp({ ...answers, 'GET orderbook/book': book }).ctx)
    expect(row?.market.yes).not.toHaveProperty('price')
  })

  describe.each([
    ['one side', { bids: [] }],
    ['a level without size', { bids: [{ price: '0.61', size: '0' }] }],
  ])('with %s', (_what, book) => {
    const withHistory = (history: Answer) =>
      setUp({
        ...answers,
        'GET orderbook/book': nativeBook(book),
        'GET orderbook/prices-history': history,
      })

    test('its price is that of the last trade', async () => {
      const { ctx, wire } = withHistory({
        history: [
          { t: 1_791_495_743, p: 0.7 },
          { t: 1_791_499_343, p: 0.879 },
        ],
      })
      expect((await getMarket('2101', ctx))?.market).toMatchObject({
        yes: { price: 0.879 },
        no: { price: 0.121 },
      })
      expect(queryOf(present(wire.calls.at(-1)))).toEqual({
        market: token(1),
        interval: '1d',
        fidelity: '60',
      })
    })

    test.each([[{ history: [] }], [{ history: [{ t: 1_791_499_343, p: 0 }] }]])(
      'and no trade it has no price: %j',
      async (history) => {
        const row = await getMarket('2101', withHistory(history).ctx)
        expect(row?.market.yes).not.toHaveProperty('price')
      },
    )

    test.each([json(503, { error: 'down' }), json(500, {}), { history: [{ t: 1, p: 'much' }] }, []])(
      'a history that is down or odd costs the price alone, at once: %j',
      async (history) => {
        const { ctx: strict, wire } = withHistory(history)
        const ctx = tolerant(strict)
        const row = await getMarket('2101', ctx)
        expect(row?.market.yes).not.toHaveProperty('price')
        expect(ctx.omissions.warnings).toEqual([
          expect.stringContaining('returned without last prices of one-sided books'),
        ])
        expect(wire.calls.filter(({ path }) => path === '/prices-history')).toHaveLength(1)
      },
    )
  })

  test.each([
    ['404', json(404, { detail: 'nothing' })],
    ['400 that says so', json(400, { message: 'market not found' })],
    ['400 of a number that is no id', json(400, { error: 'market id is invalid' })],
    ['500 that says so', json(500, { detail: 'Market Not Found' })],
    ['500 of a market in no list', json(500, { detail: 'failed to retrieve market' })],
  ])('unknown is %s', async (_how, answer) => {
    const { ctx } = setUp({ ...answers, 'GET market/markets/77': answer })
    expect(await getMarket('77', ctx)).toBeUndefined()
  })

  test.each([
    ['500 of a listed market', json(500, { detail: 'failed to retrieve market' }), 'EXCHANGE_NOT_AVAILABLE'],
    ['500', json(500, { error: 'internal' }), 'EXCHANGE_NOT_AVAILABLE'],
    ['400', json(400, { error: 'malformed' }), 'BAD_REQUEST'],
    ['503', json(503, { error: 'down' }), 'EXCHANGE_NOT_AVAILABLE'],
  ])('%s is a failure, not "unknown"', async (_how, answer, code) => {
    const { ctx, clock } = setUp({ ...answers, 'GET market/markets/2101': answer })
    const failure = failureOf(() => getMarket('2101', ctx))
    for (let turn = 0; turn < 5; turn++) await clock.advance(10_000)
    expect((await failure).code).toBe(code)
  })

  test('an outage is sat out as everywhere', async () => {
    let calls = 0
    const { ctx, clock } = setUp({
      ...answers,
      'GET market/markets/2101': () => (++calls < 3 ? json(500, {}) : nativeMarket()),
    })
    const row = getMarket('2101', ctx)
    for (let turn = 0; turn < 5; turn++) await clock.advance(10_000)
    expect((await row)?.market.marketId).toBe('2101')
  })

  test('another market than the asked one is an error', async () => {
    const { ctx } = setUp({ ...answers, 'GET market/markets/2101': nativeMarket({ id: '5' }) })
    await expectDrift(() => getMarket('2101', ctx), 'id')
  })

  test.each(['nobody-knows', condition(99), token(99), 'https://elsewhere.example/x', '..'])(
    'what no list has is unknown: %s',
    async (id) => {
      expect(await getMarket(id, setUp(answers).ctx)).toBeUndefined()
    },
  )

  test('a slug of two open markets is refused with both ids', async () => {
    const twins = [nativeMarket(), marketNumber(1, { market_slug: nativeMarket().market_slug })]
    const { ctx } = setUp({ ...answers, 'GET market/markets': lists(twins) })
    const error = await failureOf(() => getMarket(nativeMarket().market_slug, ctx))
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'ambiguous', candidates: ['2101', '3001'] },
    })
  })

  test('of an open and a closed market of one slug the open one is meant', async () => {
    const old = resolvedMarket({ market_slug: nativeMarket().market_slug })
    const { ctx } = setUp({ ...answers, 'GET market/markets': lists([nativeMarket()], [old]) })
    expect((await getMarket(nativeMarket().market_slug, ctx))?.market.marketId).toBe('2101')
  })
})

describe('an outcome', () => {
  test('is found by its token only', async () => {
    const { ctx, wire } = setUp(answers)
    expect((await findOutcome(token(3), ctx))?.market.marketId).toBe('2102')
    expect(await findOutcome('2101', ctx)).toBeUndefined()
    expect(await findOutcome('kestrels-vs-lanterns', ctx)).toBeUndefined()
    expect(await findOutcome(token(98), ctx)).toBeUndefined()
    const lists = () => sentTo(wire).filter((call) => call === 'GET market/markets').length
    expect(lists()).toBe(4)
  })

  test('the lists are read again when they may have changed', async () => {
    const { ctx, wire, clock } = setUp(answers)
    await findOutcome(token(1), ctx)
    await findOutcome(token(2), ctx)
    const lists = () => sentTo(wire).filter((call) => call === 'GET market/markets').length
    expect(lists()).toBe(1)
    clock.passTo(clock.now() + 181_000)
    await findOutcome(token(2), ctx)
    expect(lists()).toBe(2)
  })

  test('a list that fails is a failure, not "unknown"', async () => {
    const { ctx } = setUp({ 'GET market/markets': null })
    await expectDrift(() => findOutcome(token(1), ctx), '')
  })
})

describe('an event', () => {
  const event = nativeEvent()
  const all = {
    ...answers,
    'GET market/events/801': event,
    'GET market/events/slug/ostrava-bay-election': event,
    'GET market/events': [],
  }

  test.each([
    '801',
    'ostrava-bay-election',
    'https://probable.markets/event/ostrava-bay-election',
    'https://probable.markets/event/801',
  ])('is found by %s, with priced markets', async (id) => {
    const row = await getEvent(id, setUp(all).ctx)
    expect(row?.event.id).toBe('801')
    expect(row?.markets[0]?.market.yes?.price).toBe(0.625)
  })

  test.each([
    json(404, { detail: 'x' }),
    json(500, { message: 'event not found' }),
    json(500, { message: 'failed to retrieve event' }),
  ])('unknown is undefined', async (answer) => {
    const { ctx } = setUp({ ...all, 'GET market/events/12': answer })
    expect(await getEvent('12', ctx)).toBeUndefined()
  })

  test('one that is listed but not told is a failure', async () => {
    const { ctx } = setUp({
      ...all,
      'GET market/events': (call: VenueCall) => (queryOf(call)['page'] === '1' ? [event] : []),
      'GET market/events/801': json(500, { message: 'failed to retrieve event' }),
    })
    expect(await failureOf(() => getEvent('801', ctx))).toMatchObject({ detail: { kind: 'failed_lookup' } })
  })

  test.each(['https://probable.markets/event/801?market=2101', token(1), condition(1), ''])(
    '%s names no event',
    async (id) => {
      expect(await getEvent(id, setUp(all).ctx)).toBeUndefined()
    },
  )

  test('another event than the asked one is an error', async () => {
    const { ctx } = setUp({ ...all, 'GET market/events/801': nativeEvent({ id: 802 }) })
    await expectDrift(() => getEvent('801', ctx), 'id')
  })

  test('one without its markets is an error', async () => {
    const { ctx } = setUp({ ...all, 'GET market/events/801': nativeEvent({ markets: undefined }) })
    await expectDrift(() => getEvent('801', ctx), 'markets')
  })
})
