import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { toIso } from '../../api/times/instant.js'
import { alignDown } from '../../api/times/resolution.js'
import { createSpanTest, cut, type Span } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import { computeDoubledWait } from '../../policy/backoff.js'
import { readAnswer } from '../client/call-method.js'
import type { ApiCaller, ApiReply } from '../client/caller.js'
import { readShape, shapes } from '../client/response-shapes.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes } from '../output/output.js'
import { type Contact, countVenueCalls } from './contact.js'

/** Number of consecutive lookups that do not find the outcome before the backfill fails. A single lookup may be wrong. */
const MAX_UNKNOWN = 3
/** Maximum number of candles in one request. */
export const CHUNK_CANDLES = 5_000
/** Number of consecutive failures before a series fails. */
const MAX_TRIES = 8
/**
 * The same number while no call in this run has received a response. The waits add up to 15 s, so that the last attempt comes
 * after the breaker's pause.
 */
const MAX_TRIES_OFFLINE = 5
const WAITS = { baseMs: 1_000, capMs: 60_000 }

/** Dependencies of a backfill. */
export interface BackfillDeps {
  readonly caller: ApiCaller
  readonly clock: Clock
  /** Ends the backfill between two requests. */
  readonly signal: AbortSignal
  /** Receives every response, and decides the number of tries. */
  readonly contact: Contact
  /** Called for every wait after a failure. */
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

/** Result of one request. */
export interface BackfillStep extends Span {
  /** Completed intervals, with or without a candle. */
  readonly steps: number
  /** Candles that are stored permanently, which `export` and `sql` return. */
  readonly candles: number
  /** Candles that have ended and are not final. */
  readonly provisional: number
  readonly venueCalls: number
  /** Time before which everything is complete, epoch ms. */
  readonly upTo: number
  /** The earliest time at which everything in the window can be final, epoch ms. Absent if it is. */
  readonly finalAfter?: number
  /**
   * Number of intervals older than an hour for which only one response reports that they have no candle. The response may have
   * lacked them. Absent without any.
   */
  readonly unconfirmed?: number
  /** Whether only one response reported a part that is older than an hour. */
  readonly isUnconfirmed?: true
}

/** Returns the number of intervals in the window, or 0 if it is empty. */
export function stepsIn({ stepMs, start, end }: Pick<BackfillPlan, 'stepMs' | 'start' | 'end'>): number {
  return Math.max(0, (alignDown(end, stepMs) - alignDown(start, stepMs)) / stepMs + 1)
}

/**
 * Requests the window chunk by chunk as background work. Stored candles cost no venue call, so a repeated run continues
 * where an earlier one ended.
 * @throws CommandFailed for a permanent failure, or the signal's reason when it aborts
 */
export async function* runBackfill(plan: BackfillPlan, deps: BackfillDeps): AsyncGenerator<BackfillStep> {
  const { stepMs } = plan
  const whole = { from: alignDown(plan.start, stepMs), to: alignDown(plan.end, stepMs) + stepMs }
  for (const span of cut(whole, CHUNK_CANDLES * stepMs)) yield await requestSpan(plan, span, deps)
}

/**
 * Requests one span of a series. Candles that are still open at the end of the window are not included in either count.
 * @throws as {@link runBackfill}
 */
export async function requestSpan(
  plan: BackfillPlan,
  { from, to }: Span,
  deps: BackfillDeps,
): Promise<BackfillStep> {
  const { data, headers } = await askPatiently(plan, from, to - 1, deps)
  const openFrom = readNumber(headers, pmxHeaders.partialFrom) ?? Number.POSITIVE_INFINITY
  const ended = readShape(shapes.candles, data, 'a list of candles').filter(
    ({ timestamp }) => timestamp < openFrom,
  )
  const provisional = Math.min(ended.length, readNumber(headers, pmxHeaders.provisionalCandles) ?? 0)
  const finalAfter = readNumber(headers, pmxHeaders.finalAfter)
  const unconfirmed = countUnconfirmed(headers, ended, plan.stepMs, deps.clock.now())
  return {
    from,
    to,
    steps: (to - from) / plan.stepMs,
    candles: ended.length - provisional,
    provisional,
    venueCalls: countVenueCalls(headers),
    upTo: to,
    ...(finalAfter === undefined ? {} : { finalAfter }),
    ...(unconfirmed === 0 ? {} : { unconfirmed }),
    ...(isUnconfirmed(headers, deps.clock.now()) ? { isUnconfirmed: true as const } : {}),
  }
}

/** The newest candles of any market are provisional, so intervals younger than this are not reported, ms. */
const RECENT_MS = 3_600_000

/**
 * Whether a response names a provisional span that is not recent. Spans are `from-to` in ms, oldest first, preceded by `+n` if
 * there are more.
 */
function isUnconfirmed({ [pmxHeaders.provisional]: spans }: ApiReply['headers'], now: number): boolean {
  if (spans === undefined) return false
  return spans.startsWith('+') || Number.parseInt(spans, 10) < now - RECENT_MS
}

/**
 * Counts the intervals in a response's provisional spans that are not recent and have no candle. Those after the market's close
 * are not included, and neither are those of spans that are only counted (`+n`).
 */
function countUnconfirmed(
  {
    [pmxHeaders.provisional]: spans = '',
    [pmxHeaders.tradingPeriod]: tradingPeriod = '',
  }: ApiReply['headers'],
  ended: readonly { readonly timestamp: number }[],
  stepMs: number,
  now: number,
): number {
  const closedAt = Number(tradingPeriod.split('-')[1] || Number.POSITIVE_INFINITY)
  const until = Math.min(now - RECENT_MS, closedAt)
  const open = spans.split(', ').flatMap((text): Span[] => {
    const [from, to] = text.split('-').map(Number)
    if (from === undefined || to === undefined || text.startsWith('+')) return []
    return [{ from: alignDown(from, stepMs), to: Math.min(to, until) }]
  })
  const isOpen = createSpanTest(open)
  const intervals = open.reduce((sum, { from, to }) => sum + Math.max(0, Math.ceil((to - from) / stepMs)), 0)
  return Math.max(0, intervals - ended.filter(({ timestamp }) => isOpen(timestamp)).length)
}

function readNumber(headers: ApiReply['headers'], name: string): number | undefined {
  const text = headers[name] ?? ''
  return /^\d+$/.test(text) ? Number(text) : undefined
}

/** Requests a chunk and retries temporary failures. It waits as long as the response says, or otherwise twice as long each time. */
async function askPatiently(plan: BackfillPlan, start: number, end: number, deps: BackfillDeps) {
  const { caller, clock, signal, contact } = deps
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
          `${venue} does not know outcome ${toPrintable(outcomeId)} at the moment. Stored data remains, and no data was added. Try again later.`,
          exitCodes.failed,
        )
      const waitMs = computeDoubledWait(tries - 1, WAITS)
      deps.onWait(waitMs, `${venue} does not know the outcome at the moment`)
      await clock.sleep(waitMs, signal)
      continue
    }
    const failure = passingFailure(reply)
    const mostTries = contact.isOffline ? MAX_TRIES_OFFLINE : MAX_TRIES
    if (failure === undefined || tries >= mostTries) return readAnswer(reply)
    // The received part is stored, so the next try is a shorter read.
    if (failure.isUnfinished) tries = 0
    const waitMs = failure.retryAfterMs ?? computeDoubledWait(tries - 1, WAITS)
    deps.onWait(waitMs, failure.message)
    await clock.sleep(waitMs, signal)
  }
}

/** Whether a response has stored data for an outcome that its venue does not know. */
function isUnknownNow({ headers }: ApiReply): boolean {
  return headers[pmxHeaders.stale]?.startsWith('not_found') === true
}

interface PassingFailure {
  readonly message: string
  readonly retryAfterMs: number | undefined
  /** A partial result was stored, and the next try continues from it. */
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

/** Does not cancel the current request, so its result is still stored. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  // The loser of the race must not count as unhandled.
  work.catch(() => undefined)
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop))
}
