import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { toIso } from '../../api/times/instant.js'
import { alignDown } from '../../api/times/resolution.js'
import { cut } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import { computeDoubledWait } from '../../policy/backoff.js'
import { readAnswer } from '../client/call-method.js'
import type { ApiCaller, ApiReply } from '../client/caller.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes } from '../output/output.js'
import { type Contact, countVenueCalls } from './contact.js'

/** Answers in a row that the venue does not know the outcome: one lookup alone may be wrong. */
const MAX_UNKNOWN = 3
/** Most candles one request asks for. */
export const CHUNK_CANDLES = 5_000
/** Failures in a row after which a series is given up. */
const MAX_TRIES = 8
/**
 * The same while no way leads to the venue and none ever did in this run: 15 s, so that the last of them comes after
 * the pause in which a failing host is not asked again.
 */
const MAX_TRIES_OFFLINE = 5
const WAITS = { baseMs: 1_000, capMs: 60_000 }

/** Who is asked, and what tells him how long to wait and when to stop. */
export interface BackfillDeps {
  readonly caller: ApiCaller
  readonly clock: Clock
  /** Ends the walk between two requests. */
  readonly signal: AbortSignal
  readonly json: boolean
  /** Told of every answer; decides how patient the walk is. */
  readonly contact: Contact
  /** Told of every wait after a failure. */
  onWait(ms: number, why: string): void
}

/** One series from its oldest to its newest candle; times in epoch ms, both inclusive. */
export interface BackfillPlan {
  readonly venue: VenueId
  readonly outcomeId: string
  readonly resolution: string
  readonly stepMs: number
  readonly start: number
  readonly end: number
}

/** What one request brought. */
export interface BackfillStep {
  /** Steps of the grid that are behind us now, candles or none. */
  readonly steps: number
  readonly candles: number
  readonly venueCalls: number
  /** Epoch ms: everything before is known. */
  readonly upTo: number
  /** A part of it, of more than an hour ago, was reported by one response only. */
  readonly provisional?: true
}

/** How many steps of the grid the window holds; 0 when it is empty. */
export function stepsIn({ stepMs, start, end }: Pick<BackfillPlan, 'stepMs' | 'start' | 'end'>): number {
  return Math.max(0, (alignDown(end, stepMs) - alignDown(start, stepMs)) / stepMs + 1)
}

/**
 * Asks for the window chunk by chunk as background work. What is stored already costs the venue nothing, so the same
 * walk again goes on where an earlier one ended.
 * @throws CommandFailed for a failure that does not pass, or the signal's reason when it aborts
 */
export async function* runBackfill(plan: BackfillPlan, deps: BackfillDeps): AsyncGenerator<BackfillStep> {
  const { stepMs } = plan
  const whole = { from: alignDown(plan.start, stepMs), to: alignDown(plan.end, stepMs) + stepMs }
  for (const { from, to } of cut(whole, CHUNK_CANDLES * stepMs)) {
    const { data, headers } = await askPatiently(plan, from, to - 1, deps)
    const candles = readShape(shapes.candles, data, 'a list of candles').length
    const steps = (to - from) / stepMs
    const provisional = isProvisional(headers, deps.clock.now()) ? { provisional: true as const } : {}
    yield { steps, candles, venueCalls: countVenueCalls(headers), upTo: to, ...provisional }
  }
}

/** The newest candles are provisional in any market: younger ones are not worth a word, ms. */
const RECENT_MS = 3_600_000

/** Whether an answer names a provisional span that is not recent: `from-to` in ms, oldest first, or `+n` before many. */
function isProvisional({ [pmxHeaders.provisional]: spans }: ApiReply['headers'], now: number): boolean {
  if (spans === undefined) return false
  return spans.startsWith('+') || Number.parseInt(spans, 10) < now - RECENT_MS
}

/** A failure that may pass is waited for: as long as the answer says, else twice as long each time. */
async function askPatiently(plan: BackfillPlan, start: number, end: number, deps: BackfillDeps) {
  const { caller, clock, signal, json, contact } = deps
  const { venue, outcomeId, resolution } = plan
  // As text: a number before 1973 would be read as seconds.
  const query = { resolution, start: toIso(start), end: toIso(end) }
  for (let tries = 1; ; tries++) {
    const asked = caller.call(venue, 'fetchOHLCV', [outcomeId, query], { priority: 'background' })
    const reply = await unlessAborted(asked, signal)
    contact.note(reply)
    if (isUnknownNow(reply)) {
      if (tries >= MAX_UNKNOWN)
        throw new CommandFailed(
          `${venue} does not know outcome ${toPrintable(outcomeId)} now. What is stored of it stays; nothing could be added. Try again later.`,
          exitCodes.failed,
        )
      const waitMs = computeDoubledWait(tries - 1, WAITS)
      deps.onWait(waitMs, `${venue} does not know the outcome now`)
      await clock.sleep(waitMs, signal)
      continue
    }
    const failure = passingFailure(reply)
    const mostTries = contact.isOffline ? MAX_TRIES_OFFLINE : MAX_TRIES
    if (failure === undefined || tries >= mostTries) return readAnswer(reply, { json })
    // What came is stored, so the next try is one of a shorter read.
    if (failure.isUnfinished) tries = 0
    const waitMs = failure.retryAfterMs ?? computeDoubledWait(tries - 1, WAITS)
    deps.onWait(waitMs, failure.message)
    await clock.sleep(waitMs, signal)
  }
}

/** Whether an answer is what is stored of an outcome that its venue does not know. */
function isUnknownNow({ headers }: ApiReply): boolean {
  return headers[pmxHeaders.stale]?.startsWith('not_found') === true
}

interface PassingFailure {
  readonly message: string
  readonly retryAfterMs: number | undefined
  /** It brought something, and goes on when it is asked again. */
  readonly isUnfinished: boolean
}

function passingFailure(reply: ApiReply): PassingFailure | undefined {
  const envelope = readShape(shapes.envelope, reply.body, 'an envelope')
  if (envelope.success || envelope.error.retryable !== true) return undefined
  const { message, retryAfter, detail } = envelope.error
  const isUnfinished =
    typeof detail === 'object' && detail !== null && 'kind' in detail && detail.kind === 'unfinished'
  return {
    message,
    isUnfinished,
    retryAfterMs: retryAfter === undefined ? undefined : Math.max(0, retryAfter) * 1_000,
  }
}

/** The request under way is left to itself: what it brings is stored all the same. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  // Whichever loses the race must not count as unhandled.
  work.catch(() => undefined)
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop))
}
