import { expect, test } from 'vitest'
import { catalogIdOf } from '../../src/api/catalog-id.js'
import { failureOf } from '../support/expect.js'
import { routerOver, venueOf } from './matches-world.js'

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
