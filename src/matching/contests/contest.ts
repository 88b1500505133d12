import type { UnifiedMarket } from '../../api/models/models.js'
import {
  findLeagueOfSlug,
  findLeaguesIn,
  readSeries,
  type Series,
  type Sport,
  sportOf,
  withoutLeagues,
} from '../words/competitions.js'
import { findCommonLeague } from '../words/teams.js'
import { stripMarks } from '../words/title-words.js'
import { type Bet, readBet } from './bets.js'
import { areSameSide, isNameOf } from './same-sides.js'
import { areCodesOf, areSameCodes, type ContestSide, readSide, selectionIn } from './sides.js'

/** Two sides that meet, and the bet on it. */
export interface Contest {
  /** Names from titles; absent where only a ticker or slug has the sides. */
  readonly sides?: readonly [ContestSide, ContestSide]
  /** Of both sides, from slugs. */
  readonly slugCodes?: readonly [string, string]
  /** Of both sides in one, from tickers. */
  readonly codes?: string
  readonly bet: Bet
  /** Number of the game in a series, where known. */
  readonly number?: string
  /** Meaning of yes: a side, as it is named, or a draw; absent when each side has an outcome, or there is none. */
  readonly pick?: ContestSide | 'draw'
  /** The first outcome, where each side has one. */
  readonly first?: ContestSide
  /** Remaining words, which must be known of the other too. */
  readonly leftover: readonly string[]
  readonly leagues: readonly string[]
  /** Beginning of its slug or ticker, if no known league begins so: `epl2`. It may be any league, a known one too. */
  readonly unknownLeague?: string
  readonly sport?: Sport
}

/** Texts from which a contest is read. */
export interface ContestText {
  /** The question of the market itself, with case and numbers, without dates. */
  readonly own: string
  /** The title of its event around it; may be empty. */
  readonly event: string
  /** Outcomes with names of their own, where there are two. */
  readonly labels: readonly string[]
  /** Meaning of yes. */
  readonly candidate: string | undefined
}

/** Series, codes of both sides in one: `KXMLBGAME-26SEP18SDCOL`. */
export const gameTicker = /^KX([A-Z0-9]+)-\d\d[A-Z]{3}\d\d(?:\d{4})?([A-Z0-9]*[A-Z][A-Z0-9]*)(?:-|$)/
/** League, both sides and the bet: `nfl-car-atl-2026-09-20`. */
export const gameSlug = /^([a-z0-9]+)-([a-z0-9]+)-([a-z0-9]+)-20\d\d-\d\d-\d\d(?:-(.*))?$/
/** The end of a name next to another. */
const boundBefore =
  /^.*(?:: | - |\? |, |\(|;|\b(?:will|in the|in|between|the|winner of|win|wins|who|can|does)\b)/is
const boundAfter =
  /(?:: | - |\?|,|;|\(|\)|\b(?:winner|match|game|series|professional|fight|pro (?=football|basketball|baseball|hockey)|(?:eastern|western) conference (?=finals?\b|semifinals?\b|first\b|second\b)|stanley cup (?=series|finals?)|college (?=football|basketball|baseball)|women's (?=pro\b|college\b)|league of legends|cs2|valorant|dota 2|counter-strike|bout|ends? in|to (?=win|score|go|advance)|spread|total|totals|moneyline|o\/u|over|under|round|map|set|be|first|1st|2nd|second|both|draw|handicap|points)\b).*$/is
/** `The second India vs Australia match`: the number of the game. */
const ordinalBefore = /^\s*(?:first|second|third|fourth|fifth|1st|2nd|3rd|[4-9]th|next|last)\s+(?=\p{Lu})/u
const sideBySide = /\s(?:vs?\.?|versus|@)\s/i
// A name continues while words have capitals.
const sideAtSide =
  /^((?:\p{Lu}|\d)[\p{L}\p{N}'.&-]*(?: (?:(?:\p{Lu}|\d)[\p{L}\p{N}'.&-]*|de|da|do|del|of)){0,4}) at ((?:\p{Lu}|\d)[\p{L}\p{N}'.&-]*(?: (?!Winner)(?:(?:\p{Lu}|\d)[\p{L}\p{N}'.&-]*|de|da|do|del|of)){0,4})(?=$|:| - |\?| Winner| ?;)/u
const capital = "[\\p{Lu}$\\d][\\p{L}\\p{N}'.&-]*"
const capitals = `${capital}(?: (?:de |da |van |von |del |of )?${capital}){0,4}`
const bothToScore = new RegExp(
  `^(?:Will )?(${capitals}) and (${capitals}) (?:to both|both to|both) score`,
  'u',
)
const against = new RegExp(
  `(${capitals}) (?:to )?(?:beats?|defeats?|wins? (?:\\w+ )?(?:against|over|vs\\.?)|covers? ;? ?(?:vs\\.?|against)|covers? -?[\\d.]+ (?:vs\\.?|against)|wins? by (?:over |more than |at least )?(?:[\\d.]+\\+? ?)?(?:runs |points |goals )?(?:vs\\.?|against|over))(?: the)? (?!\\d)(${capitals})`,
  'u',
)
const stages =
  /^(?:(?:light |straw|fly|bantam|feather|welter|middle|heavy)(?:heavy)?weight|lightweight|regular season|playoffs?|group stage|group [a-z]|(?:semi|quarter)?-?finals?|main card|prelims|round of \d+(?: match| game)?\??|leg \d|week \d+|more markets|full-?time result|halftime result|moneyline|winner|totals?|spreads?|\bbo\d\b|.*\b(?:qualifiers?|playoffs|season|cup|league|series \d+|division|group [a-z0-9])\b.*)$/i
const noNames = /^(?:yes|no|over|under|up|down|odd|even|draw|tie|over .*|under .*|[-+]?[\d.]+)$/i

/** Reads the contest of a market; undefined for a question about anything else. */
export function readContest(text: ContestText, market: UnifiedMarket): Contest | undefined {
  const ticker = gameTicker.exec(market.marketId)
  const named = ticker === null ? undefined : readSeries(ticker[1] ?? '')
  const series = named !== undefined && isOfGames(named) ? named : undefined
  const slug = gameSlug.exec(market.slug ?? '')
  const found = sidesIn(text)
  const isGameTicker = series !== undefined && (ticker?.[2]?.length ?? 0) >= 4
  const isGameSlug = slug !== null && findLeagueOfSlug(slug[1] ?? '') !== undefined
  if (found === undefined && !isGameTicker && !isGameSlug) return undefined
  return contestOf(
    text,
    market,
    found,
    isGameTicker ? (ticker?.[2] ?? '').toLowerCase() : undefined,
    series,
    slug,
  )
}

function isOfGames({ league, kind }: Series): boolean {
  return league !== undefined || ['winner', 'total', 'spread', 'bothscore'].includes(kind)
}

function contestOf(
  { own, event, labels, candidate }: ContestText,
  market: UnifiedMarket,
  found: FoundSides | undefined,
  codes: string | undefined,
  series: Series | undefined,
  slug: RegExpExecArray | null,
): Contest {
  const kindOfMarket = market.sourceMetadata?.['sportsMarketType']
  const facts = [
    contextOf(event),
    (slug?.[4] ?? '').replaceAll('-', ' ').replace(/(\d)pt(\d)/g, '$1.$2'),
    typeof kindOfMarket === 'string' ? kindOfMarket.replaceAll('_', ' ') : '',
  ].join(' ; ')
  const isNamed = labels.length === 2 && !labels.some((label) => noNames.test(label.trim()))
  const said = restOf(own, found, candidate ?? (isNamed ? undefined : labels[0]))
  const { bet: readAs, isDraw, leftover } = readBet(withoutLeagues(said), facts, series)
  const picked = isDraw ? 'draw' : candidateSide(candidate, found, readAs)
  const first = isNamed ? readSide(labels[0] ?? '') : undefined
  const of = leaguesOf(market, series, slug, `${own} ; ${event}`, found)
  const sport = sportIn(of.leagues, found, `${own} ; ${event}`, readAs)
  const [bet, number] = ofSport(readAs, sport)
  const pick = picked ?? (first === undefined ? sideAsked(said, found) : undefined)
  const sides = found === undefined ? undefined : selected(found.sides, `${own} ; ${event}`, of.leagues)
  return {
    ...(sides === undefined ? {} : { sides }),
    ...(slug === null ? {} : { slugCodes: [slug[2] ?? '', slug[3] ?? ''] as const }),
    ...(codes === undefined ? {} : { codes }),
    bet,
    ...(number === undefined ? {} : { number }),
    ...(pick === undefined ? {} : { pick }),
    ...(first === undefined ? {} : { first }),
    leftover: of.leagues.some((league) => ofWomen.has(league))
      ? leftover.filter((word) => word !== 'women')
      : leftover,
    ...of,
    ...(sport === undefined ? {} : { sport }),
  }
}

/** Leagues of women, whose titles may omit it. */
const ofWomen: ReadonlySet<string> = new Set(['wsl', 'nwsl', 'wnba', 'ncaaw', 'wta', 'itfw'])

/** Returns the sides with the selection of a heading, such as `Women's Champions League` or `Doubles`. */
function selected(
  sides: readonly [ContestSide, ContestSide],
  text: string,
  leagues: readonly string[],
): readonly [ContestSide, ContestSide] {
  const told = selectionIn(text)
    .split(' ')
    .filter((word) => /^(?:women|u\d+|youth|doubles)$/.test(word))
    .join(' ')
  const isOfWomen = leagues.some((league) => ofWomen.has(league))
  const read = (side: ContestSide): ContestSide => {
    const selection = side.selection === '' ? told : side.selection
    return { ...side, selection: isOfWomen ? selection.replace('women', '').trim() : selection }
  }
  return [read(sides[0]), read(sides[1])]
}

/** Adapts the bet to the sport: games are parts of a match in esports; elsewhere they are matches, one after the other. */
function ofSport(bet: Bet, sport: Sport | undefined): readonly [Bet, string?] {
  const number = /^game (\d)$/.exec(bet.period)?.[1]
  if (number === undefined) return [bet]
  return sport === 'esports' ? [{ ...bet, period: `map ${number}` }] : [{ ...bet, period: 'full' }, number]
}

interface FoundSides {
  readonly sides: readonly [ContestSide, ContestSide]
  /** The text of the names, and between them. */
  readonly taken: string
  readonly isInEvent: boolean
}

const hasVerb = /\b(?:beats?|defeats?|covers?)\b|\bwins?\b.*\b(?:against|over|vs)\b/i

/** Returns the two sides of a question of the form "A beats B". */
export function parseSidesByVerb(text: string): readonly [ContestSide, ContestSide] | undefined {
  const verb = hasVerb.test(text) ? against.exec(text) : null
  return verb === null ? undefined : pairOf(verb[1] ?? '', verb[2] ?? '')
}

function sidesIn({ own, event, labels }: ContestText): FoundSides | undefined {
  const told = parseSidesByVerb(own)
  if (told !== undefined) return { sides: told, taken: '', isInEvent: false }
  for (const [text, isInEvent] of [
    [own, false],
    [event, true],
  ] as const) {
    const found = sidesOf(text)
    if (found !== undefined) return { ...found, isInEvent }
  }
  const isGame = /\b(?:game|match|fight|bout|final)\b/i.test(`${own} ${event}`)
  const isNamed =
    labels.length === 2 && labels.every((label) => /^\p{Lu}|^\d/u.test(label) && !noNames.test(label.trim()))
  const sides = isNamed && isGame ? pairOf(labels[0] ?? '', labels[1] ?? '') : undefined
  return sides === undefined ? undefined : { sides, taken: '', isInEvent: false }
}

/** Returns the two sides that are next to each other in a text. */
export function sidesOf(text: string): Omit<FoundSides, 'isInEvent'> | undefined {
  const at = sideAtSide.exec(text)
  if (at !== null) {
    const sides = pairOf(at[1] ?? '', at[2] ?? '')
    if (sides !== undefined) return { sides, taken: at[0] }
  }
  const both = bothToScore.exec(text)
  if (both !== null) {
    const sides = pairOf(both[1] ?? '', both[2] ?? '')
    if (sides !== undefined) return { sides, taken: `${both[1]} and ${both[2]}` }
  }
  const mark = sideBySide.exec(text)
  if (mark === null) return undefined
  const left = text.slice(0, mark.index).replace(boundBefore, '').replace(ordinalBefore, '')
  const right = text
    .slice(mark.index + mark[0].length)
    .replace(/^the /i, '')
    .replace(boundAfter, '')
  if (left.split(' ').length > 9 || right.split(' ').length > 7) return undefined
  // `Brentford to score first vs. Newcastle`: the bet is between the names.
  const [name = '', asked] = left.split(/ to /i)
  const sides = pairOf(name, right)
  const taken = asked === undefined ? `${left}${mark[0]}${right}` : ''
  return sides === undefined ? undefined : { sides, taken }
}

function pairOf(left: string, right: string): readonly [ContestSide, ContestSide] | undefined {
  const [first, second] = [readSide(left), readSide(right)]
  return first === undefined || second === undefined ? undefined : [first, second]
}

/** Returns the text of an event around its game, without the tournament and with what narrows the bets. */
function contextOf(event: string): string {
  return event
    .split(/ - |: /)
    .filter((part) => !sideBySide.test(part) && !/\bat\b/.test(part) && !stages.test(part.trim()))
    .join(' ; ')
}

/** Returns the text of a market without the names next to each other, and without the tournament before them. */
function restOf(own: string, found: FoundSides | undefined, candidate: string | undefined): string {
  const shown = candidate === undefined || own.includes(candidate) ? own : `${own} ; ${candidate}`
  if (found === undefined || found.isInEvent || found.taken === '') return shown
  const at = shown.indexOf(found.taken)
  const before = shown.slice(0, Math.max(0, at))
  const after = shown.slice(Math.max(0, at) + found.taken.length).replaceAll(found.taken, ' ')
  return `${isTournament(before) ? '' : before} ; ${withoutStages(after)}`
}

/** Whether a text is a heading before the names: `Roland Garros: `, `EPL, `. */
function isTournament(before: string): boolean {
  return (
    /(?:: |, | - )$/.test(before) &&
    !/\?|\b(?:will|to|half|set|map|quarter|total|spread|most|first|corners?|cards?|exact|score)\b/i.test(
      before,
    )
  )
}

function withoutStages(after: string): string {
  return after
    .split(/ - |(?<!\d): |,|[()]/)
    .filter((part) => !stages.test(part.trim()))
    .join(' ; ')
}

/** Returns the name in a label such as `Detroit wins 1st half`. */
function nameIn(candidate: string): string {
  return candidate
    .replace(/\s+(?:wins?|to win|covers?|beats?|advances?|leads?|by)\b.*$/i, '')
    .replace(/\s*\(?[-+][\d.]+\)?\s*$/, '')
}

/** Returns the side of yes; none if the label names no side, as `Fight goes the distance`. */
function candidateSide(
  candidate: string | undefined,
  found: FoundSides | undefined,
  { kind }: Bet,
): ContestSide | undefined {
  const side = candidate === undefined ? undefined : readSide(nameIn(candidate))
  if (side === undefined) return undefined
  if (found === undefined) return kind === 'winner' || kind === 'spread' ? side : undefined
  const isOther = kind !== 'winner' && kind !== 'spread' && !found.sides.some((one) => isNameOf(side, one))
  return isOther ? undefined : side
}

/** Returns the side in a question without a candidate: `Will Columbus Crew win ...?` */
function sideAsked(said: string, found: FoundSides | undefined): ContestSide | undefined {
  const name =
    /(?:^|;|\?|: | - )\s*(?:spread:? |will (?:the )?|does (?:the )?)?([^;?:]+?)\s+(?:to win|wins?\b|lead|cover|beats?|defeats?|\(-)/i.exec(
      said,
    )?.[1] ?? /\bwin(?:s|ner)?: ([^;?]+)/i.exec(said)?.[1]
  const side = name === undefined ? undefined : readSide(name)
  if (side === undefined) return undefined
  return found === undefined || found.sides.some((one) => isNameOf(side, one)) ? side : undefined
}

/** Returns the leagues: by ticker and slug, else by words, else by two sides that play in only one. */
function leaguesOf(
  { category, tags }: UnifiedMarket,
  series: Series | undefined,
  slug: RegExpExecArray | null,
  text: string,
  found: FoundSides | undefined,
): Pick<Contest, 'leagues' | 'unknownLeague'> {
  const start = slug?.[1]
  const ofSlug = start === undefined ? undefined : findLeagueOfSlug(start)
  const told = [series?.league, ofSlug].filter((one) => one !== undefined)
  if (told.length > 0) return { leagues: told }
  const unknownLeague = series?.unknownLeague ?? start
  if (unknownLeague !== undefined) return { leagues: [], unknownLeague }
  const named = findLeaguesIn([text, category ?? '', ...(tags ?? [])].join(' ; '))
  if (named.length > 0 || found === undefined) return { leagues: named }
  const inferred = findCommonLeague(found.sides[0].words, found.sides[1].words)
  return { leagues: inferred === undefined ? [] : [inferred] }
}

const clubForms =
  /\b(?:FC|CF|Olympique|Stade|Racing Club|SS|AS|SSC|ACF|AJ|OGC|SCO|CR|SE|KV|NK|HNK|GNK|IFK|AFC|SC|AC|CD|SL|FK|SK|SV|VfL|VfB|TSG|FSV|SpVgg|BSC|RCD|UD|CA|RC|EC|BK|IF)\b/
/** Returns the sport, if the league or words of one show it. */
function sportIn(
  leagues: readonly string[],
  found: FoundSides | undefined,
  text: string,
  { measure }: Bet,
): Sport | undefined {
  const told = sportOf(leagues[0])
  if (told !== undefined) return told
  if (/\bcounter-strike\b|\bBO[135]\b/i.test(text)) return 'esports'
  if (/\bruns\b/i.test(text)) return 'baseball'
  if (bothScoreOrDraw.test(text) || measure === 'corners') return 'soccer'
  return found !== undefined && clubForms.test(stripMarks(text)) && !/\bbasket/i.test(text)
    ? 'soccer'
    : undefined
}
/** Bets that exist in one sport only, and Polymarket's headings of bets on football. */
const bothScoreOrDraw =
  /\bboth (?:teams )?to score\b|\bwin on\b| - (?:more markets|exact score|halftime result|total corners)$/i

/** Compares the sides of two contests: the same, in reverse order, by their codes, or not. */
export function compareSides(a: Contest, b: Contest): 'same' | 'turned' | 'coded' | 'unknown' | 'other' {
  if (a.sides !== undefined && b.sides !== undefined) {
    if (areSameSide(a.sides[0], b.sides[0]) && areSameSide(a.sides[1], b.sides[1])) return 'same'
    return areSameSide(a.sides[0], b.sides[1]) && areSameSide(a.sides[1], b.sides[0]) ? 'turned' : 'other'
  }
  const answers = [coded(a, b), coded(b, a)].filter((one) => one !== undefined)
  if (answers.length === 0) return 'unknown'
  return answers.some((one) => one) ? 'coded' : 'other'
}

function coded(a: Contest, b: Contest): boolean | undefined {
  if (b.codes === undefined) return undefined
  const isOfSlug = a.slugCodes !== undefined && areSameCodes(a.slugCodes, b.codes)
  if (a.sides !== undefined) return isOfSlug || areCodesOf(b.codes, a.sides)
  return a.slugCodes === undefined ? undefined : areSameCodes(a.slugCodes, b.codes)
}
