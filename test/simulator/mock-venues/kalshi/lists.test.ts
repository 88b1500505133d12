import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../../src/api/times/resolution.js'
import { stateAt, type WorldEvent } from '../../../../src/simulator/world/common/types.js'
import { dig, firstOf, firstWhere, type Row, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('kalshi')
const API = '/trade-api/v2'
const api = (path: string): unknown => stage.get('api', API + path)
const probe = (path: string): { readonly status: number; readonly body: unknown } =>
  stage.probe('api', API + path)
const listed = stage.world
  .eventsAt(NOON)
  .filter(({ series }) => series.onlyOn === undefined || series.onlyOn.includes('kalshi'))

function walk(path: string, member: string): Row[] {
  const rows: Row[] = []
  let cursor = ''
  do {
    const page = api(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`)
    rows.push(...rowsAt(page, member))
    cursor = textAt(page, 'cursor')
  } while (cursor !== '')
  return rows
}

const tickers = (rows: readonly Row[], key = 'ticker'): string[] => rows.map((row) => textAt(row, key))
const cutoff = Math.floor((NOON - 90 * DAY_MS) / DAY_MS) * DAY_MS

describe('lists', () => {
  test('every event is on some page once, newest first, with an empty cursor at the end', () => {
    const found = tickers(walk('/events?limit=200', 'events'), 'event_ticker')
    expect(new Set(found).size).toBe(found.length)
    expect(found.length).toBe(listed.length)
  })

  test('live and archived markets are two disjoint halves of all', () => {
    const live = tickers(walk('/markets?limit=1000&mve_filter=exclude', 'markets'))
    const archived = tickers(walk('/historical/markets?limit=1000', 'markets'))
    expect(new Set([...live, ...archived]).size).toBe(live.length + archived.length)
    expect(live.length + archived.length).toBe(listed.flatMap((event) => event.markets).length)
    expect(archived.length).toBe(
      listed.flatMap((event) => event.markets).filter((one) => one.resolvesAt < cutoff).length,
    )
    const [here = '', there = ''] = [live[0], archived[0]]
    expect([probe(`/markets/${here}`).status, probe(`/historical/markets/${here}`).status]).toEqual([
      200, 404,
    ])
    expect([probe(`/markets/${there}`).status, probe(`/historical/markets/${there}`).status]).toEqual([
      404, 200,
    ])
  })

  test.each([
    ['open', ['active']],
    ['closed', ['closed', 'determined']],
    ['settled', ['finalized']],
    ['unopened', []],
    ['paused', []],
  ])('filter word %s stands for the body words %j', (word, statuses) => {
    const rows = rowsAt(api(`/markets?status=${word}&limit=1000&mve_filter=exclude`), 'markets')
    expect([...new Set(rows.map(({ status }) => status))].toSorted()).toEqual(
      statuses.filter((one) => rows.some(({ status }) => status === one)),
    )
    expect(rows.length > 0).toBe(statuses.length > 0)
  })

  test('one event can be open and settled', () => {
    const open = new Set(tickers(walk('/events?status=open', 'events'), 'event_ticker'))
    const settled = tickers(walk('/events?status=settled', 'events'), 'event_ticker')
    expect(settled.some((ticker) => open.has(ticker))).toBe(true)
  })

  test('combos are mixed in, and among the freshest, unless excluded', () => {
    const mixed = rowsAt(api('/markets?limit=100'), 'markets')
    const combos = mixed.filter((row) => row['mve_selected_legs'] !== undefined)
    expect(combos.length).toBeGreaterThan(30)
    expect(
      rowsAt(api('/markets?limit=1000&mve_filter=exclude'), 'markets').every(
        (row) => row['mve_selected_legs'] === undefined,
      ),
    ).toBe(true)
    const combo = firstOf(combos)
    expect(dig(api(`/markets/${textAt(combo, 'ticker')}`), 'market')).toEqual(combo)
    const ticker = textAt(combo, 'ticker')
    const book = dig(api(`/markets/${ticker}/orderbook`), 'orderbook_fp')
    const bid = (1 - Number(textAt(combo, 'yes_ask_dollars'))).toFixed(4)
    expect(book).toEqual({ yes_dollars: [], no_dollars: [[bid, textAt(combo, 'yes_ask_size_fp')]] })
    expect(api(`/markets/orderbooks?tickers=${ticker}`)).toEqual({
      orderbooks: [{ ticker, orderbook_fp: book }],
    })
    const day = `start_ts=1&end_ts=3600&period_interval=60`
    expect(api(`/markets/candlesticks?market_tickers=${ticker}&${day}`)).toEqual({
      markets: [{ market_ticker: ticker, candlesticks: [] }],
    })
    for (const leg of rowsAt(combo, 'mve_selected_legs')) {
      expect(probe(`/markets/${textAt(leg, 'market_ticker')}`).status).toBe(200)
    }
    expect(
      tickers(walk('/events?status=open', 'events'), 'event_ticker').some((ticker) => ticker.includes('MVE')),
    ).toBe(false)
  })

  test('archived events stay, without their markets', () => {
    const old = firstWhere(
      walk('/events?with_nested_markets=true&limit=200', 'events'),
      (event) => !('markets' in event),
    )
    const one = api(`/events/${textAt(old, 'event_ticker')}?with_nested_markets=true`)
    expect(dig(one, 'markets')).toEqual([])
  })

  test.each([
    ['/markets?limit=1001', 400, 'invalid_parameters'],
    ['/events?limit=201', 400, 'invalid_parameters'],
    ['/markets?status=finalized', 400, 'bad_request'],
    ['/markets?status=open&min_settled_ts=1', 400, 'bad_request'],
    ['/markets?cursor=abc', 400, 'bad_request'],
    ['/markets?mve_filter=maybe', 400, 'bad_request'],
    ['/markets/NOPE', 404, 'not_found'],
    ['/events/NOPE', 404, 'not_found'],
    ['/series/NOPE', 404, 'not_found'],
    ['/markets/NOPE/orderbook', 404, 'not_found'],
    ['/milestones', 400, 'bad_request'],
    ['/historical/markets?tickers=A&event_ticker=B', 400, 'bad_request'],
    ['/nothing/here', 404, 'not_found'],
  ])('%s is %d %s', (path, status, code) => {
    expect(probe(path)).toMatchObject({ status, body: { error: { code } } })
  })

  test('a trailing slash is redirected to the same path without it', () => {
    const reply = stage.ask('api', 'GET', `${API}/markets/?limit=1`)
    expect([reply.status, reply.headers['location']]).toEqual([301, `${API}/markets?limit=1`])
  })

  test('the site’s search names events and a stray series', () => {
    const page = rowsAt(
      stage.get('api', '/v1/search/series?query=harbour%20league&page_size=3'),
      'current_page',
    )
    const answers = tickers(page, 'event_ticker').map((ticker) => probe(`/events/${ticker}`).status)
    expect(answers.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(answers.at(-1)).toBe(404)
  })
})

describe('tickers', () => {
  test('every market of any age is found by its ticker', () => {
    const sampled = listed.filter((_event, index) => index % 41 === 0)
    for (const event of sampled) {
      const rows = walk(`/markets?event_ticker=${eventTickerOf(event)}&mve_filter=exclude`, 'markets')
      for (const row of rows) expect(probe(`/markets/${textAt(row, 'ticker')}`).status).toBe(200)
    }
  })

  test('the market of a single-market event has the event’s ticker', () => {
    const rows = rowsAt(api('/markets?status=open&mve_filter=exclude&limit=1000'), 'markets')
    expect(rows.some((row) => row['ticker'] === row['event_ticker'])).toBe(true)
    expect(rows.some((row) => /-[TB]\d+\.\d+$/.test(textAt(row, 'ticker')))).toBe(true)
  })

  test('there are YES markets whose ticker ends in -NO', () => {
    const rows = walk('/markets?limit=1000&mve_filter=exclude', 'markets')
    const ending = rows.filter((row) => textAt(row, 'ticker').endsWith('-NO'))
    expect(ending.length).toBeGreaterThan(0)
    expect(ending.every((row) => textAt(row, 'ticker') !== `${textAt(row, 'event_ticker')}-NO-NO`)).toBe(true)
  })

  function eventTickerOf(event: WorldEvent): string {
    const rows = rowsAt(api(`/events?series_ticker=KX${event.series.ticker}&limit=200`), 'events')
    return textAt(
      firstWhere(rows, (row) => row['title'] === event.title),
      'event_ticker',
    )
  }
})

describe('figures', () => {
  const rows = rowsAt(api('/markets?status=open&mve_filter=exclude&limit=1000'), 'markets')

  test('an empty side is 0 or 1, a market never traded has price 0', () => {
    const never = rows.filter((row) => row['last_price_dollars'] === '0.0000')
    expect(never.length).toBeGreaterThan(0)
    expect(rows.some((row) => row['yes_bid_dollars'] === '0.0000' && row['yes_bid_size_fp'] === '0.00')).toBe(
      true,
    )
    expect(
      rows.some((row) => row['yes_ask_dollars'] === '1.0000' && row['no_bid_dollars'] === '0.0000'),
    ).toBe(true)
  })

  test('NO is the mirror of YES, and the book shows the same best bids, best last', () => {
    const some = rows.filter((_row, index) => index % 11 === 0)
    for (const row of some) {
      const dollars = (key: string): number => Number(textAt(row, key))
      expect(dollars('no_bid_dollars')).toBeCloseTo(1 - dollars('yes_ask_dollars'), 9)
      expect(dollars('no_ask_dollars')).toBeCloseTo(1 - dollars('yes_bid_dollars'), 9)
      const book = dig(api(`/markets/${textAt(row, 'ticker')}/orderbook`), 'orderbook_fp')
      for (const [side, best] of [
        ['yes_dollars', 'yes_bid_dollars'],
        ['no_dollars', 'no_bid_dollars'],
      ] as const) {
        const prices = rowsAt(book, side).map((level) => Number(dig(level, '0')))
        expect(prices).toEqual(prices.toSorted((a, b) => a - b))
        expect(prices.at(-1) ?? 0).toBeCloseTo(dollars(best), 9)
      }
    }
  })

  test('depth keeps the best levels', () => {
    const busy = textAt(
      firstWhere(rows, (row) => Number(textAt(row, 'volume_24h_fp')) > 100_000),
      'ticker',
    )
    const whole = rowsAt(api(`/markets/${busy}/orderbook`), 'orderbook_fp.yes_dollars')
    expect(rowsAt(api(`/markets/${busy}/orderbook?depth=2`), 'orderbook_fp.yes_dollars')).toEqual(
      whole.slice(-2),
    )
  })

  test('a share of the markets has ticks of a tenth of a cent and fractional counts', () => {
    const fine = rows.filter((row) => row['price_level_structure'] === 'deci_cent')
    expect(fine.length / rows.length).toBeGreaterThan(0.1)
    expect(fine.every((row) => dig(row, 'price_ranges.0.step') === '0.0010')).toBe(true)
    expect(rows.some((row) => !textAt(row, 'volume_24h_fp').endsWith('.00'))).toBe(true)
  })

  test('results appear once determined; scalar for a half', () => {
    const settled = walk('/markets?status=settled&limit=1000&mve_filter=exclude', 'markets')
    expect(new Set(settled.map(({ result }) => result))).toEqual(new Set(['yes', 'no', 'scalar']))
    const half = firstWhere(settled, (row) => row['result'] === 'scalar')
    expect(half).toMatchObject({ settlement_value_dollars: '0.5000', status: 'finalized' })
    const closed = rowsAt(api('/markets?status=closed&limit=1000&mve_filter=exclude'), 'markets')
    for (const row of closed.filter(({ status }) => status === 'closed')) {
      expect(row['result']).toBe('')
      expect(row).not.toHaveProperty('settlement_value_dollars')
    }
  })

  test('the close is the announced one until the market closes early', () => {
    const early = firstWhere(
      listed.filter((event) => event.shape === 'date-ladder').flatMap((event) => event.markets),
      (market) =>
        market.closesAt < market.endsAt && stateAt(market, NOON) === 'resolved' && market.resolvesAt > cutoff,
    )
    const found = (now: number): Row => {
      stage.now = now
      const { series } = stage.world.eventOf(early)
      const all = walk(`/markets?series_ticker=KX${series.ticker}&mve_filter=exclude`, 'markets')
      stage.now = NOON
      return firstWhere(all, (row) => row['title'] === early.question)
    }
    const seconds = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`
    expect(found(NOON)['close_time']).toBe(seconds(early.closesAt))
    expect(found(early.closesAt - 1)['close_time']).toBe(seconds(early.endsAt))
  })
})

describe('switches', () => {
  test('without the historical tier its calls are 404 and nothing is archived', () => {
    const ticker = textAt(firstOf(rowsAt(api('/historical/markets?limit=1'), 'markets')), 'ticker')
    stage.switches.kalshi.historical = 'missing'
    expect(probe('/historical/cutoff').status).toBe(404)
    expect(probe(`/markets/${ticker}`).status).toBe(200)
    stage.switches.kalshi.historical = 'on'
  })
})
