import { describe, expect, test } from 'vitest'
import { coreOver, event, fakeVenue, idsIn, market } from '../fake-venue.js'

const address = 'https://venue.test/e/cup'

/** Markets that share the page of their event, and one that has a page of its own. */
const shown = event(
  'CUP',
  ['A', 'B', 'OWN'].map((id) => {
    const row = market(id, { slug: `slug-${id}` })
    return id === 'OWN' ? row : { ...row, market: { ...row.market, url: address } }
  }),
  { description: 'Of the whole world' },
)
const asked: string[] = []
const venue = fakeVenue({
  events: [shown],
  sources: {
    async getEvent(id) {
      asked.push(id)
      return id === address || id === 'CUP' ? { ...shown, aliases: [address] } : undefined
    },
  },
})
const core = coreOver(venue)

describe('an address that several markets share', () => {
  test.each([
    [{ marketId: address }, ['A', 'B']],
    [{ slug: address }, ['A', 'B']],
    [{ marketId: address, slug: 'slug-B' }, ['B']],
    [{ marketId: address, outcomeId: 'A-NO' }, ['A']],
    [{ marketId: address, eventId: 'CUP' }, ['A', 'B']],
    [{ marketId: address, slug: 'slug-B', outcomeId: 'A-NO' }, []],
    [{ marketId: address, eventId: 'OTHER' }, []],
    [{ marketId: address, outcomeId: 'none' }, []],
    [{ marketId: address, slug: 'slug-OWN' }, []],
    [{ marketId: 'https://venue.test/e/none' }, []],
  ])('%j names %j', async (query, ids) => {
    expect(idsIn(await core.ask('fetchMarkets', query))).toEqual(ids)
  })

  test('is looked for as that of an event, which a name is not', async () => {
    asked.length = 0
    await core.ask('fetchMarkets', { marketId: 'none' })
    expect(asked).toEqual([])
  })
})

describe('the slug of an event', () => {
  test.each([
    [{ slug: 'CUP' }, ['A', 'B', 'OWN']],
    [{ slug: 'CUP', outcomeId: 'A-NO' }, ['A']],
    [{ slug: 'CUP', eventId: 'CUP' }, ['A', 'B', 'OWN']],
    [{ slug: 'CUP', eventId: 'OTHER' }, []],
    [{ slug: 'none' }, []],
    [{ marketId: 'CUP' }, []],
  ])('names its markets where no market has it: %j names %j', async (query, ids) => {
    expect(idsIn(await core.ask('fetchMarkets', query))).toEqual(ids)
  })

  test('is not looked for where a market has it', async () => {
    asked.length = 0
    expect(idsIn(await core.ask('fetchMarkets', { slug: 'slug-A' }))).toEqual(['A'])
    expect(asked).toEqual([])
  })
})

test('a market whose row says of which event it is needs no look at that', async () => {
  asked.length = 0
  expect(idsIn(await core.ask('fetchMarkets', { marketId: 'A', eventId: 'CUP' }))).toEqual(['A'])
  expect(asked).toEqual([])
})

test.each<[object, string]>([
  [{ marketId: 'A', slug: 'slug-B' }, 'A'],
  [{ slug: 'slug-A', outcomeId: 'B' }, 'slug-A'],
  [{ outcomeId: 'A-NO', eventId: 'none' }, 'A-NO'],
])('keys of different markets %j are told beside the one that counts, %s', async (query, first) => {
  await expect(core.ask('fetchMarket', query)).rejects.toThrow(first)
})

test('events are found in what is said of them, where that is asked for, and an unknown one is none', async () => {
  const query = { query: 'whole world', searchIn: 'description' }
  expect(idsIn(await core.ask('fetchEvents', query))).toEqual(['CUP'])
  expect(await core.ask('fetchEvents', { eventId: 'none', slug: 'none' })).toEqual([])
})

describe('a list of closed markets', () => {
  const closed = (id: string, settlement: Readonly<Record<string, unknown>>, volume24h?: number) => {
    const row = market(id, { status: 'closed', ...(volume24h === undefined ? {} : { volume24h }) })
    const told = { result: 'won', basis: 'reported', ...settlement }
    return { ...row, market: { ...row.market, sourceMetadata: { settlement: told } } }
  }
  const settled = event(
    'OVER',
    [
      closed('unknown', {}, 9),
      closed('first', { closedAt: '2026-08-01T00:00:00.000Z', at: '2026-11-01T00:00:00.000Z' }, 7),
      closed('last', { closedAt: '2026-08-03T00:00:00.000Z' }),
      closed('second', { at: '2026-08-02T00:00:00.000Z' }, 8),
    ],
    { status: 'closed' },
  )
  const over = coreOver(fakeVenue({ events: [settled], byVolume: true }))

  test('begins with the last one to close, and ends with unknown times', async () => {
    expect(idsIn(await over.ask('fetchMarkets', { status: 'closed' }))).toEqual([
      'last',
      'second',
      'first',
      'unknown',
    ])
    expect(idsIn(await over.ask('fetchMarkets', { status: 'inactive', limit: 2, offset: 1 }))).toEqual([
      'second',
      'first',
    ])
  })

  test('is by volume where the caller wants it, and together with open ones', async () => {
    const byVolume = ['unknown', 'second', 'first', 'last']
    expect(idsIn(await over.ask('fetchMarkets', { status: 'closed', sort: 'volume' }))).toEqual(byVolume)
    expect(idsIn(await over.ask('fetchMarkets', { status: 'all' }))).toEqual(byVolume)
  })
})
