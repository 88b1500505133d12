import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { featuresOf } from '../../../src/matching/compare/features.js'
import { compareMarkets } from '../../../src/matching/compare/judge-markets.js'
import { reverseComparison } from '../../../src/matching/terms/relation-types.js'
import { limitMs } from '../../support/limits.js'
import { learnedPairs } from '../labelled/learned.js'
import { tunedPairs } from '../labelled/tuned.js'
import { type LabelledMarket, readPairs } from '../support/labelled.js'
import { compared, read } from '../support/markets.js'

const markets = [...tunedPairs, ...learnedPairs].flatMap(({ a, b }) => [a, b])
const anyMarket = fc.constantFrom(...markets)

function pair(text: string) {
  const [only] = readPairs(`same ${text}`)
  if (only === undefined) throw new Error('no pair')
  return only
}

const moved = ({ market, around }: LabelledMarket): LabelledMarket => ({
  market: { ...market, sourceExchange: 'elsewhere' },
  around,
})

describe('a comparison', () => {
  test('is the same whichever market comes first: a subset is a superset the other way round', () => {
    fc.assert(
      fc.property(anyMarket, anyMarket, (one, other) => {
        const [a, b] = [read(one), read(moved(other))]
        expect(compareMarkets(b, a)).toEqual(reverseComparison(compareMarkets(a, b)))
      }),
      { numRuns: 300 },
    )
  })

  test('of a market with itself at another venue is identity, where it tells a time', () => {
    const timed = markets.filter(({ market }) => market.resolutionDate !== undefined)
    const others = timed.filter((one) => compareMarkets(read(one), read(moved(one))).relation !== 'identity')
    expect(others.map(({ market }) => market.title)).toEqual([])
  })

  test('of two editions is a conflict, also where one is decided in the first hours of its year', () => {
    const [{ market }] = markets as [LabelledMarket]
    const { description: _, category: __, tags: ___, slug: ____, ...rest } = market
    const edition = (venue: string, title: string, resolutionDate: string) =>
      featuresOf({ ...rest, description: '', sourceExchange: venue, marketId: venue, title, resolutionDate })
    const first = edition('a', 'Will the Kings win the Aurora Classic in 2026?', '2026-12-13T04:00:00.000Z')
    const next = edition(
      'b',
      'Aurora Classic champion 2028? - Will the Kings win the Aurora Classic in 2028?',
      '2028-01-01T04:20:00.000Z',
    )
    expect(compareMarkets(first, next)).toMatchObject({ relation: 'conflict', reasons: ['other deadline'] })
  })

  test('of any two texts ends, with a confidence of 0 to 1', () => {
    const [{ market }] = markets as [LabelledMarket]
    const title = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom(
            'by',
            '$5',
            '2026',
            'May 3',
            'not',
            'vs',
            'above',
            '1-2',
            'Fed',
            '%',
            '___',
            ' - ',
            'x',
          ),
        )
        .map((words) => words.join(' ')),
    )
    fc.assert(
      fc.property(title, title, (first, second) => {
        const { confidence } = compareMarkets(
          featuresOf({ ...market, title: first }),
          featuresOf({ ...market, title: second, sourceExchange: 'elsewhere' }),
        )
        expect(confidence >= 0 && confidence <= 1).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a blank in the title of an event', () => {
  test.each([
    [
      'is filled by the market’s own question',
      'polymarket: Bitcoin above ___ on March 11? - Will the price of Bitcoin be above $64,000 on March 11? @2026-03-11',
      'limitless: BTC above $64,000 on March 11? @2026-03-11',
    ],
    [
      'is filled by what stands behind a colon',
      'smarkets: Kraken IPO by ___ ?: June 30, 2027 @2027-06-30',
      'opinion: Will Kraken go public by June 30, 2027? @2027-06-30',
    ],
    [
      'is a price where the other names a currency, and no count',
      'limitless: Tesla stock above ___ on March 11? - 640 @2026-03-11',
      'polymarket: Tesla stock above $640 on March 11? @2026-03-11',
    ],
  ])('%s', (_, a, b) => {
    expect(compared(pair(`${a}\n  ${b}`))).toMatchObject({ relation: 'identity' })
  })

  test.each([
    [
      'hides no part of the title',
      'smarkets: NBA Finals… Game 5: Lakers vs. Celtics? @2026-06-20',
      'opinion: NBA Finals… Game 6: Lakers vs. Celtics? @2026-06-20',
    ],
    [
      'hides no question behind a candidate with a mark of his own',
      'smarkets: Who wins ___ ? - Trump? @2028-11-07',
      'opinion: Who leaves ___ ? - Trump? @2028-11-07',
    ],
  ])('%s', (_, a, b) => {
    expect(compared(pair(`${a}\n  ${b}`)).relation).not.toBe('identity')
  })

  test('of which a title has hundreds does not take long to read', () => {
    const { a } = pair(`smarkets: ${'_'.repeat(500)} @2028-11-07\n  opinion: any @2028-11-07`)
    const before = process.cpuUsage()
    for (let times = 0; times < 100; times++) featuresOf(a.market)
    expect(process.cpuUsage(before).user).toBeLessThan(limitMs(400) * 1_000)
  })
})

describe('outcomes', () => {
  test('of the same question go yes with yes', () => {
    const { outcomes } = compared(
      pair(
        'polymarket: Kraken IPO by June 30, 2027? @2027-07-01\n  opinion: Will Kraken go public by June 30, 2027? @2027-06-30',
      ),
    )
    expect(outcomes).toEqual([
      { a: 'a0-0', b: 'b0-0' },
      { a: 'a0-1', b: 'b0-1' },
    ])
  })

  test('of contrary questions go yes with no', () => {
    const { relation, outcomes } = compared(
      pair(
        'polymarket: ETH above $3,000 on October 9? @2026-10-09\n  limitless: ETH below $3,000 on October 9? @2026-10-09',
      ),
    )
    expect(relation).toBe('conflict')
    expect([...outcomes].sort((x, y) => (x.a < y.a ? -1 : 1))).toEqual([
      { a: 'a0-0', b: 'b0-1' },
      { a: 'a0-1', b: 'b0-0' },
    ])
  })

  test('of opposite moves have no partner: rates can stay as they are', () => {
    const { reasons, outcomes } = compared(
      pair(
        'polymarket: Fed rate hike in 2026? @2026-12-31\n  kalshi: Will the Fed cut rates in 2026? @2026-12-31',
      ),
    )
    expect(reasons).toEqual(['reversed polarity'])
    expect(outcomes).toEqual([])
  })

  test('of a contest go by side, whichever way each venue tells it', () => {
    const { relation, outcomes } = compared(
      pair(
        'polymarket: Chiefs vs. Raiders @2026-10-18T20:25:00Z {Chiefs/Raiders}\n' +
          '  kalshi: Kansas City at Las Vegas Winner? @2026-11-01 [Las Vegas] #KXNFLGAME-26OCT18KCLV-LV',
      ),
    )
    expect(relation).toBe('identity')
    expect(outcomes).toEqual([
      { a: 'a0-1', b: 'KXNFLGAME-26OCT18KCLV-LV-0' },
      { a: 'a0-0', b: 'KXNFLGAME-26OCT18KCLV-LV-1' },
    ])
  })

  test('of many hold the one that another market asks for', () => {
    const { relation, outcomes } = compared(
      pair(
        'myriad: Republican Presidential Nominee 2028 @2028-08-30 {JD Vance/Marco Rubio/Donald Trump Jr}\n' +
          '  polymarket: Will Marco Rubio win the 2028 Republican presidential nomination? @2028-11-07 [Marco Rubio]',
      ),
    )
    expect(relation).toBe('overlap')
    expect(outcomes).toEqual([{ a: 'a0-1', b: 'b0-0' }])
  })
})

test('the evidence says what is the same and what is not', () => {
  const { evidence, reasons } = compared(
    pair(
      'polymarket: BTC above $64,000 on March 11? @2026-03-11 <Binance 1 minute candle>\n' +
        '  kalshi: Bitcoin above $70,000 on March 12? @2026-03-12 <CF Benchmarks index>',
    ),
  )
  expect(evidence).toEqual([
    'both are about bitcoin',
    'the times are on 12 Mar 2026 and on 11 Mar 2026',
    'kalshi requires above $70,000, polymarket requires above $64,000',
    'kalshi is decided by CF Benchmarks, polymarket by Binance',
  ])
  expect(reasons).toEqual(['other deadline', 'other source'])
})
