import { DAY_MS, HOUR_MS } from '../../api/times/resolution.js'
import { MINUTE_MS } from '../../api/times/span.js'

/** Days and hours in titles, with their time zones. All times are in epoch ms. */

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Returns 0..11 for a month's name or its short form, or undefined for anything else. */
export function monthOf(name: string): number | undefined {
  const index = monthNames.indexOf(name.slice(0, 3).toLowerCase())
  return index < 0 ? undefined : index
}

/**
 * Returns midnight UTC at the beginning of a day. Out-of-range months and days continue in the next year or month, as in
 * `Date.UTC`.
 */
export function startOfDay(year: number, month: number, day: number): number {
  return Date.UTC(year, month, day)
}

/** Number of hours that a zone is behind UTC at a given time. Zones without their own rules follow New York's summer time. */
const hoursBehind: Readonly<Record<string, (at: number) => number>> = {
  utc: () => 0,
  gmt: () => 0,
  est: () => 5,
  edt: () => 4,
  et: (at) => (isSummerInNewYork(at) ? 4 : 5),
  ct: (at) => (isSummerInNewYork(at) ? 5 : 6),
  pst: () => 8,
  pdt: () => 7,
  pt: (at) => (isSummerInNewYork(at) ? 7 : 8),
}

/** Returns the time that is the given number of minutes after midnight on a day in a zone, or undefined for an unknown zone. */
export function instantIn(zone: string, day: number, minutes: number): number | undefined {
  const behind = hoursBehind[zone.toLowerCase()]
  if (behind === undefined) return undefined
  const local = day + minutes * MINUTE_MS
  return local + behind(local) * HOUR_MS
}

/** Returns the possible days for a time: the day in UTC, and the day in New York, which most venues use. */
export function daysOf(instant: number): readonly number[] {
  const behind = isSummerInNewYork(instant) ? 4 : 5
  const utc = Math.floor(instant / DAY_MS) * DAY_MS
  const newYork = Math.floor((instant - behind * HOUR_MS) / DAY_MS) * DAY_MS
  return utc === newYork ? [utc] : [newYork, utc]
}

/**
 * Whether it is summer time, from the second Sunday of March to the first of November, 2 o'clock; the hours of the change itself
 * are not distinguished.
 */
function isSummerInNewYork(at: number): boolean {
  const year = new Date(at).getUTCFullYear()
  return at >= sundayOf(year, 2, 2) + 7 * HOUR_MS && at < sundayOf(year, 10, 1) + 6 * HOUR_MS
}

/** @param which 1 for the first Sunday of the month */
function sundayOf(year: number, month: number, which: number): number {
  const first = startOfDay(year, month, 1)
  const toSunday = (7 - new Date(first).getUTCDay()) % 7
  return first + (toSunday + (which - 1) * 7) * DAY_MS
}

/** Renders a day as `31 Dec 2026`, optionally with the time of day in UTC. */
export function renderDay(at: number, withTime = false): string {
  const iso = new Date(at).toISOString()
  const month = monthNames[Number(iso.slice(5, 7)) - 1] ?? ''
  const day = `${Number(iso.slice(8, 10))} ${month[0]?.toUpperCase()}${month.slice(1)} ${iso.slice(0, 4)}`
  return withTime ? `${day} ${iso.slice(11, 16)} UTC` : day
}
