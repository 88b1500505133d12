import { expect, test } from 'vitest'
import { catalogIdOf } from '../../../../src/api/values/catalog-id.js'
import {
  type ClusterKind,
  type ClusterQuery,
  listClusters,
} from '../../../../src/core/cross-venue/matches/clusters.js'
import { failureOf } from '../../../support/expect.js'
import { anyCluster } from '../../matches-world.js'
import { type PairsWorld, routerCall, saidPairs } from '../../pairs-world.js'

type Row = Record<string, unknown>

async function rowsOf(kind: ClusterKind, world: PairsWorld, query: Partial<ClusterQuery> = {}) {
  const said = saidPairs(world)
  const { data, headers } = await listClusters(said.deps, kind, { ...anyCluster, ...query }, routerCall)
  return { rows: data as Row[], headers, ...said }
}

const idOf = (name: string) => {
  const [venue, id] = name.split(' ') as ['kalshi' | 'polymarket' | 'rain', string]
  return catalogIdOf(venue, 'market', id)
}

/** The quietest comes first, and so does the surest; one market has no volume. */
const three: PairsWorld = {
  pairs: [
    ['rain r1', 'kalshi k1', 0.9],
    ['rain r1', 'polymarket p1', 0.7],
  ],
  facts: {
    'rain r1': { volume24h: 1, category: 'Odd', eventId: 'R' },
    'kalshi k1': { volume24h: 50, title: 'The busiest', category: 'Crypto', eventId: 'K' },
    'polymarket p1': { eventId: 'P' },
  },
}

test('a cluster bears the title of its busiest market, and one id, whichever market it was found by', async () => {
  const names = ['rain r1', 'kalshi k1', 'polymarket p1']
  const clusterId = `mcl_${names.map(idOf).sort()[0]}`
  const told = {
    clusterId,
    canonicalTitle: 'The busiest',
    category: 'Crypto',
    confidence: 0.7,
    volume24h: 51,
  }
  for (const name of [undefined, 'r1', 'k1', 'p1']) {
    const { rows, headers } = await rowsOf('market', three, name === undefined ? {} : { name })
    expect(rows).toMatchObject([told])
    // What was not read today is not told as if it were.
    expect(headers['x-pmx-list-age']).toBe('7')
  }
  expect((await rowsOf('market', { pairs: three.pairs })).rows).toMatchObject([{ category: null }])
})

test('several markets of one name have the clusters of all, and of no other', async () => {
  const world: PairsWorld = {
    pairs: [
      ['kalshi same', 'polymarket a', 0.9],
      ['rain same', 'polymarket b', 0.8],
      ['kalshi other', 'polymarket c', 0.8],
    ],
    facts: { 'kalshi same': {}, 'rain same': {} },
  }
  const { rows } = await rowsOf('market', world, { name: 'same' })
  expect(
    rows.map(({ markets }) => (markets as { marketId: string }[]).map(({ marketId }) => marketId)),
  ).toEqual([
    ['same', 'a'],
    ['same', 'b'],
  ])
  expect(await failureOf(() => rowsOf('market', world, { name: 'none' }))).toMatchObject({
    code: 'MARKET_NOT_FOUND',
  })
})

const four: PairsWorld = {
  pairs: [
    ['kalshi a', 'rain a', 0.8],
    ['kalshi b', 'rain b', 0.6],
    ['kalshi c', 'rain c', 0.9],
    ['kalshi d', 'rain d', 0.7],
  ],
}

test.each<[sort: 'volume' | 'confidence', confidences: number[], looked: string[]]>([
  // By volume the search ends with the page; the surest are only known when all are.
  ['volume', [0.6], ['a', 'a', 'b', 'b']],
  ['confidence', [0.8], ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']],
])(
  'the second cluster by %s is found, and no further one is looked for than it takes',
  async (sort, confidences, looked) => {
    const found = await rowsOf('market', four, { sort, limit: 1, offset: 1 })
    expect(found.rows.map(({ confidence }) => confidence)).toEqual(confidences)
    expect(found.looked).toEqual(looked)
    // Whatever the pages, all pairs are seeds.
    expect(found.scanned.map(({ enough }) => enough)).toEqual([false, false, false, false])
  },
)

const events = {
  'rain R': { id: 'er', title: 'Rainy', markets: [] },
  'kalshi K': { id: 'ek', title: 'Busy', category: 'Crypto', volume24h: 60, markets: [] },
  'polymarket P': { id: 'ep', title: 'Calm', category: 'Odd', volume24h: 2, markets: [] },
}

test('a cluster of events has the busiest first, its title, and the volume of all; unlisted ones are left out', async () => {
  const whole = await rowsOf('event', { ...three, events }, { includeRawMatches: true })
  const told = { clusterId: 'ecl_ek', canonicalTitle: 'Busy', category: 'Crypto', volume24h: 62 }
  expect(whole.rows).toMatchObject([{ ...told, events: [{ id: 'ek' }, { id: 'ep' }, { id: 'er' }] }])
  expect(whole.headers['x-pmx-list-age']).toBe('7')
  const { 'kalshi K': _, ...fewer } = events
  const part = await rowsOf('event', { ...three, events: fewer }, { includeRawMatches: true })
  expect(part.rows).toMatchObject([{ clusterId: 'ecl_ep', events: [{ id: 'ep' }, { id: 'er' }] }])
  expect(part.rows[0]?.['rawMatches']).toMatchObject([{ eventAId: 'er' }, { eventAId: 'er', eventBId: 'ep' }])
  const none = await rowsOf('event', three, { includeRawMatches: true })
  expect(none.rows).toMatchObject([{ clusterId: 'ecl_', canonicalTitle: null, category: null, events: [] }])
})

test('best prices are those of the yes, from either side of its book; what could not be read has none', async () => {
  const facts = { ...three.facts, 'polymarket p1': { hasNoYes: true } } as const
  const books: Record<string, object> = {
    'r1-yes': { bids: [0.3, 0.4].map((price) => ({ price })), asks: [0.7, 0.6].map((price) => ({ price })) },
    'k1-yes': { bids: [], asks: [] },
  }
  const read = async (id: string) => ({ data: books[id], headers: { 'x-pmx-upstream-requests': '1' } })
  const { rows, headers } = await rowsOf('market', { ...three, facts, read }, { withOrderbook: true })
  expect(rows[0]?.['markets']).toEqual([
    { marketId: 'r1', sourceExchange: 'rain', bestBid: 0.4, bestAsk: 0.6 },
    { marketId: 'k1', sourceExchange: 'kalshi' },
    { marketId: 'p1', sourceExchange: 'polymarket' },
  ])
  expect(headers).toMatchObject({ 'x-pmx-upstream-requests': '2', 'x-pmx-list-age': '7' })
})
