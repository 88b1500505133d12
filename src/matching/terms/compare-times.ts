import { DAY_MS, HOUR_MS } from '../../api/times/resolution.js'
import { MINUTE_MS } from '../../api/times/span.js'
import { daysOf, renderDay } from './calendar.js'
import type { Deadline } from './deadlines.js'
import {
  type ComparedTimes,
  lengthOf,
  type Needs,
  rank,
  reverseOrder,
  type TimeOrder,
  type When,
} from './time-windows.js'

export function compareTimes(a: When, b: When, needs: Needs): ComparedTimes {
  if (
    needs.isSameEdition === true &&
    [a, b].every(({ said }) => said === undefined || said.kind === 'edition')
  )
    return { order: 'same', trust: 0.85, words: 'both are about the same edition' }
  const [first, second] = [saidOf(a, needs), saidOf(b, needs)]
  if (first !== undefined && second !== undefined) return compareSaid(first, second, a, b, needs)
  if (first !== undefined) return againstEnd(first, a, b, needs)
  if (second !== undefined) return againstEnd(second, b, a, needs)
  return compareEnds(a, b, needs)
}

const WEEK_MS = 7 * DAY_MS

/** Returns the time in the text, or else the day in the id. */
function saidOf(when: When, { isMoment, isTally }: Needs): Deadline | undefined {
  const { referenceDay, referenceKind, end } = when
  const said = onWeekday(when)
  if (isTally === true && said === undefined && referenceKind === 'ticker' && referenceDay !== undefined)
    return { kind: 'by', to: referenceDay + DAY_MS }
  // The day in a ticker is not always that of the decision: the venue's own date shows a later one.
  const isOther =
    referenceKind === 'ticker' && end !== undefined && Math.abs(end - (referenceDay ?? end)) > WEEK_MS
  if (isOther && !isMoment && (said === undefined || said.kind === 'edition')) return said
  if (referenceDay !== undefined && (said === undefined || said.kind === 'edition'))
    return { kind: 'on', from: referenceDay, to: referenceDay + DAY_MS }
  return said
}

const DAYS_OF_WEEKEND = 2

/** Returns the Friday before the last day of a period that ends on a weekend, if the venue decides on that Friday. */
function onWeekday({ said, end }: When): Deadline | undefined {
  if (said?.isLast !== true || said.from === undefined || end === undefined) return said
  const day = Math.floor(end / DAY_MS) * DAY_MS
  const isFriday = new Date(day).getUTCDay() === 5
  const isBefore = day < said.from && said.from - day <= DAYS_OF_WEEKEND * DAY_MS
  return isFriday && isBefore ? { kind: 'on', from: day, to: day + DAY_MS } : said
}

function compareSaid(a: Deadline, b: Deadline, whenA: When, whenB: When, needs: Needs): ComparedTimes {
  const words = `${deadlineText(a)} and ${deadlineText(b)}`
  const order = areOneEdition(a, b, whenA, whenB) ? 'same' : orderSaid(a, b, needs.isContest)
  if (order !== 'same') return { order, trust: 1, words: `the times are ${words}` }
  const alike = a.kind === b.kind
  if (needs.isMoment && !needs.isContest && isAnotherHour(a, b, whenA, whenB))
    return {
      order: 'apart',
      trust: 0.95,
      words: `the times are ${words}, but the markets are decided at different hours`,
    }
  if (a.kind === 'on' && b.kind === 'on' && needs.isMoment && hoursDiffer(whenA, whenB, a))
    return {
      order: 'unknown',
      trust: 0.5,
      words: `both on ${renderDay(a.from ?? a.to)}, but the markets are decided at different hours`,
    }
  return {
    order,
    trust: alike ? 1 : 0.95,
    words: alike ? `both ${deadlineText(a)}` : `the same time: ${words}`,
  }
}

/** Whether they are a season over the turn of a year, and the year in which it ends: both markets are decided at its end. */
function areOneEdition(a: Deadline, b: Deadline, { end: first }: When, { end: second }: When): boolean {
  if (a.kind !== 'edition' || b.kind !== 'edition' || first === undefined || second === undefined)
    return false
  const holds = ({ from, to }: Deadline, end: number): boolean => end > (from ?? 0) && end <= to
  return (
    Math.abs(first - second) <= 14 * DAY_MS && [first, second].every((end) => holds(a, end) && holds(b, end))
  )
}

/** Whether one text has an hour on the other's day, and the other's venue has a different hour. */
function isAnotherHour(a: Deadline, b: Deadline, whenA: When, whenB: When): boolean {
  const [at, day, end] = a.kind === 'at' ? [a, b, whenB.end] : [b, a, whenA.end]
  if (at.kind !== 'at' || day.kind !== 'on' || end === undefined || end % DAY_MS === 0) return false
  const isOnDay = end >= (day.from ?? 0) && end <= day.to + 12 * HOUR_MS
  return isOnDay && Math.abs(end - at.to) > HOUR_MS
}

/** Whether both venues have an hour on the day, and the hours differ. */
function hoursDiffer(a: When, b: When, day: Deadline): boolean {
  const hourOf = ({ end }: When): number | undefined =>
    end === undefined || end % DAY_MS === 0 || end < (day.from ?? 0) || end > day.to + 12 * HOUR_MS
      ? undefined
      : end
  const [first, second] = [hourOf(a), hourOf(b)]
  return first !== undefined && second !== undefined && Math.abs(first - second) > HOUR_MS
}

function orderSaid(a: Deadline, b: Deadline, isContest: boolean): TimeOrder {
  if (a.kind === b.kind) return orderAlike(a, b, isContest)
  if (rank[a.kind] < rank[b.kind]) return reverseOrder(orderSaid(b, a, isContest))
  // From here on A is more specific than B.
  if (a.kind === 'at' && b.kind === 'on')
    return daysOf(a.to).includes(b.from ?? 0) || a.to === b.to ? 'same' : 'apart'
  if (b.kind === 'by') return a.to <= b.to ? 'within' : 'apart'
  if (a.kind === 'by') return orderByAndStretch(a, b)
  const isInside = a.to > (b.from ?? 0) && a.to <= b.to
  if (!isInside) return 'apart'
  if (b.kind === 'edition') return a.kind === 'in' ? orderInAndEdition(a, b) : 'same'
  return 'within'
}

function orderAlike(a: Deadline, b: Deadline, isContest: boolean): TimeOrder {
  if (a.kind === 'by') return Math.abs(a.to - b.to) < DAY_MS ? 'same' : a.to < b.to ? 'within' : 'around'
  if (a.kind === 'at') return orderInstants(a, b, isContest)
  if (a.from === b.from && a.to === b.to) return 'same'
  if (a.kind === 'on') return 'apart'
  const isIn = (inner: Deadline, outer: Deadline): boolean =>
    (inner.from ?? 0) >= (outer.from ?? 0) && inner.to <= outer.to
  if (isIn(a, b)) return a.kind === 'in' ? 'within' : 'unknown'
  if (isIn(b, a)) return a.kind === 'in' ? 'around' : 'unknown'
  return a.to <= (b.from ?? 0) || b.to <= (a.from ?? 0) ? 'apart' : 'unknown'
}

function orderInstants(a: Deadline, b: Deadline, isContest: boolean): TimeOrder {
  const tolerance = isContest ? 3 * HOUR_MS : MINUTE_MS
  const ends = Math.abs(a.to - b.to) < tolerance
  const begins = a.from === undefined || b.from === undefined || Math.abs(a.from - b.from) < tolerance
  return ends && begins ? 'same' : 'apart'
}

const ABOUT_A_YEAR_MS = 360 * DAY_MS

/** Compares "by" the end of a period with "in" it: the same for a year, because such markets exist for about that long. */
function orderByAndStretch(by: Deadline, stretch: Deadline): TimeOrder {
  const isSameEnd = Math.abs(by.to - stretch.to) < DAY_MS
  const isYear = stretch.to - (stretch.from ?? 0) >= ABOUT_A_YEAR_MS
  if (isSameEnd) return isYear ? 'same' : 'around'
  // A "by" market counts from its listing, which need not be a year earlier.
  if (stretch.to <= by.to) return by.to - stretch.to < ABOUT_A_YEAR_MS ? 'around' : 'unknown'
  if (by.to <= (stretch.from ?? 0)) return 'apart'
  return isYear && stretch.kind === 'in' ? 'within' : 'unknown'
}

function orderInAndEdition(a: Deadline, b: Deadline): TimeOrder {
  return a.from === b.from && a.to === b.to ? 'same' : 'unknown'
}

/** Markets remain open for this long after a season, because its result might be late. */
const LATEST_RESULT_MS = 750 * DAY_MS

const TAKES_OFFICE_MS = 120 * DAY_MS

/** A season that begins in one year is decided so early in the next. */
const SEASON_ENDS_MS = 75 * DAY_MS

/** Venues close the markets on a year's season this long after it. */
const CLOSES_LATE_MS = 100 * DAY_MS

/**
 * Whether a ticker's year is that of an edition, or that in which its season ends: the 2026 season of a league that is
 * decided in February 2027. Returns undefined if no ticker has one.
 */
function isOfYear(said: Deadline, { end }: When, { referenceYear }: When): boolean | undefined {
  if (referenceYear === undefined) return undefined
  const year = new Date(said.to - 1).getUTCFullYear()
  const isAfter = end !== undefined && end - said.to > 0 && end - said.to <= SEASON_ENDS_MS
  return referenceYear === year || (isAfter && referenceYear === year + 1)
}

function isOfEdition(said: Deadline, own: When, other: When, end: number): boolean {
  const isOf = isOfYear(said, own, other)
  const isNear = end > (said.from ?? 0) && end < said.to + (isOf === true ? LATEST_RESULT_MS : 75 * DAY_MS)
  return isNear && isOf !== false
}

const FEW_DAYS_MS = 3 * DAY_MS
const ABOUT_A_DAY_MS = 36 * HOUR_MS

/** Compares the time in one text with a venue's date alone. */
function againstEnd(said: Deadline, own: When, other: When, { isContest, isElection }: Needs): ComparedTimes {
  const { end } = other
  if (end === undefined)
    return {
      order: 'unknown',
      trust: 0.5,
      words: `one is decided ${deadlineText(said)}, and the other has no time`,
    }
  const words = `one is decided ${deadlineText(said)}, and the other on ${renderDay(end)}`
  const found = (order: TimeOrder, trust: number): ComparedTimes => ({ order, trust, words })
  if (said.kind === 'at' && isContest)
    return found(Math.abs(said.to - end) <= 3 * HOUR_MS ? 'same' : 'apart', 0.95)
  if (said.kind === 'at') return found(Math.abs(said.to - end) <= MINUTE_MS ? 'same' : 'unknown', 0.9)
  if (said.kind === 'on' && isContest)
    return found(daysOf(end).includes(said.from ?? 0) ? 'same' : 'apart', 0.95)
  if (said.kind === 'edition' || (said.kind === 'in' && lengthOf(said) >= ABOUT_A_YEAR_MS))
    return found(isOfEdition(said, own, other, end) ? 'same' : 'unknown', 0.85)
  const late = end - said.to
  if (isElection === true && isOfOneElection(said, late)) return found('same', 0.8)
  if (Math.abs(late) <= (said.kind === 'on' ? ABOUT_A_DAY_MS : FEW_DAYS_MS)) return found('same', 0.85)
  return found(late > 0 && said.kind !== 'by' ? 'unknown' : 'apart', 0.9)
}

/**
 * Whether a venue decides an election later than the other's text suggests: when the winner takes office, or in the year that a
 * label such as `Before 2027` closes.
 */
function isOfOneElection(said: Deadline, late: number): boolean {
  if (said.kind === 'by') return late <= 0 && late > -ABOUT_A_YEAR_MS && isYearEnd(said)
  return said.kind === 'on' && late > 0 && late <= TAKES_OFFICE_MS
}

function isYearEnd({ to }: Deadline): boolean {
  return new Date(to).toISOString().slice(5, 10) === '01-01'
}

/** Compares only the venues' own dates. */
function compareEnds(a: When, b: When, needs: Needs): ComparedTimes {
  const { isContest, isMoment, sameWithinMs } = needs
  if (a.end === undefined || b.end === undefined)
    return { order: 'unknown', trust: 0.5, words: 'a time is unknown' }
  const apart = Math.abs(a.end - b.end)
  const isTimed = (end: number): boolean => end % DAY_MS !== 0
  const words =
    apart < DAY_MS
      ? `both are decided on ${renderDay(Math.min(a.end, b.end))}`
      : `one is decided on ${renderDay(a.end)}, and the other on ${renderDay(b.end)}`
  const found = (order: TimeOrder, trust: number): ComparedTimes => ({ order, trust, words })
  if (isContest && isTimed(a.end) && isTimed(b.end))
    return found(apart <= 3 * HOUR_MS ? 'same' : 'unknown', 0.9)
  if (isContest)
    return found(daysOf(a.end).some((day) => daysOf(b.end ?? 0).includes(day)) ? 'same' : 'unknown', 0.8)
  if (isMoment && isTimed(a.end) && isTimed(b.end)) return found(apart <= MINUTE_MS ? 'same' : 'apart', 0.9)
  if (isMoment) return found(apart < DAY_MS ? 'same' : 'apart', 0.8)
  if (isOneResult(a, b, apart, needs)) return found('same', 0.8)
  if (needs.isNext === true) return found('same', 0.75)
  if (apart <= sameWithinMs) return found('same', apart <= DAY_MS ? 0.9 : 0.8)
  return found(apart <= 60 * DAY_MS && sameWithinMs > WEEK_MS ? 'unknown' : 'apart', 0.7)
}

/** Whether two markets on a result are of one election, or of the edition in a ticker. */
function isOneResult(a: When, b: When, apart: number, { isElection, isResult }: Needs): boolean {
  if (isElection === true && apart <= TAKES_OFFICE_MS) return true
  return (isElection === true || isResult === true) && (isInTickersYear(a, b) || isInTickersYear(b, a))
}

/** Whether a venue decides within the year of the other's ticker, or closes soon after it where the other is decided in it. */
function isInTickersYear({ end: own }: When, { referenceYear, end }: When): boolean {
  if (referenceYear === undefined || own === undefined || end === undefined) return false
  if (new Date(own - 1).getUTCFullYear() === referenceYear) return true
  const [half, next] = [Date.UTC(referenceYear, 6), Date.UTC(referenceYear + 1, 0)]
  return own >= next && own - next <= CLOSES_LATE_MS && end >= half && end < next
}

/** Renders `by 31 Dec 2026` for the evidence. */
function deadlineText({ kind, from, to }: Deadline): string {
  if (kind === 'at')
    return from === undefined
      ? `at ${renderDay(to, true)}`
      : `from ${renderDay(from, true)} to ${renderDay(to, true)}`
  // The exclusive end belongs to the next day.
  const last = renderDay(to - 1)
  if (kind === 'by') return `by ${last}`
  if (kind === 'on') return `on ${renderDay(from ?? to)}`
  return `in ${renderDay(from ?? to)} to ${last}`
}
