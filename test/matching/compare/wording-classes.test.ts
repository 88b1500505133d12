import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { featuresOf } from '../../../src/matching/compare/features.js'
import { compareMarkets } from '../../../src/matching/compare/judge-markets.js'
import { readServedPairs } from '../support/served.js'

/** Relation of two markets, one line each as in `support/served.ts`. */
function relationOf(a: string, b: string): string {
  const [pair] = readServedPairs(`same: x\n${a}\n${b}`)
  if (pair === undefined) throw new Error('no pair')
  const [first, second] = [pair.a, pair.b].map(({ market, around }) => featuresOf(market, around))
  return first === undefined || second === undefined ? '' : compareMarkets(first, second).relation
}

const polymarket = (question: string, end = '2026-12-01T00:00Z', event = '', said = ''): string =>
  `polymarket | ${event} | ${question} | ${said} | ${end} |`
const kalshi = (
  question: string,
  said = '',
  end = '2026-12-08T15:00Z',
  ticker = 'KXTEST-26-X',
  event = '',
): string => `kalshi | ${event} | ${question} | ${said} | ${end} | ${ticker}`

/** Invented names: a rule that knows real ones alone does not pass. */
const people = fc
  .tuple(
    fc.constantFrom('Anna', 'Peter', 'Maria', 'Robert'),
    fc.constantFrom('Quellin', 'Vostrander', 'Okemba', 'Trelawick'),
  )
  .map((parts) => parts.join(' '))
const clubs = fc.constantFrom('Vostra', 'Quellheim', 'Trelaw', 'Okembe')

describe('awards by their letters', () => {
  const awards = [
    ['NL MOTY', 'NL Manager of the Year'],
    ['NL CPOTY', 'NL Comeback Player of the Year award'],
    ['AL ROTY', 'AL Rookie of the Year award'],
    ['DPOY', 'Defensive Player of the Year'],
    ['OROTY', 'NFL Offensive Rookie of the Year'],
  ] as const

  test.each(awards)('%s is the %s, of the same person alone', (short, full) => {
    fc.assert(
      fc.property(people, people, (one, other) => {
        const found = relationOf(
          polymarket(`Will ${one} win the 2026 ${full}?`),
          kalshi(`Will ${other} win ${short}?`, other),
        )
        expect(found === 'identity').toBe(one === other)
      }),
      { numRuns: 40 },
    )
  })

  test('are not one another', () => {
    const found = awards.flatMap(([short], at) =>
      awards.flatMap(([, full], place) =>
        at === place
          ? []
          : [
              relationOf(
                polymarket(`Will Anna Quellin win the 2026 ${full}?`),
                kalshi(`Will Anna Quellin win ${short}?`, 'Anna Quellin'),
              ),
            ],
      ),
    )
    expect(found).not.toContain('identity')
  })
})

describe('the year in a ticker', () => {
  const seat = 'Will the Republican Party win the QX-07 House seat?'
  const race = 'Will Republican win the House race for QX-07?'

  test('names the election of a market that stays open for a year after it', () => {
    expect(
      relationOf(
        polymarket(seat, '2026-11-03T00:00Z'),
        kalshi(race, 'Republican', '2027-11-03T15:00Z', 'KXHOUSERACE-QX07-26-R'),
      ),
    ).toBe('identity')
  })

  test('of another election keeps them apart', () => {
    expect(
      relationOf(
        polymarket(seat, '2026-11-03T00:00Z'),
        kalshi(race, 'Republican', '2029-11-06T15:00Z', 'KXHOUSERACE-QX07-28-R'),
      ),
    ).not.toBe('identity')
  })

  test('is that in which a season ends', () => {
    const award = polymarket('Will Anna Quellin win the 2026 NFL MVP?', '2027-02-15T00:00Z')
    const of = (year: number): string =>
      relationOf(
        award,
        kalshi(
          'Will Anna Quellin win the MVP?',
          'Anna Quellin',
          `20${year + 1}-02-12T15:00Z`,
          `KXNFLMVP-${year}-AQUE`,
        ),
      )
    expect([of(27), of(28)]).toEqual(['identity', expect.not.stringMatching('identity')])
  })
})

test('clubs are named with and without their legal form, and two clubs of one town are not one', () => {
  fc.assert(
    fc.property(clubs, fc.constantFrom('FC', 'SC', 'AFC'), (club, form) => {
      const title = (name: string): string => polymarket(`Will ${name} win the 2026 Quell League?`)
      expect(
        relationOf(title(`${club} ${form}`), kalshi(`Will ${club} win the 2026 Quell League?`, club)),
      ).toBe('identity')
    }),
    { numRuns: 20 },
  )
  expect(
    relationOf(
      polymarket(
        'Will Manchester United finish in the top 4 in the 2026-27 EPL season?',
        '2027-05-24T00:00Z',
      ),
      kalshi(
        'Will Manchester City finish in the top 4 in the 2026-27 EPL season?',
        'Manchester City',
        '2027-06-07T14:00Z',
      ),
    ),
  ).not.toBe('identity')
})

test.each([
  ['finish in the top 5', 'finish top 10', 'subset'],
  ['finish in the top 20', 'finish top 10', 'superset'],
  ['finish in the top 10', 'finish top 10', 'identity'],
  ['finish on the podium', 'finish top 3', 'identity'],
  ['win', 'finish top 10', 'subset'],
])('%s against %s is %s', (own, other, relation) => {
  fc.assert(
    fc.property(people, (name) => {
      expect(
        relationOf(
          polymarket(`Will ${name} ${own} at the 2026 Quell Open?`),
          kalshi(`Will ${name} ${other} at the Quell Open?`, name),
        ),
      ).toBe(relation)
    }),
    { numRuns: 10 },
  )
})

describe('a company in full that reports a value', () => {
  const asked = polymarket('Quellin subscribers above 78M in Q2?', '2026-07-30T20:00Z')
  const reports = (name: string): string =>
    relationOf(
      asked,
      kalshi(
        `Will ${name} report above 78 million subscribers in Q2 2026?`,
        'Above 78 million',
        '2026-07-30T20:00Z',
      ),
    )

  test('is the company by its short name', () => {
    expect(reports('Quellin Technology S.A.')).toBe('identity')
    expect(reports('Quellin Skydash CORP')).toBe('identity')
  })

  test('is not another company', () => {
    expect(reports('Trelawick Inc.')).not.toBe('identity')
  })
})

describe('a venue that always uses one source', () => {
  test('decides a price otherwise than one with another', () => {
    const [a, b] = [
      'polymarket | | Ethereum above 2,315 on May 13, 5PM ET? | | 2026-05-13T21:00Z |',
      'kalshi | | Ethereum price at May 13, 2026 at 5pm EDT? | $2,315 or above | 2026-05-13T21:00Z | KXETHD-26MAY1317-T2314.99',
    ]
    expect(relationOf(a ?? '', b ?? '')).not.toBe('identity')
  })

  test('says nothing of questions that no price decides', () => {
    expect(
      relationOf(
        polymarket('Will the US create a national Bitcoin reserve before 2027?', '2026-12-31T00:00Z'),
        kalshi(
          'Will the US create a national Bitcoin reserve before 2027?',
          'Before 2027',
          '2027-01-01T15:00Z',
          'KXBTCRESERVE-27',
        ),
      ),
    ).toBe('identity')
  })
})

describe('bets on games', () => {
  const game = 'Chicago Cubs vs. Texas Rangers'
  const of = (question: string, slug: string): string =>
    `polymarket | ${game} | ${question} | | 2026-05-17T18:35Z | mlb-chc-tex-2026-05-10-${slug}`
  const run =
    'kalshi | Chicago C vs Texas: First Inning Run | Chicago C vs Texas First Inning Run? | Yes / No | 2026-05-13T18:35Z | KXMLBRFI-26MAY101435CHCTEX'

  test('a run in the first inning is one bet in both wordings, and not a run of the game', () => {
    expect(relationOf(of(`Will there be a run scored in the first inning?: ${game}`, 'nrfi'), run)).toBe(
      'identity',
    )
    expect(relationOf(of(`Will there be a run scored in the second inning?: ${game}`, 'x'), run)).not.toBe(
      'identity',
    )
  })

  test('a series is not one of its games, and its exact score is not its winner', () => {
    const winner =
      'polymarket | NHL Playoffs: Who Will Win Series? - Ducks vs. Golden Knights | NHL Playoffs: Who Will Win Series? - Ducks vs. Golden Knights | Ducks / Golden Knights | 2026-05-23T00:00Z |'
    const against = (question: string, ticker: string): string =>
      relationOf(winner, `kalshi | | ${question} | Anaheim Ducks | 2026-06-02T14:00Z | ${ticker}`)
    expect(
      against(
        'Vegas Golden Knights vs Anaheim Ducks 2026 2nd Round series winner?',
        'KXNHLSERIES-26VGKANAR2-ANA',
      ),
    ).toBe('identity')
    expect(against('Vegas at Anaheim Winner?', 'KXNHLGAME-26MAY22VGKANA-ANA')).not.toBe('identity')
    expect(
      against(
        'Will Anaheim Ducks win 4-2 in the Vegas Golden Knights vs Anaheim Ducks 2nd Round series in the 2026 NHL Playoffs?',
        'KXNHLSERIESSCORE-26VGKANAR2-ANA42',
      ),
    ).not.toBe('identity')
  })

  test('the tournament of a match is not a bet, and the weight of a fight names no other fighters', () => {
    expect(
      relationOf(
        'polymarket | LoL: Quellin Esports vs Trelaw (BO3) - LCK Rounds 1-2 | LoL: Quellin Esports vs Trelaw (BO3) - LCK Rounds 1-2 | Quellin Esports / Trelaw | 2026-05-16T10:00Z | lol-que-tre-2026-05-16',
        'kalshi | | Will Trelaw win the Trelaw vs. Quellin Esports League of Legends match? | Trelaw | 2026-05-30T10:00Z | KXLOLGAME-26MAY160600TREQUE-TRE',
      ),
    ).toBe('identity')
    expect(
      relationOf(
        "polymarket | | UFC Fight Night: Anna Quellin vs. Maria Okemba (Women's Flyweight, Prelims) | Anna Quellin / Maria Okemba | 2026-05-17T00:00Z | ufc-ann-mar-2026-05-16",
        'kalshi | | Will Anna Quellin win the Quellin vs Okemba professional MMA fight scheduled for May 16, 2026? | Anna Quellin | 2026-05-30T22:00Z | KXUFCFIGHT-26MAY16QUEOKE-QUE',
      ),
    ).toBe('identity')
  })
})

test.each([
  [
    'Will AJ Quellin be the first pick in the 2026 NBA draft?',
    "Who will be picked first in the Pro Men's Basketball Draft?",
    'AJ Quellin',
  ],
  [
    'Will the US add more than 100,000 jobs in November 2026?',
    'Will above 100000 jobs be added in November 2026?',
    'Above 100000',
  ],
  [
    'Will the Milwaukee Brewers clinch a spot in the 2026 MLB Postseason?',
    'Pro Baseball Playoff Qualifiers',
    'Milwaukee',
  ],
  [
    'Will Anna Quellin get pole position at the 2026 F1 Quell Grand Prix?',
    'Will Anna Quellin take pole position at the Quell Grand Prix?',
    'Anna Quellin',
  ],
  [
    'Will Anna Quellin hit the most triples in the 2026 MLB regular season?',
    'Will Anna Quellin lead Pro Baseball in triples for the 2026 regular season?',
    'Anna Quellin',
  ],
  [
    'Will "Quell" win Best Play at the 2026 Tony Awards?',
    'Will Quell win Best Play at the 79th Tony Awards?',
    'Quell',
  ],
  [
    'Will Anna Quellin headline the Super Bowl LXI Halftime Show?',
    'Will Anna Quellin headline the 2027 Pro Football Championship halftime show?',
    'Anna Quellin',
  ],
  ['Will UTC Quell win Peru Liga 1?', 'Will UTC de Quell win the Liga 1 Peru?', 'UTC de Quell'],
  [
    'Will Maria Okemba Vosta win the 2026 Quellin presidential election?',
    'Will Maria Okemba win the next Quellin presidential election?',
    'Maria Okemba',
  ],
])('%s | %s', (own, other, said) => {
  expect(relationOf(polymarket(own, '2026-12-04T00:00Z'), kalshi(other, said, '2026-12-10T13:25Z', ''))).toBe(
    'identity',
  )
})

test.each([
  [
    'another team of a city',
    'Will the New York Giants win the 2026 Quell Cup?',
    'Will the New York Jets win the 2026 Quell Cup?',
  ],
  [
    'men for women',
    "Will Anna Quellin win the 2026 Women's Quell Open?",
    "Will Anna Quellin win the 2026 Men's Quell Open?",
  ],
  [
    'monthly for annual',
    'Will annual inflation increase by 0.3% in November?',
    'CPI month-over-month in Nov 2026? Exactly 0.3%',
  ],
  [
    'top 2 for top 3',
    'Will Anna Quellin finish in the top 2 at the 2026 Quell Open?',
    'Will Anna Quellin finish on the podium at the 2026 Quell Open?',
  ],
])('%s is not the same', (_, own, other) => {
  expect(
    relationOf(polymarket(own, '2026-12-04T00:00Z'), kalshi(other, '', '2026-12-10T13:25Z', '')),
  ).not.toBe('identity')
})
