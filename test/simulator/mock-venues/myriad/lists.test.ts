import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../../src/api/times/resolution.js'
import { nativeMarkets } from '../../../../src/simulator/mock-venues/myriad/native-market.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { dig, firstOf, firstWhere, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('myriad')
const api = (path: string): unknown => stage.get('api', path)
const listed = stage.world
  .eventsAt(NOON)
  .filter(({ series }) => series.onlyOn === undefined)
  .flatMap((event) => nativeMarkets(event, stage.world.seed))
const nameOf = (row: Row): string =>
  `${numberAt(row, 'networkId')}:${numberAt(row, 'id')} ${textAt(row, 'tradingModel')}`

/** Every row of a list of markets. */
function walk(query: string): Row[] {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const body = api(`/markets?limit=100&page=${page}&${query}`)
    rows.push(...rowsAt(body, 'data'))
    if (dig(body, 'pagination.hasNext') !== true) return rows
  }
}

const open = walk('trading_model=all&state=open')
const pools = open.filter((row) => row['tradingModel'] === 'amm')
const books = open.filter((row) => row['tradingModel'] === 'ob')

describe('lists', () => {
  test('hold everything once, page by page', () => {
    const expected = listed.filter((market) => NOON < market.closesAt)
    expect(open.map(nameOf).toSorted()).toEqual(
      expected.map(({ network, id, model }) => `${network.id}:${id} ${model}`).toSorted(),
    )
    expect(new Set(open.map(nameOf)).size).toBe(open.length)
    expect(dig(api('/markets?trading_model=all&state=open&limit=7&page=3'), 'pagination')).toEqual({
      page: 3,
      limit: 7,
      total: open.length,
      totalPages: Math.ceil(open.length / 7),
      hasNext: true,
      hasPrev: true,
    })
    expect(rowsAt(api('/markets?limit=1000'), 'data')).toHaveLength(100)
    expect(rowsAt(api('/markets'), 'data')).toHaveLength(20)
  })

  test('hide order books unless asked', () => {
    expect(books.length).toBeGreaterThan(50)
    expect(pools.length).toBeGreaterThan(50)
    expect(walk('state=open').map(nameOf).toSorted()).toEqual(pools.map(nameOf).toSorted())
    expect(walk('state=open&trading_model=ob').map(nameOf).toSorted()).toEqual(books.map(nameOf).toSorted())
    expect(dig(api('/markets?state=open&execution_mode=1&limit=1'), 'pagination.total')).toBe(books.length)
    expect(books.every((row) => row['networkId'] === 56)).toBe(true)
  })

  test('number markets within a network only', () => {
    const ids = pools.map((row) => numberAt(row, 'id'))
    expect(new Set(ids).size).toBeLessThan(ids.length)
    expect(new Set(open.map((row) => textAt(row, 'slug'))).size).toBe(open.length)
    expect(new Set(pools.map((row) => numberAt(row, 'networkId')))).toEqual(new Set([56, 2741, 59144]))
  })

  test.each([
    ['volume', 'volume'],
    ['volume_24h', 'volume24h'],
    ['volume_notional', 'volumeNotional'],
    ['liquidity', 'liquidity'],
  ])('sort by %s', (sort, member) => {
    const page = rowsAt(api(`/markets?state=open&sort=${sort}&limit=40`), 'data')
    const values = page.map((row) => numberAt(row, member))
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    expect(values[0]).toBe(Math.max(...pools.map((row) => numberAt(row, member))))
    const rising = rowsAt(api(`/markets?state=open&order=asc&sort=${sort}&limit=1`), 'data')
    expect(numberAt(firstOf(rising), member)).toBe(Math.min(...pools.map((row) => numberAt(row, member))))
  })

  test('filter by state, network, number, words, topics, tags and event', () => {
    const resolved = rowsAt(api('/markets?state=resolved&limit=100'), 'data')
    expect(resolved.every((row) => row['state'] === 'resolved')).toBe(true)
    const voided = rowsAt(api('/markets?state=voided&limit=100'), 'data')
    expect(voided.length).toBeGreaterThan(10)
    expect(voided.every((row) => row['voided'] === true && row['resolvedOutcomeId'] === -1)).toBe(true)
    expect(walk('state=open&network_id=2741,56').map((row) => row['networkId'])).not.toContain(59144)
    const one = firstOf(pools)
    const id = numberAt(one, 'id')
    const byId = rowsAt(api(`/markets?ids=${id}&network_id=${numberAt(one, 'networkId')}`), 'data')
    expect(byId.map(nameOf)).toEqual([nameOf(one)])
    const word = textAt(one, 'title').slice(3, 14)
    expect(walk(`state=open&keyword=${encodeURIComponent(word.toUpperCase())}`).map(nameOf)).toContain(
      nameOf(one),
    )
    const crypto = walk('state=open&topics=crypto')
    expect(crypto.length).toBeGreaterThan(0)
    expect(crypto.every((row) => String(row['topics']) === 'Crypto')).toBe(true)
    const event = textAt(
      firstWhere(books, (row) => row['eventId'] !== null),
      'eventId',
    )
    const siblings = walk(`trading_model=ob&event_id=${event}`)
    expect(siblings.map((row) => numberAt(row, 'outcomeIndex')).toSorted()).toEqual(
      siblings.map((_, index) => index),
    )
  })

  test('refuse what they do not know', () => {
    for (const query of [
      'state=active',
      'sort=name',
      'page=0',
      'limit=x',
      'order=up',
      'trading_model=both',
    ]) {
      expect(stage.probe('api', `/markets?${query}`)).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      })
    }
  })
})

describe('one market', () => {
  test('is found by number with its network, and by slug', () => {
    const row = firstOf(pools)
    const [id, network, slug] = [numberAt(row, 'id'), numberAt(row, 'networkId'), textAt(row, 'slug')]
    for (const path of [`/markets/${id}?network_id=${network}`, `/markets/${slug}`]) {
      const found = api(path)
      const { outcomes: _, ...rest } = row
      expect(found).toMatchObject(rest)
      expect(rowsAt(found, 'outcomes').every((outcome) => rowsAt(outcome, 'price_charts').length === 4)).toBe(
        true,
      )
    }
    expect(stage.probe('api', `/markets/${id}`)).toMatchObject({ status: 400 })
  })

  test('of the order book is found only if it is asked for', () => {
    const row = firstOf(books)
    const path = `/markets/${numberAt(row, 'id')}?network_id=56`
    const none = { status: 404, body: { error: 'Market not found' } }
    expect(stage.probe('api', path)).toEqual(none)
    expect(stage.probe('api', `/markets/${textAt(row, 'slug')}`)).toEqual(none)
    expect(api(`${path}&trading_model=ob`)).toMatchObject({ slug: row['slug'] })
    expect(api(`${path}&trading_model=all`)).toMatchObject({ slug: row['slug'] })
  })

  test('that does not exist is not found', () => {
    for (const path of ['/markets/999999999?network_id=56', '/markets/2?network_id=1', '/markets/nothing']) {
      expect(stage.probe('api', path)).toEqual({ status: 404, body: { error: 'Market not found' } })
    }
    const number = numberAt(firstOf(pools), 'id')
    const others = [56, 2741, 59144].map((id) => stage.probe('api', `/markets/${number}?network_id=${id}`))
    expect(others.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  })

  test('older than the lists is still found', () => {
    const old = firstWhere(
      stage.world.eventsAt(NOON - 400 * DAY_MS),
      (event) =>
        event.shape === 'single' && event.series.onlyOn === undefined && stateAt(event, NOON) === 'resolved',
    )
    const market = firstOf(nativeMarkets(old, stage.world.seed))
    expect(api(`/markets/${market.slug}?trading_model=all`)).toMatchObject({ state: 'resolved' })
  })
})

describe('prices', () => {
  test('of a pool add up to 1, also with many outcomes, and follow from its reserves', () => {
    expect(pools.some((row) => rowsAt(row, 'outcomes').length > 4)).toBe(true)
    for (const row of pools) {
      const outcomes = rowsAt(row, 'outcomes')
      const prices = outcomes.map((outcome) => numberAt(outcome, 'price'))
      const sum = prices.reduce((total, price) => total + price, 0)
      expect(sum).toBeCloseTo(1, 8)
      const reserves = outcomes.map((outcome) => numberAt(outcome, 'shares'))
      const total = reserves.reduce((all, reserve) => all + 1 / reserve, 0)
      reserves.forEach((reserve, index) => {
        expect(1 / reserve / total).toBeCloseTo(prices[index] ?? Number.NaN, 4)
      })
      const before = outcomes.reduce(
        (all, outcome) => all + numberAt(outcome, 'price') / (1 + numberAt(outcome, 'priceChange24h')),
        0,
      )
      expect(before).toBeCloseTo(1, 5)
    }
  })

  test('of a result are 1 and 0 and known only afterwards', () => {
    for (const row of [...rowsAt(api('/markets?state=closed&trading_model=all'), 'data'), ...open]) {
      expect(row).toMatchObject({ resolvedOutcomeId: -1, voided: false })
    }
    const decided = rowsAt(api('/markets?state=resolved&trading_model=all&limit=100'), 'data')
    for (const row of decided.filter(({ voided }) => voided === false)) {
      const prices = rowsAt(row, 'outcomes').map((outcome) => numberAt(outcome, 'price'))
      expect(prices).toEqual(prices.map((_, index) => (index === row['resolvedOutcomeId'] ? 1 : 0)))
    }
  })

  test('of books show both best prices, of pools none', () => {
    const quoted = firstWhere(books, (row) => dig(row, 'outcomes.0.bestBid') !== null)
    const bid = numberAt(quoted, 'outcomes.0.bestBid')
    expect(numberAt(quoted, 'outcomes.1.bestAsk')).toBeCloseTo(1 - bid, 9)
    expect(pools.every((row) => rowsAt(row, 'outcomes').every((one) => one['bestBid'] === null))).toBe(true)
  })
})

describe('events of the order book', () => {
  test('group binary markets, which they hold whole', () => {
    const events = rowsAt(api('/events?state=open'), 'data')
    expect(events.length).toBeGreaterThan(20)
    const inside = events.flatMap((event) => rowsAt(event, 'markets'))
    const openInside = inside.filter((row) => row['state'] === 'open').map(nameOf)
    expect(openInside.toSorted()).toEqual(
      books
        .filter((row) => row['eventId'] !== null)
        .map(nameOf)
        .toSorted(),
    )
    expect(inside.every((row) => rowsAt(row, 'outcomes').length === 2)).toBe(true)
    const event = firstOf(events)
    for (const key of [textAt(event, 'id'), textAt(event, 'slug')])
      expect(api(`/events/${key}`)).toEqual(event)
  })

  test('that do not exist, and slugs of their markets, are not found', () => {
    const market = firstWhere(books, (row) => row['eventId'] !== null)
    const keys = [
      'nothing',
      textAt(market, 'slug'),
      'd3d3d3d3-0000-4000-a000-000000000001',
      textAt(firstOf(pools), 'slug'),
    ]
    for (const key of keys) expect(stage.probe('api', `/events/${key}`).status, key).toBe(404)
  })
})

describe('other reads', () => {
  test('questions hold the micro-markets', () => {
    const rows = rowsAt(api('/questions?limit=100'), 'data')
    expect(rows.length).toBeGreaterThan(50)
    const first = firstOf(rows)
    expect(first).toMatchObject({ marketCount: 1, markets: [{ slug: expect.stringContaining('updown') }] })
    expect(rowsAt(api('/questions?min_markets=2'), 'data')).toEqual([])
    const title = textAt(first, 'title')
    const named = rowsAt(api(`/questions?limit=100&keyword=${encodeURIComponent(title)}`), 'data')
    expect(new Set(named.map((row) => row['title']))).toEqual(new Set([title]))
  })

  test('a key without a signature is refused, other paths do not exist', () => {
    const bare = stage.probe('api', '/markets?api_key=abc')
    expect(bare).toEqual({ status: 401, body: { code: 'SIGNATURE_REQUIRED' } })
    expect(stage.probe('api', '/nothing').status).toBe(404)
  })

  test('what is documented and not played says so', () => {
    for (const path of ['/markets?group_by_event=true', '/topics', '/tags', '/events/x/orderbook'])
      expect(stage.probe('api', path), path).toMatchObject({
        status: 501,
        body: { error: expect.any(String) },
      })
  })
})
