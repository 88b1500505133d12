import { expect, test } from 'vitest'
import type { CatalogSearch } from '../../../../src/core/cross-venue/catalog/catalog-search.js'
import type { CandidateMarket } from '../../../../src/core/cross-venue/catalog/match-candidates.js'
import { createPairs, type MarketPair } from '../../../../src/core/cross-venue/matches/match-pairs.js'
import { defaultRelations, type WireRelation } from '../../../../src/core/cross-venue/matches/match-query.js'
import { type LinkView, noLinks } from '../../../../src/matching/links.js'
import { fakeClock } from '../../../support/clock.js'
import { readMarketOf } from '../../read-market.js'

const NOW = Date.UTC(2026, 10, 21)
const question = { relations: ['identity'], minConfidence: 0 } as const
const title = 'Will Bitcoin close above $100,000 on December 31, 2026?'

/** Lists of open markets, of which one has vanished since the page was made, and what lies beside each. */
function pairsOver(pages: readonly (readonly string[])[]) {
  const clock = fakeClock(NOW)
  let beganAt = NOW - 90_000
  const across: Partial<CatalogSearch> = {
    markets: async ({ offset, limit }) => ({
      markets: (pages[offset / limit] ?? []).map((id) => readMarketOf('kalshi', id, title)),
      isLast: offset / limit >= pages.length - 1,
      headers: { 'x-pmx-list-age': '3' },
    }),
    alike: async ({ market }) => ({
      markets: [readMarketOf('rain', `beside-${market.marketId}`, title)],
      beganAt,
      headers: { 'x-pmx-list-age': String((clock.now() - beganAt) / 1_000), 'x-pmx-missing-venues': 'hunch' },
    }),
  }
  return {
    clock,
    pairs: createPairs(across as CatalogSearch, clock, () => noLinks),
    readAnew: () => (beganAt = clock.now()),
  }
}

test('a page of which a market has vanished meanwhile is not taken for the last', async () => {
  const { pairs } = pairsOver([['a', 'b'], ['c']])
  const scanned = await pairs.scan(question, () => false)
  expect(scanned.pairs.map(({ a }) => a.market.marketId)).toEqual(['a', 'b', 'c'])
})

test('pairs are told to be as old as the oldest of their lists, which what is remembered keeps', async () => {
  const { pairs, clock, readAnew } = pairsOver([['a']])
  const ageOf = async () => (await pairs.scan(question, () => false)).headers['x-pmx-list-age']
  expect(await ageOf()).toBe('90')
  readAnew()
  await clock.advance(30_000)
  expect(await ageOf()).toBe('120')
  await clock.advance(31_000)
  expect(await ageOf()).toBe('61')
})

test('what lies beside named markets has an age, and the venues that are missing from it', async () => {
  const { pairs } = pairsOver([])
  const { headers } = await pairs.ofAll([readMarketOf('kalshi', 'a', title)], question)
  expect(headers).toEqual({
    'x-pmx-upstream-requests': '0',
    'x-pmx-list-age': '90',
    'x-pmx-missing-venues': 'hunch',
  })
})

/** What lies beside a market as it is told here, and markets that can be named. */
function pairsBeside(beside: readonly CandidateMarket[], named: readonly CandidateMarket[] = []) {
  const clock = fakeClock(NOW)
  const said = { links: noLinks }
  const across: Partial<CatalogSearch> = {
    markets: async () => ({ markets: [readMarketOf('kalshi', 'a', title)], isLast: true, headers: {} }),
    marketsNamed: async (name, venue) =>
      named.filter((one) => one.market.marketId === name && one.venue === venue),
    alike: async () => ({ markets: beside, beganAt: NOW, headers: {} }),
  }
  const pairs = createPairs(across as CatalogSearch, clock, () => said.links)
  const of = readMarketOf('kalshi', 'a', title)
  return { clock, said, pairs, of }
}

const linkedTo = (...names: readonly { venue: string; marketId: string }[]): LinkView => ({
  ...noLinks,
  linkedTo: () => names,
})

test('what the user has linked lies beside a market once, found or not; a link to nothing adds nothing', async () => {
  const found = [readMarketOf('rain', 'r', title), readMarketOf('hunch', 'x', title)]
  const named = [
    ...found,
    readMarketOf('rain', 'x', 'Will the moon be sold?'),
    readMarketOf('rain', 'x', 'Will the sun be sold?'),
  ]
  const { pairs, said, of } = pairsBeside(found, named)
  said.links = linkedTo(
    { venue: 'rain', marketId: 'r' },
    { venue: 'rain', marketId: 'x' },
    { venue: 'nyse', marketId: 'x' },
    { venue: 'hunch', marketId: 'gone' },
  )
  const { pairs: told } = await pairs.compareWithCandidates(of)
  expect(told.map(({ b }) => [b.venue, b.market.marketId, b.market.title])).toEqual([
    ['rain', 'r', title],
    ['hunch', 'x', title],
    ['rain', 'x', 'Will the moon be sold?'],
  ])
})

test('what the user says counts from the next question on, though pairs are remembered', async () => {
  const { pairs, said, of } = pairsBeside([readMarketOf('rain', 'r', title)])
  const relations = async () =>
    (await pairs.fitting(of, { relations: ['identity', 'conflict'], minConfidence: 0 })).map(
      ({ comparison }) => comparison.relation,
    )
  expect(await relations()).toEqual(['identity'])
  const other: LinkView = { ...noLinks, between: (a, b) => ({ a, b, says: 'other', at: 1 }) }
  said.links = other
  expect(await relations()).not.toContain('identity')
  said.links = noLinks
  expect(await relations()).toEqual(['identity'])
})

test('the surest pairs come first, one just as sure as was asked for among them; unrelated ones never', async () => {
  const less = 'Will Bitcoin be above $100,000 by December 31, 2026?'
  const { pairs, of } = pairsBeside([
    readMarketOf('hunch', 'h', 'Will the moon be sold?'),
    readMarketOf('rain', 'less', less),
    readMarketOf('rain', 'sure', title),
  ])
  const all = [...defaultRelations, 'unrelated'] as WireRelation[]
  const found = await pairs.fitting(of, { relations: all, minConfidence: 0 })
  const confidences = found.map(({ comparison }) => comparison.confidence)
  expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
  expect(found.map(({ comparison }) => comparison.relation)).not.toContain('unrelated')
  const [best] = confidences
  const bound = { relations: all, minConfidence: best ?? 0 }
  expect(await pairs.fitting(of, bound)).toHaveLength(confidences.filter((one) => one === best).length)
})

test('a search ends after five seconds, and says how far it came', async () => {
  const clock = fakeClock(NOW)
  const across: Partial<CatalogSearch> = {
    markets: async () => ({
      markets: ['a', 'b', 'c'].map((id) => readMarketOf('kalshi', id, title)),
      isLast: true,
      headers: { 'x-pmx-missing-venues': 'hunch' },
    }),
    alike: async () => {
      clock.passTo(clock.now() + 2_500)
      return { markets: [], beganAt: NOW, headers: {} }
    },
  }
  const pairs = createPairs(across as CatalogSearch, clock, () => noLinks)
  const { headers } = await pairs.scan(question, () => false)
  // Five seconds to the millisecond are not over yet: the third is looked at.
  expect(headers).toEqual({ 'x-pmx-missing-venues': 'hunch', 'x-pmx-list-age': '7' })
  clock.passTo(clock.now() + 61_000)
  const slow = createPairs(
    {
      ...across,
      alike: async () => {
        clock.passTo(clock.now() + 5_001)
        return { markets: [], beganAt: NOW, headers: {} }
      },
    } as CatalogSearch,
    clock,
    () => noLinks,
  )
  expect((await slow.scan(question, () => false)).headers['x-pmx-warning']).toBe(
    'only the 1 markets with the highest volume were compared',
  )
})

/** What lies beside one market: titles by the ids of markets at other venues; names that are linked with it. */
function besideOver(titles: Readonly<Record<string, string>>) {
  const clock = fakeClock(NOW)
  const said: { links: LinkView } = { links: noLinks }
  const named: string[] = []
  let alike = 0
  const across: Partial<CatalogSearch> = {
    markets: async ({ offset, limit }) => ({
      markets: offset === 0 ? [readMarketOf('kalshi', 'a', title)] : [],
      isLast: offset / limit >= 1,
      headers: offset === 0 ? { 'x-pmx-missing-venues': 'hunch' } : {},
    }),
    async alike() {
      alike++
      return {
        markets: Object.entries(titles).map(([id, asked]) => readMarketOf('rain', id, asked)),
        beganAt: NOW,
        headers: {},
      }
    },
    async marketsNamed(name, venue = 'kalshi') {
      named.push(`${venue} ${name}`)
      return [readMarketOf(venue, name, 'Will it snow in Lisbon?'), readMarketOf(venue, `${name}-2`, title)]
    },
  }
  return {
    clock,
    said,
    named,
    pairs: createPairs(across as CatalogSearch, clock, () => said.links),
    looked: () => alike,
  }
}

const market = readMarketOf('kalshi', 'a', title)
const idsOf = (pairs: readonly MarketPair[]) => pairs.map(({ b }) => `${b.venue} ${b.market.marketId}`)
const linkedToOwn = (...names: readonly (readonly [venue: string, marketId: string])[]): LinkView => ({
  ...noLinks,
  linkedTo: ({ venue, marketId }) =>
    venue === 'kalshi' && marketId === 'a' ? names.map(([of, id]) => ({ venue: of, marketId: id })) : [],
})

test('a market that the user has linked lies beside, once, though nothing of it looks alike', async () => {
  const { pairs, said, named } = besideOver({ b: title, twin: title })
  said.links = linkedToOwn(['rain', 'b'], ['hunch', 'twin'], ['nowhere', 'z'])
  expect(idsOf((await pairs.compareWithCandidates(market)).pairs)).toEqual([
    'rain b',
    'rain twin',
    'hunch twin',
  ])
  // Those that are found already are not looked for, nor is anything at a venue that is none.
  expect(named).toEqual(['hunch twin'])
})

test('the surest come first, and what is unrelated is not kept', async () => {
  const odd = 'Will Bitcoin be above $100,000 on December 31?'
  const { pairs } = besideOver({ far: 'Will it snow in Lisbon?', odd, same: title })
  const { pairs: found } = await pairs.ofAll([market], {
    relations: ['identity', 'overlap', 'related', 'subset', 'superset', 'unrelated'],
    minConfidence: 0,
  })
  expect(idsOf(found)[0]).toBe('rain same')
  expect(idsOf(found)).not.toContain('rain far')
  const sure = found.map(({ comparison }) => comparison.confidence)
  expect(sure).toEqual(sure.toSorted((a, b) => b - a))
  // Who wants them so sure is given those that are exactly that.
  const least = sure[0] ?? Number.NaN
  expect(idsOf(await pairs.fitting(market, { relations: ['identity'], minConfidence: least }))).toEqual([
    'rain same',
  ])
})

test('what was compared is not compared again, until the user says something of markets', async () => {
  const { pairs, said, looked } = besideOver({ b: title })
  for (const links of [noLinks, noLinks, linkedToOwn(['hunch', 'x']), noLinks]) {
    said.links = links
    await pairs.fitting(market, question)
  }
  expect(looked()).toBe(3)
})

test('a search tells what its first page lacks, and ends with enough', async () => {
  const { pairs } = besideOver({ b: title, c: title })
  expect((await pairs.scan(question, () => false)).headers).toMatchObject({ 'x-pmx-missing-venues': 'hunch' })
  const { pairs: many, clock } = pairsOver([['a', 'b', 'c'], ['d']])
  const some = await many.scan(question, (found) => found.length >= 2)
  expect(some.pairs.map(({ a }) => a.market.marketId)).toEqual(['a', 'b'])
  // After five seconds it ends as well, and says so.
  let looked = 0
  const late = await many.scan(question, () => {
    clock.passTo(clock.now() + 2_500)
    looked++
    return false
  })
  expect(looked).toBe(3)
  expect(late.headers['x-pmx-warning']).toBe('only the 3 markets with the highest volume were compared')
  expect(late.headers).not.toHaveProperty('x-pmx-truncated')
})
