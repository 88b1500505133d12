import { PmxError } from '../api/envelope/errors.js'
import { type SourceId, settingsPathOf } from '../api/envelope/source-ids.js'
import type { BucketLimits } from '../policy/token-bucket.js'
import type { ErrorForm, ErrorRule } from './errors.js'
import type { ProxyChoice } from './proxy.js'

/** A published or observed limit of a host, from its `hosts.ts`. */
export interface HostLimit extends BucketLimits {
  /** Whether only account calls spend it, so that it does not apply to public data. */
  readonly ofAccounts?: true
  /** Whether the venue counts per key or account rather than per address, so that daemons at the same address do not share it. */
  readonly isOfKeys?: true
  /** Whether the venue counts the group's calls separately, so that they do not spend the host's limit. */
  readonly isSeparate?: true
  /**
   * Maximum number of concurrent calls in the group, in addition to the host's own limit. A call takes its slot before its turn,
   * so that the interval between two calls stays within the limit.
   */
  readonly maxInFlight?: number
  /** Source of the number. */
  readonly source: string
}

/** Limit on new sockets for venues that publish none. */
export const unpublishedSocketLimit = {
  capacity: 5,
  perSecond: 1,
  source: 'new sockets: no published limit',
} as const satisfies HostLimit

/** This spares the venues, and bounds how many large responses are held and parsed at the same time. */
export const DEFAULT_MAX_IN_FLIGHT = 6

/** Facts about one host of a venue. */
export interface HostFacts {
  /**
   * Base URL without a trailing slash, with a path prefix if any. A configured URL may have a query, such as a rented node's key.
   * The query is sent with every call, and is never logged or stored.
   */
  readonly url: string
  /**
   * Other base URLs at which the venue documents the same data, in failover order. They share its limits. Not used if an address
   * is configured.
   */
  readonly alternates?: readonly string[]
  /** Whether its address or its limits are configured, so that daemons at one address do not share them. */
  readonly isPrivate?: true
  /** Limit for all calls to the host. */
  readonly limit: HostLimit
  /** Concurrent calls, {@link DEFAULT_MAX_IN_FLIGHT} if the venue does not document a number. */
  readonly maxInFlight?: number
  /** Further limits, by the name in a request's `group`. */
  readonly groups?: Readonly<Record<string, HostLimit>>
  /** Whether the host counts each group separately: a rate-limit error pauses only the calls of its group. */
  readonly separateGroups?: true
  /**
   * Returns the ms until the host accepts another call of the same limit, from the headers of any response. Returns undefined if
   * another call is allowed, or if the headers do not report it.
   * @param headers lower-case names
   */
  readonly pauseAfter?: (headers: Readonly<Record<string, string>>) => number | undefined
}

export type Hosts = Readonly<Record<string, HostFacts>>

/** The transport's facts about a venue, from its folder and overridden by the configuration. */
export interface VenueWiring {
  readonly hosts: Hosts
  readonly proxyFor?: ProxyChoice | undefined
  readonly errors?: ErrorRule | undefined
  readonly errorForm?: ErrorForm | undefined
  /** A sentence about the venue's future for errors, while no call has succeeded for a day. */
  readonly outlook?: string | undefined
}

/** The wirings of the loaded venues and feeds. */
export interface Wirings {
  readonly wiringOf: (source: SourceId) => VenueWiring | undefined
  readonly hostOf: (source: SourceId, host: string) => HostFacts | undefined
  /** Adds one that has been loaded. */
  readonly note: (source: SourceId, wiring: VenueWiring) => void
}

export function createWirings(): Wirings {
  const wirings = new Map<SourceId, VenueWiring>()
  return {
    wiringOf: (source) => wirings.get(source),
    hostOf: (source, host) => wirings.get(source)?.hosts[host],
    note: (source, wiring) => void wirings.set(source, wiring),
  }
}

type Addresses = Pick<HostFacts, 'url' | 'alternates'>

/** Returns all base URLs of a host, its own first. */
export function addressesOf(facts: Addresses | undefined): readonly string[] {
  return facts === undefined ? [] : [facts.url, ...(facts.alternates ?? [])]
}

/** A venue's configured hosts, the only ones to which the daemon may connect. */
export interface HostBook {
  /**
   * @param door which of the host's addresses, its own by default
   * @throws PERMISSION_DENIED when the resulting address leaves the configured host
   */
  urlOf(
    venue: SourceId,
    host: string,
    path: string,
    query: readonly (readonly [string, string])[],
    door?: number,
  ): URL
  /** Whether a redirect from a venue's host may be followed: same origin only. */
  mayFollow(from: URL, to: URL): boolean
}

export function createHostBook(factsOf: (venue: SourceId, host: string) => Addresses | undefined): HostBook {
  return {
    urlOf(venue, host, path, query, door = 0) {
      const base = addressesOf(factsOf(venue, host))[door]
      if (base === undefined) {
        throw new PmxError(
          'PERMISSION_DENIED',
          `No address is configured for ${settingsPathOf(venue)}.hosts.${host}`,
          {
            exchange: venue,
          },
        )
      }
      const origin = new URL(base)
      const root = base.replace(/[?#].*$/s, '').replace(/\/+$/, '')
      const below = `${origin.pathname.replace(/\/+$/, '')}/`
      // A path without a slash could extend the host name.
      const url = path === '' ? new URL(origin) : path.startsWith('/') ? new URL(root + path) : undefined
      if (url?.origin !== origin.origin || (path !== '' && !url.pathname.startsWith(below))) {
        throw new PmxError(
          'PERMISSION_DENIED',
          `${venue}: a call would leave the configured host '${host}'`,
          {
            exchange: venue,
          },
        )
      }
      if (path !== '') for (const [key, value] of origin.searchParams) url.searchParams.append(key, value)
      for (const [key, value] of query) url.searchParams.append(key, value)
      return url
    },
    mayFollow: (from, to) => from.origin === to.origin,
  }
}
