import { describe, expect, test } from 'vitest'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, firstOf, firstWhere, type Row, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape, type ShapeExceptions } from '../../support/shape.js'
import { createStage, NOON, target } from '../../support/stage.js'

const stage = await createStage('kalshi')
const API = '/trade-api/v2'
const api = (path: string): unknown => stage.get('api', API + path)
const read = (name: string): unknown => dig(sample('kalshi', name), 'response')
const second = Math.floor(NOON / 1000)

/** Names of participants and legs are data. */
const named: readonly string[] = ['custom_strike']
/** Documented (OpenAPI 3.34), in no recording of ours. */
const strikes = ['cap_strike', 'floor_strike', 'settlement_bounds_type', 'settlement_floor_dollars']

function exceptions(prefix: string, more: readonly string[] = []): ShapeExceptions {
  return {
    open: named.map((name) => prefix + name),
    documented: [...strikes, ...more].map((name) => prefix + name),
  }
}

function beyond(emitted: unknown, recordings: readonly unknown[], known?: ShapeExceptions): string[] {
  return differences(emitted, learnShape(recordings), known)
}

function recordedMarkets(): Row[] {
  const nested = ['events-nested-sports.json', 'events-nested-mlb-strikeouts.json'].flatMap((name) =>
    rowsAt(read(name), 'events'),
  )
  return [
    ...nested.flatMap((event) => rowsAt(event, 'markets')),
    ...rowsAt(read('markets-settled.json'), 'markets'),
    ...rowsAt(read('markets-combos.json'), 'markets'),
  ]
}

function busyTicker(): { readonly ticker: string; readonly series: string; readonly event: string } {
  const markets = rowsAt(api('/markets?status=open&mve_filter=exclude&limit=1000'), 'markets')
  const busy = firstWhere(
    markets,
    (one) => Number(textAt(one, 'volume_24h_fp')) > 100_000 && textAt(one, 'ticker').includes('ELECTION'),
  )
  const event = textAt(busy, 'event_ticker')
  return {
    ticker: textAt(busy, 'ticker'),
    event,
    series: textAt(dig(api(`/events/${event}`), 'event'), 'series_ticker'),
  }
}

describe.runIf(haveSamples)('emitted members and types are those of the recordings', () => {
  test.each(['status=open', 'status=closed', 'status=settled', 'mve_filter=only'])('/markets?%s', (query) => {
    const page = api(`/markets?limit=300&${query}`)
    const recordings = [read('markets-settled.json'), { markets: recordedMarkets(), cursor: '' }]
    expect(rowsAt(page, 'markets').length).toBeGreaterThan(3)
    expect(beyond(page, recordings, exceptions('markets[].'))).toEqual([])
  })

  test('/markets/{ticker}', () => {
    const recordings = ['market-single.json', 'market-finalized-KXMLBGAME-26AUG091340LAAMIA-LAA.json'].map(
      read,
    )
    const page = api(`/markets/${busyTicker().ticker}`)
    const subtitled = { market: recordedMarkets() }
    expect(
      beyond(
        page,
        [...recordings, ...recordedMarkets().map((market) => ({ market })), subtitled],
        exceptions('market.'),
      ),
    ).toEqual([])
  })

  test('/events with nested markets, one event, its metadata', () => {
    const recordings = [
      ...[
        'events-nested-sports.json',
        'events-nested-mlb-strikeouts.json',
        'events-multivariate-list.json',
      ].map(read),
      { events: [{ markets: recordedMarkets() }] },
    ]
    expect(
      beyond(
        api('/events?with_nested_markets=true&limit=200'),
        recordings,
        exceptions('events[].markets[].'),
      ),
    ).toEqual([])
    // Required since then; the recording is of January 2026.
    const newer = ['settlement_sources', 'exchange_index', 'last_updated_ts']
    const combos = api('/events/multivariate?limit=5')
    expect(beyond(combos, recordings, { documented: newer.map((name) => `events[].${name}`) })).toEqual([])
    const { event } = busyTicker()
    const one = rowsAt(read('events-nested-sports.json'), 'events').map((row) => ({
      event: row,
      markets: recordedMarkets(),
    }))
    const known = exceptions('markets[].')
    expect(beyond(api(`/events/${event}`), one, known)).toEqual([])
    expect(beyond(api(`/events/${event}/metadata`), [read('event-metadata.json')])).toEqual([])
  })

  test('order books, single and several', () => {
    const { ticker } = busyTicker()
    expect(beyond(api(`/markets/${ticker}/orderbook`), [read('orderbook.json')])).toEqual([])
    expect(
      beyond(api(`/markets/orderbooks?tickers=${ticker}`), [
        read('orderbooks-combos.json'),
        { orderbooks: [read('orderbook.json')] },
      ]),
    ).toEqual([])
  })

  test('trades', () => {
    const { ticker } = busyTicker()
    const today = { trades: [read('trade-object-2026-09.json')], cursor: '' }
    expect(
      beyond(api(`/markets/trades?ticker=${ticker}&limit=5`), [today], {
        documented: ['trades[].taker_side'],
      }),
    ).toEqual([])
  })

  test.each([1, 60, 1440])('candles of %d minutes, with and without trades', (period) => {
    const { ticker, series } = busyTicker()
    const never = { candlesticks: [read('candlestick-no-trade-ever-2026-09.json')] }
    const recordings = [
      'candlesticks-1h-KXNBAGAME-26JUN13NYKSAS-SAS.json',
      'candlesticks-1m-gaps-KXMLBGAME-26AUG091340LAAMIA-LAA.json',
    ].map(read)
    const query = {
      start_ts: second - 4_000 * 60 * Math.min(period, 60),
      end_ts: second,
      period_interval: period,
    }
    const page = api(target(`/series/${series}/markets/${ticker}/candlesticks`, query))
    expect(rowsAt(page, 'candlesticks').length).toBeGreaterThan(5)
    expect(beyond(page, [...recordings, never])).toEqual([])
  })

  test('archived candles', () => {
    const ticker = textAt(firstOf(rowsAt(api('/historical/markets?limit=1'), 'markets')), 'ticker')
    const query = { start_ts: second - 200 * 86_400, end_ts: second, period_interval: 60 }
    const page = api(target(`/historical/markets/${ticker}/candlesticks`, query))
    const recorded = read('historical-candlesticks-1h-KXNFLSPREAD-26JAN10GBCHI-GB14.json')
    // The recording has no candle with a trade; its texts are documented.
    const traded = {
      candlesticks: [{ price: { open: '', high: '', low: '', close: '', mean: '', previous: '' } }],
    }
    expect(rowsAt(page, 'candlesticks').length).toBeGreaterThan(5)
    expect(beyond(page, [recorded, traded])).toEqual([])
  })

  test('series, exchange, milestones, targets, collections', () => {
    const series = ['series-KXMLBGAME.json', 'series-KXMLBSPREAD.json', 'series-single.json'].map(read)
    const rows = [
      ...rowsAt(read('series-list-climate.json'), 'series'),
      ...series.map((one) => dig(one, 'series')),
    ]
    const nullable = { additional_prohibitions: null, tags: null, settlement_sources: null }
    // Since SDK 3.30 of September 2026.
    const newer = { documented: ['series[].categories', 'series.categories'] }
    expect(beyond(api('/series'), [{ series: [...rows, nullable] }], newer)).toEqual([])
    const first = textAt(firstOf(rowsAt(api('/series'), 'series')), 'ticker')
    expect(
      beyond(
        api(`/series/${first}`),
        rows.map((row) => ({ series: row })),
        newer,
      ),
    ).toEqual([])
    const parts = ['intra_exchange_transfers_active', 'exchange_index_statuses']
    expect(beyond(api('/exchange/status'), [read('exchange-status.json')], { documented: parts })).toEqual([])
    expect(beyond(api('/exchange/user_data_timestamp'), [read('user-data-timestamp.json')])).toEqual([])
    expect(beyond(api('/exchange/schedule'), [read('exchange-schedule.json')])).toEqual([])
    expect(beyond(api('/milestones?limit=20'), [read('milestones-list.json')])).toEqual([])
    expect(beyond(api('/structured_targets'), [read('structured-targets-list.json')])).toEqual([])
    const open = { open: ['tags_by_categories', 'filters_by_sports'] }
    expect(beyond(api('/search/tags_by_categories'), [read('tags-by-categories.json')], open)).toEqual([])
    expect(beyond(api('/search/filters_by_sport'), [read('filters-by-sport.json')], open)).toEqual([])
    const collections = api('/multivariate_event_collections')
    const sizes = {
      documented: [
        'multivariate_contracts[].associated_events[].size_min',
        'multivariate_contracts[].price_level_structure',
        'multivariate_contracts[].price_ranges',
        'cursor',
      ],
    }
    expect(beyond(collections, [read('multivariate-collections.json')], sizes)).toEqual([])
  })

  test('error bodies are the recorded ones', () => {
    expect(stage.probe('api', `${API}/markets?status=finalized`)).toEqual({
      status: 400,
      body: read('error-400-invalid-status.json'),
    })
  })
})
