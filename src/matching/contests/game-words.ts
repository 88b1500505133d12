import type { UnifiedMarket } from '../../api/models/models.js'
import { parseReferenceDay } from '../terms/reference-dates.js'
import { readSeries } from '../words/competitions.js'
import { findCitiesOfNickname } from '../words/teams.js'
import { gameSlug, gameTicker } from './contest.js'
import { parseSidesByVerb, sidesOf } from './find-sides.js'
import { endGameDaysOf } from './game-days.js'
import type { ContestSide } from './sides.js'

/** Words by which an index finds a game, in addition to those in its title. */
export interface GameWords {
  /** The sides' names in their usual forms, and the cities of nicknames. */
  readonly words: readonly string[]
  /** The day with the sides' codes and the bet. These words only add to the score. */
  readonly keys: readonly string[]
}

const none: GameWords = { words: [], keys: [] }
const mayBeGame = /\bvs?\.?\s|\bversus\b|\sat\s|\s@\s|\b(?:beats?|defeats?) /i
const isToBeat = /\b(?:beats?|defeats?) /i

/**
 * Returns the words to find a game that venues name by nickname, by city or by ticker alone.
 * @param own the market's own question, @param event the title of its event
 */
export function gameWordsOf(
  market: UnifiedMarket,
  own: string,
  event: string,
  end: number | undefined,
): GameWords {
  const ticker = gameTicker.exec(market.marketId)
  const slug = gameSlug.exec(market.slug ?? '')
  if (ticker === null && slug === null && !mayBeGame.test(own) && !mayBeGame.test(event)) return none
  const sides =
    (isToBeat.test(own) ? parseSidesByVerb(own) : undefined) ?? (sidesOf(own) ?? sidesOf(event))?.sides
  if (sides === undefined && ticker === null && slug === null) return none
  const day = parseReferenceDay(`${market.marketId} ${market.slug ?? ''}`)
  const days = day !== undefined ? [day] : end === undefined ? [] : endGameDaysOf(end)
  const joined = ticker?.[2]?.toLowerCase() ?? ''
  const codes = new Set([
    ...(sides === undefined ? [] : sides.flatMap(codesOf)),
    ...(joined.length < 4 ? [] : [joined.slice(0, 3), joined.slice(-3)]),
    ...(slug === null ? [] : [slug[2] ?? '', slug[3] ?? '']),
  ])
  const bet = betIn(`${own} ; ${market.outcomes[0]?.label ?? ''}`, ticker?.[1])
  const stamps = days.map((one) => new Date(one).toISOString().slice(0, 10).replaceAll('-', ''))
  return {
    words: sides === undefined ? [] : sides.flatMap(({ words }) => [...words, ...citiesOf(words)]),
    keys: stamps.flatMap((stamp) => [...[...codes].map((code) => `${stamp}${code}`), `${stamp}${bet}`]),
  }
}

function codesOf({ words }: ContestSide): readonly string[] {
  return words.filter((word) => word.length >= 3).map((word) => word.slice(0, 3))
}

function citiesOf(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => (findCitiesOfNickname(word) ?? []).flat())
}

/** Returns the approximate bet: `total2.5`, `draw`, `winner1h`. */
function betIn(text: string, series: string | undefined): string {
  const line = /(\d+(?:\.\d+)?)(?=\D*$)/.exec(text.replace(/\b(?:19|20)\d\d\b/g, ''))?.[1] ?? ''
  const half = /\b1st half|first half|half-?time|\b1h\b/i.test(text) ? '1h' : ''
  const named = series === undefined ? '' : readSeries(series).kind
  if (/\bspread\b|\bwins? by\b/i.test(text) || named === 'spread') return `spread${line}${half}`
  if (/\bo\/u\b|\bover\b|\btotals?\b/i.test(text) || named === 'total') return `total${line}${half}`
  if (/\bboth teams\b/i.test(text) || named === 'bothscore') return `bothscore${half}`
  return /\bdraw\b|\btie\b/i.test(text) ? `draw${half}` : `winner${half}`
}
