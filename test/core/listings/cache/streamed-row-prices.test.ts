import { expect, test } from 'vitest'
import type { OrderBook, UnifiedMarket } from '../../../../src/api/models/models.js'
import { toWireMarket } from '../../../../src/api/models/wire-rows.js'
import { joinText } from '../../../../src/catalog/rows/row-stream.js'
import { createLiveRows, renderLiveRows } from '../../../../src/core/listings/cache/streamed-row-prices.js'
import { createLiveBooks } from '../../../../src/streams/books/live-books.js'
import { openCatalog } from '../../../catalog/support/store.js'
import { event, fakeVenue, market } from '../../fake-venue.js'

type Best = Pick<OrderBook, 'bids' | 'asks'>

const best = (bid: number): Best => ({ bids: [{ price: bid, size: 1 }], asks: [] })

/** A venue whose rows tell the best bid of the yes side. */
const venue = fakeVenue({
  rest: {
    stream: {
      host: 'stream',
      brings: ['book'],
      begins: 'pushed',
      limits: { topicsAConnection: 1, topicsAFrame: 1 },
      pulse: { ping: 'none', deadAfterMs: 1 },
      place: () => undefined,
      handshake: () => ({ path: '' }),
      speak: () => ({ change: () => [], read: () => [] }),
      rows: {
        marketIdOf: ({ outcomeId }) => outcomeId.replace(/-NO$/, ''),
        updates({ outcomes }, bookOf) {
          const bid = bookOf(outcomes[0]?.outcomeId ?? '')?.bids[0]?.price
          return bid === undefined
            ? undefined
            : { prices: [bid, 1 - bid], metadata: { bid, gone: undefined } }
        },
      },
    },
  },
})

function setUp() {
  const books = createLiveBooks()
  const watch = (outcomeId: string, book: () => Best | undefined) =>
    books.add({ venue, located: { outcomeId, facts: {} }, secrets: { values: {} } as never }, book)
  return { books, watch, live: createLiveRows(books) }
}

const rowOf = (id: string): string => JSON.stringify(toWireMarket(market(id).market))

test('a row says what its market’s book says, in every place where it told a price', () => {
  const { watch, live } = setUp()
  watch('A', () => best(0.7))
  const row = JSON.parse(joinText([live.market(venue, 'A', rowOf('A'))])) as UnifiedMarket
  expect(row.outcomes.map(({ price }) => price)).toEqual([0.7, 1 - 0.7])
  expect([row.yes?.price, row.up?.price, row.no?.price, row.down?.price]).toEqual([
    0.7,
    0.7,
    1 - 0.7,
    1 - 0.7,
  ])
  expect(row.sourceMetadata).toEqual({ bid: 0.7 })
  expect(row.title).toBe('Market A')
})

test('rows of other markets, and of a book that is not believed, are the very texts that are kept', () => {
  const { watch, live, books } = setUp()
  const [a, b] = [rowOf('A'), rowOf('B')]
  expect([live.has(venue), live.market(venue, 'A', a)]).toEqual([false, a])
  let told: Best | undefined
  const stop = watch('A', () => told)
  expect([live.has(venue), live.market(venue, 'A', a), live.market(venue, 'B', b)]).toEqual([true, a, b])
  told = best(0.3)
  expect(live.market(venue, 'A', a)).not.toBe(a)
  stop()
  expect([live.has(venue), live.market(venue, 'A', a)]).toEqual([false, a])
  expect(createLiveRows(undefined).has(venue)).toBe(false)
  expect(books.of('polymarket', 'A')).toBeUndefined()
})

test('a book that is watched anew is not taken away with the one before it', () => {
  const { watch, live } = setUp()
  const stop = watch('A', () => best(0.2))
  watch('A', () => best(0.6))
  stop()
  expect(joinText([live.market(venue, 'A', rowOf('A'))])).toContain('"bid":0.6')
})

test('lists with nothing live are byte for byte those that are kept, and events tell their live markets', () => {
  const { watch, live } = setUp()
  const catalog = openCatalog()
  const odd = market('odd "name" \\ é')
  const events = [event('E', [market('A'), market('B')]), event('none', []), event('F', [odd])]
  const walk = catalog.sync([{ events }])
  const versionsOf = (kind: 'event' | 'market', id: string): number[] =>
    catalog.reader.lookup(venue.id, kind, id).map(({ version }) => version)
  const all = {
    event: ['E', 'none', 'F'].flatMap((id) => versionsOf('event', id)),
    market: ['A', 'B', odd.market.marketId].flatMap((id) => versionsOf('market', id)),
  }
  expect([walk > 0, all.event.length, all.market.length]).toEqual([true, 3, 3])
  const told = (kind: 'event' | 'market'): string =>
    joinText(renderLiveRows(live, venue, kind, catalog.reader, all[kind]))
  for (const kind of ['event', 'market'] as const)
    expect(told(kind)).toBe(joinText(catalog.reader.pieces(kind, all[kind])))
  watch('B', () => best(0.9))
  watch(odd.market.marketId, () => best(0.8))
  const rows = JSON.parse(`[${told('event')}]`) as { markets: UnifiedMarket[] }[]
  const prices = rows.map(({ markets }) => markets.map(({ outcomes }) => outcomes[0]?.price))
  expect(prices).toEqual([[0.4, 0.9], [], [0.8]])
  expect(told('market').match(/"bid":0\.\d/g)).toEqual(['"bid":0.9', '"bid":0.8'])
})

test('of an outcome that its book says nothing of the kept price stays, and no side is made up', () => {
  const { watch, books } = setUp()
  watch('A', () => best(0.7))
  const { stream } = venue
  if (stream?.rows === undefined) throw new Error('the venue has no rows')
  const rows = { ...stream.rows, updates: () => ({ prices: [0.7, undefined] as number[], metadata: {} }) }
  const half = { ...venue, stream: { ...stream, rows } }
  const { up: _up, down: _down, ...told } = JSON.parse(rowOf('A'))
  const live = createLiveRows(books)
  const row = JSON.parse(joinText([live.market(half, 'A', JSON.stringify(told))])) as UnifiedMarket
  expect([row.outcomes[0]?.price, row.outcomes[1]?.price, row.no?.price]).toEqual([0.7, 0.6, 0.6])
  expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['up']))
  // A venue whose rows say nothing of prices is read as it is kept.
  const { rows: _rows, ...mute } = stream
  expect(live.market({ ...venue, stream: mute }, 'A', rowOf('A'))).toBe(rowOf('A'))
})

test('a page of many events is read in parts, and is one list, also of events without markets', () => {
  const { live } = setUp()
  const read: (readonly [string, number])[] = []
  const versions = Array.from({ length: 32 }, (_, at) => at)
  const reader = {
    markets: (some: readonly number[]) => some.map((at) => [`M${at}`, rowOf(`M${at}`)] as const),
    rows(kind: string, some: readonly number[]) {
      read.push([kind, some.length])
      return some.map((at) => {
        const head = Buffer.from(`{"id":"E${at}"}`)
        return at === 0 ? { head } : { head, markets: ['A', 'B'].map((id) => Buffer.from(rowOf(id))) }
      })
    },
  }
  const textOf = (kind: 'event' | 'market') =>
    `[${joinText([...renderLiveRows(live, venue, kind, reader, versions)])}]`
  const events = JSON.parse(textOf('event')) as { id: string; markets: UnifiedMarket[] }[]
  expect(events.map(({ id }) => id)).toEqual(versions.map((at) => `E${at}`))
  expect(events.slice(0, 2).map(({ markets }) => markets.map(({ marketId }) => marketId))).toEqual([
    [],
    ['A', 'B'],
  ])
  expect(read).toEqual([
    ['event', 16],
    ['event', 16],
  ])
  expect((JSON.parse(textOf('market')) as UnifiedMarket[]).map(({ marketId }) => marketId)).toEqual(
    versions.map((at) => `M${at}`),
  )
})
