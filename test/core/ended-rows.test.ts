import { describe, expect, test } from 'vitest'
import { createCatalogLists } from '../../src/catalog/query/catalog-lists.js'
import { createCachedListSnapshots } from '../../src/core/cross-venue/catalog/cached-list-snapshots.js'
import type { CatalogSearchQuery } from '../../src/core/cross-venue/catalog/catalog-search.js'
import type { Status } from '../../src/venue-kit/contract/venue.js'
import { openCatalog } from '../catalog/support/store.js'
import { fakeClock, settle } from '../support/clock.js'
import { atOnce } from '../support/engine.js'
import { acrossOf } from './across-world.js'
import { event, fakeVenue, feedsNothing, market } from './fake-venue.js'

const NOW = Date.UTC(2026, 10, 21)

function kept() {
  const clock = fakeClock(NOW)
  const catalog = openCatalog(':memory:', clock)
  const { reader, sync, writer } = catalog
  const wanted: string[] = []
  const shelves = createCachedListSnapshots({
    venues: [fakeVenue({})],
    cachedLists: {
      cache: { keep: (_venue, status: Status) => wanted.push(status), ready: async () => undefined },
      lists: createCatalogLists(reader, atOnce),
      reader,
      turn: atOnce,
      writeBack: feedsNothing,
    },
    status: () => [],
    isReading: () => false,
    isUnconfirmed: () => false,
  })
  const across = acrossOf(shelves, clock)
  const read = async (kind: 'event' | 'market', query: Partial<CatalogSearchQuery> = {}) => {
    const { rows } = await across.page(kind, { limit: 50, offset: 0, ...query })
    return rows.map((row) => String(JSON.parse(row.toString()).title)).sort()
  }
  return { clock, sync, read, wanted, writer }
}

const titled = (id: string, markets: Parameters<typeof event>[1]) => event(id, markets, { title: id })
const open = (id: string) => market(id, { title: id })
const closed = (id: string) => market(id, { title: id, status: 'closed' })

describe('what the venues have closed', () => {
  test('is told to who wants it: kept rows that no list has any more, and lists of closed ones', async () => {
    const { clock, sync, read, wanted } = kept()
    sync([{ events: [titled('E1', [open('GONE')]), titled('E2', [open('OPEN'), closed('PART')])] }])
    await clock.advance(60_000)
    sync([{ events: [titled('E2', [open('OPEN'), closed('PART')])] }])
    await clock.advance(600_000)
    sync([{ events: [titled('E2', [open('OPEN'), closed('PART')])] }])
    sync([{ events: [{ ...titled('E3', [closed('LISTED')]), status: 'closed' }] }], 'closed')
    await clock.advance(60_000)
    expect([await read('event'), await read('market')]).toEqual([['E2'], ['OPEN']])
    expect(wanted.includes('closed')).toBe(false)
    expect(await read('event', { closed: true })).toEqual(['E1', 'E2', 'E3'])
    expect(await read('market', { closed: true })).toEqual(['GONE', 'LISTED', 'OPEN', 'PART'])
    expect(await read('event', { closed: 'only' })).toEqual(['E1', 'E3'])
    expect(await read('market', { closed: 'only' })).toEqual(['GONE', 'LISTED', 'PART'])
    expect(await read('market', { closed: 'only', venue: 'kalshi', text: 'list' })).toEqual(['LISTED'])
    expect(wanted).toContain('closed')
  })

  test('is not what one reading lacks before its time is up, until one ten minutes later lacks it as well', async () => {
    const { clock, sync, read } = kept()
    const due = (id: string, inMs: number) => titled(id, [{ ...open(id), closesAt: NOW + inMs }])
    const stays = titled('STAYS', [open('STAYS')])
    const missing = [titled('CUT', [open('CUT')]), due('LATER', 86_400_000)]
    sync([{ events: [stays, ...missing, due('DUE', 60_000)] }])
    const readings: string[][] = []
    const reads = async (afterMs: number, events: readonly ReturnType<typeof titled>[]) => {
      await clock.advance(afterMs)
      sync([{ events: [...events] }])
      await clock.advance(31_000)
      // The first who ask are answered from before, while what they search is made anew.
      await read('market', { closed: 'only' })
      await settle()
      readings.push(await read('market', { closed: 'only' }))
    }
    await reads(60_000, [stays])
    await reads(500_000, [stays])
    await reads(600_000, [stays, ...missing])
    await reads(60_000, [stays])
    await reads(600_000, [stays])
    expect(readings).toEqual([['DUE'], ['DUE'], ['DUE'], ['DUE'], ['CUT', 'DUE', 'LATER']])
  })

  test('is told once, though it stands in an open list that was read before it closed', async () => {
    const { clock, sync, read } = kept()
    sync([{ events: [titled('E', [open('M')])] }])
    sync([{ events: [{ ...titled('E', [closed('M')]), status: 'closed' }] }], 'closed')
    expect(await read('market', { closed: true })).toEqual(['M'])
    await clock.advance(2_000)
    sync([])
    await clock.advance(2_000)
    expect([await read('market'), await read('market', { closed: true })]).toEqual([[], ['M']])
    // Opened again.
    sync([{ events: [titled('E', [open('M')])] }])
    const both = async () => [await read('market'), await read('market', { closed: 'only' })]
    await clock.advance(2_000)
    // The first who ask are answered from before, while what they search is made anew.
    await both()
    await settle()
    expect(await both()).toEqual([['M'], []])
  })

  test('has ended with its trading where its list is still of before that', async () => {
    const { clock, sync, read } = kept()
    sync([{ events: [titled('E', [{ ...open('M'), closesAt: NOW + 60_000 }])] }])
    expect(await read('market', { closed: 'only' })).toEqual([])
    await clock.advance(60_001)
    expect(await read('market', { closed: 'only' })).toEqual(['M'])
    expect(await read('event', { closed: 'only' })).toEqual(['E'])
  })
})
