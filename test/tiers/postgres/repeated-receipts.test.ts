import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileStore } from '../../../src/candles/database/fallback-store.js'
import { checkPart } from '../../../src/candles/shared/check-part.js'
import { collectRestated } from '../../../src/candles/shared/restated-parts.js'
import { collectPart, storePart } from '../../../src/candles/shared/shared-parts.js'
import { noCounts } from '../../../src/candles/store/recheck-rows.js'
import type { PostgresTier } from '../../../src/tiers/postgres/create-postgres-tier.js'
import { openStore, temporaryFolder } from '../../support/engine.js'
import {
  bar,
  covers,
  FETCHED_AT,
  MINUTE,
  minutes,
  newSeries,
  partOf,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from './support/shared-server.js'

// PostgreSQL refuses a statement that adds two rows with one key (error 21000), so a daemon could upload nothing more.
describe.skipIf(programs === undefined)(`receipts that repeat each other ${withPostgres}`, () => {
  const shared = useSharedServer()
  const now = Date.now()
  let folder: ReturnType<typeof temporaryFolder>
  let stores: FileStore[]
  beforeEach(() => {
    folder = temporaryFolder()
    stores = []
  })
  afterEach(() => {
    for (const store of stores) store.close()
    folder.remove()
  })
  function open(): FileStore {
    const store = openStore(`${folder.path}/${stores.length}.db`)
    stores.push(store)
    return store
  }
  async function take(
    tier: PostgresTier,
    store: FileStore,
    series: ReturnType<typeof newSeries>,
    span: ReturnType<typeof minutes>,
  ): Promise<void> {
    const part = checkPart(await tier.take(series, span, signal), MINUTE, span, now)
    if (typeof part === 'string') throw new Error(part)
    storePart(store, series, part)
  }

  test('a part that was uploaded in two windows can be uploaded by its taker', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const series = newSeries()
    const [own, taken] = [open(), open()]
    own.commit(series, { bars: partOf(0, 19).bars, coverage: [covers(0, 19)] })
    for (const to of [12, 19]) await a.give(series, collectPart(own, series, minutes(0, to), now), signal)
    await take(b, taken, series, minutes(0, 60))
    const part = collectPart(taken, series, minutes(0, 12), now)
    expect(part.receipts).toEqual(collectPart(own, series, minutes(0, 12), now).receipts)
    expect(part.receipts).toHaveLength(1)
    expect(await b.give(series, part, signal)).toBe('written')
  })

  test('overlapping downloads add each receipt once', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const series = newSeries()
    // Quiet minutes remain provisional, so the next download begins before the end of the last one.
    const covered = Array.from({ length: 150 }, (_, minute) => minute).filter((minute) => minute % 10 !== 7)
    await a.give(
      series,
      {
        bars: covered.map((minute) => bar(minute)),
        coverage: covered.map((minute) => covers(minute, minute + 1)),
        receipts: [{ ...minutes(0, 150), knownAt: FETCHED_AT, source: 'live' }],
        provisional: [
          { ...minutes(7, 148), route: 'live', requestedAt: 1_000, lookAgainAt: 2_000, looks: 0 },
        ],
      },
      signal,
    )
    const store = open()
    for (const span of [minutes(0, 98), minutes(97, 150)]) await take(b, store, series, span)
    const part = collectPart(store, series, minutes(97, 98), now)
    expect(part.receipts).toEqual([{ ...minutes(97, 98), knownAt: FETCHED_AT, source: 'live' }])
    expect(await b.give(series, { ...part, coverage: [covers(97, 98)] }, signal)).toBe('written')
  })

  test('a candle can be corrected a second time, by another daemon', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const series = newSeries()
    const restate = async (
      tier: PostgresTier,
      store: FileStore,
      close: number,
      at: number,
    ): Promise<void> => {
      store.noteLook(
        { identity: series, span: minutes(2, 3), look: 0, tries: 1, differing: [] },
        { counts: noCounts, differing: [], replacing: [bar(2, close)] },
        { requestedAt: at, route: 'live' },
      )
      for (const { part, ...span } of collectRestated(store, series, minutes(2, 3), now))
        await tier.retract({ series, ...span, reason: 'restated' }, part, signal)
    }
    const [own, taken] = [open(), open()]
    own.commit(series, { bars: partOf(0, 5).bars, coverage: [covers(0, 5)] })
    await a.give(series, collectPart(own, series, minutes(0, 5), now), signal)
    await restate(a, own, 0.6, FETCHED_AT + 1_000)
    await take(b, taken, series, minutes(0, 5))
    await restate(b, taken, 0.7, FETCHED_AT + 2_000)
    expect((await a.take(series, minutes(2, 3), signal)).bars).toEqual([bar(2, 0.7)])
  })

  test('a daemon with repeated receipts, as older versions store them, is not refused', async () => {
    const a = shared.open('a')
    const part = partOf(0, 5)
    expect(
      await a.give(newSeries(), { ...part, receipts: [...part.receipts, ...part.receipts] }, signal),
    ).toBe('written')
  })
})
