import { expect, test } from 'vitest'
import { createCatalogLists } from '../../../../src/catalog/query/catalog-lists.js'
import { createCachedListSnapshots } from '../../../../src/core/cross-venue/catalog/cached-list-snapshots.js'
import type { CachedListStatus } from '../../../../src/core/listings/cache/list-cache.js'
import type { Venue } from '../../../../src/venue-kit/contract/venue.js'
import { openCatalog } from '../../../catalog/support/store.js'
import { atOnce } from '../../../support/engine.js'
import { event, fakeVenue, feedsNothing, market } from '../../fake-venue.js'

function setUp(status: readonly CachedListStatus[] = []) {
  const catalog = openCatalog()
  catalog.sync([{ events: [event('E', [market('A')])] }])
  const wanted: string[] = []
  const cachedLists = {
    cache: {
      keep: ({ id }: Venue, list: string) => void wanted.push(`${id} ${list}`),
      ready: async () => undefined,
    },
    lists: createCatalogLists(catalog.reader, atOnce),
    reader: catalog.reader,
    turn: atOnce,
    writeBack: feedsNothing,
  }
  const venues: Venue[] = [fakeVenue(), { ...fakeVenue(), id: 'polymarket' }]
  const shelves = createCachedListSnapshots({
    venues,
    cachedLists,
    status: (venue) => (venue === 'kalshi' ? status : []),
    isReading: (venue) => venue === 'polymarket',
    isUnconfirmed: (venue) => venue === 'kalshi',
  })
  return { shelves, wanted }
}

test('a venue whose list was never read has no shelf: it is missing, and not empty', () => {
  const { shelves } = setUp()
  expect([shelves.venues, shelves.ready().map(({ venue }) => venue)]).toEqual([
    ['kalshi', 'polymarket'],
    ['kalshi'],
  ])
  expect(shelves.ready().map(({ isUnconfirmed }) => isUnconfirmed)).toEqual(shelves.ready().map(() => true))
  expect(['kalshi', 'polymarket'].map((venue) => shelves.isReading(venue as Venue['id']))).toEqual([
    false,
    true,
  ])
})

test('the open list of every venue is kept where lists of all are asked for', () => {
  const { shelves, wanted } = setUp()
  shelves.keep()
  expect(wanted).toEqual(['kalshi active', 'polymarket active'])
})

test.each<[string, readonly CachedListStatus[], object]>([
  ['not yet', [], {}],
  ['already', [{ status: 'active', rows: 2 }], { rows: 2 }],
  ['in part', [{ status: 'active', reading: 0 }], { reading: 0 }],
  [
    'again, after a failure',
    [
      {
        status: 'active',
        rows: 2,
        reading: 1,
        lastFailure: { at: 1, code: 'NETWORK_ERROR', message: 'away' },
      },
    ],
    { rows: 2, reading: 1, failed: 'NETWORK_ERROR' },
  ],
  ['only of what has closed', [{ status: 'closed', rows: 9 }], {}],
  [
    'also of what has closed',
    [
      { status: 'closed', rows: 9 },
      { status: 'active', rows: 2 },
    ],
    { rows: 2 },
  ],
])('who waits for a list is told how far its reading is, of the open ones: %s', (_what, status, progress) => {
  expect(setUp(status).shelves.progress()).toEqual({ kalshi: progress, polymarket: {} })
})
