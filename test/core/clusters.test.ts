import { expect, test } from 'vitest'
import { catalogIdOf } from '../../src/api/catalog-id.js'
import { noLinks } from '../../src/matching/links.js'
import { failureOf } from '../support/expect.js'
import { routerOver, venueOf } from './matches-world.js'

const above = (dollars: string, day = 'December 31') =>
  `Will Bitcoin close above $${dollars} on ${day}, 2026?`
const venues = [
  venueOf('kalshi', [
    { id: 'K100', title: above('100,000'), event: 'KBTC', volume24h: 10 },
    { id: 'K120', title: above('120,000'), event: 'KBTC', volume24h: 5 },
    { id: 'TRAP', title: above('100,000', 'November 30'), volume24h: 90 },
  ]),
  venueOf('polymarket', [
    { id: '11', title: above('100,000'), event: 'PBTC', volume24h: 3 },
    { id: '12', title: above('120,000'), event: 'PBTC' },
  ]),
  venueOf('rain', [{ id: 'r1', title: above('100,000'), event: 'RBTC', category: 'Crypto' }]),
]
const idsIn = (cluster: Record<string, unknown> = {}) =>
  (cluster['markets'] as { marketId: string }[]).map(({ marketId }) => marketId).sort()

test('markets that ask the same are one cluster, with the weakest match as its confidence; a trap is in none', async () => {
  const { clusters, sent } = await routerOver(venues)
  const found = await clusters('market', { includeRawMatches: true })
  expect(found.map(idsIn)).toEqual([
    ['11', 'K100', 'r1'],
    ['12', 'K120'],
  ])
  const ids = [catalogIdOf('kalshi', 'market', 'K100'), catalogIdOf('polymarket', 'market', '11')]
  ids.push(catalogIdOf('rain', 'market', 'r1'))
  expect(found[0]).toMatchObject({
    clusterId: `mcl_${ids.toSorted()[0]}`,
    canonicalTitle: above('100,000'),
    relations: ['identity'],
    volume24h: 13,
  })
  const raw = found[0]?.['rawMatches'] as { marketAId: string; marketBId: string; confidence: number }[]
  expect(new Set(raw.flatMap(({ marketAId, marketBId }) => [marketAId, marketBId]))).toEqual(new Set(ids))
  expect(found[0]?.['confidence']).toBe(Math.min(...raw.map(({ confidence }) => confidence)))
  expect(
    (await clusters('market', { includeRawMatches: true, edgeLimit: 1 }))[0]?.['rawMatches'],
  ).toHaveLength(1)
  expect(sent()).toBe(0)
})

test('clusters are told by name, venue, number of venues and page', async () => {
  const { clusters } = await routerOver(venues)
  expect((await clusters('market', { name: 'r1' })).map(idsIn)).toEqual([['11', 'K100', 'r1']])
  expect((await clusters('market', { minVenues: 3 })).map(idsIn)).toEqual([['11', 'K100', 'r1']])
  expect((await clusters('market', { limit: 1, offset: 1 })).map(idsIn)).toEqual([['12', 'K120']])
  expect((await clusters('market', { venues: ['kalshi', 'rain'] })).map(idsIn)).toEqual([['K100', 'r1']])
  expect((await clusters('market', { excludeVenues: ['kalshi'] })).map(idsIn)).toEqual([['11', 'r1']])
  expect(await clusters('market', { name: 'TRAP' })).toEqual([])
  expect(await failureOf(() => clusters('market', { name: 'none' }))).toMatchObject({
    code: 'MARKET_NOT_FOUND',
  })
  const sure = (await clusters('market', { sort: 'confidence' })).map(({ confidence }) => Number(confidence))
  expect(sure).toEqual(sure.toSorted((a, b) => b - a))
})

test('events are one cluster when markets of theirs are', async () => {
  const { clusters } = await routerOver(venues)
  const [cluster = {}, ...others] = await clusters('event', { includeRawMatches: true })
  expect(others).toEqual([])
  const ids = [['kalshi', 'KBTC'] as const, ['polymarket', 'PBTC'] as const, ['rain', 'RBTC'] as const].map(
    ([venue, id]) => catalogIdOf(venue, 'event', id),
  )
  expect((cluster['events'] as { id: string }[]).map(({ id }) => id).sort()).toEqual(ids.toSorted())
  expect(cluster).toMatchObject({ clusterId: `ecl_${ids.toSorted()[0]}`, relations: ['identity'] })
  const raw = cluster['rawMatches'] as { eventAId: string; eventBId: string }[]
  expect(raw.length).toBeGreaterThan(2)
  for (const { eventAId, eventBId } of raw) expect(ids).toEqual(expect.arrayContaining([eventAId, eventBId]))
  expect(await clusters('event', { name: 'RBTC' })).toHaveLength(1)
})

test('books are read for the yes of each member where they are wanted', async () => {
  const { clusters } = await routerOver(venues, async () => ({
    data: { bids: [{ price: 0.4, size: 1 }], asks: [] },
    headers: { 'x-pmx-upstream-requests': '1' },
  }))
  const [cluster] = await clusters('market', { withOrderbook: true })
  const markets = cluster?.['markets'] as object[]
  expect(markets).toMatchObject([{ bestBid: 0.4 }, { bestBid: 0.4 }, { bestBid: 0.4 }])
  expect(markets[0]).not.toHaveProperty('bestAsk')
})

test('pages by volume have each cluster once, wherever the other markets of a cluster stand', async () => {
  // The second one is the larger as a whole: its other half is nearly as busy.
  const { clusters } = await routerOver([
    venueOf('kalshi', [
      { id: 'K1', title: above('100,000'), volume24h: 90, event: 'K' },
      { id: 'K2', title: above('120,000'), volume24h: 80, event: 'L' },
    ]),
    venueOf('polymarket', [
      { id: 'P1', title: above('100,000'), volume24h: 1, event: 'P' },
      { id: 'P2', title: above('120,000'), volume24h: 70, event: 'Q' },
    ]),
  ])
  for (const kind of ['market', 'event'] as const) {
    const titlesOf = async (page: object) =>
      (await clusters(kind, page)).map(({ canonicalTitle }) => canonicalTitle)
    const whole = await titlesOf({})
    expect(whole).toHaveLength(2)
    expect([...(await titlesOf({ limit: 1 })), ...(await titlesOf({ limit: 1, offset: 1 }))]).toEqual(whole)
  }
})

test('the cluster around one is told alone: what conflicts with it has clusters of its own', async () => {
  const winner = 'Will Anna Berg win the 2026 Norway mayoral election?'
  const { clusters, said } = await routerOver([
    venueOf('kalshi', [{ id: 'K', title: winner }]),
    venueOf('polymarket', [{ id: 'P', title: winner }]),
    venueOf('rain', [{ id: 'R', title: winner }]),
    venueOf('hunch', [{ id: 'H', title: winner }]),
  ])
  // Whichever of the two it takes, the other one is left with hunch.
  const apart = new Set(['polymarket rain', 'kalshi hunch'])
  said.links = {
    ...noLinks,
    between: (a, b) =>
      [`${a.venue} ${b.venue}`, `${b.venue} ${a.venue}`].some((both) => apart.has(both))
        ? { a, b, says: 'other', at: 1 }
        : undefined,
  }
  const found = (await clusters('market', { name: 'K' })).map(idsIn)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('K')
})
