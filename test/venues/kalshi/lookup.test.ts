import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { expectDrift, expectDriftAt, present } from '../../support/expect.js'
import { setUpVenue, tolerant } from '../../support/venue.js'
import { type Answers, type FakeWire, json, queryOf } from '../../support/wire.js'
import { nativeEvent, nativeMarket, nativeSeries, notFound, secondMarket } from './payloads.js'

const { markets } = kalshi
const missing = json(404, notFound)
const pathsOf = (wire: FakeWire) => wire.calls.map((call) => call.path)

/** The venue over answers by path. */
function setUp(answers: Answers) {
  const named = Object.entries(answers).map(([path, answer]) => [`GET api${path}`, answer])
  const none = { market_settled_ts: null, trades_created_ts: null }
  return setUpVenue(kalshi, { 'GET api/historical/cutoff': none, ...Object.fromEntries(named) })
}

const without = (name: string) => ({ [name]: undefined })
const over = { status: 'finalized', result: 'no', settlement_value_dollars: '0.0000' }

describe('a single event', () => {
  const around = {
    '/series/KXORBMAYOR': { series: nativeSeries() },
    '/events/KXORBMAYOR-26/metadata': { image_url: 'https://pictures.example/orb.webp', market_details: [] },
  }

  test('comes with its markets, tags and picture', async () => {
    const { ctx } = setUp({ ...around, '/events/KXORBMAYOR-26': { event: nativeEvent() } })
    const row = await markets.getEvent('kxorbmayor-26', ctx)
    expect(row?.event).toMatchObject({
      id: 'KXORBMAYOR-26',
      tags: ['Orbhaven', 'Mayors'],
      image: 'https://pictures.example/orb.webp',
    })
    expect(row?.markets).toHaveLength(2)
  })

  test('series and picture are asked for once', async () => {
    const { wire, ctx } = setUp({ ...around, '/events/KXORBMAYOR-26': { event: nativeEvent() } })
    await markets.getEvent('KXORBMAYOR-26', ctx)
    await markets.getEvent('KXORBMAYOR-26', ctx)
    expect(pathsOf(wire)).toHaveLength(5)
  })

  test('its markets may stand beside it', async () => {
    for (const nested of [undefined, null, []]) {
      const reply = { event: nativeEvent({ markets: nested }), markets: [nativeMarket()] }
      const { ctx } = setUp({ ...around, '/events/KXORBMAYOR-26': reply })
      expect((await markets.getEvent('KXORBMAYOR-26', ctx))?.markets).toHaveLength(1)
    }
  })

  test('an old one gets its markets from the archive', async () => {
    const { wire, ctx } = setUp({
      ...around,
      '/events/KXORBMAYOR-26': { event: nativeEvent({ markets: [] }) },
      '/historical/markets': (call: VenueCall) =>
        queryOf(call)['cursor'] === undefined
          ? { markets: [nativeMarket(over)], cursor: 'two' }
          : { markets: [secondMarket(over)], cursor: '' },
    })
    const row = await markets.getEvent('KXORBMAYOR-26', ctx)
    expect(row?.markets.map(({ market }) => market.marketId)).toEqual([
      'KXORBMAYOR-26-VELA',
      'KXORBMAYOR-26-OTTO',
    ])
    expect(row?.status).toBe('closed')
    const asked = wire.calls.filter((call) => call.path === '/historical/markets').map(queryOf)
    expect(asked[0]).toEqual({ event_ticker: 'KXORBMAYOR-26', limit: '1000' })
  })

  test('whose older markets have moved to the archive shows them beside the live ones', async () => {
    const archived = nativeMarket({ ticker: 'KXORBMAYOR-26-OLD', status: 'finalized', result: 'no' })
    const cutoff = { market_settled_ts: '2026-08-25T00:00:00Z', trades_created_ts: null }
    const known = {
      '/historical/cutoff': cutoff,
      '/historical/markets': { markets: [archived], cursor: '' },
    }
    const { ctx } = setUp({
      ...around,
      ...known,
      '/events/KXORBMAYOR-26': { event: nativeEvent({ markets: [nativeMarket()] }) },
    })
    const row = await markets.getEvent('KXORBMAYOR-26', ctx)
    expect(row?.markets.map(({ market, status }) => [market.marketId, status])).toEqual([
      ['KXORBMAYOR-26-VELA', 'active'],
      ['KXORBMAYOR-26-OLD', 'closed'],
    ])
    const young = nativeEvent({ markets: [nativeMarket({ open_time: '2026-09-01T00:00:00Z' })] })
    const late = setUp({ ...around, ...known, '/events/KXORBMAYOR-26': { event: young } })
    await markets.getEvent('KXORBMAYOR-26', late.ctx)
    expect(late.wire.calls.map((call) => call.path)).not.toContain('/historical/markets')
  })

  test.each(['/historical/markets', '/historical/cutoff'])(
    'is an error where %s fails: without its archived markets it would pass for whole',
    async (path) => {
      const old = { market_settled_ts: '2026-11-01T00:00:00Z', trades_created_ts: null }
      const { ctx } = setUp({
        ...around,
        '/events/KXORBMAYOR-26': { event: nativeEvent() },
        '/historical/cutoff': old,
        [path]: { odd: true },
      })
      await expectDrift(
        () => markets.getEvent('KXORBMAYOR-26', tolerant(ctx)),
        path === '/historical/markets' ? 'markets' : 'market_settled_ts',
      )
    },
  )

  test('whose archive answers with markets of others is an error: the filter was not honoured', async () => {
    const { ctx } = setUp({
      ...around,
      '/events/KXORBMAYOR-26': { event: nativeEvent({ markets: [] }) },
      '/historical/markets': { markets: [nativeMarket(over), nativeMarket({ event_ticker: 'KXELSE' })] },
    })
    await expectDriftAt(() => markets.getEvent('KXORBMAYOR-26', ctx), 'markets[1].event_ticker')
  })

  test('all of whose markets lack a price by its name is an error', async () => {
    const others = Array.from({ length: 5 }, (_unused, n) =>
      nativeMarket({ ticker: `KXORBMAYOR-26-M${n}`, ...without('yes_ask_dollars') }),
    )
    const { ctx } = setUp({ ...around, '/events/KXORBMAYOR-26': { event: nativeEvent({ markets: others }) } })
    await expectDriftAt(() => markets.getEvent('KXORBMAYOR-26', ctx), 'event.markets[*].yes_ask_dollars')
    const one = nativeEvent({ markets: [nativeMarket(), ...others] })
    const { markets: found } = present(
      await markets.getEvent(
        'KXORBMAYOR-26',
        setUp({ ...around, '/events/KXORBMAYOR-26': { event: one } }).ctx,
      ),
    )
    expect(found).toHaveLength(6)
  })

  test('without its picture while that call fails, and says so', async () => {
    const { ctx: strict } = setUp({
      ...around,
      '/events/KXORBMAYOR-26': { event: nativeEvent() },
      '/events/KXORBMAYOR-26/metadata': json(400, { error: { code: 'bad_request', message: 'bad request' } }),
    })
    const ctx = tolerant(strict)
    const row = await markets.getEvent('KXORBMAYOR-26', ctx)
    expect(row?.event).not.toHaveProperty('image')
    expect(row?.markets).toHaveLength(2)
    expect(ctx.omissions.warnings).toEqual(['returned without the picture of the event: BAD_REQUEST'])
  })

  test.each<[string, Answers, object]>([
    [
      'its series is withheld',
      { '/series/KXORBMAYOR': json(403, { error: { code: 'permission_denied', message: 'no' } }) },
      { code: 'PERMISSION_DENIED' },
    ],
    [
      'its series has another shape',
      { '/series/KXORBMAYOR': { series: nativeSeries({ ticker: 'KXELSE' }) } },
      { detail: { path: 'series.ticker' } },
    ],
    [
      'nobody says where the archive begins',
      { '/historical/cutoff': json(403, { error: { code: 'permission_denied', message: 'no' } }) },
      { code: 'PERMISSION_DENIED' },
    ],
  ])('is an error while %s, for a lookup is whole', async (_what, answers, error) => {
    const event = { '/events/KXORBMAYOR-26': { event: nativeEvent() } }
    const ctx = tolerant(setUp({ ...around, ...event, ...answers }).ctx)
    await expect(markets.getEvent('KXORBMAYOR-26', ctx)).rejects.toMatchObject(error)
  })

  test('nobody knows is undefined', async () => {
    const { wire, ctx } = setUp({ '/events/KXNOWHERE': missing })
    expect(await markets.getEvent('KXNOWHERE', ctx)).toBeUndefined()
    expect(await markets.getEvent('two words', ctx)).toBeUndefined()
    expect(pathsOf(wire)).toEqual(['/events/KXNOWHERE'])
  })

  test('another than the one asked for is an error', async () => {
    const { ctx } = setUp({ ...around, '/events/KXORBMAYOR-27': { event: nativeEvent() } })
    await expectDriftAt(() => markets.getEvent('KXORBMAYOR-27', ctx), 'event.event_ticker')
  })
})

describe('a single market', () => {
  const around = {
    '/events/KXORBMAYOR-26': { event: nativeEvent({ markets: undefined }), markets: [] },
    '/series/KXORBMAYOR': { series: nativeSeries() },
  }
  const live = { '/markets/KXORBMAYOR-26-VELA': { market: nativeMarket() } }

  test('comes with what its event and series say', async () => {
    const { ctx } = setUp({ ...around, ...live })
    const row = await markets.getMarket('kxorbmayor-26-vela', ctx)
    expect(row?.market).toMatchObject({
      marketId: 'KXORBMAYOR-26-VELA',
      category: 'Elections',
      tags: ['Elections', 'Orbhaven', 'Mayors'],
      sourceMetadata: expect.objectContaining({ series_ticker: 'KXORBMAYOR', mutually_exclusive: true }),
    })
  })

  test('costs one call once its surroundings are known', async () => {
    const { wire, ctx } = setUp({ ...around, ...live })
    await markets.getMarket('KXORBMAYOR-26-VELA', ctx)
    expect(pathsOf(wire)).toHaveLength(3)
    await markets.getMarket('KXORBMAYOR-26-VELA', ctx)
    expect(pathsOf(wire)).toHaveLength(4)
  })

  test('is looked for in the archive when the live tier has none', async () => {
    const { ctx } = setUp({
      ...around,
      '/markets/KXORBMAYOR-26-VELA': missing,
      '/historical/markets/KXORBMAYOR-26-VELA': { market: nativeMarket(over) },
    })
    expect(await markets.getMarket('KXORBMAYOR-26-VELA', ctx)).toMatchObject({
      status: 'closed',
      market: { status: 'closed', nativeStatus: 'finalized' },
    })
  })

  test('an event ticker is no market, and no sibling is given in its place', async () => {
    const { wire, ctx } = setUp({
      '/markets/KXORBMAYOR-26': missing,
      '/historical/markets/KXORBMAYOR-26': missing,
    })
    expect(await markets.getMarket('KXORBMAYOR-26', ctx)).toBeUndefined()
    expect(pathsOf(wire)).toEqual(['/markets/KXORBMAYOR-26', '/historical/markets/KXORBMAYOR-26'])
  })

  test('an event ticker is a market where a market has that very ticker', async () => {
    const only = nativeMarket({ ticker: 'KXORBMAYOR-26' })
    const { ctx } = setUp({ ...around, '/markets/KXORBMAYOR-26': { market: only } })
    expect((await markets.getMarket('KXORBMAYOR-26', ctx))?.market).toMatchObject({
      marketId: 'KXORBMAYOR-26',
    })
  })

  test.each([
    ['the close time', nativeMarket(without('close_time')), nativeEvent(), nativeSeries()],
    ['the last trade', nativeMarket(without('last_price_dollars')), nativeEvent(), nativeSeries()],
    ['a side of the book', nativeMarket(without('yes_bid_dollars')), nativeEvent(), nativeSeries()],
    ['the title of the event', nativeMarket(), nativeEvent(without('title')), nativeSeries()],
    ['the series of the event', nativeMarket(), nativeEvent(without('series_ticker')), nativeSeries()],
    ['the title of the series', nativeMarket(), nativeEvent(), nativeSeries(without('title'))],
  ])('is found without %s', async (_what, market, event, series) => {
    const { ctx } = setUp({
      '/markets/KXORBMAYOR-26-VELA': { market },
      '/events/KXORBMAYOR-26': { event },
      '/series/KXORBMAYOR': { series },
    })
    const row = await markets.getMarket('KXORBMAYOR-26-VELA', ctx)
    expect([row?.status, row?.market.category, row?.market.yes?.price]).toEqual([
      'active',
      'Elections',
      market['last_price_dollars'] === undefined ? 0.425 : 0.42,
    ])
  })

  test('another than the one asked for is an error', async () => {
    const { ctx } = setUp({ '/markets/KXORBMAYOR-26-OTTO': { market: nativeMarket() } })
    await expectDriftAt(() => markets.getMarket('KXORBMAYOR-26-OTTO', ctx), 'market.ticker')
  })

  test('of an event the venue hides keeps its own facts', async () => {
    const { ctx } = setUp({ ...live, '/events/KXORBMAYOR-26': missing })
    const row = await markets.getMarket('KXORBMAYOR-26-VELA', ctx)
    expect(row?.market).not.toHaveProperty('category')
    expect(row?.market.title).toBe('Will Mira Vela become mayor of Orbhaven?')
  })

  test('an outage is an error, not an unknown market', async () => {
    const { ctx } = setUp({
      '/markets/KXORBMAYOR-26-VELA': json(403, {
        error: { code: 'permission_denied', message: 'permission denied' },
      }),
    })
    await expect(markets.getMarket('KXORBMAYOR-26-VELA', ctx)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      exchange: 'kalshi',
    })
  })
})

describe('the market of an outcome', () => {
  const around = {
    '/events/KXORBMAYOR-26': { event: nativeEvent() },
    '/series/KXORBMAYOR': { series: nativeSeries() },
  }

  test('of a yes side is the market with that ticker', async () => {
    const { ctx } = setUp({ ...around, '/markets/KXORBMAYOR-26-VELA': { market: nativeMarket() } })
    expect((await markets.findOutcome('kxorbmayor-26-vela', ctx))?.market.marketId).toBe('KXORBMAYOR-26-VELA')
  })

  test('of a no side is found in one call', async () => {
    const { wire, ctx } = setUp({
      ...around,
      '/markets': { markets: [nativeMarket()], cursor: '' },
    })
    const row = await markets.findOutcome('KXORBMAYOR-26-VELA-NO', ctx)
    expect(row?.market.outcomes.map((outcome) => outcome.outcomeId)).toContain('KXORBMAYOR-26-VELA-NO')
    expect(row?.market.marketId).toBe('KXORBMAYOR-26-VELA')
    expect(queryOf(present(wire.calls[0]))).toEqual({
      tickers: 'KXORBMAYOR-26-VELA-NO,KXORBMAYOR-26-VELA',
      limit: '100',
    })
  })

  test('a native ticker that ends in -NO wins over the side of its namesake', async () => {
    const orleans = nativeMarket({ ticker: 'KXBALL-26JACNO-NO', event_ticker: 'KXORBMAYOR-26' })
    const { ctx } = setUp({
      ...around,
      '/markets': { markets: [orleans], cursor: '' },
      '/markets/KXBALL-26JACNO-NO': { market: orleans },
    })
    expect((await markets.findOutcome('KXBALL-26JACNO-NO', ctx))?.market.marketId).toBe('KXBALL-26JACNO-NO')
    expect((await markets.findOutcome('KXBALL-26JACNO-NO-NO', ctx))?.market.marketId).toBe(
      'KXBALL-26JACNO-NO',
    )
  })

  test('is looked for in the archive when the live tier has neither', async () => {
    const { wire, ctx } = setUp({
      ...around,
      '/markets': { markets: [], cursor: '' },
      '/historical/markets': { markets: [nativeMarket(over)], cursor: '' },
    })
    expect((await markets.findOutcome('KXORBMAYOR-26-VELA-NO', ctx))?.status).toBe('closed')
    expect(pathsOf(wire).slice(0, 2)).toEqual(['/markets', '/historical/markets'])
  })

  test('answered with other markets is an error: the filter was not honoured', async () => {
    const { ctx } = setUp({ '/markets': { markets: [secondMarket()], cursor: '' } })
    await expectDriftAt(() => markets.findOutcome('KXORBMAYOR-26-VELA-NO', ctx), 'markets[0].ticker')
  })

  test('nobody knows is undefined, and is asked for again', async () => {
    const { wire, ctx } = setUp({
      '/markets': { markets: [], cursor: '' },
      '/historical/markets': missing,
    })
    expect(await markets.findOutcome('KXORBMAYOR-26-NO', ctx)).toBeUndefined()
    expect(await markets.findOutcome('KXORBMAYOR-26-NO', ctx)).toBeUndefined()
    expect(await markets.findOutcome('a/b', ctx)).toBeUndefined()
    expect(wire.calls).toHaveLength(4)
  })
})
