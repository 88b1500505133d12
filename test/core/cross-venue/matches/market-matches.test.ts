import { expect, test } from 'vitest'
import type { ArgsOf } from '../../../../src/api/arguments/methods.js'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import { catalogIdOf } from '../../../../src/api/values/catalog-id.js'
import {
  findMatchingMarkets,
  type MatchQuery,
  purposes,
} from '../../../../src/core/cross-venue/matches/market-matches.js'
import { openLinks } from '../../../../src/matching/links.js'
import { settle } from '../../../support/clock.js'
import { failureOf } from '../../../support/expect.js'
import { routerOver, venueOf } from '../../matches-world.js'
import { routerCall, saidPairs } from '../../pairs-world.js'

const venues = [
  venueOf('kalshi', [
    { id: 'BTC', title: 'Will Bitcoin close above $100,000 on December 31, 2026?' },
    { id: 'CUP', title: 'Will Brazil win the 2030 FIFA World Cup?', ends: '2030-07-21T00:00:00.000Z' },
    { id: 'same', title: 'Will the moon be sold?' },
  ]),
  venueOf('polymarket', [
    { id: '11', title: 'Will Bitcoin close above $100,000 on December 31, 2026?' },
    { id: '12', title: 'Will Bitcoin close above $120,000 on December 31, 2026?' },
    { id: '13', title: 'Will Bitcoin close above $100,000 on November 30, 2026?' },
    { id: '14', title: 'Will Brazil win the 2030 FIFA World Cup?', ends: '2026-11-20T00:00:00.000Z' },
    { id: 'same', title: 'Will it rain in Lisbon?' },
  ]),
]

const btc = catalogIdOf('kalshi', 'market', 'BTC')

test('a market is found again at other venues, by any of its names and without a call of any', async () => {
  const { ask, sent } = await routerOver(venues)
  const names = [
    { marketId: btc },
    { marketId: 'BTC' },
    { slug: 'slug-BTC' },
    { url: 'https://venue.test/m/BTC' },
    { marketId: 'BTC-no' },
    { market: { marketId: 'BTC', sourceExchange: 'kalshi' } },
  ]
  for (const name of names) {
    const { rows, headers } = await ask('fetchMarketMatches', { ...name, relation: 'identity' })
    expect(rows).toEqual([
      expect.objectContaining({
        market: expect.objectContaining({ marketId: '11', id: catalogIdOf('polymarket', 'market', '11') }),
        relation: 'identity',
        venue: 'polymarket',
        bestBid: null,
        bestAsk: null,
        reasoning: expect.stringContaining('bitcoin'),
      }),
    ])
    expect(headers).toMatchObject({ 'x-pmx-upstream-requests': '0', 'x-pmx-list-age': '0' })
  }
  expect(sent()).toBe(0)
})

test('relations come the closest first; look-alikes only by name, with why they are none', async () => {
  const { ask } = await routerOver(venues)
  const relationsOf = async (...args: ArgsOf<'fetchMarketMatches'>) =>
    (await ask('fetchMarketMatches', ...args)).rows.map(({ market, relation }) => [
      (market as { marketId: string }).marketId,
      relation,
    ])
  // Yes above 120,000 implies yes above 100,000.
  const close = [
    ['11', 'identity'],
    ['12', 'superset'],
  ]
  expect(await relationsOf({ marketId: btc })).toEqual(close)
  expect(await relationsOf({ marketId: btc, limit: 1 })).toEqual(close.slice(0, 1))
  expect(await relationsOf({ marketId: btc, relation: 'superset, identity' })).toEqual([...close].reverse())
  expect(await relationsOf({ marketId: btc, minConfidence: 1 })).toEqual([])
  const { rows } = await ask('fetchMarketMatches', { marketId: btc, relation: 'conflict' })
  expect(rows).toMatchObject([{ market: { marketId: '13' }, reasons: ['other deadline'] }])
  expect((await ask('fetchRelatedMarkets', { marketId: btc })).rows).toMatchObject([{ relation: 'superset' }])
  expect((await ask('fetchHedges', { marketId: btc })).rows).toMatchObject([
    { relation: 'identity', hedge: { buy: 'no', cover: 'full' } },
    { relation: 'superset', hedge: { buy: 'no', cover: 'full' } },
  ])
})

test('markets that have ended are no matches', async () => {
  const { ask } = await routerOver(venues)
  expect((await ask('fetchMarketMatches', { marketId: 'CUP' })).rows).toEqual([])
})

test('prices are of the outcome that corresponds, read as a call of its venue without the caller’s credentials', async () => {
  const asked: unknown[] = []
  const { ask } = await routerOver(venues, async (outcomeId, { venue, credentials }) => {
    asked.push([venue, outcomeId, credentials])
    const levels = (...prices: number[]) => prices.map((price) => ({ price, size: 1 }))
    return {
      data: { bids: levels(0.4, 0.41), asks: levels(0.45, 0.44) },
      headers: { 'x-pmx-upstream-requests': '2' },
    }
  })
  const { rows, headers } = await ask('compareMarketPrices', { marketId: btc })
  expect(rows).toMatchObject([{ bestBid: 0.41, bestAsk: 0.44 }])
  expect(headers).toMatchObject({ 'x-pmx-upstream-requests': '2' })
  await ask('fetchMarketMatches', { marketId: 'BTC-no', includePrices: true })
  expect(asked).toEqual([
    ['polymarket', '11-yes', undefined],
    ['polymarket', '11-no', undefined],
    ['polymarket', '12-no', undefined],
  ])
})

test('a book that cannot be read, or not in time, costs its price alone, and is told', async () => {
  const unread = await routerOver(venues, async () => {
    throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
  })
  const { rows, headers } = await unread.ask('compareMarketPrices', { marketId: btc })
  expect(rows).toMatchObject([
    { bestBid: null, bestAsk: null, bookError: { code: 'EXCHANGE_NOT_AVAILABLE', message: 'down' } },
  ])
  expect(headers['x-pmx-warning']).toBe('1 of 1 order books were not read')

  const slow = await routerOver(venues, () => new Promise(() => undefined))
  const answer = slow.ask('compareMarketPrices', { marketId: btc })
  await settle()
  await slow.clock.advance(5_000)
  expect((await answer).rows).toMatchObject([{ bestBid: null, bookError: { code: 'NETWORK_ERROR' } }])

  const left = slow.ask('compareMarketPrices', { marketId: btc }).catch((error: unknown) => error)
  await settle()
  slow.hangUp.abort(new Error('hung up'))
  expect(await left).toMatchObject({ message: 'hung up' })
})

test.each([
  [{ marketId: 'none' }, 'MARKET_NOT_FOUND'],
  [{ marketId: 'same', sourceExchange: 'nyse' }, 'VALIDATION_ERROR'],
  [{ marketId: 'BTC', relation: 'disjoint' }, 'VALIDATION_ERROR'],
  [{ marketId: 'BTC', minConfidence: 1.1 }, 'VALIDATION_ERROR'],
  [{ marketId: 'BTC', limit: 0 }, 'VALIDATION_ERROR'],
])('%j is refused with %s', async (query, code) => {
  const { ask } = await routerOver(venues)
  expect(await failureOf(() => ask('fetchMarketMatches', query))).toMatchObject({ code })
})

test('says what it did not look at, and what it can do', async () => {
  const { ask, router } = await routerOver(venues)
  const { ignored } = await ask('fetchMatches', { marketId: 'BTC', sort: 'volume', category: 'crypto' })
  expect(ignored).toEqual(['category', 'sort'])
  expect(router.has()).toMatchObject({
    fetchMarketMatches: true,
    compareMarketPrices: true,
    fetchHedges: true,
    fetchEventMatches: true,
    fetchMatchedMarkets: true,
    fetchArbitrage: true,
  })
})

test.each(['compareMarketPrices', 'fetchRelatedMarkets', 'fetchHedges'] as const)(
  '%s is asked of one market',
  async (method) => {
    const { ask } = await routerOver(venues)
    expect(await failureOf(() => ask(method, { query: 'bitcoin' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  },
)

test('what the user said of two markets wins at once, and is told with what was computed', async () => {
  const { ask, said } = await routerOver(venues)
  const matched = async (relation: string) =>
    (await ask('fetchMarketMatches', { marketId: btc, relation })).rows.map(
      ({ market }) => (market as { marketId: string }).marketId,
    )
  const pairs = async () => (await ask('fetchMatchedMarkets', undefined)).rows.length
  expect([await matched('identity'), await pairs()]).toEqual([['11'], 1])
  const links = openLinks({ read: () => undefined, write: () => undefined })
  const a = { venue: 'kalshi', marketId: 'BTC' }
  links.put({ a, b: { venue: 'polymarket', marketId: '11' }, says: 'other', at: 1 })
  // It looks like nothing of the kind.
  links.put({ a, b: { venue: 'polymarket', marketId: 'same' }, says: 'same', at: 2, note: 'I know' })
  said.links = links
  expect([await matched('identity'), await matched('conflict'), await pairs()]).toEqual([
    ['same'],
    expect.arrayContaining(['11']),
    1,
  ])
  const { rows } = await ask('fetchMarketMatches', { marketId: btc, relation: 'identity' })
  expect(rows).toMatchObject([
    { confidence: 1, reasoning: expect.stringMatching(/^You marked them as the same: I know\. /) },
  ])
})

test('the surest come first, as sure as is asked for and no less', async () => {
  const said = saidPairs({
    pairs: [
      ['kalshi a', 'rain b', 0.7],
      ['kalshi a', 'rain c', 0.9],
      ['kalshi a', 'rain d', 0.8],
    ],
    facts: { 'kalshi a': { title: 'Will it rain?' } },
  })
  const deps = {
    ...said.deps,
    pairs: {
      ...said.deps.pairs,
      compareWithCandidates: async () => ({
        pairs: await said.deps.pairs.fitting(
          { venue: 'kalshi', market: { marketId: 'a' } } as never,
          {} as never,
        ),
        beganAt: 0,
        headers: {},
      }),
    },
  }
  const ask = async (query: MatchQuery) =>
    (await findMatchingMarkets(deps, query, purposes.fetchMarketMatches, routerCall)).data as Record<
      string,
      unknown
    >[]
  const surest = await ask({ marketId: 'a' })
  expect(surest.map(({ confidence }) => confidence)).toEqual([0.9, 0.8, 0.7])
  expect(surest[0]).not.toHaveProperty('hedge')
  expect(await ask({ marketId: 'a', minConfidence: 0.8 })).toHaveLength(2)
  // A row that a client holds names its market as well.
  expect(await ask({ market: { marketId: 'a' } } as MatchQuery)).toHaveLength(3)
  for (const [query, field] of [
    [{ marketId: 'a', minConfidence: 2 }, 'minConfidence'],
    [{}, 'marketId'],
  ] as const)
    expect(await failureOf(() => ask(query))).toMatchObject({ code: 'VALIDATION_ERROR', field })
})

test('hedges are only what covers a yes', async () => {
  const { ask } = await routerOver(venues)
  const { rows } = await ask('fetchHedges', { marketId: btc, relation: 'conflict,identity' })
  expect(rows).toMatchObject([{ market: { marketId: '11' } }])
})

test('a name that markets of several venues bear is answered for all of them, each row with its own', async () => {
  const moon = 'Will the moon be sold before 2027?'
  const rain = 'Will it rain in Lisbon on December 5?'
  const { ask } = await routerOver([
    venueOf('kalshi', [{ id: '7', title: moon }]),
    venueOf('rain', [
      { id: '7', title: rain },
      { id: '8', title: moon },
    ]),
    venueOf('polymarket', [{ id: '9', title: rain }]),
  ])
  const idsOf = async (query: MatchQuery) => {
    const { rows, headers } = await ask('fetchMarketMatches', query)
    const pairs = (rows as { market: { marketId: string }; sourceMarket?: { sourceExchange: string } }[]).map(
      ({ market, sourceMarket }) => [sourceMarket?.sourceExchange, market.marketId],
    )
    return { pairs: pairs.sort(), warning: headers['x-pmx-warning'] }
  }
  const both = await idsOf({ marketId: '7' })
  expect(both.pairs).toEqual([
    ['kalshi', '8'],
    ['rain', '9'],
  ])
  expect(both.warning).toBe('2 markets have the name "7". sourceMarket shows which one each row belongs to')
  expect(await idsOf({ slug: 'slug-7' })).toEqual({ ...both, warning: expect.stringContaining('slug-7') })
  const alone = { pairs: [[undefined, '9']], warning: undefined }
  expect(await idsOf({ marketId: '7', sourceExchange: 'rain' })).toEqual(alone)
  expect(await idsOf({ market: { marketId: '7', sourceExchange: 'rain' } } as MatchQuery)).toEqual(alone)
  const id = catalogIdOf('rain', 'market', '7')
  expect(await idsOf({ marketId: '7', slug: id })).toEqual(alone)
  expect(await idsOf({ market: { id, marketId: '7' } } as MatchQuery)).toEqual(alone)
})
