import { describe, expect, test } from 'vitest'
import { createSearch } from '../../../../src/catalog/cross-venue/cross-venue-search.js'
import {
  type CatalogSearchQuery,
  createCatalogSearch,
} from '../../../../src/core/cross-venue/catalog/catalog-search.js'
import { createMatchCandidates } from '../../../../src/core/cross-venue/catalog/match-candidates.js'
import type { EventRow } from '../../../../src/venue-kit/contract/venue.js'
import { fakeClock, settle } from '../../../support/clock.js'
import { atOnce } from '../../../support/engine.js'
import { failureOf } from '../../../support/expect.js'
import { acrossOf, keptShelves, memoryShelvesOf } from '../../across-world.js'
import { event, fakeVenue, market } from '../../fake-venue.js'
import { venueOf } from '../../matches-world.js'

const NOW = Date.UTC(2026, 10, 21)
const named = (id: string, title: string) => {
  const row = market(id, { title, slug: `slug-${id}` })
  return { ...row, market: { ...row.market, eventId: 'CUP', url: `https://www.venue.test/e/cup/${id}?a=1` } }
}
const rows: readonly EventRow[] = [
  event('CUP', [named('CUP-A', 'Will Arden win?'), named('CUP-B', 'Will Bremont win?')], {
    title: 'Who wins the Cup of Løvenhagen?',
  }),
  event('VOTE', [market('VOTE-A', { title: 'Will the Ayes win the vote?' })], { title: 'The vote' }),
]

async function bothWays() {
  const clock = fakeClock(NOW)
  const memory = memoryShelvesOf([fakeVenue({ events: rows })], clock).shelves
  memory.keep()
  await settle()
  return [keptShelves(rows, clock), memory].map((shelves) => {
    const across = acrossOf(shelves, clock)
    return {
      across,
      async read(kind: 'event' | 'market', text: string, query: Partial<CatalogSearchQuery> = {}) {
        const page = await across.page(kind, { limit: 50, offset: 0, text, ...query })
        const ids = page.rows.map((row) => {
          const told = JSON.parse(row.toString()) as { marketId?: string; title: string }
          return told.marketId ?? told.title
        })
        return { ids, how: page.headers['x-pmx-search'] }
      },
    }
  })
}

describe('a search of all venues', () => {
  test('reads a text that stands nowhere as words, and says so', async () => {
    for (const { read } of await bothWays()) {
      expect(await read('market', 'will arden')).toEqual({ ids: ['CUP-A'], how: undefined })
      expect(await read('market', 'win arden')).toEqual({ ids: ['CUP-A'], how: 'words' })
      expect(await read('market', 'lovenhagen bremont')).toEqual({ ids: ['CUP-B'], how: 'words' })
      expect(await read('event', 'bremont lovenhagen')).toEqual({
        ids: ['Who wins the Cup of Løvenhagen?'],
        how: 'words',
      })
      expect((await read('market', 'nothing of that')).ids).toEqual([])
      expect(await read('market', '?!')).toEqual({ ids: [], how: undefined })
    }
  })

  test('a page beyond the last row that has the text is empty, and not one of words', async () => {
    for (const { read } of await bothWays()) {
      expect(await read('market', 'will', { offset: 3 })).toEqual({ ids: [], how: undefined })
      expect(await read('market', 'win will', { offset: 3 })).toEqual({ ids: [], how: 'words' })
      expect((await read('market', 'win will', { offset: 1, limit: 1 })).ids).toHaveLength(1)
    }
  })

  test('ranks by fit where words are asked for, also of a text that rows have as it is', async () => {
    for (const { read } of await bothWays())
      expect(await read('market', 'win', { isByWords: true })).toMatchObject({
        ids: ['CUP-A', 'CUP-B', 'VOTE-A'],
        how: 'words',
      })
  })

  test.each([
    ['CUP-A', ['CUP-A']],
    ['cup-b', ['CUP-B']],
    ['slug-CUP-B', ['CUP-B']],
    ['CUP-A-NO', ['CUP-A']],
    ['CUP', ['CUP-A', 'CUP-B']],
    ['https://www.venue.test/e/cup/CUP-B?a=1', ['CUP-B']],
    ['venue.test/e/cup/CUP-B?utm=x#top', ['CUP-B']],
    ['https://venue.test/e/slug-CUP/', ['CUP-A', 'CUP-B']],
    ['https://venue.test/e/slug-CUP', ['CUP-A', 'CUP-B']],
    ['https://other.test/e/cup/CUP-B', []],
  ])('%s names its markets', async (text, ids) => {
    for (const { read } of await bothWays())
      expect((await read('market', text, { isByWords: true, limit: ids.length || 1 })).ids).toEqual(ids)
  })

  test('what has ended is found by its name, and not by its words', async () => {
    const clock = fakeClock(NOW)
    const last = market('OLD', { title: 'Did Corvo win?' })
    const resolutionDate = new Date(NOW - 60_000).toISOString()
    const events = [...rows, event('END', [{ ...last, market: { ...last.market, resolutionDate } }])]
    const { shelves } = memoryShelvesOf([fakeVenue({ events })], clock)
    shelves.keep()
    await settle()
    const across = acrossOf(shelves, clock)
    const count = async (text: string) =>
      (await across.page('market', { limit: 9, offset: 0, text, isByWords: true })).rows.length
    expect([await count('old'), await count('corvo'), await count('OLD-NO')]).toEqual([1, 0, 1])
  })

  test('the name of a market names its event in a search of events', async () => {
    for (const { read } of await bothWays()) {
      expect((await read('event', 'CUP-A')).ids).toEqual(['Who wins the Cup of Løvenhagen?'])
      expect((await read('event', 'www.venue.test/e/cup/CUP-A')).ids).toEqual([
        'Who wins the Cup of Løvenhagen?',
      ])
    }
  })

  test('volumes are compared in one currency, and what is unknown comes last', async () => {
    const clock = fakeClock(NOW)
    const venues = [
      venueOf('kalshi', [
        { id: 'K1', title: 'Rain on Monday?', volume24h: 10 },
        { id: 'K2', title: 'Rain on Tuesday?' },
      ]),
      venueOf('smarkets', [{ id: 'S1', title: 'Rain on Monday?', volume24h: 9_000 }]),
      venueOf('polymarket', [{ id: 'P1', title: 'Rain on Friday?', volume24h: 20 }]),
    ]
    const { shelves } = memoryShelvesOf(venues, clock)
    shelves.keep()
    await settle()
    const over = { clock, turn: atOnce }
    const search = createSearch({ ...over, isInDollars: (venue) => venue !== 'smarkets' })
    const parts = {
      snapshots: shelves,
      search,
      matchCandidates: createMatchCandidates(over),
      leftOut: ['kalshi-demo'] as const,
    }
    const across = createCatalogSearch({ clock, open: async () => parts })
    const read = async (query: object) =>
      (await across.page('market', { limit: 9, offset: 0, ...query })).rows.map(
        (row) => (JSON.parse(row.toString()) as { marketId: string }).marketId,
      )
    expect(await read({ text: 'rain' })).toEqual(['P1', 'K1', 'S1', 'K2'])
    expect(await read({ text: 'rain', isByWords: true })).toEqual(['P1', 'K1', 'S1', 'K2'])
    expect(await read({ text: 'monday rain' })).toEqual(['K1', 'S1'])
    expect(await read({})).toEqual(['P1', 'K1', 'S1', 'K2'])
    expect(await read({ text: 'monday rain', venue: 'smarkets' })).toEqual(['S1'])
    const ask = { limit: 9, offset: 0, venue: 'kalshi-demo' } as const
    for (const asked of [
      () => across.page('market', ask),
      () => across.marketsNamed('x', 'kalshi-demo'),
      () => across.named('event', 'x', 'kalshi-demo'),
    ])
      expect(await failureOf(asked)).toMatchObject({
        code: 'VALIDATION_ERROR',
        field: 'exchange',
        message: expect.stringContaining('is not in the catalog'),
      })
  })
})
