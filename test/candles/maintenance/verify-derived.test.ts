import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteDerivedCandles } from '../../../src/candles/database/delete-span.js'
import { listSeries } from '../../../src/candles/maintenance/series-reader.js'
import { findDerivedProblems } from '../../../src/candles/maintenance/verify-derived.js'
import { createMaking } from '../../../src/candles/response/derived-series.js'
import { atOnce } from '../../support/engine.js'
import { bar, covers } from '../store-suite.js'
import { candleFiles } from '../support/candle-file.js'

const MINUTE = 60_000
const STEP = 5 * MINUTE
const identity = { venue: 'kalshi', seriesKey: 'FOO', stepMs: MINUTE, basis: 'trade' } as const
const files = candleFiles()
afterAll(() => files.remove())

let file: ReturnType<typeof files.fresh>
beforeEach(() => {
  file = files.fresh()
})

/** Keeps candles of so many minutes, and makes those of five minutes of them. */
async function keep(minutes: number, from = 0): Promise<void> {
  const bars = Array.from({ length: minutes }, (_, at) => bar(from + at))
  file.store.commit(identity, { bars, coverage: [covers(from, from + minutes)] })
  const { signal } = new AbortController()
  const settled = [{ from: from * MINUTE, to: (from + minutes) * MINUTE }]
  await createMaking({ store: file.store, turn: atOnce }).make({ identity }, STEP, settled, signal)
}

function pieces() {
  const [source] = listSeries(file.database)
  if (source === undefined) throw new Error('a series was stored')
  return [...findDerivedProblems(file.database, source)]
}

const alter = (set: string, where: string) =>
  file.database.exec(`UPDATE loose_candles SET ${set} WHERE series_id = 2 AND ${where}`)
const differs = 'its candles do not match the 1m candles that they were derived from'

test('what was made is sound where it is what its parts make, a piece of some two thousand parts at a time', async () => {
  await keep(4_500)
  expect(pieces()).toEqual([[], [], []])
})

test('a series of which nothing was made has nothing to hold', () => {
  file.store.commit(identity, { bars: [bar(1)], coverage: [covers(0, 5)] })
  expect(pieces()).toEqual([])
})

test('an altered text is told with the piece in which it is', async () => {
  await keep(4_500)
  alter(`json = replace(json, '0.9', '0.8')`, `open_time = ${2_500 * MINUTE}`)
  expect(pieces()).toEqual([[], [{ resolution: '5m', timestamp: 2_000 * MINUTE, problem: differs }], []])
})

test('altered columns beside a sound text are told: another reader takes those', async () => {
  await keep(20)
  alter('high = 0.8', `open_time = ${STEP}`)
  expect(pieces()).toEqual([[{ resolution: '5m', timestamp: 0, problem: differs }]])
})

test('parts that changed since are told', async () => {
  await keep(20)
  file.database.exec(
    `UPDATE loose_candles SET high = 0.95, json = replace(json, '0.9', '0.95') WHERE series_id = 1 AND open_time = 0`,
  )
  expect(pieces()).toEqual([[{ resolution: '5m', timestamp: 0, problem: differs }]])
})

test('made candles for which no ledger vouches are told', async () => {
  await keep(20)
  file.database.exec(`UPDATE coverage SET to_time = ${2 * STEP} WHERE series_id = 2`)
  expect(pieces()).toEqual([
    [],
    [{ resolution: '5m', problem: 'it has derived candles outside the coverage' }],
  ])
})

test('what was made of a removed span goes with it, whole steps of it, and what lies beside stays', async () => {
  await keep(20)
  deleteDerivedCandles(file.database, 1, { from: 6 * MINUTE, to: 11 * MINUTE })
  const made = { ...identity, stepMs: STEP, derivedFromMs: MINUTE }
  const all = { from: 0, to: 60 * MINUTE }
  expect(file.store.read(made, all).map(({ timestamp }) => timestamp)).toEqual([0, 15 * MINUTE])
  expect(file.store.coverage(made, all)).toMatchObject([
    { from: 0, to: STEP },
    { from: 15 * MINUTE, to: 20 * MINUTE },
  ])
  expect(file.store.read(identity, all)).toHaveLength(20)
  expect(pieces()).toEqual([[], []])
})
