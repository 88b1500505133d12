import { expect, test } from 'vitest'
import {
  type CatalogEvent,
  eventOf,
  findNamedEvents,
  listEventMatches,
  marketsOf,
} from '../../../../src/core/cross-venue/matches/event-matches.js'
import { failureOf } from '../../../support/expect.js'
import { type PairsWorld, routerCall, saidPairs } from '../../pairs-world.js'

type Ask = Parameters<typeof listEventMatches>[1]

async function rowsOf(world: PairsWorld, query: Ask = {}) {
  const said = saidPairs(world)
  const { data, headers } = await listEventMatches(said.deps, query, routerCall)
  return { rows: data as Record<string, unknown>[], headers, ...said }
}

/** A and B have one match, C and D two, found later; one market is in no event. */
const world: PairsWorld = {
  pairs: [
    ['kalshi a', 'rain b', 0.9],
    ['kalshi x', 'rain y', 0.9],
    ['kalshi c1', 'rain d1', 0.9],
    ['kalshi c2', 'rain d2', 0.9],
    ['kalshi e', 'rain f', 0.9],
  ],
  facts: {
    'kalshi a': { eventId: 'A' },
    'rain b': { eventId: 'B' },
    'kalshi x': { eventId: 'A' },
    'kalshi c1': { eventId: 'C' },
    'rain d1': { eventId: 'D' },
    'kalshi c2': { eventId: 'C' },
    'rain d2': { eventId: 'D' },
    'kalshi e': { eventId: 'E' },
    'rain f': { eventId: 'F' },
  },
  events: Object.fromEntries(
    ['kalshi A', 'rain B', 'kalshi C', 'rain D', 'kalshi E'].map((name) => [name, { id: name, markets: [] }]),
  ),
}

test('pairs of events come most matches first; a market in no event, and an event that is not listed, make none', async () => {
  const { rows } = await rowsOf(world)
  expect(rows).toMatchObject([
    { sourceEvent: { id: 'kalshi C' }, event: { id: 'rain D' }, marketMatches: [{}, {}] },
    { sourceEvent: { id: 'kalshi A' }, event: { id: 'rain B' }, marketMatches: [{}] },
  ])
})

test('the search ends with as many pairs of events as are wanted', async () => {
  const { scanned, rows } = await rowsOf(world, { limit: 2 })
  expect(scanned.map(({ enough }) => enough)).toEqual([false, false, true])
  expect(rows).toHaveLength(2)
})

test.each([
  [{}, []],
  [{ includePrices: false }, []],
  [{ includePrices: true }, ['b-yes', 'y-yes', 'd1-yes', 'd2-yes', 'f-yes'].toSorted()],
])('with %o the books that are read are %o', async (query, wanted) => {
  const asked: string[] = []
  const read = async (outcomeId: string) => {
    asked.push(outcomeId)
    return { data: { bids: [], asks: [] }, headers: {} }
  }
  await rowsOf({ ...world, read }, query)
  expect(asked.toSorted()).toEqual(wanted.filter((id) => id !== 'y-yes'))
})

test('of an event its fifty busiest markets are looked beside, each once', async () => {
  const ids = Array.from({ length: 51 }, (_, at) => `m${at}`)
  const { deps } = saidPairs({
    pairs: [],
    facts: Object.fromEntries([...ids, 'twin'].map((id) => [`kalshi ${id}`, {}])),
  })
  const twice = {
    marketsNamed: async (id: string) => [
      ...(await deps.catalogSearch.marketsNamed(id)),
      ...(await deps.catalogSearch.marketsNamed('twin')),
    ],
  }
  const markets = ids.map((id, at) => (at === 0 ? { id } : { id, volume24h: at }))
  const event = { sourceExchange: 'kalshi', markets } as unknown as CatalogEvent
  const found = await marketsOf({ catalogSearch: { ...deps.catalogSearch, ...twice } }, event)
  expect(found.map(({ market }) => market.marketId)).toEqual(ids.slice(1).reverse())
})

test('a market without an event has none, and no list is searched for it; a shared name is told of all', async () => {
  const { deps, named } = saidPairs({ pairs: [], facts: { 'kalshi a': {} } })
  const [market] = await deps.catalogSearch.marketsNamed('a')
  expect(await eventOf(deps, market)).toBeUndefined()
  expect(await eventOf(deps, undefined)).toBeUndefined()
  expect(named).toEqual([])
  const both = ['kalshi', 'rain'].map((venue) => [
    `${venue} A`,
    { id: `${venue}-A`, sourceExchange: venue, title: 'A' },
  ])
  const several = saidPairs({ pairs: [], events: Object.fromEntries(both) })
  const name = { name: 'A', others: [] }
  expect((await findNamedEvents(several.deps, name)).map(({ id }) => id)).toEqual(['kalshi-A', 'rain-A'])
  expect(await findNamedEvents(several.deps, { ...name, venue: 'rain' })).toMatchObject([{ id: 'rain-A' }])
  expect(await failureOf(() => findNamedEvents(several.deps, { ...name, name: 'B' }))).toMatchObject({
    code: 'EVENT_NOT_FOUND',
  })
})
