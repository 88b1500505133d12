import { describe, expect, test } from 'vitest'
import { featuresOf } from '../../src/matching/compare/features.js'
import { compareMarkets } from '../../src/matching/compare/judge-markets.js'
import { type Bet, kalshiBets, match, polymarketBets } from './support/match-world.js'

/** What implies what on one match: who wins by goals wins, and where both score there are two. */
const implied: readonly (readonly [narrow: RegExp, wide: (means: RegExpExecArray) => RegExp])[] = [
  [/^(1h )?spread ([ha])/, ([, half = '', side]) => new RegExp(`^${half}win ${side}$`)],
  [/^(1h )?both$/, ([, half = '']) => new RegExp(`^${half}total [01]\\.5$`)],
  [/^goals 2 (\w+)$/, ([, name]) => new RegExp(`^goals 1 ${name}$`)],
]

function implies(narrow: string, wide: string): boolean {
  return implied.some(([pattern, wider]) => {
    const read = pattern.exec(narrow)
    return read !== null && wider(read).test(wide)
  })
}

describe.each([
  ['with slugs', polymarketBets(match, true)],
  ['without slugs', polymarketBets(match, false)],
])('all bets of two venues on one football match, %s', (_, bets) => {
  const pairs = bets.flatMap((a) => kalshiBets(match).map((b) => [a, b, comparedBets(a, b)] as const))

  test('are the same only where they mean the same', () => {
    const called = pairs.filter(([, , { relation }]) => relation === 'identity')
    expect(called.filter(([a, b]) => a.means !== b.means).map(shown)).toEqual([])
    const same = pairs.filter(([a, b]) => a.means === b.means)
    expect(called.length / same.length).toBeGreaterThanOrEqual(0.9)
  })

  test('have outcomes in common only where they mean the same', () => {
    const priced = pairs.filter(([a, b, { outcomes }]) => outcomes.length > 0 && a.means !== b.means)
    expect(priced.map(shown)).toEqual([])
  })

  test('imply one another only where one cannot come without the other', () => {
    const wrong = pairs.filter(([a, b, { relation }]) => {
      if (relation === 'subset') return !implies(a.means, b.means)
      return relation === 'superset' && !implies(b.means, a.means)
    })
    expect(wrong.map(shown)).toEqual([])
  })
})

test('bets on another match of the same day are never the same', () => {
  const elsewhere = {
    ...match,
    short: ['Fulham', 'Everton'],
    codes: ['FUL', 'EVE'],
    ticker: '26NOV21FULEVE',
  } as const
  for (const a of polymarketBets(match, true))
    for (const b of kalshiBets(elsewhere)) {
      const { relation, outcomes } = comparedBets(a, b)
      expect(['conflict', 'unrelated', 'related'], shown([a, b])).toContain(relation)
      expect(outcomes).toEqual([])
    }
})

function comparedBets(a: Bet, b: Bet) {
  return compareMarkets(featuresOf(a.market, a.around), featuresOf(b.market, b.around))
}

function shown([a, b]: readonly [Bet, Bet, ...unknown[]]): string {
  return `${a.means} | ${b.means}: ${a.market.title} | ${b.market.title}`
}
