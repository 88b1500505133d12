import { DAY_MS } from '../../api/times/resolution.js'
import { compareTimes } from '../terms/compare-times.js'
import type { ComparedTimes } from '../terms/time-windows.js'
import type { ComparedSpans } from './compare-thresholds.js'
import type { Features } from './features.js'
import { isRanking } from './subject.js'

/** Compares the times of two questions about one subject. */
export function compareQuestionTimes(a: Features, b: Features, spans: ComparedSpans): ComparedTimes {
  const times = compareTimes(a.when, b.when, {
    isContest: false,
    isMoment: isOfMoment(a, b, spans),
    isElection: [a, b].every(isOfElection),
    isTally: [a, b].every(isTally),
    isResult: [a, b].every(isOfResult),
    isSameEdition: isOfSameEdition(a, b),
    isNext: [a, b].every(isOfNext),
    sameWithinMs: Math.min(sameEndsMs(a.question), sameEndsMs(b.question)),
  })
  return whileStaying(a, b, times)
}

/** Whether it is about who holds an office on a day, and may have taken it before the other market began. */
export function isOfOfficeOnDay({ when, has }: Features): boolean {
  return when.said?.kind === 'on' && offices.some((word) => has.has(word))
}

/** Whether a question is about an exact count of events, without a unit. */
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

const outcomesOfEvents = 'win nominee makeplayoffs mvp oftheyear ~amount select qualify pick'.split(' ')

/** Whether a question is about the result of an event that takes place at most once a year. */
function isOfResult({ has, thresholds }: Features): boolean {
  return thresholds.length === 0 && outcomesOfEvents.some((word) => has.has(word))
}

const offices =
  'pm president chancellor governor mayor pope secretary ceo manager coach leader speaker king team'.split(
    ' ',
  )

/** Whether a question is about who holds an office next. */
function isOfNext({ has, thresholds }: Features): boolean {
  return thresholds.length === 0 && has.has('next') && offices.some((word) => has.has(word))
}

/** Whether both have the same number of a season. */
function isOfSameEdition({ grammar: a }: Features, { grammar: b }: Features): boolean {
  const [own = [], others = []] = [a, b].map(({ numbered }) => numbered.get('season'))
  return own.length === 1 && others.length === 1 && own[0] === others[0]
}

const stretches: readonly (readonly [pattern: RegExp, ms: number])[] = [
  [/\b(?:today|tonight|this (?:morning|afternoon|evening|hour))\b/i, DAY_MS / 2],
  [/\b(?:this|next|the) (?:coming )?week(?:end)?\b/i, 3 * DAY_MS],
  [/\b(?:this|next) month\b/i, 10 * DAY_MS],
]

/** Returns how far apart the ends of two markets without dates may be if the markets are about the same time, ms. */
function sameEndsMs(question: string): number {
  return stretches.find(([pattern]) => pattern.test(question))?.[1] ?? 14 * DAY_MS
}

/** Compares the times of questions about staying. Staying through a day includes being there on that day. */
function whileStaying(a: Features, b: Features, times: ComparedTimes): ComparedTimes {
  const stays = (one: Features): boolean => (one.signs.get('staying') ?? -1) > 0
  const isSameEnd = a.when.said !== undefined && a.when.said.to === b.when.said?.to
  return stays(a) && stays(b) && isSameEnd ? { ...times, order: 'same', trust: 0.9 } : times
}

/** Whether the times separate them: they do not overlap, or neither can contain the other. */
export function isOtherTime(a: Features, b: Features, times: ComparedTimes, spans: ComparedSpans): boolean {
  if (times.order === 'apart' || ranksOverOthers(a, b, times)) return true
  return times.order !== 'same' && !mayLieWithin(a, b, times, spans)
}

/** Whether both rank or count, one over a long period such as a year, and the other on a day within it. */
function ranksOverOthers(a: Features, b: Features, { order }: ComparedTimes): boolean {
  if (!isRanking(a) || !isRanking(b)) return false
  if (order === 'within' || order === 'around') return true
  const kinds = [a.when.said?.kind, b.when.said?.kind]
  return kinds.includes('edition') && (kinds.includes('on') || kinds.includes('at'))
}

/** Whether one time can contain the other. An event by June has also happened by December, but a state in June may have ended. */
function mayLieWithin(a: Features, b: Features, times: ComparedTimes, spans: ComparedSpans): boolean {
  if (times.order === 'unknown') return true
  if ([a, b].some(({ signs }) => (signs.get('staying') ?? -1) > 0)) return false
  const outer = times.order === 'within' ? b : a
  const isUntil = outer.when.said?.kind === 'by'
  return a.thresholds.length === 0 || isUntil || spans.isTouch
}

/** Whether a question is about one moment, so that an hour later it is a different question. */
function isOfMoment(a: Features, b: Features, spans: ComparedSpans): boolean {
  // The highest or lowest value of a day is that of the whole day.
  const isOfWhole = a.signs.has('extreme') && b.signs.has('extreme')
  return a.has.has('updown') || (a.thresholds.length > 0 && !spans.isTouch && !isOfWhole)
}
