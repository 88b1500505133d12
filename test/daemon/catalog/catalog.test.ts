import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { StoredTerms } from '../../../src/api/arguments/stored-terms.js'
import { openCatalogFile } from '../../../src/catalog/file/open-catalog.js'
import type { ListCaller } from '../../../src/core/listings/cache/list-cache-types.js'
import { openCatalog } from '../../../src/daemon/catalog/catalog.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { runQuickCheck } from '../../../src/storage/check.js'
import type { Database } from '../../../src/storage/driver.js'
import { createOmissions } from '../../../src/venue-kit/payload/response-notes.js'
import { driver, over } from '../../catalog/support/store.js'
import { threadHere } from '../../catalog/support/thread.js'
import { event, fakeVenue, market } from '../../core/fake-venue.js'
import { fakeClock, settle } from '../../support/clock.js'
import { atOnce, temporaryFolder } from '../../support/engine.js'
import { present } from '../../support/expect.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const venue = fakeVenue({ events: [event('E1', [market('A'), market('B')]), event('E2', [market('C')])] })
const asker: ListCaller = {
  signal: new AbortController().signal,
  priority: 'interactive',
  noteSent: () => {},
  omissions: createOmissions(silentLogger, () => {}),
}

/** A catalog in a file, whose thread is in this one. */
async function opened(name: string) {
  const file = join(folder.path, name)
  const clock = fakeClock()
  const databases: Database[] = []
  const catalog = present(
    await openCatalog({
      file,
      ages: { maxAgeSeconds: 60, staleSeconds: 600 },
      transport: {
        bind: () => ({ sent: 0, venueTime: undefined, trouble: undefined, send: async () => reply }),
      },
      clock,
      log: silentLogger,
      turn: atOnce,
      addressOf: () => '',
      onSkipped: () => {},
      startThread(path) {
        const { database } = openCatalogFile(driver, path, 'writes')
        databases.push(database)
        const thread = threadHere(database, clock, () => Promise.resolve(venue))
        return { ...thread, end: () => thread.end().then(() => database.close()) }
      },
    }),
  )
  const ask = (stored?: StoredTerms) =>
    catalog.cachedLists.cache.ready(venue, ['active'], { ...asker, ...(stored && { stored }) }, () => false)
  return { ...catalog, file, clock, ask, databases }
}

test('what was looked up is kept as last seen, also for who starts anew', async () => {
  const { cachedLists, ask, clock, close, file } = await opened('fed.db')
  await ask()
  await clock.advance(5_000)
  const found = { ...market('B'), market: { ...market('B').market, title: 'Looked up' } }
  cachedLists.writeBack.take(venue, { events: [], markets: [found], found: [market('NEW')] })
  await clock.advance(10_000)
  await settle()
  await close()
  const { database } = openCatalogFile(driver, file, 'reads')
  const { reader, rows } = over(database, clock)
  const titleOf = (id: string) =>
    rows(
      'market',
      reader.lookup(venue.id, 'market', id).map(({ version }) => version),
    )
  expect([titleOf('B'), titleOf('NEW')]).toMatchObject([[{ title: 'Looked up' }], [{ title: 'Market NEW' }]])
  database.close()
})

test('a file that only the thread cannot write is said to be read only until it can', async () => {
  const { state, ask, clock, close, status, databases } = await opened('full.db')
  await ask()
  expect(state()).toEqual({ kind: 'ok' })
  databases.at(-1)?.exec('PRAGMA query_only = ON')
  await clock.advance(500)
  expect(await ask({ serves: false, renews: true })).toBeUndefined()
  expect(state()).toMatchObject({ kind: 'read_only', since: clock.now(), reason: expect.any(String) })
  expect(status(venue.id)).toMatchObject([{ rows: 5, lastFailure: { code: 'CATALOG_UNAVAILABLE' } }])
  databases.at(-1)?.exec('PRAGMA query_only = OFF')
  await clock.advance(60_000)
  expect(await ask({ serves: false, renews: true })).toMatchObject({ cache: 'miss' })
  expect(state()).toEqual({ kind: 'ok' })
  await close()
})

test('a file that is deleted while the daemon runs is noticed, made anew and filled again', async () => {
  const { cachedLists, ask, clock, close, file } = await opened('catalog.db')
  const rows = async () =>
    (await cachedLists.lists.page({ kind: 'market', lists: [{ venue: venue.id, status: 'active' }] }))
      ?.versions.length

  expect(await ask()).toMatchObject({ cache: 'miss' })
  // Threads end after a second without work.
  await clock.advance(61_000)
  rmSync(file)
  expect(await ask()).toMatchObject({ cache: 'stale' })
  await settle()
  expect(existsSync(file)).toBe(true)
  expect([await ask(), await rows()]).toMatchObject([{ cache: 'hit', ageS: 0 }, 3])
  await clock.advance(61_000)
  await ask()
  await settle()
  expect([await ask(), await rows()]).toMatchObject([{ cache: 'hit' }, 3])
  await close()
  expect(runQuickCheck(driver, file)).toBeUndefined()
})

const reply = { status: 200, headers: {}, json: {} }
