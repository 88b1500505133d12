import {
  type Comparison,
  type ConflictReason,
  type Relation,
  relationOf,
  reverseComparison,
} from '../terms/relation-types.js'
import type { ComparedTimes } from '../terms/time-windows.js'
import { compareSources } from '../words/resolution-sources.js'
import { compareContestMarkets } from './compare-contests.js'
import { compareDirections } from './compare-directions.js'
import { compareGrammar } from './compare-grammar.js'
import { compareStages } from './compare-stages.js'
import { type ComparedSpans, compareThresholds } from './compare-thresholds.js'
import type { Features } from './features.js'
import { compareChoices, findContainedChoice, pairOutcomes } from './outcomes.js'
import { compareQuestionTimes, isOfOfficeOnDay, isOtherTime } from './question-times.js'
import { type ComparedSubjects, compareSubjects } from './subject.js'

/** Minimum similarity of two questions that look alike. */
const ALIKE = 0.5

/** Minimum similarity of related questions. */
const AKIN = 0.3

/**
 * Compares two markets, and explains whether they are the same, one implies the other, or they only look alike. The result is
 * deterministic. In the reverse order, `subset` becomes `superset`.
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
  if (stages !== undefined)
    return besideStages(compareDetails(withoutStage(a), withoutStage(b), subjects), stages)
  if (subjects.similarity < AKIN || subjects.shared.length === 0) return unrelated(subjects)
  const choice = findContainedChoice(a, b, subjects)
  if (choice !== undefined) return choice
  if (subjects.onlyA.length > 0 || subjects.onlyB.length > 0) return otherSubject(a, b, subjects)
  return compareDetails(a, b, subjects)
}

/** A place and an advance from a group are compared as stages: the winner of a race is among its first three. */
function withoutStage(one: Features): Features {
  if (one.stage?.name === 'place') return { ...one, thresholds: [] }
  return one.stage?.name === 'group' ? { ...one, grammar: { ...one.grammar, paths: new Map() } } : one
}

/** Compares one competitor's stages at the same time. A later stage implies an earlier one. */
function besideStages(details: Comparison, stages: 'within' | 'around'): Comparison {
  const evidence = [
    ...details.evidence,
    'reaching a later stage of a competition implies reaching the earlier ones',
  ]
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
    evidence: ['they share almost no words'],
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

/** Compares a market about a game with a market about something else. */
function besideContest(a: Features, b: Features, subjects: ComparedSubjects): Comparison {
  if (subjects.shared.length === 0 || !subjects.sharesName) return unrelated(subjects)
  const venue = a.contest === undefined ? b.venue : a.venue
  return {
    relation: 'related',
    confidence: rounded(Math.min(0.5, subjects.similarity)),
    evidence: [aboutBoth(subjects), `only ${venue} is about a single game`],
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
  const times = compareQuestionTimes(a, b, spans)
  const direction = compareDirections(a, b)
  const source = compareSources(a.sources, b.sources)
  const choices = compareChoices(a, b)
  const grammar = compareGrammar(a, b)
  const evidence = [
    aboutBoth(subjects),
    ...(subjects.idle.length === 0
      ? []
      : [`ignored words that only one market has: ${subjects.idle.join(', ')}`]),
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
  // A measured value of a known source may differ from that of an unknown one.
  const isOtherSource = source === 'unknown' && isMeasured(a) && a.sources.length + b.sources.length > 0
  if (reasons.length > 0) {
    const isExact =
      !isOtherSource && reasons.length === 1 && isContrary && !direction.isOther && times.order === 'same'
    const outcomes = isExact ? pairOutcomes(a, b, true) : []
    return { relation: 'conflict', confidence: 0.9, evidence, reasons, outcomes }
  }
  const outcomes = pairOutcomes(a, b, false)
  const isAcross = choices.order === 'across'
  const read = isOtherSource ? 'related' : isAcross ? 'overlap' : relationInTime(a, b, times, spans)
  // Without corresponding outcomes the markets are not the same.
  const relation = read === 'identity' && outcomes.length === 0 ? 'related' : read
  const confidence = relation === 'related' ? 0.5 : sureness(subjects, times, spans, source)
  return { relation, confidence, evidence, reasons: [], outcomes: relation === 'identity' ? outcomes : [] }
}

/** Returns the relation that follows from the times and values. */
function relationInTime(a: Features, b: Features, times: ComparedTimes, spans: ComparedSpans): Relation {
  // A value at one moment of a month is checked differently from one that is touched in it.
  const isOtherLook = spans.isMixed || isOfOfficeOnDay(a) || isOfOfficeOnDay(b)
  if (isOtherLook && times.order !== 'same') return 'related'
  const span = spans.order === 'contrary' || spans.order === 'unmatched' ? 'same' : spans.order
  return relationOf(times.order, span, a.isNegated && b.isNegated)
}

const measured: ReadonlySet<string> = new Set(
  'bitcoin ethereum solana xrp dogecoin litecoin bnb hyperliquid cardano avalanche chainlink polkadot shib temperature'.split(
    ' ',
  ),
)

/** Whether the market is about a price or a temperature, which each source measures itself. */
function isMeasured({ has, thresholds }: Features): boolean {
  return (thresholds.length > 0 || has.has('updown')) && [...measured].some((word) => has.has(word))
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
