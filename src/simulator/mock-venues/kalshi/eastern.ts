import { DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'

/** Whether New York is on summer time: second Sunday of March to first Sunday of November, changes at 2 o'clock. */
function isSummer(epochMs: number): boolean {
  const year = new Date(epochMs).getUTCFullYear()
  const starts = nthSunday(year, 2, 2) + 7 * HOUR_MS
  const ends = nthSunday(year, 10, 1) + 6 * HOUR_MS
  return epochMs >= starts && epochMs < ends
}

/** Returns UTC midnight of the `nth` Sunday of a month (0 = January). */
function nthSunday(year: number, month: number, nth: number): number {
  const first = Date.UTC(year, month, 1)
  const untilSunday = (7 - new Date(first).getUTCDay()) % 7
  return first + (untilSunday + 7 * (nth - 1)) * DAY_MS
}

/** Returns midnight in New York on a UTC day: 04:00 or 05:00 UTC. */
function easternMidnight(utcDay: number): number {
  const summer = utcDay * DAY_MS + 4 * HOUR_MS
  return isSummer(summer) ? summer : summer + HOUR_MS
}

/** Returns the midnights of New York in [from, to], epoch ms. */
export function listEasternMidnights(from: number, to: number): readonly number[] {
  const midnights: number[] = []
  for (let day = Math.floor(from / DAY_MS) - 1; day * DAY_MS <= to; day++) {
    const midnight = easternMidnight(day)
    if (midnight >= from && midnight <= to) midnights.push(midnight)
  }
  return midnights
}
