import { afterEach, expect, test, vi } from 'vitest'
import type { PriceCandle } from '../../src/api/models.js'
import { candlesText } from '../../src/candles/candle-row.js'
import { mirrorText } from '../../src/candles/mirror-text.js'

afterEach(() => {
  vi.restoreAllMocks()
})

type Prices = readonly [open: number, high: number, low: number, close: number, volume?: number]

function textOf(...candles: readonly Prices[]): string {
  return candlesText(
    candles.map(
      ([open, high, low, close, volume], minute): PriceCandle => ({
        timestamp: minute * 60_000,
        open,
        high,
        low,
        close,
        ...(volume !== undefined && { volume }),
      }),
    ),
  )
}

/** The other side, and whether the text had to be read as candles for it. */
function mirrored(text: string): { readonly text: string; readonly isRead: boolean } {
  const parse = vi.spyOn(JSON, 'parse')
  const other = mirrorText(text)
  return { text: other, isRead: parse.mock.calls.length > 0 }
}

test.each<[string, Prices, Prices]>([
  ['of cents', [0.41, 0.48, 0.37, 0.45, 7], [0.59, 0.63, 0.52, 0.55, 7]],
  ['without a volume', [0.41, 0.48, 0.37, 0.45], [0.59, 0.63, 0.52, 0.55]],
  ['of tenths', [0.5, 0.9, 0.1, 0.6, 1.5], [0.5, 0.9, 0.1, 0.4, 1.5]],
  ['whose highest price is written longer', [0.5, 0.875, 0.2, 0.5], [0.5, 0.8, 0.125, 0.5]],
  ['whose lowest price is written longer', [0.5, 0.9, 0.2505, 0.5], [0.5, 0.7495, 0.1, 0.5]],
  ['that reaches both ends', [0, 1, 0, 1, 3], [1, 1, 0, 0, 3]],
  ['that opens at one and closes at nothing', [1, 1, 0.25, 0], [0, 0.75, 0, 1]],
  ['of six decimals', [0.123456, 0.654321, 0.100001, 0.5], [0.876544, 0.899999, 0.345679, 0.5]],
])('a candle %s is turned where it stands', (_, here, there) => {
  expect(mirrored(textOf(here))).toEqual({ text: textOf(there), isRead: false })
})

test('each candle of a list is turned, with and without a volume', () => {
  const here = textOf([0.4, 0.45, 0.3, 0.4, 12.5], [0.4, 0.4, 0.4, 0.4], [0.62, 1, 0.6, 0.7, 0])
  const there = textOf([0.6, 0.7, 0.55, 0.6, 12.5], [0.6, 0.6, 0.6, 0.6], [0.38, 0.4, 0, 0.3, 0])
  expect(mirrored(here)).toEqual({ text: there, isRead: false })
})

test('no candles are none on the other side', () => {
  expect(mirrored('[]')).toEqual({ text: '[]', isRead: false })
})

test.each<[string, Prices, Prices]>([
  ['that opened with more decimals', [0.1234567, 0.5, 0.1, 0.2], [0.8765433, 0.9, 0.5, 0.8]],
  ['whose highest price has more decimals', [0.2, 0.1234567, 0.1, 0.2], [0.8, 0.9, 0.8765433, 0.8]],
  ['whose lowest price has more decimals', [0.2, 0.5, 0.1234567, 0.2], [0.8, 0.8765433, 0.5, 0.8]],
  ['that closed with more decimals', [0.2, 0.5, 0.1, 0.1234567], [0.8, 0.9, 0.5, 0.8765433]],
  ['with an exponent', [1e-7, 0.5, 1e-7, 0.2], [0.9999999, 0.9999999, 0.5, 0.8]],
])('a candle %s is read and turned all the same', (_, here, there) => {
  const text = textOf([0.4, 0.45, 0.3, 0.4], here)
  expect(mirrored(text)).toEqual({ text: textOf([0.6, 0.7, 0.55, 0.6], there), isRead: true })
})
