import { PmxError } from '../api/envelope/errors.js'
import type { SourceId } from '../api/envelope/source-ids.js'
import { toIso } from '../api/times/instant.js'
import { withLongNumbersAsTexts } from '../api/values/json.js'
import type { Clock } from '../effects/clock.js'
import type { BreakerState } from '../policy/circuit-breaker.js'
import type { QueueClient } from '../policy/fair-queue.js'
import { createSemaphore, type Semaphore } from '../policy/gate.js'
import { DEFAULT_PAUSE_MS, MAX_PAUSE_MS } from '../policy/retry-policy.js'
import { MAX_SCANNED_LENGTH, maskValue, type SecretSet } from '../policy/secrets/secret-set.js'
import type { Urgency } from '../policy/urgency.js'
import {
  type AddressFailover,
  createAddressSelector,
  createHostHealth,
  type HostHealth,
  type OnFailover,
  type VenueCounters,
} from './address-failover.js'
import { type Budgets, createPermit, type Permit, type Spent } from './budget.js'
import { secretsSentWith } from './call-secrets.js'
import {
  type CallEndpoint,
  callKey,
  isRead,
  readVenueTimes,
  type VenueCall,
  type VenueReply,
  type VenueRequest,
  type Wire,
  type WireReply,
} from './call-types.js'
import { hostOutcomeOf, isSuccess, readReply, toPmxError } from './errors.js'
import { addressesOf, DEFAULT_MAX_IN_FLIGHT, type HostBook, type VenueWiring } from './hosts.js'
import type { ProxyUse } from './proxy.js'

/** Options of one attempt of a call. */
export interface AttemptOptions {
  readonly deadline: { remainingMs(): number }
  readonly urgency: Urgency
  readonly signal: AbortSignal
  readonly caller: QueueClient
  /** The permit for the caller's first call. */
  readonly permit?: Permit | undefined
  onSend(): void
}

/** Time limit and urgency of a wait for permission to call. */
export interface WaitOptions {
  readonly maxWaitMs: number
  readonly urgency: Urgency
  readonly signal: AbortSignal
  readonly caller: QueueClient
}

/** A failure, and the pause after it. */
export interface SlowDown {
  readonly failure: PmxError
  /** Duration of the pause in ms, independent of the wall clock, or 0. */
  readonly pauseMs: number
}

/** Runs single attempts, and tracks each host's health. */
export interface Attempts {
  /**
   * Runs one attempt: breaker, budget, breaker again, request, parsing. Errors contain no secret of the call.
   * @throws PmxError, or the signal's reason
   */
  attempt(call: VenueCall, request: VenueRequest, way: AttemptOptions): Promise<VenueReply>
  /**
   * Waits until a call to the host may be made.
   * @throws RATE_LIMIT_EXCEEDED when that is not possible in time, or the signal's reason
   */
  reserve(venue: SourceId, place: CallEndpoint, patience: WaitOptions): Promise<Permit>
  /**
   * Pauses all callers of the host, or of a separately counted group, after the venue has reported a rate limit, or an outage
   * with a duration.
   * @returns the error for callers, with the end of the pause
   */
  slowDown(failure: PmxError, call: VenueCall, request: VenueRequest): SlowDown
  /** Returns the hosts on an alternate address, by `venue host`. */
  failovers(): ReadonlyMap<string, AddressFailover>
  /** Returns hosts with a breaker that is not closed, by `venue host`, with `until` in epoch ms. */
  notClosed(): ReadonlyMap<string, BreakerState>
}

export interface AttemptDeps {
  readonly wire: Wire
  readonly clock: Clock
  wiringOf(venue: SourceId): VenueWiring | undefined
  readonly maxBytes: number
  readonly attemptTimeoutMs: number
  readonly hosts: HostBook
  readonly budgets: Budgets
  readonly breakerClock: Clock
  readonly gates: Map<string, Semaphore>
  countersOf(call: VenueCall): VenueCounters
  readonly onFailover?: OnFailover | undefined
  /** Called with the venue's own time for each refusal that contains one, epoch ms. */
  readonly onTime?: ((at: number, venue: SourceId) => void) | undefined
}

export function createAttempts(deps: AttemptDeps): Attempts {
  const { wire, clock, breakerClock, budgets, gates } = deps
  const healths = new Map<string, HostHealth>()
  const proxies = new Map<string, ProxyUse | undefined>()
  const doors = createAddressSelector({
    clock: { now: () => clock.now(), monotonic: () => breakerClock.monotonic() },
    addressesOf: ({ venue, host }) => addressesOf(deps.wiringOf(venue)?.hosts[host]),
    onFailover: deps.onFailover,
  })

  /**
   * Returns the health of one of a host's addresses. Logins, which are never recorded, have their own. They are independent of
   * public data, and a failure with one caller's keys is not an outage for others.
   */
  function healthOf(call: VenueCall, door: number): HostHealth {
    const { venue, host, isUnrecorded } = call
    const address = addressesOf(deps.wiringOf(venue)?.hosts[host])[door]
    const at = door === 0 || address === undefined ? '' : ` ${new URL(address).host}`
    const key = `${venue} ${host}${isUnrecorded === true ? ' login' : ''}${at}`
    return getOrMake(healths, key, () => createHostHealth({ venue, host, clock, breakerClock }))
  }

  function gateOf({ venue, host }: Pick<VenueCall, 'venue' | 'host'>): Semaphore {
    const width = deps.wiringOf(venue)?.hosts[host]?.maxInFlight ?? DEFAULT_MAX_IN_FLIGHT
    // The number is this daemon's own. The same number again is reserved for cancels and orders, so that slow reads do not delay
    // them.
    return getOrMake(gates, `${venue} ${host}`, () => createSemaphore(width, width))
  }

  /**
   * Takes a slot for a call in a group that has its own concurrency limit, in addition to the host's. Returns undefined for any
   * other call, which waits for the host's slot when it is sent.
   */
  async function enterGroup(
    { venue, host, group }: Spent,
    who: AttemptOptions | WaitOptions,
  ): Promise<(() => void) | undefined> {
    const limit = group === undefined ? undefined : deps.wiringOf(venue)?.hosts[host]?.groups?.[group]
    const width = limit?.maxInFlight
    if (width === undefined) return undefined
    // The number is the venue's: cancels and orders go first, and have no slots beyond it.
    const gate = getOrMake(gates, `${venue} ${host} ${group}`, () => createSemaphore(width))
    const leaveGroup = await gate.enter(who.signal, who)
    try {
      const leaveHost = await gateOf({ venue, host }).enter(who.signal, who)
      return () => {
        leaveHost()
        leaveGroup()
      }
    } catch (error) {
      leaveGroup()
      throw error
    }
  }

  /** Returns the proxy for an address. Settings and environment do not change, so it is determined once. */
  function proxyOf(venue: SourceId, url: URL): ProxyUse | undefined {
    const key = `${venue} ${url.origin}`
    if (!proxies.has(key)) proxies.set(key, deps.wiringOf(venue)?.proxyFor?.(url))
    return proxies.get(key)
  }

  /** @throws RATE_LIMIT_EXCEEDED if the budget does not allow it in time */
  async function spend(
    spent: Spent,
    { maxWaitMs, urgency, signal, caller }: WaitOptions,
    hasKey: boolean,
  ): Promise<void> {
    const waitMs = await budgets.spend({ ...spent, maxWaitMs, priority: urgency, signal, caller, hasKey })
    if (waitMs > 0) throw budgetSpent(spent, waitMs, clock.now())
  }

  /** Waits for the budget, unless the call has a permit. An open breaker throws before the wait and again after it. */
  async function admit(call: VenueCall, request: VenueRequest, way: AttemptOptions, door: number) {
    const health = healthOf(call, door)
    health.assertOpenToCalls()
    const spent = spentOf(call.venue, request)
    const reserved = way.permit?.use(spent)
    const leaveRoom = reserved ?? (await enterGroup(spent, way))
    try {
      if (reserved === undefined)
        await spend(spent, { ...way, maxWaitMs: way.deadline.remainingMs() }, hasKey(call))
      return { report: health.admit(), leaveRoom }
    } catch (error) {
      leaveRoom?.()
      throw error
    }
  }

  /** @param leaveRoom frees the slot that is already held. Without it the call waits for a slot. */
  function send(
    call: VenueCall,
    unread: boolean,
    url: URL,
    { signal, ...who }: AttemptOptions,
    leaveRoom: (() => void) | undefined,
  ): Promise<WireReply> {
    const { maxBytes, attemptTimeoutMs: timeoutMs } = deps
    const proxy = proxyOf(call.venue, url)
    const go = async () => wire.send(call, url, { signal, proxy, maxBytes, timeoutMs, unread })
    return leaveRoom === undefined ? gateOf(call).run(signal, go, who) : go().finally(leaveRoom)
  }

  /** Parses a response. Secrets that the venue repeats are masked before its text is cut into a message. */
  function read(came: WireReply, call: VenueCall, request: VenueRequest): VenueReply {
    const { accept = [] } = request
    const { errors: rule, errorForm: form } = deps.wiringOf(call.venue) ?? {}
    const raw = came.bytes === undefined ? { ...came, text: jsonIn(came.text, request) } : came
    const isOwnOnly = hasKey(call)
    const own = { form, isOwnOnly, isWrite: !isRead(call, request) }
    const told = readReply(raw, accept, rule, own)
    const isData = 'ok' in told && isSuccess(raw.status)
    const secrets = isData ? undefined : secretsSentWith(call)
    // A longer body is a page or an error: scanning all of it would block other requests.
    if (secrets !== undefined && 'error' in told && raw.text.length > MAX_SCANNED_LENGTH)
      throw toldWithout(secrets, told.error)
    const safe =
      secrets === undefined ? told : readReply({ ...raw, text: secrets.mask(raw.text) }, accept, rule, own)
    if ('error' in safe) throw safe.error
    return safe.ok
  }

  /** Pauses calls when response headers report an exhausted limit, before a call is rejected for it. */
  function heedLimits({ headers }: WireReply, call: VenueCall, { group }: VenueRequest): void {
    const { venue, host } = call
    const pauseMs = deps.wiringOf(venue)?.hosts[host]?.pauseAfter?.(headers)
    if (pauseMs !== undefined && pauseMs > 0)
      budgets.pause(venue, host, group, Math.min(pauseMs, MAX_PAUSE_MS), !hasKey(call))
  }

  /**
   * Notes the time of a refusal. A venue refuses calls that are signed with another time than its own, and then no call may
   * succeed until this machine knows that time. A gateway's own errors (5xx) are not from the venue.
   */
  function noteRefusalTime({ status, headers }: WireReply, call: VenueCall, request: VenueRequest): void {
    const isRefusal = status >= 400 && status < 500 && request.accept?.includes(status) !== true
    const told = isRefusal ? readVenueTimes(headers) : undefined
    if (told !== undefined) deps.onTime?.(told.clock, call.venue)
  }

  async function attemptAt(
    door: number,
    call: VenueCall,
    request: VenueRequest,
    way: AttemptOptions,
  ): Promise<VenueReply> {
    const row = deps.countersOf(call)
    const url = deps.hosts.urlOf(call.venue, call.host, call.path, call.query, door)
    const { report, leaveRoom } = await admit(call, request, way, door).catch((error: unknown) => {
      if (isOwnRefusal(error)) row.refused++
      throw error
    })
    row.sent++
    row.inFlight++
    way.onSend()
    try {
      const raw = await send(call, request.unread === true, url, way, leaveRoom)
      heedLimits(raw, call, request)
      noteRefusalTime(raw, call, request)
      const reply = read(raw, call, request)
      report('success')
      return reply
    } catch (error) {
      if (way.signal.aborted) {
        report('unknown')
        throw error
      }
      const outcome = hostOutcomeOf(error)
      const question = outcome === 'doubtful' ? callKey(call) : undefined
      report(outcome === 'success' ? 'success' : 'failure', question)
      const failure = safely(toPmxError(error), call)
      if (outcome !== 'success') healthOf(call, door).note(failure)
      throw failure
    } finally {
      row.inFlight--
    }
  }

  return {
    attempt: (call, request, way) =>
      doors.pass(call, way.signal, (door) => attemptAt(door, call, request, way), !isRead(call, request)),
    async reserve(venue, place, patience) {
      const paid = spentOf(venue, place)
      await spend(paid, patience, false)
      const giveBack = (): void => budgets.giveBack(paid)
      try {
        const leaveRoom =
          (await enterGroup(paid, patience)) ?? (await gateOf(paid).enter(patience.signal, patience))
        return createPermit(paid, budgets.paceMs(paid), leaveRoom, giveBack)
      } catch (error) {
        giveBack()
        throw error
      }
    },
    failovers: () => doors.failovers(),
    slowDown(failure, call, request) {
      const askedMs = failure.retryAfter === undefined ? DEFAULT_PAUSE_MS : failure.retryAfter * 1000
      const pauseMs = Math.min(askedMs, MAX_PAUSE_MS)
      const isApart = deps.wiringOf(call.venue)?.hosts[call.host]?.separateGroups === true
      budgets[isApart ? 'pause' : 'drain'](call.venue, call.host, request.group, pauseMs, !hasKey(call))
      const until = Math.round(clock.now() + pauseMs)
      const detail = { ...failure.detail, until }
      if (askedMs <= MAX_PAUSE_MS) return { failure: failure.with({ detail }), pauseMs }
      const told = failure.with({
        message: `${failure.message} It requested a pause of ${failure.retryAfter} s. The next attempt is at ${toIso(until)}.`,
        retryAfter: pauseMs / 1000,
        detail: { ...detail, askedForSeconds: failure.retryAfter },
      })
      healthOf(call, doors.current(call)).shut(pauseMs, told)
      return { failure: told, pauseMs }
    },
    notClosed() {
      const states = [...healths].map(([key, { state }]): [string, BreakerState] => [key, state])
      return new Map(states.filter(([, { kind }]) => kind !== 'closed'))
    },
  }
}

/**
 * Whether an error is a refusal by this daemon. Such a refusal is final, because waiting was considered before it, and it is not
 * evidence about the venue.
 */
export function isOwnRefusal(error: unknown): boolean {
  const kind = error instanceof PmxError ? error.detail?.['kind'] : undefined
  return kind === 'local_budget' || kind === 'breaker_open'
}

function safely(error: PmxError, call: VenueCall): PmxError {
  const message = secretsSentWith(call)?.mask(error.message) ?? error.message
  return message === error.message ? error : error.with({ message })
}

function toldWithout(secrets: SecretSet, error: PmxError): PmxError {
  const detail = Object.entries(error.detail ?? {}).map(([name, value]) => [name, maskValue(value, secrets)])
  return error.with({ message: secrets.mask(error.message), detail: Object.fromEntries(detail) })
}

function hasKey({ secretHeaders }: Pick<VenueCall, 'secretHeaders'>): boolean {
  return Object.keys(secretHeaders).length > 0
}

function spentOf(venue: SourceId, { host, group, cost = 1 }: CallEndpoint): Spent {
  return { venue, host, group, cost }
}

function budgetSpent({ venue }: Spent, waitMs: number, now: number): PmxError {
  return new PmxError('RATE_LIMIT_EXCEEDED', `The request budget for ${venue} is used up for now.`, {
    retryAfter: Math.ceil(waitMs / 1000),
    detail: { kind: 'local_budget', until: Math.round(now + waitMs) },
  })
}

export function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Returns a response's text as valid JSON, according to its request's flags. */
function jsonIn(text: string, { mayBeEmpty, keepsLongNumbers }: VenueRequest): string {
  if (mayBeEmpty === true && text === '') return '{}'
  return keepsLongNumbers === true ? withLongNumbersAsTexts(text) : text
}
