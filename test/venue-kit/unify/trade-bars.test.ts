import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aggregateBars } from '../../../src/candles/series/aggregate.js'
import { barsFromTrades, findTwinSpans } from '../../../src/venue-kit/unify/trade-bars.js'

const MINUTE = 60_000
const trade = (at: number, price: number, size: number) => ({ at, price, size })

describe('candles of trades', () => {
  test('open first, high, low, close last, sizes summed; silent steps are absent', () => {
    const trades = [
      trade(0, 0.4, 0.1),
      trade(59_999, 0.38, 0.2),
      trade(59_999, 0.45, 1),
      trade(180_000, 0.5, 7),
    ]
    expect(barsFromTrades(trades, MINUTE)).toEqual([
      { timestamp: 0, open: 0.4, high: 0.45, low: 0.38, close: 0.45, volume: 1.3 },
      { timestamp: 180_000, open: 0.5, high: 0.5, low: 0.5, close: 0.5, volume: 7 },
    ])
  })

  test('no trades, no candles', () => {
    expect(barsFromTrades([], MINUTE)).toEqual([])
  })

  const trades = fc
    .array(fc.record({ at: fc.nat(3 * 86_400_000), price: fc.nat(1000), size: fc.nat(1_000_000) }))
    .map((rows) =>
      rows
        .sort((a, b) => a.at - b.at)
        .map((row) => ({ at: row.at, price: row.price / 1000, size: row.size / 100 })),
    )

  test('hours built from trades are the hours built from minutes of trades', () => {
    fc.assert(
      fc.property(trades, (rows) => {
        const hours = barsFromTrades(rows, 60 * MINUTE)
        expect(hours).toEqual(aggregateBars(barsFromTrades(rows, MINUTE), 60 * MINUTE))
      }),
    )
  })

  test('no volume is lost or invented', () => {
    fc.assert(
      fc.property(trades, (rows) => {
        const traded = rows.reduce((sum, row) => sum + Math.round(row.size * 100), 0)
        const shown = barsFromTrades(rows, MINUTE).reduce((sum, bar) => sum + (bar.volume ?? 0) * 100, 0)
        expect(Math.round(shown)).toBe(traded)
      }),
    )
  })
})

test('trades that are alike in all that is told are marked where they stand', () => {
  const rows = ['a 1', 'b 2', 'a 1', 'c 3', 'a 1']
  const timeOf = (row: string) => Number(row.slice(2))
  expect(findTwinSpans(rows, (row) => row, timeOf)).toEqual([
    { from: 1, to: 2 },
    { from: 1, to: 2 },
  ])
  expect(findTwinSpans(['a 1', 'b 1'], (row) => row, timeOf)).toEqual([])
})
