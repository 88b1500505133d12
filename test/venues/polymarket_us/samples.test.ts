import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { toOrderBook } from '../../../src/venues/polymarket_us/book.js'
import {
  assertEventPage,
  assertMarketPage,
  toEventRow,
  toMarketRow,
} from '../../../src/venues/polymarket_us/mapping.js'
import { toPoints } from '../../../src/venues/polymarket_us/native/history.js'
import { eventSlugsIn } from '../../../src/venues/polymarket_us/native/parent.js'
import { toLocated } from '../../../src/venues/polymarket_us/outcomes.js'
import {
  bookReply,
  eventsReply,
  historyReply,
  marketReply,
  marketsReply,
  nativeSeries,
  seriesListReply,
} from '../../../src/venues/polymarket_us/schemas.js'
import { present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'

/** The body of a recording, with or without a note of where it comes from. */
function recorded(file: string): unknown {
  const payload = Object(sample('polymarket_us', file))
  return 'response' in payload ? payload.response : payload
}

const eventsIn = (file: string) => {
  const { events } = readPayload(eventsReply, recorded(file), file)
  assertEventPage(events, file)
  return events.map((event) => toEventRow(event, file))
}
const marketIn = (file: string) => readPayload(marketReply, recorded(file), file).market
const pricesIn = (rows: ReturnType<typeof eventsIn>) =>
  rows.flatMap(({ markets }) =>
    markets.map(({ market }) => [market.marketId, market.yes?.price, market.no?.price]),
  )

describe.runIf(haveSamples)('recorded', () => {
  test('events of September 2026', () => {
    const rows = eventsIn('events-mlb-sd-col-2026-09-16.json')
    expect(pricesIn(rows)).toEqual([
      ['aec-mlb-sd-col-2026-09-16', 0.6375, 0.3625],
      ['asc-mlb-sd-col-2026-09-16-neg-2pt5', 0.4, 0.6],
    ])
    expect(
      rows[0]?.markets.map(({ market }) => [market.eventId, market.yes?.label, market.no?.label]),
    ).toEqual([
      ['mlb-sd-col-2026-09-16', 'San Diego Padres', 'Colorado Rockies'],
      ['mlb-sd-col-2026-09-16', '-2.50', '+2.50'],
    ])
    const more = eventsIn('syn-polyus_events.json')
    for (const [, yes = 2, no = 2] of pricesIn(more)) expect(Number(yes) + Number(no)).toBeCloseTo(1, 9)
    expect(more[0]?.markets[0]?.market).toMatchObject({
      title: 'National League Champion - Los Angeles Dodgers',
      yes: { label: 'Los Angeles Dodgers', price: 0.3905 },
      tags: expect.arrayContaining(['Sports', 'MLB', 'Baseball']),
    })
  })

  test('a search', () => {
    expect(pricesIn(eventsIn('search-fed-gt25bps.json'))).toEqual([
      ['cbpac-fed-gt25bps-2026-12-31', 0.11, 0.89],
    ])
    expect(eventsIn('syn-polyus_search.json')).toEqual(eventsIn('search-fed-gt25bps.json'))
  })

  test('a list of markets of October 2026', () => {
    const file = 'paras-GET_gateway_polymarket_us_v1_markets_74ec431f.json'
    const { markets } = readPayload(marketsReply, recorded(file), file)
    assertMarketPage(markets, file, 'markets')
    expect(
      markets.map((market) => {
        const row = toMarketRow(market, file)
        return [row.market.title, row.market.yes?.price, row.market.no?.price, row.status]
      }),
    ).toEqual([
      ['U.S House Midterm Winner - Democratic Party', 0.8995, 0.1005, 'active'],
      ['U.S Senate Midterm Winner - Republican Party', 0.4105, 0.5895, 'active'],
      ['Texas Senate Election Winner - Ken Paxton (R)', 0.365, 0.635, 'active'],
      ['California Governor Election Winner - Xavier Becerra', 0.955, 0.045, 'active'],
      ['League to Win World Series - American League', 0.295, 0.705, 'active'],
    ])
  })

  test('markets by themselves, open and resolved', () => {
    const open = marketIn('market-open-mlb-nlchamp-atl.json')
    expect(toMarketRow(open, 'a recording').market).toMatchObject({
      title: 'National League Champion - Atlanta Braves',
      yes: { price: 0.1065, label: 'Atlanta Braves' },
      no: { price: 0.8935, label: 'Not Atlanta Braves' },
      tickSize: 0.001,
    })
    const over = marketIn('market-resolved-nfl-lac-ten.json')
    expect(toMarketRow(over, 'a recording')).toMatchObject({
      status: 'closed',
      market: {
        title: 'Los Angeles vs. Tennessee',
        yes: { price: 1, label: 'Chargers' },
        no: { price: 0, label: 'Titans' },
      },
    })
    expect(toLocated(over, 'short', Date.UTC(2026, 9, 1))).toEqual({
      outcomeId: 'aec-nfl-lac-ten-2025-11-02:short',
      listedAt: Date.UTC(2025, 9, 29, 22, 0, 1),
      closedAt: Date.UTC(2025, 10, 5, 13),
      isSettled: true,
      facts: { slug: 'aec-nfl-lac-ten-2025-11-02', side: 'short' },
    })
  })

  test('books, full and halted', () => {
    const read = (file: string) => readPayload(bookReply, recorded(file), file)
    const full = read('book-nfl-chi-car.json')
    const facts = { slug: 'aec-nfl-chi-car-2026-09-13' } as const
    const long = toOrderBook(full, { ...facts, side: 'long' }, 0)
    const short = toOrderBook(full, { ...facts, side: 'short' }, 0)
    expect([long.bids.length, long.asks.length, long.bids[0]?.price, long.asks[0]?.price]).toEqual([
      39, 32, 0.6, 0.605,
    ])
    expect(short.asks[0]).toEqual({ price: 0.4, size: present(long.bids[0]).size })
    expect(short.bids[0]).toEqual({ price: 0.395, size: present(long.asks[0]).size })
    expect(long.timestamp).toBe(Date.parse(present(long.datetime)))
    const halted = toOrderBook(
      read('book-halted-cfb-total.json'),
      { slug: 'tsc-cfb-okst-tulsa-2026-09-05-total-55pt5', side: 'short' },
      0,
    )
    expect(halted).toMatchObject({
      bids: [],
      asks: [],
      lastTradePrice: 0.43,
      sourceMetadata: expect.objectContaining({ state: 'MARKET_STATE_HALTED' }),
    })
    const whole = read('syn-polyus_book.json')
    expect(toOrderBook(whole, { slug: 'tec-mlb-nlchamp-2026-09-27-atl', side: 'long' }, 0).bids[0]).toEqual({
      price: 0.106,
      size: 18_611,
    })
  })

  test.each(['price-history-hourly.json', 'syn-polyus_prices.json'])('history: %s', (file) => {
    const { history } = readPayload(historyReply, recorded(file), file)
    const span = { from: 1_789_200_000_000, to: 1_789_400_000_000 }
    expect(toPoints(history, span)).toEqual([
      { at: 1_789_279_200_000, price: 0.1385 },
      { at: 1_789_282_800_000, price: 0.1385 },
      { at: 1_789_390_800_000, price: 0.1435 },
    ])
  })

  test.each(['series-list.json', 'syn-polyus_series.json'])('series: %s', (file) => {
    const { series } = readPayload(seriesListReply, recorded(file), file)
    expect(series.map(({ id, slug }) => [id, slug])).toEqual([
      ['29', 'rbcheri'],
      ['30', 'ipl-2026'],
      ['31', 'weather'],
    ])
  })
})

test('a series needs no more than a number', () => {
  expect(nativeSeries.parse({ id: 29, slug: null }).id).toBe('29')
})

test.each([
  ['asc-mlb-sd-col-2026-09-16-neg-2pt5', 'mlb-sd-col-2026-09-16'],
  ['tec-mlb-nlchamp-2026-09-27-atl', 'mlb-nlchamp-2026-09-27'],
  ['rdc-usfed-fomc-2026-10-28-hike25', 'usfed-fomc-2026-10-28'],
  ['cbpac-fed-gt25bps-2026-12-31', 'fed-gt25bps'],
])('what may be the event of %s', (slug, event) => {
  expect(eventSlugsIn(slug)).toContain(event)
  expect(eventSlugsIn('short')).toEqual([])
})
