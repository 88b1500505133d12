import { createValidationError } from '../envelope/errors.js'
import { MINUTE_MS } from './span.js'

export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS

const unitMs: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: WEEK_MS }
const longUnits = [
  ['w', WEEK_MS],
  ['d', DAY_MS],
  ['h', HOUR_MS],
] as const

export const defaultResolution = '1h'
export const commonResolutions = ['1m', '5m', '15m', '30m', '1h', '4h', '6h', '12h', '1d', '1w'] as const

/** The texts that {@link parseResolution} accepts: 1m to 10080m, 1h to 168h, 1d to 7d, 1w. */
export const resolutionPattern =
  '^(([1-9][0-9]{0,3}|100[0-7][0-9]|10080)m|([1-9][0-9]?|1[0-5][0-9]|16[0-8])h|[1-7]d|1w)$'

/**
 * Returns the length of a resolution such as `15m`, `6h`, `1d`, `1w` in ms. Different spellings of the same length are
 * one resolution (`60m` is `1h`).
 * @throws VALIDATION_ERROR (field `resolution`) naming the common ones; the range is 1m to 1w
 */
export function parseResolution(text: string): number {
  const match = /^([1-9]\d{0,5})([mhdw])$/.exec(text)
  const unit = match?.[2] === undefined ? undefined : unitMs[match[2]]
  const step = unit === undefined ? Number.NaN : Number(match?.[1]) * unit
  if (!Number.isFinite(step) || step > WEEK_MS) {
    throw createValidationError(
      'resolution',
      `resolution must be <n>m, <n>h, <n>d or 1w between 1m and 1w, such as ${commonResolutions.join(', ')}; got '${text.slice(0, 40)}'`,
    )
  }
  return step
}

/** Returns the shortest name of an interval: 3,600,000 is `1h`. The interval must be a whole number of minutes. */
export function renderResolution(stepMs: number): string {
  const [unit, length] = longUnits.find(([, unitLength]) => stepMs % unitLength === 0) ?? ['m', MINUTE_MS]
  return `${stepMs / length}${unit}`
}

/** 1970-01-05 was the first Monday; weeks count from it, other intervals from the epoch. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** Returns the open time of the candle that contains `at`: a multiple of the interval in UTC; weeks open on Monday. */
export function alignDown(at: number, stepMs: number): number {
  const origin = stepMs === WEEK_MS ? FIRST_MONDAY_MS : 0
  return Math.floor((at - origin) / stepMs) * stepMs + origin
}

/** Returns the first open time at or after `at`. */
export function alignUp(at: number, stepMs: number): number {
  const opens = alignDown(at, stepMs)
  return opens === at ? at : opens + stepMs
}

/** The parts of one candle: its open time, and the parts in their order, at least one. */
export type Slot<Part> = readonly [open: number, parts: readonly [Part, ...Part[]]]

/**
 * Groups parts by candle; candles without parts are absent.
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
