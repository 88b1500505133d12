import type { MarketOutcome, UnifiedMarket } from '../../api/models/models.js'
import { parseIso } from '../../api/times/instant.js'
import { type Contest, readContest } from '../contests/contest.js'
import { gameWordsOf } from '../contests/game-words.js'
import type { Grammar } from '../questions/grammar.js'
import {
  aroundIn,
  candidateOf,
  contestTextOf,
  type EventContext,
  MAX_GAME_LENGTH,
  questionOf,
} from '../questions/question-title.js'
import { isReaching, readWords, type WordOrder } from '../questions/question-words.js'
import { readStage, type Stage } from '../questions/stages.js'
import { readDeadlines } from '../terms/deadlines.js'
import { parseReferenceDay, parseTickerYear } from '../terms/reference-dates.js'
import { readThresholds, type Threshold } from '../terms/thresholds.js'
import { pickMostSpecific, type When } from '../terms/time-windows.js'
import { readSeries } from '../words/competitions.js'
import { findSourcesOfSeries, sourcesIn } from '../words/resolution-sources.js'
import { splitWords, stripMarks, type Word, wordsIn } from '../words/title-words.js'
import { leagues } from '../words/vocabulary.js'
import type { IndexedMarket } from './candidates.js'

/** The structure of a market's outcomes. */
type Structure =
  /** Yes and no. */
  | 'binary'
  /** Two outcomes with their own names: two teams, up and down, over and under. */
  | 'pair'
  /** More than two. */
  | 'choice'
  /** The venue lists none. */
  | 'none'

/** Features of a market for the comparison with others. All of them are read from the market; nothing is guessed. */
export interface Features {
  readonly venue: string
  readonly marketId: string
  /** The question, with the meaning of YES. */
  readonly question: string
  /** Its words in order, each once, without dates, thresholds, negations and meaningless words. */
  readonly words: readonly Word[]
  readonly has: ReadonlySet<string>
  /** Words in the event's title that surround a question that is complete without them. */
  readonly context: ReadonlySet<string>
  readonly thresholds: readonly Threshold[]
  readonly when: When
  /** Whether the number of negations is odd. */
  readonly isNegated: boolean
  /** The question's direction on an axis such as up and down. */
  readonly signs: ReadonlyMap<string, 1 | -1>
  /** The verb between the subject and the object, with the words before and after it. */
  readonly order?: WordOrder
  readonly grammar: Grammar
  readonly contest?: Contest
  /** The competition stage that the question is about. */
  readonly stage?: Stage
  readonly structure: Structure
  readonly outcomes: readonly MarketOutcome[]
  /** The outcome that means YES, if there is one. */
  readonly yesId?: string
  readonly noId?: string
  readonly sources: readonly string[]
  readonly category?: string
  /** Leagues in the category, tags or id. */
  readonly leagues: readonly string[]
}

/** Reads a market's features. The result is deterministic, and depends only on the market and the event's title. */
export function featuresOf(market: UnifiedMarket, event: EventContext = {}): Features {
  const around = aroundIn(market, event)
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
  const read = readWords(wordsIn(rest).filter((one, at, all) => !isTouch || !isReaching(one, all[at - 1])))
  const told = sourcesIn(`${market.description} ${/source:\s*([^)]*)/i.exec(market.title)?.[1] ?? ''}`)
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
    sources: told.length > 0 ? told : findSourcesOfSeries(market.marketId),
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

function structureOf({ outcomes }: UnifiedMarket): Structure {
  if (outcomes.length === 0) return 'none'
  if (outcomes.length !== 2) return 'choice'
  const [a = '', b = ''] = outcomes.map(({ label }) => label.trim().toLowerCase())
  const isYesNo = (yes: string, no: string): boolean => yes === 'yes' || no === 'no' || no === `not ${yes}`
  return isYesNo(a, b) || isYesNo(b, a) ? 'binary' : 'pair'
}

function leaguesOf({ category, tags, marketId }: UnifiedMarket): readonly string[] {
  const ticker = /^KX([A-Z0-9]+)-/.exec(marketId)?.[1]
  const league = ticker === undefined ? undefined : readSeries(ticker).league
  const named = wordsIn([category ?? '', ...(tags ?? []), league ?? ''].join(' ; ')).map(({ word }) => word)
  return [...new Set(named.filter((word) => leagues.has(word)))]
}
