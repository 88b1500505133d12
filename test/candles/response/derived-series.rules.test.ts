import { expect, test } from 'vitest'
import type { Span } from '../../../src/api/times/span.js'
import {
  createMaking,
  derivedSeriesOf,
  findDerivedSpans,
} from '../../../src/candles/response/derived-series.js'
import { aggregateBars } from '../../../src/candles/series/aggregate.js'
import type { Coverage } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { bar, covers } from '../store-suite.js'

const MINUTE = 60_000
const STEP = 5 * MINUTE
const EVER = { from: 0, to: 10_000 * MINUTE }
const identity = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' } as const
const made = derivedSeriesOf(identity, STEP)
const minutes = (from: number, to: number): Span => ({ from: from * MINUTE, to: to * MINUTE })
const bars = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => bar(from + at))

/** @param meanwhile what others do when they have their turn; it counts from 1 */
function setUp(ledger: readonly Coverage[], meanwhile: (turn: number) => void = () => {}) {
  const store = createMemoryStore()
  const put = (entry: Coverage) =>
    store.commit(identity, {
      bars: entry.kind === 'data' ? bars(entry.from / MINUTE, entry.to / MINUTE) : [],
      coverage: [entry],
    })
  ledger.forEach(put)
  const turns: (boolean | undefined)[] = []
  const making = createMaking({
    store,
    turn: async (isMore?: boolean) => {
      turns.push(isMore)
      meanwhile(turns.length)
    },
  })
  const abort = new AbortController()
  const make = (...settled: Span[]) => making.make({ identity }, STEP, settled, abort.signal)
  return { store, put, turns, abort, make }
}

test.each<[rule: string, ledger: readonly Coverage[], settled: readonly Span[], made: readonly Span[]]>([
  ['whole steps are made', [covers(0, 20)], [minutes(0, 20)], [minutes(0, 20)]],
  ['a step that began before is not', [covers(0, 20)], [minutes(3, 20)], [minutes(5, 20)]],
  ['a step that is still running is not', [covers(0, 20)], [minutes(0, 18)], [minutes(0, 15)]],
  ['less than a step makes nothing', [covers(0, 20)], [minutes(6, 9)], []],
  ['nothing is made where a minute was never asked for', [covers(0, 7), covers(8, 20)], [minutes(0, 20)], []],
  [
    'what was without trades is known',
    [covers(0, 7), covers(7, 20, 'proven_empty')],
    [minutes(0, 20)],
    [minutes(0, 20)],
  ],
  [
    'what the venue has forgotten a part of is not made; the steps around it are',
    [covers(0, 7), covers(7, 8, 'beyond_retention'), covers(8, 20)],
    [minutes(0, 20)],
    [minutes(0, 5), minutes(10, 20)],
  ],
  [
    'what the venue has forgotten altogether is nothing to make candles of',
    [covers(0, 20, 'beyond_retention')],
    [minutes(0, 20)],
    [],
  ],
  [
    'each settled span for itself',
    [covers(0, 30)],
    [minutes(0, 7), minutes(8, 30)],
    [minutes(0, 5), minutes(10, 30)],
  ],
])('%s', async (_, ledger, settled, expected) => {
  const { store, turns, make } = setUp(ledger)
  await make(...settled)
  expect(findDerivedSpans(store, identity, STEP, EVER)).toEqual(expected)
  const truth = expected.flatMap((span) => aggregateBars(store.read(identity, span), STEP))
  expect(store.read(made, EVER)).toEqual(truth)
  expect(turns.length).toBeLessThanOrEqual(1)
})

test('only what lies whole within a question is made for it', async () => {
  const { store, make } = setUp([covers(0, 20)])
  await make(minutes(0, 20))
  const within = (from: number, to: number) => findDerivedSpans(store, identity, STEP, minutes(from, to))
  expect([within(3, 17), within(6, 9), within(20, 40)]).toEqual([[minutes(5, 15)], [], []])
})

test('a made candle is as old as the youngest answer in it, and says where it comes from', async () => {
  const { store, make } = setUp([
    { ...covers(0, 7), fetchedAt: 3_000 },
    { ...covers(7, 9), fetchedAt: 9_000 },
    { ...covers(9, 20), fetchedAt: 5_000 },
  ])
  await make(minutes(0, 20))
  expect(store.coverage(made, EVER)).toEqual([
    { ...minutes(0, 20), kind: 'data', route: 'made', fetchedAt: 9_000 },
  ])
})

test('much is made in pieces with turns for others in between, and nothing is made twice', async () => {
  const { store, turns, make } = setUp([covers(0, 5_000)])
  expect(await make(minutes(0, 5_000))).toBe(true)
  expect(turns).toEqual([true, true])
  expect(store.read(made, EVER)).toEqual(aggregateBars(bars(0, 5_000), STEP))
  expect(await make(minutes(0, 5_000))).toBe(false)
  expect(turns).toHaveLength(2)
})

test('a single piece is made at once: what was looked up before still holds', async () => {
  const { turns, make } = setUp([covers(0, 2_000)])
  expect(await make(minutes(0, 2_000))).toBe(false)
  expect(turns).toEqual([])
})

test('where the time of the caller is up, what is made stays and the rest is left for the next', async () => {
  const { store, abort, make } = setUp([covers(0, 5_000)], () => abort.abort())
  expect(await make(minutes(0, 5_000))).toBe(false)
  expect(findDerivedSpans(store, identity, STEP, EVER)).toEqual([minutes(0, 2_000)])
})

test.each<[what: string, left: readonly Coverage[]]>([
  ['has gone', []],
  ['the venue has forgotten', [covers(0, 5_000, 'beyond_retention')]],
])('of what %s while others had their turn, nothing is made', async (_, left) => {
  const { store, put, make } = setUp([covers(0, 5_000)], (turn) => {
    if (turn > 1) return
    store.forget(identity)
    left.forEach(put)
  })
  await make(minutes(0, 5_000))
  expect(findDerivedSpans(store, identity, STEP, EVER)).toEqual([minutes(0, 2_000)])
})
