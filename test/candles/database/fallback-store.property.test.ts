import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createResilientStore, type FileStore } from '../../../src/candles/database/fallback-store.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { joinNeighbors, type SeriesIdentity } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { fakeClock } from '../../support/clock.js'
import { sealingAll } from '../../support/engine.js'
import { bar, covers } from '../store-suite.js'

const driver = await loadDriver()
const ever = { from: 0, to: 1e12 }
const OUTCOMES = ['a', 'b']
const seriesOf = (name: number): SeriesIdentity => ({
  venue: 'kalshi',
  seriesKey: `S${name % 2}`,
  stepMs: name < 2 ? 60_000 : 120_000,
  basis: 'trade',
})
const allSeries = [0, 1, 2, 3].map(seriesOf)

type Disk = 'right' | 'full' | 'unreadable'
const codes = { full: 'SQLITE_FULL', unreadable: 'SQLITE_IOERR_READ' } as const

/** A file on a disk that may be full or fail altogether; closing it leaves it as it is. */
function createDisk(isSealing: boolean) {
  const { database } = openDatabase(driver, ':memory:', candleMigrations)
  const sealing = { ...sealingAll, ...(isSealing ? {} : { before: () => 0 }) }
  const writes: readonly string[] = ['commit', 'remember', 'seal', 'dropFuture']
  const disk = {
    is: 'right' as Disk,
    end: () => database.close(),
    open: (): FileStore => {
      const store: FileStore = { ...createSqliteStore(database, () => '', sealing), close: () => undefined }
      return new Proxy(store, {
        get(target, name, self) {
          const { is } = disk
          if (is !== 'right' && name !== 'close' && (is === 'unreadable' || writes.includes(String(name))))
            throw Object.assign(new Error(`the disk is ${is}`), { code: codes[is] })
          return Reflect.get(target, name, self)
        },
      })
    },
  }
  return disk
}

const commit = fc.record({
  kind: fc.constant('commit' as const),
  series: fc.nat(3),
  from: fc.nat(20),
  length: fc.integer({ min: 1, max: 8 }),
  every: fc.integer({ min: 1, max: 3 }),
  told: fc.constantFrom('data' as const, 'data' as const, 'proven_empty' as const, 'after_close' as const),
})
type Commit = typeof commit extends fc.Arbitrary<infer Value> ? Value : never
const step = fc.oneof(
  { weight: 8, arbitrary: commit },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remember' as const), outcome: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fill' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'fail' as const,
        'mend' as const,
        'wait' as const,
        'seal' as const,
        'restart' as const,
      ),
    }),
  },
)
const question = fc
  .tuple(fc.nat(30), fc.integer({ min: 1, max: 15 }), fc.nat(9))
  .map(([from, length, most]) => ({ from: from * 60_000, to: (from + length) * 60_000, most }))
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never

/** A store over a disk on bad days, beside one that knows no disk. */
function bothStores(isSealing: boolean) {
  const disk = createDisk(isSealing)
  const clock = fakeClock()
  const model = createMemoryStore()
  const begin = () =>
    createResilientStore({
      open: () => ({ store: disk.open(), newer: false }),
      isThere: () => true,
      moveAside: () => expect.unreachable('nothing is damaged'),
      clock,
      log: silentLogger,
    })
  let store = begin()
  let taken = 0
  const play = {
    fill: () => {
      disk.is = 'full'
    },
    fail: () => {
      disk.is = 'unreadable'
    },
    async mend() {
      disk.is = 'right'
      await clock.advance(60_000)
      expect(store.state).toEqual({ kind: 'ok' })
    },
    wait: () => clock.advance(700),
    seal: () => store.compact(undefined, 1e12),
    // Whoever ends writes what is left, however long the file was to be left alone.
    restart() {
      disk.is = 'right'
      store.close()
      store = begin()
      taken = 0
    },
  }
  return {
    play,
    commit({ series, from, length, every, told }: Commit, turn: number) {
      const stepMinutes = seriesOf(series).stepMs / 60_000
      const minutes = Array.from({ length }, (_, at) => from + at).filter((at) => at % every === 0)
      const bars = told === 'data' ? minutes.map((at) => bar(at * stepMinutes, turn / 100)) : []
      const coverage = [covers(from * stepMinutes, (from + length) * stepMinutes, told)]
      for (const target of [store, model]) target.commit(seriesOf(series), { bars, coverage })
      taken += bars.length
      expect(store.taken).toBe(taken)
    },
    remember(outcome: number, turn: number) {
      const outcomeId = String(OUTCOMES[outcome])
      const series = { outcomeId, seriesKey: `S${turn}`, mirrored: false, facts: {} }
      for (const target of [store, model]) target.remember('kalshi', outcomeId, { series, checkedAt: turn })
    },
    /** What is in a file that cannot be read is not told, and what was told of it elsewhere is not known here. */
    get isReadable() {
      return disk.is !== 'unreadable' && store.state.kind !== 'memory_only'
    },
    get unsaved() {
      return store.state.kind === 'ok' ? 0 : (store.state.unsaved ?? 0)
    },
    compare(questions: readonly Question[], touched = allSeries) {
      for (const series of touched) {
        expect(joinNeighbors(store.coverage(series, ever))).toEqual(model.coverage(series, ever))
        expect(store.extents(series)).toEqual(model.extents(series))
        for (const { most, ...span } of questions) {
          expect(store.read(series, span)).toEqual(model.read(series, span))
          expect(store.readText(series, span)).toEqual(model.readText(series, span))
          expect(store.count(series, span, most)).toBe(model.count(series, span, most))
        }
      }
      for (const id of OUTCOMES) expect(store.known('kalshi', id)).toEqual(model.known('kalshi', id))
    },
    end() {
      store.close()
      disk.end()
    },
  }
}

const committed = (from: number, length: number, told: Commit['told']): Commit => ({
  kind: 'commit',
  series: 2,
  from,
  length,
  every: 1,
  told,
})
/** A part that the file calls empty is called data in memory, beside an empty part that memory alone has. */
const fullBesideEmpty = [
  committed(18, 2, 'proven_empty'),
  { kind: 'fill' as const },
  committed(18, 1, 'data'),
  committed(12, 6, 'proven_empty'),
]

test('whatever the disk does meanwhile, what is told is what was first told, in order and once, and all of it is in the file at the end', async () => {
  let fromMemory = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 25, size: 'max' }),
      question,
      fc.boolean(),
      async (steps, asked, isSealing) => {
        const stores = bothStores(isSealing)
        const questions = [asked, { ...ever, most: 5 }]
        for (const [turn, action] of steps.entries()) {
          if (action.kind === 'commit') stores.commit(action, turn)
          else if (action.kind === 'remember') stores.remember(action.outcome, turn)
          else await stores.play[action.kind]()
          if (!stores.isReadable) continue
          if (stores.unsaved > 0) fromMemory++
          stores.compare(questions, action.kind === 'commit' ? [seriesOf(action.series)] : allSeries)
        }
        await stores.play.mend()
        stores.compare(questions)
        stores.play.restart()
        stores.compare(questions)
        stores.end()
      },
    ),
    { numRuns: 20, examples: [[fullBesideEmpty, { from: 0, to: 60_000, most: 0 }, false]] },
  )
  // Nearly a hundred in most runs.
  expect(fromMemory).toBeGreaterThan(0)
})
