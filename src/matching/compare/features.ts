import type { MarketOutcome, UnifiedMarket } from '../../api/models/models.js'
import { parseIso } from '../../api/times/instant.js'
import { type Contest, type ContestText, readContest } from '../contests/contest.js'
import { gameWordsOf } from '../contests/game-words.js'
import { parseReferenceDay, parseTickerYear, readDeadlines } from '../terms/deadlines.js'
import { readThresholds, type Threshold } from '../terms/thresholds.js'
import { pickMostSpecific, type When } from '../terms/time-windows.js'
import { readSeries } from '../words/competitions.js'
import { sourcesIn } from '../words/resolution-sources.js'
import { normalizeQuestion } from '../words/rewording.js'
import { splitWords, stripMarks, type Word, wordsIn } from '../words/title-words.js'
import { axes, leagues, light, negations, oneWay, silent } from '../words/vocabulary.js'
import type { IndexedMarket } from './candidates.js'
import { type Grammar, readGrammar } from './grammar.js'
import { readStage, type Stage } from './stages.js'

/** Structure of the outcomes of a market. */
type Structure =
  /** Yes and no. */
  | 'binary'
  /** Two outcomes with names of their own: two teams, up and down, over and under. */
  | 'pair'
  /** More than two. */
  | 'choice'
  /** The venue lists none. */
  | 'none'

/** Features of a market for the comparison with others. All of them are read from the market; nothing is guessed. */
export interface Features {
  readonly venue: string
  readonly marketId: string
  /** The question with the meaning of yes. */
  readonly question: string
  /** Its words in order, each once: without dates, thresholds, negations and words without meaning. */
  readonly words: readonly Word[]
  readonly has: ReadonlySet<string>
  /** Words of the event's title around a question that is complete without them. */
  readonly context: ReadonlySet<string>
  readonly thresholds: readonly Threshold[]
  readonly when: When
  /** An odd number of negations. */
  readonly isNegated: boolean
  /** Direction of the question on an axis such as up and down. */
  readonly signs: ReadonlyMap<string, 1 | -1>
  /** The verb between subject and object, with the words before and after it. */
  readonly order?: {
    readonly verb: string
    readonly left: readonly string[]
    readonly right: readonly string[]
  }
  readonly grammar: Grammar
  readonly contest?: Contest
  /** The stage of a competition that the question is about. */
  readonly stage?: Stage
  readonly structure: Structure
  readonly outcomes: readonly MarketOutcome[]
  /** The outcome that means yes, where there is one. */
  readonly yesId?: string
  readonly noId?: string
  readonly sources: readonly string[]
  readonly category?: string
  /** Leagues in the category, tags or id. */
  readonly leagues: readonly string[]
}

/** Facts of the event of a market whose own title is incomplete. */
export interface EventContext {
  readonly eventTitle?: string
}

/** Reads the features of a market. Deterministic: depends on the market and the event's title alone. */
export function featuresOf(market: UnifiedMarket, told: EventContext = {}): Features {
  const around = aroundIn(market, told)
  const candidate = candidateOf(market)
  const { question, context } = questionOf(market, around, candidate)
  const end = market.resolutionDate === undefined ? undefined : parseIso(market.resolutionDate)
  const { deadlines, rest: undated } = readDeadlines(question, end)
  const { thresholds, rest } = readThresholds(undated)
  const named = pickMostSpecific(deadlines)
  const referenceDay = parseReferenceDay(`${market.marketId} ${market.slug ?? ''} ${market.eventId ?? ''}`)
  const referenceYear = parseTickerYear(market.marketId)
  const structure = structureOf(market)
  const labels = structure === 'pair' ? market.outcomes.map(({ label }) => stripMarks(label)) : []
  const contest = readContest(contestTextOf(market, around, labels, candidate, end), market)
  const stage = readStage(question)
  // Reaching a value is the same as reaching it first.
  const isTouch = thresholds.some((one) => one.isTouch)
  const read = readWords(wordsIn(rest).filter((one, at, all) => !isTouch || !saysReaching(one, all[at - 1])))
  const yes = structure === 'binary' || structure === 'pair' ? (market.yes ?? market.outcomes[0]) : undefined
  const no = yes && market.outcomes.find(({ outcomeId }) => outcomeId !== yes.outcomeId)
  return {
    venue: market.sourceExchange,
    marketId: market.marketId,
    question,
    context: new Set(context === '' ? [] : splitWords(context)),
    ...read,
    thresholds,
    when: {
      ...(named === undefined ? {} : { said: named }),
      ...(referenceDay === undefined
        ? {}
        : { referenceDay, referenceKind: market.marketId.startsWith('KX') ? 'ticker' : 'slug' }),
      ...(referenceYear === undefined ? {} : { referenceYear }),
      ...(end === undefined ? {} : { end }),
    },
    ...(contest === undefined ? {} : { contest }),
    ...(stage === undefined ? {} : { stage }),
    structure,
    outcomes: market.outcomes,
    ...(yes === undefined ? {} : { yesId: yes.outcomeId }),
    ...(no === undefined ? {} : { noId: no.outcomeId }),
    sources: sourcesIn(`${market.description} ${/source:\s*([^)]*)/i.exec(market.title)?.[1] ?? ''}`),
    ...(market.category === undefined ? {} : { category: market.category }),
    leagues: leaguesOf(market),
  }
}

/** Returns the words by which similar markets are found: see `candidates.ts`. */
export function indexMarket(market: UnifiedMarket, told: EventContext = {}): IndexedMarket {
  const around = aroundIn(market, told)
  const candidate = candidateOf(market)
  const { question, context } = questionOf(market, around, candidate)
  const end = market.resolutionDate === undefined ? undefined : parseIso(market.resolutionDate)
  const event = around.eventTitle ?? ''
  const own =
    event !== '' && market.title.startsWith(`${event} - `)
      ? market.title.slice(event.length + 3)
      : market.title
  const { words, keys } = gameWordsOf(
    market,
    own.slice(0, MAX_GAME_LENGTH),
    event.slice(0, MAX_GAME_LENGTH),
    end,
  )
  const text = [context, question, words.join(' ')].filter((part) => part !== '').join(' ; ')
  return { text, ...(keys.length === 0 ? {} : { keys }), venue: market.sourceExchange }
}

/** Returns the meaning of yes; undefined when the label only repeats the title or is yes. */
function candidateOf(market: UnifiedMarket): string | undefined {
  if (market.outcomes.length !== 2) return undefined
  const yes = market.yes ?? market.outcomes[0]
  const no = market.outcomes.find((outcome) => outcome.outcomeId !== yes?.outcomeId)
  if (yes === undefined || no === undefined || no.label !== `Not ${yes.label}`) return undefined
  return yes.label === market.title ? undefined : stripMarks(yes.label)
}

/** Text after this length is not part of a question; characters. */
const MAX_TITLE_LENGTH = 500

/** Titles of games are not longer: text after this length is not searched for sides; characters. */
const MAX_GAME_LENGTH = 240

const blank = /_{2,}|\.{3}|…/
/** The title of an event with a blank, and the part of its market. */
const ownPart = /^(.*(?:__|\.{3}|…).*?)(?: - |: )(.+)$/

/** Where a title continues as a complete question, after the title of its event. */
const behindEvent = [
  /^([^?]+?) - (Will [^?]+\?)$/,
  /^([^?]+ vs?\.? .+?) - ((?:Spread|Exact Score|Set \d Winner): .+)$/i,
  /^([^?]+ vs?\.? .+?) - (.+ vs?\.? .+)$/,
  /^([^?]+ vs?\.? [^?]+? - (?:More Markets|Halftime Result|Second Half Result|Player Props|Exact Score|Total Corners)) - (.+)$/i,
]

/** Maximum number of parts of a title of a market and its event. */
const MAX_PARTS = 6

/** Returns the given facts of the event, or those in the title itself. */
function aroundIn({ title }: UnifiedMarket, told: EventContext): EventContext {
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
function questionOf(market: UnifiedMarket, around: EventContext, candidate: string | undefined): Asked {
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
    const isWhole = own.includes('?') && saysAll(own, event.replace(blank, ' '))
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
function contestTextOf(
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

function structureOf({ outcomes }: UnifiedMarket): Structure {
  if (outcomes.length === 0) return 'none'
  if (outcomes.length !== 2) return 'choice'
  const [a = '', b = ''] = outcomes.map(({ label }) => label.trim().toLowerCase())
  const isYesNo = (yes: string, no: string): boolean => yes === 'yes' || no === 'no' || no === `not ${yes}`
  return isYesNo(a, b) || isYesNo(b, a) ? 'binary' : 'pair'
}

interface ReadWords {
  readonly words: readonly Word[]
  readonly has: ReadonlySet<string>
  readonly isNegated: boolean
  readonly signs: ReadonlyMap<string, 1 | -1>
  readonly order?: NonNullable<Features['order']>
  readonly grammar: Grammar
}

function readWords(all: readonly Word[]): ReadWords {
  const words: Word[] = []
  const has = new Set<string>()
  const signs = new Map<string, 1 | -1>()
  let denials = 0
  for (const [at, one] of all.entries()) {
    if (negations.has(one.word) && !/^\d/.test(all[at + 1]?.word ?? '')) {
      denials++
      continue
    }
    if (silent.has(one.word) && !isInitial(all, at)) continue
    const axis = axes.get(one.word)
    if (axis !== undefined) signs.set(axis[0], axis[1])
    const word = axis === undefined ? one.word : `~${axis[0]}`
    if (has.has(word)) continue
    has.add(word)
    words.push({ ...one, word })
  }
  const grammar = readGrammar(all)
  const order = orderThan(all) ?? orderOf(words, grammar)
  return {
    words,
    has,
    isNegated: denials % 2 === 1,
    signs,
    grammar,
    ...(order === undefined ? {} : { order }),
  }
}

/** Whether it is `reach`, or the `first` before it. Which competitor reaches it first is another question. */
function saysReaching({ word }: Word, before: Word | undefined): boolean {
  return word === 'reach' || (word === 'first' && before?.raw !== 'the' && before?.raw !== 'be')
}

/** Whether a letter is a part of a name: the `C` of Los Angeles C. */
function isInitial(all: readonly Word[], at: number): boolean {
  const one = all[at]
  return one !== undefined && one.word.length === 1 && one.isName && all[at - 1]?.isName === true
}

function orderOf(words: readonly Word[], { pivot, passive }: Grammar): Features['order'] {
  const at = words.findIndex(({ word }) => oneWay.has(word))
  const verb = words[at]?.word
  if (verb === undefined) return pivot
  // If a question asks which of two is first, only the names count: what they do applies to one of them.
  const telling =
    verb === 'before' ? words.map((one) => ({ ...one, word: one.isName ? one.word : '' })) : words
  const part = (some: readonly Word[]): string[] => heavy(some).filter((word) => word !== '')
  const [before, after] = [part(telling.slice(0, at)), part(telling.slice(at + 1))]
  return passive.has(verb) ? { verb, left: after, right: before } : { verb, left: before, right: after }
}

/** Returns the words of a comparison: `more seats than Labour`. */
function orderThan(all: readonly Word[]): Features['order'] {
  const at = all.findIndex(({ raw }) => raw === 'than')
  if (at < 0 || !all.slice(at + 1, at + 3).some(({ isName }) => isName)) return undefined
  const names = (part: readonly Word[]): string[] =>
    heavy(part.filter(({ word, isName }) => isName && !silent.has(word)))
  return { verb: 'than', left: names(all.slice(0, at)), right: names(all.slice(at + 1)) }
}

function heavy(words: readonly Word[]): string[] {
  return words.map(({ word }) => word).filter((word) => !light.has(word))
}

function leaguesOf({ category, tags, marketId }: UnifiedMarket): readonly string[] {
  const ticker = /^KX([A-Z0-9]+)-/.exec(marketId)?.[1]
  const league = ticker === undefined ? undefined : readSeries(ticker).league
  const named = wordsIn([category ?? '', ...(tags ?? []), league ?? ''].join(' ; ')).map(({ word }) => word)
  return [...new Set(named.filter((word) => leagues.has(word)))]
}
