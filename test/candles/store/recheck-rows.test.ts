import { describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { Receipt } from '../../../src/candles/series/receipts.js'
import type { Differing } from '../../../src/candles/store/candle-comparison.js'
import { compareLook, createChoice, dueWindowsOf, noCounts } from '../../../src/candles/store/recheck-rows.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const span = { from: 0, to: HOUR }

const bar = (minute: number, close = 0.5, volume: number | undefined = 3): PriceCandle => {
  const prices = { timestamp: minute * MINUTE, open: 0.5, high: 0.9, low: 0.1, close }
  return volume === undefined ? prices : { ...prices, volume }
}
const other = (minute: number, told: PriceCandle | null): Differing => ({
  openTime: minute * MINUTE,
  bar: told,
})

describe('a later answer', () => {
  const stored = [bar(1), bar(2), bar(3)]
  const compare = (
    bars: readonly PriceCandle[],
    { differing = [], tries = 0, withheld = [], isSameRoute = true, completeTo = 0 }: Partial<Terms> = {},
  ) => compareLook(stored, { span, bars, withheld, completeTo }, { differing, tries }, () => isSameRoute)
  interface Terms {
    differing: readonly Differing[]
    tries: number
    withheld: readonly { from: number; to: number }[]
    isSameRoute: boolean
    completeTo: number
  }

  test('in which an old candle is the newest contradicts it too if its volume is lower', () => {
    const bars = [bar(1), bar(2), bar(3, 0.5, 2)]
    expect(compare(bars, { completeTo: 3 * MINUTE }).differing).toEqual([])
    expect(compare(bars, { completeTo: 4 * MINUTE }).differing).toEqual([other(3, bar(3, 0.5, 2))])
  })

  test('that is the same leaves nothing open, with or without volumes', () => {
    const same = { counts: { ...noCounts, compared: 3 }, differing: [], replacing: [] }
    expect(compare(stored)).toEqual(same)
    expect(compare([bar(1, 0.5, undefined), bar(2, 0.5, 3 + 1e-10), bar(3)])).toEqual(same)
  })

  test('that differs is counted, and replaces nothing by itself', () => {
    expect(compare([bar(1), bar(2, 0.6), bar(4)])).toEqual({
      counts: { ...noCounts, compared: 3, changed: 1, lacking: 1, added: 1 },
      differing: [other(2, bar(2, 0.6)), other(3, null), other(4, bar(4))],
      replacing: [],
    })
  })

  test('without a candle between its neighbors removes it with the next one, only by the same route', () => {
    const told = [bar(1), bar(3)]
    const { differing } = compare(told)
    expect(differing).toEqual([{ ...other(2, null), lacks: 1 }])
    expect(compare(told, { differing, tries: 1 })).toEqual({
      ...{ counts: { ...noCounts, replaced: 1 }, differing: [], replacing: [], removing: [2 * MINUTE] },
    })
    const { removing, differing: left } = compare(told, { differing, tries: 1, isSameRoute: false })
    expect([removing, left]).toEqual([undefined, differing])
    expect(compare(stored, { differing, tries: 1 }).differing).toEqual([])
    const withheld = [{ from: 2 * MINUTE, to: 3 * MINUTE }]
    expect(compare(told, { differing, tries: 1, withheld }).removing).toBeUndefined()
  })

  test('that agrees with the one before gives new values; what both lack at the end stays', () => {
    const differing = [other(2, bar(2, 0.6)), other(3, null), other(4, bar(4))]
    expect(compare([bar(1), bar(2, 0.6), bar(4)], { differing, tries: 1 })).toEqual({
      counts: { ...noCounts, replaced: 2, absent: 1 },
      differing: [],
      replacing: [bar(2, 0.6), bar(4)],
    })
  })

  test('that agrees with the one before, but came by another route than what is stored, gives no values', () => {
    const differing = [other(2, bar(2, 0.6))]
    const told = [bar(1), bar(2, 0.6), bar(3)]
    expect(compare(told, { differing, tries: 1, isSameRoute: false }).replacing).toEqual([])
  })

  test('that differs from both has to be confirmed as well; one that lacks the candle decides nothing', () => {
    const differing = [other(2, bar(2, 0.6))]
    const told = [bar(1), bar(2, 0.7), bar(3)]
    expect(compare(told, { differing, tries: 1 })).toEqual({
      counts: noCounts,
      differing: [other(2, bar(2, 0.7))],
      replacing: [],
    })
    expect(compare(told, { differing, tries: 2 }).differing).toEqual([other(2, bar(2, 0.7))])
    expect(compare([bar(1), bar(3)], { differing, tries: 2 }).differing).toEqual([
      { ...other(2, bar(2, 0.6)), lacks: 1 },
    ])
    expect(compare([bar(1)], { differing, tries: 2 }).differing).toEqual(differing)
  })

  test('that has only a part of the stored candle as its newest one decides nothing about it', () => {
    const differing = [other(3, bar(3, 0.6))]
    const part = { ...bar(3), volume: 1 }
    expect(compare([bar(1), bar(2), part], { differing, tries: 1 }).differing).toEqual(differing)
  })

  test('that is what is stored after all leaves nothing open', () => {
    const again = compare(stored, { differing: [other(2, bar(2, 0.6))], tries: 1 })
    expect(again).toEqual({ counts: noCounts, differing: [], replacing: [] })
  })

  test('of an index that stands still says nothing of its newest candle, which is a part of what is stored', () => {
    const part = { ...bar(2, 0.4, 2), high: 0.6 }
    const differing = [other(2, part)]
    expect(compare([bar(1), part], { differing, tries: 1 }).replacing).toEqual([])
    // With a later candle, also one after the span, it is what the venue says now.
    expect(compare([bar(1), part, bar(61)], { differing, tries: 1 }).replacing).toEqual([part])
    // What is no part of it is another value.
    const changed = bar(2, 0.4, 4)
    expect(compare([bar(1), changed], { differing: [other(2, changed)], tries: 1 }).replacing).toEqual([
      changed,
    ])
  })

  test('says nothing of what the venue does not report on any more', () => {
    const withheld = [{ from: 2 * MINUTE, to: 4 * MINUTE }]
    expect(compare([bar(1)], { withheld }).counts).toEqual({ ...noCounts, compared: 1 })
  })
})

describe('windows are due', () => {
  const fetched: Receipt = { from: 0, to: 3 * HOUR, knownAt: 100 * DAY, source: 'live' }
  const captured: Receipt = { ...fetched, knownAt: 3 * HOUR, withinMs: 5 * MINUTE }
  const due = (receipt: Receipt, now: number, from?: number) =>
    dueWindowsOf(receipt, MINUTE, now, (open) => from === undefined || open === from).map((window) => [
      window.span.from / HOUR,
      window.span.to / HOUR,
      window.look,
    ])

  test('an hour, a day and seven days after a fetch, and never after that', () => {
    const at = (ms: number) => due(fetched, 100 * DAY + ms, HOUR)
    expect(at(HOUR - 1)).toEqual([])
    expect(at(HOUR)).toEqual([[1, 2, 0]])
    expect(at(DAY)).toEqual([[1, 2, 1]])
    expect(at(7 * DAY)).toEqual([[1, 2, 2]])
    expect(at(9 * DAY)).toEqual([])
    expect(due(fetched, 100 * DAY + HOUR)).toHaveLength(3)
  })

  test('after the close of candles that were captured live', () => {
    expect(due(captured, 2 * HOUR + 4 * MINUTE)).toEqual([])
    expect(due(captured, 3 * HOUR + 5 * MINUTE)).toEqual([
      [0, 1, 0],
      [1, 2, 0],
    ])
  })

  test('not for what was imported or sampled', () => {
    for (const source of ['import', 'sampled'])
      expect(due({ ...fetched, source }, 100 * DAY + HOUR)).toEqual([])
  })
})

test('the same share of windows is chosen in every process', () => {
  const names = Array.from({ length: 20_000 }, (_, at) => at)
  const chosen = (share: number) => names.filter((at) => createChoice(share)('kalshi', at * HOUR))
  expect(chosen(0.01).length).toBeGreaterThan(120)
  expect(chosen(0.01).length).toBeLessThan(280)
  expect(chosen(1)).toHaveLength(20_000)
  expect(chosen(0)).toEqual([])
  expect(chosen(0.01)).toEqual(chosen(0.01))
})
