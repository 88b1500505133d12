import { PmxError } from '../api/envelope/errors.js'
import { alignDown, renderResolution } from '../api/times/resolution.js'
import { cut, type Span } from '../api/times/span.js'
import type { CandleAnswer, CandleEngine } from '../candles/engine.js'
import type { Clock } from '../effects/clock.js'
import { startDeadline } from '../policy/abort.js'
import type { Secrets } from '../venue-kit/contract/account-secrets.js'
import type { NativeStep, Venue } from '../venue-kit/contract/venue.js'

/** Maximum number of candles in one request. */
const MAX_CANDLES = 5_000
/** Maximum duration per request, ms. Slightly longer than that of a candle fetch. */
const QUESTION_ALLOWED_MS = 30_000

/** One native resolution of one outcome. */
export interface CaptureTarget {
  readonly venue: Venue
  readonly outcomeId: string
  readonly step: NativeStep
}

export interface CaptureDeps {
  readonly engine: Pick<CandleEngine, 'candles'>
  readonly clock: Clock
  /** Credentials for calls to the venue. */
  readonly secrets: Secrets
  /** Aborts the capture. */
  readonly signal: AbortSignal
}

/**
 * Fetches and stores a span of final candles. The newest part comes first, because later candles confirm empty ranges before
 * them. The other parts follow, oldest first, because the venue deletes the oldest data first. Stored parts require no venue
 * call.
 * @param span aligned to the resolution; may be empty
 * @param onReached called after each part with the time up to which everything is stored
 * @returns whether the market is over, and its last candle is in the span
 * @throws errors of the venue, the signal's reason when it aborts, or DeadlineExceeded. NOT_FOUND if the venue does not know the
 * outcome though some of it is stored
 */
export async function captureStep(
  target: CaptureTarget,
  span: Span,
  deps: CaptureDeps,
  onReached: (upTo: number) => void,
): Promise<{ readonly isOver: boolean }> {
  const { stepMs, maxWindowMs } = target.step
  const partMs = Math.max(stepMs, Math.min(MAX_CANDLES * stepMs, alignDown(maxWindowMs, stepMs)))
  const parts = cut(span, partMs)
  const newest = parts.at(-1)
  if (newest !== undefined && parts.length > 1) await ask(target, newest, deps)
  for (const part of parts) {
    await ask(target, part, deps)
    onReached(part.to)
  }
  // A market that closed earlier may have no last candle here. The engine checks from time to time that it has stayed closed.
  const last = await ask(target, { from: span.to - stepMs, to: span.to }, deps)
  return { isOver: last.emptyReason === 'after_close' && last.isOver }
}

async function ask(
  { venue, outcomeId, step }: CaptureTarget,
  { from, to }: Span,
  { engine, clock, secrets, signal }: CaptureDeps,
): Promise<CandleAnswer> {
  const deadline = startDeadline(clock, QUESTION_ALLOWED_MS, signal)
  try {
    const query = { resolution: renderResolution(step.stepMs), start: from, end: to - 1 }
    const call = {
      signal: deadline.signal,
      priority: 'background',
      secrets,
      isOwner: true,
      onSent: () => undefined,
    } as const
    const answer = await engine.candles(venue, outcomeId, query, call)
    if (answer.isUnknown !== true || answer.isOver) return answer
    throw new PmxError(
      'NOT_FOUND',
      `${venue.id} does not know outcome '${outcomeId}' at the moment. Stored data remains, and nothing is added.`,
      { exchange: venue.id },
    )
  } finally {
    deadline.release()
  }
}
