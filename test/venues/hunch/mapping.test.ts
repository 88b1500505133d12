import { describe, expect, test } from 'vitest'
import { type FurtherFacts, toEventRow, toMarketRow } from '../../../src/venues/hunch/mapping.js'
import { marketReply, researchOdds, result } from '../../../src/venues/hunch/schemas.js'
import { expectDrift, failureOf } from '../../support/expect.js'
import { now } from '../../support/venue.js'
import {
  evenOdds,
  ladder,
  nativeLadder,
  nativeMarket,
  nativeReply,
  nativeResearch,
  nativeResult,
  noBets,
  stats,
} from './payloads.js'

const rowOf = (native: object, told: FurtherFacts = {}, at = now) =>
  toMarketRow(marketReply.parse(nativeReply(native)).market, told, at)
const bands = (changes?: Record<string, unknown>): FurtherFacts => {
  const research = nativeResearch({ market: nativeLadder(), ladder: ladder(changes), stats: null })
  return { ladder: researchOdds.parse(research).research.ladder }
}
const pricesOf = (native: object, told?: FurtherFacts) =>
  rowOf(native, told).market.outcomes.map(({ price }) => price)

test('a market of two sides', () => {
  const { market, status } = rowOf(nativeMarket())
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
    volume24h: 2,
    openInterest: 12,
    category: 'Crypto',
    tags: ['market_cap', 'LARK'],
    tickSize: 0.01,
    status: 'active',
    nativeStatus: 'open',
    sourceMetadata: { priceSource: 'pool', bets: 3, seedUsd: 10_000, feeBps: 200 },
  })
  // The seed is no money that anybody can take.
  expect(market.liquidity).toBeUndefined()
})

test('a ladder', () => {
  const { market } = rowOf(nativeLadder(), bands())
  expect(market.outcomes).toMatchObject([
    { outcomeId: 'wren-mcap-ladder-2026-11-16:le-n9', label: '-9% or lower', price: 0.01 },
    { label: '-9% to +9%', price: 0.96, metadata: { lower: -0.09, upper: 0.09 } },
    { label: '+9% or higher', price: 0.03 },
  ])
  expect(market.yes).toBeUndefined()
})

describe('prices', () => {
  test('of which nothing is told are absent', () => {
    const silent = rowOf(nativeMarket({ odds: null }))
    expect(silent.market.outcomes.map(({ price }) => price)).toEqual([undefined, undefined])
    expect(silent.market.sourceMetadata).not.toHaveProperty('priceSource')
    expect(pricesOf(nativeMarket({ odds: { yesPriceCents: 92, noPriceCents: null } }))).toEqual([
      0.92,
      undefined,
    ])
    expect(pricesOf(nativeLadder())).toEqual([undefined, undefined, undefined])
    expect(pricesOf(nativeLadder(), bands({ 'le-n9': null }))).toEqual([undefined, 0.96, 0.03])
  })

  test('of which nobody tells whether there were bets do not say what they are made of', () => {
    const { market } = rowOf(nativeMarket({ totalBets: null }))
    expect(market.outcomes[0]?.price).toBe(0.92)
    expect(market.sourceMetadata).not.toHaveProperty('priceSource')
  })

  test('that nobody has bet on say so', () => {
    const { market } = rowOf(nativeMarket({ odds: evenOdds, stats: noBets, totalBets: 0, volumeUsd: 0 }))
    expect(market.outcomes.map(({ price }) => price)).toEqual([0.5, 0.5])
    expect([market.volume, market.sourceMetadata?.['priceSource']]).toEqual([0, 'seed'])
  })

  test.each([
    [0, 100, [0, 1]],
    ['1', '99', [0.01, 0.99]],
    [33.3, 66.7, [0.333, 0.667]],
  ])('of %j and %j cents', (yesPriceCents, noPriceCents, prices) => {
    expect(pricesOf(nativeMarket({ odds: { yesPriceCents, noPriceCents } }))).toEqual(prices)
  })

  test('above 100 cents are an error', () => {
    const native = nativeMarket({ odds: { yesPriceCents: 101, noPriceCents: 0 } })
    const { error } = marketReply.safeParse(nativeReply(native))
    expect(error?.issues[0]?.path).toEqual(['market', 'odds', 'yesPriceCents'])
  })
})

describe('money', () => {
  test('is that of the pool where the market itself says nothing of it', () => {
    const { market } = rowOf(nativeMarket({ volumeUsd: null, volume24hUsd: null, stats: stats() }))
    expect(market).toMatchObject({ volume: 12, openInterest: 12, sourceMetadata: { volumeUnit: 'usd' } })
    expect(market.volume24h).toBeUndefined()
  })

  test.each([null, 'much', -1, {}])('of %j is unknown, and no 0', (volumeUsd) => {
    const { market } = rowOf(nativeMarket({ volumeUsd, volume24hUsd: volumeUsd }))
    expect([market.volume, market.volume24h, market.openInterest]).toEqual([undefined, undefined, undefined])
    expect(market.sourceMetadata).not.toHaveProperty('volumeUnit')
  })
})

describe('what is over', () => {
  const decided = (more: Record<string, unknown> = {}) => ({
    result: result.parse(nativeResult(more)).result,
  })

  test.each([
    ['open', {}, now, 'active'],
    ['open', {}, Date.UTC(2026, 11, 15, 23, 59), 'closed'],
    ['closed', {}, now, 'closed'],
    ['resolved', {}, now, 'closed'],
    ['voided', {}, now, 'closed'],
    ['open', { deadlineAt: null }, now, 'active'],
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
    const bandsOver = nativeLadder({ status: 'resolved' })
    expect(pricesOf(bandsOver, decided({ resolvedOutcome: 'n9-p9' }))).toEqual([0, 1, 0])
  })

  test.each(['UP', 'up', 'YES'])('for %s pays the side of yes', (resolvedOutcome) => {
    const round = nativeMarket({ status: 'resolved', category: 'price_direction' })
    expect(pricesOf(round, decided({ resolvedOutcome }))).toEqual([1, 0])
  })

  test('has no price where it was voided, or the result is not told', () => {
    expect(pricesOf(nativeMarket({ status: 'voided' }), decided())).toEqual([undefined, undefined])
    const pending = decided({ status: 'pending', resolvedOutcome: null })
    expect(pricesOf(nativeMarket({ status: 'resolved' }), pending)).toEqual([undefined, undefined])
  })

  test('keeps its odds until it is decided', () => {
    expect(pricesOf(nativeMarket({ status: 'closed' }))).toEqual([0.92, 0.08])
  })

  test('decided for nothing that could be bet on is an error', async () => {
    const other = decided({ resolvedOutcome: 'maybe' })
    await expectDrift(() => rowOf(nativeMarket({ status: 'resolved' }), other), 'result.resolvedOutcome')
  })

  test('in a state of no documented name is refused', () => {
    const { error } = marketReply.safeParse(nativeReply(nativeMarket({ status: 'paused' })))
    expect(error?.issues[0]?.path).toEqual(['market', 'status'])
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
      headline: 7,
      feeBps: 'two',
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
  const flip = nativeMarket({ category: 'coin_flip', odds: null })
  expect(await failureOf(() => rowOf(flip))).toMatchObject({
    code: 'NOT_SUPPORTED',
    detail: { kind: 'unnamed_outcomes', marketId: 'lark-50m-mcap-2026-12-15' },
  })
})

test('an event wraps its one market', () => {
  const row = rowOf(nativeMarket())
  expect(toEventRow(row)).toMatchObject({
    status: 'active',
    markets: [row],
    event: { id: row.market.marketId, title: row.market.title, slug: 'lark-50m', volume: 12, volume24h: 2 },
  })
})
