import type { UnifiedMarket } from '../../api/models/models.js'
import { findLeagueOfSlug, findLeaguesIn, type Series, type Sport, sportOf } from '../words/competitions.js'
import { findCommonLeague, teamWords } from '../words/teams.js'
import { stripMarks } from '../words/title-words.js'
import type { Bet } from './bets.js'
import type { FoundSides } from './find-sides.js'
import type { ContestSide } from './sides.js'

interface ContestLeagues {
  readonly leagues: readonly string[]
  /** The beginning of its slug or ticker, if no known league begins this way. */
  readonly unknownLeague?: string
}

/** Returns the leagues: by ticker and slug, otherwise by words, otherwise by two sides that play in only one league. */
export function leaguesOf(
  { category, tags }: UnifiedMarket,
  series: Series | undefined,
  slug: RegExpExecArray | null,
  text: string,
  found: FoundSides | undefined,
): ContestLeagues {
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
export function sportIn(
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
  // Goals are those of clubs, unless the names are of cities with teams of hockey.
  if (/\bgoals?\b|\bboth \S.* score\b/i.test(text) && found?.sides.every(isOfNoLeague) === true)
    return 'soccer'
  return found !== undefined && clubForms.test(stripMarks(text)) && !/\bbasket/i.test(text)
    ? 'soccer'
    : undefined
}

function isOfNoLeague({ words }: ContestSide): boolean {
  return !words.some((word) => teamWords.has(word))
}

/** Bets that exist in only one sport, and Polymarket's headings for football bets. */
const bothScoreOrDraw =
  /\bfull-?time result\b|\bboth (?:teams )?to score\b|\bwin on\b| - (?:more markets|exact score|halftime result|total corners)$/i
