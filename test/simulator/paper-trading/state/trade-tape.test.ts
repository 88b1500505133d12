import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Prints, withPrints } from '../../../../src/simulator/paper-trading/state/trade-tape.js'
import type { WorldTrade } from '../../../../src/simulator/world/common/types.js'
import { createWorld } from '../../../../src/simulator/world/world.js'

const NOON = Date.UTC(2026, 10, 21, 12)
const HOUR = 3_600_000
const base = createWorld({ seed: 3 })
const market = base
  .eventsAt(NOON)
  .flatMap(({ markets }) => markets)
  .find(
    ({ activity, opensAt, closesAt }) =>
      activity === 'steady' && opensAt < NOON - 5 * HOUR && closesAt > NOON + HOUR,
  )
if (market === undefined) throw new Error('no market')
const { key } = market

const print = fc.record({
  at: fc.integer({ min: NOON - 3 * HOUR, max: NOON }),
  price: fc.integer({ min: 1, max: 99 }).map((cents) => cents / 100),
  size: fc.integer({ min: 1, max: 5_000 }).map((hundredths) => hundredths / 100),
  takerSide: fc.constantFrom('yes' as const, 'no' as const),
})
const tape = fc
  .array(print, { maxLength: 6 })
  .map((rows) =>
    rows.sort((a, b) => a.at - b.at).map((row, index) => ({ ...row, sequence: 2 ** 40 + index })),
  )

const told = (rows: WorldTrade[]) => withPrints(base, new Map([[key, rows]]) satisfies Prints)

describe('what accounts took on paper', () => {
  test('is among the trades, in order of time, whichever way they are read', () => {
    fc.assert(
      fc.property(tape, (rows) => {
        const world = told(rows)
        const trades = world.trades(key, NOON - 3 * HOUR, NOON + 1)
        expect(trades).toHaveLength(base.trades(key, NOON - 3 * HOUR, NOON + 1).length + rows.length)
        expect(trades.map(({ at }) => at)).toEqual(trades.map(({ at }) => at).sort((a, b) => a - b))
        const scanned: number[][] = []
        world.scan(key, NOON - 3 * HOUR, NOON + 1, (at, ticks, hundredths, sequence, buysYes) =>
          scanned.push([at, Math.round(ticks), Math.round(hundredths), sequence, Number(buysYes)]),
        )
        const ticks = Math.round(1 / market.tick)
        expect(scanned).toEqual(
          trades.map(({ at, price, size, sequence, takerSide }) => [
            at,
            Math.round(price * ticks),
            Math.round(size * 100),
            sequence,
            Number(takerSide === 'yes'),
          ]),
        )
        const sequences: number[] = []
        world.sequences(key, NOON - 3 * HOUR, NOON + 1, (sequence) => sequences.push(sequence))
        expect(sequences).toEqual(trades.map(({ sequence }) => sequence))
      }),
      { numRuns: 25 },
    )
  })

  test('is in the bars, which are those of all trades', () => {
    fc.assert(
      fc.property(tape, fc.constantFrom(5 * 60_000, HOUR), (rows, stepMs) => {
        const world = told(rows)
        const bars = world.bars(key, stepMs, NOON - 3 * HOUR, NOON, NOON)
        const trades = world.trades(key, NOON - 3 * HOUR, NOON)
        const openings = [...new Set(trades.map(({ at }) => Math.floor(at / stepMs) * stepMs))]
        expect(bars.map(({ openAt }) => openAt)).toEqual(openings)
        for (const { openAt, open, high, low, close, volume } of bars) {
          const inside = trades.filter(({ at }) => at >= openAt && at < openAt + stepMs)
          const prices = inside.map(({ price }) => price)
          expect([open, high, low, close]).toEqual([
            prices[0],
            Math.max(...prices),
            Math.min(...prices),
            prices.at(-1),
          ])
          expect(volume).toBeCloseTo(
            inside.reduce((sum, { size }) => sum + size, 0),
            6,
          )
        }
      }),
      { numRuns: 25 },
    )
  })

  test('changes no other market, and nothing where nobody took anything', () => {
    const world = told([])
    expect(world.trades(key, NOON - HOUR, NOON)).toEqual(base.trades(key, NOON - HOUR, NOON))
    expect(world.bars(key, HOUR, NOON - 3 * HOUR, NOON)).toEqual(base.bars(key, HOUR, NOON - 3 * HOUR, NOON))
    expect(world.lastTrade(key, NOON)).toEqual(base.lastTrade(key, NOON))
  })
})
