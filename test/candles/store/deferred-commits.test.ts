import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { CandleCommit, Coverage, CoverageKind } from '../../../src/candles/store/candle-store.js'
import { createDeferredCommits } from '../../../src/candles/store/deferred-commits.js'
import { createSeededRandom } from '../../../src/effects/random.js'
import { openStore, temporaryFolder } from '../../support/engine.js'

const MINUTE = 60_000
const minutes = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE })
const series = { venue: 'kalshi', seriesKey: 'A', stepMs: MINUTE, basis: 'trade' } as const
const other = { ...series, seriesKey: 'B' }

let folder: ReturnType<typeof temporaryFolder>
let tasks: (() => void)[]
beforeEach(() => {
  folder = temporaryFolder()
  tasks = []
})
afterEach(() => folder.remove())

const open = (name: string) => openStore(`${folder.path}/${name}.db`)
const openDeferred = (name: string) => createDeferredCommits(open(name), (task) => tasks.push(task))
const runTasks = (): void => {
  for (const task of tasks.splice(0)) task()
}

const bar = (minute: number): PriceCandle => ({
  timestamp: minute * MINUTE,
  ...{ open: 0.4, high: 0.9, low: 0.1, close: minute / 1_000 },
})

function commitOf(from: number, to: number, kind: CoverageKind = 'data', fetchedAt = 5_000): CandleCommit {
  return {
    bars: kind === 'data' ? Array.from({ length: to - from }, (_, at) => bar(from + at)) : [],
    coverage: [{ ...minutes(from, to), kind, route: 'live', fetchedAt }],
    isLasting: true,
  }
}

test('reads are those of a store that has written at once, before and after it writes', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = createSeededRandom(seed)
    const upTo = (most: number): number => Math.floor(random() * most)
    const [plain, deferred] = [open(`plain-${seed}`), openDeferred(`deferred-${seed}`)]
    function compare(): void {
      for (let look = 0; look < 12; look++) {
        const from = upTo(130)
        const span = minutes(from, from + 1 + upTo(60))
        for (const identity of [series, other]) {
          expect(deferred.coverage(identity, span)).toEqual(plain.coverage(identity, span))
          expect(deferred.provisional(identity, span)).toEqual(plain.provisional(identity, span))
          expect(deferred.read(identity, span)).toEqual(plain.read(identity, span))
          expect(deferred.readText(identity, span)).toEqual(plain.readText(identity, span))
          expect(deferred.count(identity, span, 7)).toBe(plain.count(identity, span, 7))
        }
      }
    }
    const free = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
    while (free.length > 0) {
      const [start = 0] = free.splice(upTo(free.length), 1)
      const kinds = ['data', 'proven_empty', 'after_close'] as const
      const middle = start + upTo(9)
      const first = commitOf(start, middle + 1, kinds[upTo(3)], upTo(9))
      const open = {
        ...minutes(middle + 1, start + 10),
        route: 'live',
        requestedAt: 9,
        lookAgainAt: 99,
        looks: 1,
      }
      const commit: CandleCommit =
        middle + 1 < start + 10 && upTo(2) === 0
          ? { ...first, provisional: { within: open, entries: [open] } }
          : first
      const identity = upTo(3) === 0 ? other : series
      plain.commit(identity, commit)
      deferred.commitSoon(identity, commit)
      compare()
      if (upTo(2) === 0) runTasks()
      compare()
    }
    plain.close()
    deferred.close()
  }
})

describe('a deferred commit', () => {
  test('is written after the current work', () => {
    const file = open('a')
    const store = createDeferredCommits(file, (task) => tasks.push(task))
    store.commitSoon(series, commitOf(0, 5))
    expect([file.count(series, minutes(0, 9), 9), store.count(series, minutes(0, 9), 9)]).toEqual([0, 5])
    runTasks()
    expect(file.read(series, minutes(0, 9))).toEqual(store.read(series, minutes(0, 9)))
    expect(file.count(series, minutes(0, 9), 9)).toBe(5)
    store.close()
  })

  test('is written before the next write, also of another series, and before the file is closed', () => {
    const store = openDeferred('a')
    store.commitSoon(series, commitOf(0, 5))
    expect(store.receipts(series, minutes(0, 5))).toHaveLength(1)
    store.commitSoon(series, commitOf(5, 8))
    store.commit(series, commitOf(5, 10, 'proven_empty'))
    expect(store.read(series, minutes(0, 10))).toHaveLength(8)
    store.commitSoon(series, commitOf(10, 12))
    expect(store.remove(series, minutes(10, 12))).toBe(true)
    runTasks()
    expect(store.read(series, minutes(10, 12))).toEqual([])
    store.commitSoon(series, commitOf(20, 22))
    store.close()
    const again = open('a')
    expect(again.read(series, minutes(20, 22))).toHaveLength(2)
    again.close()
  })

  test('that cannot be written is not known, and does not end the process', () => {
    const file = open('a')
    const failing = {
      ...file,
      commit: () => {
        throw new Error('disk full')
      },
    }
    const store = createDeferredCommits(failing, (task) => tasks.push(task))
    store.commitSoon(series, commitOf(0, 5))
    runTasks()
    expect(store.coverage(series, minutes(0, 5))).toEqual<Coverage[]>([])
    expect(store.read(series, minutes(0, 5))).toEqual([])
    file.close()
  })

  test('leaves the other members of the store as they are', () => {
    const file = open('a')
    let losses = 0
    const watched = Object.defineProperty({ ...file, losses: 0 }, 'losses', {
      get: () => losses,
      enumerable: true,
    })
    const store = createDeferredCommits(watched, (task) => tasks.push(task))
    losses = 3
    expect(store.losses).toBe(3)
    file.close()
  })
})
