import { expect, test } from 'vitest'
import { createCatalogLists } from '../../src/catalog/query/catalog-lists.js'
import { event, market } from '../core/fake-venue.js'
import { atOnce } from '../support/engine.js'
import { present } from '../support/expect.js'
import { openCatalog, venue } from './support/store.js'

const none = { events: [], markets: [], found: [] }
const active = [{ venue, status: 'active' }] as const
const priced = (id: string, volume: number) => market(id, { volume24h: volume })

function setUp() {
  const catalog = openCatalog()
  const lists = createCatalogLists(catalog.reader, atOnce)
  const known = (id: string) => {
    const [found] = catalog.reader.lookup(venue, 'market', id)
    return found && { ...found, row: catalog.rows('market', [found.version])[0] }
  }
  return { ...catalog, lists, known }
}

test('a row that was read by itself is what was seen last, and leaves lists and their cursors as they were', async () => {
  const { sync, writer, lists, known, rows, clock, reader } = setUp()
  const listed = event('E', [priced('A', 3), priced('B', 2), priced('C', 1)])
  sync([{ events: [listed] }])
  const question = { kind: 'market', lists: active, sort: 'volume', limit: 1 } as const
  const first = present(await lists.page(question))
  await clock.advance(5_000)
  writer.singles(venue, { ...none, markets: [priced('B', 9), present(listed.markets[0])] }, false)
  expect(known('B')).toMatchObject({ lastSeen: clock.now(), row: { volume24h: 9 } })
  // As it was, and seen now.
  expect(known('A')).toMatchObject({ lastSeen: clock.now(), version: first.versions[0] })
  for (const _left of writer.prune(clock.now()));
  const second = present(await lists.page({ ...question, cursor: present(first.nextCursor) }))
  expect(rows('market', second.versions)).toMatchObject([{ id: 'B', volume24h: 2 }])
  const anew = createCatalogLists(reader, atOnce)
  expect((await anew.page({ ...question, limit: 3 }))?.versions).toHaveLength(3)
})

test('whether it is gone is the list’s to tell, with a row of its own and without', () => {
  const { sync, writer, known } = setUp()
  const listed = event('E', [market('A'), market('B')])
  sync([{ events: [listed] }])
  writer.singles(venue, { ...none, markets: [market('A', { status: 'closed' }), market('NEW')] }, false)
  expect([known('A'), known('NEW')]).toMatchObject([{ status: 'closed' }, { status: 'active' }])
  sync([{ events: [event('E', [market('B')])] }])
  expect([known('A'), known('NEW')]).toMatchObject([
    { status: 'closed', goneAt: expect.any(Number) },
    { status: 'active', goneAt: expect.any(Number) },
  ])
  sync([{ events: [listed] }])
  expect(known('A')).toMatchObject({ status: 'active' })
  expect(known('A')).not.toHaveProperty('goneAt')
})

test('an event comes with its markets, and what a search has found only where it is news', () => {
  const { sync, writer, known, reader, rows } = setUp()
  sync([{ events: [event('E', [priced('A', 1)])] }])
  const found = [priced('A', 7), priced('F', 8)]
  writer.singles(venue, { ...none, events: [event('X', [priced('P', 2)])], found }, false)
  expect([known('A'), known('F'), known('P')]).toMatchObject(
    [1, 8, 2].map((volume24h) => ({ row: { volume24h } })),
  )
  const [kept] = reader.lookup(venue, 'event', 'slug-X')
  expect(rows('event', [present(kept).version])).toMatchObject([{ id: 'X', markets: [{ id: 'P' }] }])
})

test('where markets are listed by themselves, those of an event are not told as they are there', () => {
  const { sync, writer, known } = setUp()
  sync([{ events: [event('E', [priced('A', 1)])] }, { markets: [priced('A', 5)] }])
  writer.singles(venue, { ...none, events: [event('E', [priced('A', 2)])] }, true)
  expect(known('A')).toMatchObject({ row: { volume24h: 5 } })
})
