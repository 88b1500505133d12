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
} from './call.js'
import { isTransient, toPmxError } from './errors.js'
import { createHostBook, type VenueWiring } from './hosts.js'

const MAX_RETRIES = 2
const BACKOFF = { baseMs: 200, capMs: 5_000 }

export interface TransportDeps {
  readonly wire: Wire
  readonly clock: Clock
  readonly random: Random
  wiringOf(venue: SourceId): VenueWiring | undefined
  /** Largest answer that is read, in bytes. */
  readonly maxBytes: number
  /** Longest silence of a host within one try, in ms. */
  readonly attemptTimeoutMs: number
  /** Times how long breakers stay open; by the clock above when absent. */
  readonly breakerClock?: Clock | undefined
  /** How calls are paced; by the venues' published limits and the clock above when absent. */
  readonly budgets?: Budgets | undefined
  /** Told when a host is reached at another of its addresses, or at its first again. */
  readonly onFailover?: OnFailover | undefined
  /** Told of every answer where its caller gets it, those it shares with another caller included. */
  readonly onReply?: ((reply: VenueReply) => void) | undefined
  /** Told the venue's own time of each answer that has one, epoch ms. */
  readonly onTime?: ((at: number, venue: SourceId) => void) | undefined
}

/** Calls one venue on behalf of one request; counts what that request sent. */
export interface VenueHttp {
  /**
   * Sends and returns a 2xx answer, or one of the statuses in `request.accept`.
   * @throws PmxError, already naming the venue: RATE_LIMIT_EXCEEDED, NETWORK_ERROR, EXCHANGE_NOT_AVAILABLE,
   * PERMISSION_DENIED, or what the venue's status means
   */
  send(request: VenueRequest): Promise<VenueReply>
  /** Calls this request put on the wire; shared ones count for the caller that started them. */
  readonly sent: number
  /**
   * The venue's own time as the earliest of the answers to this request tells it, epoch ms: nothing later can be in
   * all of them. Absent while no answer has told, and on recordings, which hold no `Date`.
   */
  readonly toldAt?: number | undefined
}

/** The calls of one request, for who runs it. */
interface BoundHttp extends VenueHttp {
  /** What the last try failed with; undefined while none has failed since the last answer. */
  readonly trouble: PmxError | undefined
}

interface BoundTerms {
  /** For whom the calls are made; for nobody in particular by default. */
  readonly caller?: QueueClient | undefined
  /** Leave that was got for the first of them, see `reserve`. */
  readonly permit?: Permit | undefined
}

export interface Transport {
  bind(venue: SourceId, deadline: RequestDeadline, urgency: Urgency, terms?: BoundTerms): BoundHttp
  /**
   * Waits until a call may be made that spends this: what the call holds need not be settled before. Whoever gets leave
   * binds its calls with it, and releases it in the end.
   * @throws RATE_LIMIT_EXCEEDED when that is not possible in time, or the signal's reason
   */
  reserve(venue: SourceId, place: CallEndpoint, patience: WaitOptions): Promise<Permit>
  counters(): ReadonlyMap<SourceId, VenueCounters>
  /** Breakers that are not closed, by `venue host`; with `until` in epoch ms. */
  breakers(): ReadonlyMap<string, BreakerState>
  /** Hosts that are reached at another address than their first, by `venue host`. */
  failovers(): ReadonlyMap<string, AddressFailover>
  /** Rate budgets in use, by `venue host` and `venue host group`; none where calls cost nobody anything. */
  budgets(): ReadonlyMap<string, BudgetState>
  /**
   * A transport that shares what spares the venues (budgets, room in flight) and the counters with this one, but
   * neither calls nor what was learned of hosts that fail: what it does depends on nobody else's calls.
   */
  apart(): Transport
  close(): Promise<void>
}

/** What transports over the same wire have in common. */
interface Common {
  readonly budgets: Budgets
  readonly counters: Counters
  readonly gates: Map<string, Semaphore>
}

/** Stacks the policies over a wire: allow list, sharing, breaker, budget, retries. */
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
  /** Deadlines of the callers who wait for a shared call. */
  const waiters = new Map<string, Set<RequestDeadline>>()

  /** What callers see of a failed try; the whole host pauses for `pauseMs` when the venue asked for that. */
  function judge(error: unknown, call: VenueCall, request: VenueRequest, way: TroubledWay): SlowDown {
    if (way.signal.aborted) return { failure: toPmxError(way.signal.reason), pauseMs: 0 }
    const told = toPmxError(error)
    const isTooFast = told.code === 'RATE_LIMIT_EXCEEDED' && !isOwnRefusal(told)
    if (isTooFast) counters.of(call.venue).rateLimited++
    // A host that is out and says for how long is left alone for as long.
    const wantsRest = isTooFast || (told.code === 'EXCHANGE_NOT_AVAILABLE' && told.retryAfter !== undefined)
    const judged = wantsRest ? attempts.slowDown(told, call, request) : { failure: told, pauseMs: 0 }
    way.onTrouble(judged.failure)
    return judged
  }

  /** Tries until it works, cannot work, or the deadline would pass. Writes get one try. */
  async function persist(call: VenueCall, request: VenueRequest, way: TroubledWay): Promise<VenueReply> {
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
          // A refusal of our own would hide what the venue did.
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
      let toldAt: number | undefined
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
        toldAt = Math.min(toldAt ?? told.content, told.content)
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
        get toldAt() {
          return toldAt
        },
        async send(request) {
          const call = toCall(venue, request)
          assertSendable(call)
          const isOnlyRead = isRead(call, request)
          const own = isOnlyRead ? urgency : asWrite(urgency)
          const mayShare = isOnlyRead && Object.keys(call.secretHeaders).length === 0
          if (!mayShare)
            return noteTime(
              await persist(call, request, {
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
                persist(call, request, {
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
    apart: () => transportOver(deps, common),
    close: () => wire.close(),
  }
}

type TroubledWay = AttemptOptions & { onTrouble(failure: PmxError | undefined): void }

/** What changes something in the course of an order goes before what is read for it. */
function asWrite(urgency: Urgency): Urgency {
  return priorityOf(urgency) === 'orderRead' ? 'order' : urgency
}

/** A shared call may take as long as its most patient caller waits. */
function latestOf(waiting: ReadonlySet<RequestDeadline>): AttemptOptions['deadline'] {
  return { remainingMs: () => Math.max(0, ...[...waiting].map((deadline) => deadline.remainingMs())) }
}

/** Callers share a call only if they would have sent, and would accept, the very same. */
function sharingKey(call: VenueCall, request: VenueRequest): string {
  return [
    callKey(call),
    renderCanonicalJson(call.headers),
    (request.accept ?? []).join(),
    request.unread,
  ].join(' ')
}

/** Our own refusals are final: waiting for what they name has been weighed already. */
function isWorthRetrying(failure: PmxError): boolean {
  return !isOwnRefusal(failure) && isTransient(failure)
}

const unanswered: ReadonlySet<string> = new Set([
  'NETWORK_ERROR',
  'EXCHANGE_NOT_AVAILABLE',
  'PERMISSION_DENIED',
])

/** A failure of a venue that has answered nothing for a day, or since the start, with what is known of its future. */
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
