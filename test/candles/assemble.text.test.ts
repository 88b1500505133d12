import { expect, test } from 'vitest'
import { candlesTextInTurns, storedText } from '../../src/candles/assemble.js'
import { candlesText } from '../../src/candles/candle-row.js'
import { createMemoryStore } from '../../src/candles/memory-store.js'
import { mirrorBar } from '../../src/venue-kit/unify.js'
import { atOnce } from '../support/engine.js'
import { bar, covers } from './store-suite.js'

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
  const read = (turn: () => Promise<void>) =>
    storedText(store, target, MINUTE, span, { settled: [span], live: [] }, 0, turn)
  return { store, read }
}

test.each([false, true])(
  'a long text is read with turns for others in between (mirrored: %s)',
  async (mirrored) => {
    let turns = 0
    const { read } = setUp(mirrored)
    const text = await read(async () => void turns++)
    const truth = mirrored ? bars.map(mirrorBar) : bars
    expect(text).toEqual({ json: candlesText(truth), count: COUNT, last: (COUNT - 1) * MINUTE })
    expect(turns).toBe(2)
  },
)

test('what has gone meanwhile is no answer', async () => {
  const { store, read } = setUp()
  expect(await read(async () => store.forget(identity))).toBe('changed')
})

test('candles become the same text in turns', async () => {
  for (const count of [0, 1, 4_000, 4_001, COUNT])
    expect(await candlesTextInTurns(bars.slice(0, count), atOnce)).toBe(candlesText(bars.slice(0, count)))
})
