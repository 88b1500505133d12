import { beforeEach, expect, test } from 'vitest'
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
