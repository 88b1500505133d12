import { type ArgsOf, getMethodRow, type MethodName } from '../../api/arguments/methods.js'
import type { StoredTerms } from '../../api/arguments/stored-terms.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Credentials, PriceCandle } from '../../api/models/models.js'
import type { Span } from '../../api/times/span.js'
import type { Freshness } from '../../candles/fetch/max-wait.js'
import { joinText, type Piece } from '../../catalog/rows/row-stream.js'
import type { Priority } from '../../policy/urgency.js'
import { holderOf } from '../../venue-kit/contract/account-secrets.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import type { OpenContext } from './request-context.js'

/** One request as it reaches the core. The checked method and arguments are passed separately. */
export interface CoreCall {
  readonly venue: VenueId
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal
  readonly credentials: Credentials | undefined
  /** Whether the request carried the daemon's access token and may use the daemon's credentials. */
  readonly trusted: boolean
  /** Identifies the client, for example by its `User-Agent`; the venues' rate limits are shared fairly between clients. */
  readonly client?: string | undefined
  /** Background work yields to interactive calls at the venues' rate limits; default: interactive. */
  readonly priority?: Priority
  /** What the call accepts if the venue cannot be called. Absent for the daemon's default. */
  readonly stored?: StoredTerms
  /** Whether the caller requests rows without `sourceMetadata`. If rows contain it anyway, it is removed later. */
  readonly bare?: true | undefined
  /** Whether the caller requests candles as {@link CandleRows}, for a table. */
  readonly table?: true
  /** Idempotency key by which the caller can repeat an order request (`Idempotency-Key`). */
  readonly idempotencyKey?: string | undefined
  /** Request id that the response names. */
  readonly requestId?: string | undefined
  /** Whether `CoreAnswer.delivered` will be called when the response was delivered or lost. */
  readonly reportsDelivery?: true
  /**
   * Maximum age of candles and books that may change, seconds. 0 requests the venue's current values. Absent for the daemon's
   * default.
   */
  readonly maxAgeS?: number
}

/** The result of a method: a value for the envelope, and headers with its metadata. */
export interface CoreAnswer {
  readonly data: unknown
  readonly headers: Readonly<Record<string, string>>
  /** Arguments that were sent but not used. */
  readonly ignored?: readonly string[]
  /** Called with true when the caller has the response, with false when it was lost. Present only where the call announced it. */
  readonly delivered?: (hasIt: boolean) => void
  /** How long and under which key the response may be cached. Absent if it may not be. */
  readonly reuse?: Reuse
}

/** The facts that a cache of ready responses needs. */
export interface Reuse {
  /** Epoch ms. */
  readonly freshUntil: number
  /** The response is invalid when this series has another generation. */
  readonly seriesKey: string
  readonly generation: number
  /** `owner` (the daemon's owner) if the response was fetched with credentials. */
  readonly seenBy: 'anyone' | 'owner'
}

/** Candles with the time from which a study may use each of them, for tables. */
export class CandleRows {
  constructor(
    readonly candles: readonly PriceCandle[],
    readonly stepMs: number,
    /** Returns undefined for a candle that may still change; called with ascending open times. */
    readonly availableAt: (openTime: number) => number | undefined,
    /** Open times of candles that have ended but are not final. */
    readonly notFinal: readonly Span[] = [],
  ) {}
}

/** Data that is already JSON text. */
export class ReadyJson {
  constructor(readonly text: string) {}
}

/**
 * Data that is already JSON text, in consecutive pieces, since the whole may be too large for memory. Each iteration starts
 * at the first piece.
 */
export class ReadyPieces implements Iterable<Piece> {
  constructor(
    readonly before: string,
    readonly pieces: Iterable<Piece>,
    readonly after: string,
    /** Two values with the same key have the same bytes. */
    readonly sameAs?: string,
    /** Whether the rows have no `sourceMetadata`, as the call requests. */
    readonly isBare = false,
  ) {}

  *[Symbol.iterator](): Generator<Piece> {
    yield this.before
    yield* this.pieces
    yield this.after
  }
}

/** Creates a list of rows that are already JSON, with the text before and after it. */
export function createReadyList(rows: readonly Piece[], before = '', after = ''): ReadyPieces {
  const pieces = rows.flatMap((row, index) => (index === 0 ? [row] : [',', row]))
  return new ReadyPieces(`${before}[`, pieces, `]${after}`)
}

/** Returns the whole text of data that is already JSON, or undefined for other data. */
export function readyTextOf(data: unknown): string | undefined {
  if (data instanceof ReadyJson) return data.text
  return data instanceof ReadyPieces ? joinText(data) : undefined
}

/** The daemon's behavior for calls that do not mention stored responses. */
export interface StoredDefaults {
  /** Whether stored data is returned in place of a failure to reach the venue. */
  readonly serveStale: boolean
  /** Whether no venue is called. */
  readonly offline: boolean
}

/**
 * Returns the terms of a call: its own terms override the daemon's. Background work fetches new data and does not accept
 * stored data, unless the call itself allows it.
 */
export function termsOf(
  { stored, priority }: Pick<CoreCall, 'stored' | 'priority'>,
  { serveStale, offline }: StoredDefaults,
): StoredTerms | undefined {
  const serves = stored?.serves ?? ((serveStale || offline) && priority !== 'background')
  if (!serves && !offline) return stored
  return { ...(offline ? { unasked: 'offline' } : {}), ...stored, serves }
}

/** Whether a method may be served without a call to a venue; other methods have no stored data. */
export function needsNoVenue(method: MethodName): boolean {
  const { answersStored, group } = getMethodRow(method)
  return answersStored === true || group === 'system'
}

/** A handler's environment: the venue, and a context that ends with the request. */
export interface Job {
  readonly venue: Venue
  readonly ctx: OpenContext
  /** Whether the caller is the daemon's owner. */
  readonly trusted: boolean
  /** What the caller accepts if the venue cannot be called. */
  readonly stored?: StoredTerms
  /** Same as in {@link CoreCall}. */
  readonly bare?: true | undefined
  /** Same as in {@link CoreCall}. */
  readonly table?: true | undefined
  /** How long the caller waits for the newest data. Absent for no limit. */
  readonly freshness?: Freshness
  /** Whether the credentials of the context are the daemon's own. */
  readonly isHeld?: boolean
  readonly order?: OrderTermsOfCall
  /** Opens a context for the same caller for work after this request has ended. The code that opens it must release it. */
  reopen?(priority?: Priority): OpenContext
}

/** Parts of a request, other than its arguments, that matter for placing orders. */
export interface OrderTermsOfCall {
  /** Idempotency key by which the caller can repeat the order request. */
  readonly idempotencyKey?: string | undefined
  readonly requestId?: string | undefined
  /** Aborts when the caller disconnects. The order continues, and its response is discarded. */
  readonly callerSignal: AbortSignal
  /**
   * Whether `delivered` of the result will be called when the response was sent. Otherwise the result counts as delivered
   * when it is returned.
   */
  readonly reportsDelivery?: true
}

/** A value with its own metadata. */
export class MethodResult {
  constructor(
    readonly data: unknown,
    readonly headers: Readonly<Record<string, string>>,
    readonly reuse?: Omit<Reuse, 'seenBy'>,
    /** Arguments that had no effect next to the others. */
    readonly ignored: readonly string[] = [],
    /** Called with true when the caller has the response, with false when it was lost; see {@link OrderTermsOfCall}. */
    readonly delivered?: (hasIt: boolean) => void,
  ) {}
}

export function createIgnoringResult(ignored: readonly string[], data: unknown): MethodResult {
  return new MethodResult(data, {}, undefined, ignored)
}

export type Handler<M extends MethodName> = (args: ArgsOf<M>, job: Job) => Promise<unknown>
export type Handlers = { readonly [M in MethodName]?: Handler<M> }

/** Returns the cache scope: the venue, and the credentials whose holders may see the cached data. */
export function cacheScopeOf(venue: Venue, { secrets }: Pick<OpenContext, 'secrets'>): string {
  return `${venue.id} ${holderOf(secrets)}`
}
