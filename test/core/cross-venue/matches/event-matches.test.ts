import { expect, test } from 'vitest'
import { catalogIdOf } from '../../../../src/api/values/catalog-id.js'
import { failureOf } from '../../../support/expect.js'
import { beyondOneLook, routerOver, venueOf } from '../../matches-world.js'

const above = (dollars: string) => `Will Bitcoin close above $${dollars} on December 31, 2026?`
const venues = [
  venueOf('kalshi', [
    { id: 'K100', title: above('100,000'), event: 'KBTC', volume24h: 10 },
    { id: 'K120', title: above('120,000'), event: 'KBTC', volume24h: 5 },
  ]),
  venueOf('polymarket', [
    { id: '11', title: above('100,000'), event: 'PBTC', volume24h: 3 },
    { id: '12', title: above('120,000'), event: 'PBTC' },
  ]),
  venueOf('rain', [{ id: 'r1', title: above('120,000'), event: 'RBTC' }]),
]

test('events of other venues are found by their markets, most matches first', async () => {
  const { ask, sent } = await routerOver(venues)
  const names = [
    { eventId: 'KBTC' },
    { eventId: catalogIdOf('kalshi', 'event', 'KBTC') },
    { slug: 'slug-KBTC' },
  ]
  for (const name of [...names, { event: { id: 'KBTC', sourceExchange: 'kalshi' } }]) {
    const { rows, headers } = await ask('fetchEventMatches', { ...name, relation: 'identity' })
    expect(headers).toEqual({ 'x-pmx-upstream-requests': '0', 'x-pmx-list-age': '0' })
    expect(rows).toMatchObject([
      {
        event: { id: catalogIdOf('polymarket', 'event', 'PBTC'), markets: [{}, {}] },
        marketMatches: [
          { sourceMarket: { marketId: 'K100' }, market: { marketId: '11' }, relation: 'identity' },
          { sourceMarket: { marketId: 'K120' }, market: { marketId: '12' }, relation: 'identity' },
        ],
      },
      { event: { sourceExchange: 'rain' }, marketMatches: [{ market: { marketId: 'r1' } }] },
    ])
    expect(rows[0]).not.toHaveProperty('sourceEvent')
  }
  expect((await ask('fetchEventMatches', { eventId: 'KBTC', limit: 1 })).rows).toHaveLength(1)
  expect(sent()).toBe(0)
})

test('without a name pairs of events are told, each with both', async () => {
  const { ask } = await routerOver(venues)
  const { rows } = await ask('fetchEventMatches', { relation: 'identity' })
  expect(rows[0]).toMatchObject({
    sourceEvent: { id: catalogIdOf('kalshi', 'event', 'KBTC') },
    event: { id: catalogIdOf('polymarket', 'event', 'PBTC') },
    marketMatches: [{}, {}],
  })
})

test('an event that nobody has is not found', async () => {
  const { ask } = await routerOver(venues)
  expect(await failureOf(() => ask('fetchEventMatches', { eventId: 'none' }))).toMatchObject({
    code: 'EVENT_NOT_FOUND',
  })
})

test('the event with most matches comes first, though another one was found before', async () => {
  const { ask } = await routerOver([
    venueOf('kalshi', [
      { id: 'K100', title: above('100,000'), event: 'KBTC', volume24h: 10 },
      { id: 'K120', title: above('120,000'), event: 'KBTC', volume24h: 5 },
      { id: 'K140', title: above('140,000'), event: 'KBTC', volume24h: 1 },
    ]),
    venueOf('rain', [{ id: 'r1', title: above('100,000'), event: 'RBTC' }]),
    venueOf('polymarket', [
      { id: '12', title: above('120,000'), event: 'PBTC' },
      { id: '14', title: above('140,000'), event: 'PBTC' },
    ]),
  ])
  const venuesOf = async (query: object) =>
    (await ask('fetchEventMatches', { relation: 'identity', ...query })).rows.map(
      ({ event }) => (event as { sourceExchange: string }).sourceExchange,
    )
  expect(await venuesOf({ eventId: 'KBTC' })).toEqual(['polymarket', 'rain'])
  expect(await venuesOf({ eventId: 'KBTC', limit: 1 })).toEqual(['polymarket'])
})

test('of a large event the fifty busiest markets are looked beside, wherever they stand in it', async () => {
  const quiet = Array.from({ length: 49 }, (_, at) => ({
    id: `Q${at}`,
    title: `Will team number ${at} be sold?`,
    event: 'KBIG',
    volume24h: 2,
  }))
  const { ask } = await routerOver([
    venueOf('kalshi', [
      { id: 'K100', title: above('100,000'), event: 'KBIG' },
      ...quiet,
      { id: 'K120', title: above('120,000'), event: 'KBIG', volume24h: 9 },
    ]),
    venueOf('rain', [
      { id: 'r100', title: above('100,000'), event: 'R100' },
      { id: 'r120', title: above('120,000'), event: 'R120' },
    ]),
  ])
  const { rows } = await ask('fetchEventMatches', { eventId: 'KBIG', relation: 'identity' })
  expect(rows).toMatchObject([{ marketMatches: [{ market: { marketId: 'r120' } }] }])
  expect(rows).toHaveLength(1)
})

test('books are read where prices are wanted', async () => {
  const asked: string[] = []
  const { ask } = await routerOver(venues, async (outcomeId) => {
    asked.push(outcomeId)
    return { data: { bids: [{ price: 0.4, size: 1 }], asks: [] }, headers: {} }
  })
  const query = { eventId: 'RBTC', relation: 'identity', limit: 1 }
  await ask('fetchEventMatches', { ...query, includePrices: false })
  expect(asked).toEqual([])
  const { rows } = await ask('fetchEventMatches', { ...query, includePrices: true })
  expect(asked).toHaveLength(1)
  expect(rows).toMatchObject([{ marketMatches: [{ bestBid: 0.4 }] }])
})

test('without a name it looks on only until there are as many pairs of events as are wanted', async () => {
  const { ask } = await routerOver([
    venueOf('kalshi', [{ id: 'K', title: above('100,000'), volume24h: 9 }, ...beyondOneLook]),
    venueOf('rain', [{ id: 'R', title: above('100,000'), volume24h: 8 }]),
  ])
  const isCut = async (limit: number) =>
    (await ask('fetchEventMatches', { relation: 'identity', limit })).headers['x-pmx-warning'] !== undefined
  expect(await isCut(1)).toBe(false)
  expect(await isCut(2)).toBe(true)
})
