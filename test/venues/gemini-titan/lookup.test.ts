import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import { listEvents } from '../../../src/venues/gemini-titan/listing.js'
import { findOutcome, getEvent, getMarket } from '../../../src/venues/gemini-titan/lookup.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { now } from '../../support/venue.js'
import { sentTo } from '../../support/wire.js'
import { eventNumber, nativeContract, nativeEvent, pageOf } from './payloads.js'
import { eventAt, events, LIST, lists, setUp } from './set-up.js'

const marketId = 'gemi-GEMI-DEM2028-DEMADA'
const outcomeId = 'GEMI:GEMI-DEM2028-DEMADA:no'
const noList = { [LIST]: pageOf([]) }

describe('an event', () => {
  test.each(['DEM2028', 'dem2028', 'https://www.gemini.com/prediction-markets/DEM2028'])(
    'by %s',
    async (id) => {
      const { ctx, wire } = setUp(events({ DEM2028: nativeEvent() }))
      expect((await getEvent(id, ctx))?.event.id).toBe('DEM2028')
      expect(sentTo(wire)).toEqual([eventAt('DEM2028')])
    },
  )

  test('that is another than asked for is an error', async () => {
    const { ctx } = setUp(events({ DEM2028: nativeEvent({ ticker: 'REP2028' }) }))
    await expectDrift(() => getEvent('DEM2028', ctx), 'ticker')
  })

  test('by its slug is found among the open ones; a slug that several have is none’s', async () => {
    const rows = [
      eventNumber(1),
      eventNumber(2, { slug: 'btc-today' }),
      eventNumber(3, { slug: 'btc-today' }),
    ]
    const { ctx } = setUp({ ...events({}, ['QUESTION-1', 'BTC-TODAY', 'NO-SUCH']), [LIST]: pageOf(rows) })
    expect(await getEvent('question-1', ctx)).toMatchObject({
      event: { id: 'EVENT1' },
      aliases: ['question-1'],
    })
    expect(await failureOf(() => getEvent('btc-today', ctx))).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'ambiguous', candidates: ['EVENT2', 'EVENT3'] },
    })
    expect(await getEvent('no-such', ctx)).toBeUndefined()
  })

  test('that nobody knows is undefined, after one question', async () => {
    const { ctx, wire } = setUp(events({}, ['NOSUCH']))
    expect(await getEvent('NOSUCH', ctx)).toBeUndefined()
    expect(wire.calls).toHaveLength(1)
    expect(await getEvent('GEMI-A-B', ctx)).toBeUndefined()
    expect(await getEvent('newly-listed', ctx)).toBeUndefined()
  })

  test('that is a part of a game is found in its parent, once that was seen', async () => {
    const part = nativeEvent({ ticker: 'CAR-JAX-M' })
    const parent = nativeEvent({ ticker: 'CAR-JAX', contracts: [], events: [part] })
    const { ctx } = setUp({ ...events({ 'CAR-JAX': parent }, ['CAR-JAX-M']) })
    expect(await getEvent('CAR-JAX-M', ctx)).toBeUndefined()
    await getEvent('CAR-JAX', ctx)
    expect(await getEvent('car-jax-M', ctx)).toMatchObject({ event: { id: 'CAR-JAX-M' } })
  })
})

describe('a market', () => {
  test.each([marketId, 'GEMI-DEM2028-DEMADA', 'gemi-dem2028-demada'])('by %s', async (id) => {
    const { ctx, wire } = setUp(events({ DEM2028: nativeEvent() }))
    expect((await getMarket(id, ctx))?.market.marketId).toBe(marketId)
    expect(sentTo(wire)).toEqual([eventAt('DEM2028')])
  })

  test('by its outcome, and not by that of nobody', async () => {
    const { ctx } = setUp({ ...events({ DEM2028: nativeEvent() }), ...noList })
    expect((await findOutcome(outcomeId, ctx))?.market.marketId).toBe(marketId)
    expect(await findOutcome('GEMI:GEMI-DEM2028-NOBODY:yes', ctx)).toBeUndefined()
    expect(await findOutcome(marketId, ctx)).toBeUndefined()
    expect(await getMarket(outcomeId, ctx)).toBeUndefined()
  })

  test('whose symbol has more dashes is looked for under ever shorter tickers', async () => {
    const symbol = 'GEMI-WX-CHI-2608-79-80'
    const event = nativeEvent({
      ticker: 'WX-CHI-2608',
      contracts: [nativeContract({ instrumentSymbol: symbol })],
    })
    const { ctx, wire } = setUp(events({ 'WX-CHI-2608': event }, ['WX-CHI-2608-79']))
    expect((await getMarket(symbol, ctx))?.market.marketId).toBe(`gemi-${symbol}`)
    expect(sentTo(wire)).toEqual([eventAt('WX-CHI-2608-79'), eventAt('WX-CHI-2608')])
  })

  test('whose symbol does not name its event is found in the open list, and then by what that taught', async () => {
    const symbol = 'GEMI-OTHER-TROY'
    const event = nativeEvent({ contracts: [nativeContract({ instrumentSymbol: symbol })] })
    const { ctx, wire } = setUp({
      ...events({ DEM2028: event }, ['OTHER']),
      [LIST]: lists({ active: [event] }),
    })
    expect((await getMarket(symbol, ctx))?.market.eventId).toBe('DEM2028')
    await getMarket(symbol, ctx)
    expect(sentTo(wire)).toEqual([eventAt('OTHER'), LIST, eventAt('DEM2028')])
  })

  test('that a list has shown is asked for by its event at once', async () => {
    const event = nativeEvent({ contracts: [nativeContract({ instrumentSymbol: 'GEMI-OTHER-TROY' })] })
    const { ctx, wire } = setUp({ ...events({ DEM2028: event }), [LIST]: pageOf([event]) })
    await collect(listEvents({ status: 'active' }, ctx).paging)
    await getMarket('gemi-other-troy', ctx)
    expect(sentTo(wire)).toEqual([LIST, eventAt('DEM2028')])
  })

  test('that nobody knows costs the list once in a while', async () => {
    const { ctx, wire, clock } = setUp({ ...events({}, ['A']), ...noList })
    const ask = () => getMarket('GEMI-A-B', ctx)
    expect([await ask(), await ask()]).toEqual([undefined, undefined])
    expect(sentTo(wire).filter((call) => call === LIST)).toHaveLength(1)
    clock.passTo(now + 61_000)
    await ask()
    expect(sentTo(wire).filter((call) => call === LIST)).toHaveLength(2)
  })

  test('by its event is the only one of that; several are candidates', async () => {
    const { ctx } = setUp(events({ EVENT1: eventNumber(1), DEM2028: nativeEvent() }))
    expect((await getMarket('EVENT1', ctx))?.market.marketId).toBe('gemi-GEMI-EVENT1-YES')
    expect(await failureOf(() => getMarket('DEM2028', ctx))).toMatchObject({
      code: 'BAD_REQUEST',
      detail: { kind: 'ambiguous', candidates: [marketId, 'gemi-GEMI-DEM2028-DEMBO'] },
    })
  })

  test('that has not opened yet is found, and closed', async () => {
    const unopened = nativeContract({ status: 'approved', marketState: 'closed' })
    const { ctx } = setUp(events({ DEM2028: nativeEvent({ contracts: [unopened] }) }))
    expect(await getMarket(marketId, ctx)).toMatchObject({
      status: 'closed',
      market: { status: 'active', nativeStatus: 'approved' },
    })
  })
})

describe('an outcome', () => {
  const locate = async (id: string, over: object = {}) => {
    const event = nativeEvent({ contracts: [nativeContract({ ...over })] })
    const { ctx } = setUp({ ...events({ DEM2028: event }, ['NOSUCH', 'A']), ...noList })
    return (await readerOf(geminiTitan, ctx).locate(id)).located
  }
  const listedAt = Date.UTC(2026, 1, 19, 22, 2, 11, 412)

  test('has the symbol of its contract and a side, in any case', async () => {
    const facts = { symbol: 'GEMI-DEM2028-DEMADA', isSettled: false, side: 'no' }
    expect(await locate(outcomeId)).toEqual({ outcomeId, listedAt, facts })
    expect(await locate(outcomeId.toLowerCase())).toMatchObject({ outcomeId })
  })

  test('has existed since its contract was entered or opened, whichever came first', async () => {
    const opened = '2026-02-18T00:00:00Z'
    expect((await locate(outcomeId, { effectiveDate: opened })).listedAt).toBe(Date.UTC(2026, 1, 18))
    expect((await locate(outcomeId, { effectiveDate: null })).listedAt).toBe(listedAt)
    expect(await locate(outcomeId, { effectiveDate: null, createdAt: null })).not.toHaveProperty('listedAt')
  })

  test('ends with its settlement, and with nothing before that', async () => {
    const resolvedAt = '2026-11-20T10:00:00.000Z'
    expect(await locate(outcomeId, { status: 'settled', resolvedAt })).toMatchObject({
      closedAt: Date.UTC(2026, 10, 20, 10),
      isSettled: true,
      facts: { isSettled: true },
    })
    expect(await locate(outcomeId, { status: 'settled', resolvedAt: null })).not.toHaveProperty('closedAt')
    expect(await locate(outcomeId, { status: 'closed', resolvedAt })).not.toHaveProperty('closedAt')
  })

  test.each([marketId, 'GEMI-DEM2028-DEMADA', 'DEM2028'])(
    'is not named by %s, which names its outcomes',
    async (id) => {
      expect(await failureOf(() => locate(id))).toMatchObject({
        code: 'NOT_FOUND',
        detail: { kind: 'market_not_outcome', outcomeIds: ['GEMI:GEMI-DEM2028-DEMADA:yes', outcomeId] },
      })
    },
  )

  test.each(['NOSUCH', 'GEMI:GEMI-A-B:yes', 'a b'])('is none with the id %s', async (id) => {
    expect(await failureOf(() => locate(id))).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'unknown_outcome' },
    })
  })
})
