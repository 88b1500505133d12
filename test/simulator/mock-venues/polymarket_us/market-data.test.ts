import { describe, expect, test } from 'vitest'
import { withMarkets } from '../../../../src/simulator/mock-kit/venue-view.js'
import { liteDataOf } from '../../../../src/simulator/mock-venues/polymarket_us/book.js'
import { marketSlugOf } from '../../../../src/simulator/mock-venues/polymarket_us/ids.js'
import { stateAt, type WorldMarket } from '../../../../src/simulator/world/common/types.js'
import type { SimulatedWorld } from '../../../../src/simulator/world/world.js'
import { contextOf } from '../../support/context.js'
import { firstOf, firstWhere, type Row, rowsAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('polymarket_us')
const markets = withMarkets(stage.world.eventsAt(NOON))
const open = firstWhere(markets, ({ market }) => {
  const { bids, asks } = stage.world.book(market.key, NOON)
  return stateAt(market, NOON) === 'open' && bids.length > 1 && asks.length > 1
})
const dataOf = (slug: string, kind: string): Row =>
  Object(stage.get('gateway', `/v1/markets/${slug}/${kind}`)).marketData

/** What an open market's quotes in short were made of (gateway.polymarket.us, 2026-09-17, tec-mlb-nlchamp-2026-09-27-atl). */
const recorded = {
  marketSlug: 'tec-mlb-nlchamp-2026-09-27-atl',
  currentPx: { value: '0.1060', currency: 'USD' },
  lastTradePx: { value: '0.1060', currency: 'USD' },
  settlementPx: { value: '0.1090', currency: 'USD' },
  sharesTraded: '5343.0000',
  openInterest: '138740.0000',
  bestAsk: { value: '0.1070', currency: 'USD' },
  bestBid: { value: '0.1060', currency: 'USD' },
  askDepth: 14,
  bidDepth: 12,
  lastPriceSample: {
    longPx: { value: '0.1060', currency: 'USD' },
    shortPx: { value: '0.894', currency: 'USD' },
    ts: '2026-09-17T12:37:57.586746678Z',
  },
  longQuote: { value: '0.1070', currency: 'USD' },
  shortQuote: { value: '0.894', currency: 'USD' },
  state: 'MARKET_STATE_OPEN',
  bidShares: '420000',
  askShares: '250000',
}

/** Members with the kinds of their values; digits are no matter. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, member]) => [name, shapeOf(member)] as const)
        .sort(),
    )
  return typeof value === 'string' ? value.replace(/\d+/g, '0').replace(/^[a-z]+-.*/, 'slug') : typeof value
}

/** As a book of the world that has these levels is told. */
function lite(bids: readonly [number, number][], asks: readonly [number, number][], market: WorldMarket) {
  const levels = (rows: readonly [number, number][]) => rows.map(([price, size]) => ({ price, size }))
  const world: SimulatedWorld = {
    ...stage.world,
    book: () => ({ bids: levels(bids), asks: levels(asks) }),
    quotes: () => world,
  }
  return Object(liteDataOf(contextOf(world, NOON), 'a-slug', market))
}

describe('quotes in short', () => {
  test('have the shape of a recorded answer, and the figures of the whole book', () => {
    const short = dataOf(marketSlugOf(open), 'bbo')
    expect(shapeOf(short)).toEqual(shapeOf(recorded))
    const whole = dataOf(marketSlugOf(open), 'book')
    const [bids, offers] = [rowsAt(whole, 'bids'), rowsAt(whole, 'offers')]
    expect([short['bestBid'], short['bestAsk']]).toEqual([bids[0]?.['px'], offers[0]?.['px']])
    expect([short['bidDepth'], short['askDepth']]).toEqual([bids.length, offers.length])
    expect(Object(whole['stats'])).toMatchObject({
      currentPx: short['currentPx'],
      settlementPx: short['settlementPx'],
      lastPriceSample: short['lastPriceSample'],
      sharesTraded: short['sharesTraded'],
    })
  })

  test.each([
    [0.6, 0.605, 0.001, '0.6020'],
    [0.005, 0.01, 0.001, '0.0070'],
    [0.72, 0.73, 0.01, '0.7200'],
  ] as const)('mark the middle of %d and %d, cut to the tick of %d, as %s', (bid, ask, tick, mark) => {
    // Three recorded pairs of 2026-09.
    expect(lite([[bid, 1]], [[ask, 1]], { ...open.market, tick })).toMatchObject({
      currentPx: { value: mark },
    })
  })

  test('cut what rests down to two figures', () => {
    const { bidShares, askShares } = lite(
      [
        [0.5, 429_000.5],
        [0.4, 325],
      ],
      [],
      open.market,
    )
    expect([bidShares, askShares]).toEqual(['420000', '0'])
  })

  test('are null where nobody quotes', () => {
    expect(lite([], [], open.market)).toMatchObject({ bestBid: null, bestAsk: null, bidDepth: 0 })
    expect(Object.keys(lite([], [], open.market))).not.toContain('longQuote')
  })

  test('of a book that is over and still shown tell no trading', () => {
    const stale = firstWhere(
      markets,
      ({ market }) =>
        stateAt(market, NOON) !== 'open' &&
        market.seed % 2 === 0 &&
        stage.world.book(market.key, market.closesAt - 1).bids.length > 0,
    )
    expect(dataOf(marketSlugOf(stale), 'bbo')).toMatchObject({
      state: 'MARKET_STATE_CLOSED',
      lastTradePx: null,
      sharesTraded: '',
      openInterest: '',
    })
  })
})

test('a settlement is told once there is one', () => {
  const decided = firstWhere(markets, ({ market }) => stateAt(market, NOON) === 'resolved')
  const slug = marketSlugOf(decided)
  expect(stage.get('gateway', `/v1/markets/${slug}/settlement`)).toEqual({
    slug,
    settlement: decided.market.payout,
  })
  expect(stage.probe('gateway', `/v1/markets/${marketSlugOf(open)}/settlement`).status).toBe(404)
})

describe('sports', () => {
  const [game] = markets.filter(({ event }) => event.shape === 'match')
  const native = Object(stage.get('gateway', `/v1/market/slug/${marketSlugOf(game ?? open)}`)).market as Row
  const team = Object(firstOf(rowsAt(native, 'marketSides'))['team']) as Row
  const teamsAt = (query: string) => Object(stage.get('gateway', `/v1/sports/teams/provider?${query}`)).teams

  test('are lines of games that are listed as series, too', () => {
    const sports = rowsAt(stage.get('gateway', '/v1/sports'), 'sports')
    const series = rowsAt(stage.get('gateway', '/v1/series?limit=100'), 'series').map(({ id }) => id)
    expect(sports.length).toBeGreaterThan(1)
    for (const sport of sports) expect(series).toContain(sport['series'])
  })

  test('have the teams that sides of markets show, by their numbers', () => {
    const { ordering: _ordering, ...rest } = team
    expect(teamsAt(`teamIds=${team['id']}`)).toMatchObject({ [String(team['id'])]: rest })
    const [sportradar] = rowsAt(team, 'providerIds')
    const found = teamsAt(`provider=PROVIDER_SPORTRADAR&teamIds=${sportradar?.['providerId']}`)
    expect(Object.keys(found)).toEqual([String(team['id'])])
    expect(Object.keys(teamsAt(`league=${team['league']}`))).toContain(String(team['id']))
    expect(teamsAt('league=nobody')).toEqual({})
  })
})
