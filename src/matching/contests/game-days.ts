import { DAY_MS, HOUR_MS } from '../../api/times/resolution.js'
import { daysOf, renderDay } from '../terms/calendar.js'
import type { ComparedTimes, When } from '../terms/time-windows.js'

/** The days on which a game may have taken place, and how certain they are. */
interface GameDays {
  readonly days: readonly number[]
  /** Whether the text, an id or a slug has the day. Otherwise it comes from the venue's own date. */
  readonly isNamed: boolean
  readonly at?: number
}

/** Games that begin in the evening may end after midnight. */
const MAX_GAME_MS = 6 * HOUR_MS
/** A postponed game ends on a different day than the one in its slug. */
const PUT_OFF_MS = 2 * DAY_MS
const SAME_START_MS = 3 * HOUR_MS

/** Whether two contests are on the same day. */
export function compareGameDays(a: When, b: When): ComparedTimes {
  const [first, second] = [gameDaysOf(a), gameDaysOf(b)]
  if (first === undefined || second === undefined)
    return { order: 'unknown', trust: 0.5, words: 'a day is unknown' }
  const words = `on ${renderDay(first.days[0] ?? 0)} and ${renderDay(second.days[0] ?? 0)}`
  const found = (order: ComparedTimes['order'], trust: number): ComparedTimes => ({ order, trust, words })
  if (!first.isNamed && !second.isNamed) return compareEnds(first, second, found)
  const isShared = first.days.some((day) => second.days.includes(day))
  const wasPutOff = isPutOff(a, second) || isPutOff(b, first)
  if (isShared && startsApart(a, b)) return found('apart', 0.9)
  if (isShared) return found('same', first.isNamed && second.isNamed ? 1 : 0.95)
  return wasPutOff ? found('same', 0.8) : found('apart', 0.95)
}

/** Two teams meet in only one series of a season's playoffs. Venues close its markets within this time of each other. */
const ONE_SERIES_MS = 60 * DAY_MS

/** Whether two series of games are in the playoffs of one season. */
export function compareSeriesEnds({ end: a }: When, { end: b }: When): ComparedTimes {
  if (a === undefined || b === undefined) return { order: 'unknown', trust: 0.5, words: 'a day is unknown' }
  const words = `one is decided on ${renderDay(a)}, and the other on ${renderDay(b)}`
  return { order: Math.abs(a - b) <= ONE_SERIES_MS ? 'same' : 'apart', trust: 0.85, words }
}

function compareEnds(
  a: GameDays,
  b: GameDays,
  found: (order: ComparedTimes['order'], trust: number) => ComparedTimes,
) {
  const areTimed = [a, b].every(({ at = 0 }) => at % DAY_MS !== 0)
  if (areTimed) return found(Math.abs((a.at ?? 0) - (b.at ?? 0)) <= SAME_START_MS ? 'same' : 'unknown', 0.9)
  const isShared = a.days.some((day) => b.days.includes(day))
  return found(isShared ? 'same' : 'unknown', 0.8)
}

/** Whether the two have different hours, so that they are two games on one day. */
function startsApart({ said: a }: When, { said: b }: When): boolean {
  return a?.kind === 'at' && b?.kind === 'at' && Math.abs(a.to - b.to) > SAME_START_MS
}

function gameDaysOf({ said, referenceDay, end }: When): GameDays | undefined {
  if (said?.kind === 'on') return { days: [said.from ?? said.to], isNamed: true }
  if (said?.kind === 'at') return { days: daysOf(said.to), isNamed: true, at: said.to }
  if (referenceDay !== undefined) return { days: [referenceDay], isNamed: true }
  return end === undefined ? undefined : { days: endGameDaysOf(end), isNamed: false, at: end }
}

/** Returns the days on which a game may have begun if a venue decided it at the given time. */
export function endGameDaysOf(end: number): readonly number[] {
  if (end % DAY_MS === 0) return [end]
  return [...new Set([...daysOf(end), ...daysOf(end - MAX_GAME_MS).slice(0, 1)])]
}

/** Whether one has a slug with a day before its end, and its end is on the other's day. */
function isPutOff({ referenceDay, referenceKind, end }: When, other: GameDays): boolean {
  if (referenceDay === undefined || referenceKind !== 'slug' || end === undefined) return false
  return (
    end - referenceDay > PUT_OFF_MS &&
    other.isNamed &&
    endGameDaysOf(end).some((day) => other.days.includes(day))
  )
}
