import { describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { createPriceContradictions } from '../../../src/candles/series/price-contradictions.js'

const MINUTE = 60_000
const span = { from: 0, to: 10 * MINUTE }
const known: PriceCandle = { timestamp: 0, open: 0.4, high: 0.6, low: 0.3, close: 0.5, volume: 10 }
const series = { key: 'series', identity: { stepMs: MINUTE } }

/** Compares a response of minute 5 with an earlier one. @param asOf minute of the earlier one */
function compared(now: PriceCandle | undefined, earlier: { asOf?: number; isUnproven?: true } = {}) {
  const { asOf = 2, ...rest } = earlier
  const contradictions = createPriceContradictions()
  const at = (minute: number, bars: readonly PriceCandle[], before: readonly PriceCandle[]) =>
    contradictions.findFirst(series, [{ bars: before, asOf: asOf * MINUTE, ...rest }], {
      span,
      bars,
      requestedAt: { now: minute * MINUTE, monotonic: minute * MINUTE },
    })
  const bars = now === undefined ? [] : [now]
  return { first: at(5, bars, [known]), at }
}

describe('a candle of trades that had ended in an earlier response', () => {
  test.each([
    ['another high with the same volume', { high: 0.65 }],
    ['another close with the same volume', { close: 0.3 }],
    ['another open with the same volume', { open: 0.5 }],
    ['a smaller range, whatever the volume', { high: 0.55, volume: 20 }],
    ['the prices of another market', { open: 0.6, high: 0.7, low: 0.4, close: 0.5, volume: 12 }],
  ])('is contradicted by %s: nothing of that response is final', (_name, other) => {
    expect(compared({ ...known, ...other }).first).toBe(0)
  })

  test.each([
    ['the same', {}],
    [
      'a wider range and more volume, as late trades bring',
      { open: 0.35, high: 0.7, close: 0.7, volume: 11 },
    ],
    ['less volume, which is disputed apart', { high: 0.5, volume: 9 }],
  ])('is not contradicted by %s', (_name, other) => {
    expect(compared({ ...known, ...other }).first).toBe(Number.POSITIVE_INFINITY)
  })

  test('is contradicted by nothing while it was open, incomplete, or is missing', () => {
    const other = { ...known, close: 0.3 }
    expect(compared(other, { asOf: 0.5 }).first).toBe(Number.POSITIVE_INFINITY)
    expect(compared(other, { isUnproven: true }).first).toBe(Number.POSITIVE_INFINITY)
    expect(compared(undefined).first).toBe(Number.POSITIVE_INFINITY)
  })

  test('becomes final when later responses have agreed for ten minutes', () => {
    const wrong = { ...known, close: 0.3 }
    const { at } = compared(wrong)
    expect(at(6, [known], [wrong]), 'the right one contradicts the wrong one').toBe(0)
    expect(at(15, [known], [known])).toBe(0)
    expect(at(16, [known], [known])).toBe(Number.POSITIVE_INFINITY)
  })
})
