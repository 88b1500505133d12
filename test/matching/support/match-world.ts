import type { MarketOutcome, UnifiedMarket } from '../../../src/api/models/models.js'
import type { ServedMarket } from './served.js'

/** A bet on one match, and what it stands for: two bets are the same where these are. */
export interface Bet extends ServedMarket {
  readonly means: string
}

interface Names {
  readonly league: string
  readonly series: string
  readonly slug: string
  readonly day: string
  readonly ticker: string
  /** At the one venue, and at the other; the first is at home. */
  readonly full: readonly [string, string]
  readonly short: readonly [string, string]
  readonly codes: readonly [string, string]
}

export const match: Names = {
  league: 'Premier League',
  series: 'EPL',
  slug: 'epl-new-bre-2026-11-21',
  day: '2026-11-21',
  ticker: '26NOV21NEWBRE',
  full: ['Newcastle United FC', 'Brentford FC'],
  short: ['Newcastle', 'Brentford'],
  codes: ['NEW', 'BRE'],
}

function marketOf(
  venue: string,
  id: string,
  title: string,
  labels: readonly [string, string],
  rest: Partial<UnifiedMarket>,
): UnifiedMarket {
  const outcomes = labels.map(
    (label, at): MarketOutcome => ({ outcomeId: `${id}:${at}`, marketId: id, label }),
  )
  const [yes, no] = outcomes as [MarketOutcome, MarketOutcome]
  return { marketId: id, title, description: '', outcomes, yes, no, url: '', sourceExchange: venue, ...rest }
}

const lines = ['0.5', '1.5', '2.5', '3.5']

/** All bets that Polymarket lists on a match, in its wordings. */
export function polymarketBets({ full, slug, day }: Names, hasSlug: boolean): readonly Bet[] {
  const [home, away] = full
  const both = `${home} vs. ${away}`
  const bet = (
    means: string,
    part: string,
    question: string,
    labels: readonly [string, string],
    end: string,
  ): Bet => {
    const eventTitle = part === '' ? both : `${both} - ${part}`
    const market = marketOf('polymarket', `p-${means}`, `${eventTitle} - ${question}`, labels, {
      resolutionDate: `${day}T15:00:00.000Z`,
      ...(hasSlug ? { slug: `${slug}-${end}` } : {}),
    })
    return { means, market, around: { eventTitle } }
  }
  const yes = (label: string): readonly [string, string] => [label, `Not ${label}`]
  const own = (means: string, part: string, question: string, end: string): Bet =>
    bet(means, part, question, yes(question), end)
  const sides = [
    [home, away, 'home', 'h'],
    [away, home, 'away', 'a'],
  ] as const
  return [
    ...sides.flatMap(([side, other, end, key]) => [
      bet(`win ${key}`, '', `Will ${side} win on ${day}?`, yes(side), end),
      bet(
        `1h win ${key}`,
        'Halftime Result',
        `${side} leading at halftime?`,
        yes(side),
        `halftime-result-${end}`,
      ),
      bet(
        `2h win ${key}`,
        'Second Half Result',
        `${side} to win the second half?`,
        yes(side),
        `second-half-result-${end}`,
      ),
      ...['1.5', '2.5'].map((line) =>
        bet(
          `spread ${key} ${line}`,
          'More Markets',
          `Spread: ${side} (-${line})`,
          [side, other],
          `spread-${end}-${line.replace('.', 'pt')}`,
        ),
      ),
      ...['0.5', '1.5'].map((line) =>
        bet(
          `team ${key} ${line}`,
          'More Markets',
          `${both}: ${side} O/U ${line}`,
          ['Over', 'Under'],
          `team-total-${end}-${line.replace('.', 'pt')}`,
        ),
      ),
      own(`first ${key}`, 'More Markets', `${side} to score first vs. ${other}?`, `first-to-score-${end}`),
      own(`clean ${key}`, 'More Markets', `${both}: ${side} to keep a clean sheet`, `clean-sheet-${end}`),
      own(`nil ${key}`, 'More Markets', `${both}: ${side} to win to nil`, `win-to-nil-${end}`),
      own(`comeback ${key}`, 'More Markets', `${both}: ${side} to win from behind`, `from-behind-${end}`),
      own(`penalty ${key}`, 'More Markets', `${both}: ${side} to be awarded a penalty`, `penalty-${end}`),
    ]),
    bet('draw', '', `Will ${both} end in a draw?`, yes(`Draw (${both})`), 'draw'),
    bet('1h draw', 'Halftime Result', `${both}: Draw at halftime?`, yes('Draw'), 'halftime-result-draw'),
    bet(
      '2h draw',
      'Second Half Result',
      `${both}: Draw in the second half?`,
      yes('Draw'),
      'second-half-result-draw',
    ),
    ...lines.flatMap((line) => [
      bet(
        `total ${line}`,
        'More Markets',
        `${both}: O/U ${line}`,
        ['Over', 'Under'],
        `total-${line.replace('.', 'pt')}`,
      ),
      bet(
        `1h total ${line}`,
        'More Markets',
        `${both}: 1st Half O/U ${line}`,
        ['Over', 'Under'],
        `first-half-total-${line.replace('.', 'pt')}`,
      ),
      bet(
        `corners ${line}`,
        'Total Corners',
        `${both}: O/U ${line} Total Corners`,
        ['Over', 'Under'],
        `total-corners-${line.replace('.', 'pt')}`,
      ),
      bet(
        `cards ${line}`,
        'More Markets',
        `${both}: O/U ${line} Total Cards`,
        ['Over', 'Under'],
        `total-cards-${line.replace('.', 'pt')}`,
      ),
    ]),
    bet('both', 'More Markets', `${both}: Both Teams to Score`, yes('Both Teams to Score'), 'btts'),
    own('1h both', 'More Markets', `${both}: Both Teams to Score in First Half`, 'btts-first-half'),
    own('2h both', 'More Markets', `${both}: Both Teams to Score in Second Half`, 'btts-second-half'),
    own('score 2-1', 'Exact Score', `Exact Score: ${home} 2 - 1 ${away}?`, 'exact-score-2-1'),
    own('score 0-0', 'Exact Score', `Exact Score: ${home} 0 - 0 ${away}?`, 'exact-score-0-0'),
    own('scorer isak', 'Player Props', 'Alexander Isak: Anytime Goalscorer', 'goalscorer-alexander-isak'),
    own('goals 1 isak', 'Player Props', 'Alexander Isak: 1+ goals', 'goals-alexander-isak-gte1'),
    own('goals 2 isak', 'Player Props', 'Alexander Isak: 2+ goals', 'goals-alexander-isak-gte2'),
    own('assists 1 isak', 'Player Props', 'Alexander Isak: 1+ assists', 'assists-alexander-isak-gte1'),
    own('shots 1 isak', 'Player Props', 'Alexander Isak: 1+ shots on target', 'shots-alexander-isak-gte1'),
    own('extra time', 'More Markets', `${both}: Will the Match Go to Extra Time?`, 'extra-time'),
    own('shootout', 'More Markets', `${both}: Will there be a penalty shootout?`, 'penalty-shootout'),
    own('red card', 'More Markets', `${both}: Will there be a red card?`, 'red-card'),
    own('own goal', 'More Markets', `${both}: Will there be an own goal?`, 'own-goal'),
    own('referee', 'More Markets', `Will Anthony Taylor referee ${both}?`, 'referee'),
    own('attend', '', `Will Donald Trump attend ${both}?`, 'attend'),
    own('postponed', 'More Markets', `Will ${both} be postponed?`, 'postponed'),
    own('odd', 'More Markets', `${both}: Odd number of goals`, 'odd'),
    own('both halves', 'More Markets', `${both}: Goal in both halves`, 'goal-in-both-halves'),
    bet('advance h', 'More Markets', `${both}: Team to Advance`, [home, away], 'to-advance'),
    bet('most corners h', 'More Markets', `${both}: Most Corners`, [home, away], 'most-corners'),
    bet('most cards h', 'More Markets', `${both}: Most Cards`, [home, away], 'most-cards'),
    bet('no bet h', 'More Markets', `${both}: Draw No Bet`, [home, away], 'draw-no-bet'),
    own('double h', 'More Markets', `${both}: Double Chance - ${home} or Draw`, 'double-chance-home'),
  ]
}

/** All bets that Kalshi lists on a match, in its wordings. */
export function kalshiBets({ short, series, ticker, codes }: Names): readonly Bet[] {
  const [home, away] = short
  const bet = (means: string, kind: string, end: string, title: string, label: string): Bet => {
    const id = `KX${series}${kind}-${ticker}${end === '' ? '' : `-${end}`}`
    const market = marketOf('kalshi', id, title, [label, `Not ${label}`], {
      slug: id,
      resolutionDate: '2026-12-05T15:00:00.000Z',
    })
    return { means, market, around: {} }
  }
  const sides = [
    [home, codes[0], 'h'],
    [away, codes[1], 'a'],
  ] as const
  return [
    ...sides.flatMap(([side, code, key]) => [
      bet(`win ${key}`, 'GAME', code, `${home} vs ${away} Winner?`, side),
      bet(`1h win ${key}`, '1H', code, `${home} vs ${away}: First Half Winner?`, side),
      bet(`1h win ${key}`, '1H', `${code}x`, `Will ${side} win the 1st Half?`, side),
      bet(`2h win ${key}`, '2H', code, `Will ${side} win the 2nd Half?`, side),
      ...['1.5', '2.5'].map((line) =>
        bet(
          `spread ${key} ${line}`,
          'SPREAD',
          `${code}${line[0]}`,
          `${side} wins by over ${line} goals?`,
          `${side} wins by over ${line} goals`,
        ),
      ),
      bet(
        `1h spread ${key} 1.5`,
        '1HSPREAD',
        `${code}1`,
        `${side} wins the 1st Half by over 1.5 goals?`,
        `${side} wins the 1H by over 1.5 goals`,
      ),
      bet(`team ${key} 1.5`, 'TEAMTOTAL', `${code}1`, `${side}: Team Total`, `Over 1.5 ${side} goals scored`),
      bet(`advance ${key}`, 'ADVANCE', code, `${home} vs ${away}: To Advance`, side),
      bet(`first ${key}`, 'FIRSTGOAL', code, `${home} vs ${away}: First Goal`, side),
      bet(`most corners ${key}`, 'CORNERS', code, `${home} vs ${away}: Most Corners`, side),
    ]),
    bet('draw', 'GAME', 'TIE', `${home} vs ${away} Winner?`, 'Tie'),
    bet('1h draw', '1H', 'TIE', `${home} vs ${away}: First Half Winner?`, 'Tie'),
    bet('1h draw', '1H', 'TIEx', 'Will Tie win the 1st Half?', 'Tie'),
    bet('2h draw', '2H', 'TIE', 'Will Tie be the result of the 2nd Half?', 'Tie 2nd Half'),
    ...lines.flatMap((line) => [
      bet(`total ${line}`, 'TOTAL', `${line[0]}`, `${away} at ${home}: Totals`, `Over ${line} goals scored`),
      bet(
        `total ${line}`,
        'TOTAL',
        `${line[0]}x`,
        `Will over ${line} goals be scored?`,
        `Over ${line} goals scored`,
      ),
      bet(
        `1h total ${line}`,
        '1HTOTAL',
        `${line[0]}`,
        `${away} at ${home}: First Half Totals`,
        `Over ${line} goals scored in the 1st half`,
      ),
      bet(
        `corners ${line}`,
        'CORNERSTOTAL',
        `${line[0]}`,
        `${away} at ${home}: Total Corners`,
        `Over ${line} corners`,
      ),
    ]),
    bet('both', 'BTTS', '', `${away} at ${home}: Both Teams to Score`, 'Both Teams To Score'),
    bet('goals 1 isak', 'GOAL', 'NEWAISAK14-1', 'Alexander Isak: 1+ goals', 'Alexander Isak: 1+'),
    bet('goals 2 isak', 'GOAL', 'NEWAISAK14-2', 'Alexander Isak: 2+ goals', 'Alexander Isak: 2+'),
    bet('first isak', 'FIRSTGOAL', 'NEWAISAK14', 'Alexander Isak: First goalscorer', 'Alexander Isak'),
    bet('assists 1 isak', 'ASSIST', 'NEWAISAK14-1', 'Alexander Isak: 1+ assists', 'Alexander Isak: 1+'),
  ]
}
