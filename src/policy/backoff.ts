import type { Random } from '../effects/random.js'

export interface BackoffLimits {
  readonly baseMs: number
  readonly capMs: number
}

/**
 * Returns a wait that doubles with each attempt, up to the cap.
 * @param attempt 0 for the first wait
 */
export function computeDoubledWait(attempt: number, { baseMs, capMs }: BackoffLimits): number {
  return Math.min(capMs, baseMs * 2 ** attempt)
}

/**
 * Draws a wait with full jitter, uniformly from [0, min(cap, base * 2^attempt)).
 * @param attempt 0 for the wait before the first retry
 */
export function drawBackoff(attempt: number, limits: BackoffLimits, random: Random): number {
  return Math.floor(random() * computeDoubledWait(attempt, limits))
}
