import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noOutbox } from '../../../src/candles/database/change-table.js'
import type { FileStore } from '../../../src/candles/database/fallback-store.js'
import { type ChangePlace, readChangedCandles } from '../../../src/candles/maintenance/changed-candles.js'
import { createContradictionNotes } from '../../../src/candles/store/contradicted-candles.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { noCounts } from '../../../src/candles/store/recheck-rows.js'
import { atOnce, openStore, temporaryFolder } from '../../support/engine.js'
import { bar, covers } from '../store-suite.js'

const MINUTE = 60_000
const yes = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: MINUTE, basis: 'trade' } as const
const other = { ...yes, seriesKey: 'BAR-26' } as const

let folder: ReturnType<typeof temporaryFolder>
let store: FileStore

beforeEach(() => {
  folder = temporaryFolder()
  store = openStore(`${folder.path}/candles.db`)
})
afterEach(() => {
  store.close()
  folder.remove()
})

const read = async (after: ChangePlace = { number: 0 }, most = 1_000, isShown = () => true) => {
  const page = await readChangedCandles({ store, turn: atOnce, isShown: async () => isShown() }, after, most)
  return page ?? expect.unreachable('a file has changes')
}
const minutesIn = ({ changed }: Awaited<ReturnType<typeof read>>) =>
  changed.flatMap(({ identity, candles }) =>
    candles.map(({ bar: { timestamp } }) => `${identity.seriesKey} ${timestamp / MINUTE}`),
  )

describe('what changed', () => {
  test('is told in the order in which it was stored, and then no more', async () => {
    store.commit(yes, { bars: [bar(5), bar(6)], coverage: [covers(5, 8)] })
    store.commit(other, { bars: [bar(1)], coverage: [covers(0, 2)] })
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 3)] })
    const all = await read()
    expect(minutesIn(all)).toEqual(['FOO-26 5', 'FOO-26 6', 'BAR-26 1', 'FOO-26 1'])
    expect(all.isLast).toBe(true)
    expect(minutesIn(await read(all.next))).toEqual([])
    store.commit(yes, { bars: [bar(9)], coverage: [covers(9, 10)] })
    expect(minutesIn(await read(all.next))).toEqual(['FOO-26 9'])
  })

  test('is told page by page, each candle once, also within one change', async () => {
    store.commit(yes, { bars: [1, 2, 3, 4, 5].map((at) => bar(at)), coverage: [covers(0, 9)] })
    store.commit(other, { bars: [bar(1), bar(2)], coverage: [covers(0, 9)] })
    const told: string[] = []
    for (let place: ChangePlace = { number: 0 }, isLast = false; !isLast; ) {
      const page = await read(place, 2)
      const minutes = minutesIn(page)
      expect(minutes.length).toBeLessThanOrEqual(2)
      told.push(...minutes)
      ;({ next: place, isLast } = page)
    }
    expect(told).toEqual(['FOO-26 1', 'FOO-26 2', 'FOO-26 3', 'FOO-26 4', 'FOO-26 5', 'BAR-26 1', 'BAR-26 2'])
  })

  test('a candle that a later change has is told with that one alone, with its time', async () => {
    store.commit(yes, {
      bars: [bar(1), bar(2)],
      coverage: [covers(0, 3)],
      receipts: [{ from: 0, to: 3 * MINUTE, knownAt: 7_000, source: 'live' }],
    })
    // A change that was stored again, as a recheck leaves it.
    store.remove(yes, { from: 2 * MINUTE, to: 3 * MINUTE })
    store.commit(yes, { bars: [bar(2, 0.7)], coverage: [covers(2, 3)] })
    const { changed } = await read()
    expect(changed.map(({ candles }) => candles)).toEqual([
      [{ bar: bar(1), knownSince: 7_000 }],
      [{ bar: bar(2, 0.7), knownSince: 1_000 }],
    ])
  })

  test('names a candle that another daemon removed, and that this one has withdrawn', async () => {
    store.commit(yes, { bars: [bar(1), bar(2)], coverage: [covers(0, 3)] })
    const { next } = await read()
    store.remove(yes, { from: 2 * MINUTE, to: 3 * MINUTE })
    const gone = { openTime: 2 * MINUTE, until: 9_000, former: bar(2), source: 'live' }
    store.commit(yes, { bars: [], coverage: [covers(2, 3)], restated: [gone] })
    expect((await read(next)).changed).toMatchObject([{ candles: [], removed: [2 * MINUTE] }])
  })

  test('is told of a contradicted candle when it is decided, also where the stored value proves right', async () => {
    store.commit(yes, { bars: [1, 2, 3].map((at) => bar(at)), coverage: [covers(0, 5)] })
    const respond = (minutes: number, ...bars: ReturnType<typeof bar>[]) =>
      createContradictionNotes(store)(yes, {
        ...{ span: { from: 0, to: 5 * MINUTE }, bars, unsure: [], requestedAt: minutes * MINUTE },
        ...{ route: 'live', isClockRight: true },
      })
    respond(1_000, bar(1, 0.6), bar(2, 0.6), bar(3))
    const first = await read()
    expect(minutesIn(first)).toEqual(['FOO-26 3'])
    expect(minutesIn(await read(first.next))).toEqual([])
    respond(1_030, bar(1), bar(2, 0.6), bar(3))
    expect(minutesIn(await read(first.next))).toEqual(['FOO-26 1', 'FOO-26 2'])
  })

  test('is told of a candle that was removed, once', async () => {
    store.commit(yes, { bars: [1, 2, 3].map((at) => bar(at)), coverage: [covers(0, 5)] })
    const first = await read()
    store.noteLook(
      { identity: yes, span: { from: 0, to: 5 * MINUTE }, look: 0, tries: 1, differing: [] },
      { counts: noCounts, differing: [], replacing: [bar(3, 0.6)], removing: [2 * MINUTE] },
      { requestedAt: 9 * MINUTE, route: 'live' },
    )
    const { changed, next } = await read(first.next)
    expect(changed.map(({ candles, removed }) => [candles.length, removed])).toEqual([
      [1, []],
      [0, [2 * MINUTE]],
    ])
    expect((await read(next)).changed).toEqual([])
    expect((await read()).changed.flatMap(({ removed }) => removed)).toEqual([2 * MINUTE])
  })

  test('is told with the outcome where the series was located', async () => {
    const series = { outcomeId: 'FOO-26:yes', seriesKey: 'FOO-26', mirrored: false, facts: {} }
    store.remember('kalshi', 'FOO-26:yes', { series, checkedAt: 5 })
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    store.commit(other, { bars: [bar(1)], coverage: [covers(0, 2)] })
    expect((await read()).changed.map(({ outcomeId }) => outcomeId)).toEqual(['FOO-26:yes', undefined])
  })

  test('is not told with the other outcome, whose prices are the complement', async () => {
    const located = (outcomeId: string, mirrored: boolean) =>
      store.remember('kalshi', outcomeId, {
        series: { outcomeId, seriesKey: 'FOO-26', mirrored, facts: {} },
        checkedAt: 5,
      })
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    located('A-no', true)
    expect((await read()).changed.map(({ outcomeId }) => outcomeId)).toEqual([undefined])
    located('B-yes', false)
    expect((await read()).changed.map(({ outcomeId }) => outcomeId)).toEqual(['B-yes'])
  })

  test('what a caller may not see is passed over', async () => {
    store.commit(yes, { bars: [bar(1)], coverage: [covers(0, 2)] })
    const page = await read(undefined, 1_000, () => false)
    expect(page).toMatchObject({ changed: [], isLast: true, next: { number: 1 } })
  })

  test('without a file there is no order', async () => {
    const memory = { ...createMemoryStore(), ...noOutbox, outcomeOf: () => undefined }
    const deps = { store: memory, turn: atOnce, isShown: async () => true }
    expect(await readChangedCandles(deps, { number: 0 }, 5)).toBeUndefined()
  })
})
