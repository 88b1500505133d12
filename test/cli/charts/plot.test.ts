import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { countFittingCandles, plotCandles } from '../../../src/cli/charts/plot.js'
import { plainColors } from '../../../src/cli/output/colors.js'
import { measureWidth } from '../../../src/cli/output/display-width.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const from = Date.UTC(2026, 10, 21, 9)

const candles: readonly PriceCandle[] = [
  { timestamp: from, open: 0.5, high: 0.55, low: 0.48, close: 0.54, volume: 10 },
  { timestamp: from + HOUR, open: 0.54, high: 0.56, low: 0.5, close: 0.51, volume: 40 },
  { timestamp: from + 2 * HOUR, open: 0.51, high: 0.51, low: 0.51, close: 0.51, volume: 0 },
  // Nobody traded in the hour between.
  { timestamp: from + 4 * HOUR, open: 0.51, high: 0.6, low: 0.5, close: 0.58, volume: 25 },
  { timestamp: from + 5 * HOUR, open: 0.58, high: 0.59, low: 0.55, close: 0.58, volume: 5 },
]

describe('a small plot', () => {
  test('shows candles, gaps, both axes, the volume and what the shapes mean', () => {
    expect(plotCandles(candles, { stepMs: HOUR, columns: 70, rows: 14, paint: plainColors })).toEqual([
      '  0.60 ┤                │   ╷',
      '       │                ╽   ┼',
      '       │    ╷           ┃   │',
      '  0.55 ┤│   │           ┃   ╵',
      '       │┃   █           ┃',
      '       │┃   █   ─       ┃',
      '  0.50 ┤┃   │           │',
      '       ││',
      '       │',
      '  0.45 ┤',
      '       └┬───────────────┬────',
      '        11-21 09:00     11-21 13:00',
      'volume  ▂   █           ▅   ▁',
      '        ┃ rising  █ falling  ─ unchanged  each 1h  largest volume 40',
    ])
  })

  test('needs no volume', () => {
    const candle = { timestamp: from, open: 0.5, high: 0.55, low: 0.48, close: 0.54 }
    expect(plotCandles([candle], { stepMs: DAY, columns: 70, rows: 9, paint: plainColors })).toEqual([
      '  0.55 ┤╽',
      '       │┃',
      '       │┃',
      '  0.50 ┤╿',
      '       │╵',
      '  0.45 ┤',
      '       └┬',
      '        2026-11-21',
      '        ┃ rising  █ falling  ─ unchanged  each 1d',
    ])
  })

  test('says when candles had to be merged', () => {
    const many = Array.from({ length: 100 }, (_, hour) => ({
      timestamp: from + hour * HOUR,
      open: hour / 100,
      high: (hour + 1) / 100,
      low: hour / 100,
      close: (hour + 1) / 100,
    }))
    expect(plotCandles(many, { stepMs: HOUR, columns: 50, rows: 11, paint: plainColors })).toEqual([
      '  1.00 ┤                                  ╻ ╻ ┃ ╹',
      '       │                            ╻ ╻ ┃ ╹',
      '       │                      ╻ ╻ ┃ ╹',
      '  0.50 ┤                ╻ ╻ ┃ ╹',
      '       │          ╻ ╻ ┃ ╹',
      '       │    ╻ ╻ ┃ ╹',
      '  0.00 ┤┃ ╹ ╹',
      '       └┬─────────────┬─────────────┬────────────',
      '        11-21 08:00   11-22 19:00   11-24 06:00',
      '        ┃ rising  █ falling  ─ unchanged',
      '        each 5h (merged from 1h to fit)',
    ])
  })

  test('of nothing is nothing', () => {
    expect(plotCandles([], { stepMs: HOUR, columns: 70, rows: 14, paint: plainColors })).toEqual([])
  })
})

describe('any plot', () => {
  const price = fc.double({ min: 0, max: 1, noNaN: true })
  const candle = fc
    .tuple(fc.integer({ min: 0, max: 3_000 }), price, price, price, price)
    .map(([hour, a, b, c, d]): PriceCandle => {
      const [low = a, open = b, close = c, high = d] = [a, b, c, d].sort((x, y) => x - y)
      return { timestamp: from + hour * HOUR, open, high, low, close }
    })
  const series = fc.uniqueArray(candle, {
    selector: ({ timestamp }) => timestamp,
    minLength: 1,
    maxLength: 80,
  })

  test('fits its room exactly and is not blank', () => {
    const columns = fc.integer({ min: 70, max: 200 })
    const rows = fc.integer({ min: 9, max: 50 })
    fc.assert(
      fc.property(series, columns, rows, (unordered, width, height) => {
        const ordered = unordered.sort((a, b) => a.timestamp - b.timestamp)
        const lines = plotCandles(ordered, { stepMs: HOUR, columns: width, rows: height, paint: plainColors })
        expect(lines).toHaveLength(height)
        for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(width)
        const drawn =
          lines
            .slice(0, -3)
            .join('')
            .match(/[╷╻╵│╽╹╿┃▄▀█┼┴┬─]/g) ?? []
        expect(drawn.length).toBeGreaterThan(0)
      }),
    )
  })
})

test('rising candles are green, falling ones red, and blanks are not painted', () => {
  const lines = plotCandles(candles, {
    stepMs: HOUR,
    columns: 70,
    rows: 14,
    paint: (style, text) => `<${style} ${text}>`,
  })
  expect(lines[4]).toBe('       │<green ┃>   <red █>           <green ┃>')
})

test('as many candles as fit are drawn one by one', () => {
  const count = countFittingCandles(100)
  const many = Array.from({ length: count }, (_, hour) => ({
    timestamp: from + hour * HOUR,
    open: 0.5,
    high: 0.6,
    low: 0.4,
    close: 0.55,
  }))
  const lines = plotCandles(many, { stepMs: HOUR, columns: 100, rows: 20, paint: plainColors })
  expect(lines.join('\n')).not.toContain('merged')
  expect(count).toBe(46)
})
