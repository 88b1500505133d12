import { expect, test } from 'vitest'
import {
  growClusters,
  growEventClusters,
  type MarketCluster,
} from '../../../../src/core/cross-venue/matches/build-clusters.js'
import type { MarketPair, Pairs } from '../../../../src/core/cross-venue/matches/match-pairs.js'

const question = { relations: ['identity'], minConfidence: 0 } as const

/** Markets `<venue> <id> <event>`, each pair of which asks the same. */
function pairsOf(
  names: readonly (readonly [string, string])[],
  outcomes: MarketPair['comparison']['outcomes'] = [{ a: 'yes', b: 'yes' }],
) {
  const member = (name: string): MarketPair['a'] => {
    const [venue, marketId, eventId] = name.split(' ')
    return { venue, market: { marketId, eventId } } as unknown as MarketPair['a']
  }
  const comparison = { relation: 'identity', confidence: 1, outcomes } as unknown as MarketPair['comparison']
  const start = names.map(([a, b]): MarketPair => ({ a: member(a), b: member(b), comparison }))
  const both = start.flatMap(({ a, b }) => [
    { a, b, comparison },
    { a: b, b: a, comparison },
  ])
  const looked: string[] = []
  const fake: Partial<Pairs> = {
    compare: () => comparison,
    async fitting({ venue, market }) {
      looked.push(market.marketId)
      return both.filter(({ a }) => a.venue === venue && a.market.marketId === market.marketId)
    },
  }
  return { start, pairs: fake as Pairs, looked }
}

async function allOf(clusters: AsyncIterable<MarketCluster>): Promise<MarketCluster[]> {
  const all: MarketCluster[] = []
  for await (const cluster of clusters) all.push(cluster)
  return all
}

const idsIn = ({ members }: MarketCluster) => members.map(({ market }) => market.marketId)

const cups = pairsOf([
  ['kalshi a1 A', 'rain b1 B'],
  ['kalshi c1 C', 'rain d1 D'],
  ['kalshi a2 A', 'rain b2 B'],
  ['kalshi c2 C', 'hunch e1 E'],
])

test('markets of the same events are one cluster, whole when it comes, and nothing beyond it is looked at', async () => {
  const { start, pairs, looked } = cups
  const clusters = growEventClusters(pairs, start, question)
  const first = await clusters.next()
  expect(idsIn(first.value as MarketCluster)).toEqual(['a1', 'b1', 'a2', 'b2'])
  expect(looked.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2'])
  const second = await clusters.next()
  expect(idsIn(second.value as MarketCluster)).toEqual(['c1', 'd1', 'c2', 'e1'])
  expect((second.value as MarketCluster).edges).toHaveLength(2)
  expect((await clusters.next()).done).toBe(true)
})

test('clusters of markets come one by one, each market in one', async () => {
  const found: string[][] = []
  for await (const cluster of growClusters(cups.pairs, cups.start, question)) found.push(idsIn(cluster))
  expect(found).toEqual([
    ['a1', 'b1'],
    ['c1', 'd1'],
    ['a2', 'b2'],
    ['c2', 'e1'],
  ])
})

test('an event is in one cluster: a market that is found late does not take it into another', async () => {
  const { pairs, start } = pairsOf([
    ['kalshi a1 A', 'rain b1 B'],
    ['kalshi c1 C', 'rain d1 D'],
    // Found beside d1 alone, and of an event that was told.
    ['rain d1 D', 'kalshi a9 A'],
  ])
  const found: string[][] = []
  const late = growEventClusters(pairs, start.slice(0, 2), question)
  for await (const cluster of late) found.push(idsIn(cluster))
  expect(found).toEqual([
    ['a1', 'b1'],
    ['c1', 'd1'],
  ])
})

test('what only a market of an event that was told holds together is no cluster', async () => {
  const { pairs, start } = pairsOf([
    ['kalshi a1 A', 'rain b1 B'],
    ['kalshi c1 C', 'rain d1 D'],
    // Found late, and of an event that was told.
    ['kalshi c1 C', 'rain b9 B'],
    ['rain b9 B', 'hunch e1 E'],
  ])
  const found: string[][] = []
  for await (const cluster of growEventClusters(pairs, start.slice(0, 2), question)) {
    found.push(idsIn(cluster))
    expect(Math.min(...cluster.edges.map(({ comparison }) => comparison.confidence))).toBe(1)
  }
  expect(found).toEqual([
    ['a1', 'b1'],
    ['c1', 'd1'],
  ])
})

test('a market beside many has room for thirty-two in its cluster, and the first match of two counts', async () => {
  const { pairs, start } = pairsOf(
    Array.from({ length: 40 }, (_, at) => ['kalshi hub H', `rain r${at} R${at}`] as const),
  )
  const [cluster] = await allOf(growClusters(pairs, start.slice(0, 1), question))
  expect(cluster?.members).toHaveLength(32)
  expect(cluster?.edges).toHaveLength(31)
  // As the market that was in the cluster before lies to the other one.
  expect(new Set(cluster?.edges.map(({ a }) => a.market.marketId))).toEqual(new Set(['hub']))
})

test('what conflicts with one member is in the cluster of another; what merely differs may stay', async () => {
  const names = [
    ['kalshi a A', 'rain b B'],
    ['rain b B', 'hunch c C'],
  ] as const
  for (const [relation, ids] of [
    ['conflict', [['a', 'b']]],
    ['overlap', [['a', 'b', 'c']]],
  ] as const) {
    const { pairs, start } = pairsOf(names)
    const compare: Pairs['compare'] = (a, b) => {
      const isApart = a.market.marketId === 'a' && b.market.marketId === 'c'
      return {
        relation: isApart ? relation : 'identity',
        confidence: 1,
        outcomes: [],
      } as unknown as MarketPair['comparison']
    }
    const found = await allOf(growClusters({ ...pairs, compare }, start, question))
    expect(found.map(idsIn)).toEqual(ids)
  }
})

test('a market without an event is in no cluster of events', async () => {
  const { pairs, start } = pairsOf([
    ['kalshi a A', 'rain lone'],
    ['rain lone', 'hunch c C'],
    ['kalshi a A', 'myriad d D'],
  ])
  const found = await allOf(growEventClusters(pairs, start, question))
  expect(found.map(idsIn)).toEqual([['a', 'd']])
})

test('markets of one event that are found beside one another are looked beside once each', async () => {
  const { pairs, start, looked } = pairsOf([
    ['kalshi a1 A', 'rain b1 B'],
    ['kalshi a1 A', 'hunch c1 C'],
    ['kalshi a2 A', 'rain b2 B'],
    ['kalshi a3 A', 'rain b3 B'],
  ])
  const [cluster, ...others] = await allOf(growEventClusters(pairs, start, question))
  expect(others).toEqual([])
  expect(cluster && idsIn(cluster)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'b3'])
  expect(looked.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1'])
})

test('markets of which no outcomes are known to correspond are in no cluster', async () => {
  const { start, pairs } = pairsOf([['kalshi a1 A', 'rain b1 B']], [])
  expect(await allOf(growClusters(pairs, start, question))).toEqual([])
})
