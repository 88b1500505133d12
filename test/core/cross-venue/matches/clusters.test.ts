import { expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import { catalogIdOf } from '../../../../src/api/values/catalog-id.js'
import { noLinks } from '../../../../src/matching/links.js'
import { failureOf } from '../../../support/expect.js'
import { linkedVenues, routerOver, venueOf } from '../../matches-world.js'

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
  expect(found[0]).toHaveLength(2)
})

test('by confidence the surest come first, however quiet; a cluster is as sure as the weakest match in it', async () => {
  const winner = 'Will Anna Berg win the 2026 Norway mayoral election?'
  const { clusters, said } = await routerOver([
    venueOf('kalshi', [
      { id: 'K', title: above('100,000'), volume24h: 90 },
      { id: 'KW', title: winner, volume24h: 1 },
    ]),
    venueOf('polymarket', [{ id: 'P', title: above('100,000'), volume24h: 80 }]),
    venueOf('rain', [
      { id: 'R', title: above('100,000'), volume24h: 70 },
      { id: 'RW', title: winner },
    ]),
  ])
  said.links = linkedVenues('same', 'kalshi', 'rain')
  const byVolume = await clusters('market', { includeRawMatches: true })
  expect(byVolume.map(idsIn)).toEqual([
    ['K', 'P', 'R'],
    ['KW', 'RW'],
  ])
  const raw = byVolume[0]?.['rawMatches'] as { confidence: number }[]
  const confidences = raw.map(({ confidence }) => confidence)
  expect(byVolume[0]?.['confidence']).toBe(Math.min(...confidences))
  expect(Math.max(...confidences)).toBeGreaterThan(Math.min(...confidences))
  const sure = { sort: 'confidence' } as const
  expect((await clusters('market', sure)).map(idsIn)).toEqual([
    ['KW', 'RW'],
    ['K', 'P', 'R'],
  ])
  expect((await clusters('market', { ...sure, limit: 1 })).map(idsIn)).toEqual([['KW', 'RW']])
})

test('a cluster is called as its busiest member is, and has one id whichever member it grew from', async () => {
  const other = 'Will Bitcoin be above $100,000 on December 31, 2026?'
  const { clusters } = await routerOver([
    venueOf('kalshi', [{ id: 'K', title: other, category: 'Politics', volume24h: 1, event: 'KE' }]),
    venueOf('polymarket', [
      { id: 'P', title: above('100,000'), category: 'Crypto', volume24h: 9, event: 'PE' },
    ]),
    venueOf('rain', [{ id: 'R', title: other, event: 'RE' }]),
  ])
  for (const kind of ['market', 'event'] as const) {
    const names = kind === 'market' ? ['K', 'P', 'R'] : ['KE', 'PE', 'RE']
    const found = await Promise.all(names.map((name) => clusters(kind, { name })))
    for (const [cluster] of found)
      expect(cluster).toMatchObject({ canonicalTitle: above('100,000'), category: 'Crypto', volume24h: 10 })
    expect(new Set(found.map(([cluster]) => cluster?.['clusterId'])).size).toBe(1)
  }
})

test('a member has the best of its own book; one whose book cannot be read has none, and the answer says so', async () => {
  const { clusterAnswer } = await routerOver(venues, async (outcomeId) => {
    if (outcomeId === 'r1-yes') throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
    const level = (price: number) => ({ price, size: 1 })
    const [bids, asks] = [
      [level(0.3), level(0.4)],
      [level(0.7), level(0.6)],
    ]
    return {
      data: outcomeId === '11-yes' ? { bids: [], asks } : { bids, asks },
      headers: { 'x-pmx-upstream-requests': '1' },
    }
  })
  const { data, headers } = await clusterAnswer('market', { withOrderbook: true, minVenues: 3 })
  const [{ markets }] = data as [{ markets: Record<string, unknown>[] }]
  const bests = markets.map(({ marketId, bestBid, bestAsk }) => ({ marketId, bestBid, bestAsk }))
  expect(bests).toEqual(
    expect.arrayContaining([
      { marketId: 'K100', bestBid: 0.4, bestAsk: 0.6 },
      { marketId: '11', bestBid: undefined, bestAsk: 0.6 },
      { marketId: 'r1', bestBid: undefined, bestAsk: undefined },
    ]),
  )
  expect(markets.find(({ marketId }) => marketId === '11')).not.toHaveProperty('bestBid')
  expect(headers).toMatchObject({
    'x-pmx-upstream-requests': '2',
    'x-pmx-list-age': '0',
    'x-pmx-warning': '1 of 3 order books were not read',
  })
})

test('a name that several markets bear means all of them', async () => {
  const { clusters } = await routerOver([
    venueOf('kalshi', [{ id: 'X', title: above('100,000') }]),
    venueOf('rain', [{ id: 'X', title: above('100,000') }]),
  ])
  expect(await clusters('market', { name: 'X' })).toMatchObject([{ markets: [{}, {}] }])
  expect(await clusters('event', { name: 'e-X' })).toMatchObject([{ events: [{}, {}] }])
})
