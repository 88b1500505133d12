import type { CredentialTexts } from '../../api/arguments/credentials.js'
import type { SourceId } from '../../api/envelope/source-ids.js'
import type { Random } from '../../effects/random.js'
import type { BucketLimits } from '../../policy/token-bucket.js'
import type { Query } from '../http/query.js'
import type { WindowLimits } from '../http/rate-limiter.js'
import type { Reply } from '../http/reply.js'
import type { PaperTrading } from '../paper-trading/exchange.js'
import type { SimulatedWorld } from '../world/world.js'
import type { Switches } from './venue-switches.js'

/**
 * The native API of a venue or a feed over the simulated world: tables of routes by host, without state. A new one is a folder
 * that exports a mock venue, and one line in `mock-venues/registry.ts`.
 */
export interface MockVenue {
  readonly venue: SourceId
  /**
   * Returns credentials in the form of the venue, for clients without their own: they open a paper account. Created on first use,
   * since the creation of keys may be slow.
   */
  readonly paperCredentials?: () => CredentialTexts
  /** Returns credentials of other kinds that the venue has, by the name of the kind. */
  readonly otherPaperCredentials?: Readonly<Record<string, () => CredentialTexts>>
  /** Describes how clients get an account where no credentials are provided: a sentence for users. */
  readonly accountNote?: string
  /** By the host names of the venue's adapter, in the order in which ports are assigned. */
  readonly hosts: Readonly<Record<string, MockHost>>
}

export interface MockHost {
  /** Path of the base URL, such as `/trade-api/v2`; '' for none. Route patterns are whole paths that include it. */
  readonly prefix: string
  readonly routes: readonly Route[]
  /**
   * Documented endpoints that the mock venue does not implement, as `GET /path/:name`; they return 501. A path without `:names`
   * comes before the routes, so that no route reads its last segment as an id. One with `:names` comes after them.
   */
  readonly notImplemented?: readonly string[]
  /** Returns the reply for a path that no route matches. */
  readonly notFound: (call: MockRequest) => Reply
  /** Returns the reply for a path that exists for other methods; `notFound` is used if absent. */
  readonly wrongMethod?: (call: MockRequest) => Reply
  /**
   * Loads code for a request that must not delay the start, such as the curve for signatures; awaited before the reply.
   * Returns undefined if everything is loaded.
   */
  readonly prepare?: (request: MockRequest) => Promise<unknown> | undefined
  /** Called before the routes: redirects, outages. */
  readonly before?: (request: MockRequest, context: MockContext) => Reply | undefined
  /** Errors of the venue in special states, by their names in `venue-error` rules. */
  readonly errors?: Readonly<Record<string, HostError>>
  /** A limit over all calls of the host, or several that each count some of them. */
  readonly limit?: MockLimit | readonly MockLimit[]
  /** Limits per time window; a call must satisfy all that apply to its path. */
  readonly windows?: readonly MockLimitWindow[]
  /** Limits whose state is in every response. */
  readonly quotas?: readonly MockQuota[]
  /** The socket of the host. */
  readonly socket?: MockSocket
  /** Sockets at other paths of the host. */
  readonly otherSockets?: readonly MockSocket[]
}

/** An error instead of a response: the route does not run, and no order is placed. */
export interface HostError {
  /** Whether a call receives the error. */
  hits(request: MockRequest): boolean
  reply(request: MockRequest, context: MockContext): Reply
}

/** The socket of a host. */
export interface MockSocket {
  /** Full path of the socket. */
  readonly path: string
  /** Returns the status for a rejected client, or undefined if it is accepted. */
  refuse?(request: MockRequest, context: MockContext): number | undefined
  /** Interval of updates from the world, ms. */
  readonly tickMs: number
  /** Opens one connection. @param context returns the world at the time of the call @param request the opening request */
  open(context: () => MockContext, request: MockRequest): SocketTalk
}

/** The venue's side of one connection. */
export interface SocketTalk {
  /** Returns frames that are sent before the client's first frame. */
  greet?(): readonly string[]
  /** Returns the responses to a client frame. */
  hear(frame: string): readonly string[]
  /** Returns frames for changes since the last call. */
  tick(): readonly string[]
  /** Whether the venue closes the connection now, after its last frames. */
  hasEnded?(): boolean
}

export interface MockLimit extends BucketLimits {
  readonly refusal: () => Reply
  /**
   * Returns the caller and the tokens of a call, or undefined if the limit does not apply. If absent, all calls share one
   * bucket and cost 1.
   */
  readonly charge?: (request: MockRequest) => FaceCharge | undefined
}

interface FaceCharge {
  readonly caller: string
  readonly tokens: number
}

export interface MockLimitWindow extends WindowLimits {
  /** Paths to which it applies, including all below them; the whole host if absent. */
  readonly paths?: readonly string[]
  /** The only method that it counts; all if absent. */
  readonly method?: string
  readonly refusal: () => Reply
}

/** A limit of calls of one caller, in a window that begins with its first call. */
export interface MockQuota extends WindowLimits {
  /** Returns the caller whose calls are counted, or undefined for a call that this limit does not count. */
  readonly caller: (request: MockRequest) => string | undefined
  readonly headers: (state: QuotaState) => Readonly<Record<string, string>>
  readonly refusal: (state: QuotaState) => Reply
}

interface QuotaState {
  readonly limit: number
  readonly remaining: number
  /** Until the window ends, ms. */
  readonly resetMs: number
  /** When it ends, epoch ms. */
  readonly endsAt: number
}

export interface MockRequest {
  readonly method: string
  /** Without the query string, not decoded. */
  readonly path: string
  readonly search: string
  /** Parsed JSON of the body, or undefined if there is none or it is not JSON. */
  readonly body: unknown
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
}

/** What a reply may depend on besides the request. */
export interface MockContext {
  readonly world: SimulatedWorld
  /** Accounts and orders of paper trading, the only state of the mock venues. */
  readonly paper: PaperTrading
  /** Epoch ms. */
  readonly now: number
  readonly switches: Switches
  /** Randomness, as real venues use it: trace ids, the order of unordered lists. */
  readonly random: Random
}

export interface MockCall extends MockContext {
  readonly request: MockRequest
  readonly query: Query
  /** Decoded values of the pattern's `:names`. */
  readonly params: Readonly<Record<string, string>>
}

export interface Route {
  readonly method: string
  /** Segments of the pattern; a `:name` matches any one segment. */
  readonly segments: readonly string[]
  readonly handle: (call: MockCall) => Reply
}

/** Creates a route such as `route('GET', '/events/:id', handler)`. */
export function route(method: string, pattern: string, handle: (call: MockCall) => Reply): Route {
  return { method, segments: pattern.split('/').slice(1), handle }
}
