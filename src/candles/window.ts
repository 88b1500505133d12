import { invalid } from '../api/errors.js'
import {
  alignDown,
  commonResolutions,
  defaultResolution,
  resolutionMs,
  resolutionName,
} from '../api/resolution.js'
import type { Span } from '../api/span.js'
import type { NativeStep } from '../venue-kit/venue.js'

export const MAX_CANDLES = 50_000
const DEFAULT_CANDLES = 100

/** A candle request as a caller gives it; times in epoch ms. */
export interface CandleQuery {
  readonly resolution?: string
  readonly start?: number
  readonly end?: number
  readonly limit?: number
}

/** The same request with every choice made. */
export interface CandleWindow {
  readonly stepMs: number
  /** Open times asked for: aligned, `to` exclusive; from 0 without a start. Empty when it lies wholly in the future. */
  readonly span: Span
  /** Nothing but the limit says how far back it reaches. */
  readonly open: boolean
  /** The newest this many are answered. */
  readonly limit: number
  /** The caller bounded the window himself, so nothing but the window limits how far back it reaches. */
  readonly bounded: boolean
}

/**
 * The one rule of windows: `start` aligned down and inclusive, `end` inclusive and clipped to
 * now, default end now; without `start`, the newest `limit` candles before the end, however far back, 100 by default.
 * @throws VALIDATION_ERROR for a limit outside 1..50,000, for start after end, and for unknown resolutions
 */
export function toCandleWindow(query: CandleQuery, now: number): CandleWindow {
  const stepMs = resolutionMs(query.resolution ?? defaultResolution)
  const { start, end, limit } = query
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > MAX_CANDLES)) {
    throw invalid('limit', `limit must be a whole number from 1 to ${MAX_CANDLES}; got ${limit}`)
  }
  if (start !== undefined && end !== undefined && start > end) {
    throw invalid(
      'start',
      `start (${new Date(start).toISOString()}) lies after end (${new Date(end).toISOString()}): ` +
        'start must be the earlier one',
    )
  }
  const to = alignDown(Math.min(end ?? now, now), stepMs) + stepMs
  if (start === undefined) {
    const span = { from: 0, to: Math.max(0, to) }
    return { stepMs, span, open: true, limit: limit ?? DEFAULT_CANDLES, bounded: false }
  }
  const from = Math.min(alignDown(start, stepMs), to)
  const bounded = limit === undefined
  return { stepMs, span: { from, to }, open: false, limit: limit ?? MAX_CANDLES, bounded }
}

/**
 * A window bounded only by its times must not hold more candles than one answer may.
 * Checked after the window has been clipped to the life of the market, so that `start: 0` means "from the listing".
 * @throws VALIDATION_ERROR naming the ways out
 */
export function assertAnswerable(window: CandleWindow, span: Span): void {
  const count = (span.to - span.from) / window.stepMs
  if (!window.bounded || count <= MAX_CANDLES) return
  throw invalid(
    'start',
    `The window holds ${Math.ceil(count)} candles and at most ${MAX_CANDLES} are answered: ` +
      'shorten it, take a coarser resolution, or pass a limit to get the newest ones.',
  )
}

/**
 * The native step a resolution is built from: itself where the venue has it, else the coarsest that divides it.
 * @throws VALIDATION_ERROR naming what works
 */
export function nativeStepFor(stepMs: number, natives: readonly NativeStep[]): NativeStep {
  const best = natives
    .filter((native) => stepMs % native.stepMs === 0)
    .reduce<NativeStep | undefined>(
      (coarsest, native) => (coarsest === undefined || native.stepMs > coarsest.stepMs ? native : coarsest),
      undefined,
    )
  if (best !== undefined) return best
  const works = commonResolutions.filter((name) =>
    natives.some((native) => resolutionMs(name) % native.stepMs === 0),
  )
  throw invalid(
    'resolution',
    `${resolutionName(stepMs)} candles cannot be had exactly here; these can: ${works.join(', ') || 'none'}`,
  )
}
