import { PmxError } from '../api/envelope/errors.js'
import type { SourceId } from '../api/envelope/source-ids.js'
import { toIso } from '../api/times/instant.js'
import type { Clock } from '../effects/clock.js'
import { type BreakerState, type CallOutcome, createBreaker } from '../policy/circuit-breaker.js'
import { hostOutcomeOf, isWalled } from './errors.js'

/** How long an alternate address is kept before the first one is tried again, ms. */
const RETURN_AFTER_MS = 10 * 60_000

/** A host of a venue. */
interface Place {
  readonly venue: SourceId
  readonly host: string
}

/** A host that is not reached at its first address. */
export interface AddressFailover {
  readonly address: string
  /** Epoch ms. */
  readonly since: number
  /** What became of those before it. */
  readonly because: string
}

/** Told when a host is reached at another of its addresses, or at its first again. */
export type OnFailover = (told: Place & Omit<AddressFailover, 'since'>) => void

/** Which address of a host is used, where it has several: the first, unless nobody gets in there. */
export interface AddressSelector {
  /**
   * Tries the address in use, and the others in turn while they let nobody in. The one that lets somebody in is used
   * from then on; after ten minutes the first is tried again.
   * @param isWrite another address is tried only where nothing has left this machine: who stands in the way may have
   * passed it on
   * @throws what the address in use said, when none lets anybody in
   */
  pass<Reply>(
    place: Place,
    signal: AbortSignal,
    attempt: (door: number) => Promise<Reply>,
    isWrite?: boolean,
  ): Promise<Reply>
  /** The address in use, counted from 0. */
  current(place: Place): number
  /** Hosts that are not reached at their first address, by `venue host`. */
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

  /** Somebody got in at a door, after those before it had refused. */
  function enter(place: Place, door: number, refusal: PmxError | undefined): void {
    const key = keyOf(place)
    const before = detours.get(key)
    const address = addressesOf(place)[door] ?? ''
    if (door === 0) {
      if (detours.delete(key)) onDetour?.({ ...place, address, because: 'it answers again' })
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
            // A no is an answer too.
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
 * Whether a failure means that an address lets nobody in and that nothing was done there: its name has no address, it
 * refuses connections, a wall stands before it, or it has kept being out of reach. Another address of the host may do.
 * A venue that answers with failures has them behind each of its names.
 */
function isShutDoor(failure: PmxError, isWrite: boolean): boolean {
  const { code, detail } = failure
  const kind = detail?.['kind']
  if (code === 'NETWORK_ERROR') return kind === 'dns' || kind === 'refused'
  if (code === 'PERMISSION_DENIED') return !isWrite && isWalled(failure)
  return kind === 'breaker_open' && Object(detail?.['cause']).code === 'NETWORK_ERROR'
}

/** The breaker of one address of a host, and why it is open. */
export interface HostHealth {
  /** With `until` in epoch ms. */
  readonly state: BreakerState
  /** @throws the refusal, when a call would not be admitted anyhow: before anything is waited for or paid */
  assertOpenToCalls(): void
  /**
   * Admits a call, which must report once how it ended.
   * @throws the refusal, naming what made the host fail and when it is asked again
   */
  admit(): (outcome: CallOutcome, question?: string) => void
  /** Remembers the last failure that was the host's own. */
  note(failure: PmxError): void
  /** The host asked for silence; after `ms` one call tries whether it is over. */
  shut(ms: number, failure: PmxError): void
}

export interface HostHealthDeps {
  readonly venue: SourceId
  readonly host: string
  readonly clock: Pick<Clock, 'now'>
  /** Times how long the breaker stays open. */
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
    const due = `It is asked again at ${toIso(until)}.`
    if (isAskedForSilence) {
      const retryAfter = Math.max(1, Math.ceil(retryInMs / 1000))
      const message = `${venue} asked to be left alone. ${due}`
      return new PmxError('RATE_LIMIT_EXCEEDED', message, { retryAfter, detail })
    }
    const last = cause === undefined ? '' : ` Last: ${cause.message}`
    return new PmxError('EXCHANGE_NOT_AVAILABLE', `${venue} kept failing. ${due}${last}`, { detail })
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

/** What happened on the way to one venue since the daemon started. */
export interface VenueCounters {
  /** Calls put on the wire, retries included. */
  sent: number
  ok: number
  failed: number
  retried: number
  /** Callers that shared another caller's call. */
  coalesced: number
  rateLimited: number
  /** Refused here because the budget was spent or the breaker open. */
  refused: number
  inFlight: number
  /** Epoch ms of the last answer that was used. */
  lastOkAt?: number
  /** What the venue or the way to it did last; never a refusal of our own. `at` in epoch ms. */
  lastError?: LastError
}

export interface LastError {
  readonly at: number
  readonly code: string
  readonly message: string
  /** Such as `timeout` or `dns`, where the failure has one. */
  readonly kind?: string
}

/** One row of counters a venue, made when first used; bounded by the number of venues. */
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
