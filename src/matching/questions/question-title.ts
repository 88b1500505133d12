import type { UnifiedMarket } from '../../api/models/models.js'
import type { ContestText } from '../contests/find-sides.js'
import { readDeadlines } from '../terms/deadlines.js'
import { normalizeQuestion } from '../words/rewording.js'
import { stripMarks, wordsIn } from '../words/title-words.js'
import { silent } from '../words/vocabulary.js'

/** Facts of the event of a market whose own title is incomplete. */
export interface EventContext {
  readonly eventTitle?: string
}

/** Returns the meaning of yes, or undefined if the label only repeats the title or is yes. */
export function candidateOf(market: UnifiedMarket): string | undefined {
  if (market.outcomes.length !== 2) return undefined
  const yes = market.yes ?? market.outcomes[0]
  const no = market.outcomes.find((outcome) => outcome.outcomeId !== yes?.outcomeId)
  if (yes === undefined || no === undefined || no.label !== `Not ${yes.label}`) return undefined
  return yes.label === market.title ? undefined : stripMarks(yes.label)
}

/** Text after this length is not part of a question; characters. */
const MAX_TITLE_LENGTH = 500

/** Titles of games are not longer: text after this length is not searched for sides; characters. */
export const MAX_GAME_LENGTH = 240

const blank = /_{2,}|\.{3}|…/

/** The title of an event with a blank, and the part of its market. */
const ownPart = /^(.*(?:__|\.{3}|…).*?)(?: - |: )(.+)$/

/** If a title continues as a complete question, after the title of its event. */
const behindEvent = [
  /^([^?]+?) - (Will [^?]+\?)$/,
  /^([^?]+ vs?\.? .+?) - ((?:Spread|Exact Score|Set \d Winner): .+)$/i,
  /^([^?]+ vs?\.? .+?) - (.+ vs?\.? .+)$/,
  /^([^?]+ vs?\.? [^?]+? - (?:More Markets|Halftime Result|Second Half Result|Player Props|Exact Score|Total Corners)) - (.+)$/i,
]

/** Maximum number of parts of a title of a market and its event. */
const MAX_PARTS = 6

/** Returns the given facts of the event, or those in the title itself. */
export function aroundIn({ title }: UnifiedMarket, told: EventContext): EventContext {
  if (told.eventTitle !== undefined || !title.includes(' - ')) return told
  const head = title.slice(0, MAX_TITLE_LENGTH)
  if (head.split(' - ').length > MAX_PARTS || head.split(' vs').length > MAX_PARTS) return told
  const found = behindEvent.map((pattern) => pattern.exec(head)?.[1]).find((one) => one !== undefined)
  return found === undefined || blank.test(found) ? told : { eventTitle: found }
}

interface Asked {
  readonly question: string
  /** Text of the event's title around a complete question: the other's question may contain it. */
  readonly context: string
}

/** Returns the question of a market, without the title of its event if it is complete by itself. */
export function questionOf(
  market: UnifiedMarket,
  around: EventContext,
  candidate: string | undefined,
): Asked {
  const event = around.eventTitle
  const own =
    event !== undefined && market.title.startsWith(`${event} - `) ? market.title.slice(event.length + 3) : ''
  const isWhole = own.includes('?') && own.split(' ').length >= 5
  if (!isWhole || event === undefined || blank.test(stripMarks(event)))
    return { question: filledTitle(market, around, candidate), context: '' }
  return { question: filledTitle({ ...market, title: own }, {}, candidate), context: stripMarks(event) }
}

/** Returns the title with the blank of its event filled in, and the candidate that it does not name. */
function filledTitle(
  market: Pick<UnifiedMarket, 'title'>,
  { eventTitle }: EventContext,
  candidate: string | undefined,
): string {
  const title = stripMarks(
    market.title.slice(0, MAX_TITLE_LENGTH).replace(/\(\s*source:[^)]*\)|\[single market\]/gi, ' '),
  )
  const [, event = '', own] = ownPart.exec(title) ?? []
  if (own !== undefined) {
    // A sentence of its own says more than the title of its event with a blank.
    const isSentence = /^will\b/i.test(own) && own.split(' ').length >= 6
    const isWhole = own.includes('?') && (isSentence || saysAll(own, event.replace(blank, ' ')))
    return normalizeQuestion(isWhole ? own : event.replace(blank, ` ${own} `))
  }
  if (candidate !== undefined && blank.test(title))
    return normalizeQuestion(title.replace(blank, ` ${candidate} `))
  const isNamed = candidate === undefined || title.toLowerCase().includes(candidate.toLowerCase())
  const whole = isNamed || saysAll(title, candidate) ? title : `${title} - ${candidate}`
  if (eventTitle === undefined || title.includes('?') || title.split(' ').length > 5)
    return normalizeQuestion(whole)
  const around = stripMarks(eventTitle)
  if (blank.test(around)) return normalizeQuestion(around.replace(blank, ` ${title} `))
  return normalizeQuestion(saysAll(title, around) ? whole : `${around} - ${whole}`)
}

/** Returns the text to read a contest from: the market's own question, and the title of its event. */
export function contestTextOf(
  market: UnifiedMarket,
  { eventTitle }: EventContext,
  labels: readonly string[],
  candidate: string | undefined,
  end: number | undefined,
): ContestText {
  const title = stripMarks(market.title.slice(0, MAX_TITLE_LENGTH))
  const event = eventTitle === undefined ? '' : stripMarks(eventTitle.slice(0, MAX_TITLE_LENGTH))
  const own = event !== '' && title.startsWith(`${event} - `) ? title.slice(event.length + 3) : title
  return {
    own: readDeadlines(own.slice(0, MAX_GAME_LENGTH), end).rest.trim(),
    event: event === own ? '' : readDeadlines(event.slice(0, MAX_GAME_LENGTH), end).rest.trim(),
    labels,
    candidate: candidate === undefined ? undefined : readDeadlines(candidate, end).rest.trim(),
  }
}

/** Whether a title has all words of a text already, in any order. */
function saysAll(title: string, text: string): boolean {
  const there = new Set(wordsIn(title).map(({ word }) => word))
  return wordsIn(text).every(({ word }) => silent.has(word) || there.has(word))
}
