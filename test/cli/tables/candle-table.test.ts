import { expect, test } from 'vitest'
import { plainColors } from '../../../src/cli/output/colors.js'
import { renderCandleTable } from '../../../src/cli/tables/candle-table.js'

test('one row a candle, with a dash for an unknown volume', () => {
  const from = Date.UTC(2026, 10, 21, 10)
  const candles = [
    { timestamp: from, open: 0.5, high: 0.555, low: 0.45, close: 0.51, volume: 1_234.5 },
    { timestamp: from + 3_600_000, open: 0.51, high: 0.51, low: 0.51, close: 0.51 },
  ]
  expect(renderCandleTable(candles, plainColors)).toEqual([
    'opens (UTC)        open   high    low  close   volume',
    '2026-11-21 10:00  0.500  0.555  0.450  0.510  1,234.5',
    '2026-11-21 11:00  0.510  0.510  0.510  0.510        –',
  ])
})
