import { type ArgsOf, getMethodRow, type MethodName } from '../../api/arguments/methods.js'
import type { StoredTerms } from '../../api/arguments/stored-terms.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Credentials } from '../../api/models/models.js'
import type { Freshness } from '../../candles/fetch/max-wait.js'
import { joinText, type Piece } from '../../catalog/rows/row-stream.js'
import type { Priority } from '../../policy/urgency.js'
import { holderOf } from '../../venue-kit/contract/account-secrets.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import type { OpenContext } from './request-context.js'

/** One request as it reaches the core: method and arguments come beside it, checked. */
export interface CoreCall {
  readonly venue: VenueId
  /** Aborts when the caller hangs up. */
  readonly signal: AbortSignal
  readonly credentials: Credentials | undefined
  /** The request carried the daemon's access token, so it may use credentials that the daemon holds. */
  readonly trusted: boolean
  /** What tells one client from another, such as its `User-Agent`: at the venues' limits each has its turn. */
  readonly client?: string | undefined
  /** Background work gives way to interactive calls at the venues' rate limits; default: interactive. */
  readonly priority?: Priority
  /** What it takes where the venue cannot be asked; absent for the daemon's default. */
  readonly stored?: StoredTerms
  /** It wants rows without `sourceMetadata`: what comes with it all the same is taken out later. */
  readonly bare?: true | undefined
  /** By which the caller names an order, to ask again (`Idempotency-Key`). */
  readonly idempotencyKey?: string | undefined
  /** As the reply names the request. */
  readonly requestId?: string | undefined
  /** `CoreAnswer.delivered` will be called when the answer has reached its caller, or was lost. */
  readonly tellsDelivery?: true
  /** Seconds: how old candles and books that change may be; 0 for what the venue says now. The daemon's default if absent. */
  readonly maxAgeS?: number
}

/** What a method answers: a value for the envelope, and headers that tell the story behind it. */
export interface CoreAnswer {
  readonly data: unknown
  readonly headers: Readonly<Record<string, string>>
  /** Arguments that were given and not used. */
  readonly ignored?: readonly string[]
  /** To be called when the caller has the answer, or with false when it was lost; only where the call said that it will be. */
  readonly delivered?: (hasIt: boolean) => void
  /** How long, and under which name, the answer may be kept ready; absent where it may not. */
  readonly reuse?: Reuse
}

/** What a cache of ready answers must know. */
export interface Reuse {
  /** Epoch ms. */
  readonly freshUntil: number
  /** The answer is void when the generation of this series is another one. */
  readonly seriesKey: string
  readonly generation: number
  /** The daemon's owner, where credentials brought the answer. */
  readonly seenBy: 'anyone' | 'owner'
}

/** Data that is JSON text already. */
export class ReadyJson {
  constructor(readonly text: string) {}
}

/**
 * Data that is JSON text already, in pieces that follow each other: it may be more than should lie in memory at once.
 * Whoever goes through them begins with the first one, as often as he likes.
 */
export class ReadyPieces implements Iterable<Piece> {
  constructor(
    readonly before: string,
    readonly pieces: Iterable<Piece>,
    readonly after: string,
    /** Two that have the same one are the same bytes. */
    readonly sameAs?: string,
    /** Without `sourceMetadata`, as the call wants it. */
    readonly isBare = false,
  ) {}

  *[Symbol.iterator](): Generator<Piece> {
    yield this.before
    yield* this.pieces
    yield this.after
  }
}

/** A list of rows that are JSON already, between what stands before and after it. */
export function createReadyList(rows: readonly Piece[], before = '', after = ''): ReadyPieces {
  const pieces = rows.flatMap((row, index) => (index === 0 ? [row] : [',', row]))
  return new ReadyPieces(`${before}[`, pieces, `]${after}`)
}

/** The whole text of data that is JSON already, for who needs all of it; undefined where it is none. */
export function readyTextOf(data: unknown): string | undefined {
  if (data instanceof ReadyJson) return data.text
  return data instanceof ReadyPieces ? joinText(data) : undefined
}

/** What the daemon does for calls that say nothing of stored answers. */
export interface StoredDefaults {
  /** What is stored is given in the place of a failure to reach the venue. */
  readonly serveStale: boolean
  /** No venue is asked. */
  readonly offline: boolean
}

/**
 * The terms of a call: its own, over the daemon's. Background work is there to bring what is new, and takes nothing
 * stored in its place unless it says so itself.
 */
export function termsOf(
  { stored, priority }: Pick<CoreCall, 'stored' | 'priority'>,
  { serveStale, offline }: StoredDefaults,
): StoredTerms | undefined {
  const serves = stored?.serves ?? ((serveStale || offline) && priority !== 'background')
  if (!serves && !offline) return stored
  return { ...(offline ? { unasked: 'offline' } : {}), ...stored, serves }
}

/** Whether a method may be answered without any call of a venue: of all others nothing is stored. */
export function needsNoVenue(method: MethodName): boolean {
  const { answersStored, group } = getMethodRow(method)
  return answersStored === true || group === 'system'
}

/** What a handler works with: the venue, and a context that ends with the request. */
export interface Job {
  readonly venue: Venue
  readonly ctx: OpenContext
  /** The caller is the daemon's owner. */
  readonly trusted: boolean
  /** What the caller takes where the venue cannot be asked. */
  readonly stored?: StoredTerms
  /** As in {@link CoreCall}. */
  readonly bare?: true | undefined
  /** How long the caller waits for the newest; absent for one who waits as long as it takes. */
  readonly freshness?: Freshness
  /** The credentials of the context are the daemon's own. */
  readonly isHeld?: boolean
  readonly order?: OrderTermsOfCall
  /** A context of the same caller for what must be done after this request has ended; its opener releases it. */
  reopen?(priority?: Priority): OpenContext
}

/** What a request says beside its arguments that matters where orders are placed. */
export interface OrderTermsOfCall {
  /** By which the caller names the order, to ask again. */
  readonly idempotencyKey?: string | undefined
  readonly requestId?: string | undefined
  /** Aborts when the caller hangs up: the order goes on, and its answer reaches nobody. */
  readonly callerSignal: AbortSignal
  /** `Told.delivered` will be called when the answer has left; without it the caller has it when it is returned. */
  readonly tellsDelivery?: true
}

/** A value with a story of its own. */
export class MethodResult {
  constructor(
    readonly data: unknown,
    readonly headers: Readonly<Record<string, string>>,
    readonly reuse?: Omit<Reuse, 'seenBy'>,
    /** Arguments that said nothing beside the others. */
    readonly ignored: readonly string[] = [],
    /** To be called when the caller has it, or with false when it was lost; see {@link OrderTermsOfCall}. */
    readonly delivered?: (hasIt: boolean) => void,
  ) {}
}

export function createIgnoringResult(ignored: readonly string[], data: unknown): MethodResult {
  return new MethodResult(data, {}, undefined, ignored)
}

export type Handler<M extends MethodName> = (args: ArgsOf<M>, job: Job) => Promise<unknown>
export type Handlers = { readonly [M in MethodName]?: Handler<M> }

/** Whose a kept thing is: a venue's, and of those who may see it. */
export function cacheScopeOf(venue: Venue, { secrets }: Pick<OpenContext, 'secrets'>): string {
  return `${venue.id} ${holderOf(secrets)}`
}
