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

/** Time a request may take in all; the newest SDKs abort at 30 s. */
export const REQUEST_ALLOWED_MS = 25_000

/** Time one fetch of candles may take; several callers may wait for it. */
export const FETCH_ALLOWED_MS = 25_000

/** Facts an adapter may remember between calls, by venue, of what everybody may know. */
const MEMO_ENTRIES = 20_000
/**
 * The same of all holders of credentials together, so that however many share a daemon, each keeps the session that
 * his calls go under; everybody's facts are apart, and never go for theirs.
 */
const HOLDERS_ENTRIES = 100_000

export interface ContextDeps {
  readonly transport: Transport
  readonly clock: Clock
  readonly log: Logger
  /** As in {@link VenueContext.listedMarketOf}, of any venue; absent where no lists are cached. */
  readonly listedMarketOf?: ((venue: VenueId, outcomeId: string) => string | undefined) | undefined
}

/** A context whose deadline must be released when the work is done. */
export type OpenContext = VenueContext & {
  /** Counts venue calls that were made elsewhere on behalf of this work. */
  noteSent(calls: number): void
  /** Venue calls made for this work, here and elsewhere. */
  readonly upstreamCalls: number
  /** How urgent the work is, for calls that are made elsewhere on its behalf. */
  readonly priority: Urgency
  /** For whom the work is done. */
  readonly caller: QueueClient
  /** What its last venue call failed with; undefined while none has failed since the last answer. */
  readonly trouble: PmxError | undefined
  release(): void
}

export interface ContextOptions {
  readonly priority: Urgency
  /** For whom the work is done; for nobody in particular by default. */
  readonly caller?: QueueClient | undefined
  /** Ends the work early. */
  readonly signal: AbortSignal
  readonly allowedMs: number
  readonly secrets: Secrets
  /** Leave that was got for its first venue call. */
  readonly permit?: Permit | undefined
}

/** Makes the contexts in which adapters run; keeps each venue's memos. */
export function createContexts({ transport, clock, log, listedMarketOf }: ContextDeps) {
  const everybodys = new Map<VenueId, Memo>()
  const holders = createMemo(HOLDERS_ENTRIES, clock)
  const skippedRows = new Map<VenueId, number>()

  /** What credentials brought is remembered for those who have them. */
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

  function open(venue: Venue, options: ContextOptions): OpenContext {
    const deadline = startDeadline(clock, options.allowedMs, options.signal)
    const http = transport.bind(venue.id, deadline, options.priority, options)
    let sentElsewhere = 0
    return {
      http,
      clock,
      signal: deadline.signal,
      log,
      memo: memoOf(venue.id, holderOf(options.secrets)),
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
    /** Rows of lists that could not be read, by venue, since the start. */
    skippedRows: skippedRows as ReadonlyMap<VenueId, number>,
    noteSkipped,
    open,
    /** For one fetch of candles, which several callers may wait for. */
    openFetch: (venue: Venue, terms: FetchTerms, permit?: Permit): OpenContext =>
      open(venue, { ...terms, permit, allowedMs: FETCH_ALLOWED_MS }),
  }
}

export type Contexts = ReturnType<typeof createContexts>

/**
 * The terms on which the candle engine works for a request: its own.
 * @param isOwner it may see whatever the daemon's own credentials brought
 * @param says what it takes where the venue cannot be asked, and how long it waits
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

/** What is asked of a venue beside what others ask for. */
export interface JoinedItem extends CallItem {
  readonly venue: Venue
  readonly secrets: Secrets
  /** Told how many venue calls it took. */
  onSent(calls: number): void
}

/** Asks in a context of its own, which ends with the last who waits for it; the calls are told to the item's asker. */
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
