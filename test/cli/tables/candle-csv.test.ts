import { expect, test } from 'vitest'
import { renderCandleCsv } from '../../../src/cli/tables/candle-csv.js'

test('candles have ISO and epoch times under a header, and an empty cell for an unknown volume', () => {
  const candles = [
    { timestamp: 1_780_000_000_000, open: 0.5, high: 0.75, low: 0.25, close: 0.6, volume: 12.5 },
    { timestamp: 1_780_003_600_000, open: 0.6, high: 0.6, low: 0.6, close: 0.6 },
  ]
  expect(renderCandleCsv(candles)).toEqual([
    'time,timestamp,open,high,low,close,volume',
    '2026-05-28T20:26:40.000Z,1780000000000,0.5,0.75,0.25,0.6,12.5',
    '2026-05-28T21:26:40.000Z,1780003600000,0.6,0.6,0.6,0.6,',
  ])
})

test('no candles leave the header', () => {
  expect(renderCandleCsv([])).toEqual(['time,timestamp,open,high,low,close,volume'])
})
