import { expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { Span } from '../../../src/api/times/span.js'
import { renderCandlesInSlices, renderStoredCandles } from '../../../src/candles/response/assemble.js'
import { createMaking } from '../../../src/candles/response/derived-series.js'
import { aggregateBars } from '../../../src/candles/series/aggregate.js'
import { renderCandles } from '../../../src/candles/store/candle-row.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { complementBar } from '../../../src/venue-kit/unify/unified-market.js'
import { atOnce } from '../../support/engine.js'
import { bar, covers } from '../store-suite.js'

const MINUTE = 60_000
const COUNT = 10_000
const identity = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' } as const
const span = { from: 0, to: COUNT * MINUTE }
const bars = Array.from({ length: COUNT }, (_, at) => bar(at, (at % 100) / 100))

function setUp(mirrored = false) {
  const store = createMemoryStore()
  store.commit(identity, { bars, coverage: [covers(0, COUNT)] })
  const series = { outcomeId: 'a', seriesKey: 'FOO-26', mirrored, facts: {} }
  const target = { identity, series, step: { stepMs: MINUTE, maxWindowMs: 1e9 } }
  const read = (turn: (isMore?: boolean) => Promise<void>) =>
    renderStoredCandles(store, target, MINUTE, span, { settled: [span], live: [] }, 0, turn)
  return { store, read }
}

test.each([false, true])(
  'a long text is read with turns for others in between (mirrored: %s)',
  async (mirrored) => {
    const turns: unknown[] = []
    const { read } = setUp(mirrored)
    const text = await read(async (isMore) => void turns.push(isMore))
    const truth = mirrored ? bars.map(complementBar) : bars
    expect(text).toMatchObject({ json: renderCandles(truth), count: COUNT, last: (COUNT - 1) * MINUTE })
    expect(turns).toEqual([true, true])
  },
)

test('what has gone meanwhile is no answer', async () => {
  const { store, read } = setUp()
  expect(await read(async () => store.forget(identity))).toBe('changed')
})

test.each([
  [0, 0],
  [1, 0],
  [4_000, 0],
  [4_001, 1],
  [8_000, 1],
  [COUNT, 2],
])('%d candles become the same text, with %d turns for others in between', async (count, expected) => {
  const turns: unknown[] = []
  const text = await renderCandlesInSlices(bars.slice(0, count), async (isMore) => void turns.push(isMore))
  expect(text).toBe(renderCandles(bars.slice(0, count)))
  expect(turns).toEqual(Array.from({ length: expected }, () => true))
})

const STEP = 5 * MINUTE
const minutes = (from: number, to: number): Span => ({ from: from * MINUTE, to: to * MINUTE })
const minuteBars = (from: number, to: number) => bars.slice(from, to)

interface Case {
  readonly stepMs?: number
  readonly made?: readonly Span[]
  readonly look?: Span
  readonly settled: readonly Span[]
  readonly live?: Span
  readonly least?: number
}

/** The first forty minutes are stored, the twenty after them were without trades. */
async function ask({ stepMs = MINUTE, made = [], look = minutes(0, 60), settled, live, least = 0 }: Case) {
  const store = createMemoryStore()
  const coverage = [covers(0, 40), covers(40, 60, 'proven_empty')]
  store.commit(identity, { bars: minuteBars(0, 40), coverage })
  const making = createMaking({ store, turn: atOnce })
  await making.make({ identity }, stepMs, made, new AbortController().signal)
  const edge = live && {
    span: live,
    bars: minuteBars(live.from / MINUTE, live.to / MINUTE),
    requestedAt: { now: 0, monotonic: 0 },
    asOf: 0,
    until: Number.POSITIVE_INFINITY,
  }
  const series = { outcomeId: 'a', seriesKey: 'FOO-26', mirrored: false, facts: {} }
  const target = { identity, series, step: { stepMs: MINUTE, maxWindowMs: 1e9 } }
  const known = { settled, live: edge === undefined ? [] : [edge] }
  return renderStoredCandles(store, target, stepMs, look, known, least, atOnce)
}

const textOf = (candles: readonly PriceCandle[]) => ({
  json: renderCandles(candles),
  count: candles.length,
  last: candles.at(-1)?.timestamp,
})
const fives = (from: number, to: number) => aggregateBars(minuteBars(from, to), STEP)

test.each<[rule: string, asked: Case, candles: readonly PriceCandle[]]>([
  ['what is stored', { settled: [minutes(0, 30)] }, minuteBars(0, 30)],
  ['nothing, where nothing was traded', { settled: [minutes(40, 60)], look: minutes(40, 60) }, []],
  ['what is stored, then what runs', { settled: [minutes(0, 30)], live: minutes(30, 32) }, minuteBars(0, 32)],
  ['what runs alone', { settled: [], live: minutes(40, 42) }, minuteBars(40, 42)],
  ['what runs alone, in coarser steps', { stepMs: STEP, settled: [], live: minutes(40, 50) }, fives(40, 50)],
  [
    'as many as are wanted of what runs',
    { settled: [], live: minutes(40, 42), least: 2 },
    minuteBars(40, 42),
  ],
  ['what is made', { stepMs: STEP, made: [minutes(0, 30)], settled: [minutes(0, 30)] }, fives(0, 30)],
  [
    'what is made, then what has to be put together',
    { stepMs: STEP, made: [minutes(0, 20)], settled: [minutes(0, 30)], live: minutes(30, 35) },
    fives(0, 35),
  ],
  [
    'as many as are wanted of both',
    { settled: [minutes(0, 10)], live: minutes(10, 12), least: 12 },
    minuteBars(0, 12),
  ],
])('%s is one list', async (_, asked, candles) => {
  expect(await ask(asked)).toMatchObject(textOf(candles))
})

test.each<[rule: string, asked: Case]>([
  ['where something is missing in between', { settled: [minutes(0, 10), minutes(12, 30)] }],
  ['where the beginning is missing', { settled: [minutes(2, 30)] }],
  ['where there are fewer than wanted', { settled: [minutes(0, 10)], live: minutes(10, 12), least: 13 }],
  ['where what runs is less than wanted', { settled: [], live: minutes(40, 42), least: 3 }],
  ['where nothing is made', { stepMs: STEP, settled: [minutes(0, 30)] }],
  ['where the beginning is not made', { stepMs: STEP, made: [minutes(10, 30)], settled: [minutes(0, 30)] }],
])('there is no ready text %s', async (_, asked) => {
  expect(await ask(asked)).toBeUndefined()
})

test('the last candle is told though nothing was traded for long after it', async () => {
  const store = createMemoryStore()
  const coverage = [covers(0, 3), covers(3, COUNT, 'proven_empty')]
  store.commit(identity, { bars: minuteBars(0, 3), coverage })
  const series = { outcomeId: 'a', seriesKey: 'FOO-26', mirrored: false, facts: {} }
  const target = { identity, series, step: { stepMs: MINUTE, maxWindowMs: 1e9 } }
  const known = { settled: [span], live: [] }
  expect(await renderStoredCandles(store, target, MINUTE, span, known, 0, atOnce)).toMatchObject(
    textOf(minuteBars(0, 3)),
  )
})
