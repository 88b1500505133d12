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
const identity = { venue: 'kalshi', seriesKey: 'FOO', stepMs: MINUTE, basis: 'trade' } as const
const made = derivedSeriesOf(identity, STEP)

function minutes(from: number, to: number): Span {
  return { from: from * MINUTE, to: to * MINUTE }
}

/** A store that knows one candle a minute of each part, and a way to make coarser ones. */
function setUp(...coverage: Coverage[]) {
  const store = createMemoryStore()
  const turns: boolean[] = []
  const making = createMaking({
    store,
    turn: async (isLong) => {
      turns.push(isLong === true)
    },
  })
  for (const part of coverage) {
    const [from, to] = [part.from / MINUTE, part.to / MINUTE]
    const bars = Array.from({ length: to - from }, (_, at) =>
      bar(from + at, (from + at + 1) / 10_000, from + at),
    )
    store.commit(identity, { bars: part.kind === 'data' ? bars : [], coverage: [part] })
  }
  const make = (settled: readonly Span[], signal = new AbortController().signal) =>
    making.make({ identity }, STEP, settled, signal)
  const madeParts = () => findDerivedSpans(store, identity, STEP, minutes(0, 100_000))
  return { store, turns, make, madeParts }
}

test('whole steps of what is settled are made, are what their parts make, and are as old as the newest of those', async () => {
  const { store, make, madeParts, turns } = setUp(covers(0, 8), { ...covers(8, 17), fetchedAt: 2_000 })
  expect(await make([minutes(2, 17)])).toBe(false)
  expect(madeParts()).toEqual([minutes(5, 15)])
  expect(store.read(made, minutes(0, 60))).toEqual(aggregateBars(store.read(identity, minutes(5, 15)), STEP))
  expect(store.coverage(made, minutes(0, 60))).toEqual([
    { ...minutes(5, 15), kind: 'data', route: 'made', fetchedAt: 2_000 },
  ])
  expect(turns).toEqual([])
})

test('what is made already is not made again', async () => {
  const { store, make } = setUp(covers(0, 20))
  await make([minutes(0, 10)])
  const pieces: Span[] = []
  const { commit } = store
  store.commit = (series, batch) => {
    pieces.push(...batch.coverage.map(({ from, to }) => ({ from, to })))
    commit.call(store, series, batch)
  }
  await make([minutes(0, 20)])
  await make([minutes(0, 20)])
  expect(pieces).toEqual([minutes(10, 20)])
})

test('a step of which a part is not known is not made: its candle would lack it', async () => {
  const { make, madeParts } = setUp(covers(0, 7), covers(8, 20))
  await make([minutes(0, 5), minutes(5, 10), minutes(10, 20)])
  expect(madeParts()).toEqual([minutes(0, 5), minutes(10, 20)])
})

test('a step of which the venue has forgotten a part is not made, and those beside it are', async () => {
  const { make, madeParts } = setUp(covers(0, 7), covers(7, 8, 'beyond_retention'), covers(8, 20))
  await make([minutes(0, 20)])
  expect(madeParts()).toEqual([minutes(0, 5), minutes(10, 20)])
})

test('where nothing was traded, nothing is made, and that is known', async () => {
  const { store, make, madeParts } = setUp(covers(0, 10, 'proven_empty'))
  await make([minutes(0, 10)])
  expect([madeParts(), store.read(made, minutes(0, 10))]).toEqual([[minutes(0, 10)], []])
})

test('what is shorter than a step holds no candle of it', async () => {
  const { store, make } = setUp(covers(0, 20))
  await make([minutes(0, 20)])
  expect(findDerivedSpans(store, identity, STEP, minutes(6, 9))).toEqual([])
  expect(findDerivedSpans(store, identity, STEP, minutes(6, 14))).toEqual([])
  expect(findDerivedSpans(store, identity, STEP, minutes(6, 16))).toEqual([minutes(10, 15)])
})

test('a long stretch is made in pieces of two thousand parts, others have their turns between, and it says so', async () => {
  const { make, madeParts, turns } = setUp(covers(0, 4_500))
  expect(await make([minutes(0, 4_500)])).toBe(true)
  expect(turns).toEqual([true, true])
  expect(madeParts()).toEqual([minutes(0, 4_500)])
})

test('a caller whose time is up has no more made than the piece under way', async () => {
  const { make, madeParts, turns } = setUp(covers(0, 4_500))
  expect(await make([minutes(0, 4_500)], AbortSignal.abort())).toBe(false)
  expect([madeParts(), turns]).toEqual([[minutes(0, 2_000)], [true]])
})

test('of nothing, nothing is made', async () => {
  const { make, madeParts } = setUp(covers(0, 20))
  expect([await make([]), madeParts()]).toEqual([false, []])
})
