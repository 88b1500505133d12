import { expect, test } from 'vitest'
import { readShape, shapes } from '../../../src/cli/client/response-shapes.js'

test('an answer of another shape is refused with the place that differs', () => {
  const markets = [{ marketId: 'X', title: 5, outcomes: [] }]
  expect(() => readShape(shapes.markets, markets, 'a list of markets')).toThrow(
    /a list of markets .* at '0\.title'/,
  )
})

test('what a newer daemon adds is no obstacle', () => {
  const candle = { timestamp: 1, open: 0.5, high: 0.5, low: 0.5, close: 0.5, spread: 0.01 }
  expect(readShape(shapes.candles, [candle], 'a list of candles')).toHaveLength(1)
})
