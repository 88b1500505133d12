import { expect, test } from 'vitest'
import { measureWidth } from '../../../src/cli/output/display-width.js'
import { renderArbitrage, renderMatches } from '../../../src/cli/tables/match-table.js'

const plain = (_: string, text: string): string => text
const placed = { marketId: 'M-1', title: 'Will it rain?', sourceExchange: 'kalshi' }

test('a match is shown with its relation, its prices where known, and why', () => {
  const lines = renderMatches(
    [
      {
        market: placed,
        relation: 'identity',
        confidence: 0.96,
        bestBid: 0.4,
        bestAsk: null,
        reasoning: 'Both rain.',
      },
      {
        market: { ...placed, title: 'T'.repeat(99) },
        relation: 'conflict',
        confidence: 0.9,
        reasons: ['other deadline'],
      },
    ],
    90,
    plain,
  )
  expect(lines[0]).toMatch(/^title +venue +relation +sure +bid +ask$/)
  expect(lines[1]).toMatch(/^Will it rain\? +kalshi +identity +96 % +0\.4\d* +–$/)
  expect(lines.slice(2, 4)).toEqual(['  market M-1', '  Both rain.'])
  expect(measureWidth(lines[4] ?? '')).toBeLessThanOrEqual(90)
  expect(lines.slice(5)).toEqual(['  market M-1', '  not the same: other deadline'])
})

test('an opportunity is shown with what is bought and sold, and never more profit than there is', () => {
  const [header, row, ...legs] = renderArbitrage(
    [
      {
        marketA: placed,
        marketB: { ...placed, sourceExchange: 'rain' },
        outcomeA: 'M-1',
        outcomeB: 'r:1',
        buyPrice: 0.4,
        sellPrice: 0.5,
        netSpread: 0.09,
        size: 30,
        profit: 2.709,
        confidence: 1,
        assumptions: [],
        settlementRisks: ['the end times differ'],
      },
    ],
    100,
    plain,
  )
  expect(header).toMatch(/^title +buy +sell +after fees +size +profit$/)
  expect(row).toMatch(/^Will it rain\? +0\.40 +0\.50 +0\.09 +30 +2\.7$/)
  expect(legs).toEqual(['  buy  kalshi M-1', '  sell rain r:1', '  risk the end times differ'])
})

test.each([
  [0.29, '0.29'],
  [1.15, '1.15'],
  [1.1599, '1.15'],
  [0.004, '<0.01'],
])('a profit of %s is shown as %s', (profit, shown) => {
  const found = {
    marketA: placed,
    marketB: placed,
    outcomeA: 'a',
    outcomeB: 'b',
    buyPrice: 0.4,
    sellPrice: 0.5,
    netSpread: 0.1,
    size: 1,
    profit,
    confidence: 1,
    assumptions: [],
    settlementRisks: [],
  }
  expect(renderArbitrage([found], 100, plain)[1]?.split(' ').at(-1)).toBe(shown)
})

test('what fees leave is shown as unknown where it is, with the reason', () => {
  const found = {
    marketA: placed,
    marketB: placed,
    outcomeA: 'a',
    outcomeB: 'b',
    buyPrice: 0.4,
    sellPrice: 0.5,
    netSpread: null,
    netSpreadReason: 'the fees at rain are unknown',
    size: 1,
    profit: null,
    confidence: 1,
    assumptions: [],
    settlementRisks: [],
  }
  const [, row, ...notes] = renderArbitrage([found], 100, plain)
  expect(row).toMatch(/0\.40 +0\.50 +– +1 +–$/)
  expect(notes).toContain('  after fees: unknown, the fees at rain are unknown')
})
