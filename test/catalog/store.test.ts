import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toWireEvent, toWireMarket } from '../../src/api/models/wire-rows.js'
import { createDigester } from '../../src/catalog/file/digest.js'
import { createCatalogLists } from '../../src/catalog/query/catalog-lists.js'
import type { RowFilter } from '../../src/catalog/rows/filter.js'
import { createTextStream } from '../../src/catalog/rows/row-stream.js'
import type { EventRow, MarketRow } from '../../src/venue-kit/contract/venue.js'
import { event, market } from '../core/fake-venue.js'
import { fakeClock } from '../support/clock.js'
import { temporaryFolder } from '../support/engine.js'
import { eventRows, shortText } from './support/rows.js'
import { counting, openCatalog, over, venue } from './support/store.js'

const atOnce = async (): Promise<void> => {}
const lists = [{ venue, status: 'active' }] as const
const wire = ({ event: head, markets }: EventRow) =>
  toWireEvent({ ...head, markets: markets.map((row) => row.market) })
/** As it comes out of JSON. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const ids = (rows: unknown): string[] => (rows as { id: string }[]).map(({ id }) => id)

/** Rows in pages of one or more. */
function paged<Row>(rows: readonly Row[], size: number): Row[][] {
  const pages: Row[][] = []
  for (let from = 0; from < rows.length; from += size) pages.push(rows.slice(from, from + size))
  return pages
}

async function listed(
  catalog: ReturnType<typeof openCatalog>,
  kind: 'event' | 'market',
  status: 'active' | 'closed' = 'active',
) {
  const page = await createCatalogLists(catalog.reader, atOnce).page({ kind, lists: [{ venue, status }] })
  return page === undefined ? undefined : catalog.rows(kind, page.versions)
}

describe('a list that was walked', () => {
  test('is there for who asks the venue at the same address, and for nobody else', () => {
    const { database, clock } = openCatalog()
    const [own, elsewhere] = [over(database, clock), over(database, clock, () => 'http://localhost:1')]
    const walk = own.sync([{ events: [event('E', [market('M', {})])] }])
    const seenBy = ({ reader }: typeof own) => [
      reader.newest('active').get(venue)?.walk,
      reader.state(venue).length,
      reader.lookup(venue, 'market', 'M').length,
      reader.beganAt(walk, venue, 'active'),
    ]
    expect(seenBy(own)).toEqual([walk, 1, 1, clock.now()])
    expect(seenBy(elsewhere)).toEqual([undefined, 0, 0, undefined])
    expect(own.reader.newest('closed').size).toBe(0)
    const other = elsewhere.sync([{ events: [] }])
    expect(seenBy(elsewhere)[0]).toBe(other)
    expect(seenBy(own)[0]).toBe(walk)
  })

  test('is told as its rows were given, in their order, events with all their markets', async () => {
    await fc.assert(
      fc.asyncProperty(eventRows('active'), fc.integer({ min: 1, max: 5 }), async (events, size) => {
        const catalog = openCatalog()
        catalog.sync(paged(events, size).map((rows) => ({ events: rows })))
        expect(await listed(catalog, 'event')).toEqual(plain(events.map(wire)))
        const markets = events.flatMap((row) => row.markets).filter(({ status }) => status === 'active')
        expect(await listed(catalog, 'market')).toEqual(plain(markets.map((row) => toWireMarket(row.market))))
        catalog.database.close()
      }),
      { numRuns: 40 },
    )
  })

  test('is searched in its descriptions too, as plain lists are', async () => {
    await fc.assert(
      fc.asyncProperty(
        eventRows('active'),
        shortText,
        fc.constantFrom('description', 'both'),
        async (events, text, searchIn) => {
          const catalog = openCatalog()
          catalog.sync([{ events }])
          const page = await createCatalogLists(catalog.reader, atOnce).page({
            kind: 'event',
            lists,
            filter: {
              texts: [{ text, fields: searchIn === 'both' ? ['title', 'description'] : ['description'] }],
            },
          })
          const holders = events.filter(({ event: { title, description } }) =>
            [description, ...(searchIn === 'both' ? [title] : [])].some((each) =>
              each.toLowerCase().includes(text.toLowerCase()),
            ),
          )
          expect(ids(catalog.rows('event', page?.versions ?? []))).toEqual(holders.map((row) => row.event.id))
          catalog.database.close()
        },
      ),
      { numRuns: 60 },
    )
  })

  test('is not there before its first walk has ended, and stays as it was while the next one goes on', async () => {
    const catalog = openCatalog()
    const first = catalog.writer.begin(venue, 'active', { listsMarkets: true })
    first.page({ markets: [market('A', { title: 'old' })] })
    expect(await listed(catalog, 'market')).toBeUndefined()
    first.end(true)
    const second = catalog.writer.begin(venue, 'active', { listsMarkets: true })
    second.page({ markets: [market('B'), market('A', { title: 'new' })] })
    expect(await listed(catalog, 'market')).toMatchObject([{ id: 'A', title: 'old' }])
    second.end(true)
    expect(await listed(catalog, 'market')).toMatchObject([{ id: 'B' }, { id: 'A', title: 'new' }])
    expect(() => second.page({ markets: [] })).toThrow('the crawl has ended')
  })

  test('has each row once; markets that the venue lists by themselves are the list, those of its events are not', async () => {
    const catalog = openCatalog()
    const both = event('E', [market('IN'), market('BOTH')])
    const events = [both, event('F', [market('BOTH')]), both]
    catalog.sync([{ events }, { markets: [market('BOTH'), market('ALONE')] }])
    expect(ids(await listed(catalog, 'market'))).toEqual(['BOTH', 'ALONE'])
    expect(ids(await listed(catalog, 'event'))).toEqual(['E', 'F'])
    expect(catalog.reader.lookup(venue, 'market', 'both')).toHaveLength(1)
    expect(catalog.reader.lookup(venue, 'market', 'IN')).toHaveLength(1)
  })

  test('of one venue or status is nothing to the others', async () => {
    const catalog = openCatalog()
    catalog.sync([{ markets: [market('A')] }])
    catalog.sync([{ markets: [market('A', { title: 'elsewhere' })] }], 'active', 'polymarket')
    catalog.sync([{ markets: [market('C', { status: 'closed' })] }], 'closed')
    catalog.writer.begin('polymarket', 'active', { listsMarkets: true }).page({ markets: [market('X')] })
    expect(await listed(catalog, 'market')).toMatchObject([{ id: 'A', title: 'Market A' }])
    expect(ids(await listed(catalog, 'market', 'closed'))).toEqual(['C'])
    expect(catalog.reader.lookup(venue, 'market', 'X')).toEqual([])
  })
})

describe('a walk', () => {
  test('that was broken off is gone on with where it was, by another process too', async () => {
    const folder = temporaryFolder()
    const path = `${folder.path}/catalog.db`
    const first = openCatalog(path)
    const begun = first.writer.begin(venue, 'active', { listsMarkets: true })
    begun.page({ markets: [market('A')], next: 'two' })
    // A page that fails leaves nothing, not even the rows before the one that failed.
    const broken = {
      market: { ...market('C').market, title: undefined },
      status: 'active',
    } as unknown as MarketRow
    expect(() => begun.page({ markets: [market('B'), broken], next: 'three' })).toThrow()
    first.database.close()
    const second = openCatalog(path)
    const walk = second.writer.begin(venue, 'active', { listsMarkets: true })
    expect(walk).toMatchObject({ id: begun.id, pages: 1, next: 'two' })
    expect(second.reader.state(venue)).toMatchObject([
      { status: 'active', underWay: { walk: walk.id, pages: 1 } },
    ])
    walk.page({ markets: [market('B')] })
    walk.end(true)
    expect(ids(await listed(second, 'market'))).toEqual(['A', 'B'])
    second.database.close()
    folder.remove()
  })

  test('that is abandoned begins anew, and what it brought is found, not listed', async () => {
    const catalog = openCatalog()
    const walk = catalog.writer.begin(venue, 'active', { listsMarkets: true })
    walk.page({ markets: [market('A')], next: 'two' })
    walk.abandon()
    expect(catalog.writer.begin(venue, 'active', { listsMarkets: true })).toMatchObject({
      pages: 0,
      next: undefined,
    })
    expect(catalog.reader.lookup(venue, 'market', 'A')).toHaveLength(1)
    expect(await listed(catalog, 'market')).toBeUndefined()
  })
})

describe('what was walked by one process', () => {
  test('lies in the same columns as what another one finds in the file', async () => {
    await fc.assert(
      fc.asyncProperty(eventRows('active'), fc.integer({ min: 1, max: 5 }), async (events, size) => {
        const catalog = openCatalog()
        const pages = [...paged(events, size), events.slice(0, 1)]
        for (let round = 0; round < 2; round++) {
          const walk = catalog.writer.begin(venue, 'active')
          for (const rows of pages) walk.page({ events: rows })
          const walked = walk.columns()
          for (const kind of ['event', 'market'] as const)
            expect(await catalog.reader.columns(walk.id, kind, atOnce)).toEqual(walked?.[kind])
          walk.end(true)
        }
        catalog.database.close()
      }),
      { numRuns: 40 },
    )
  })

  test('is told once, and not by who has not walked all of it', () => {
    const catalog = openCatalog()
    const broken = { market: { ...market('C').market, title: undefined }, status: 'active' } as never
    const first = catalog.writer.begin(venue, 'active', { listsMarkets: true })
    first.page({ markets: [market('A')], next: 'two' })
    expect(first.columns()?.market.count).toBe(1)
    expect(first.columns()).toBeUndefined()
    expect(catalog.writer.begin(venue, 'active', { listsMarkets: true }).columns()).toBeUndefined()
    const other = catalog.writer.begin(venue, 'closed')
    expect(() => other.page({ markets: [market('B'), broken] })).toThrow()
    expect(other.columns()).toBeUndefined()
  })

  test('costs as many statements, however many rows a page has, where nothing has changed', () => {
    const statements = (count: number): number => {
      const catalog = openCatalog()
      const markets = Array.from({ length: count }, (_, index) => market(`M${index}`))
      const events = [event('E', markets)]
      catalog.sync([{ events }])
      let runs = 0
      const counted = over(
        {
          ...catalog.database,
          prepare(sql) {
            const { run, rows } = catalog.database.prepare(sql)
            return {
              run(values) {
                runs++
                run(values)
              },
              rows(...values) {
                runs++
                return rows(...values)
              },
            }
          },
        },
        catalog.clock,
      )
      const walk = counted.writer.begin(venue, 'active')
      runs = 0
      walk.page({ events })
      return runs
    }
    expect(statements(100)).toBe(statements(3))
  })
})

describe('what is known of a row', () => {
  test('is when it was first and last seen, since when it is gone, and that it has come back', async () => {
    const clock = fakeClock(1_000)
    const catalog = openCatalog(':memory:', clock)
    const both = [{ events: [event('E', [market('A'), market('B')])] }]
    const less = [{ events: [event('E', [market('A')])] }]
    const facts = (id: string) => catalog.reader.lookup(venue, 'market', id)[0]
    catalog.sync(both)
    clock.passTo(2_000)
    catalog.sync(less)
    clock.passTo(3_000)
    catalog.sync(less)
    expect(facts('A')).toMatchObject({ firstSeen: 1_000, lastSeen: 3_000 })
    expect(facts('A')).not.toHaveProperty('goneAt')
    expect(facts('B')).toMatchObject({ firstSeen: 1_000, lastSeen: 1_000, goneAt: 2_000 })
    expect([...catalog.writer.prune(clock.now() + 1)].at(-1)).toBe(0)
    expect(ids(catalog.rows('market', [facts('B')?.version ?? -1]))).toEqual(['B'])
    clock.passTo(4_000)
    catalog.sync(both)
    expect(facts('B')).toMatchObject({ firstSeen: 1_000, lastSeen: 4_000 })
    expect(facts('B')).not.toHaveProperty('goneAt')
  })

  test('does not say that it is gone when not all could be read, or when it went to the other list', () => {
    const catalog = openCatalog()
    catalog.sync([{ markets: [market('A'), market('B')] }])
    catalog.sync([{ markets: [market('A', { status: 'closed' })] }], 'closed')
    const walk = catalog.writer.begin(venue, 'active', { listsMarkets: true })
    walk.page({ markets: [] })
    walk.end(false)
    expect(catalog.reader.lookup(venue, 'market', 'B')[0]).not.toHaveProperty('goneAt')
    catalog.sync([])
    expect(catalog.reader.lookup(venue, 'market', 'A')[0]).toMatchObject({ status: 'closed' })
    expect(catalog.reader.lookup(venue, 'market', 'A')[0]).not.toHaveProperty('goneAt')
    expect(catalog.reader.lookup(venue, 'market', 'B')[0]).toHaveProperty('goneAt')
  })

  test('is found under each of its keys, in any case, and by its page', () => {
    const catalog = openCatalog()
    const row = { ...market('Tick-1', { slug: 'the-slug' }), aliases: ['0012'] }
    catalog.sync([{ events: [{ ...event('E', [row]), aliases: ['other'] }] }])
    for (const key of ['tick-1', 'THE-SLUG', 'TICK-1-no', '12', 'https://venue.test/m/Tick-1?x=1'])
      expect(catalog.reader.lookup(venue, 'market', key), key).toHaveLength(1)
    for (const key of ['e', 'OTHER', 'slug-E', 'https://venue.test/e/slug-E'])
      expect(catalog.reader.lookup(venue, 'event', key), key).toHaveLength(1)
    expect(catalog.reader.lookup(venue, 'market', 'E')).toEqual([])
  })

  test('is found by its names at once and for good, by new ones too, and by none that is not its own', () => {
    const catalog = openCatalog()
    const named = (slug: string) => [{ markets: [market('A', { slug }), market('B', { slug: 'b' })] }]
    const found = (name: string) => catalog.reader.lookup(venue, 'market', name).length
    catalog.sync(named('one'))
    expect([found('one'), found('b')]).toEqual([1, 1])
    for (const _left of catalog.writer.prune(0));
    expect(catalog.database.prepare('SELECT count(*) FROM new_names').rows()).toEqual([[0]])
    expect([found('one'), found('b')]).toEqual([1, 1])
    catalog.sync(named('two'))
    expect([found('two'), found('a'), found('b')]).toEqual([1, 1, 1])
    for (const _left of catalog.writer.prune(0));
    expect([found('two'), found('a'), found('b')]).toEqual([1, 1, 1])
    // As if the digests of two names were the same one.
    const other = createDigester().digestOf('other')
    catalog.database.prepare('INSERT INTO names (name, thing) SELECT ?, id FROM things').run([other])
    expect(found('other')).toBe(0)
  })

  test('is a new version where its names changed alone, or its status', () => {
    const catalog = openCatalog()
    const row = market('A')
    catalog.sync([{ markets: [row] }])
    catalog.sync([{ markets: [{ ...row, aliases: ['0x1'] }] }])
    expect(catalog.reader.lookup(venue, 'market', '0x1')).toHaveLength(1)
    catalog.sync([{ markets: [{ ...row, aliases: ['0x1'], status: 'closed' }] }])
    expect(catalog.reader.lookup(venue, 'market', 'A')).toMatchObject([{ status: 'closed' }])
    expect(catalog.database.prepare('SELECT count(*) FROM versions').rows()).toEqual([[3]])
  })
})

test('what no list has any more leaves the file a month later, with all that is kept of it', async () => {
  const DAY = 24 * 3_600_000
  const clock = fakeClock(DAY)
  const catalog = openCatalog(':memory:', clock)
  const eventsOf = (day: number) => [
    {
      events: [
        event('ALWAYS', [market('A')]),
        event(`DAY${day}`, [market(`M${day}`)], { title: `Day ${day}` }),
      ],
    },
  ]
  const rowsIn = (table: string) =>
    Number(catalog.database.prepare(`SELECT count(*) FROM ${table}`).rows()[0]?.[0])
  const sizes = () => ['things', 'versions', 'texts', 'names', 'parts', 'places', 'replaced'].map(rowsIn)
  const after: number[][] = []
  for (let day = 0; day < 100; day++) {
    catalog.sync(eventsOf(day))
    await clock.advance(DAY)
    for (const _left of catalog.writer.prune(clock.now() - DAY));
    if (day % 20 === 19) after.push(sizes())
  }
  // As many as after two months: what comes goes again.
  expect(after.slice(2)).toEqual([after[2], after[2], after[2]])
  const found = (id: string) => catalog.reader.lookup(venue, 'market', id).length
  expect([found('A'), found('M99'), found('M75'), found('M60')]).toEqual([1, 1, 1, 0])
  expect(
    ids(catalog.rows('market', [catalog.reader.lookup(venue, 'market', 'M75')[0]?.version ?? -1])),
  ).toEqual(['M75'])
})

test('what no list has any more stays while no venue has confirmed the clock: a fast one makes all of it old', async () => {
  const clock = fakeClock(0)
  const catalog = openCatalog(':memory:', clock)
  catalog.sync([{ events: [event('E', [market('A'), market('B')])] }])
  catalog.sync([{ events: [event('E', [market('A')])] }])
  await clock.advance(91 * 24 * 3_600_000)
  catalog.sync([{ events: [event('E', [market('A')])] }])
  const isThere = () => catalog.reader.lookup(venue, 'market', 'B').length
  for (const _left of catalog.writer.prune(clock.now(), false));
  expect(isThere()).toBe(1)
  for (const _left of catalog.writer.prune(clock.now()));
  expect(isThere()).toBe(0)
})

test('what is in a list that is kept stays in the file, however long ago it was read', async () => {
  const catalog = openCatalog()
  catalog.sync([{ events: [event('E', [market('A')])] }])
  await catalog.clock.advance(90 * 24 * 3_600_000)
  for (const _left of catalog.writer.prune(catalog.clock.now()));
  expect(catalog.reader.lookup(venue, 'market', 'A')).toHaveLength(1)
})

test('a description that many rows share lies there once, and goes with the last of them', async () => {
  const catalog = openCatalog()
  const told = (description: string, title: string) => [
    { markets: ['A', 'B', 'C'].map((id) => market(id, { description, title })) },
  ]
  const descriptions = () => catalog.database.prepare('SELECT lowered FROM descriptions').rows()
  catalog.sync(told('Long', 'first'))
  catalog.sync(told('Long', 'second'))
  expect(descriptions()).toEqual([['long']])
  catalog.sync(told('Other', 'second'))
  expect(descriptions()).toEqual([['long'], ['other']])
  for (const _left of catalog.writer.prune(catalog.clock.now() + 1));
  expect(descriptions()).toEqual([['other']])
})

test('columns that were taken are not made again, and those that they replace are made for who still wants them', async () => {
  const catalog = openCatalog()
  const made: number[] = []
  const read = createCatalogLists(catalog.reader, atOnce, {
    columns({ walk, kind }) {
      made.push(walk)
      return catalog.reader.columns(walk, kind, atOnce)
    },
  })
  const question = { kind: 'market', lists } as const
  const first = catalog.sync([{ markets: [market('A'), market('B')] }])
  const page = await read.page({ ...question, limit: 1 })
  const walk = catalog.writer.begin(venue, 'active', { listsMarkets: true })
  walk.page({ markets: [market('C')] })
  read.adopt(walk.id, 'market', await catalog.reader.columns(walk.id, 'market', atOnce))
  walk.end(true)
  read.letGo(first)
  expect(ids(catalog.rows('market', (await read.page(question))?.versions ?? []))).toEqual(['C'])
  expect(made).toEqual([first])
  const next = await read.page({ ...question, limit: 1, cursor: page?.nextCursor ?? '' })
  expect(ids(catalog.rows('market', next?.versions ?? []))).toEqual(['B'])
  expect(made).toEqual([first, first])
})

describe('pages', () => {
  test('by cursor are the frozen whole, whatever is walked and pruned of others in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        eventRows('active', 'A'),
        eventRows('active', 'A'),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('volume', 'liquidity', 'newest', 'closed', undefined),
        async (before, after, limit, sort) => {
          const catalog = openCatalog()
          const read = createCatalogLists(catalog.reader, atOnce, { maxBytes: 1 })
          catalog.sync([{ events: before }])
          const question = { kind: 'event', lists, ...(sort === undefined ? {} : { sort }) } as const
          const whole = catalog.rows('event', (await read.page(question))?.versions ?? [])
          const pages: unknown[] = []
          let cursor: string | undefined
          do {
            const page = await read.page({ ...question, limit, ...(cursor === undefined ? {} : { cursor }) })
            pages.push(...catalog.rows('event', page?.versions ?? []))
            cursor = page?.nextCursor
            catalog.clock.passTo(catalog.clock.now() + 1_000)
            if (pages.length <= limit) catalog.sync([{ events: after }])
            for (const _left of catalog.writer.prune(catalog.clock.now() - 600_000));
          } while (cursor !== undefined)
          expect(pages).toEqual(whole)
          catalog.database.close()
        },
      ),
      { numRuns: 40 },
    )
  })

  test('are refused when the cursor is of another question, made up, or of a list that was pruned', async () => {
    const catalog = openCatalog()
    const read = createCatalogLists(catalog.reader, atOnce)
    const markets = [market('A'), market('B')]
    catalog.sync([{ markets }])
    const question = { kind: 'market', lists, limit: 1 } as const
    const cursor = (await read.page(question))?.nextCursor ?? ''
    expect((await read.page({ ...question, cursor }))?.nextCursor).toBeUndefined()
    const refused = { code: 'BAD_REQUEST', message: 'Cursor has expired' }
    await expect(read.page({ ...question, sort: 'volume', cursor })).rejects.toMatchObject(refused)
    await expect(read.page({ ...question, cursor: 'x:1' })).rejects.toMatchObject(refused)
    await expect(read.page({ ...question, cursor: cursor.replace(/^\d+/, '7') })).rejects.toMatchObject(
      refused,
    )
    catalog.clock.passTo(catalog.clock.now() + 1)
    catalog.sync([{ markets: [] }])
    const left = [...catalog.writer.prune(catalog.clock.now() + 1)]
    expect(left.at(-1) ?? 0).toBe(0)
    await expect(read.page({ ...question, cursor })).rejects.toMatchObject(refused)
  })

  test('that were pruned are not answered in part', async () => {
    const catalog = openCatalog()
    catalog.sync([{ markets: [market('A', { title: 'old' })] }])
    const page = await createCatalogLists(catalog.reader, atOnce).page({ kind: 'market', lists })
    catalog.sync([{ markets: [market('A', { title: 'new' })] }])
    for (const _left of catalog.writer.prune(catalog.clock.now() + 1));
    expect(() => catalog.rows('market', page?.versions ?? [])).toThrow('replaced by a newer')
    expect(catalog.database.prepare('SELECT count(*) FROM texts').rows()).toEqual([[1]])
  })
})

describe('what is read and held', () => {
  test('is no more than the page, few rows at a time, and nothing is written again that did not change', async () => {
    const catalog = openCatalog()
    const markets = Array.from({ length: 300 }, (_, index) => market(`M${index}`, { volume: index }))
    catalog.sync([{ markets }])
    const counted = counting(catalog.database)
    const again = over(counted.database, catalog.clock)
    const read = createCatalogLists(again.reader, atOnce)
    const question = { kind: 'market', lists, sort: 'volume', limit: 40, offset: 100 } as const
    await read.page(question)
    counted.reads.length = 0
    const page = await read.page({ ...question, filter: { texts: [{ text: 'm', fields: ['title'] }] } })
    expect(ids(again.rows('market', page?.versions ?? [])).slice(0, 2)).toEqual(['M199', 'M198'])
    // The state of the list, then two reads of texts and of their metadata.
    expect(counted.reads).toEqual([1, 32, 0, 8, 0])
    again.sync([{ markets }])
    expect(catalog.database.prepare('SELECT count(*) FROM versions').rows()).toEqual([[300]])
  })

  test('of a big event is a few of its markets at a time', () => {
    const catalog = openCatalog()
    catalog.sync([
      {
        events: [
          event(
            'E',
            Array.from({ length: 100 }, (_, index) => market(`M${index}`)),
          ),
        ],
      },
    ])
    const counted = counting(catalog.database)
    const again = over(counted.database, catalog.clock)
    const [known] = again.reader.lookup(venue, 'event', 'E')
    const [row] = again.rows('event', [known?.version ?? -1]) as { markets: unknown[] }[]
    expect(ids(row?.markets)).toHaveLength(100)
    expect(Math.max(...counted.reads)).toBeLessThanOrEqual(32)
  })

  test('leaves in chunks of a bounded size that are the array together', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 40 }), async (values, size) => {
        const chunks: Uint8Array[] = []
        const pieces = values.flatMap((value, index) => [...(index > 0 ? [','] : []), JSON.stringify(value)])
        for await (const chunk of createTextStream(['[', ...pieces, ']'], size, atOnce)) chunks.push(chunk)
        expect(chunks.every(({ length }) => length > 0 && length <= size)).toBe(true)
        expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual(values)
      }),
    )
  })
})

describe('what no column has', () => {
  const priced = (id: string, price: number | undefined, label: string): MarketRow => {
    const { market: plainMarket, ...row } = market(id, { liquidity: 1 })
    const yes = { outcomeId: id, marketId: id, label, ...(price === undefined ? {} : { price }) }
    return { ...row, market: { ...plainMarket, yes, outcomes: [yes], openInterest: 5 } }
  }
  const rows = [priced('A', 0.2, 'Ärger'), priced('B', 0.7, 'Yes'), priced('C', undefined, 'yesterday')]

  test('is read when a filter asks for it, once', async () => {
    const catalog = openCatalog()
    catalog.sync([{ markets: rows }])
    const counted = counting(catalog.database)
    const again = over(counted.database, catalog.clock)
    const read = createCatalogLists(again.reader, atOnce)
    const asked = async (filter: RowFilter) => {
      const page = await read.page({ kind: 'market', lists, filter })
      return ids(catalog.rows('market', page?.versions ?? []))
    }
    const range = { min: 0.5, max: 1, orUnknown: false }
    expect(await asked({ ranges: { yesPrice: range } })).toEqual(['B'])
    expect(await asked({ texts: [{ text: 'YES', fields: ['outcomes'] }] })).toEqual(['B', 'C'])
    expect(await asked({ texts: [{ text: 'ärger', fields: ['outcomes', 'title'] }] })).toEqual(['A'])
    expect(await asked({ ranges: { openInterest: { ...range, max: 5 } } })).toEqual(['A', 'B', 'C'])
    counted.reads.length = 0
    await asked({ ranges: { yesPrice: { ...range, isOpen: true } } })
    await asked({ texts: [{ text: 'no', fields: ['outcomes'] }] })
    // The state of the list, each time.
    expect(counted.reads).toEqual([1, 1])
  })

  test('is not thought unknown where its rows are no longer kept', async () => {
    const { reader } = openCatalog()
    await expect(reader.numbers(Float64Array.of(7), 'yesPrice', atOnce)).rejects.toThrow('Request it again')
  })
})
