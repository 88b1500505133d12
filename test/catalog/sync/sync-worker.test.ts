import { beforeEach, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { FromThread } from '../../../src/catalog/sync/sync-messages.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { noteUnknownWord, takeUnknownWords } from '../../../src/venue-kit/payload/native-enums.js'
import { fakeVenue } from '../../core/fake-venue.js'
import { fakeClock, settle } from '../../support/clock.js'
import { openCatalog } from '../support/store.js'
import { threadHere } from '../support/thread.js'

beforeEach(() => void takeUnknownWords())

/** What the thread sends about a list whose first page has an unknown word, and which fails where it says so. */
async function readWith(fails: boolean): Promise<readonly FromThread['kind'][]> {
  const clock = fakeClock()
  const { database } = openCatalog(':memory:', clock)
  const base = fakeVenue({ events: [] })
  const listEvents: typeof base.markets.listEvents = () => ({
    sorted: false,
    paging: {
      kind: 'cursor',
      what: 'events',
      idOf: ({ event }) => event.id,
      async fetch() {
        noteUnknownWord('kalshi', 'market.status', 'zz_new')
        if (fails) throw new Error('the page cannot be read')
        return { rows: [] }
      },
    },
  })
  const { getEvent, getMarket, findOutcome } = base.markets
  const venue: Venue = { ...base, markets: { listEvents, getEvent, getMarket, findOutcome } }
  const thread = threadHere(database, clock, () => Promise.resolve(venue))
  const sent: FromThread[] = []
  thread.on('message', (message) => sent.push(message))
  const asked = { venue: 'kalshi', status: 'active', address: '', youngest: 0 } as const
  thread.postMessage({ kind: 'start', job: 1, name: 'walk', asked })
  await settle()
  const words = sent.flatMap((message) => (message.kind === 'words' ? message.words : []))
  expect(words).toEqual([
    { venue: 'kalshi', enumeration: 'market.status', word: 'zz_new', count: words[0]?.count },
  ])
  return sent.map(({ kind }) => kind)
}

test.each([
  ['could be read', false, 'done'],
  ['could not be read', true, 'failed'],
] as const)('unknown words of a list that %s are handed over', async (_what, fails, ending) => {
  const kinds = await readWith(fails)
  expect(kinds).toContain(ending)
  expect(kinds.indexOf('words')).toBeLessThan(kinds.indexOf(ending))
})

test.each([
  ['begins again if its pages had malformed rows', true, [undefined, 'b', undefined, 'b']],
  ['continues otherwise', false, [undefined, 'b', 'b']],
])('a sync that a passing error interrupted %s', async (_what, isMalformed, pages) => {
  const clock = fakeClock()
  const { database } = openCatalog(':memory:', clock)
  const base = fakeVenue({ events: [] })
  const asked: (string | undefined)[] = []
  const listEvents: typeof base.markets.listEvents = (_listing, { omissions }) => ({
    sorted: false,
    paging: {
      kind: 'cursor',
      what: 'events',
      idOf: ({ event }) => event.id,
      async fetch(cursor) {
        asked.push(cursor)
        if (cursor === undefined) {
          const row = { path: 'events[0].id', problem: 'missing', fingerprint: 'f' }
          const tally = { seen: 100, malformed: isMalformed ? [row] : [] }
          omissions.noteRows('GET /events', new Map([['events[*]', tally]]))
          return { rows: [], next: 'b' }
        }
        if (asked.length === 2) throw new PmxError('NETWORK_ERROR', 'later')
        return { rows: [] }
      },
    },
  })
  const { getEvent, getMarket, findOutcome } = base.markets
  const venue: Venue = { ...base, markets: { listEvents, getEvent, getMarket, findOutcome } }
  const thread = threadHere(database, clock, () => Promise.resolve(venue))
  const walk = { venue: 'kalshi', status: 'active', address: '', youngest: 0 } as const
  for (const job of [1, 2]) {
    thread.postMessage({ kind: 'start', job, name: 'walk', asked: walk })
    await settle()
  }
  expect(asked).toEqual(pages)
})
