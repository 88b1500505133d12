import { PmxError } from '../contract/errors.js'
import type { VenueId } from '../contract/venue-ids.js'
import type { Clock } from '../effects/clock.js'
import type { Random } from '../effects/random.js'
import { backoffMs, createRetryBudget, type RetryBudget } from '../policy/backoff.js'
import { type Breaker, type BreakerState, createBreaker } from '../policy/breaker.js'
import type { Deadline } from '../policy/deadline.js'
import { createGate, type Gate } from '../policy/gate.js'
import { createSingleFlight } from '../policy/single-flight.js'
import type { Priority } from '../policy/token-bucket.js'
import { type Budgets, createBudgets } from './budget.js'
import {
  callKey,
  canonicalJson,
  toCall,
  type VenueCall,
  type VenueReply,
  type VenueRequest,
  type Wire,
} from './call.js'
import { type Counters, createCounters, type VenueCounters } from './counters.js'
import { type ErrorRule, isHostFailure, isTransient, readReply, toPmxError } from './errors.js'
import { createHostBook, DEFAULT_IN_FLIGHT, type HostFacts } from './hosts.js'

const MAX_RETRIES = 2
const BACKOFF = { baseMs: 200, capMs: 5_000 }
/** What a 429 without Retry-After costs. */
const DEFAULT_PAUSE_MS = 1_000

/** What the transport must know of a venue: facts of its folder with the configuration laid over them. */
export interface VenueWiring {
  readonly hosts: Readonly<Record<string, HostFacts>>
  readonly proxy?: string | undefined
  readonly errors?: ErrorRule | undefined
}

export interface TransportDeps {
  readonly wire: Wire
  readonly clock: Clock
  readonly random: Random
  wiringOf(venue: VenueId): VenueWiring | undefined
  /** Largest answer that is read, in bytes. */
  readonly maxBytes: number
  /** Longest silence of a host within one try, in ms. */
  readonly attemptTimeoutMs: number
  /** How calls are paced; by the venues' published limits and the clock above when absent. */
  readonly budgets?: Budgets | undefined
  /** Told of every answer where its caller gets it, those it shares with another caller included. */
  readonly onReply?: ((reply: VenueReply) => void) | undefined
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
}

export interface Transport {
  bind(venue: VenueId, deadline: Deadline, priority: Priority): VenueHttp
  counters(): ReadonlyMap<VenueId, VenueCounters>
  /** Breakers that are not closed, by `venue host`. */
  breakers(): ReadonlyMap<string, BreakerState>
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
  readonly gates: Map<string, Gate>
}

/** Stacks the policies over a wire: allow list, sharing, budget, breaker, retries (design: section 3). */
export function createTransport(deps: TransportDeps): Transport {
  const budgets =
    deps.budgets ?? createBudgets((venue, host) => deps.wiringOf(venue)?.hosts[host], deps.clock)
  return transportOver(deps, { budgets, counters: createCounters(), gates: new Map() })
}

function transportOver(deps: TransportDeps, common: Common): Transport {
  const { wire, clock, random } = deps
  const { budgets, counters, gates } = common
  const hosts = createHostBook((venue, host) => deps.wiringOf(venue)?.hosts[host]?.url)
  const flights = createSingleFlight<VenueReply>()
  const breakers = new Map<string, Breaker>()
  const retryBudgets = new Map<VenueId, RetryBudget>()
  /** Deadlines of the callers who wait for a shared call. */
  const waiters = new Map<string, Set<Deadline>>()

  function breakerOf(call: VenueCall): Breaker {
    return getOrMake(breakers, `${call.venue} ${call.host}`, () => createBreaker(clock))
  }

  function gateOf(call: VenueCall): Gate {
    const facts = deps.wiringOf(call.venue)?.hosts[call.host]
    const width = facts?.maxInFlight ?? DEFAULT_IN_FLIGHT
    return getOrMake(gates, `${call.venue} ${call.host}`, () => createGate(width))
  }

  /** One try: budget, breaker, wire, reading. */
  async function attempt(call: VenueCall, request: VenueRequest, way: Way): Promise<VenueReply> {
    const row = counters.of(call.venue)
    const url = hosts.urlOf(call.venue, call.host, call.path, call.query)
    const waitMs = await budgets.spend({
      venue: call.venue,
      host: call.host,
      group: request.group,
      cost: request.cost ?? 1,
      maxWaitMs: way.deadline.remainingMs(),
      priority: way.priority,
      signal: way.signal,
    })
    if (waitMs > 0) {
      row.refused++
      throw new PmxError('RATE_LIMIT_EXCEEDED', `The request budget of ${call.venue} is spent for now.`, {
        retryAfter: Math.ceil(waitMs / 1000),
        detail: { kind: 'local_budget' },
      })
    }
    const admission = breakerOf(call).admit()
    if (!admission.ok) {
      row.refused++
      throw new PmxError(
        'EXCHANGE_NOT_AVAILABLE',
        `${call.venue} kept failing; the next try is due shortly.`,
        {
          detail: { kind: 'breaker_open', host: call.host, retryInMs: admission.retryInMs },
        },
      )
    }
    row.sent++
    row.inFlight++
    way.onSend()
    try {
      const wiring = deps.wiringOf(call.venue)
      const raw = await gateOf(call).run(way.signal, () =>
        wire.send(call, url, {
          signal: way.signal,
          proxy: wiring?.proxy,
          maxBytes: deps.maxBytes,
          timeoutMs: deps.attemptTimeoutMs,
        }),
      )
      const read = readReply(raw, request.accept ?? [], wiring?.errors)
      if ('error' in read) throw read.error
      admission.report('success')
      return read.ok
    } catch (error) {
      if (way.signal.aborted) admission.report('unknown')
      else admission.report(isHostFailure(error) ? 'failure' : 'success')
      throw error
    } finally {
      row.inFlight--
    }
  }

  /** Tries until it works, cannot work, or the deadline would pass. Writes get one try. */
  async function persist(call: VenueCall, request: VenueRequest, way: Way): Promise<VenueReply> {
    const row = counters.of(call.venue)
    const retries = getOrMake(retryBudgets, call.venue, () => createRetryBudget())
    for (let tries = 0; ; tries++) {
      try {
        const reply = await attempt(call, request, way)
        retries.earn()
        row.ok++
        return reply
      } catch (error) {
        const failure = withoutSecrets(toPmxError(way.signal.aborted ? way.signal.reason : error), call)
        const pauseMs = pauseOf(failure)
        if (failure.code === 'RATE_LIMIT_EXCEEDED' && failure.detail?.['kind'] !== 'local_budget') {
          row.rateLimited++
          budgets.drain(call.venue, call.host, request.group, pauseMs)
        }
        const waitMs = Math.max(pauseMs, backoffMs(tries, BACKOFF, random))
        const again =
          isRead(call, request) &&
          tries < MAX_RETRIES &&
          !way.signal.aborted &&
          mayRetry(error) &&
          waitMs < way.deadline.remainingMs() &&
          retries.spend()
        if (!again) {
          row.failed++
          row.lastError = { at: clock.now(), code: failure.code, message: failure.message }
          throw failure.at(call.venue)
        }
        row.retried++
        await clock.sleep(waitMs, way.signal).catch((reason: unknown) => {
          throw toPmxError(reason).at(call.venue)
        })
      }
    }
  }

  return {
    bind(venue, deadline, priority) {
      let sent = 0
      const onSend = (): void => {
        sent++
      }
      return {
        get sent() {
          return sent
        },
        async send(request) {
          const call = toCall(venue, request)
          const mayShare = isRead(call, request) && Object.keys(call.secretHeaders).length === 0
          if (!mayShare)
            return persist(call, request, { deadline, priority, onSend, signal: deadline.signal })
          const key = sharingKey(call, request, priority)
          if (flights.has(key)) counters.of(venue).coalesced++
          const waiting = getOrMake(waiters, key, () => new Set<Deadline>())
          waiting.add(deadline)
          try {
            const reply = await flights.run(key, deadline.signal, (signal) =>
              persist(call, request, { deadline: latestOf(waiting), priority, onSend, signal }),
            )
            deps.onReply?.(reply)
            return reply
          } catch (error) {
            throw toPmxError(error).at(venue)
          } finally {
            waiting.delete(deadline)
            if (waiting.size === 0 && waiters.get(key) === waiting) waiters.delete(key)
          }
        },
      }
    },
    counters: () => counters.all(),
    breakers() {
      const notClosed = [...breakers].filter(([, breaker]) => breaker.state.kind !== 'closed')
      return new Map(notClosed.map(([key, breaker]) => [key, breaker.state]))
    },
    apart: () => transportOver(deps, common),
    close: () => wire.close(),
  }
}

interface Way {
  readonly deadline: Pick<Deadline, 'remainingMs'>
  readonly priority: Priority
  readonly signal: AbortSignal
  onSend(): void
}

/** A shared call may take as long as its most patient caller waits. */
function latestOf(waiting: ReadonlySet<Deadline>): Way['deadline'] {
  return { remainingMs: () => Math.max(0, ...[...waiting].map((deadline) => deadline.remainingMs())) }
}

/** Callers share a call only if they would have sent, and would accept, the very same. */
function sharingKey(call: VenueCall, request: VenueRequest, priority: Priority): string {
  return [priority, callKey(call), canonicalJson(call.headers), (request.accept ?? []).join()].join(' ')
}

/** Shorter values than this are no secrets, and would turn up in any message. */
const SHORTEST_SECRET = 8

/** A venue may repeat a key in its refusal: it must not get into messages and logs. */
function withoutSecrets(error: PmxError, call: VenueCall): PmxError {
  const secrets = Object.values(call.secretHeaders)
    // The key alone, without the scheme before it, is what a venue repeats.
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .filter((value) => value.length >= SHORTEST_SECRET)
  const message = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), error.message)
  return message === error.message ? error : error.saying(message)
}

function isRead(call: VenueCall, request: VenueRequest): boolean {
  return call.method === 'GET' || request.read === true
}

/** Our own refusals (budget, breaker) are final: waiting for them has been weighed already. */
function mayRetry(error: unknown): boolean {
  if (error instanceof PmxError && error.detail?.['kind'] !== undefined) {
    const kind = error.detail['kind']
    if (kind === 'local_budget' || kind === 'breaker_open') return false
  }
  return isTransient(error)
}

function pauseOf(failure: PmxError): number {
  if (failure.code !== 'RATE_LIMIT_EXCEEDED') return 0
  return failure.retryAfter === undefined ? DEFAULT_PAUSE_MS : failure.retryAfter * 1000
}

function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
