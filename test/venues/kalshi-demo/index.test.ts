import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { kalshiDemo } from '../../../src/venues/kalshi-demo/index.js'
import { loadVenue, servedVenueIds } from '../../../src/venues/registry.js'
import { readerOf } from '../../support/reading.js'
import { setUpVenue } from '../../support/venue.js'
import { type Answers, json } from '../../support/wire.js'
import { nativeEvent, nativeMarket, nativeSeries, notFound } from '../kalshi/payloads.js'

const ticker = 'KXORBMAYOR-26-VELA'
const missing = json(404, notFound)
const over = { status: 'finalized', result: 'no', settlement_ts: '2026-11-01T00:00:00Z' }

const setUp = (answers: Answers) => setUpVenue(kalshiDemo, answers)

test('both are served under their ids', async () => {
  expect(servedVenueIds).toEqual(expect.arrayContaining(['kalshi', 'kalshi-demo']))
  expect(await loadVenue('kalshi')).toBe(kalshi)
  expect(await loadVenue('kalshi-demo')).toBe(kalshiDemo)
})

test('the demo has every source that production has, at another host', () => {
  const { isSandbox, ...sources } = kalshiDemo
  expect(isSandbox).toBe(true)
  expect(Object.keys(sources).sort()).toEqual(Object.keys(kalshi).sort())
  expect(kalshiDemo.hosts['api']?.url).toBe('https://external-api.demo.kalshi.co/trade-api/v2')
  expect(kalshi.hosts['api']?.url).toBe('https://external-api.kalshi.com/trade-api/v2')
})

test('its rows name the demo and link to its site', async () => {
  const { ctx } = setUp({
    'GET api/series': { series: [nativeSeries()] },
    'GET api/markets': { markets: [], cursor: '' },
    'GET api/events': { events: [nativeEvent()], cursor: '' },
  })
  const [row] = await collect(kalshiDemo.markets.listEvents({ status: 'active' }, ctx).paging)
  expect(row?.event).toMatchObject({
    sourceExchange: 'kalshi-demo',
    url: 'https://demo.kalshi.co/events/KXORBMAYOR-26',
  })
  expect(row?.markets[0]?.market.sourceExchange).toBe('kalshi-demo')
})

describe('the historical tier, which it was seen without', () => {
  const answers = {
    [`GET api/markets/${ticker}`]: { market: nativeMarket(over) },
    'GET api/events/KXORBMAYOR-26': { event: nativeEvent({ markets: [] }) },
    'GET api/events/KXORBMAYOR-26/metadata': missing,
    'GET api/series/KXORBMAYOR': { series: nativeSeries() },
    'GET api/markets': { markets: [], cursor: '' },
    'GET api/markets/KXNOWHERE': missing,
    'GET api/markets/trades': { trades: [], cursor: '' },
    'GET api/historical/cutoff': missing,
    'GET api/historical/trades': missing,
    'GET api/historical/markets': missing,
    'GET api/historical/markets/KXNOWHERE': missing,
  }
  const path = `GET api/series/KXORBMAYOR/markets/${ticker}/candlesticks`
  const old = `GET api/historical/markets/${ticker}/candlesticks`
  const window = { from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 9, 2) }

  test('is asked, and 404 means that there is none', async () => {
    const { ctx } = setUp(answers)
    expect(await kalshiDemo.markets.getMarket('KXNOWHERE', ctx)).toBeUndefined()
    expect(await kalshiDemo.markets.findOutcome('KXNOWHERE-NO', ctx)).toBeUndefined()
    expect(await kalshiDemo.markets.getEvent('KXORBMAYOR-26', ctx)).toMatchObject({
      markets: [],
      status: 'closed',
    })
    expect(await readerOf(kalshiDemo, ctx).allTrades(ticker, { limit: 10, end: 1_700_000_000_000 })).toEqual(
      [],
    )
  })

  test('its absence is remembered', async () => {
    const { ctx, wire } = setUp(answers)
    for (const end of [1_700_000_000_000, 1_700_000_000_001]) {
      await readerOf(kalshiDemo, ctx).allTrades(ticker, { limit: 10, end })
    }
    expect(wire.calls.filter((call) => call.path.endsWith('/cutoff'))).toHaveLength(1)
  })

  test('leaves candles to the live tier', async () => {
    const answer = (_call: VenueCall): unknown => ({ ticker, candlesticks: [] })
    const { ctx } = setUp({ ...answers, [path]: answer, [old]: missing })
    const candles = kalshiDemo.candles ?? never()
    const series = await readerOf(kalshiDemo, ctx).series(ticker)
    expect(await candles.fetch(series, candles.steps[1] ?? never(), window, ctx)).toMatchObject({
      route: 'live',
      bars: [],
    })
    const gone = setUp({ ...answers, [path]: missing, [old]: missing })
    await expect(candles.fetch(series, candles.steps[1] ?? never(), window, gone.ctx)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('shows its markets where it is there', async () => {
    const archived = nativeMarket({ ...over, ticker: 'KXNOWHERE' })
    const { ctx } = setUp({ ...answers, 'GET api/historical/markets/KXNOWHERE': { market: archived } })
    expect(await kalshiDemo.markets.getMarket('KXNOWHERE', ctx)).toMatchObject({
      market: { marketId: 'KXNOWHERE' },
      status: 'closed',
    })
  })
})

function never(): never {
  throw new Error('the source is missing')
}
