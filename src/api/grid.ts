import { DAY_MS, WEEK_MS } from './resolution.js'

/** 1970-01-05 was the first Monday; weeks count from it, everything else from the epoch. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** The open time of the candle that holds `at`: a multiple of the step in UTC; weeks open on Monday. */
export function alignDown(at: number, stepMs: number): number {
  const origin = stepMs === WEEK_MS ? FIRST_MONDAY_MS : 0
  return Math.floor((at - origin) / stepMs) * stepMs + origin
}

/** The first open time at or after `at`. */
export function alignUp(at: number, stepMs: number): number {
  const opens = alignDown(at, stepMs)
  return opens === at ? at : opens + stepMs
}

/** What falls into one candle: its open time, and the parts in the order in which they came, at least one. */
export type Slot<Part> = readonly [open: number, parts: readonly [Part, ...Part[]]]

/**
 * The parts of candles by the candle that holds them; candles without parts are absent.
 * @param parts ascending by time
 * @param timeOf epoch ms
 */
export function slotsOf<Part>(
  parts: readonly Part[],
  timeOf: (part: Part) => number,
  stepMs: number,
): Slot<Part>[] {
  const slots: [number, [Part, ...Part[]]][] = []
  for (const part of parts) {
    const open = alignDown(timeOf(part), stepMs)
    const last = slots.at(-1)
    if (last !== undefined && last[0] === open) last[1].push(part)
    else slots.push([open, [part]])
  }
  return slots
}
