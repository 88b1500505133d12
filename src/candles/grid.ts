import { DAY_MS, WEEK_MS } from '../contract/resolution.js'

/** 1970-01-05 was the first Monday; weeks count from it, everything else from the epoch. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** The open time of the candle that holds `at`: a multiple of the step in UTC; weeks open on Monday. */
export function alignDown(at: number, stepMs: number): number {
  const origin = stepMs === WEEK_MS ? FIRST_MONDAY_MS : 0
  return Math.floor((at - origin) / stepMs) * stepMs + origin
}

/** The first open time at or after `at`. */
export function alignUp(at: number, stepMs: number): number {
  return alignDown(at + stepMs - 1, stepMs)
}
