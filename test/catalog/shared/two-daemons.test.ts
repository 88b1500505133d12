import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { StoredTerms } from '../../../src/api/arguments/stored-terms.js'
import { HOUR_MS } from '../../../src/api/times/resolution.js'
import { MINUTE_MS } from '../../../src/api/times/span.js'
import { openCatalogFile } from '../../../src/catalog/file/open-catalog.js'
import { packResponse } from '../../../src/catalog/shared/shared-response.js'
import type { ListCaller } from '../../../src/core/listings/cache/list-cache-types.js'
import { type Catalog, openCatalog } from '../../../src/daemon/catalog/catalog.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { VenueRequest } from '../../../src/transport/call-types.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { createOmissions } from '../../../src/venue-kit/payload/response-notes.js'
import { event, fakeVenue, market } from '../../core/fake-venue.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { atOnce, temporaryFolder } from '../../support/engine.js'
import { present } from '../../support/expect.js'
import { type ListHub, listHub } from '../support/list-hub.js'
import { driver } from '../support/store.js'
import { threadHere } from '../support/thread.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const base = fakeVenue({ events: [] })
/** A venue whose list has pages of two markets, each of which names the next one. */
const venue: Venue = {
  ...base,
  markets: {
    ...base.markets,
    getEvent: base.markets.getEvent,
    getMarket: base.markets.getMarket,
    findOutcome: base.markets.findOutcome,
    listEvents: ({ status = 'active' }, ctx) => ({
      sorted: false,
      paging: {
        kind: 'cursor',
        what: 'events',
        idOf: (row) => row.event.id,
        async fetch(cursor) {
          const query = cursor === undefined ? {} : { cursor }
          const { json } = await ctx.http.send({ host: 'api', path: '/events', query })
          const { ids, next } = json as { ids: string[]; next?: string }
          const rows = [
            event(
              `E${cursor ?? ''}`,
              ids.map((id) => market(id, { status })),
              { status },
            ),
          ]
          return next === undefined ? { rows } : { rows, next }
        },
      },
    }),
  },
}

/** The markets that the venue lists now. */
let listed: string[] = []
let calls = 0
let clock: FakeClock
let hub: ListHub
let count = 0
const opened: Catalog[] = []

beforeEach(() => {
  listed = ['A', 'B', 'C', 'D', 'E', 'F']
  calls = 0
  clock = fakeClock()
  hub = listHub(clock)
})
afterEach(async () => {
  for (const catalog of opened.splice(0)) await catalog.close()
})

async function send({ query }: VenueRequest) {
  calls++
  const from = Number(query?.['cursor'] ?? 0)
  const next = from + 2 < listed.length ? { next: String(from + 2) } : {}
  const bytes = new TextEncoder().encode(JSON.stringify({ ids: listed.slice(from, from + 2), ...next }))
  return { status: 200, headers: {}, json: undefined, bytes }
}

/** @param number that of the daemon before it, to go on with its file */
async function daemon(number = ++count) {
  const catalog = present(
    await openCatalog({
      file: join(folder.path, `catalog-${number}.db`),
      ages: { maxAgeSeconds: 60, staleSeconds: 600 },
      transport: { bind: () => ({ sent: 0, venueTime: undefined, trouble: undefined, send }) },
      clock,
      log: silentLogger,
      turn: atOnce,
      addressOf: () => '',
      onSkipped: () => {},
      sharedLists: hub.open(number),
      startThread(path) {
        const { database } = openCatalogFile(driver, path, 'writes')
        const thread = threadHere(database, clock, () => Promise.resolve(venue))
        return { ...thread, end: () => thread.end().then(() => database.close()) }
      },
    }),
  )
  opened.push(catalog)
  const asker: ListCaller = {
    signal: new AbortController().signal,
    priority: 'interactive',
    noteSent: () => {},
    omissions: createOmissions(silentLogger, () => {}),
  }
  const { cache, lists } = catalog.cachedLists
  return {
    number,
    async end() {
      opened.splice(opened.indexOf(catalog), 1)
      await catalog.close()
    },
    /** Has the list of closed markets read in the background where it is old, and returns the number of its rows. */
    async keepClosed() {
      cache.keep(venue, 'closed')
      for (let rounds = 0; rounds < 200; rounds++) await new Promise(setImmediate)
      const page = await lists.page({ kind: 'market', lists: [{ venue: venue.id, status: 'closed' }] })
      return page?.versions.length
    },
    async read(stored?: StoredTerms) {
      const answer = await cache.ready(
        venue,
        ['active'],
        { ...asker, ...(stored && { stored }) },
        () => false,
      )
      while (hub.leases.size > 0) await new Promise(setImmediate)
      return answer
    },
    rows: async () =>
      (await lists.page({ kind: 'market', lists: [{ venue: venue.id, status: 'active' }] }))?.versions.length,
  }
}

test('one daemon walks through the list of a venue; the next one loads it, and says how old it is', async () => {
  const [one, two] = [await daemon(), await daemon()]
  expect(await one.read()).toMatchObject({ cache: 'miss', ageS: 0 })
  expect(calls).toBe(3)
  await clock.advance(20_000)
  expect(await two.read()).toMatchObject({ cache: 'miss', ageS: 20 })
  expect([calls, await two.rows(), await one.rows()]).toEqual([3, 6, 6])
})

test('a caller that wants no stored list gets the one of the venue', async () => {
  const [one, two] = [await daemon(), await daemon()]
  await one.read()
  listed.push('G')
  expect(await two.read({ serves: false, renews: true })).toMatchObject({ cache: 'miss', ageS: 0 })
  expect([calls, await two.rows()]).toEqual([7, 7])
})

test('what the other daemon did not request is requested from the venue', async () => {
  const [one, two] = [await daemon(), await daemon()]
  await one.read()
  const [lost] = [...hub.responses.keys()].slice(-1)
  hub.responses.delete(lost ?? '')
  await clock.advance(20_000)
  expect(await two.read()).toMatchObject({ cache: 'miss', ageS: 20 })
  expect([calls, await two.rows()]).toEqual([4, 6])
})

test('a response that is damaged is not loaded', async () => {
  const [one, two] = [await daemon(), await daemon()]
  await one.read()
  for (const key of hub.responses.keys()) hub.responses.set(key, new Uint8Array([9, 9, 9]))
  await two.read()
  expect([calls, await two.rows()]).toEqual([6, 6])
})

test('a list that is much shorter than the one before is read from the venue, which must agree', async () => {
  const [one, two] = [await daemon(), await daemon()]
  await two.read()
  await clock.advance(61_000)
  listed = ['A', 'B']
  await one.read()
  listed = ['A', 'B', 'C', 'D', 'E', 'F']
  await clock.advance(1_000)
  await two.read()
  for (let rounds = 0; rounds < 50; rounds++) await new Promise(setImmediate)
  expect(await two.rows()).toBe(6)
})

test('while the server is away, each daemon reads for itself', async () => {
  const [one, two] = [await daemon(), await daemon()]
  hub.isUp = false
  await one.read()
  await two.read()
  expect([calls, await two.rows()]).toEqual([6, 6])
})

test('a blank list of another daemon is not confirmed by itself after a restart', async () => {
  const two = await daemon()
  expect(await two.keepClosed()).toBe(6)
  await clock.advance(6 * HOUR_MS)
  const one = await daemon()
  listed = []
  await one.keepClosed()
  await clock.advance(1_000)
  expect(await two.keepClosed()).toBe(6)
  await two.end()
  listed = ['A', 'B', 'C', 'D', 'E', 'F']
  await clock.advance(11 * MINUTE_MS)
  const again = await daemon(two.number)
  expect(await again.keepClosed()).toBe(6)
})

test('two looks at one outage, a minute apart, do not confirm each other', async () => {
  const two = await daemon()
  expect(await two.keepClosed()).toBe(6)
  await clock.advance(6 * HOUR_MS + 1_000)
  listed = []
  expect(await two.keepClosed()).toBe(6)
  await clock.advance(60_000)
  // A daemon without an earlier list shared what it read in the same outage.
  listed = ['A', 'B', 'C', 'D', 'E', 'F']
  const one = await daemon()
  await one.keepClosed()
  while (hub.leases.size > 0) await new Promise(setImmediate)
  const blank = {
    ...(await send({ host: 'api', path: '/events' })),
    bytes: new TextEncoder().encode('{"ids":[]}'),
  }
  const body = await packResponse({ reply: blank })
  for (const key of hub.responses.keys()) hub.responses.set(key, body ?? new Uint8Array())
  await clock.advance(60_000)
  await clock.advance(10 * MINUTE_MS)
  expect(await two.keepClosed()).toBe(6)
})

test('an empty list is not shared: a new daemon calls the venue', async () => {
  listed = []
  const one = await daemon()
  await one.keepClosed()
  expect(hub.lists).toEqual([])
  listed = ['A', 'B', 'C', 'D', 'E', 'F']
  await clock.advance(60_000)
  expect(await (await daemon()).keepClosed()).toBe(6)
})
