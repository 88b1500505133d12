import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { categories } from '../../../src/api/values/categories.js'
import { createSearchIndex, type IndexQuery } from '../../../src/catalog/cross-venue/search-index.js'
import { categoryOf } from '../../../src/catalog/query/category.js'
import { createColumns } from '../../../src/catalog/rows/columns.js'
import type { ReadyRow } from '../../../src/catalog/rows/row-numbers.js'
import { compareDown } from '../../../src/catalog/rows/sort-numbers.js'
import { atOnce } from '../../support/engine.js'

interface Row {
  readonly title: string
  readonly slug: string
  readonly category: string | undefined
  readonly volume24h: number | undefined
  readonly volume: number | undefined
  readonly closesAt: number | undefined
}

const venues = ['polymarket', 'kalshi', 'rain'] as const
const words = fc.constantFrom('a', 'B', '%', '_', 'Élan', '選挙', 'election', 'Ünal', '😀', ' ', '-')
const text = fc.array(words, { maxLength: 5 }).map((parts) => parts.join(''))
const unknown = { nil: undefined }
const row: fc.Arbitrary<Row> = fc.record({
  title: text,
  slug: text,
  category: fc.option(fc.constantFrom('US Politics', 'politics', 'Sports', 'NBA', 'Whatever', ''), unknown),
  volume24h: fc.option(fc.integer({ min: 0, max: 4 }), unknown),
  volume: fc.option(fc.integer({ min: 0, max: 3 }), unknown),
  closesAt: fc.option(fc.integer({ min: 0, max: 4 }), unknown),
})
const sought = fc.record(
  {
    text,
    category: fc.constantFrom(...categories),
    venue: fc.constantFrom<VenueId>(...venues, 'baozi'),
    openAt: fc.integer({ min: 0, max: 5 }),
    limit: fc.integer({ min: 1, max: 6 }),
    offset: fc.integer({ min: 0, max: 6 }),
  },
  { requiredKeys: ['limit', 'offset'] },
)

/** Whoever has all rows before him picks, orders and cuts them one by one. */
function naively(lists: readonly (readonly Row[])[], asked: IndexQuery) {
  const { text: wanted = '', category, venue, openAt, limit, offset } = asked
  const all = lists.flatMap((rows, shelf) => rows.map((one, version) => ({ one, shelf, version })))
  const holds = (told: string): boolean => told.toLowerCase().includes(wanted.toLowerCase())
  return all
    .filter(({ one, shelf }) => {
      if (!holds(one.title) && !holds(one.slug)) return false
      if (category !== undefined && (categoryOf(one.category) ?? 'other') !== category) return false
      if (venue !== undefined && venues[shelf] !== venue) return false
      return openAt === undefined || one.closesAt === undefined || one.closesAt >= openAt
    })
    .sort((a, b) => compareDown(a.one.volume24h, b.one.volume24h) || compareDown(a.one.volume, b.one.volume))
    .slice(offset, offset + limit)
    .map(({ shelf, version }) => ({ snapshotIndex: shelf, version }))
}

function columnsOf(rows: readonly Row[]) {
  return createColumns(
    rows.map(({ volume24h, volume, closesAt, ...told }, version) => {
      const numbers: ReadyRow['numbers'] = {
        volume24h,
        volume,
        closesAt,
        liquidity: undefined,
        startsAt: undefined,
      }
      return { ...told, numbers, tags: [], version, description: 0 }
    }),
  )
}

const lists = fc.tuple(...venues.map(() => fc.array(row, { maxLength: 12 })))

test('what is found is what a look at every row finds, in the order of the volumes', async () => {
  await fc.assert(
    fc.asyncProperty(lists, fc.array(sought, { minLength: 1, maxLength: 6 }), async (rows, questions) => {
      const sources = rows.map((list, shelf) => ({
        venue: venues[shelf] as VenueId,
        columns: columnsOf(list),
        isInDollars: true,
      }))
      const index = await createSearchIndex(sources, atOnce)
      for (const asked of questions) {
        expect(index.find(asked).found).toEqual(naively(rows, asked))
      }
      expect(Object.values(index.counts).reduce((sum, count) => sum + count, 0)).toBe(index.count)
    }),
    { numRuns: 300 },
  )
})

test('what is found is the same until the first end that counts, and not after it', async () => {
  await fc.assert(
    fc.asyncProperty(lists, fc.array(sought, { minLength: 1, maxLength: 6 }), async (rows, questions) => {
      const sources = rows.map((list, shelf) => ({
        venue: venues[shelf] as VenueId,
        columns: columnsOf(list),
        isInDollars: true,
      }))
      const index = await createSearchIndex(sources, atOnce)
      for (const { openAt = 0, ...asked } of questions) {
        const { found, sameUntil } = index.find({ ...asked, openAt })
        expect(index.find({ ...asked, openAt: sameUntil }).found).toEqual(found)
        if (sameUntil === Number.POSITIVE_INFINITY || asked.offset > 0) continue
        expect(index.find({ ...asked, openAt: sameUntil + 1 }).found).not.toEqual(found)
      }
    }),
    { numRuns: 200 },
  )
})

test('a text is found in a title or a slug, never across the two of them', async () => {
  const rows: readonly Row[] = [
    { title: 'one', slug: 'two', category: undefined, volume24h: 1, volume: 1, closesAt: undefined },
    { title: 'three', slug: 'four', category: undefined, volume24h: 0, volume: 1, closesAt: undefined },
  ]
  const index = await createSearchIndex(
    [{ venue: 'kalshi', columns: columnsOf(rows), isInDollars: true }],
    atOnce,
  )
  const find = (wanted: string) => index.find({ text: wanted, limit: 5, offset: 0 }).found.length
  expect([find('one'), find('two'), find('E'), find('onetwo'), find('twothree'), find('et')]).toEqual([
    1, 1, 2, 0, 0, 0,
  ])
})
