import { afterEach, expect, test, vi } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { toComplementJson } from '../../../src/candles/response/complement-json.js'
import { renderCandles } from '../../../src/candles/store/candle-row.js'
import { complementBar } from '../../../src/venue-kit/unify/unified-market.js'

afterEach(() => vi.restoreAllMocks())

type Prices = readonly [open: number, high: number, low: number, close: number]

function candle([open, high, low, close]: Prices, at = 0, volume?: number): PriceCandle {
  return { timestamp: at * 60_000, open, high, low, close, ...(volume !== undefined && { volume }) }
}

/** How often candles had to be read out of their text, which is many times the work. */
function readings() {
  return vi.spyOn(JSON, 'parse').mock.calls
}

test('the other side is dear where this one is cheap, and its highest price is what is left of the lowest', () => {
  const text = '[{"timestamp":60000,"open":0.2,"high":0.75,"low":0.1,"close":0.3,"volume":12.5}]'
  const other = '[{"timestamp":60000,"open":0.8,"high":0.9,"low":0.25,"close":0.7,"volume":12.5}]'
  const parsed = readings()
  expect(toComplementJson(text)).toBe(other)
  expect(toComplementJson(other)).toBe(text)
  expect(parsed).toEqual([])
})

const plain: readonly Prices[] = [
  [0.5, 0.5, 0.5, 0.5],
  [0, 1, 0, 1],
  [1, 1, 1, 0],
  [0.01, 0.123456, 0.000001, 0.1],
  [0.9, 0.999999, 0.9, 0.95],
  [0.987654, 1, 0.123456, 0.5],
]

test('prices of up to six decimals are turned where they stand, however long their neighbours are', () => {
  const volumes = [undefined, 0, 1, 1_234.5678901, 1e21]
  const all = plain.flatMap((prices, at) => volumes.map((volume) => candle(prices, at * 7_000, volume)))
  const lists = [[], ...all.map((bar) => [bar]), all, all.toReversed()]
  const cases = lists.map((list) => [renderCandles(list), renderCandles(list.map(complementBar))] as const)
  const parsed = readings()
  for (const [text, other] of cases) expect(toComplementJson(text)).toBe(other)
  expect(parsed).toEqual([])
})

test.each([
  ['of more decimals', 0.9999999],
  ['of many decimals', 0.1 + 0.2],
  ['with an exponent', 1e-7],
  ['with an exponent that ends in a nought', 1e-10],
  ['above one', 1.5],
  ['of one digit', 2],
  ['below nought', -0.5],
])('a price %s is computed, in whichever place it stands', (_, price) => {
  for (const place of [0, 1, 2, 3]) {
    const prices = [0.5, 0.6, 0.4, 0.5].map((usual, at) => (at === place ? price : usual)) as [...Prices]
    const list = [candle([0.25, 1, 0, 0.75]), candle(prices, 1, 3), candle([0.2, 0.3, 0.1, 0.2], 2)]
    expect(toComplementJson(renderCandles(list))).toBe(renderCandles(list.map(complementBar)))
  }
})

test('a price written with a nought at its end is computed: nine for nine it would be off by one', () => {
  expect(toComplementJson('[{"timestamp":0,"open":0.50,"high":0.60,"low":0.40,"close":0.50}]')).toBe(
    '[{"timestamp":0,"open":0.5,"high":0.6,"low":0.4,"close":0.5}]',
  )
})
