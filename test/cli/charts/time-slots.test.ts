import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countCandleSlots, createTimeSlots, slotOf } from '../../../src/cli/charts/time-slots.js'

const HOUR = 3_600_000
const from = Date.UTC(2026, 10, 21)

function candleAt(hour: number) {
  return { timestamp: from + hour * HOUR, open: 0.5, high: 0.6, low: 0.4, close: 0.55 }
}

function candlesAt(...hours: readonly number[]) {
  return hours.map(candleAt)
}

describe('candles on columns', () => {
  test('are spread out when they are few, but not without end', () => {
    expect(createTimeSlots(candlesAt(0, 1, 2), HOUR, 9)).toMatchObject({ count: 3, pitch: 3 })
    expect(createTimeSlots(candlesAt(0, 1, 2), HOUR, 90)).toMatchObject({ count: 3, pitch: 4 })
  })

  test('leave the place of a missing one empty', () => {
    const slots = createTimeSlots(candlesAt(0, 3), HOUR, 8)
    expect(slots).toMatchObject({ count: 4, pitch: 2 })
    expect(slots.candles.map((candle) => slotOf(candle, slots))).toEqual([0, 3])
  })

  test('are merged into coarser ones when they are too many', () => {
    const slots = createTimeSlots(candlesAt(0, 1, 2, 3, 4, 5, 6, 7), HOUR, 6)
    expect(slots).toMatchObject({ stepMs: 3 * HOUR, count: 3, pitch: 2 })
    expect(slots.candles).toHaveLength(3)
  })

  test('a single one has a place', () => {
    expect(createTimeSlots(candlesAt(5), HOUR, 1)).toMatchObject({
      count: 1,
      pitch: 1,
      from: from + 5 * HOUR,
    })
  })

  test('always fit, and none is lost', () => {
    const hours = fc.uniqueArray(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(hours, fc.integer({ min: 4, max: 200 }), (unordered, columns) => {
        const candles = candlesAt(...unordered.sort((a, b) => a - b))
        const slots = createTimeSlots(candles, HOUR, columns)
        expect(slots.count * slots.pitch).toBeLessThanOrEqual(columns)
        const places = slots.candles.map((candle) => slotOf(candle, slots))
        expect(new Set(places).size).toBe(places.length)
        expect(places.every((place) => place >= 0 && place < slots.count)).toBe(true)
        for (const { timestamp } of candles) {
          expect(
            slots.candles.some(
              (one) => timestamp >= one.timestamp && timestamp < one.timestamp + slots.stepMs,
            ),
          ).toBe(true)
        }
      }),
    )
  })
})

test('as many candles as have room stay unmerged', () => {
  const count = countCandleSlots(45)
  const candles = candlesAt(...Array.from({ length: count }, (_, hour) => hour))
  expect(createTimeSlots(candles, HOUR, 45)).toMatchObject({ stepMs: HOUR, pitch: 2 })
})
