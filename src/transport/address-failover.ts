import { PmxError } from '../api/envelope/errors.js'
import type { SourceId } from '../api/envelope/source-ids.js'
import { toIso } from '../api/times/instant.js'
import type { Clock } from '../effects/clock.js'
import { type BreakerState, type CallOutcome, createBreaker } from '../policy/circuit-breaker.js'
import { hostOutcomeOf, isWalled } from './errors.js'

/** Time on an alternate address before the first one is tried again, ms. */
const RETURN_AFTER_MS = 10 * 60_000

/** A host of a venue. */
interface Place {
  readonly venue: SourceId
  readonly host: string
}

/** A host on an alternate address. */
export interface AddressFailover {
  readonly address: string
  /** Epoch ms. */
  readonly since: number
  /** The error of the earlier addresses. */
  readonly because: string
}

/** Called when a host switches to another address or back to its first. */
export type OnFailover = (told: Place & Omit<AddressFailover, 'since'>) => void

/** Selects one of a host's addresses: the first, unless it blocks calls. */
export interface AddressSelector {
  /**
   * Tries the address in use, then the others in turn while each blocks the call. The first that responds stays in use. After ten
   * minutes the first address is tried again.
   * @param isWrite whether another address is tried only if nothing has left this machine, because a proxy that blocks may have
   * forwarded the call
   * @throws the error of the address in use, if all addresses block
   */
  pass<Reply>(
    place: Place,
    signal: AbortSignal,
    attempt: (door: number) => Promise<Reply>,
    isWrite?: boolean,
  ): Promise<Reply>
  /** Returns the address in use, counted from 0. */
  current(place: Place): number
  /** Returns the hosts on an alternate address, by `venue host`. */
  failovers(): ReadonlyMap<string, AddressFailover>
}

export interface AddressSelectorDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  addressesOf(place: Place): readonly string[]
  readonly onFailover?: OnFailover | undefined
}

export function createAddressSelector({
  clock,
  addressesOf,
  onFailover: onDetour,
}: AddressSelectorDeps): AddressSelector {
  const detours = new Map<string, AddressFailover & { readonly door: number; readonly triedAt: number }>()
  const keyOf = ({ venue, host }: Place): string => `${venue} ${host}`

  function current(place: Place): number {
    const detour = detours.get(keyOf(place))
    return detour === undefined || clock.monotonic() - detour.triedAt >= RETURN_AFTER_MS ? 0 : detour.door
  }

  /** Records that an address responded after earlier ones failed. */
  function enter(place: Place, door: number, refusal: PmxError | undefined): void {
    const key = keyOf(place)
    const before = detours.get(key)
    const address = addressesOf(place)[door] ?? ''
    if (door === 0) {
      if (detours.delete(key)) onDetour?.({ ...place, address, because: 'it responds again' })
      return
    }
    if (refusal === undefined) return
    const triedAt = clock.monotonic()
    const isSame = before?.door === door
    const since = isSame ? before.since : Math.round(clock.now())
    detours.set(key, { door, address, since, because: refusal.message, triedAt })
    if (!isSame) onDetour?.({ ...place, address, because: refusal.message })
  }

  return {
    current,
    async pass(place, signal, attempt, isWrite = false) {
      const count = addressesOf(place).length
      const first = current(place)
      let refusal: PmxError | undefined
      for (let tries = 0; ; tries++) {
        const door = (first + tries) % Math.max(1, count)
        try {
          const reply = await attempt(door)
          enter(place, door, refusal)
          return reply
        } catch (error) {
          if (signal.aborted || !(error instanceof PmxError)) throw error
          if (!isShutDoor(error, isWrite)) {
            // A rejection is also a response.
            const isAnswer = typeof error.detail?.['upstreamStatus'] === 'number'
            if (isAnswer && hostOutcomeOf(error) === 'success') enter(place, door, refusal)
            throw error
          }
          refusal ??= error
          if (tries + 1 >= count) throw refusal
        }
      }
    },
    failovers: () =>
      new Map([...detours].map(([key, { address, since, because }]) => [key, { address, since, because }])),
  }
}

/**
 * Whether a failure means that an address blocks calls and that the call had no effect there. Its name does not resolve, it
 * refuses connections, a block page precedes it, or its breaker is open after network errors. Another address of the host may
 * work. A venue that returns errors does so at each of its addresses.
 */
function isShutDoor(failure: PmxError, isWrite: boolean): boolean {
  const { code, detail } = failure
  const kind = detail?.['kind']
  if (code === 'NETWORK_ERROR') return kind === 'dns' || kind === 'refused'
  if (code === 'PERMISSION_DENIED') return !isWrite && isWalled(failure)
  return kind === 'breaker_open' && Object(detail?.['cause']).code === 'NETWORK_ERROR'
}

/** The breaker for one of a host's addresses, and why it is open. */
export interface HostHealth {
  /** With `until` in epoch ms. */
  readonly state: BreakerState
  /** @throws the refusal, if a call would not be admitted, before any wait or payment */
  assertOpenToCalls(): void
  /**
   * Admits a call, which must report its outcome once.
   * @throws the refusal, naming the failure of the host and the time of the next try
   */
  admit(): (outcome: CallOutcome, question?: string) => void
  /** Records the last failure of the host itself. */
  note(failure: PmxError): void
  /** Opens the breaker because the host requested a pause. After `ms` one call tries again. */
  shut(ms: number, failure: PmxError): void
}

export interface HostHealthDeps {
  readonly venue: SourceId
  readonly host: string
  readonly clock: Pick<Clock, 'now'>
  /** Measures how long the breaker stays open. */
  readonly breakerClock: Clock
}

export function createHostHealth({ venue, host, clock, breakerClock }: HostHealthDeps): HostHealth {
  const breaker = createBreaker(breakerClock)
  let cause: { readonly code: string; readonly message: string; readonly at: number } | undefined
  let isAskedForSilence = false

  const epochIn = (ms: number): number => Math.round(clock.now() + ms)

  function remember({ code, message }: PmxError): void {
    cause = { code, message, at: Math.round(clock.now()) }
  }

  function refusal(retryInMs: number): PmxError {
    const until = epochIn(retryInMs)
    const detail = {
      kind: 'breaker_open',
      host,
      retryInMs: Math.ceil(retryInMs),
      until,
      ...(cause === undefined ? {} : { cause }),
    }
    const due = `The next attempt is at ${toIso(until)}.`
    if (isAskedForSilence) {
      const retryAfter = Math.max(1, Math.ceil(retryInMs / 1000))
      const message = `${venue} requested a pause. ${due}`
      return new PmxError('RATE_LIMIT_EXCEEDED', message, { retryAfter, detail })
    }
    const last = cause === undefined ? '' : ` Last: ${cause.message}`
    return new PmxError('EXCHANGE_NOT_AVAILABLE', `${venue} failed repeatedly. ${due}${last}`, { detail })
  }

  return {
    get state(): BreakerState {
      const { state } = breaker
      if (state.kind !== 'open') return state
      return { kind: 'open', until: epochIn(state.until - breakerClock.monotonic()) }
    },
    assertOpenToCalls() {
      const refusedForMs = breaker.refusedForMs()
      if (refusedForMs > 0) throw refusal(refusedForMs)
    },
    admit() {
      const admission = breaker.admit()
      if (!admission.ok) throw refusal(admission.retryInMs)
      return admission.report
    },
    note(failure) {
      remember(failure)
      isAskedForSilence = false
    },
    shut(ms, failure) {
      remember(failure)
      isAskedForSilence = true
      breaker.shut(ms)
    },
  }
}

/** Counters for calls to one venue since the daemon started. */
export interface VenueCounters {
  /** Calls that were sent, including retries. */
  sent: number
  ok: number
  failed: number
  retried: number
  /** Callers that shared another caller's call. */
  coalesced: number
  rateLimited: number
  /** Calls that this daemon refused because the budget was spent or the breaker was open. */
  refused: number
  inFlight: number
  /** Time of the last successful response in epoch ms. */
  lastOkAt?: number
  /** The last error of the venue or the network, never a refusal of this daemon. `at` in epoch ms. */
  lastError?: LastError
}

export interface LastError {
  readonly at: number
  readonly code: string
  readonly message: string
  /** The kind, if any, such as `timeout` or `dns`. */
  readonly kind?: string
}

/** One row of counters per venue, created on first use, so that their number is bounded. */
export interface Counters {
  of(venue: SourceId): VenueCounters
  all(): ReadonlyMap<SourceId, VenueCounters>
}

export function createCounters(): Counters {
  const rows = new Map<SourceId, VenueCounters>()
  return {
    of(venue) {
      let row = rows.get(venue)
      if (row === undefined) {
        row = { sent: 0, ok: 0, failed: 0, retried: 0, coalesced: 0, rateLimited: 0, refused: 0, inFlight: 0 }
        rows.set(venue, row)
      }
      return row
    },
    all: () => rows,
  }
}
