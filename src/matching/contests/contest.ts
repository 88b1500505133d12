import type { UnifiedMarket } from '../../api/models/models.js'
import {
  findLeagueOfSlug,
  readSeries,
  type Series,
  type Sport,
  withoutLeagues,
} from '../words/competitions.js'
import { type Bet, readBet } from './bets.js'
import { leaguesOf, sportIn } from './contest-leagues.js'
import { type ContestText, type FoundSides, noNames, sideBySide, sidesIn } from './find-sides.js'
import { isNameOf } from './same-sides.js'
import { type ContestSide, readSide, selectionIn } from './sides.js'

/** Two sides that meet, and the bet on it. */
export interface Contest {
  /** Names from titles. Absent if only a ticker or slug has the sides. */
  readonly sides?: readonly [ContestSide, ContestSide]
  /** Codes of both sides, from slugs. */
  readonly slugCodes?: readonly [string, string]
  /** Joined codes of both sides, from tickers. */
  readonly codes?: string
  readonly bet: Bet
  /** Number of the game in a series, if known. */
  readonly number?: string
  /** The meaning of YES: a side, as it is named, or a draw. Absent if each side has an outcome, or if there is none. */
  readonly pick?: ContestSide | 'draw'
  /** The first outcome, if each side has one. */
  readonly first?: ContestSide
  /** The remaining words, which must also appear in the other contest. */
  readonly leftover: readonly string[]
  readonly leagues: readonly string[]
  /**
   * The beginning of its slug or ticker, if no known league begins this way: `epl2`. It may be any league, including a known one.
   */
  readonly unknownLeague?: string
  readonly sport?: Sport
}

/** Series, codes of both sides in one: `KXMLBGAME-26SEP18SDCOL`. */
export const gameTicker = /^KX([A-Z0-9]+)-\d\d[A-Z]{3}\d\d(?:\d{4})?([A-Z0-9]*[A-Z][A-Z0-9]*)(?:-|$)/

/** League, both sides and the bet: `nfl-car-atl-2026-09-20`. */
export const gameSlug = /^([a-z0-9]+)-([a-z0-9]+)-([a-z0-9]+)-20\d\d-\d\d-\d\d(?:-(.*))?$/

const stages =
  /^(?:(?:women's )?(?:light |straw|fly|bantam|feather|welter|middle|heavy)(?:heavy)?weight|lightweight|regular season|playoffs?|group stage|group [a-z]|(?:semi|quarter)?-?finals?|main card|prelims|round of \d+(?: match| game)?\??|leg \d|week \d+|more markets|full-?time result|halftime result|moneyline|winner|totals?|spreads?|\bbo\d\b|.*\b(?:qualifiers?|playoffs|season|cup|league|series \d+|division|group [a-z0-9])\b.*)$/i

/** Reads the contest of a market, or undefined for a question about anything else. */
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
      ? leftover.filter((word) => word !== 'women' && word !== 'w')
      : leftover,
    ...of,
    ...(sport === undefined ? {} : { sport }),
  }
}

/** Women's leagues, whose titles may omit `Women`. */
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

/** Adapts the bet to the sport: games are parts of a match in esports; elsewhere they are matches, one after another. */
function ofSport(bet: Bet, sport: Sport | undefined): readonly [Bet, string?] {
  const number = /^game (\d)$/.exec(bet.period)?.[1]
  if (number === undefined) return [bet]
  return sport === 'esports' ? [{ ...bet, period: `map ${number}` }] : [{ ...bet, period: 'full' }, number]
}

/** Returns the text around the game in an event's title, without the tournament and with the words that narrow the bets. */
function contextOf(event: string): string {
  return event
    .split(/ - |: /)
    .filter((part) => !sideBySide.test(part) && !/\bat\b/.test(part) && !stages.test(part.trim()))
    .join(' ; ')
}

/** Returns a market's text without the adjacent names, and without the tournament before them. */
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

/** After the length of a match comes its tournament: `(BO3) - LCK Rounds 1-2`. */
const tournamentOfMatch = /\(bo\d\)(?: - .*)?$/i

function withoutStages(after: string): string {
  return after
    .replace(tournamentOfMatch, '')
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

/** Returns the side of yes. None if the label names no side, as `Fight goes the distance`. */
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
