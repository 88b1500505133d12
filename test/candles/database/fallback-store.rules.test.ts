import { beforeEach, describe, expect, test } from 'vitest'
import { noOutbox } from '../../../src/candles/database/change-table.js'
import {
  createResilientStore,
  type FileStore,
  type ResilientStore,
} from '../../../src/candles/database/fallback-store.js'
import type { SeriesIdentity } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore, type MemoryStore } from '../../../src/candles/store/memory-store.js'
import { type Logger, silentLogger } from '../../../src/observe/logger.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { noRechecks } from '../../support/no-rechecks.js'
import { bar, covers } from '../store-suite.js'

const MINUTE = 60_000
const ever = { from: 0, to: 1e12 }
const yes: SeriesIdentity = { venue: 'kalshi', seriesKey: 'FOO', stepMs: MINUTE, basis: 'trade' }
const other: SeriesIdentity = { ...yes, seriesKey: 'BAR' }
const series = { outcomeId: 'x', seriesKey: 'x', mirrored: false, facts: {} }
const minutes = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE })
const barsOf = (count: number, from = 0) => Array.from({ length: count }, (_, at) => bar(from + at))
const writes = ['commit', 'remember', 'compact', 'dropFuture']
const SLICE = { count: 2, passed: 1, next: { series: 1, from: 5 } }

/** What SQLite says of a use of the file, by the name of the use; undefined lets it pass. */
type Fault = (use: string) => string | undefined
const right: Fault = () => undefined
const full: Fault = (use) => (writes.includes(use) ? 'SQLITE_FULL' : undefined)
const unreadable: Fault = () => 'SQLITE_IOERR'

let clock: FakeClock
/** What is in the file now, which another one takes the place of when it is damaged. */
let filed: MemoryStore
let fault: Fault
let newer: boolean
let isThere: () => boolean
/** Uses of the file, in order. */
let uses: string[]
let movedAside: number
let warnings: object[]
let store: ResilientStore

const log: Logger = { ...silentLogger, warn: (fields) => warnings.push(fields) }

function open(): { store: FileStore; newer: boolean } {
  const code = fault('open')
  if (code !== undefined) throw Object.assign(new Error(`simulated ${code}`), { code })
  const inner: FileStore = {
    ...filed,
    ...noRechecks,
    ...noOutbox,
    compact: () => SLICE,
    seriesCount: () => 7,
    remnant: (_venue, outcomeId) => ({ ...series, outcomeId }),
    close: () => undefined,
  }
  const watched = new Proxy(inner, {
    get(target, name: keyof FileStore) {
      return (...values: unknown[]) => {
        uses.push(name)
        const failure = fault(name)
        if (failure !== undefined && name !== 'close')
          throw Object.assign(new Error(`simulated ${failure}`), { code: failure })
        return Reflect.apply(target[name], target, values)
      }
    },
  })
  return { store: watched, newer }
}

function begin(): ResilientStore {
  return createResilientStore({
    open,
    isThere: () => isThere(),
    moveAside() {
      movedAside++
      filed = createMemoryStore()
      return 'elsewhere'
    },
    clock,
    log,
  })
}

beforeEach(() => {
  clock = fakeClock()
  filed = createMemoryStore()
  fault = right
  newer = false
  isThere = () => true
  uses = []
  movedAside = 0
  warnings = []
  store = begin()
})

/** Puts something into memory alone: the disk is full from now on. */
function keptInMemory(identity: SeriesIdentity, from: number, to: number): void {
  fault = full
  store.commit(identity, { bars: barsOf(to - from, from), coverage: [covers(from, to)] })
}

/** Time passes by itself: whatever waits for it has not been called yet. */
const pass = (ms: number): void => clock.passTo(clock.now() + ms)

const filedCount = (identity: SeriesIdentity) => filed.read(identity, ever).length

describe('what memory took while the disk was full', () => {
  test('is filed in pieces: whoever writes or waits in between gets a turn', async () => {
    const names = ['A', 'B', 'C', 'D'].map((seriesKey) => ({ ...yes, seriesKey }))
    for (const identity of names) keptInMemory(identity, 0, 10_000)
    store.remember('kalshi', 'x', { series, checkedAt: 4 })
    expect(store.state).toMatchObject({ kind: 'read_only', unsaved: 40_000 })
    fault = right
    pass(500)
    store.commit(other, { bars: [bar(1)], coverage: [covers(0, 2)] })
    expect([names.map(filedCount), filedCount(other)]).toEqual([[10_000, 10_000, 0, 0], 1])
    expect(store.state).toMatchObject({ kind: 'read_only', unsaved: 20_000 })
    store.commit(other, { bars: [], coverage: [covers(2, 3)] })
    expect([names.map(filedCount), filed.known('kalshi', 'x')]).toEqual([Array(4).fill(10_000), undefined])
    expect(store.state).toMatchObject({ kind: 'read_only', unsaved: 0 })
    await clock.advance(0)
    expect(filed.known('kalshi', 'x')).toEqual({ series, checkedAt: 4 })
    expect(store.state).toEqual({ kind: 'ok' })
  })

  test('is filed a few outcomes at a time as well', () => {
    fault = full
    keptInMemory(yes, 0, 19_999)
    for (const id of ['a', 'b']) store.remember('kalshi', id, { series, checkedAt: 4 })
    fault = right
    pass(500)
    store.commit(other, { bars: [], coverage: [covers(0, 2)] })
    expect(['a', 'b'].map((id) => filed.known('kalshi', id)?.checkedAt)).toEqual([4, undefined])
    expect(store.known('kalshi', 'b')).toEqual({ series, checkedAt: 4 })
  })

  test('is filed at the end, all of it, and what cannot be is told', () => {
    for (const seriesKey of ['A', 'B', 'C']) keptInMemory({ ...yes, seriesKey }, 0, 10_000)
    fault = right
    store.close()
    expect(filedCount({ ...yes, seriesKey: 'C' })).toBe(10_000)
    expect(warnings).toEqual([{ reason: 'simulated SQLITE_FULL' }])
    store = begin()
    keptInMemory(yes, 0, 3)
    warnings = []
    store.close()
    expect(warnings).toEqual([{ candles: 3 }])
    store.close()
    expect([warnings.length, uses.filter((use) => use === 'close').length]).toEqual([1, 2])
  })

  test('is kept while it cannot be filed, and what was filed is read meanwhile', async () => {
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    keptInMemory(yes, 2, 4)
    await clock.advance(10_000)
    expect(store.state).toMatchObject({ kind: 'read_only', unsaved: 2 })
    expect(store.read(yes, ever)).toEqual(barsOf(3, 1))
    fault = unreadable
    await clock.advance(120_000)
    // A write that fails says nothing of reading; a read that fails does.
    expect([store.state.kind, store.read(yes, ever)]).toEqual(['read_only', barsOf(2, 2)])
    expect([store.state.kind, store.losses]).toEqual(['memory_only', 1])
    fault = right
    await clock.advance(120_000)
    expect([store.state.kind, store.read(yes, ever)]).toEqual(['ok', barsOf(3, 1)])
  })

  test('is told with what is filed, in order, once each, and never in the place of it', () => {
    store.commit(yes, { bars: [bar(2, 0.2), bar(9, 0.2)], coverage: [covers(2, 4), covers(9, 10)] })
    fault = full
    const bars = barsOf(9).map(({ timestamp }) => bar(timestamp / MINUTE, 0.7))
    store.commit(yes, { bars, coverage: [covers(0, 9)] })
    const expected = [
      ...barsOf(9).flatMap(({ timestamp }) =>
        timestamp === 3 * MINUTE ? [] : [bar(timestamp / MINUTE, 0.7)],
      ),
      bar(9, 0.2),
    ]
    expected[2] = bar(2, 0.2)
    expect(store.read(yes, ever)).toEqual(expected)
    expect(store.count(yes, ever, 99)).toBe(9)
    expect(store.count(yes, ever, 4)).toBe(4)
    expect(store.readText(yes, ever)).toEqual({
      text: JSON.stringify(expected),
      count: 9,
      last: 9 * MINUTE,
    })
    expect(store.coverage(yes, ever).map(({ from, to }) => [from / MINUTE, to / MINUTE])).toEqual([
      [0, 2],
      [2, 4],
      [4, 9],
      [9, 10],
    ])
    expect(store.readText(yes, minutes(3, 4))).toEqual({ text: '[]', count: 0, last: undefined })
  })

  test('is told once also where the file has a candle for which its ledger does not vouch', () => {
    filed = { ...filed, read: () => [bar(1, 0.2)] }
    store = begin()
    keptInMemory(yes, 0, 3)
    expect(store.read(yes, ever)).toEqual([bar(0), bar(1, 0.2), bar(2)])
  })

  test('is not asked for where memory has nothing: the file alone is, once', () => {
    const asked = (what: () => unknown): string[] => {
      uses = []
      what()
      return uses
    }
    const all = (identity: SeriesIdentity, span = ever) => [
      asked(() => store.read(identity, span)),
      asked(() => store.readText(identity, span)),
      asked(() => store.count(identity, span, 9)),
      asked(() => store.coverage(identity, span)),
    ]
    const alone = [['read'], ['readText'], ['count'], ['coverage']]
    expect(all(yes)).toEqual(alone)
    keptInMemory(yes, 0, 3)
    expect(all(yes)).not.toEqual(alone)
    expect([all(other), all(yes, minutes(3, 9))]).toEqual([alone, alone])
  })

  test('has steps that are told with those of the file, finest first, each from its beginning to its end', () => {
    const hours = { ...yes, stepMs: 60 * MINUTE }
    const days = { ...yes, stepMs: 1_440 * MINUTE }
    store.commit(hours, { bars: [], coverage: [covers(60, 120)] })
    keptInMemory(hours, 240, 300)
    keptInMemory(yes, 3, 5)
    keptInMemory(days, 0, 1_440)
    expect(store.extents(yes)).toEqual([
      { stepMs: MINUTE, ...minutes(3, 5) },
      { stepMs: 60 * MINUTE, ...minutes(60, 300) },
      { stepMs: 1_440 * MINUTE, ...minutes(0, 1_440) },
    ])
  })
})

describe('where an outcome was last located', () => {
  const at = (checkedAt: number) => ({ series: { ...series, seriesKey: `at ${checkedAt}` }, checkedAt })

  test.each([
    ['older than the file has it, is not', 5, 9, 9],
    ['as new as the file has it, is', 9, 9, 9],
    ['newer than the file has it, is', 12, 9, 12],
    ['and the file knows nothing of it, is', 12, undefined, 12],
  ])('while memory has it %s believed, then and once it is filed', (_what, kept, inFile, told) => {
    fault = full
    const mine = { ...at(kept), series: { ...series, seriesKey: 'mine' } }
    store.remember('kalshi', 'x', mine)
    // Another process has written meanwhile.
    if (inFile !== undefined) filed.remember('kalshi', 'x', at(inFile))
    const expected = kept >= (inFile ?? 0) ? mine : at(told)
    expect(store.known('kalshi', 'x')).toEqual(expected)
    fault = right
    pass(500)
    store.commit(yes, { bars: [], coverage: [covers(0, 1)] })
    expect([store.state.kind, filed.known('kalshi', 'x')]).toEqual(['ok', expected])
    expect(store.known('kalshi', 'x')).toEqual(expected)
  })

  test('is told of the file where memory knows nothing of it', () => {
    store.remember('kalshi', 'x', at(3))
    keptInMemory(yes, 0, 1)
    expect(store.known('kalshi', 'x')).toEqual(at(3))
    expect(store.known('kalshi', 'y')).toBeUndefined()
    fault = unreadable
    expect(store.known('kalshi', 'x')).toBeUndefined()
  })
})

describe('a damaged file', () => {
  const damagedOn =
    (...damaged: string[]): Fault =>
    (use) =>
      damaged.includes(use) ? 'SQLITE_CORRUPT' : undefined

  test('that is found while nothing can be written gives way to a new one, which gets what memory took at once', () => {
    keptInMemory(yes, 0, 3)
    fault = damagedOn('read')
    expect(store.read(yes, ever)).toEqual([])
    expect([movedAside, store.losses, store.state]).toEqual([1, 1, { kind: 'ok' }])
    expect(filedCount(yes)).toBe(3)
  })

  test('takes what was to be written in its new form', () => {
    let times = 0
    fault = (use) => (use === 'commit' && times++ === 0 ? 'SQLITE_CORRUPT' : undefined)
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    expect([movedAside, filedCount(yes), store.state.kind]).toEqual([1, 1, 'ok'])
  })

  test('that is damaged again at once is left alone, and memory keeps what was to be written until it can be', async () => {
    fault = damagedOn('commit')
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    expect([movedAside, store.read(yes, ever)]).toEqual([1, [bar(1)]])
    expect(store.state).toMatchObject({ kind: 'read_only', unsaved: 1 })
    await clock.advance(10_000)
    // Moving one file after the other aside would fill the disk.
    expect([movedAside, store.state.kind]).toEqual([1, 'read_only'])
    fault = right
    await clock.advance(60_000)
    expect([store.state.kind, filedCount(yes)]).toEqual(['ok', 1])
  })

  test('can be given up by whoever found it out, which counts as a loss', () => {
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    store.quarantine('a check found it')
    expect([movedAside, store.losses, store.read(yes, ever)]).toEqual([1, 1, []])
  })

  test('that is away altogether leaves nothing but memory, and claims nothing', async () => {
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    fault = unreadable
    expect(store.readText(yes, ever)).toEqual({ text: '[]', count: 0, last: undefined })
    expect([store.count(yes, ever, 9), store.coverage(yes, ever), store.extents(yes)]).toEqual([0, [], []])
    expect([store.seriesCount(), store.remnant('kalshi', 'x')]).toEqual([0, undefined])
    expect(store.state).toMatchObject({ kind: 'memory_only', unsaved: 0 })
    fault = right
    await clock.advance(1_000)
    expect(store.state).toEqual({ kind: 'ok' })
    expect(store.count(yes, ever, 9)).toBe(1)
  })
})

describe('a file that was deleted or moved away', () => {
  /** Another one lies in its place. */
  function replaced(): void {
    filed = createMemoryStore()
    isThere = () => uses.includes('close')
  }

  test('is let go of within a second, which counts as a loss, and what comes is written to the one of its name', () => {
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    replaced()
    expect([store.read(yes, ever), store.losses]).toEqual([[bar(1)], 0])
    pass(1_000)
    expect([store.read(yes, ever), store.losses, store.state.kind]).toEqual([[], 1, 'ok'])
    store.commit(yes, { bars: [bar(3)], coverage: [covers(2, 4)] })
    expect([filedCount(yes), warnings, movedAside]).toEqual([1, [{}], 0])
  })

  test('is noticed by whoever writes as well, and gets nothing of what memory took', async () => {
    keptInMemory(yes, 0, 3)
    replaced()
    fault = right
    await clock.advance(2_000)
    expect([filedCount(yes), store.losses, store.state.kind]).toEqual([3, 1, 'ok'])
  })

  test('is looked for once a second, and not where none is open', () => {
    let looks = 0
    isThere = () => looks++ >= 0
    for (let at = 0; at < 30; at++) {
      store.read(yes, ever)
      pass(100)
    }
    expect(looks).toBe(3)
    fault = () => 'SQLITE_CANTOPEN'
    store = begin()
    pass(5_000)
    store.read(yes, ever)
    expect([looks, store.losses]).toEqual([3, 0])
  })
})

describe('a file that a newer version has written', () => {
  beforeEach(() => {
    filed.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    newer = true
    store = begin()
    uses = []
  })

  test('is read and never written, not even at the end; what is new is told from memory', async () => {
    store.commit(yes, { bars: [bar(3)], coverage: [covers(2, 4)] })
    store.remember('kalshi', 'x', { series, checkedAt: 4 })
    store.compact(undefined, 1e12)
    expect(store.dropFuture(1e12)).toBe(false)
    expect(store.read(yes, ever)).toEqual([bar(1), bar(3)])
    expect(store.known('kalshi', 'x')).toEqual({ series, checkedAt: 4 })
    await clock.advance(600_000)
    expect(store.state).toMatchObject({
      kind: 'read_only',
      unsaved: 1,
      reason: expect.stringMatching(/^the database was written by a newer version/),
    })
    store.close()
    expect(uses.filter((use) => writes.includes(use))).toEqual([])
    expect(filedCount(yes)).toBe(1)
  })
})

describe('a clock that ran ahead', () => {
  const late = () => ({ ...covers(4, 6), fetchedAt: clock.now() + 3_600_000 })

  test('has what it left dropped, in the file and in memory', () => {
    store.commit(yes, { bars: [bar(1), bar(5)], coverage: [covers(0, 2), late()] })
    fault = (use) => (use === 'commit' ? 'SQLITE_FULL' : undefined)
    store.commit(other, { bars: [bar(5)], coverage: [late()] })
    expect(store.dropFuture(clock.now())).toBe(true)
    expect([store.coverage(yes, ever), store.coverage(other, ever)]).toEqual([[covers(0, 2)], []])
  })

  test('leaves what cannot be dropped now, which is told', () => {
    store.commit(yes, { bars: [bar(5)], coverage: [late()] })
    fault = full
    expect(store.dropFuture(clock.now())).toBe(false)
    expect(store.state).toMatchObject({ kind: 'read_only', reason: 'simulated SQLITE_FULL' })
    expect(store.read(yes, ever)).toEqual([bar(5)])
    fault = right
    // The file is left alone for a while, but for this it is tried.
    expect(store.dropFuture(clock.now())).toBe(true)
    expect(store.read(yes, ever)).toEqual([])
  })

  test('has left nothing in a file that is not there', () => {
    fault = (use) => (use === 'open' ? 'SQLITE_CANTOPEN' : undefined)
    store = begin()
    expect([store.dropFuture(clock.now()), store.state.kind]).toEqual([true, 'memory_only'])
  })
})

describe('sealing', () => {
  test('is left to the file, and tells what the file tells', () => {
    expect(store.compact({ series: 1, from: 3 }, 1e12)).toEqual(SLICE)
    expect([store.seriesCount(), store.remnant('kalshi', 'y')]).toEqual([7, { ...series, outcomeId: 'y' }])
  })

  test('waits while anything is wrong with the file, also where it could be written again', () => {
    keptInMemory(yes, 0, 1)
    fault = right
    pass(500)
    const nothing = { count: 0, passed: 0, next: undefined }
    expect([store.compact(undefined, 1e12), uses.includes('compact')]).toEqual([nothing, false])
  })

  test('that fails seals nothing, and is trouble of the file like any other', () => {
    fault = full
    expect(store.compact(undefined, 1e12)).toEqual({ count: 0, passed: 0, next: undefined })
    expect(store.state.kind).toBe('read_only')
  })
})
