import { expect, test } from 'vitest'
import { directionOf, drawCandle } from '../../../src/cli/charts/candlestick.js'

/** Ten half lines on five lines: the price 1 is the half line 0, the price 0.1 is the half line 9. */
const halfOf = (price: number): number => Math.round((1 - price) * 10)

function draw(open: number, high: number, low: number, close: number): string {
  return drawCandle({ timestamp: 0, open, high, low, close }, 5, halfOf).join('')
}

test.each([
  ['a rising one is a heavy line on a wick', [0.4, 0.9, 0.2, 0.7], '╷╽┃╿╵'],
  ['a falling one is a block on a wick', [0.8, 1, 0.3, 0.5], '│██│ '],
  ['one without wicks fills what it covers', [0.5, 0.8, 0.5, 0.8], ' ┃┃  '],
  ['a wick gives way to the block by half a line', [0.7, 0.9, 0.2, 0.4], '╷▄█▀╵'],
  ['a flat one is a bar across its wick', [0.6, 0.8, 0.2, 0.6], ' │┼│╵'],
  ['a flat one at its high hangs', [0.6, 0.6, 0.2, 0.6], '  ┬│╵'],
  ['a flat one at its low stands', [0.6, 1, 0.6, 0.6], '││┴  '],
  ['one that never moved is a bar', [0.6, 0.6, 0.6, 0.6], '  ─  '],
  ['one that fell by less than half a line still shows', [0.6, 0.6, 0.59, 0.599], '  ▀  '],
] as const)('%s', (_name, [open, high, low, close], expected) => {
  expect(draw(open, high, low, close)).toBe(expected)
})

test('a candle rises, falls or is flat by its open and close', () => {
  const candle = { timestamp: 0, open: 0.5, high: 0.9, low: 0.1 }
  expect([0.6, 0.4, 0.5].map((close) => directionOf({ ...candle, close }))).toEqual([
    'rising',
    'falling',
    'flat',
  ])
})
