import { expect, test } from 'vitest'
import type { ArgsOf } from '../../../../src/api/arguments/methods.js'
import { browseMatches, listMatchedMarkets } from '../../../../src/core/cross-venue/matches/browse-matches.js'
import { failureOf } from '../../../support/expect.js'
import { beyondOneLook, linkedVenues, routerOver, venueOf } from '../../matches-world.js'
import { type PairsWorld, routerCall, saidPairs } from '../../pairs-world.js'

const rise = 'Will Bitcoin close above $100,000 on December 31, 2026?'
const cup = 'Will Brazil win the 2030 FIFA World Cup?'
const ends = '2030-07-21T00:00:00.000Z'
const venues = [
  venueOf('kalshi', [
    { id: 'BTC', title: rise, volume24h: 50, price: 0.4, category: 'Crypto' },
    { id: 'CUP', title: cup, ends, volume24h: 900, price: 0.2 },
    { id: 'LONE', title: 'Will the moon be sold?', volume24h: 9_999 },
  ]),
  venueOf('polymarket', [
    { id: '11', title: rise, volume24h: 70, price: 0.45 },
    { id: '12', title: 'Will Bitcoin close above $120,000 on December 31, 2026?', price: 0.1 },
    { id: '13', title: 'Will Bitcoin close above $100,000 on November 30, 2026?' },
    { id: '14', title: cup, ends },
  ]),
]

const idsIn = (rows: readonly Record<string, unknown>[], a: string, b: string) =>
  rows.map((row) => [a, b].map((name) => (row[name] as { marketId: string }).marketId))

const priceIn = (market: unknown) => {
  const { outcomes } = market as { outcomes: { price?: number }[] }
  return outcomes[0]?.price
}

test('without a name the pairs of all venues are told, each once, by the volume of the first market', async () => {
  const { ask, sent } = await routerOver(venues)
  const browse = async (...args: ArgsOf<'fetchMarketMatches'>) =>
    idsIn((await ask('fetchMarketMatches', ...args)).rows, 'sourceMarket', 'market')
  expect(await browse({ relation: 'identity' })).toEqual([
    ['CUP', '14'],
    ['11', 'BTC'],
  ])
  expect(await browse({ relation: 'identity', limit: 1 })).toEqual([['CUP', '14']])
  expect(await browse({ relation: 'identity', query: 'bitcoin' })).toEqual([['11', 'BTC']])
  expect(await browse({ relation: 'identity', category: 'crypto' })).toEqual([['BTC', '11']])
  expect(await browse({ relation: 'conflict', query: 'november' })).toEqual([['13', 'BTC']])
  expect(await browse({ minConfidence: 1 })).toEqual([])
  expect(sent()).toBe(0)
})

test('pairs are sorted by confidence or by how far the listed prices are apart, where both are known', async () => {
  const { ask } = await routerOver(venues)
  const { rows } = await ask('fetchMarketMatches', { sort: 'priceDifference', minDifference: 0.05 })
  expect(idsIn(rows, 'sourceMarket', 'market')).toEqual([
    ['BTC', '12'],
    ['11', 'BTC'],
  ])
  const sure = (await ask('fetchMarketMatches', { sort: 'confidence' })).rows.map(
    ({ confidence }) => confidence,
  )
  expect(sure).toEqual([...sure].sort((a, b) => Number(b) - Number(a)))
  expect(await failureOf(() => ask('fetchMarketMatches', { sort: 'newest' }))).toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  expect(await failureOf(() => ask('fetchMatchedPrices', { minDifference: 2 }))).toMatchObject({
    code: 'VALIDATION_ERROR',
  })
})

test.each(['fetchMatchedMarkets', 'fetchMatchedPrices'] as const)(
  '%s tells the listed prices, and none where the list has none',
  async (method) => {
    const { ask } = await routerOver(venues)
    const { rows } = await ask(method, undefined)
    expect(rows).toMatchObject([
      { venueA: 'kalshi', venueB: 'polymarket', priceA: 0.2, priceB: null, priceDifference: null },
      {
        marketA: { marketId: '11' },
        marketB: { marketId: 'BTC' },
        priceA: 0.45,
        priceB: 0.4,
        priceDifference: 0.05,
        relation: 'identity',
        reasoning: expect.stringContaining('bitcoin'),
      },
    ])
    expect(
      (await ask(method, { minDifference: 0.01, relations: ['superset', 'subset,identity'] })).rows,
    ).toHaveLength(2)
    expect(await failureOf(() => ask(method, { relations: ['disjoint'] }))).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  },
)

test('looks beside three hundred markets at most, and says so', async () => {
  const { ask } = await routerOver([venueOf('kalshi', beyondOneLook)])
  const { rows, headers } = await ask('fetchMatchedMarkets', undefined)
  expect(rows).toEqual([])
  expect(headers['x-pmx-warning']).toBe('only the 300 markets with the highest volume were compared')
})

test('goes on looking only until there are as many as are wanted, unless the best of all are', async () => {
  const [two, others] = [[rise, 'Will Anna Berg win the 2026 Norway mayoral election?'], beyondOneLook]
  const asked = two.map((title, at) => ({ id: `K${at}`, title, price: 0.4 + at / 10, volume24h: 9 - at }))
  const beside = asked.map(({ volume24h: _, ...one }, at) => ({ ...one, id: `R${at}`, price: 0.3 }))
  const { ask } = await routerOver([venueOf('kalshi', [...asked, ...others]), venueOf('rain', beside)])
  const isCut = async (answer: ReturnType<typeof ask>) => {
    const { rows, headers } = await answer
    return [rows.length, headers['x-pmx-warning'] !== undefined]
  }
  for (const method of ['fetchMarketMatches', 'fetchMatchedPrices'] as const) {
    expect(await isCut(ask(method, { limit: 1 }))).toEqual([1, false])
    expect(await isCut(ask(method, { limit: 2 }))).toEqual([2, false])
    expect(await isCut(ask(method, { limit: 3 }))).toEqual([2, true])
    // The first pair is too little apart: it does not count.
    expect(await isCut(ask(method, { limit: 1, minDifference: 0.15 }))).toEqual([1, false])
    expect(await isCut(ask(method, { limit: 2, minDifference: 0.15 }))).toEqual([1, true])
  }
  for (const sort of ['confidence', 'priceDifference'])
    expect(await isCut(ask('fetchMarketMatches', { limit: 1, sort }))).toEqual([1, true])
})

test('sorted pairs begin with the best of all, and those of unknown price come after all known ones', async () => {
  const { ask, said } = await routerOver(venues)
  said.links = linkedVenues('same', 'kalshi', 'polymarket')
  const { rows } = await ask('fetchMarketMatches', { sort: 'priceDifference', relation: 'identity' })
  const differences = rows.map((row) => [row['sourceMarket'], row['market']].map(priceIn))
  const known = differences.findIndex((both) => both.includes(undefined))
  expect(known).toBeGreaterThan(0)
  expect(differences.slice(known).every((both) => both.includes(undefined))).toBe(true)

  const { ask: computed } = await routerOver(venues)
  const all = (await computed('fetchMarketMatches', undefined)).rows.map(({ confidence }) =>
    Number(confidence),
  )
  const [best] = (await computed('fetchMarketMatches', { sort: 'confidence', limit: 1 })).rows
  expect(new Set(all).size).toBeGreaterThan(1)
  expect(best?.['confidence']).toBe(Math.max(...all))
})

test('books of pairs are read where prices are wanted, and the answer tells what they cost', async () => {
  const asked: string[] = []
  const { ask } = await routerOver(venues, async (outcomeId) => {
    asked.push(outcomeId)
    return {
      data: { bids: [{ price: 0.44, size: 1 }], asks: [] },
      headers: { 'x-pmx-upstream-requests': '1' },
    }
  })
  const query = { relation: 'identity', query: 'bitcoin' }
  expect((await ask('fetchMarketMatches', { ...query, includePrices: false })).rows[0]).toMatchObject({
    bestBid: null,
  })
  expect(asked).toEqual([])
  const { rows, headers } = await ask('fetchMarketMatches', { ...query, includePrices: true })
  expect(rows).toMatchObject([{ bestBid: 0.44 }])
  expect(asked).toEqual(['BTC-yes'])
  expect(headers).toMatchObject({ 'x-pmx-upstream-requests': '1', 'x-pmx-list-age': '0' })
})

test('an empty text or category asks for all, and a refusal names the argument', async () => {
  const { ask } = await routerOver(venues)
  const all = await ask('fetchMarketMatches', undefined)
  expect((await ask('fetchMarketMatches', { query: '', category: '' })).rows).toEqual(all.rows)
  for (const [field, query] of [
    ['sort', { sort: 'newest' }],
    ['minConfidence', { minConfidence: 2 }],
    ['minDifference', { minDifference: 2 }],
  ] as const)
    expect(await failureOf(() => ask('fetchMarketMatches', query))).toMatchObject({ field })
})

/** Three pairs whose prices are known, one half, and one not at all. */
const said: PairsWorld = {
  pairs: [
    ['kalshi a', 'rain a', 0.7],
    ['kalshi b', 'rain b', 0.9],
    ['kalshi n', 'rain n', 1],
    ['kalshi h', 'rain h', 0.75],
    ['kalshi c', 'rain c', 0.8],
  ],
  facts: {
    'kalshi a': { price: 0.5 },
    'rain a': { price: 0.4 },
    'kalshi b': { price: 0.3 },
    'rain b': { price: 0.3 },
    'kalshi n': { hasNoYes: true },
    'rain n': { price: 0.9 },
    'rain h': { price: 0.1 },
    'kalshi c': { price: 0.5 },
    'rain c': { price: 0.3 },
  },
}

type Query = Parameters<typeof browseMatches>[1]

test.each<[query: Query, told: string, looked: number]>([
  // By volume the search ends with the page.
  [{ limit: 2 }, 'a b', 2],
  [{ limit: 2, sort: 'volume', minDifference: 0.1 }, 'a c', 5],
  [{ minDifference: 0 }, 'a b c', 5],
  // The best are only known when all are; who has no price is the last.
  [{ limit: 2, sort: 'confidence' }, 'n b', 5],
  [{ sort: 'priceDifference' }, 'c a b n h', 5],
])('of all pairs, %o tells %s', async (query, told, looked) => {
  const { deps, scanned } = saidPairs(said)
  const { data, headers } = await browseMatches(deps, query, routerCall)
  const rows = data as { sourceMarket: { marketId: string } }[]
  expect(rows.map(({ sourceMarket }) => sourceMarket.marketId).join(' ')).toBe(told)
  expect(scanned).toHaveLength(looked)
  expect(headers).toEqual({ 'x-pmx-list-age': '7' })
})

test('a page of matched markets ends the search, and has no more than were asked for', async () => {
  const { deps, scanned } = saidPairs(said)
  const { data, headers } = await listMatchedMarkets(deps, { limit: 1, minDifference: 0.2 })
  expect(data).toMatchObject([{ marketA: { marketId: 'c' }, priceA: 0.5, priceB: 0.3, priceDifference: 0.2 }])
  const first = saidPairs(said)
  expect((await listMatchedMarkets(first.deps, { limit: 2 })).data).toHaveLength(2)
  expect([scanned.length, first.scanned.length]).toEqual([5, 2])
  expect(headers).toEqual({ 'x-pmx-list-age': '7' })
  // More are found than the page has room for.
  const all = {
    ...first.deps.pairs,
    scan: async () => deps.pairs.scan({ relations: ['identity'], minConfidence: 0 }, () => false),
  }
  expect((await listMatchedMarkets({ ...deps, pairs: all }, { limit: 2 })).data).toHaveLength(2)
  expect((await browseMatches({ ...deps, pairs: all }, { limit: 2 }, routerCall)).data).toHaveLength(2)
})

test('books are read where they are asked for, and empty texts ask for nothing', async () => {
  for (const wish of [{}, { includePrices: false }, { includePrices: true }]) {
    const asked: string[] = []
    const read = async (outcomeId: string) => {
      asked.push(outcomeId)
      return { data: { bids: [], asks: [] }, headers: {} }
    }
    const { deps, scanned } = saidPairs({ ...said, read })
    await browseMatches(deps, { limit: 1, query: '', category: '', ...wish }, routerCall)
    expect(asked).toEqual(wish.includePrices === true ? ['a-yes'] : [])
    expect(Object.keys(scanned[0]?.question ?? {}).sort()).toEqual(['minConfidence', 'relations'])
  }
})

test.each(['sort', 'minConfidence', 'minDifference'] as const)('an error names %s', async (field) => {
  const { deps } = saidPairs(said)
  const query = { [field]: field === 'sort' ? 'newest' : 2 }
  expect(await failureOf(() => browseMatches(deps, query, routerCall))).toMatchObject({
    message: expect.stringContaining(`${field} must be`),
    field,
  })
})
