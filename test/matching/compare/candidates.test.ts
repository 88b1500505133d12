import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildCandidateIndex, type IndexedMarket } from '../../../src/matching/compare/candidates.js'
import { indexMarket } from '../../../src/matching/compare/features.js'
import { learnedPairs } from '../labelled/learned.js'
import { tunedPairs } from '../labelled/tuned.js'
import { servedGames } from '../served/games.js'
import { servedQuestions } from '../served/questions.js'
import { unseenListedAutumn } from '../unseen/listed-autumn.js'
import { unseenListedSpring } from '../unseen/listed-spring.js'
import { unseenOtherVenues } from '../unseen/other-venues.js'

const steady = { monotonic: () => 0, pause: () => Promise.resolve(), sliceMs: 5 }

const pairs = [...tunedPairs, ...learnedPairs]
const indexed = ({ market, around }: (typeof pairs)[number]['a']): IndexedMarket => ({
  text: `${around.eventTitle ?? ''} ${market.title} ${market.yes?.label ?? ''}`,
  venue: market.sourceExchange,
})

describe('candidates', () => {
  test('of a market hold the one that asks the same, among all others, for nearly all labelled pairs', async () => {
    const same = pairs.filter(({ label }) => label === 'same')
    const index = await buildCandidateIndex(
      pairs.map(({ b }) => indexed(b)),
      steady,
    )
    const found = same.filter((pair) => {
      const places = index.find(indexed(pair.a), 20).map(({ place }) => place)
      return places.includes(pairs.indexOf(pair))
    })
    expect(found.length / same.length).toBeGreaterThanOrEqual(0.95)
  })

  test('are never of the same venue, and come best first', async () => {
    const word = fc.constantFrom('btc', 'fed', 'trump', 'ipo', 'nba', 'kraken')
    const market = fc.record({
      text: fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
      venue: fc.constantFrom('kalshi', 'polymarket', 'rain'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(market), market, async (markets, sought) => {
        const index = await buildCandidateIndex(markets, steady)
        const found = index.find(sought, 100)
        expect(found.filter(({ place }) => markets[place]?.venue === sought.venue)).toEqual([])
        expect([...found].sort((a, b) => b.score - a.score || a.place - b.place)).toEqual(found)
        expect(index.find(sought, 100)).toEqual(found)
        const whole = markets.findIndex(({ text, venue }) => text === sought.text && venue !== sought.venue)
        if (whole >= 0 && sought.text !== '') expect(found.map(({ place }) => place)).toContain(whole)
      }),
      { numRuns: 60 },
    )
  })
})

describe('an index', () => {
  test('is built in slices, and gives way after each', async () => {
    let now = 0
    let pauses = 0
    const effects = { monotonic: () => now++, pause: async () => void pauses++, sliceMs: 3 }
    const index = await buildCandidateIndex(
      Array.from({ length: 1_000 }, (_, at) => ({ text: `w${at}`, venue: 'rain' })),
      effects,
    )
    expect(index.size).toBe(1_000)
    expect(pauses).toBeGreaterThan(10)
  })

  test('is given up when nobody wants it any more', async () => {
    let now = 0
    const signal = AbortSignal.abort(new Error('closing'))
    const markets = Array.from({ length: 100 }, () => ({ text: 'btc', venue: 'rain' }))
    await expect(
      buildCandidateIndex(markets, { ...steady, monotonic: () => (now += 10), signal }),
    ).rejects.toThrow('closing')
  })
})

describe('a game', () => {
  const servedPairs = [...servedGames, ...servedQuestions]
  const other = (at: number): IndexedMarket => ({ text: `Will w${at} happen in ${at}?`, venue: 'kalshi' })

  test('is found among all other bets, by nickname, by city and by ticker alone', async () => {
    const markets = servedPairs.map(({ b }) => indexMarket(b.market, b.around))
    const index = await buildCandidateIndex(
      [...markets, ...Array.from({ length: 3_000 }, (_, at) => other(at))],
      steady,
    )
    const missed = servedPairs.filter(({ label, a }, at) => {
      if (label === 'different' || label === 'near') return false
      const found = index.find(indexMarket(a.market, a.around), 20)
      return !found.some(({ place }) => place === at)
    })
    expect(missed.map(({ a, b }) => `${a.market.title} | ${b.market.title}`)).toEqual([])
  })
})

test('of listings that the rules had not seen hold the market that asks the same', async () => {
  const all = [...unseenListedSpring, ...unseenListedAutumn, ...unseenOtherVenues]
  const index = await buildCandidateIndex(
    all.map(({ b }) => indexMarket(b.market, b.around)),
    steady,
  )
  const same = all.filter(({ label }) => label === 'same')
  const lost = same.filter(({ a, b }) => {
    const places = index.find(indexMarket(a.market, a.around), 20).map(({ place }) => place)
    return !places.some((place) => all[place]?.b === b)
  })
  expect(
    lost.length / same.length,
    lost.map(({ a, b }) => `${a.market.title} | ${b.market.title}`).join('\n'),
  ).toBeLessThanOrEqual(0.03)
})
