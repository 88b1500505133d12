import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { CandleCommit, Coverage, CoverageKind } from '../../../src/candles/store/candle-store.js'
import { createDeferredCommits } from '../../../src/candles/store/deferred-commits.js'
import { createSeededRandom } from '../../../src/effects/random.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { openStore, temporaryFolder } from '../../support/engine.js'

const MINUTE = 60_000
const minutes = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE })
const series = { venue: 'kalshi', seriesKey: 'A', stepMs: MINUTE, basis: 'trade' } as const
const other = { ...series, seriesKey: 'B' }

let folder: ReturnType<typeof temporaryFolder>
let clock: FakeClock
beforeEach(() => {
  folder = temporaryFolder()
  clock = fakeClock()
})
afterEach(() => folder.remove())

const open = (name: string) => openStore(`${folder.path}/${name}.db`)
const openDeferred = (name: string) => createDeferredCommits(open(name), clock)
/** Longer than a commit waits, ms. */
const WAITED_MS = 20

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

/** Windows of ten minutes, in each of which nothing is stored at first. */
const WINDOWS = 16

/** A commit of a whole window: with a receipt, sometimes with a provisional end, and sometimes with a gap in it. */
function randomCommit(start: number, upTo: (most: number) => number): CandleCommit {
  const kinds = ['data', 'proven_empty', 'after_close'] as const
  const middle = start + upTo(9)
  const first = commitOf(start, middle + 1, kinds[upTo(3)], upTo(9))
  const span = minutes(start, start + 10)
  const receipt = { ...span, knownAt: upTo(9), ...(upTo(2) === 0 ? { withinMs: 5 } : {}), source: 'live' }
  const base = upTo(3) === 0 ? first : { ...first, receipts: [receipt] }
  if (middle + 1 >= start + 10) return base
  if (upTo(3) === 0) {
    const later = commitOf(start + 9, start + 10, 'data', upTo(9))
    if (middle + 1 >= start + 9) return base
    return { ...base, bars: [...later.bars, ...base.bars], coverage: [...base.coverage, ...later.coverage] }
  }
  const open = { ...minutes(middle + 1, start + 10), route: 'live' }
  const entry = { ...open, requestedAt: 9, lookAgainAt: 99, looks: 1 }
  return upTo(2) === 0 ? base : { ...base, provisional: { within: entry, entries: [entry] } }
}

/** A store that writes at once, and the one that is compared with it. */
interface Pair {
  readonly plain: ReturnType<typeof open>
  readonly deferred: ReturnType<typeof openDeferred>
}

function compareReads({ plain, deferred }: Pair, upTo: (most: number) => number): void {
  for (let look = 0; look < 8; look++) {
    const from = upTo(10 * WINDOWS)
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

async function takeStep({ plain, deferred }: Pair, upTo: (most: number) => number): Promise<void> {
  const identity = upTo(2) === 0 ? series : other
  const start = 10 * upTo(WINDOWS)
  const window = minutes(start, start + 10)
  const commit = randomCommit(start, upTo)
  const isFree = (span: ReturnType<typeof minutes>): boolean =>
    plain.coverage(identity, span).length + plain.provisional(identity, span).length === 0
  const commitSoon = (soon: CandleCommit): void => {
    plain.commit(identity, soon)
    deferred.commitSoon(identity, soon)
  }
  switch (upTo(12)) {
    case 0:
      return clock.advance(WAITED_MS)
    case 1:
      for (const store of [plain, deferred]) store.commit(identity, commit)
      return
    case 2:
      for (const store of [plain, deferred]) store.remove(identity, window)
      return
    case 3:
      expect(deferred.receipts(identity, window)).toEqual(plain.receipts(identity, window))
      return
    default:
      if (isFree(window)) commitSoon(commit)
      // What was missing of it comes later, perhaps while it waits.
      if (isFree(minutes(start + 4, start + 6))) commitSoon(commitOf(start + 4, start + 6))
  }
}

test('all calls have the results of a store that has written at once, before and after it writes', async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const random = createSeededRandom(seed)
    const upTo = (most: number): number => Math.floor(random() * most)
    const pair = { plain: open(`plain-${seed}`), deferred: openDeferred(`deferred-${seed}`) }
    for (let step = 0; step < 60; step++) {
      await takeStep(pair, upTo)
      compareReads(pair, upTo)
    }
    const { plain, deferred } = pair
    for (const identity of [series, other]) {
      const whole = minutes(0, 10 * WINDOWS)
      expect(deferred.receipts(identity, whole)).toEqual(plain.receipts(identity, whole))
      expect(deferred.extents(identity)).toEqual(plain.extents(identity))
    }
    plain.close()
    deferred.close()
  }
})

describe('a deferred commit', () => {
  test('is written soon, together with those that came later', async () => {
    const file = open('a')
    const store = createDeferredCommits(file, clock)
    store.commitSoon(series, commitOf(0, 5))
    await clock.advance(WAITED_MS - 1)
    store.commitSoon(other, commitOf(0, 3))
    expect([file.count(series, minutes(0, 9), 9), store.count(series, minutes(0, 9), 9)]).toEqual([0, 5])
    await clock.advance(1)
    expect(file.count(other, minutes(0, 9), 9)).toBe(3)
    expect(clock.pendingTimers).toBe(0)
    expect(file.read(series, minutes(0, 9))).toEqual(store.read(series, minutes(0, 9)))
    expect(file.count(series, minutes(0, 9), 9)).toBe(5)
    store.close()
  })

  test('is written before the next write, also of another series, and before the file is closed', async () => {
    const store = openDeferred('a')
    store.commitSoon(series, commitOf(0, 5))
    expect(store.receipts(series, minutes(0, 5))).toHaveLength(1)
    store.commitSoon(series, commitOf(5, 8))
    store.commit(series, commitOf(5, 10, 'proven_empty'))
    expect(store.read(series, minutes(0, 10))).toHaveLength(8)
    store.commitSoon(series, commitOf(10, 12))
    expect(store.remove(series, minutes(10, 12))).toBe(true)
    await clock.advance(WAITED_MS)
    expect(store.read(series, minutes(10, 12))).toEqual([])
    store.commitSoon(series, commitOf(20, 22))
    store.close()
    const again = open('a')
    expect(again.read(series, minutes(20, 22))).toHaveLength(2)
    again.close()
  })

  test('does not wait for another one that comes in its gap, nor for too many others', () => {
    const file = open('a')
    const store = createDeferredCommits(file, clock)
    const [before, after] = [commitOf(0, 2), commitOf(5, 6)]
    store.commitSoon(series, { ...before, coverage: [...before.coverage, ...after.coverage] })
    store.commitSoon(series, commitOf(3, 4))
    expect(file.coverage(series, minutes(0, 9))).toHaveLength(2)
    for (let at = 1; at < 40; at++) store.commitSoon(series, commitOf(10 * at, 10 * at + 2))
    expect(file.coverage(series, minutes(0, 400))).toHaveLength(34)
    expect(store.coverage(series, minutes(0, 400))).toHaveLength(42)
    store.close()
  })

  test('waits while outcomes and receipts elsewhere are read', () => {
    const file = open('a')
    const store = createDeferredCommits(file, clock)
    const receipt = { ...minutes(0, 5), knownAt: 1, source: 'live' }
    store.commitSoon(series, { ...commitOf(0, 5), receipts: [receipt] })
    store.known('kalshi', 'A')
    expect(store.receipts(series, minutes(5, 9))).toEqual([])
    expect(file.count(series, minutes(0, 5), 9)).toBe(0)
    expect(store.receipts(series, minutes(4, 9))).toHaveLength(1)
    store.close()
  })

  test('is written before receipts are read that it extends', () => {
    const [plain, deferred] = [open('plain'), openDeferred('deferred')]
    const receiptOf = (from: number, to: number) => [
      { ...minutes(from, to), knownAt: to, withinMs: 5, source: 'live' },
    ]
    for (const store of [plain, deferred])
      store.commit(series, { ...commitOf(0, 5), receipts: receiptOf(0, 5) })
    const next = { ...commitOf(5, 8), receipts: receiptOf(5, 8) }
    plain.commit(series, next)
    deferred.commitSoon(series, next)
    expect(deferred.receipts(series, minutes(0, 5))).toEqual(plain.receipts(series, minutes(0, 5)))
    plain.close()
    deferred.close()
  })

  test('does not wait with many candles', () => {
    const file = open('a')
    const store = createDeferredCommits(file, clock)
    for (let at = 0; at < 5; at++) store.commitSoon(series, commitOf(at * 5_000, at * 5_000 + 5_000))
    expect(file.coverage(series, minutes(0, 25_000))).toMatchObject([minutes(0, 15_000)])
    expect(store.count(series, minutes(0, 25_000), 30_000)).toBe(25_000)
    store.close()
  })

  test('that cannot be written is not known, does not end the process, and does not take others with it', async () => {
    const file = open('a')
    const failing: typeof file = {
      ...file,
      commit(identity, commit) {
        if (identity.seriesKey === 'A') throw new Error('disk full')
        file.commit(identity, commit)
      },
    }
    const store = createDeferredCommits(failing, clock)
    store.commitSoon(series, commitOf(0, 5))
    store.commitSoon(other, commitOf(0, 5))
    await clock.advance(WAITED_MS)
    expect(store.coverage(series, minutes(0, 5))).toEqual<Coverage[]>([])
    expect(store.read(series, minutes(0, 5))).toEqual([])
    expect(file.count(other, minutes(0, 9), 9)).toBe(5)
    file.close()
  })

  test('leaves the other members of the store as they are', () => {
    const file = open('a')
    let losses = 0
    const watched = Object.defineProperty({ ...file, losses: 0 }, 'losses', {
      get: () => losses,
      enumerable: true,
    })
    const store = createDeferredCommits(watched, clock)
    losses = 3
    expect(store.losses).toBe(3)
    file.close()
  })
})
