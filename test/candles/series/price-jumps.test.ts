import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMoves } from '../../../src/candles/series/price-jumps.js'
import { spikesOf } from '../../../src/candles/series/quality-report.js'

const bar = (close: number, minute: number) => ({
  timestamp: minute * 60_000,
  open: close,
  high: close,
  low: close,
  close,
})

function told(closes: readonly number[]) {
  const moves = createMoves()
  const bars = closes.map(bar)
  bars.slice(1).forEach((after, index) => {
    moves.add(bars[index] ?? after, after)
  })
  return moves.spikes()
}

test('moves gathered one by one are judged as a list of them is, but for the width of a bucket', () => {
  const steps = fc.array(fc.constantFrom(0, 0, 0.01, 0.02, 0.03, 0.04, 0.3, 0.35, 0.5), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(steps, (given) => {
      // An odd number of moves has a median that is one of them.
      const moves = given.length % 2 === 0 ? given.slice(1) : given
      const closes = [0.5]
      for (const move of moves) {
        const last = closes.at(-1) ?? 0
        closes.push(last + move <= 1 ? last + move : last - move)
      }
      const spikes = spikesOf(closes.map(bar))
      const summary = told(closes)
      expect(summary === undefined).toBe(spikes.length === 0)
      if (summary === undefined) return
      expect(summary.problem).toContain(`${spikes.length} of ${moves.length} closing prices`)
      expect(spikes.map(({ timestamp }) => timestamp)).toContain(summary.timestamp)
    }),
    { numRuns: 200 },
  )
})

test('the farthest move is shown, the first of several', () => {
  expect(told([0.5, 0.5, 0.5, 0.5, 0.8, 0.5, 0.9, 0.9, 0.9, 0.5])).toEqual({
    timestamp: 6 * 60_000,
    problem: '4 of 9 closing prices are far from the previous one, for example from 0.5 to 0.9',
  })
})

test('a move is far beyond 0.1 where nothing moves, and beyond five medians where much does', () => {
  expect(told([0.5, 0.5, 0.5, 0.6])).toBeUndefined()
  expect(told([0.5, 0.5, 0.5, 0.602])).toBeDefined()
  expect(told([0.1, 0.2, 0.3, 0.2, 0.7])).toBeUndefined()
  expect(told([0.1, 0.2, 0.3, 0.2, 0.702])).toBeDefined()
  expect(told([0, 0, 0, 1])).toBeDefined()
  expect(told([])).toBeUndefined()
})
