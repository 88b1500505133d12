import { describe, expect, test } from 'vitest'
import { type Told, toEventRow, toMarketRow } from '../../../src/venues/hunch/rows.js'
import { marketRef, quote, result } from '../../../src/venues/hunch/wire.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import {
  evenOdds,
  ladderOdds,
  nativeLadder,
  nativeMarket,
  nativeQuote,
  nativeResult,
  noBets,
  odds,
  stats,
} from './payloads.js'

const rowOf = (native: object, told: Told = {}, at = now) => toMarketRow(marketRef.parse(native), told, at)
const toldOf = (more: Record<string, unknown>) => quote.parse(nativeQuote(more))
const pricesOf = (native: object, told?: Told) =>
  rowOf(native, told).market.outcomes.map(({ price }) => price)

test('a market of two sides', () => {
  const { market, status } = rowOf(nativeMarket(), { odds, stats: stats(), shelf: 'Token milestone' })
  expect(status).toBe('active')
  expect(market).toMatchObject({
    marketId: 'lark-50m-mcap-2026-12-15',
    eventId: 'lark-50m-mcap-2026-12-15',
    title: 'Will $LARK reach $50M market cap by December 15, 2026 at 11:59 PM UTC?',
    description: 'A native Hunch YES/NO market for the $LARK run to $50M.',
    slug: 'lark-50m',
    url: 'https://www.playhunch.xyz/markets/lark-50m',
    resolutionDate: '2026-12-15T23:59:00.000Z',
    outcomes: [
      { outcomeId: 'lark-50m-mcap-2026-12-15:yes', price: 0.92 },
      { outcomeId: 'lark-50m-mcap-2026-12-15:no', price: 0.08 },
    ],
    yes: { outcomeId: 'lark-50m-mcap-2026-12-15:yes' },
    volume: 12,
    openInterest: 12,
    category: 'Crypto',
    tags: ['Token milestone', 'market_cap', 'LARK'],
    tickSize: 0.01,
    status: 'open',
    sourceMetadata: { priceSource: 'pool', bets: 3, seedUsd: 10_000, feeBps: 200 },
  })
  // The seed is no money that anybody can take.
  expect(market.liquidity).toBeUndefined()
  expect(market.volume24h).toBeUndefined()
})

test('a ladder', () => {
  const { market } = rowOf(nativeLadder(), toldOf({ market: nativeLadder(), odds: ladderOdds }))
  expect(market.outcomes).toMatchObject([
    { outcomeId: 'wren-mcap-ladder-2026-11-16:le-n9', label: '-9% or lower', price: 0.01 },
    { label: '-9% to +9%', price: 0.96, metadata: { lower: -0.09, upper: 0.09 } },
    { label: '+9% or higher', price: 0.03 },
  ])
  expect(market.yes).toBeUndefined()
})

describe('prices', () => {
  test('of which nothing is told are absent', () => {
    expect(pricesOf(nativeMarket())).toEqual([undefined, undefined])
    expect(rowOf(nativeMarket()).market.sourceMetadata).not.toHaveProperty('priceSource')
    expect(pricesOf(nativeLadder(), { odds: { 'le-n9': 4 } })).toEqual([0.04, undefined, undefined])
  })

  test('of which nobody tells whether there were bets do not say what they are made of', () => {
    const { market } = rowOf(nativeLadder(), { odds: ladderOdds })
    expect(market.outcomes[0]?.price).toBe(0.01)
    expect(market.sourceMetadata).not.toHaveProperty('priceSource')
  })

  test('that nobody has bet on say so', () => {
    const { market } = rowOf(nativeMarket(), { odds: evenOdds, stats: noBets })
    expect(market.outcomes.map(({ price }) => price)).toEqual([0.5, 0.5])
    expect([market.volume, market.sourceMetadata?.['priceSource']]).toEqual([0, 'seed'])
  })

  test.each([
    [0, 100],
    ['1', '99'],
    [33.3, 66.7],
  ])('of %j and %j cents', (yesPriceCents, noPriceCents) => {
    const told = toldOf({ odds: { yesPriceCents, noPriceCents } })
    expect(pricesOf(nativeMarket(), told)).toEqual([Number(yesPriceCents) / 100, Number(noPriceCents) / 100])
  })

  test('above 100 cents are an error', () => {
    const { error } = quote.safeParse(nativeQuote({ odds: { yesPriceCents: 101, noPriceCents: 0 } }))
    expect(error?.issues[0]?.path).toEqual(['odds', 'yesPriceCents'])
  })
})

describe('what is over', () => {
  const decided = (more: Record<string, unknown> = {}) => ({
    odds,
    result: result.parse(nativeResult(more)).result,
  })

  test.each([
    ['open', {}, now, 'active'],
    ['open', {}, Date.UTC(2026, 11, 15, 23, 59), 'closed'],
    ['closed', {}, now, 'closed'],
    ['resolved', {}, now, 'closed'],
    ['voided', {}, now, 'closed'],
  ])('%s with %j', (status, more, at, expected) => {
    expect(rowOf(nativeMarket({ status, ...more }), {}, at).status).toBe(expected)
  })

  test('pays the side that it was decided for', () => {
    const native = nativeMarket({ status: 'resolved' })
    expect(pricesOf(native, decided())).toEqual([0, 1])
    expect(rowOf(native, decided()).market).toMatchObject({
      sourceMetadata: {
        priceSource: 'settlement',
        resolvedOutcome: 'no',
        resolvedAt: '2026-11-20T00:00:00.000Z',
        payoutPerShareUsd: 1.04,
      },
    })
    const ladder = nativeLadder({ status: 'resolved' })
    expect(pricesOf(ladder, decided({ resolvedOutcome: 'n9-p9' }))).toEqual([0, 1, 0])
  })

  test('has no price where it was voided, or the result is not told', () => {
    expect(pricesOf(nativeMarket({ status: 'voided' }), decided())).toEqual([undefined, undefined])
    const pending = decided({ status: 'pending', resolvedOutcome: null })
    expect(pricesOf(nativeMarket({ status: 'resolved' }), pending)).toEqual([undefined, undefined])
  })

  test('keeps its odds until it is decided', () => {
    expect(pricesOf(nativeMarket({ status: 'closed' }), { odds, stats: stats() })).toEqual([0.92, 0.08])
  })

  test('decided for nothing that could be bet on is an error', async () => {
    const other = decided({ resolvedOutcome: 'maybe' })
    await expectDrift(() => rowOf(nativeMarket({ status: 'resolved' }), other), 'result.resolvedOutcome')
  })

  test('in a state of no documented name is refused', () => {
    expect(marketRef.safeParse(nativeMarket({ status: 'paused' })).error?.issues[0]?.path).toEqual(['status'])
  })
})

test('rows of the wild', () => {
  const { market } = rowOf(
    nativeMarket({
      slug: null,
      links: null,
      summary: null,
      tokenSymbol: null,
      tokenSymbols: ['lark', 'Lark', null],
      deadlineAt: '2099-12-31T23:59:59.000Z',
      deadlineLabel: 'No deadline',
      somethingNew: {},
    }),
  )
  expect(market).toMatchObject({
    description: '',
    url: 'https://www.playhunch.xyz/markets/lark-50m-mcap-2026-12-15',
    tags: ['market_cap', 'LARK'],
  })
  expect(market.resolutionDate).toBeUndefined()
})

test('a market whose outcomes the venue does not name is refused by that name', async () => {
  const flip = nativeMarket({ category: 'coin_flip' })
  expect(await failureOf(() => rowOf(flip))).toMatchObject({
    code: 'NOT_SUPPORTED',
    detail: { kind: 'unnamed_outcomes', marketId: 'lark-50m-mcap-2026-12-15' },
  })
})

test('an event wraps its one market', () => {
  const row = rowOf(nativeMarket(), { stats: stats() })
  expect(toEventRow(row)).toMatchObject({
    status: 'active',
    markets: [row],
    event: { id: row.market.marketId, title: row.market.title, slug: 'lark-50m', volume: 12 },
  })
})
