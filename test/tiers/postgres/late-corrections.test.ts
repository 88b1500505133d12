import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileStore } from '../../../src/candles/database/fallback-store.js'
import type { SharedSeries } from '../../../src/candles/shared/candle-tier.js'
import { collectRestated } from '../../../src/candles/shared/restated-parts.js'
import { collectPart } from '../../../src/candles/shared/shared-parts.js'
import { noCounts } from '../../../src/candles/store/recheck-rows.js'
import type { PostgresTier } from '../../../src/tiers/postgres/create-postgres-tier.js'
import { openStore, temporaryFolder } from '../../support/engine.js'
import {
  bar,
  MINUTE,
  minutes,
  newSeries,
  partOf,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from './support/shared-server.js'

/** Times of requests, after the candles, epoch ms. */
const at = (hour: number) => hour * 60 * MINUTE

describe.skipIf(programs === undefined)(`corrections that waited to be sent ${withPostgres}`, () => {
  const shared = useSharedServer()
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
  const fetchInto = (store: FileStore, series: SharedSeries, from: number, to: number, hour: number): void =>
    store.commit(series, {
      bars: partOf(from, to).bars,
      coverage: [{ ...minutes(from, to), kind: 'data', route: 'live', fetchedAt: at(hour) }],
    })
  const give = (tier: PostgresTier, store: FileStore, series: SharedSeries) =>
    tier.give(series, collectPart(store, series, minutes(0, 15), Date.now()), signal)
  const correct = (store: FileStore, series: SharedSeries, close: number, hour: number): void =>
    store.noteLook(
      { identity: series, span: minutes(7, 8), look: 0, tries: 1, differing: [] },
      { counts: noCounts, differing: [], replacing: [bar(7, close)] },
      { requestedAt: at(hour), route: 'live' },
    )
  async function send(tier: PostgresTier, store: FileStore, series: SharedSeries): Promise<void> {
    for (const { part, ...span } of collectRestated(store, series, minutes(0, 15), Date.now()))
      await tier.retract({ series, ...span, reason: 'restated' }, part, signal)
  }
  const closeOf = async (tier: PostgresTier, series: SharedSeries) =>
    (await tier.take(series, minutes(7, 8), signal)).bars.map(({ close }) => close)

  test('replace a candle although its daemon fetched the times around it later', async () => {
    const [a, b, series] = [shared.open('a'), shared.open('b'), newSeries()]
    const [first, second] = [open(), open()]
    fetchInto(first, series, 5, 10, 10)
    fetchInto(first, series, 0, 15, 12)
    await give(a, first, series)
    fetchInto(second, series, 0, 15, 10)
    correct(second, series, 0.7, 11)
    await send(b, second, series)
    expect(await closeOf(a, series)).toEqual([0.7])
  })

  test('replace a candle although its daemon joined it with one that it fetched later', async () => {
    const [a, b, series] = [shared.open('a'), shared.open('b'), newSeries()]
    const [first, second] = [open(), open()]
    fetchInto(first, series, 5, 10, 10)
    fetchInto(first, series, 10, 15, 12)
    await give(a, first, series)
    fetchInto(second, series, 0, 15, 10)
    correct(second, series, 0.7, 11)
    await send(b, second, series)
    expect(await closeOf(a, series)).toEqual([0.7])
  })

  test('do not undo a later correction, although their daemon fetched the times around it after that', async () => {
    const [a, b, series] = [shared.open('a'), shared.open('b'), newSeries()]
    const [first, second] = [open(), open()]
    fetchInto(first, series, 5, 10, 10)
    await give(a, first, series)
    fetchInto(second, series, 5, 10, 10)
    correct(second, series, 0.6, 11)
    fetchInto(second, series, 0, 15, 13)
    correct(first, series, 0.7, 12)
    await send(a, first, series)
    await send(b, second, series)
    expect(await closeOf(b, series)).toEqual([0.7])
    // Whatever order they arrive in.
    await send(a, first, series)
    expect(await closeOf(b, series)).toEqual([0.7])
  })

  test('win when they arrive first, too', async () => {
    const [a, b, series] = [shared.open('a'), shared.open('b'), newSeries()]
    const [first, second] = [open(), open()]
    for (const store of [first, second]) fetchInto(store, series, 5, 10, 10)
    correct(second, series, 0.6, 12)
    await send(b, second, series)
    correct(first, series, 0.7, 11)
    await send(a, first, series)
    await give(a, first, series)
    expect(await closeOf(b, series)).toEqual([0.6])
  })
})
