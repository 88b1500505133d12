import { expect, test } from 'vitest'
import { renderCount } from '../../../src/cli/output/counted.js'

test('a count agrees with its noun', () => {
  expect([0, 1, 2].map((count) => renderCount(count, '1h candle'))).toEqual([
    '0 1h candles',
    '1 1h candle',
    '2 1h candles',
  ])
})
