import type { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { FetchCall, FetchTerms } from '../../candles/fetch/fetch-target.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import { startDeadline } from '../../policy/abort.js'
import type { Shared } from '../../policy/batching.js'
import { noClient, type QueueClient } from '../../policy/fair-queue.js'
import type { Urgency } from '../../policy/urgency.js'
import type { Permit } from '../../transport/budget.js'
import type { CallItem } from '../../transport/joined-calls.js'
import type { Transport } from '../../transport/transport.js'
import { holderOf, type Secrets } from '../../venue-kit/contract/account-secrets.js'
import { createMemo, type Memo, partOf } from '../../venue-kit/contract/memo.js'
import type { Venue, VenueContext } from '../../venue-kit/contract/venue.js'
import { createOmissions } from '../../venue-kit/payload/response-notes.js'

/** Maximum duration per request; the newest SDKs abort at 30 s. */
export const REQUEST_ALLOWED_MS = 25_000

/** Maximum duration of one fetch of candles; several callers may wait for it. */
export const FETCH_ALLOWED_MS = 25_000

/** Maximum number of public facts that an adapter may remember between calls, for each venue. */
const MEMO_ENTRIES = 20_000
/**
 * Maximum number of remembered facts of all holders of credentials together. Each holder retains the session of its calls,
 * however many share a daemon. Public facts are separate and are never evicted for these.
 */
const HOLDERS_ENTRIES = 100_000

export interface ContextDeps {
  readonly transport: Transport
  readonly clock: Clock
  /**
   * Returns the current time by the clock of a venue, epoch ms: calls with credentials are signed and judged with it. This
   * machine's time by default.
   */
  readonly venueNow?: ((venue: VenueId) => number) | undefined
  readonly log: Logger
  /** Like {@link VenueContext.listedMarketOf} for any venue. Absent if no lists are cached. */
  readonly listedMarketOf?: ((venue: VenueId, outcomeId: string) => string | undefined) | undefined
}

/** A context whose deadline must be released when the work is done. */
export type OpenContext = VenueContext & {
  /** Counts venue calls that other contexts made on behalf of this work. */
  noteSent(calls: number): void
  /** Number of venue calls made for this work, in this context and in others. */
  readonly upstreamCalls: number
  /** Priority of the work, for calls that other contexts make on its behalf. */
  readonly priority: Urgency
  /** The client for which the work is done. */
  readonly caller: QueueClient
  /** Error of the last venue call, or undefined if no call has failed since the last response. */
  readonly trouble: PmxError | undefined
  release(): void
}

export interface ContextOptions {
  readonly priority: Urgency
  /** The client for which the work is done; no particular client by default. */
  readonly caller?: QueueClient | undefined
  /** Ends the work before its deadline. */
  readonly signal: AbortSignal
  readonly allowedMs: number
  readonly secrets: Secrets
  /** Permit that was granted for the first venue call. */
  readonly permit?: Permit | undefined
}

/** Creates the contexts in which adapters run, and holds the memos of each venue. */
export function createContexts({ transport, clock, venueNow, log, listedMarketOf }: ContextDeps) {
  const everybodys = new Map<VenueId, Memo>()
  const holders = createMemo(HOLDERS_ENTRIES, clock)
  const skippedRows = new Map<VenueId, number>()

  /** Facts that were fetched with credentials are remembered only for the holders of these credentials. */
  function memoOf(venue: VenueId, holder: string): Memo {
    if (holder !== '') return partOf(holders, `${venue} ${holder}`)
    const known = everybodys.get(venue)
    if (known !== undefined) return known
    const memo = createMemo(MEMO_ENTRIES, clock)
    everybodys.set(venue, memo)
    return memo
  }

  function noteSkipped(venue: VenueId, rows: number): void {
    skippedRows.set(venue, (skippedRows.get(venue) ?? 0) + rows)
  }

  /** Venues refuse signatures whose time is off by seconds, so an account's calls use its venue's time. */
  function clockOf(venue: VenueId, holder: string): Clock {
    if (venueNow === undefined || holder === '') return clock
    return {
      now: () => venueNow(venue),
      monotonic: () => clock.monotonic(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
      setTimer: (ms, task) => clock.setTimer(ms, task),
    }
  }

  function open(venue: Venue, options: ContextOptions): OpenContext {
    const deadline = startDeadline(clock, options.allowedMs, options.signal)
    const http = transport.bind(venue.id, deadline, options.priority, options)
    let sentElsewhere = 0
    const holder = holderOf(options.secrets)
    return {
      http,
      clock: clockOf(venue.id, holder),
      signal: deadline.signal,
      log,
      memo: memoOf(venue.id, holder),
      secrets: options.secrets,
      omissions: createOmissions(log, (rows) => noteSkipped(venue.id, rows)),
      ...(listedMarketOf === undefined || venue.isPrivate === true
        ? {}
        : { listedMarketOf: (outcomeId: string) => listedMarketOf(venue.id, outcomeId) }),
      noteSent(calls) {
        sentElsewhere += calls
      },
      get upstreamCalls() {
        return http.sent + sentElsewhere
      },
      get trouble() {
        return http.trouble
      },
      priority: options.priority,
      caller: options.caller ?? noClient,
      release: () => deadline.release(),
    }
  }

  return {
    /** Number of list rows that could not be parsed since the start, by venue. */
    skippedRows: skippedRows as ReadonlyMap<VenueId, number>,
    noteSkipped,
    open,
    /** Opens a context for one fetch of candles; several callers may wait for it. */
    openFetch: (venue: Venue, terms: FetchTerms, permit?: Permit): OpenContext =>
      open(venue, { ...terms, permit, allowedMs: FETCH_ALLOWED_MS }),
  }
}

export type Contexts = ReturnType<typeof createContexts>

/**
 * Creates the terms under which the candle engine handles a request.
 * @param isOwner whether the request may see everything that the daemon's own credentials brought
 * @param accepts what the request accepts if the venue cannot be called, and how long it waits
 */
export function createCandleCall(
  { signal, secrets, priority, caller, noteSent }: OpenContext,
  isOwner: boolean,
  { stored, freshness }: Pick<FetchCall, 'stored' | 'freshness'> = {},
): FetchCall {
  const terms = { signal, secrets, priority, caller, isOwner, onSent: noteSent }
  return {
    ...terms,
    ...(stored === undefined ? {} : { stored }),
    ...(freshness === undefined ? {} : { freshness }),
  }
}

/** An item that is requested from a venue together with other callers' items. */
export interface JoinedItem extends CallItem {
  readonly venue: Venue
  readonly secrets: Secrets
  /** Called with the number of venue calls that the item took. */
  onSent(calls: number): void
}

/**
 * Runs in a separate context, which ends when its last caller leaves. The venue calls are reported to the item's caller.
 */
export async function runJoined<Value>(
  contexts: Contexts,
  { venue, secrets, onSent }: JoinedItem,
  permit: Permit,
  { signal, urgency }: Shared,
  ask: (ctx: OpenContext) => Promise<Value>,
): Promise<Value> {
  const allowedMs = REQUEST_ALLOWED_MS
  const ctx = contexts.open(venue, { signal, priority: urgency, allowedMs, secrets, permit })
  try {
    return await ask(ctx)
  } finally {
    onSent(ctx.upstreamCalls)
    ctx.release()
  }
}
