import { expect, test } from 'vitest'
import type { ArgsOf } from '../../src/api/methods.js'
import { failureOf } from '../support/expect.js'
import { routerOver, venueOf } from './matches-world.js'

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
  const many = Array.from({ length: 320 }, (_, at) => ({
    id: `M${at}`,
    title: `Will team number ${at} be sold?`,
  }))
  const { ask } = await routerOver([venueOf('kalshi', many)])
  const { rows, headers } = await ask('fetchMatchedMarkets', undefined)
  expect(rows).toEqual([])
  expect(headers['x-pmx-warning']).toBe('only the 300 markets with the greatest volume were looked at')
})
