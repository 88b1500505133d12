import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { EventRow, MarketRow } from '../../../src/venue-kit/contract/venue.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import {
  assertEventPage,
  assertMarketPage,
  toEventRow,
  toMarketRow,
} from '../../../src/venues/polymarket/mapping.js'
import { toLocated } from '../../../src/venues/polymarket/outcomes.js'
import {
  eventsKeyset,
  gammaEvents,
  gammaMarket,
  gammaMarkets,
  keysetCursor,
  publicSearch,
} from '../../../src/venues/polymarket/schemas.js'
import { present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'
import { setUp } from './set-up.js'

const recorded = (file: string): unknown => sample('polymarket', file)

function eventsIn(file: string): EventRow[] {
  const events = readPayload(gammaEvents, recorded(file), file)
  assertEventPage(events, file)
  return events.map((event) => toEventRow(event, file))
}

function marketIn(file: string): MarketRow {
  return present(toMarketRow(readPayload(gammaMarket, recorded(file), file), file))
}

/** What must hold of every row, whatever it is of. */
function expectHonest({ market }: MarketRow): void {
  expect(market.contractAddress).toMatch(/^0x[0-9a-f]{64}$/)
  expect(market.outcomes.length).toBeGreaterThanOrEqual(2)
  for (const outcome of market.outcomes) {
    expect(outcome.outcomeId).toMatch(/^\d{70,78}$/)
    expect(outcome.marketId).toBe(market.marketId)
    expect(outcome.label.toLowerCase()).not.toMatch(/^(yes|no)$/)
    expect(outcome.price).toBeGreaterThanOrEqual(0)
    expect(outcome.price).toBeLessThanOrEqual(1)
  }
  const sum = market.outcomes.reduce((total, outcome) => total + (outcome.price ?? 0), 0)
  expect(sum).toBeCloseTo(1, 6)
  expect(market.volume).toBeGreaterThan(0)
  expect(JSON.parse(JSON.stringify(market))).toEqual(market)
}

describe.runIf(haveSamples)('recorded events', () => {
  test('an election of candidates', () => {
    const [row] = eventsIn('gamma-events-democratic-nominee-2028.json')
    const { event, markets, status } = present(row)
    expect(status).toBe('active')
    expect(event).toMatchObject({
      id: '30829',
      slug: 'democratic-presidential-nominee-2028',
      url: 'https://polymarket.com/event/democratic-presidential-nominee-2028',
      volume24h: 5669354.219446001,
      volume: 799823812.487094,
      category: 'World Elections',
    })
    expect(event.tags).toHaveLength(7)
    markets.forEach(expectHonest)
    expect(
      markets.map(({ market }) => [market.marketId, market.yes?.label, market.yes?.price, market.no?.price]),
    ).toEqual([
      ['559657', 'Stephen A. Smith', 0.0105, 0.9895],
      ['559659', 'Gretchen Whitmer', 0.0145, 0.9855],
    ])
    expect(markets.map(({ market }) => market.yes?.priceChange24h)).toEqual([0.002, undefined])
    expect(markets[0]?.market).toMatchObject({
      title:
        'Democratic Presidential Nominee 2028 - Will Stephen A. Smith win the 2028 Democratic presidential nomination?',
      resolutionDate: '2028-11-07T00:00:00.000Z',
      tickSize: 0.001,
      volume24h: 129642.785175,
      volume: 12232699.615479222,
      liquidity: 400500.66675,
    })
  })

  test('a keyset page with an open, a closed and a never deployed market', () => {
    const page = recorded('syn-poly_events.json')
    const { events } = readPayload(eventsKeyset, page, 'keyset')
    const { next_cursor } = readPayload(keysetCursor, page, 'keyset')
    const row = toEventRow(present(events[0]), 'keyset')
    expect(next_cursor).toMatch(/^S8oZ0zeL/)
    row.markets.forEach(expectHonest)
    expect(row.markets.map(({ market, status }) => [market.marketId, status, market.yes?.price])).toEqual([
      ['516950', 'closed', 0],
      ['3886789', 'active', 0.465],
    ])
    expect(row.markets[0]?.market).not.toHaveProperty('liquidity')
    expect(row.markets[0]?.market).not.toHaveProperty('volume24h')
    expect(row.markets[1]?.market.no?.priceChange24h).toBe(0.04)
  })

  test('a game whose market is one total', () => {
    const [row] = eventsIn('gamma-events-nfl-totals-2026-09.json')
    const [total] = present(row).markets
    expect(total?.market.outcomes.map(({ label, price }) => [label, price])).toEqual([
      ['Over', 0.465],
      ['Under', 0.535],
    ])
    expect(total?.market).toMatchObject({
      title: 'Panthers vs. Falcons - Panthers vs. Falcons: O/U 44.5',
      volume: 52.370000000000005,
    })
    expect(total?.market).not.toHaveProperty('volume24h')
    expect(row?.event.sourceMetadata?.['series']).toMatchObject([{ id: '12185', slug: 'nfl-2026' }])
  })

  test('a ladder of dates with closed and open rungs', () => {
    const [row] = eventsIn('gamma-events-date-ladder-mixed-closed-derived.json')
    const markets = present(row).markets
    markets.forEach(expectHonest)
    expect(markets.map(({ status, market }) => [status, market.liquidity])).toEqual([
      ['closed', 0],
      ['active', 19049.239],
    ])
  })

  test.each(['syn-poly_search.json', 'gamma-public-search-bitcoin.json'])(
    'search results: %s',
    async (file) => {
      const found = readPayload(publicSearch, recorded(file), file)
      expect(found.pagination.hasMore).toBe(true)
      const rows = present(found.events).map((event) => toEventRow(event, file))
      rows.flatMap((row) => row.markets).forEach(expectHonest)
      expect(rows.every((row) => row.status === 'active' && row.markets.length > 0)).toBe(true)
      const { ctx } = setUp({
        'GET gamma/public-search': { ...Object(recorded(file)), pagination: { hasMore: false } },
      })
      const search = present(polymarket.markets.search)
      expect(await collect(search('x', { status: 'active' }, ctx).paging)).toEqual(rows)
    },
  )
})

describe.runIf(haveSamples)('recorded markets', () => {
  test('a list', () => {
    const file = 'gamma-markets-list-gta6.json'
    const markets = readPayload(gammaMarkets, recorded(file), file)
    assertMarketPage(markets, file, '')
    const rows = markets.map((market) => present(toMarketRow(market, file)))
    rows.forEach(expectHonest)
    expect(rows[0]?.market).toMatchObject({
      marketId: '540817',
      eventId: '23784',
      title: 'What will happen before GTA VI? - New Rihanna Album before GTA VI?',
      url: 'https://polymarket.com/event/what-will-happen-before-gta-vi',
    })
    expect(rows[0]?.market.yes).toMatchObject({
      label: 'New Rihanna Album',
      price: 0.51,
      priceChange24h: -0.005,
    })
  })

  test('up or down in five minutes: the event is named once', () => {
    const row = marketIn('gamma-market-btc-updown-5m.json')
    expectHonest(row)
    expect(row.market).toMatchObject({
      marketId: '1557558',
      eventId: '260654',
      title: 'Bitcoin Up or Down - March 12, 5:20AM-5:25AM ET',
      up: { label: 'Up', price: 0.505 },
      down: { label: 'Down', price: 0.495 },
    })
    expect(row.startsAt).toBe(Date.parse('2026-03-11T09:29:01.328Z'))
  })

  test('closed although it says that it takes orders', () => {
    const row = marketIn('gamma-market-closed-accepting-orders-true.json')
    expectHonest(row)
    expect(row.status).toBe('closed')
    expect(row.market).toMatchObject({ status: 'closed', yes: { price: 1 }, no: { price: 0 } })
    expect(row.market.yes?.label).toBe('Russia x Ukraine ceasefire by end of 2027?')
  })

  test('a match of two teams, with the facts that its candles need', () => {
    const file = 'gamma-market-closed-sports-moneyline.json'
    const row = marketIn(file)
    expectHonest(row)
    expect(row.market.outcomes.map(({ label, price }) => [label, price])).toEqual([
      ['FaZe', 1],
      ['illwill', 0],
    ])
    const loser = present(row.market.no).outcomeId
    expect(toLocated(readPayload(gammaMarket, recorded(file), file), loser)).toEqual({
      outcomeId: loser,
      listedAt: Date.parse('2026-04-05T14:00:05.980Z'),
      closedAt: Date.parse('2026-04-05T19:37:33Z'),
      facts: {
        tokenId: loser,
        otherTokenId: present(row.market.yes).outcomeId,
        marketId: '1878152',
        conditionId: '0x202abb9a80673068ec5ce9294d60e31eeaf3ab5c82fb21fb0c9142e5d0cab385',
        payout: 0,
      },
    })
  })

  test('a scalar market of 2020', () => {
    const row = marketIn('gamma-market-closed-legacy-scalar.json')
    expectHonest(row)
    expect(row).toMatchObject({
      status: 'closed',
      market: { marketId: '43', category: 'Crypto', volume: 46944.579746 },
    })
    expect(row.market.outcomes.map(({ label, price }) => [label, price])).toEqual([
      ['Long', 0.5843311669077693],
      ['Short', 0.4156688330922307],
    ])
  })
})
