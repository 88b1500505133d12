import { DAY_MS } from '../../api/times/resolution.js'
import {
  type Comparison,
  type ConflictReason,
  relationOf,
  reverseComparison,
} from '../terms/relation-types.js'
import { type ComparedTimes, compareTimes } from '../terms/time-windows.js'
import { compareSources } from '../words/resolution-sources.js'
import { axes, twoSided } from '../words/vocabulary.js'
import { compareContestMarkets } from './compare-contests.js'
import { compareGrammar } from './compare-grammar.js'
import { compareStages } from './compare-stages.js'
import { type ComparedSpans, compareThresholds } from './compare-thresholds.js'
import type { Features } from './features.js'
import { compareChoices, findContainedChoice, pairOutcomes } from './outcomes.js'
import { type ComparedSubjects, compareSubjects, isRanking } from './subject.js'

/** Minimum similarity of two questions that look alike. */
const ALIKE = 0.5
/** Minimum similarity of related questions. */
const AKIN = 0.3

/**
 * Compares two markets: whether they are the same, one implies the other, or they only look alike, and why. Deterministic and
 * independent of the order: `subset` is `superset` of the reverse.
 */
export function compareMarkets(a: Features, b: Features): Comparison {
  return keyOf(a) <= keyOf(b) ? compareInOrder(a, b) : reverseComparison(compareInOrder(b, a))
}

function keyOf({ venue, marketId, question }: Features): string {
  return `${venue}\n${marketId}\n${question}`
}

function compareInOrder(a: Features, b: Features): Comparison {
  if (a.contest !== undefined && b.contest !== undefined)
    return compareContestMarkets(a, b, a.contest, b.contest)
  const subjects = compareSubjects(a, b)
  if (a.contest !== undefined || b.contest !== undefined) return besideContest(a, b, subjects)
  const stages = compareStages(a, b, subjects)
  if (stages !== undefined) return besideStages(compareDetails(a, b, subjects), stages)
  if (subjects.similarity < AKIN || subjects.shared.length === 0) return unrelated(subjects)
  const choice = findContainedChoice(a, b, subjects)
  if (choice !== undefined) return choice
  if (subjects.onlyA.length > 0 || subjects.onlyB.length > 0) return otherSubject(a, b, subjects)
  return compareDetails(a, b, subjects)
}

/** Compares the stages of one competitor at one time: a later stage implies an earlier one. */
function besideStages(details: Comparison, stages: 'within' | 'around'): Comparison {
  const evidence = [...details.evidence, 'who gets so far in a competition got through what comes before']
  if (details.relation === 'conflict') return { ...details, evidence, outcomes: [] }
  const relation = details.relation !== 'identity' ? 'related' : stages === 'within' ? 'subset' : 'superset'
  const confidence = relation === 'related' ? 0.5 : Math.min(details.confidence, 0.9)
  return { relation, confidence, evidence, reasons: [], outcomes: [] }
}

function unrelated({ similarity }: ComparedSubjects): Comparison {
  const confidence = rounded(1 - similarity)
  return {
    relation: 'unrelated',
    confidence,
    evidence: ['they have hardly a word in common'],
    reasons: [],
    outcomes: [],
  }
}

function otherSubject(a: Features, b: Features, subjects: ComparedSubjects): Comparison {
  const { onlyA, onlyB, similarity, sharesName } = subjects
  const evidence = [aboutBoth(subjects), ...onlySaid(a, onlyA), ...onlySaid(b, onlyB)]
  const isAlike = similarity >= ALIKE
  if (!isAlike && !sharesName) return unrelated(subjects)
  // The length of a bet on the next move is a matter of time.
  const isSpan = [...onlyA, ...onlyB].every((word) => word.startsWith('span'))
  const reasons: ConflictReason[] = [isSpan ? 'other deadline' : 'other subject']
  if (isAlike) return { relation: 'conflict', confidence: 0.9, evidence, reasons, outcomes: [] }
  return { relation: 'related', confidence: rounded(similarity), evidence, reasons: [], outcomes: [] }
}

/** Compares a market about a game with one about something else. */
function besideContest(a: Features, b: Features, subjects: ComparedSubjects): Comparison {
  if (subjects.shared.length === 0 || !subjects.sharesName) return unrelated(subjects)
  const venue = a.contest === undefined ? b.venue : a.venue
  return {
    relation: 'related',
    confidence: rounded(Math.min(0.5, subjects.similarity)),
    evidence: [aboutBoth(subjects), `only ${venue} asks about one game`],
    reasons: [],
    outcomes: [],
  }
}

function aboutBoth({ shared }: ComparedSubjects): string {
  return `both are about ${shared.map((word) => word.replace('~', '')).join(', ')}`
}

function onlySaid({ venue }: Features, words: readonly string[]): string[] {
  return words.length === 0
    ? []
    : [`only ${venue} says ${words.map((word) => word.replace('~', '')).join(', ')}`]
}

/** Compares two markets about the same subject: time, values, direction, source and outcomes. */
function compareDetails(a: Features, b: Features, subjects: ComparedSubjects): Comparison {
  const spans = compareThresholds(a, b)
  const times = whileStaying(
    a,
    b,
    compareTimes(a.when, b.when, {
      isContest: false,
      isMoment: isOfMoment(a, b, spans),
      isElection: [a, b].every(isOfElection),
      isTally: [a, b].every(isTally),
      sameWithinMs: Math.min(sameEndsMs(a.question), sameEndsMs(b.question)),
    }),
  )
  const direction = compareDirections(a, b)
  const source = compareSources(a.sources, b.sources)
  const choices = compareChoices(a, b)
  const grammar = compareGrammar(a, b)
  const evidence = [
    aboutBoth(subjects),
    ...(subjects.idle.length === 0
      ? []
      : [`what only one says narrows nothing: ${subjects.idle.join(', ')}`]),
    times.words,
    ...spans.words,
    ...direction.words,
    ...sourceWords(a, b, source),
    ...choices.words,
    ...grammar,
  ]
  const reasons: ConflictReason[] = []
  if (isOtherTime(a, b, times, spans)) reasons.push('other deadline')
  if (spans.order === 'apart' || spans.order === 'unmatched') reasons.push('other threshold')
  if (source === 'other') reasons.push('other source')
  const isContrary = direction.isContrary !== (spans.order === 'contrary')
  if (direction.isOther || isContrary) reasons.push('reversed polarity')
  if (choices.order === 'apart' || grammar.length > 0) reasons.push('other subject')
  if (reasons.length > 0) {
    const isExact = reasons.length === 1 && isContrary && !direction.isOther && times.order === 'same'
    const outcomes = isExact ? pairOutcomes(a, b, true) : []
    return { relation: 'conflict', confidence: 0.9, evidence, reasons, outcomes }
  }
  const span = spans.order === 'contrary' || spans.order === 'unmatched' ? 'same' : spans.order
  // A value at one moment of a month is checked differently from one that is touched in it.
  const isOtherLook = spans.isMixed && times.order !== 'same'
  const outcomes = pairOutcomes(a, b, false)
  const read = isOtherLook
    ? 'related'
    : choices.order === 'across'
      ? 'overlap'
      : relationOf(times.order, span, a.isNegated && b.isNegated)
  // Without corresponding outcomes the markets are not the same.
  const relation = read === 'identity' && outcomes.length === 0 ? 'related' : read
  const confidence = relation === 'related' ? 0.5 : sureness(subjects, times, spans, source)
  return { relation, confidence, evidence, reasons: [], outcomes: relation === 'identity' ? outcomes : [] }
}

/** Whether a question is about a count of events: for exactly so many, without a unit. */
function isTally({ thresholds }: Features): boolean {
  return (
    thresholds.length > 0 &&
    thresholds.every(({ low, high, unit, isLine }) => low === high && unit === '' && !isLine)
  )
}

const ballots = ['president', 'governor', 'mayor', 'senate', 'house', 'congress']
const results = ['win', 'control', 'election', 'seat', 'race']

/** Whether a question is about the winner of an office or a chamber. */
function isOfElection({ has }: Features): boolean {
  return ballots.some((word) => has.has(word)) && results.some((word) => has.has(word))
}

const stretches: readonly (readonly [pattern: RegExp, ms: number])[] = [
  [/\b(?:today|tonight|this (?:morning|afternoon|evening|hour))\b/i, DAY_MS / 2],
  [/\b(?:this|next|the) (?:coming )?week(?:end)?\b/i, 3 * DAY_MS],
  [/\b(?:this|next) month\b/i, 10 * DAY_MS],
]

/** Returns the maximum distance of the ends of two markets without dates that are still about the same time, ms. */
function sameEndsMs(question: string): number {
  return stretches.find(([pattern]) => pattern.test(question))?.[1] ?? 14 * DAY_MS
}

/** Compares the times of staying: staying through a day includes being there on it. */
function whileStaying(a: Features, b: Features, times: ComparedTimes): ComparedTimes {
  const stays = (one: Features): boolean => (one.signs.get('staying') ?? -1) > 0
  const isSameEnd = a.when.said !== undefined && a.when.said.to === b.when.said?.to
  return stays(a) && stays(b) && isSameEnd ? { ...times, order: 'same', trust: 0.9 } : times
}

/** Whether the times separate them: they do not overlap, or neither can contain the other. */
function isOtherTime(a: Features, b: Features, times: ComparedTimes, spans: ComparedSpans): boolean {
  if (times.order === 'apart' || ranksOverOthers(a, b, times)) return true
  return times.order !== 'same' && !mayLieWithin(a, b, times, spans)
}

/** Whether both rank or count, one over a long period such as a year, the other on a day of it. */
function ranksOverOthers(a: Features, b: Features, { order }: ComparedTimes): boolean {
  if (!isRanking(a) || !isRanking(b)) return false
  if (order === 'within' || order === 'around') return true
  const kinds = [a.when.said?.kind, b.when.said?.kind]
  return kinds.includes('edition') && (kinds.includes('on') || kinds.includes('at'))
}

/** Whether one time can contain the other: an event by June has happened by December, a state in June may have ended. */
function mayLieWithin(a: Features, b: Features, times: ComparedTimes, spans: ComparedSpans): boolean {
  if (times.order === 'unknown') return true
  if ([a, b].some(({ signs }) => (signs.get('staying') ?? -1) > 0)) return false
  const outer = times.order === 'within' ? b : a
  const isUntil = outer.when.said?.kind === 'by'
  return a.thresholds.length === 0 || isUntil || spans.isTouch
}

/** Whether a question is about one moment, so that an hour later it is another one. */
function isOfMoment(a: Features, b: Features, spans: ComparedSpans): boolean {
  // The highest or lowest value of a day is that of the whole day.
  const isOfWhole = a.signs.has('extreme') && b.signs.has('extreme')
  return a.has.has('updown') || (a.thresholds.length > 0 && !spans.isTouch && !isOfWhole)
}

interface ComparedDirections {
  /** One is the negation of the other. */
  readonly isContrary: boolean
  /** Their directions differ, and there is a case between them. */
  readonly isOther: boolean
  readonly words: readonly string[]
}

function compareDirections(a: Features, b: Features): ComparedDirections {
  const axesOfBoth = new Set([...a.signs.keys(), ...b.signs.keys()])
  const turnedAxes = [...axesOfBoth].filter((axis) => (a.signs.get(axis) ?? 1) !== (b.signs.get(axis) ?? 1))
  const isNegated = a.isNegated !== b.isNegated
  const isSwapped = areSwapped(a, b)
  const exact = turnedAxes.filter((axis) => twoSided.has(axis)).length + (isNegated ? 1 : 0)
  const words = [
    ...turnedAxes.map((axis) => `they look in opposite directions (${oppositesOf(axis)})`),
    ...(isNegated ? [`${a.isNegated ? a.venue : b.venue} asks whether it does not happen`] : []),
    ...(isSwapped ? ['who does it to whom is the other way round'] : []),
  ]
  return {
    isContrary: exact % 2 === 1,
    isOther: isSwapped || turnedAxes.some((axis) => !twoSided.has(axis)),
    words,
  }
}

function oppositesOf(axis: string): string {
  return [...axes].flatMap(([word, [of]]) => (of === axis ? [word] : [])).join(' or ')
}

function areSwapped({ order: a }: Features, { order: b }: Features): boolean {
  if (a === undefined || b === undefined || a.verb !== b.verb) return false
  const common = (some: readonly string[], others: readonly string[]): number =>
    some.filter((word) => others.includes(word)).length
  const [there, back] = [common(a.left, b.right), common(a.right, b.left)]
  const staying = common(a.left, b.left)
  return there > 0 && back > 0 && there + back > (a.verb === 'than' ? staying : 2 * staying)
}

function sourceWords(a: Features, b: Features, source: 'same' | 'other' | 'unknown'): string[] {
  if (source === 'unknown') return []
  const shared = a.sources.filter((one) => b.sources.includes(one))
  if (source === 'same') return [`both are decided by ${shared.join(' and ')}`]
  return [`${a.venue} is decided by ${a.sources.join(' and ')}, ${b.venue} by ${b.sources.join(' and ')}`]
}

function sureness(
  { idle, similarity }: ComparedSubjects,
  { trust }: ComparedTimes,
  { trust: spanTrust }: ComparedSpans,
  source: 'same' | 'other' | 'unknown',
): number {
  const said = 0.98 - Math.min(0.2, 0.02 * idle.length) - 0.1 * (1 - similarity)
  return rounded(said * trust * spanTrust * (source === 'same' ? 1 : 0.98))
}

function rounded(confidence: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence)) * 100) / 100
}
