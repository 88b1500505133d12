import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderBook, OrderLevel, UnifiedMarket } from '../../src/api/models/models.js'
import { arbitrageOf, type FeeOf, type Quoted } from '../../src/matching/arbitrage.js'
import { hedgeOf, toPriceComparison } from '../../src/matching/hedges.js'
import type { Comparison } from '../../src/matching/terms/relation-types.js'

const noFees: FeeOf = () => 0
const same = { relation: 'identity', confidence: 0.9 } as const

function quoted(venue: string, book: OrderBook): Quoted {
  const market: UnifiedMarket = {
    marketId: venue,
    title: venue,
    description: '',
    outcomes: [],
    url: '',
    sourceExchange: venue,
  }
  return { market, outcomeId: `${venue}-yes`, book }
}

const level = (price: number, size: number): OrderLevel => ({ price, size })
const kalshi = quoted('kalshi', {
  bids: [],
  asks: [level(0.4, 100), level(0.45, 100), level(0.6, 100)],
  timestamp: 0,
})
const rain = quoted('rain', { bids: [level(0.5, 150), level(0.44, 100)], asks: [], timestamp: 9_000 })
const readAt = (one: Quoted, at: number): Quoted => ({ ...one, readAt: at })

describe('arbitrage', () => {
  test('goes through both books for as long as a contract brings something', () => {
    const found = arbitrageOf(kalshi, rain, same, noFees)
    expect(found).toMatchObject({
      buyVenue: 'kalshi',
      sellVenue: 'rain',
      outcomeA: 'kalshi-yes',
      size: 150,
      buyPrice: 0.4166666667,
      sellPrice: 0.5,
      relation: 'identity',
      confidence: 0.9,
    })
    expect(found?.profit).toBeCloseTo(100 * 0.1 + 50 * 0.05, 8)
    expect(found?.spread).toBeCloseTo((found?.sellPrice ?? 0) - (found?.buyPrice ?? 0), 9)
  })

  test('tells no profit where the contracts of a book are something else', () => {
    const sui = { ...rain, book: { ...rain.book, sourceMetadata: { sizeUnit: 'SUI' } } }
    expect(arbitrageOf(kalshi, sui, same, noFees)).toMatchObject({
      netSpread: null,
      profit: null,
      netSpreadReason: 'sizes at rain are in SUI, not in contracts that pay one dollar',
    })
    const plain = { ...rain, book: { ...rain.book, sourceMetadata: { sizeUnit: 'contracts' } } }
    expect(arbitrageOf(kalshi, plain, same, noFees)).not.toHaveProperty('netSpreadReason')
  })

  test('tells how far apart books were read, and which had not changed for long', () => {
    const said = (a: Quoted, b: Quoted) => arbitrageOf(a, b, same, noFees)?.assumptions ?? []
    const [hour, later] = [3_600_000, 3_605_001]
    expect(said(readAt(kalshi, hour), readAt(rain, later))).toEqual(
      expect.arrayContaining([
        'the order books were read 5 s apart',
        'the book at kalshi had not changed for 60 min when it was read',
        'the book at rain had not changed for 59 min when it was read',
      ]),
    )
    expect(said(readAt(kalshi, 9_000), readAt(rain, 14_000)).join()).not.toMatch(
      /read \d+ s apart|not changed/,
    )
    expect(said(kalshi, readAt(rain, 0))).toContain('the time of an order book is unknown')
    expect(arbitrageOf(kalshi, readAt(rain, 7), same, noFees)).toMatchObject({
      buyBookReadAt: null,
      sellBookReadAt: 7,
    })
  })

  describe('between markets that pay a loser differently', () => {
    /** A market of which YES settles at no less than its floor. */
    const floored = (one: Quoted, side: 'yes' | 'no', settlement_floor: unknown, word?: string): Quoted => {
      const own = { outcomeId: one.outcomeId, marketId: one.market.marketId, label: side }
      const market = {
        ...one.market,
        [side]: own,
        sourceMetadata: { settlement_floor, settlement_bounds_type: word ?? 'floor' },
      }
      return { ...one, market }
    }

    test.each(['default', '', null])('is none where its type is %j, as most rows have it', (type) => {
      const plain = { ...rain, market: { ...rain.market, sourceMetadata: { settlement_bounds_type: type } } }
      const { size, profit } = arbitrageOf(kalshi, rain, same, noFees) ?? {}
      expect(arbitrageOf(kalshi, plain, same, noFees)).toMatchObject({ size, profit })
    })

    test('counts what may be lacking when both are lost', () => {
      // Who has sold YES at rain owes 0.04 there when it is lost, and gets nothing at kalshi.
      const found = arbitrageOf(kalshi, floored(rain, 'yes', 0.04), same, noFees)
      expect(found).toMatchObject({ size: 150 })
      expect(found?.profit).toBeCloseTo(100 * 0.06 + 50 * 0.01, 8)
      expect(found?.netSpread).toBeCloseTo((found?.spread ?? 0) - 0.04, 8)
      expect(found?.assumptions).toContain('a settlement floor may cost 0.04 per contract (included)')
      expect(arbitrageOf(kalshi, floored(rain, 'yes', 0.1), same, noFees)).toBeUndefined()
    })

    test('counts what NO pays less when it is won', () => {
      const found = arbitrageOf(floored(kalshi, 'no', 0.04), rain, same, noFees)
      expect(found?.profit).toBeCloseTo(100 * 0.06 + 50 * 0.01, 8)
      expect(arbitrageOf(floored(kalshi, 'no', 0.25), rain, same, noFees)).toBeUndefined()
    })

    test.each([
      ['the floor is where is bought', floored(kalshi, 'yes', 0.25), rain],
      ['NO is sold where the floor is', kalshi, floored(rain, 'no', 0.25)],
      ['both have the same', floored(kalshi, 'yes', 0.25), floored(rain, 'yes', 0.25)],
      ['it is 0', kalshi, floored(rain, 'yes', 0)],
    ])('counts nothing where %s', (_, buy, sell) => {
      const found = arbitrageOf(buy, sell, same, noFees)
      expect(found?.profit).toBeCloseTo(12.5, 8)
      expect(found?.assumptions.join()).not.toContain('floor')
    })

    test('is none where nobody knows what a loser is paid', () => {
      expect(arbitrageOf(kalshi, floored(rain, 'yes', undefined, 'zz_new'), same, noFees)).toBeUndefined()
      expect(arbitrageOf(kalshi, floored(rain, 'yes', undefined, 'floor'), same, noFees)).toBeUndefined()
      expect(arbitrageOf(kalshi, floored(rain, 'yes', 'high'), same, noFees)).toBeUndefined()
    })

    test('takes the worse of both sides for an outcome that is neither', () => {
      const { market, ...rest } = floored(rain, 'yes', 0.04)
      const { yes: _none, ...unsided } = market
      expect(arbitrageOf(kalshi, { market: unsided, ...rest }, same, noFees)?.profit).toBeCloseTo(6.5, 8)
    })
  })

  test('takes off fees where they are known, and says where they are not', () => {
    const feeOf: FeeOf = ({ market, price, size }) =>
      market.sourceExchange === 'kalshi' ? 0.07 * price * (1 - price) * size : undefined
    const known: FeeOf = (trade) => feeOf(trade) ?? 0
    expect(arbitrageOf(kalshi, rain, same, known)?.profit).toBeCloseTo(
      12.5 - 0.07 * (0.24 * 100 + 0.2475 * 50),
      6,
    )
    const found = arbitrageOf(readAt(kalshi, 0), readAt(rain, 9_000), same, feeOf)
    expect(found).toMatchObject({
      size: 150,
      netSpread: null,
      profit: null,
      netSpreadReason: 'the fees at rain are unknown',
    })
    expect(found?.assumptions).toEqual([
      'both orders fill at the prices and sizes of the order books',
      'selling at rain needs a position in the outcome, or a purchase of the other outcome at 1 minus the price',
      'fees at kalshi are the published taker fees',
      'fees at rain are unknown: the size comes from the order books, before fees',
      'the order books were read 9 s apart',
      'costs of deposits, currency exchange and holding until settlement are not included',
      'both markets resolve the same way (confidence 0.9)',
    ])
    expect(arbitrageOf(kalshi, rain, same, () => 50)).toBeUndefined()
  })

  test('buys what is implied, and never what implies', () => {
    // Kalshi's yes is paid whenever rain's is.
    expect(arbitrageOf(kalshi, rain, { relation: 'superset', confidence: 1 }, noFees)?.relation).toBe(
      'superset',
    )
    expect(arbitrageOf(rain, kalshi, { relation: 'subset', confidence: 1 }, noFees)).toMatchObject({
      buyVenue: 'kalshi',
      relation: 'superset',
    })
    for (const relation of ['subset', 'overlap', 'related', 'conflict', 'unrelated'] as const)
      expect(arbitrageOf(kalshi, rain, { relation, confidence: 1 }, noFees)).toBeUndefined()
  })

  test('is never found at last prices, in empty books, or where asks are above bids', () => {
    const empty = quoted('hunch', { bids: [], asks: [], lastTradePrice: 0.01, timestamp: 0 })
    expect(arbitrageOf(empty, rain, same, noFees)).toBeUndefined()
    expect(
      arbitrageOf(kalshi, quoted('rain', { bids: [level(0.4, 10)], asks: [] }), same, noFees),
    ).toBeUndefined()
    expect(
      arbitrageOf(kalshi, quoted('rain', { bids: [level(0.9, 0)], asks: [] }), same, noFees),
    ).toBeUndefined()
  })

  test('never trades more than the books hold, and is the same from both sides', () => {
    const side = fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 99 }).map((cents) => cents / 100),
        size: fc.integer({ min: 0, max: 50 }),
      }),
    )
    const book = fc.record({ bids: side, asks: side })
    fc.assert(
      fc.property(book, book, (a, b) => {
        const [first, second] = [quoted('kalshi', a), quoted('rain', b)]
        const found = arbitrageOf(first, second, same, noFees)
        const back = arbitrageOf(second, first, same, noFees)
        expect(back?.profit).toBe(found?.profit)
        const [asks, bids] = found?.buyVenue === 'kalshi' ? [a.asks, b.bids] : [b.asks, a.bids]
        if (found === undefined) return
        const sum = (levels: OrderLevel[]): number => levels.reduce((all, { size }) => all + size, 0)
        expect(found.size).toBeLessThanOrEqual(Math.min(sum(asks), sum(bids)))
        expect(found.profit).toBeGreaterThan(0)
        expect(found.buyPrice).toBeLessThan(found.sellPrice)
      }),
    )
  })
})

describe('a hedge of a yes', () => {
  const a = { yesId: 'yes', noId: 'no' }
  const b = { yesId: 'ja', noId: 'nein' }
  const lying = (relation: Comparison['relation'], rest: Partial<Comparison> = {}): Comparison => ({
    relation,
    confidence: 1,
    evidence: ['both are about btc', 'both by 31 Dec 2026'],
    reasons: [],
    outcomes: [],
    ...rest,
  })

  test('is no where both are the same or the other implies it, part of one where it implies the other', () => {
    const outcomes = [{ a: 'yes', b: 'ja' }]
    expect(hedgeOf(lying('identity', { outcomes }), a, b)).toMatchObject({ buy: 'no', cover: 'full' })
    expect(hedgeOf(lying('identity'), a, b)).toBeUndefined()
    expect(hedgeOf(lying('superset'), a, b)).toMatchObject({ buy: 'no', cover: 'full' })
    expect(hedgeOf(lying('subset'), a, b)).toMatchObject({ buy: 'no', cover: 'partial' })
    expect(hedgeOf(lying('related'), a, b)).toBeUndefined()
  })

  test('is the side that is not the one of the yes, whichever team the other market names first', () => {
    const outcomes = [
      { a: 'no', b: 'ja' },
      { a: 'yes', b: 'nein' },
    ]
    expect(hedgeOf(lying('identity', { outcomes }), a, b)).toMatchObject({ buy: 'yes', cover: 'full' })
    expect(hedgeOf(lying('identity', { outcomes: [{ a: 'yes', b: 'draw' }] }), a, b)).toBeUndefined()
  })

  test('is yes of the contrary question, and nothing of one that only looks the other way', () => {
    const outcomes = [{ a: 'yes', b: 'nein' }]
    expect(hedgeOf(lying('conflict', { reasons: ['reversed polarity'], outcomes }), a, b)).toMatchObject({
      buy: 'yes',
      cover: 'full',
    })
    expect(hedgeOf(lying('conflict', { reasons: ['reversed polarity'] }), a, b)).toBeUndefined()
    expect(hedgeOf(lying('conflict', { reasons: ['other deadline'], outcomes }), a, b)).toBeUndefined()
  })

  test('has the best prices of its book, in whatever order the levels come, and null where there are none', () => {
    const book = { bids: [level(0.3, 1), level(0.4, 1)], asks: [] }
    expect(toPriceComparison(kalshi.market, lying('identity'), book)).toEqual({
      market: kalshi.market,
      relation: 'identity',
      confidence: 1,
      reasoning: 'Both are about btc. Both by 31 Dec 2026.',
      bestBid: 0.4,
      bestAsk: null,
      venue: 'kalshi',
    })
    expect(toPriceComparison(kalshi.market, lying('identity'), undefined).bestBid).toBeNull()
  })
})
