import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { marksOf, selectRows } from '../../../src/catalog/query/query.js'
import { createColumns, type ListColumns, memoryBytesOf } from '../../../src/catalog/rows/columns.js'
import type { RowFilter } from '../../../src/catalog/rows/filter.js'
import { type ReadyRow, readEventNumbers, readMarketNumbers } from '../../../src/catalog/rows/row-numbers.js'
import { toEventTest, toMarketTest } from '../../../src/core/query/row-filter.js'
import { joinEvents, joinMarkets, matchesText, slicePage } from '../../../src/core/query/sort-and-page.js'
import type { EventRow, MarketRow, Sort } from '../../../src/venue-kit/contract/venue.js'
import { category, eventRows, marketRows, shortText, tag } from '../support/rows.js'

/** The list in memory, whose row `r` has the version `from + r` and the description `r`. */
function columnsOf(rows: readonly ReadyRow[], from: number): ListColumns {
  return createColumns(rows.map((row, index) => ({ ...row, version: from + index, description: index })))
}

const BEHIND = 1_000
const sorts = fc.constantFrom<Sort | undefined>('volume', 'liquidity', 'newest', 'closed', undefined)
const searchIns = fc.constantFrom('title' as const, 'description' as const, 'both' as const)
const limits = fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined })
const filters = fc.record(
  {
    text: shortText,
    searchIn: searchIns,
    category,
    tags: fc.array(tag, { maxLength: 2 }),
  },
  { requiredKeys: [] },
)

/** The filter that the question means, as columns take it. */
function filterOf({ text, searchIn = 'title', category, tags }: Asked): RowFilter {
  const fields = searchIn === 'both' ? (['title', 'description'] as const) : [searchIn]
  return {
    ...(text === undefined ? {} : { texts: [{ text, fields }] }),
    ...(category === undefined || category === '' ? {} : { category }),
    ...(tags === undefined || tags.length === 0 ? {} : { tags }),
  }
}

/** Which rows pass when descriptions are looked at by hand, as the store does it elsewhere. */
function marks(rows: readonly ReadyRow[], columns: ListColumns, filter: RowFilter): Uint8Array | undefined {
  const described = new Map(
    filter.texts?.map(({ text }) => {
      const holders = rows.flatMap(({ description }, id) =>
        description.toLowerCase().includes(text.toLowerCase()) ? [id] : [],
      )
      return [text, new Set(holders)] as const
    }),
  )
  const endsAt = Float64Array.from(rows, ({ late }) => late.endsAt ?? Number.NaN)
  return marksOf(columns, filter, { described, numbers: { endsAt } })
}

/** What the columns select of two lists, as the ids of rows. */
function selected(
  lists: readonly (readonly ReadyRow[])[],
  filter: RowFilter,
  cut: Parameters<typeof selectRows>[1],
) {
  const parts = lists.map((rows, index) => {
    const columns = columnsOf(rows, index * BEHIND)
    return { columns, marks: marks(rows, columns, filter) }
  })
  const { versions, ...rest } = selectRows(parts, cut)
  const ids = versions.map((version) => lists[Math.floor(version / BEHIND)]?.[version % BEHIND]?.id)
  return { ids, ...rest }
}

interface Asked {
  readonly text?: string
  readonly searchIn?: 'title' | 'description' | 'both'
  readonly category?: string
  readonly tags?: string[]
}

const selectionOf = ({ text, searchIn }: Asked) => ({
  ...(text === undefined ? {} : { query: text }),
  ...(searchIn === undefined ? {} : { searchIn }),
})
const criteriaOf = ({ category, tags }: Asked) => ({ category, tags })

/** The same over plain arrays, as lists are answered that are read from a venue. */
function plainMarkets(lists: readonly MarketRow[][], asked: Asked, sort: Sort | undefined): string[] {
  const joined = joinMarkets(
    lists.map((rows) => ({ rows, sorted: false })),
    sort,
  )
  const passes = toMarketTest(criteriaOf(asked))
  return joined
    .filter(
      ({ market }) =>
        matchesText({ titles: [market.title], descriptions: [market.description] }, selectionOf(asked)) &&
        passes(market),
    )
    .map(({ market }) => market.marketId)
}

function plainEvents(lists: readonly EventRow[][], asked: Asked, sort: Sort | undefined): string[] {
  const joined = joinEvents(
    lists.map((rows) => ({ rows, sorted: false })),
    sort,
  )
  const passes = toEventTest(criteriaOf(asked))
  return joined
    .filter(
      ({ event }) =>
        matchesText({ titles: [event.title], descriptions: [event.description] }, selectionOf(asked)) &&
        passes({ ...event, markets: [] }),
    )
    .map(({ event }) => event.id)
}

describe('a query over columns', () => {
  test('of markets is what the same rows give as plain lists', () => {
    fc.assert(
      fc.property(
        marketRows('active', 'A'),
        marketRows('closed', 'C'),
        filters,
        sorts,
        limits,
        fc.nat(4),
        (active, closed, filter, sort, limit, offset) => {
          const whole = plainMarkets([active, closed], filter, sort)
          const lists = [active, closed].map((rows) => rows.map(readMarketNumbers))
          const found = selected(lists, filterOf(filter), { sort, limit, offset })
          expect(found.ids).toEqual(slicePage(whole, { ...(limit === undefined ? {} : { limit }), offset }))
          expect(found.total).toBe(whole.length)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('of events is what the same rows give as plain lists', () => {
    fc.assert(
      fc.property(
        eventRows('active', 'A'),
        eventRows('closed', 'C'),
        filters,
        sorts,
        (active, closed, filter, sort) => {
          const lists = [active, closed].map((rows) => rows.map(readEventNumbers))
          const found = selected(lists, filterOf(filter), { sort })
          expect(found.ids).toEqual(plainEvents([active, closed], filter, sort))
          expect(found.next).toBeUndefined()
        },
      ),
      { numRuns: 100 },
    )
  })

  test('that looks for a title by volume only as far as a page goes finds the same', () => {
    fc.assert(
      fc.property(
        marketRows('active', 'A'),
        shortText,
        category,
        limits,
        fc.nat(4),
        (rows, text, of, limit, offset) => {
          const columns = columnsOf(rows.map(readMarketNumbers), 0)
          const cut = { sort: 'volume', limit, offset } as const
          const whole = marksOf(columns, { category: of, texts: [{ text, fields: ['title'] }] })
          const found = selectRows(
            [{ columns, marks: marksOf(columns, { category: of }), sought: text }],
            cut,
          )
          expect(found).toEqual(selectRows([{ columns, marks: whole }], cut))
          const [byTitle, marked] = [
            { columns, sought: text },
            { columns, marks: marksOf(columns, { texts: [{ text, fields: ['title'] }] }) },
          ]
          const next = selectRows([byTitle], cut)
          expect(next).toEqual(selectRows([marked], cut))
          const onwards = { sort: 'volume', from: next.next ?? [columns.count] } as const
          expect(selectRows([byTitle], onwards)).toEqual(selectRows([marked], onwards))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('page by page is the whole, each page as long as asked for', () => {
    fc.assert(
      fc.property(
        marketRows('active', 'A'),
        marketRows('closed', 'C'),
        filters,
        sorts,
        fc.integer({ min: 1, max: 4 }),
        (active, closed, filter, sort, limit) => {
          const lists = [active, closed].map((rows) => rows.map(readMarketNumbers))
          const whole = selected(lists, filterOf(filter), { sort })
          const pages: (string | undefined)[][] = []
          let from: readonly number[] | undefined
          do {
            const found = selected(lists, filterOf(filter), { sort, limit, from })
            expect(found.total).toBe(whole.total)
            pages.push(found.ids)
            from = found.next
          } while (from !== undefined && pages.length < 100)
          expect(pages.flat()).toEqual(whole.ids)
          expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true)
          expect(pages.length).toBe(Math.max(1, Math.ceil(whole.total / limit)))
        },
      ),
      { numRuns: 100 },
    )
  })

  test('finds any text that is part of a title, whatever the script, be it one letter', () => {
    const place = fc.record({ row: fc.nat(), from: fc.nat(), length: fc.integer({ min: 1, max: 3 }) })
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1 }),
        place,
        (titles, at) => {
          const letters = [...(titles[at.row % titles.length] ?? '')]
          const start = at.from % letters.length
          const text = letters.slice(start, start + at.length).join('')
          const rows = titles.map((title, index) => readMarketNumbers(titled(`M${index}`, title)))
          const { ids } = selected([rows], filterOf({ text }), { sort: undefined })
          const holders = titles.flatMap((title, index) =>
            title.toLowerCase().includes(text.toLowerCase()) ? [`M${index}`] : [],
          )
          expect(ids).toEqual(holders)
        },
      ),
    )
  })
})

const titled = (marketId: string, title: string, facts: object = {}): MarketRow => ({
  market: { marketId, title, description: '', url: '', outcomes: [], sourceExchange: 'x', ...facts },
  status: 'active',
})

test('nothing is found across the titles of two rows', () => {
  const rows = ['ab', 'cd', ''].map((title, index) => readMarketNumbers(titled(`M${index}`, title)))
  expect(selected([rows], filterOf({ text: 'bc' }), { sort: undefined }).ids).toEqual([])
  expect(selected([rows], filterOf({ text: 'd' }), { sort: undefined }).ids).toEqual(['M1'])
  expect(selected([rows], filterOf({ text: '' }), { sort: undefined }).ids).toEqual(['M0', 'M1', 'M2'])
})

test('numbers pass from the least to the most, both included, and unknown ones where it is said', () => {
  const ends = { resolutionDate: '2026-01-01T00:00:00.000Z' }
  const rows = [
    titled('FEW', '', { volume: 1, ...ends }),
    titled('SOME', '', { volume: 2 }),
    titled('MANY', '', { volume: 3, ...ends }),
    titled('NONE', ''),
  ].map(readMarketNumbers)
  const ids = (filter: RowFilter) => selected([rows], filter, { sort: undefined }).ids
  expect(ids({ ranges: { volume: { min: 2, max: 3, orUnknown: false } } })).toEqual(['SOME', 'MANY'])
  expect(ids({ ranges: { volume: { min: 0, max: 1, orUnknown: true } } })).toEqual(['FEW', 'NONE'])
  const ended = { min: 0, max: Date.UTC(2026, 0, 1), orUnknown: false }
  expect(ids({ ranges: { endsAt: ended } })).toEqual(['FEW', 'MANY'])
  expect(ids({ ranges: { endsAt: { ...ended, max: ended.max - 1 } } })).toEqual([])
  expect(
    ids({
      ...filterOf({ text: '' }),
      ranges: { endsAt: ended, volume: { min: 3, max: 9, orUnknown: true } },
    }),
  ).toEqual(['MANY'])
})

test('a market costs little memory beside its title', () => {
  const rows = Array.from({ length: 100 }, (_, index) =>
    readMarketNumbers(titled(`M${index}`, 'x'.repeat(40), { tags: ['A', 'B'], category: 'C' })),
  )
  expect(memoryBytesOf(columnsOf(rows, 0)) / rows.length).toBeLessThan(40 + 100)
})
