import { invalid } from './errors.js'
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

/**
 * Length of a resolution such as `15m`, `6h`, `1d`, `1w` in ms. Spellings of one length are one resolution
 * (`60m` is `1h`).
 * @throws VALIDATION_ERROR (field `resolution`) naming the common ones; the range is 1m to 1w
 */
export function resolutionMs(text: string): number {
  const match = /^([1-9]\d{0,5})([mhdw])$/.exec(text)
  const unit = match?.[2] === undefined ? undefined : unitMs[match[2]]
  const step = unit === undefined ? Number.NaN : Number(match?.[1]) * unit
  if (!Number.isFinite(step) || step > WEEK_MS) {
    throw invalid(
      'resolution',
      `resolution must be <n>m, <n>h, <n>d or 1w between 1m and 1w, such as ${commonResolutions.join(', ')}; got '${text.slice(0, 40)}'`,
    )
  }
  return step
}

/** The shortest name of a step: 3,600,000 is `1h`. The step must be a whole number of minutes. */
export function resolutionName(stepMs: number): string {
  const [unit, length] = longUnits.find(([, unitLength]) => stepMs % unitLength === 0) ?? ['m', MINUTE_MS]
  return `${stepMs / length}${unit}`
}
