import { describe, expect, test } from 'vitest'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, firstOf, isObject, type Row, rowsAt, textAt, textsIn } from '../../support/json.js'
import { differences, learnShape, type ShapeExceptions } from '../../support/shape.js'
import { createStage, NOON, target } from '../../support/stage.js'

const stage = await createStage('polymarket')
const read = (name: string): unknown => sample('polymarket', name)

function recordedEvents(): unknown[] {
  return [
    ...rowsAt(read('gamma-events-democratic-nominee-2028.json')),
    ...rowsAt(read('gamma-events-nfl-totals-2026-09.json')),
    ...rowsAt(read('syn-poly_events.json'), 'events'),
    ...rowsAt(read('syn-poly_search.json'), 'events'),
    ...rowsAt(read('gamma-public-search-bitcoin.json'), 'events'),
    read('v2-gamma-event-documented.json'),
  ]
}

function recordedMarkets(): Row[] {
  return [
    ...recordedEvents().flatMap((event) => rowsAt(event, 'markets')),
    ...rowsAt(read('gamma-markets-list-gta6.json')),
    ...[
      'gamma-market-btc-updown-5m.json',
      'gamma-market-btc-updown-15m-2026-10.json',
      'gamma-market-closed-accepting-orders-true.json',
      'gamma-market-closed-sports-moneyline.json',
    ]
      .map(read)
      .filter(isObject),
  ]
}

/** Events as recorded by themselves and inside markets, where a few more members show. */
function recordedEventShapes(): unknown[] {
  const nested = recordedMarkets().flatMap((market) =>
    Array.isArray(market['events']) ? rowsAt(market, 'events') : [],
  )
  return [...recordedEvents(), ...nested, ...recordedMarkets().map((market) => ({ markets: [market] }))]
}

/** Members of Protocol V2 that the official client reads (polymarket-client 0.14.0) and nobody has recorded. */
function v2Members(prefix: string, eventPrefix?: string): ShapeExceptions {
  const names = ['onchainEventId', 'requestId', 'resolutionStatus'].map((name) => `${prefix}${name}`)
  return { documented: eventPrefix === undefined ? names : [...names, `${eventPrefix}version`] }
}

function busyMarket(): Row {
  const events = rowsAt(stage.get('gamma', '/events?closed=false&order=volume&ascending=false&limit=1'))
  return firstOf(rowsAt(firstOf(events), 'markets'))
}

const token = (market: Row): string => firstOf(textsIn(market, 'clobTokenIds'))

/** What is emitted beyond the recordings at one call. */
function beyond(emitted: unknown, recordings: readonly unknown[], exceptions?: ShapeExceptions): string[] {
  return differences(emitted, learnShape(recordings), exceptions)
}

describe.runIf(haveSamples)('emitted members and types are those of the recordings', () => {
  test.each([
    'closed=false',
    'closed=true',
    'closed=false&tag_slug=games',
    'closed=true&tag_slug=games',
    'closed=false&tag_slug=deadlines',
  ])('gamma /events?%s', (query) => {
    const events = rowsAt(stage.get('gamma', `/events?limit=100&${query}`))
    expect(events.length).toBeGreaterThan(5)
    expect(beyond(events, [recordedEventShapes()], v2Members('[].markets[].', '[].'))).toEqual([])
  })

  test('gamma /events/keyset', () => {
    const page = stage.get('gamma', '/events/keyset?limit=2')
    expect(beyond(page, [read('syn-poly_events.json'), { events: recordedEventShapes() }])).toEqual([])
  })

  test.each(['closed=false', 'closed=true'])('gamma /markets?%s', (query) => {
    const markets = rowsAt(stage.get('gamma', `/markets?limit=100&${query}`))
    const recordings = recordedMarkets()
    const known = v2Members('[].', '[].events[].')
    expect(beyond(markets, [[...recordings, { events: recordedEventShapes() }]], known)).toEqual([])
  })

  test('gamma /public-search, found and not found', () => {
    const recordings = [
      read('syn-poly_search.json'),
      read('gamma-public-search-bitcoin.json'),
      { events: recordedEventShapes() },
    ]
    const found = stage.get('gamma', '/public-search?q=election&limit_per_type=50')
    expect(beyond(found, recordings, v2Members('events[].markets[].', 'events[].'))).toEqual([])
    expect(beyond(stage.get('gamma', '/public-search?q=nosuchthing'), recordings)).toEqual([])
  })

  test('clob /book and /books', () => {
    const recordings = [
      'clob-book-2026-04-30.json',
      'clob-book-2026-09-14-never-traded.json',
      'syn-poly_book.json',
    ].map(read)
    const books = rowsAt(read('paras-POST_clob_polymarket_com_books_6689cbcd.json'), 'response')
    const id = token(busyMarket())
    expect(beyond(stage.get('clob', `/book?token_id=${id}`), [...recordings, ...books])).toEqual([])
    expect(beyond(stage.post('clob', '/books', [{ token_id: id }]), [books])).toEqual([])
  })

  test('clob /markets, its page and one market', () => {
    const recordings = [
      ...['clob-market-trump-2024.json', 'clob-market-closed-accepting-orders-true.json'].map(read),
      ...rowsAt(read('clob-markets-page-2024.json'), 'data'),
    ]
    // Recordings never show both a time and its absence for these members.
    const documented = { documented: ['data[].game_start_time', 'game_start_time'] }
    const page = stage.get('clob', '/markets')
    expect(beyond(page, [read('clob-markets-page-2024.json'), { data: recordings }], documented)).toEqual([])
    const condition = textAt(busyMarket(), 'conditionId')
    expect(beyond(stage.get('clob', `/markets/${condition}`), recordings, documented)).toEqual([])
  })

  test('clob price reads', () => {
    const scalar = dig(read('clob-scalar-reads-and-oi.json'), 'scalar_reads')
    const id = token(busyMarket())
    const calls = {
      midpoint: '/midpoint?',
      price: '/price?side=BUY&',
      spread: '/spread?',
      last_trade_price: '/last-trade-price?',
    }
    for (const [name, path] of Object.entries(calls)) {
      expect(beyond(stage.get('clob', `${path}token_id=${id}`), [dig(scalar, name)])).toEqual([])
    }
  })

  test('clob /prices-history', () => {
    const id = token(busyMarket())
    const recorded = read('clob-prices-history-60m-2026-09.json')
    expect(
      beyond(stage.get('clob', `/prices-history?market=${id}&interval=1d&fidelity=60`), [recorded]),
    ).toEqual([])
  })

  test('data v1 /trades and /positions', () => {
    const condition = textAt(busyMarket(), 'conditionId')
    // ccxt's recording has numbers as texts; the other one is bare.
    const full = rowsAt(read('ccxt-fetchTrades-1.json')).map((row) => ({
      ...row,
      size: 1,
      price: 1,
      timestamp: 1,
      outcomeIndex: 1,
    }))
    expect(
      beyond(stage.get('data', `/trades?market=${condition}`), [
        read('data-v1-trades-one-closed.json'),
        full,
      ]),
    ).toEqual([])
    const documented = [
      'percentRealizedPnl',
      'redeemable',
      'mergeable',
      'slug',
      'icon',
      'eventId',
      'eventSlug',
      'outcomeIndex',
      'oppositeOutcome',
      'oppositeAsset',
      'endDate',
      'negativeRisk',
    ].map((name) => `[].${name}`)
    const positions = stage.get('data', `/positions?user=${demoWallets[0]?.address}`)
    expect(beyond(positions, [dig(read('ccxt-fetchPositions-1.json'), 'data')], { documented })).toEqual([])
  })

  test('data v2 /trades and /prices-history', () => {
    const market = busyMarket()
    const trades = stage.get('data', `/v2/trades?condition=${textAt(market, 'conditionId')}&limit=3`)
    expect(beyond(trades, [read('data-v2-trades.json')])).toEqual([])
    const start = Math.floor(NOON / 1000) - 7200
    const history = stage.get(
      'data',
      target('/v2/prices-history', { token_id: token(market), start, limit: 10 }),
    )
    expect(beyond(history, [read('data-v2-prices-history-60s.json')])).toEqual([])
  })

  test('error bodies are the recorded ones, word for word', () => {
    const recorded = read('error-bodies.json')
    const id = token(busyMarket())
    const second = Math.floor(NOON / 1000)
    const calls: readonly (readonly [string, string, string, number])[] = [
      ['clob /book unknown or closed token, HTTP 404', 'clob', '/book?token_id=1234', 404],
      [
        'clob /prices-history span over 1296000 s, HTTP 400',
        'clob',
        `/prices-history?market=${id}&startTs=${second - 1_296_001}&endTs=${second}`,
        400,
      ],
      [
        'clob /prices-history interval=1m fidelity<10, HTTP 400',
        'clob',
        `/prices-history?market=${id}&interval=1m`,
        400,
      ],
      [
        'clob /prices-history interval=1w fidelity<5, HTTP 400',
        'clob',
        `/prices-history?market=${id}&interval=1w&fidelity=4`,
        400,
      ],
      [
        'clob /prices-history unknown interval, HTTP 400',
        'clob',
        `/prices-history?market=${id}&interval=2d`,
        400,
      ],
      ['clob /prices-history without market, HTTP 400', 'clob', '/prices-history?interval=1d', 400],
      ['clob lists next_cursor=LTE=, HTTP 400', 'clob', '/markets?next_cursor=LTE=', 400],
      ['gamma /markets/{conditionId}, HTTP 422', 'gamma', '/markets/0xd57eed0d', 422],
      ['data v1 /trades offset over 10000, HTTP 400', 'data', '/trades?offset=10001', 400],
    ]
    for (const [name, host, path, status] of calls) {
      expect({ name, ...stage.probe(host, path) }).toEqual({
        name,
        status,
        body: Reflect.get(Object(recorded), name),
      })
    }
    stage.switches.polymarket.throttle200 = true
    const throttled = stage.probe('data', '/trades')
    stage.switches.polymarket.throttle200 = false
    const name = 'data v1 throttled (recorded with HTTP 200)'
    expect(throttled).toEqual({ status: 200, body: Reflect.get(Object(recorded), name) })
  })
})
