import { describe, expect, test } from 'vitest'
import { findListedEvents } from '../../../../src/simulator/mock-kit/venue-view.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { contextOf } from '../../support/context.js'
import { firstWhere, type Row, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('polymarket_us')
const context = contextOf(stage.world, stage.now)
const listed = findListedEvents(context, 'polymarket_us')
const get = (path: string) => stage.get('gateway', path)
const eventsAt = (query: string): Row[] => rowsAt(get(`/v1/events?${query}`), 'events')
const marketsIn = (events: readonly Row[]): Row[] => events.flatMap((event) => rowsAt(event, 'markets'))
const sidesOf = (market: Row): Row[] => rowsAt(market, 'marketSides')
const sideOf = (market: Row, isLong: boolean): Row =>
  firstWhere(sidesOf(market), ({ long }) => long === isLong)
const valueAt = (row: Row, path: string): number => Number(textAt(row, `${path}.value`))

const DAY = 86_400
const noon = NOON / 1000

describe('events', () => {
  const open = eventsAt('active=true&closed=false&orderBy=id&orderDirection=asc&limit=500')

  test('come by number, page by page, and what is over stays active', () => {
    const numbers = open.map(({ id }) => Number(id))
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    expect(open).toHaveLength(listed.filter((event) => stateAt(event, NOON) === 'open').length)
    const pages = [0, 20, 40].flatMap((offset) =>
      eventsAt(`active=true&closed=false&orderBy=id&orderDirection=asc&limit=20&offset=${offset}`),
    )
    expect(pages).toEqual(open.slice(0, 60))
    expect(eventsAt('limit=20&offset=100000')).toEqual([])
    const over = eventsAt('active=true&closed=true&limit=5')
    expect(over.map(({ active, closed }) => [active, closed])).toEqual(Array(5).fill([true, true]))
  })

  test('tell no volume, are ordered by it, and are of a series', () => {
    const volumeOf = (event: Row): number => {
      const found = firstWhere(listed, ({ number }) => String(number) === event['id'])
      return found.markets.reduce((sum, { key }) => sum + stage.world.stats(key, NOON).volume, 0)
    }
    const rows = eventsAt('closed=false&orderBy=volume&orderDirection=desc&limit=30')
    expect(rows.map(volumeOf)).toEqual(rows.map(volumeOf).sort((a, b) => b - a))
    expect(rows.some((row) => 'volume' in row)).toBe(false)
    const [series] = rowsAt(get('/v1/series?limit=1'), 'series')
    const own = eventsAt(`seriesId=${series?.['id']}&limit=5`)
    expect(own.length).toBeGreaterThan(0)
    for (const { seriesSlug } of own) expect(seriesSlug).toBe(series?.['slug'])
  })

  test('are found by slugs, in one call, and by number', () => {
    const [one, other] = open
    const found = eventsAt(`slug=${one?.['slug']}&slug=no-such&slug=${other?.['slug']}`)
    expect(found.map(({ id }) => id).sort()).toEqual([one?.['id'], other?.['id']].sort())
    expect(get(`/v1/events/${one?.['id']}`)).toEqual({ event: one })
    expect(get(`/v1/events/slug/${one?.['slug']}`)).toEqual({ event: one })
    expect(stage.probe('gateway', '/v1/events/slug/no-such').status).toBe(404)
    expect(stage.probe('gateway', '/v1/events/99999999999').status).toBe(400)
  })

  test('have markets whose sides show bid and ask, and markets by themselves what a side costs', () => {
    const quoted = marketsIn(open).filter((market) => 'bestBidQuote' in market && 'bestAskQuote' in market)
    expect(quoted.length).toBeGreaterThan(50)
    for (const market of quoted.slice(0, 50)) {
      const [bid, ask] = [valueAt(market, 'bestBidQuote'), valueAt(market, 'bestAskQuote')]
      expect([sideOf(market, true), sideOf(market, false)].map(({ price }) => Number(price))).toEqual([
        bid,
        ask,
      ])
      const alone = Object(get(`/v1/market/slug/${market['slug']}`)).market
      expect(Number(sideOf(alone, true)['price'])).toBe(ask)
      expect(Number(sideOf(alone, false)['price'])).toBeCloseTo(1 - bid, 9)
      expect(valueAt(sideOf(market, false), 'quote')).toBeCloseTo(1 - bid, 9)
    }
    expect(quoted.some((market) => sidesOf(market)[0]?.['long'] === false)).toBe(true)
  })

  test('that are decided show what their sides were paid', () => {
    const decided = marketsIn(eventsAt('closed=true&limit=100')).filter(
      ({ status }) => status === 'MARKET_STATUS_RESOLVED',
    )
    expect(decided.length).toBeGreaterThan(20)
    for (const market of decided) {
      const paid = [true, false].map((isLong) => Number(sideOf(market, isLong)['price']))
      expect((paid[0] ?? 0) + (paid[1] ?? 0)).toBe(1)
    }
  })
})

describe('the history', () => {
  const event = firstWhere(
    listed,
    ({ markets, opensAt }) =>
      NOON - opensAt > 60 * DAY * 1000 &&
      markets.length === 1 &&
      stateAt(markets[0] ?? { opensAt: 0, closesAt: 0, resolvesAt: 0 }, NOON) === 'open',
  )
  const [native] = marketsIn([Object(get(`/v1/events/${event.number}`)).event])
  const history = (query: string): Row[] =>
    rowsAt(get(`/v1/price-history?symbol=${native?.['slug']}&${query}`), 'history')
  const window = (from: number, to: number) =>
    history(
      `fidelity=1&timestamp.startTimestamp=${Math.floor(from)}&timestamp.endTimestamp=${Math.floor(to)}`,
    )

  test('of a window is what was stored, one a trade, around its price', () => {
    const rows = window(noon - DAY, noon)
    const [market] = event.markets
    const trades = stage.world.trades(market?.key ?? '', (Math.floor(noon) - DAY) * 1000, NOON)
    expect(rows).toHaveLength(trades.length)
    for (const [index, row] of rows.entries()) {
      const { longPrice, shortPrice } = row
      expect((Number(longPrice) + 1 - Number(shortPrice)) / 2).toBeCloseTo(trades[index]?.price ?? 2, 9)
      expect(Number(longPrice) + Number(shortPrice)).toBeGreaterThanOrEqual(1)
    }
  })

  test('is forgotten after a while, but for the coarse one of the whole life', () => {
    expect(window(noon - 50 * DAY, noon - 49 * DAY)).toEqual([])
    const life = history('fixedInterval=INTERVAL_ALL&fidelity=180')
    expect(Number(life[0]?.['timestamp'])).toBeLessThan(noon - 50 * DAY)
    expect(history('fixedInterval=INTERVAL_1W&fidelity=180').length).toBeLessThanOrEqual(57)
  })

  test('of a market that there is not is empty, as that of a profile that there is not', () => {
    expect(
      rowsAt(get('/v1/price-history?symbol=no-such&fixedInterval=INTERVAL_1D&fidelity=5'), 'history'),
    ).toEqual([])
    expect(history('fixedInterval=INTERVAL_1W&fidelity=60')).toEqual([])
  })

  test.each([
    'fidelity=1&timestamp.startTimestamp=1&timestamp.endTimestamp=2',
    'symbol=x&timestamp.startTimestamp=1&timestamp.endTimestamp=2',
    'symbol=x&fidelity=0&fixedInterval=INTERVAL_1D',
    'symbol=x&fidelity=1',
    'symbol=x&fidelity=1&timestamp.startTimestamp=1',
    'symbol=x&fidelity=1&timestamp.startTimestamp=1&timestamp.endTimestamp=2&fixedInterval=INTERVAL_1D',
    'symbol=x&fidelity=1&timestamp.startTimestamp=1&timestamp.endTimestamp=86402',
  ])('asked for with %s is refused', (query) => {
    expect(stage.probe('gateway', `/v1/price-history?${query}`).status).toBe(400)
  })
})

test('a book that is over is left as it was, or empty', () => {
  const over = marketsIn(eventsAt('closed=true&limit=60'))
  const books = over.map(({ slug }) => Object(get(`/v1/markets/${slug}/book`)).marketData)
  expect(new Set(books.map(({ state }) => state))).toEqual(
    new Set(['MARKET_STATE_CLOSED', 'MARKET_STATE_EXPIRED']),
  )
  expect(books.some(({ state, bids }) => state === 'MARKET_STATE_CLOSED' && bids.length > 0)).toBe(true)
  expect(stage.probe('gateway', '/v1/markets/no-such/book').status).toBe(404)
})
