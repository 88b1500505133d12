import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { alignDown } from '../../../src/api/times/resolution.js'
import { aggregateBars, barsFromPoints } from '../../../src/candles/series/aggregate.js'
import { assertBars } from '../../../src/candles/series/validate.js'
import { complementBar } from '../../../src/venue-kit/unify/unified-market.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A price as venues quote them, at most six decimals. */
const price = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000)
/** Contracts in hundredths, up to a hundred million. */
const volume = fc.integer({ min: 0, max: 10_000_000_000 }).map((hundredths) => hundredths / 100)

const prices = fc.tuple(price, price, price, price).map(([open, close, a, b]) => ({
  open,
  high: Math.max(open, close, a, b),
  low: Math.min(open, close, a, b),
  close,
}))

/** Ascending one-minute candles with gaps, with or without volumes. */
const minutes = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 90 }),
      prices,
      volume: fc.option(volume, { nil: undefined, freq: 10 }),
    }),
    {
      maxLength: 40,
    },
  )
  .map((rows) => {
    let minute = Date.UTC(2026, 10, 20) / MINUTE
    return rows.map(({ gap, prices: each, volume: contracts }): PriceCandle => {
      minute += gap
      return {
        timestamp: minute * MINUTE,
        ...each,
        ...(contracts === undefined ? {} : { volume: contracts }),
      }
    })
  })

function bar(
  minute: number,
  open: number,
  high: number,
  low: number,
  close: number,
  contracts?: number,
): PriceCandle {
  const rest = { open, high, low, close }
  return { timestamp: minute * MINUTE, ...rest, ...(contracts === undefined ? {} : { volume: contracts }) }
}

describe('a coarser candle', () => {
  test('opens with the first, closes with the last, has the extremes and the sum of volumes', () => {
    const parts = [
      bar(60, 0.4, 0.5, 0.3, 0.45, 10),
      bar(65, 0.45, 0.9, 0.4, 0.6, 5.5),
      bar(119, 0.6, 0.7, 0.1, 0.2, 1),
    ]
    expect(aggregateBars(parts, HOUR)).toEqual([
      { timestamp: HOUR, open: 0.4, high: 0.9, low: 0.1, close: 0.2, volume: 16.5 },
    ])
  })

  test('has no volume when any part has none', () => {
    expect(aggregateBars([bar(60, 1, 1, 1, 1, 10), bar(61, 1, 1, 1, 1)], HOUR)[0]).not.toHaveProperty(
      'volume',
    )
  })

  test('without parts is absent, not filled', () => {
    const bars = aggregateBars([bar(0, 1, 1, 1, 1), bar(180, 0, 0, 0, 0)], HOUR)
    expect(bars.map(({ timestamp }) => timestamp)).toEqual([0, 3 * HOUR])
    expect(aggregateBars([], HOUR)).toEqual([])
  })

  test('sums decimals without dust', () => {
    const parts = [bar(60, 1, 1, 1, 1, 0.1), bar(61, 1, 1, 1, 1, 0.2)]
    expect(aggregateBars(parts, HOUR)[0]?.volume).toBe(0.3)
  })

  test('is the same made at once or in steps: 1m to 1h equals 1m to 5m to 1h', () => {
    fc.assert(
      fc.property(
        minutes,
        fc.constantFrom(5, 15, 30),
        fc.constantFrom(60, 240, 1440, 10_080),
        (bars, middle, coarse) => {
          const inSteps = aggregateBars(aggregateBars(bars, middle * MINUTE), coarse * MINUTE)
          expect(inSteps).toEqual(aggregateBars(bars, coarse * MINUTE))
        },
      ),
    )
  })

  test('passes the checks that its parts pass', () => {
    fc.assert(
      fc.property(minutes, fc.constantFrom(5, 60, 1440, 10_080), (bars, coarse) => {
        const span = { from: 0, to: Number.MAX_SAFE_INTEGER }
        expect(() => assertBars(aggregateBars(bars, coarse * MINUTE), coarse * MINUTE, span)).not.toThrow()
      }),
    )
  })

  test('of its own step is itself', () => {
    fc.assert(
      fc.property(minutes, (bars) => {
        expect(aggregateBars(bars, MINUTE)).toEqual(bars)
      }),
    )
  })
})

describe('the other side', () => {
  test('turns every price round, so the high comes from the low', () => {
    expect(complementBar(bar(1, 0.4, 0.9, 0.1, 0.3, 7))).toEqual(bar(1, 0.6, 0.9, 0.1, 0.7, 7))
    expect(complementBar(bar(1, 0.01, 0.02, 0.005, 0.013))).toEqual(bar(1, 0.99, 0.995, 0.98, 0.987))
  })

  test('of the other side is the first one again, exactly', () => {
    fc.assert(
      fc.property(minutes, (bars) => {
        expect(bars.map(complementBar).map(complementBar)).toEqual(bars)
      }),
    )
  })

  test('passes the checks, and is the same whether mirrored before or after aggregating', () => {
    fc.assert(
      fc.property(minutes, (bars) => {
        const mirrored = aggregateBars(bars, HOUR).map(complementBar)
        expect(() => assertBars(mirrored, HOUR, { from: 0, to: Number.MAX_SAFE_INTEGER })).not.toThrow()
        expect(aggregateBars(bars.map(complementBar), HOUR)).toEqual(mirrored)
      }),
    )
  })
})

describe('candles from price points', () => {
  test('hold the points that fall into them, without a volume', () => {
    const points = [
      { at: HOUR + 1, price: 0.4 },
      { at: HOUR + 2 * MINUTE, price: 0.7 },
      { at: 2 * HOUR - 1, price: 0.2 },
      { at: 2 * HOUR, price: 0.5 },
    ]
    expect(barsFromPoints(points, HOUR)).toEqual([
      { timestamp: HOUR, open: 0.4, high: 0.7, low: 0.2, close: 0.2 },
      { timestamp: 2 * HOUR, open: 0.5, high: 0.5, low: 0.5, close: 0.5 },
    ])
  })

  test('and coarser ones from them are those made of the points at once', () => {
    const points = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 5_000_000 }), price), { maxLength: 40 })
      .map((rows) => {
        let at = Date.UTC(2026, 10, 20)
        return rows.map(([gap, each]) => {
          at += gap
          return { at, price: each }
        })
      })
    fc.assert(
      fc.property(points, (given) => {
        const fine = barsFromPoints(given, MINUTE)
        expect(aggregateBars(fine, HOUR)).toEqual(barsFromPoints(given, HOUR))
        for (const { timestamp } of fine) expect(alignDown(timestamp, MINUTE)).toBe(timestamp)
      }),
    )
  })
})
