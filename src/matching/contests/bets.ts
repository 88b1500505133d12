import type { Series } from '../words/competitions.js'
import { splitWords } from '../words/title-words.js'
import { light, silent } from '../words/vocabulary.js'

/** The question that a bet on a contest asks. */
export interface Bet {
  readonly kind: 'winner' | 'total' | 'spread' | 'bothscore' | 'other'
  /** The part of the contest: `full`, `1h`, `set 1`, `map 2`. */
  readonly period: string
  /** The counted quantity: `score` for goals, points and runs. */
  readonly measure: string
  /** For totals and spreads: values above this are over. */
  readonly line?: number
  /** Only one side's scores count, whether or not a text names the side. */
  readonly isOfOne: boolean
  /** YES pays below the line. */
  readonly isUnder: boolean
}

const half = '(?:half|1\\/2)'
const ordinals: readonly (readonly [pattern: string, number: string])[] = [
  ['(?:1st|first|one|1)', '1'],
  ['(?:2nd|second|two|2)', '2'],
  ['(?:3rd|third|three|3)', '3'],
  ['(?:4th|fourth|four|4)', '4'],
  ['(?:5th|fifth|five|5)', '5'],
]

/** From the most to the least specific form. */
const periods: readonly (readonly [pattern: RegExp, period: string])[] = [
  [new RegExp(`\\b(?:1st|first)[ -]?${half}\\b|\\bhalf[ -]?time\\b|\\b1h\\b|\\bht\\b`, 'gi'), '1h'],
  [new RegExp(`\\b(?:2nd|second)[ -]?${half}\\b|\\b2h\\b`, 'gi'), '2h'],
  [/\bextra[ -]?time\b|\bovertime\b|\bpenalty shoot-?out\b|\bpenalties\b/gi, 'extra'],
  [/\bin regulation\b|\bregulation(?: time)?\b|\b90 min(?:ute)?s\b/gi, 'regulation'],
  [/\binseries\b/gi, 'series'],
  [/\bfirst (?:5|five) innings\b|\bf5\b/gi, 'i5'],
  ...ordinals.flatMap(([ordinal, number]): readonly (readonly [RegExp, string])[] => [
    [
      new RegExp(`\\b${ordinal} quarter\\b|\\bquarter ${number}\\b|\\b(?:q${number}|${number}q)\\b`, 'gi'),
      `q${number}`,
    ],
    [new RegExp(`\\b${ordinal} inning\\b|\\binning ${number}\\b`, 'gi'), `inning ${number}`],
    [new RegExp(`\\b${ordinal} period\\b|\\bperiod ${number}\\b`, 'gi'), `period ${number}`],
    [new RegExp(`\\b(?:${ordinal} set|set ${number})\\b`, 'gi'), `set ${number}`],
    [new RegExp(`\\b(?:${ordinal} map|map ${number})\\b`, 'gi'), `map ${number}`],
    [new RegExp(`\\b(?:game ${number}|game${number})\\b`, 'gi'), `game ${number}`],
    [new RegExp(`\\b(?:round ${number})\\b`, 'gi'), `round ${number}`],
  ]),
  [/\b(?:game|map|set) [67]\b/gi, 'late game'],
]

/** Quantities other than the score. */
const measures: readonly (readonly [pattern: RegExp, measure: string])[] = [
  [/\bcorners?\b/i, 'corners'],
  [/\b(?:yellow |red )?cards?\b|\bbookings?\b/i, 'cards'],
  [/\bassists?\b/i, 'assists'],
  [/\brebounds?\b/i, 'rebounds'],
  [/\bstrikeouts?\b/i, 'strikeouts'],
  [/\bshots?(?: on target)?\b/i, 'shots'],
  [/\bfouls?\b|\boffsides?\b|\bsaves\b|\btackles\b|\bthrow-?ins?\b/i, 'acts'],
  [/\b(?:total|most|more|\d\+?) aces\b|\baces (?:o\/u|over|total)\b|\bdouble faults?\b/i, 'aces'],
  [/\btie-?breaks?\b/i, 'tiebreaks'],
  [
    /\btotal sets\b|\bsets (?:o\/u|over|total|spread|handicap)\b|\bset (?:handicap|spread)\b|\bsets\b/i,
    'sets',
  ],
  [
    /\btotal maps\b|\bmaps (?:o\/u|over|total|spread|handicap)\b|\bmap handicap\b|\bmaps\b|\bgames total\b|\bgame handicap\b/i,
    'maps',
  ],
  [/\btotal games\b|\bgames\b/i, 'games'],
  [/\bkills?\b/i, 'kills'],
  [/\brounds?\b(?! of\b)/i, 'rounds'],
  [/\b(?:passing|rushing|receiving)? ?(?:yards?|yds)\b/i, 'yards'],
  [/\btouchdowns?\b/i, 'touchdowns'],
  [/\bhome ?runs?\b/i, 'homeruns'],
  [/\bhits?\b/i, 'hits'],
  [/\b(?:most|more) \b/i, 'most'],
]

const drawn = /\bends? in (?:a )?(?:draw|tie)\b|\bdraws?\b|\btied?\b|\bties\b/i
const bothScore = /\bboth[ ;]+(?:teams )?(?:to )?score\b|\bbtts\b/i
const line = '(-?\\d+(?:\\.\\d+)?)'
const totals: readonly (readonly [pattern: RegExp, isUnder: boolean, shift: number])[] = [
  [new RegExp(`\\b(?:o\\/u|over\\/under|over ?- ?under|total(?:s)?)\\s*:?\\s*${line}`, 'i'), false, 0],
  [new RegExp(`\\b(?:over|more than|above)\\s+${line}`, 'i'), false, 0],
  [new RegExp(`\\b(?:under|fewer than|less than|below)\\s+${line}`, 'i'), true, 0],
  [new RegExp(`\\b(?:at least)\\s+${line}`, 'i'), false, -0.5],
  [new RegExp(`${line}\\s*(?:\\+|or more)`, 'i'), false, -0.5],
]
const spreads: readonly (readonly [pattern: RegExp, shift: number])[] = [
  [new RegExp(`\\bwins?(?: the \\w+(?: \\w+)?)? by (?:over|more than)\\s+${line}`, 'i'), 0],
  [new RegExp(`\\bwins? by (?:at least)?\\s*${line}(?:\\+| or more)?`, 'i'), -0.5],
  [new RegExp(`\\b(?:spread|handicap|cover(?:s|ing)?)\\b[^-+\\d]*\\(?-${line}`, 'i'), 0],
  [new RegExp(`\\(-${line}\\)`, 'i'), 0],
]
const spreadWords = /\bspreads?\b|\bhandicap\b|\bcovers?\b|\bwins? by\b|\bgoal difference\b|\bmargin\b/i
const totalWords = /\bo\/u\b|\bover\/under\b|\btotals?\b|\bover\b|\bunder\b|\d\+/i
const props =
  /\bgoalscorer\b|\bscorer\b|\bto score\b|\bscores?\b|\bexact\b|\bcorrect\b|\bqualif|\badvance|\bmethod\b|\bdistance\b|\bknockout\b|\bko\b|\btko\b|\bsubmission\b|\bdecision\b|\bpenalt|\btoss\b|\bodd\b|\beven\b|\bclean sheet\b|\bto nil\b|\blead|\brace to\b|\bmvp\b|\bman of\b|\bplayer of\b|\bfirst to\b|\blast to\b|\bcomplet|\bpostpone|\bcancel|\battend|\breferee\b|\bweather\b|\bviewers\b|\bsent off\b|\bseries\b|\bdouble chance\b|\bdraw no bet\b|\bno bet\b|\bor draw\b|\bopening\b|\bkick-?off\b|\bmost\b|\bper ?cent|%|\b[0-4]-[0-4]\b/i
/** An anytime touchdown scorer scores one or more. Goalscorers have different rules about participation. */
const anytimeTouchdown = /\banytime touch ?downs?(?: scorers?)?\b/gi
/** The winner of a series of playoff games. */
const seriesWon =
  /\b(?:playoffs:? )?who (?:will )?wins? (?:the )?series\b\??|\b(?:(?:1st|2nd|first|second|eastern|western|conference|semi-?finals?|finals?|round) )*series winner\b|\b(?:(?:1st|2nd|first|second) round|conference (?:semi-?)?finals?|stanley cup(?: finals?)?|nba finals?|finals) series\b/gi
/** A run in the first inning, as venues phrase it. */
const firstRun =
  /\b(?:will there be )?(?:a )?runs? (?:be )?scored in the (?:first|1st) inning\b|\b(?:first|1st) inning run\b/gi
const teamTotal = /\bteam totals?\b/i
const fullGame = /\bfull[- ]game\b/gi

const leadingAt = /\blead(?:s|ing)? at (?=half)/gi

interface ReadBet {
  readonly bet: Bet
  readonly isDraw: boolean
  /** The text's remaining words, in the form in which questions are compared. */
  readonly leftover: readonly string[]
}

/**
 * Reads the bet on a contest.
 * @param text of the market itself with the meaning of yes; without the sides' names where these are next to each other
 * @param facts of the event, slug and type: periods and measures are read from them too
 */
export function readBet(text: string, facts: string, series: Series | undefined): ReadBet {
  const counted = (words: string): string =>
    words
      .replace(anytimeTouchdown, '1+ touchdowns')
      .replace(firstRun, 'over 0.5 runs in the 1st inning')
      .replace(seriesWon, ' inseries ')
  const own = counted(text.replace(leadingAt, ' win ').replace(fullGame, ' '))
  const all = `${own} ; ${counted(facts)}`
  const period = periodIn(own) ?? periodIn(facts) ?? series?.period
  const without = withoutPeriods(all)
  const measured = measures.find(([pattern]) => pattern.test(without))?.[1]
  const spread = spreads.flatMap(([pattern, shift]) => numberIn(own, pattern, shift, false))[0]
  const total = totals.flatMap(([pattern, isUnder, shift]) => numberIn(own, pattern, shift, isUnder))[0]
  const isDraw = drawn.test(own)
  const kind = kindIn(all, own, series?.kind, {
    isSpread: spread !== undefined,
    isTotal: total !== undefined,
  })
  const found = kind === 'spread' ? spread : kind === 'total' ? total : undefined
  const bet = {
    kind,
    period: period ?? 'full',
    measure: measured ?? 'score',
    ...(found === undefined ? {} : { line: found.line }),
    isOfOne: series?.isOfOne === true || teamTotal.test(all),
    isUnder: found?.isUnder ?? false,
  }
  return { bet, isDraw, leftover: leftoverOf(own, kind) }
}

/** The same patterns for a single test, and the words without which none of them can match. */
const periodTests = periods.map(([pattern, period]) => [new RegExp(pattern.source, 'i'), period] as const)
const anyPeriod =
  /half|inseries|1\/2|\bht\b|[12]h\b|extra|overtime|penalt|regulation|90 min|inning|\bf5\b|quarter|\bq\d|\dq\b|period|\bset\b|\bmap\b|\bgame ?\d|\bgame\s|\bround\b/i

function periodIn(text: string): string | undefined {
  return anyPeriod.test(text) ? periodTests.find(([pattern]) => pattern.test(text))?.[1] : undefined
}

function withoutPeriods(text: string): string {
  return anyPeriod.test(text) ? periods.reduce((rest, [pattern]) => rest.replace(pattern, ' '), text) : text
}

function numberIn(text: string, pattern: RegExp, shift: number, isUnder: boolean) {
  const value = pattern.exec(text)?.[1]
  return value === undefined ? [] : [{ line: Number(value) + shift, isUnder }]
}

function kindIn(
  all: string,
  own: string,
  series: string | undefined,
  { isSpread, isTotal }: { readonly isSpread: boolean; readonly isTotal: boolean },
): Bet['kind'] {
  if (series === 'winner' || series === 'bothscore') return series
  if (series === 'spread') return isSpread ? 'spread' : 'other'
  if (series === 'total') return isTotal ? 'total' : 'other'
  if (bothScore.test(own)) return /\band\b.*\bwin\b/i.test(own) ? 'other' : 'bothscore'
  if (spreadWords.test(own) && isSpread) return 'spread'
  if (totalWords.test(own) && isTotal) return 'total'
  if (props.test(all.replace(bothScore, ' ')) || spreadWords.test(own) || isTotal) return 'other'
  // A bet of a series of unknown kind is not assumed to be on the winner.
  return series === undefined || series === '' ? 'winner' : 'other'
}

/** Returns words in the form in which they are compared, and as they are written. */
function asSpelled(words: string): ReadonlySet<string> {
  return new Set([...words.split(' '), ...splitWords(words)])
}

/** Words that a kind of bet implies. */
const saidByKind: Readonly<Record<Bet['kind'], ReadonlySet<string>>> = {
  winner: asSpelled('win beat draw tie end moneyline result 1x2 outright play'),
  total: asSpelled('total over under more least score scores o u above ou last rounds sets'),
  spread: asSpelled('spread win more over least goal difference point cover handicap'),
  bothscore: asSpelled('both team teams score bothscore btts'),
  other: asSpelled('win'),
}

const general: ReadonlySet<string> = asSpelled(
  'goal goals point points run runs game match fight bout fulltime team against more final map maps play played match matches total professional mma boxing scheduled',
)

function leftoverOf(own: string, kind: Bet['kind']): readonly string[] {
  const rest = withoutPeriods(own)
  const numbers =
    kind === 'other' ? rest : rest.replace(/(?<![\p{L}\d])[-+]?\d+(?:\.\d+)?(?![\p{L}\d])\+?/gu, ' ')
  const words = splitWords(numbers)
    .filter((word) => !silent.has(word) && !general.has(word) && !(light.has(word) && word === 'win'))
    .filter((word) => !saidByKind[kind].has(word))
  return [...new Set(words)].sort()
}
