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
 * The native API of a venue or a feed, played over the demo world: tables of routes by host, and nothing with a state.
 * A new venue is one folder that exports a face, and one line in `faces/registry.ts`.
 */
export interface MockVenue {
  readonly venue: SourceId
  /**
   * Credentials of the shape that the venue wants, for callers who have none: they open a paper account. Made when they
   * are first used, since keys may take long to make.
   */
  readonly paperCredentials?: () => CredentialTexts
  /** The same for keys of other kinds that the venue has, by the name of the kind. */
  readonly otherPaperCredentials?: Readonly<Record<string, () => CredentialTexts>>
  /** How callers get an account where no credentials are lent: a sentence for them. */
  readonly accountNote?: string
  /** By the names that the venue's adapter gives its hosts, in the order in which ports are given out. */
  readonly hosts: Readonly<Record<string, MockHost>>
}

export interface MockHost {
  /** Path of the base URL, such as `/trade-api/v2`; '' for none. Route patterns are whole paths, with it. */
  readonly prefix: string
  readonly routes: readonly Route[]
  /**
   * What the venue documents and its demo leaves out, as `GET /path/:name`: answers 501. A path without `:names` comes
   * before the routes, so that none of them takes its last segment for an id; one with `:names` comes after them.
   */
  readonly notImplemented?: readonly string[]
  /** Answer to a path that no route matches. */
  readonly notFound: (call: MockRequest) => Reply
  /** Answer to a path that exists for other methods; without it `notFound` answers. */
  readonly wrongMethod?: (call: MockRequest) => Reply
  /**
   * Loads what a request needs and no start may, such as the curve behind signatures; waited for before it is answered.
   * Undefined where nothing is missing.
   */
  readonly prepare?: (request: MockRequest) => Promise<unknown> | undefined
  /** Looked at before the routes: redirects, outages. */
  readonly before?: (request: MockRequest, context: MockContext) => Reply | undefined
  /** Errors that the venue gives while something is the matter, by the names that rules of `venue-error` have for them. */
  readonly errors?: Readonly<Record<string, HostError>>
  /** A limit over all calls of the host, or several that each charge some of them. */
  readonly limit?: MockLimit | readonly MockLimit[]
  /** Limits that count; a call must keep to all that are over its path. */
  readonly windows?: readonly MockLimitWindow[]
  /** Limits whose state every response shows. */
  readonly quotas?: readonly MockQuota[]
  /** A socket that may be opened here. */
  readonly socket?: MockSocket
  /** Sockets at other paths of the host. */
  readonly otherSockets?: readonly MockSocket[]
}

/** An error that stands in the place of an answer: the route is not run, nothing is placed. */
export interface HostError {
  /** The calls that it is given to. */
  hits(request: MockRequest): boolean
  reply(request: MockRequest, context: MockContext): Reply
}

/** The socket of a host. */
export interface MockSocket {
  /** Whole path at which it is opened. */
  readonly path: string
  /** The status of who may not open it; undefined for who may. */
  refuse?(request: MockRequest, context: MockContext): number | undefined
  /** How often the world is looked at for what is new, ms. */
  readonly tickMs: number
  /** One connection. @param context the world as it is when it is called @param request what it was opened with */
  open(context: () => MockContext, request: MockRequest): SocketTalk
}

/** The venue's side of one connection. */
export interface SocketTalk {
  /** Frames that are sent before anybody has said anything. */
  greet?(): readonly string[]
  /** Frames that answer one of the client's. */
  hear(frame: string): readonly string[]
  /** Frames for what has changed since the last look. */
  tick(): readonly string[]
  /** Whether the venue ends the connection now, after what it has just said. */
  hasEnded?(): boolean
}

export interface MockLimit extends BucketLimits {
  readonly refusal: () => Reply
  /** Whose bucket a call empties, and by how much; not this limit's when undefined. Without it: one for all, 1 a call. */
  readonly charge?: (request: MockRequest) => FaceCharge | undefined
}

interface FaceCharge {
  readonly caller: string
  readonly tokens: number
}

export interface MockLimitWindow extends WindowLimits {
  /** Paths that it is over, with all below them; those of the whole host without it. */
  readonly paths?: readonly string[]
  /** The only method that it counts; all when absent. */
  readonly method?: string
  readonly refusal: () => Reply
}

/** Calls of one caller in a window that begins with the first of them. */
export interface MockQuota extends WindowLimits {
  /** Whose count a call adds to; undefined for a call that this limit does not count. */
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
  /** Parsed JSON of the body; undefined when there is none or it is not JSON. */
  readonly body: unknown
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
}

/** What an answer may depend on besides the request. */
export interface MockContext {
  readonly world: SimulatedWorld
  /** Accounts and orders of play money: all that faces remember is there. */
  readonly paper: PaperTrading
  /** Epoch ms. */
  readonly now: number
  readonly switches: Switches
  /** Chance for what real venues draw: trace ids, the order of unordered lists. */
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

/** A route such as `route('GET', '/events/:id', handler)`. */
export function route(method: string, pattern: string, handle: (call: MockCall) => Reply): Route {
  return { method, segments: pattern.split('/').slice(1), handle }
}
