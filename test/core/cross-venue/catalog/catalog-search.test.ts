import { describe, expect, test } from 'vitest'
import type { PmxError } from '../../../../src/api/envelope/errors.js'
import { catalogIdOf, containsCatalogId } from '../../../../src/api/values/catalog-id.js'
import { createSearch } from '../../../../src/catalog/cross-venue/cross-venue-search.js'
import {
  type CatalogSearchQuery,
  createCatalogSearch,
} from '../../../../src/core/cross-venue/catalog/catalog-search.js'
import type {
  ListSnapshots,
  SnapshotProgress,
} from '../../../../src/core/cross-venue/catalog/list-snapshots.js'
import { createMatchCandidates } from '../../../../src/core/cross-venue/catalog/match-candidates.js'
import type { EventRow } from '../../../../src/venue-kit/contract/venue.js'
import { type FakeClock, fakeClock, settle } from '../../../support/clock.js'
import { atOnce } from '../../../support/engine.js'
import { failureOf } from '../../../support/expect.js'
import { acrossOf, keptShelves, memoryShelvesOf } from '../../across-world.js'
import { event, fakeVenue, market } from '../../fake-venue.js'

const NOW = Date.UTC(2026, 10, 21)
const cup = event(
  'CUP',
  [market('CUP-A', { title: 'Will "A" win the cup?' }), market('CUP-B', { status: 'closed' })],
  { title: 'Who wins the cup?', volume24h: 5, category: 'Sports' },
)
const vote = event('VOTE', [market('VOTE-A', { slug: 'ays-win' })], {
  title: 'Élection',
  slug: 'élection-"27"',
  volume24h: 9,
  category: 'US Politics',
})
const rows = [cup, vote]

const memoryShelves = (events: readonly EventRow[], clock: FakeClock) =>
  memoryShelvesOf([fakeVenue({ events })], clock)

function acrossOver(shelves: ListSnapshots, clock: FakeClock) {
  const across = acrossOf(shelves, clock)
  const read = async (kind: 'event' | 'market', query: Partial<CatalogSearchQuery> = {}) =>
    (await across.page(kind, { limit: 50, offset: 0, ...query })).rows.map(
      (row) => JSON.parse(row.toString()) as Record<string, unknown>,
    )
  return { across, read }
}

async function bothWays() {
  const clock = fakeClock(NOW)
  const memory = memoryShelves(rows, clock).shelves
  memory.keep()
  await settle()
  return [acrossOver(keptShelves(rows, clock), clock), acrossOver(memory, clock)] as const
}

describe('rows of all venues', () => {
  test('are told at once where the index is made, and again with the age of then until something changes', async () => {
    const clock = fakeClock(NOW)
    const last = market('END-A')
    const resolutionDate = new Date(NOW + 60_000).toISOString()
    const ending = event('END', [{ ...last, market: { ...last.market, resolutionDate } }], { volume24h: 1 })
    const memory = memoryShelves([...rows, ending], clock).shelves
    memory.keep()
    await settle()
    const { across } = acrossOver(memory, clock)
    const query = { limit: 50, offset: 0 }
    expect(across.pageNow('event', query)).toBeUndefined()
    const page = await across.page('event', query)
    expect(across.pageNow('event', query)).toEqual(page)
    const again = (asked: CatalogSearchQuery = query) => across.again('event', asked, page.standing)
    expect(again()).toEqual(page.headers)
    clock.passTo(NOW + 60_000)
    expect(again()).toEqual({ ...page.headers, 'x-pmx-list-age': '60' })
    // One of its rows has ended then.
    clock.passTo(NOW + 60_001)
    expect(again()).toBeUndefined()
    expect(across.pageNow('event', query)?.rows).toEqual(page.rows.slice(0, 2))
    clock.set(NOW - 1)
    expect(again()).toBeUndefined()
  })

  test('are no longer told again once a list was read anew', async () => {
    const clock = fakeClock(NOW)
    const memory = memoryShelves(rows, clock).shelves
    memory.keep()
    await settle()
    const { across } = acrossOver(memory, clock)
    const query = { limit: 50, offset: 0, closed: true }
    const page = await across.page('event', query)
    clock.passTo(NOW + 700_000)
    expect(across.again('event', query, page.standing)).toMatchObject({ 'x-pmx-list-age': '700' })
    await settle()
    // Read anew behind that answer; the index is made behind this one.
    clock.passTo(NOW + 701_000)
    across.again('event', query, page.standing)
    await settle()
    expect(across.again('event', query, page.standing)).toBeUndefined()
    expect((await across.page('event', query)).rows).toEqual(page.rows)
  })

  test('are the same wherever they are kept, by volume, with ids of their own beside the venue’s', async () => {
    const [kept, memory] = await bothWays()
    const events = await kept.read('event')
    expect(await memory.read('event')).toEqual(events)
    expect(await memory.read('market')).toEqual(await kept.read('market'))
    const [voteId, cupId] = [catalogIdOf('kalshi', 'event', 'VOTE'), catalogIdOf('kalshi', 'event', 'CUP')]
    expect(events).toMatchObject([
      { id: voteId, eventId: voteId, title: 'Élection', markets: [{ marketId: 'VOTE-A', eventId: voteId }] },
      { id: cupId, markets: [{ marketId: 'CUP-A', id: catalogIdOf('kalshi', 'market', 'CUP-A') }, {}] },
    ])
    expect(events[1]?.['markets']).toMatchObject([
      { outcomes: [{ outcomeId: 'CUP-A', marketId: 'CUP-A' }, {}] },
      {},
    ])
  })

  test('are found by text, category and venue, and only open markets are listed by themselves', async () => {
    for (const { read } of await bothWays()) {
      expect(await read('event', { text: 'ÉLECTION-"' })).toHaveLength(1)
      expect(await read('event', { text: 'e', category: 'sports' })).toMatchObject([
        { title: 'Who wins the cup?' },
      ])
      expect(await read('event', { venue: 'polymarket' })).toEqual([])
      expect((await read('market')).map(({ marketId }) => marketId)).toEqual(['CUP-A', 'VOTE-A'])
      expect(await read('market', { limit: 1, offset: 1 })).toMatchObject([{ marketId: 'VOTE-A' }])
    }
  })

  test('are named by any of their ids, and ids of the catalog become the venue’s in a call', async () => {
    const eventId = catalogIdOf('kalshi', 'event', 'CUP')
    const marketId = catalogIdOf('kalshi', 'market', 'CUP-A')
    for (const { across } of await bothWays()) {
      for (const name of [eventId, eventId.toUpperCase(), 'CUP', 'cup', 'https://venue.test/e/slug-CUP'])
        expect(await across.named('event', name)).toHaveLength(1)
      expect(await across.named('event', 'CUP', 'polymarket')).toEqual([])
      expect(await across.named('market', 'CUP')).toEqual([])
      const asked = [{ eventId, marketId, limit: 3, outcomeIds: [marketId, 'x'], start: new Date(NOW) }]
      expect(await across.nativeIds('kalshi', asked)).toEqual([
        { ...asked[0], eventId: 'CUP', marketId: 'CUP-A', outcomeIds: ['CUP-A', 'x'] },
      ])
      const strange = [catalogIdOf('kalshi', 'market', 'none')]
      expect(await across.nativeIds('kalshi', strange)).toEqual(strange)
    }
  })

  test('of an event are found by the ids that it tells of them, in a list of their own or not', async () => {
    for (const { across, read } of await bothWays()) {
      const told = (await read('event')).flatMap(({ markets }) => markets as { id: string }[])
      expect(told).toHaveLength(3)
      for (const { id } of told)
        expect((await across.named('market', id)).map((row) => JSON.parse(row.toString()))).toMatchObject([
          { id },
        ])
    }
  })

  test('that have ended are told to who wants them', async () => {
    const ended = market('OLD-A')
    const old = { ...ended, market: { ...ended.market, resolutionDate: '2026-11-20T00:00:00.000Z' } }
    const clock = fakeClock(NOW)
    const { read } = acrossOver(keptShelves([event('OLD', [old])], clock), clock)
    expect(await read('event')).toEqual([])
    expect(await read('market')).toEqual([])
    expect(await read('event', { closed: true })).toHaveLength(1)
  })

  test('of which trading has ended before their resolution have left the default search', async () => {
    const resolutionDate = '2026-12-20T00:00:00.000Z'
    const until = (closesAt: number) => {
      const row = market('LATE-A')
      return { ...row, closesAt, market: { ...row.market, resolutionDate } }
    }
    for (const isKept of [true, false]) {
      const clock = fakeClock(NOW)
      const events = [event('LATE', [until(NOW + 60_000)])]
      const shelves = isKept ? keptShelves(events, clock) : memoryShelves(events, clock).shelves
      shelves.keep()
      await settle()
      const { read } = acrossOver(shelves, clock)
      expect([await read('event'), await read('market')]).toMatchObject([{ length: 1 }, { length: 1 }])
      await clock.advance(60_001)
      expect([await read('event'), await read('market')]).toEqual([[], []])
      expect(await read('event', { closed: true })).toHaveLength(1)
    }
  })
})

describe('a catalog that is not there yet', () => {
  const none: ListSnapshots = {
    venues: ['kalshi', 'polymarket'],
    ready: () => [],
    ended: () => [],
    keepEnded() {},
    keep() {},
    isReading: () => false,
    progress: () => ({}),
    named: () => [],
  }

  test('is not said to be unavailable once it has answered, whichever venue is being read', async () => {
    const clock = fakeClock(NOW)
    const { shelves } = memoryShelves(rows, clock)
    shelves.keep()
    await settle()
    let isReading = false
    const two: ListSnapshots = { ...shelves, venues: ['kalshi', 'polymarket'], isReading: () => isReading }
    const { read } = acrossOver(two, clock)
    expect(await read('event')).toHaveLength(2)
    // The other one could not be reached, and is tried again.
    isReading = true
    await clock.advance(6_000)
    expect(await read('event')).toHaveLength(2)
  })

  test('does not call a name unknown while a list that may have it is being read', async () => {
    const clock = fakeClock(NOW)
    const { shelves } = memoryShelves(rows, clock)
    shelves.keep()
    await settle()
    let isReading = false
    const two: ListSnapshots = { ...shelves, venues: ['kalshi', 'polymarket'], isReading: () => isReading }
    const { across, read } = acrossOver(two, clock)
    expect(await read('event')).toHaveLength(2)
    isReading = true
    await clock.advance(6_000)
    const other = catalogIdOf('polymarket', 'market', 'elsewhere')
    for (const ask of [() => across.named('market', other), () => across.marketsNamed(other)])
      expect(await failureOf(ask)).toMatchObject({ code: 'CATALOG_UNAVAILABLE', status: 503 })
    expect(await across.marketsNamed('CUP-A')).toHaveLength(1)
    expect(await across.marketsNamed(other, 'kalshi')).toEqual([])
    isReading = false
    expect(await across.marketsNamed(other)).toEqual([])
  })

  test('says so, tells how far it is, and has begun to read', async () => {
    const clock = fakeClock(NOW)
    const { shelves, wire } = memoryShelves(rows, clock)
    const { across, read } = acrossOver(shelves, clock)
    const failure = await failureOf(() => read('event'))
    expect(failure).toMatchObject({
      code: 'CATALOG_UNAVAILABLE',
      status: 503,
      retryable: true,
      retryAfter: 1,
    })
    expect((failure as PmxError).detail).toMatchObject({ venues: { kalshi: { reading: 0 } } })
    await settle()
    expect(await read('event')).toHaveLength(2)
    const sent = wire.calls.length
    const { headers } = await across.page('event', { limit: 1, offset: 0 })
    expect(headers).toEqual({ 'x-pmx-upstream-requests': '0', 'x-pmx-list-age': '0' })
    expect(wire.calls).toHaveLength(sent)
  })

  test('is not answered from in part while the first lists are being read, and says what lacks once it is', async () => {
    const clock = fakeClock(NOW)
    const [shelf] = keptShelves(rows, clock).ready()
    const progress: Record<string, SnapshotProgress> = { kalshi: { rows: 2 }, polymarket: { reading: 7 } }
    const { across } = acrossOver(
      {
        ...none,
        ready: () => (shelf === undefined ? [] : [shelf]),
        isReading: (venue) => progress[venue]?.reading !== undefined,
        progress: () => progress,
      },
      clock,
    )
    const page = () => across.page('event', { limit: 5, offset: 0 })
    expect(await failureOf(page)).toMatchObject({ code: 'CATALOG_UNAVAILABLE' })
    progress['polymarket'] = { failed: 'NETWORK_ERROR' }
    expect((await page()).headers['x-pmx-missing-venues']).toBe('polymarket')
    // Tried again, it does not take back what was answered.
    progress['polymarket'] = { reading: 1, failed: 'NETWORK_ERROR' }
    expect((await page()).headers['x-pmx-missing-venues']).toBe('polymarket')
  })

  test('marks what is served of a list that a later reading lacked most of', async () => {
    const clock = fakeClock(NOW)
    const shelves = keptShelves(rows, clock).ready()
    let isUnconfirmed = true
    const { across } = acrossOver(
      { ...none, venues: ['kalshi'], ready: () => shelves.map((shelf) => ({ ...shelf, isUnconfirmed })) },
      clock,
    )
    const query = { limit: 5, offset: 0 }
    const { headers, standing } = await across.page('event', query)
    expect(headers['x-pmx-stale']).toBe('list_shrunk; age=0')
    expect(across.again('event', query, standing)).toMatchObject({ 'x-pmx-stale': 'list_shrunk; age=0' })
    expect(across.pageNow('event', query)?.headers).toMatchObject({ 'x-pmx-stale': 'list_shrunk; age=0' })
    await clock.advance(20)
    isUnconfirmed = false
    expect((await across.page('event', query)).headers).not.toHaveProperty('x-pmx-stale')
  })

  test('is answered from in part after a minute, though the first lists are still being read', async () => {
    const clock = fakeClock(NOW)
    const [shelf] = keptShelves(rows, clock).ready()
    const { across } = acrossOver(
      { ...none, ready: () => (shelf === undefined ? [] : [shelf]), isReading: () => true },
      clock,
    )
    const page = () => across.page('event', { limit: 5, offset: 0 })
    expect(await failureOf(page)).toMatchObject({ code: 'CATALOG_UNAVAILABLE' })
    await clock.advance(60_000)
    expect((await page()).headers['x-pmx-missing-venues']).toBe('polymarket')
  })

  test('has what was being read as soon as it is there', async () => {
    const clock = fakeClock(NOW)
    const [shelf] = keptShelves(rows, clock).ready()
    if (shelf === undefined) throw new Error('no list is kept')
    const ready = [shelf]
    const { across } = acrossOver(
      { ...none, ready: () => [...ready], isReading: () => ready.length < 2 },
      clock,
    )
    const page = () => across.page('event', { limit: 5, offset: 0 })
    expect(await failureOf(page)).toMatchObject({ code: 'CATALOG_UNAVAILABLE' })
    ready.push({ ...shelf, venue: 'polymarket' })
    expect((await page()).rows).toHaveLength(4)
  })

  test('is looked after once a second, however many ask', async () => {
    const clock = fakeClock(NOW)
    let kept = 0
    const { read } = acrossOver({ ...keptShelves(rows, clock), keep: () => void kept++ }, clock)
    for (const ms of [0, 999, 1]) {
      await clock.advance(ms)
      await read('event')
      await read('market')
    }
    expect(kept).toBe(2)
  })

  test('keeps what it has when a reading fails, and reads again after a pause', async () => {
    const clock = fakeClock(NOW)
    const { shelves, wire } = memoryShelves(rows, clock)
    const { read } = acrossOver(shelves, clock)
    await failureOf(() => read('event'))
    await settle()
    expect(await read('event')).toHaveLength(2)
    const sent = wire.calls.length
    await clock.advance(600_001)
    expect(await read('event')).toHaveLength(2)
    await settle()
    expect(wire.calls.length).toBeGreaterThan(sent)
    expect(await read('event')).toHaveLength(2)
  })
})

describe('markets that are alike', () => {
  test('are waited for as long as a client waits, and are there for who asks again', async () => {
    const clock = fakeClock(NOW)
    const [shelf] = keptShelves(rows, clock).ready()
    let go = (): void => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const slow = shelf && {
      ...shelf,
      columns: (kind: 'event' | 'market') => held.then(() => shelf.columns(kind)),
    }
    const ready = slow === undefined ? [] : [slow]
    const shelves = { ...keptShelves(rows, clock), ready: () => ready }
    const { across } = acrossOver(shelves, clock)
    const [told] = await across.marketsNamed('CUP-A')
    if (told === undefined) throw new Error('no market is named so')
    const ask = () => across.alike({ ...told, venue: 'polymarket' })
    const first = failureOf(ask)
    await settle()
    await clock.advance(10_000)
    expect(await first).toMatchObject({
      code: 'CATALOG_UNAVAILABLE',
      status: 503,
      retryable: true,
      retryAfter: 10,
      detail: { kind: 'still_reading' },
    })
    expect(clock.pendingTimers).toBe(0)
    go()
    await settle()
    expect((await ask()).markets.map(({ market }) => market.marketId)).toEqual(['CUP-A'])
  })
})

test('a catalog that could not be opened is opened again by who asks next', async () => {
  const clock = fakeClock(NOW)
  const { shelves } = memoryShelves(rows, clock)
  shelves.keep()
  await settle()
  const over = { clock, turn: atOnce }
  let opened = 0
  const across = createCatalogSearch({
    clock,
    open: async () => {
      if (++opened === 1) throw new Error('the file is locked')
      return { snapshots: shelves, search: createSearch(over), matchCandidates: createMatchCandidates(over) }
    },
  })
  await expect(across.named('event', 'CUP')).rejects.toThrow('locked')
  expect(await across.named('event', 'CUP')).toHaveLength(1)
  expect(await across.named('event', 'VOTE')).toHaveLength(1)
  expect(opened).toBe(2)
})

test('of what a call sends only texts in lists and plain objects become ids of the venue', async () => {
  const [{ across }] = await bothWays()
  const id = catalogIdOf('kalshi', 'event', 'CUP')
  const date = new Date(NOW)
  expect(
    await across.nativeIds('kalshi', [id, null, undefined, 3, { at: date, ids: [id], none: null }]),
  ).toEqual(['CUP', null, undefined, 3, { at: date, ids: ['CUP'], none: null }])
  const [, again] = await across.nativeIds('kalshi', [id, { at: date }])
  expect((again as { at: unknown }).at).toBe(date)
  // The venue's own business: nothing of ours lies so deep.
  expect(containsCatalogId([{ deep: { deeper: { deepest: { id } } } }])).toBe(false)
  expect(containsCatalogId([{ deep: { deeper: id } }])).toBe(true)
})
