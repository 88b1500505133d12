import { PmxError } from '../api/envelope/errors.js'
import type { SourceId } from '../api/envelope/source-ids.js'
import { DAY_MS } from '../api/times/resolution.js'
import type { Clock } from '../effects/clock.js'
import type { Random } from '../effects/random.js'
import type { RequestDeadline } from '../policy/abort.js'
import { drawBackoff } from '../policy/backoff.js'
import type { BreakerState } from '../policy/circuit-breaker.js'
import { noClient, type QueueClient } from '../policy/fair-queue.js'
import type { Semaphore } from '../policy/gate.js'
import { createRetryBudget, type RetryBudget } from '../policy/retry-budget.js'
import { BACKOFF, MAX_RETRIES } from '../policy/retry-policy.js'
import { createSingleFlight } from '../policy/single-flight.js'
import { priorityOf, type Urgency } from '../policy/urgency.js'
import {
  type AddressFailover,
  type Counters,
  createCounters,
  type LastError,
  type OnFailover,
  type VenueCounters,
} from './address-failover.js'
import {
  type AttemptOptions,
  createAttempts,
  getOrMake,
  isOwnRefusal,
  type SlowDown,
  type WaitOptions,
} from './attempt.js'
import { type BudgetState, type Budgets, createBudgets, type Permit } from './budget.js'
import {
  assertSendable,
  type CallEndpoint,
  callKey,
  isRead,
  readVenueTimes,
  renderCanonicalJson,
  toCall,
  type VenueCall,
  type VenueReply,
  type VenueRequest,
  type Wire,
} from './call-types.js'
import { isTransient, toPmxError } from './errors.js'
import { createHostBook, type VenueWiring } from './hosts.js'

export interface TransportDeps {
  readonly wire: Wire
  readonly clock: Clock
  readonly random: Random
  wiringOf(venue: SourceId): VenueWiring | undefined
  /** Largest response in bytes. */
  readonly maxBytes: number
  /** Maximum time without data from a host within one attempt, ms. */
  readonly attemptTimeoutMs: number
  /** Measures how long breakers stay open. The clock above by default. */
  readonly breakerClock?: Clock | undefined
  /** The rate budgets. By default from the venues' published limits and the clock above. */
  readonly budgets?: Budgets | undefined
  /** Called when a host switches to another address or back to its first. */
  readonly onFailover?: OnFailover | undefined
  /** Called with every response that a caller gets, including shared ones. */
  readonly onReply?: ((reply: VenueReply) => void) | undefined
  /** Called with the venue's own time for each response or refusal that contains one, epoch ms. */
  readonly onTime?: ((at: number, venue: SourceId) => void) | undefined
}

/** Calls one venue on behalf of one request, and counts its calls. */
export interface VenueHttp {
  /**
   * Sends a request and returns a 2xx response, or one of the statuses in `request.accept`.
   * @throws PmxError that names the venue: RATE_LIMIT_EXCEEDED, NETWORK_ERROR, EXCHANGE_NOT_AVAILABLE, PERMISSION_DENIED, or the
   * meaning of the venue's status
   */
  send(request: VenueRequest): Promise<VenueReply>
  /** Number of calls sent for this request. Shared calls count for the caller that started them. */
  readonly sent: number
  /**
   * The earliest venue time in the responses to this request, epoch ms: later data cannot be in all of them. Absent before the
   * first response with a time, and on recordings, which hold no `Date`.
   */
  readonly venueTime?: number | undefined
}

/** A request's calls, for the code that runs it. */
interface BoundHttp extends VenueHttp {
  /** The error of the last attempt, or undefined if none has failed since the last response. */
  readonly trouble: PmxError | undefined
}

interface BoundTerms {
  /** The caller, anonymous by default. */
  readonly caller?: QueueClient | undefined
  /** The permit for the first call, see `reserve`. */
  readonly permit?: Permit | undefined
}

export interface Transport {
  bind(venue: SourceId, deadline: RequestDeadline, urgency: Urgency, terms?: BoundTerms): BoundHttp
  /**
   * Waits until a call with this cost may be made. Its contents need not be known yet. The caller makes its calls with the
   * permit, and releases it at the end.
   * @throws RATE_LIMIT_EXCEEDED when that is not possible in time, or the signal's reason
   */
  reserve(venue: SourceId, place: CallEndpoint, patience: WaitOptions): Promise<Permit>
  counters(): ReadonlyMap<SourceId, VenueCounters>
  /** Returns breakers that are not closed, by `venue host`, with `until` in epoch ms. */
  breakers(): ReadonlyMap<string, BreakerState>
  /** Returns the hosts on an alternate address, by `venue host`. */
  failovers(): ReadonlyMap<string, AddressFailover>
  /** Returns the rate budgets in use, by `venue host` and `venue host group`. Empty where calls have no cost. */
  budgets(): ReadonlyMap<string, BudgetState>
  /**
   * Returns a transport that shares the budgets, concurrency limits and counters with this one. It shares neither calls nor host
   * health, so that its results do not depend on other calls.
   */
  isolate(): Transport
  close(): Promise<void>
}

/** The state shared by transports over the same wire. */
interface Common {
  readonly budgets: Budgets
  readonly counters: Counters
  readonly gates: Map<string, Semaphore>
}

/** Creates a transport, which adds an allow list, sharing, breakers, budgets and retries to a wire. */
export function createTransport(deps: TransportDeps): Transport {
  const budgets =
    deps.budgets ?? createBudgets((venue, host) => deps.wiringOf(venue)?.hosts[host], deps.clock)
  return transportOver(deps, { budgets, counters: createCounters(), gates: new Map() })
}

function transportOver(deps: TransportDeps, common: Common): Transport {
  const { wire, clock, random } = deps
  const { budgets, counters, gates } = common
  const hosts = createHostBook((venue, host) => deps.wiringOf(venue)?.hosts[host])
  const flights = createSingleFlight<VenueReply>()
  const attempts = createAttempts({
    ...deps,
    hosts,
    budgets,
    gates,
    breakerClock: deps.breakerClock ?? clock,
    countersOf: ({ venue }) => counters.of(venue),
  })
  const retryBudgets = new Map<SourceId, RetryBudget>()
  /** Deadlines of the callers that are waiting for a shared call. */
  const waiters = new Map<string, Set<RequestDeadline>>()

  /** Returns the error that callers get for a failed attempt, and pauses the host for `pauseMs` if the venue requested it. */
  function judge(error: unknown, call: VenueCall, request: VenueRequest, way: TroubledWay): SlowDown {
    if (way.signal.aborted) return { failure: toPmxError(way.signal.reason), pauseMs: 0 }
    const told = toPmxError(error)
    const isTooFast = told.code === 'RATE_LIMIT_EXCEEDED' && !isOwnRefusal(told)
    if (isTooFast) counters.of(call.venue).rateLimited++
    // A host that reports the duration of its outage gets no calls for that time.
    const wantsRest = isTooFast || (told.code === 'EXCHANGE_NOT_AVAILABLE' && told.retryAfter !== undefined)
    const judged = wantsRest ? attempts.slowDown(told, call, request) : { failure: told, pauseMs: 0 }
    way.onTrouble(judged.failure)
    return judged
  }

  /** Retries until a call succeeds, cannot succeed, or the deadline would pass. Writes get one attempt. */
  async function sendWithRetry(
    call: VenueCall,
    request: VenueRequest,
    way: TroubledWay,
  ): Promise<VenueReply> {
    const row = counters.of(call.venue)
    const retries = getOrMake(retryBudgets, call.venue, () => createRetryBudget())
    for (let tries = 0; ; tries++) {
      try {
        const reply = await attempts.attempt(call, request, way)
        retries.earn()
        row.ok++
        row.lastOkAt = Math.round(clock.now())
        way.onTrouble(undefined)
        return reply
      } catch (error) {
        const { failure, pauseMs } = judge(error, call, request, way)
        const waitMs = Math.max(pauseMs, drawBackoff(tries, BACKOFF, random))
        const mayTryAgain =
          isRead(call, request) && tries < MAX_RETRIES && !way.signal.aborted && isWorthRetrying(failure)
        if (!mayTryAgain || waitMs >= way.deadline.remainingMs() || !retries.spend()) {
          row.failed++
          // A refusal of this daemon would hide the venue's error.
          if (!isOwnRefusal(failure)) row.lastError = tellLast(failure, clock.now())
          throw withOutlook(failure, row, deps.wiringOf(call.venue)?.outlook, clock.now()).at(call.venue)
        }
        row.retried++
        await clock.sleep(waitMs, way.signal).catch((reason: unknown) => {
          throw toPmxError(reason).at(call.venue)
        })
      }
    }
  }

  return {
    bind(venue, deadline, urgency, { caller = noClient, permit } = {}) {
      let sent = 0
      let venueTime: number | undefined
      let trouble: PmxError | undefined
      const listeners = {
        onSend: () => {
          sent++
        },
        onTrouble: (failure: PmxError | undefined) => {
          trouble = failure
        },
      }
      const noteTime = (reply: VenueReply): VenueReply => {
        const told = readVenueTimes(reply.headers)
        if (told === undefined) return reply
        venueTime = Math.min(venueTime ?? told.content, told.content)
        deps.onTime?.(told.clock, venue)
        return reply
      }
      return {
        get sent() {
          return sent
        },
        get trouble() {
          return trouble
        },
        get venueTime() {
          return venueTime
        },
        async send(request) {
          const call = toCall(venue, request)
          assertSendable(call)
          const isOnlyRead = isRead(call, request)
          const own = isOnlyRead ? urgency : asWrite(urgency)
          const mayShare = isOnlyRead && Object.keys(call.secretHeaders).length === 0
          if (!mayShare)
            return noteTime(
              await sendWithRetry(call, request, {
                ...listeners,
                deadline,
                urgency: own,
                caller,
                permit,
                signal: deadline.signal,
              }),
            )
          const key = sharingKey(call, request)
          if (flights.has(key)) counters.of(venue).coalesced++
          const waiting = getOrMake(waiters, key, () => new Set<RequestDeadline>())
          waiting.add(deadline)
          try {
            const reply = await flights.run(
              key,
              deadline.signal,
              (signal, shared) =>
                sendWithRetry(call, request, {
                  ...listeners,
                  deadline: latestOf(waiting),
                  urgency: shared,
                  caller,
                  permit,
                  signal,
                }),
              urgency,
            )
            deps.onReply?.(reply)
            return noteTime(reply)
          } catch (error) {
            throw toPmxError(error).at(venue)
          } finally {
            waiting.delete(deadline)
            if (waiting.size === 0 && waiters.get(key) === waiting) waiters.delete(key)
          }
        },
      }
    },
    reserve: (venue, place, patience) =>
      attempts.reserve(venue, place, patience).catch((error: unknown) => {
        if (isOwnRefusal(error)) counters.of(venue).refused++
        throw error instanceof PmxError ? error.at(venue) : error
      }),
    counters: () => counters.all(),
    breakers: () => attempts.notClosed(),
    failovers: () => attempts.failovers(),
    budgets: () => budgets.snapshot(),
    isolate: () => transportOver(deps, common),
    close: () => wire.close(),
  }
}

type TroubledWay = AttemptOptions & { onTrouble(failure: PmxError | undefined): void }

/** Raises the urgency, because a write for an order precedes the reads for it. */
function asWrite(urgency: Urgency): Urgency {
  return priorityOf(urgency) === 'orderRead' ? 'order' : urgency
}

/** Returns the deadline of a shared call: the latest of its callers. */
function latestOf(waiting: ReadonlySet<RequestDeadline>): AttemptOptions['deadline'] {
  return { remainingMs: () => Math.max(0, ...[...waiting].map((deadline) => deadline.remainingMs())) }
}

/** Returns the sharing key of a call. Callers share a call only if they would send and accept exactly the same. */
function sharingKey(call: VenueCall, request: VenueRequest): string {
  return [
    callKey(call),
    renderCanonicalJson(call.headers),
    (request.accept ?? []).join(),
    request.unread,
  ].join(' ')
}

/** Whether a retry may help. Refusals by this daemon are final, because waiting was considered before them. */
function isWorthRetrying(failure: PmxError): boolean {
  return !isOwnRefusal(failure) && isTransient(failure)
}

const unanswered: ReadonlySet<string> = new Set([
  'NETWORK_ERROR',
  'EXCHANGE_NOT_AVAILABLE',
  'PERMISSION_DENIED',
])

/** Adds the venue's outlook to a failure if no call has succeeded for a day, or since the start. */
function withOutlook(
  failure: PmxError,
  { lastOkAt = Number.NEGATIVE_INFINITY }: VenueCounters,
  outlook: string | undefined,
  now: number,
): PmxError {
  if (outlook === undefined || now - lastOkAt <= DAY_MS || !unanswered.has(failure.code)) return failure
  return failure.with({ message: `${failure.message} ${outlook}` })
}

function tellLast({ code, message, detail }: PmxError, now: number): LastError {
  const kind = detail?.['kind']
  return { at: Math.round(now), code, message, ...(typeof kind === 'string' ? { kind } : {}) }
}
