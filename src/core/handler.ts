import type { ArgsOf, MethodName } from '../api/methods.js'
import type { StoredTerms } from '../api/stored-terms.js'
import type { Freshness } from '../candles/early.js'
import { holderOf } from '../venue-kit/secrets.js'
import type { Venue } from '../venue-kit/venue.js'
import type { Reuse } from './call.js'
import type { OpenContext } from './context.js'

/** What a handler works with: the venue, and a context that ends with the request. */
export interface Job {
  readonly venue: Venue
  readonly ctx: OpenContext
  /** The caller is the daemon's owner. */
  readonly trusted: boolean
  /** What the caller takes where the venue cannot be asked. */
  readonly stored?: StoredTerms
  /** How long the caller waits for the newest; absent for one who waits as long as it takes. */
  readonly freshness?: Freshness
  /** The credentials of the context are the daemon's own. */
  readonly isHeld?: boolean
  readonly order?: OrderTermsOfCall
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
export class Told {
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

export function without(ignored: readonly string[], data: unknown): Told {
  return new Told(data, {}, undefined, ignored)
}

export type Handler<M extends MethodName> = (args: ArgsOf<M>, job: Job) => Promise<unknown>
export type Handlers = { readonly [M in MethodName]?: Handler<M> }

/** Whose a kept thing is: a venue's, and of those who may see it. */
export function scopeOf(venue: Venue, ctx: OpenContext): string {
  return `${venue.id} ${holderOf(ctx.secrets)}`
}
