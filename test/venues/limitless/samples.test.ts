import { describe, expect, test } from 'vitest'
import type { EventRow } from '../../../src/venue-kit/contract/venue.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { toPositions } from '../../../src/venues/limitless/account.js'
import { toOrderBook } from '../../../src/venues/limitless/book.js'
import { assertPage, toEventRow } from '../../../src/venues/limitless/mapping.js'
import { toFillPage } from '../../../src/venues/limitless/native/fills.js'
import {
  activeReply,
  bookReply,
  fillsReply,
  nativeMarket,
  portfolioReply,
  searchReply,
} from '../../../src/venues/limitless/schemas.js'
import { present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'

const recorded = (file: string): unknown => sample('limitless', file)
const memberOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)

function rowsOf(natives: readonly ReturnType<typeof parse>[], file: string): EventRow[] {
  assertPage(natives, file, 'data')
  return natives.map((native) => toEventRow(native, file))
}
const parse = (payload: unknown) => readPayload(nativeMarket, payload, 'a recording')

/** What must hold of every row, whatever it is of. */
function expectHonest({ event, markets }: EventRow): void {
  expect(event.url).toBe(`https://limitless.exchange/markets/${event.slug}`)
  for (const { market } of markets) {
    expect(market.eventId).toBe(event.id)
    expect(market.outcomes).toHaveLength(2)
    for (const outcome of market.outcomes) {
      expect(outcome.outcomeId).toMatch(/^\d{70,78}$/)
      expect(outcome.label.toLowerCase()).not.toMatch(/^(yes|no)$/)
    }
    const [yes, no] = market.outcomes.map(({ price }) => price)
    if (yes !== undefined) expect(yes + (no ?? 0)).toBeCloseTo(1, 9)
    expect(Date.parse(present(market.resolutionDate))).toBeGreaterThan(Date.UTC(2026, 0))
    expect(JSON.parse(JSON.stringify(market))).toEqual(market)
  }
}

describe.runIf(haveSamples)('recorded markets', () => {
  test('a page of open ones of October 2026', () => {
    const { data } = readPayload(activeReply, recorded('syn-limitless_active.json'), 'active')
    const rows = rowsOf(data, 'active')
    rows.forEach(expectHonest)
    expect(
      rows.map(({ event, status, markets }) => [event.slug, status, markets[0]?.market.yes?.price]),
    ).toEqual([
      ['eth-up-or-down-5-min-1791366000', 'active', 0.49],
      ['eth-up-or-down-15-min-1791365400', 'active', 0.0085],
      ['solana-up-or-down-hourly-p-1791353115685', 'active', 0.0575],
      ['what-price-will-bitcoin-hit-on-october-7-2026-1791345926180', 'active', 0.4995],
    ])
    expect(rows[0]?.markets[0]?.market.outcomes.map(({ label }) => label)).toEqual(['Up', 'Down'])
    expect(rows[3]?.markets[0]?.market).toMatchObject({
      title: 'What price will Bitcoin hit on October 7? - ↑ 92,000',
      yes: { label: '↑ 92,000' },
      category: 'Daily',
    })
  })

  test('an open group with decided children: those are closed and pay', () => {
    const file = 'paras-GET_api_limitless_exchange_markets_active_d9a63849.json'
    const { data, totalMarketsCount } = readPayload(activeReply, memberOf(recorded(file), 'response'), file)
    const rows = rowsOf(data, file)
    rows.forEach(expectHonest)
    expect(totalMarketsCount).toBe(631)
    const group = present(rows[0])
    expect(group.event.volume).toBe(5868.024727)
    expect(group.markets.map(({ status, market }) => [status, market.yes?.price, market.volume])).toEqual([
      ['active', 0.0085, 5098.720654],
      ['active', 0.03, 769.304073],
      ['closed', 0, 0],
      ['closed', 0, 0],
      ['closed', 0, 0],
    ])
  })

  test('search results with decided children', () => {
    const { markets } = readPayload(searchReply, recorded('syn-limitless_search.json'), 'search')
    const rows = rowsOf(markets, 'search')
    rows.forEach(expectHonest)
    expect(rows[0]?.markets.map(({ status, market }) => [status, market.yes?.price])).toEqual([
      ['closed', 0],
      ['active', 0.067],
      ['closed', 0],
    ])
  })

  test('a group by itself', () => {
    const row = toEventRow(parse(recorded('syn-limitless_group.json')), 'group')
    expectHonest(row)
    expect(row.event).toMatchObject({ category: 'Daily', tags: ['Daily', 'Lumy'], volume: 0 })
    expect(row.markets).toHaveLength(4)
  })

  test('rows of June 2026: 0.5 of an empty book is no price', () => {
    const rows = Object.values(Object(recorded('markets-active-rows-2026-06-21.json'))).map((row) =>
      toEventRow(parse(row), 'rows'),
    )
    rows.forEach(expectHonest)
    expect(rows.map(({ markets }) => markets[0]?.market.yes?.price)).toEqual([undefined, 0.755, undefined])
    expect(rows[0]?.markets[0]?.market.sourceMetadata).toMatchObject({ strikePrice: 73.94643 })
  })

  test('a pooled market in percent', () => {
    const { data } = readPayload(activeReply, recorded('markets-active-openapi-example.json'), 'active')
    const { market } = present(toEventRow(present(data[0]), 'active').markets[0])
    expect(market).toMatchObject({
      outcomes: [],
      volume: 164.109293,
      liquidity: 50,
      contractAddress: '0x76d3e2098Be66Aa7E15138F467390f0Eb7349B9b',
    })
  })

  test('a market and its book in one body, all numbers quoted', () => {
    const native = parse(recorded('ccxt-fetchTicker-1.json'))
    const { market } = present(toEventRow(native, 'ticker').markets[0])
    expect(market).toMatchObject({
      marketId: 'usa-and-australia-both-to-score-1779980360817',
      category: 'Props',
    })
    expect([market.yes?.price, market.no?.price]).toEqual([0.476, 0.524])
  })
})

describe.runIf(haveSamples)('recorded books', () => {
  test.each([
    ['syn-limitless_book.json', 0.021, 0.053, 1_000],
    ['orderbook.json', 0.14, 0.161, 12_360.33],
    ['orderbook-2025-05.json', 0.163, 0.19, 300],
    ['ccxt-fetchOrderBook-1.json', 0.466, 0.486, 2_000],
  ])('%s, seen from both sides', (file, bid, ask, size) => {
    const native = readPayload(bookReply, recorded(file), file)
    const tokens = { yes: native.tokenId, no: '1' }
    const facts = { slug: 'a-1', tokens, decimals: 6 }
    const yes = toOrderBook(native, { ...facts, side: 'yes' }, 0)
    const no = toOrderBook(native, { ...facts, side: 'no' }, 0)
    expect([yes.bids[0]?.price, yes.asks[0]?.price, yes.bids[0]?.size]).toEqual([bid, ask, size])
    expect(
      no.asks.map(({ price, size: contracts }) => [Math.round((1 - price) * 1000) / 1000, contracts]),
    ).toEqual(yes.bids.map(({ price, size: contracts }) => [price, contracts]))
  })
})

describe.runIf(haveSamples)('recorded fills', () => {
  test.each([
    ['market-events.json', [[13, 'buy', 0.332, 2.5]]],
    [
      'syn-limitless_trades-first2.json',
      [
        [22, 'sell', 0.046, 1.276418],
        [21, 'sell', 0.083, 1.995615],
      ],
    ],
  ])('%s', (file, expected) => {
    const native = readPayload(fillsReply, recorded(file), file)
    // The recordings do not name their market; its YES token is the one of the oldest row.
    const tokens = { yes: native.events.at(-1)?.tokenId ?? '', no: native.events[0]?.tokenId ?? '' }
    const page = toFillPage(native, { slug: 'a-1', tokens, decimals: 6 }, 1)
    expect(page.fills.map(({ number, side, price, size }) => [number, side, price, size])).toEqual(expected)
    expect(page.pages).toBe(native.totalPages)
  })
})

describe.runIf(haveSamples)('recorded portfolios', () => {
  test('of May 2026', () => {
    const { clob } = readPayload(portfolioReply, recorded('portfolio-positions.json'), 'positions')
    expect(clob.flatMap(toPositions)).toMatchObject([
      {
        outcomeLabel: 'BTC Up or Down - 1 week',
        size: 1.004763,
        entryPrice: 0.991,
        currentPrice: 0.991,
        unrealizedPnL: 0,
      },
    ])
  })

  test('of April 2025: both sides, and a loss; values are size times price', () => {
    const { clob, amm = [] } = readPayload(
      portfolioReply,
      recorded('portfolio-positions-2025-04.json'),
      'positions',
    )
    const positions = clob.flatMap(toPositions)
    expect(positions).toHaveLength(9)
    expect(positions[2]).toMatchObject({
      size: 85,
      entryPrice: 0.5,
      currentValue: 46.75,
      unrealizedPnL: 4.25,
    })
    expect(positions[3]).toMatchObject({ size: 38.888889, currentPrice: 0.45, unrealizedPnL: -1.944445 })
    expect(amm[0]?.outcomeTokenAmount).toBeCloseTo(254.813724, 9)
  })
})
