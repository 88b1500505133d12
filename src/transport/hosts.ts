import { PmxError } from '../api/envelope/errors.js'
import { type SourceId, settingsPathOf } from '../api/envelope/source-ids.js'
import type { BucketLimits } from '../policy/token-bucket.js'
import type { ErrorForm, ErrorRule } from './errors.js'
import type { ProxyChoice } from './proxy.js'

/** A published or practised limit of a host, as its `hosts.ts` states it. */
export interface HostLimit extends BucketLimits {
  /** Only calls of accounts spend it: it says nothing of what public data may be asked. */
  readonly ofAccounts?: true
  /** Of a group: the venue counts its calls apart from all others of the host, so they do not spend the host's limit. */
  readonly isApart?: true
  /**
   * Calls of a group that may be under way at once, besides the host's own number. They get their room before their turn
   * comes, so that no two leave closer together than the limit lets them.
   */
  readonly maxInFlight?: number
  /** Where the number comes from, for the reader. */
  readonly source: string
}

/** Polite to venues, and a bound on how many large answers are held and read at the same time. */
export const DEFAULT_MAX_IN_FLIGHT = 6

/** Facts about one host of a venue. */
export interface HostFacts {
  /**
   * Base URL without a trailing slash; a path prefix is part of it. A configured one may have a query, such as the key
   * of a node that is rented: it goes with every call, and into nothing that is written.
   */
  readonly url: string
  /**
   * Other base URLs at which the venue documents the same data, in the order in which they are tried where the first
   * lets nobody in. They share its limits. Not used where the configuration gives an address.
   */
  readonly alternates?: readonly string[]
  /** Limit over everything sent to the host. */
  readonly limit: HostLimit
  /** Calls that may be under way at once; {@link DEFAULT_MAX_IN_FLIGHT} where the venue says nothing. */
  readonly maxInFlight?: number
  /** Further limits by the name requests give as `group`. */
  readonly groups?: Readonly<Record<string, HostLimit>>
  /** The host counts each group by itself: a call that comes too fast stops the calls of its group, and no others. */
  readonly groupsApart?: true
  /**
   * Milliseconds for which no further call of the same limit would be answered, as the headers of any response report
   * it; undefined where there is a call left, or where they do not say.
   * @param headers lower-case names
   */
  readonly pauseAfter?: (headers: Readonly<Record<string, string>>) => number | undefined
}

export type Hosts = Readonly<Record<string, HostFacts>>

/** What the transport must know of a venue: facts of its folder with the configuration laid over them. */
export interface VenueWiring {
  readonly hosts: Hosts
  readonly proxyFor?: ProxyChoice | undefined
  readonly errors?: ErrorRule | undefined
  readonly errorForm?: ErrorForm | undefined
  /** What is known of the venue's future: a sentence for errors, while no call has been answered for a day. */
  readonly outlook?: string | undefined
}

/** How the venues and feeds are reached that are loaded. */
export interface Wirings {
  readonly wiringOf: (source: SourceId) => VenueWiring | undefined
  readonly hostOf: (source: SourceId, host: string) => HostFacts | undefined
  /** Notes one that has been loaded. */
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

/** All base URLs of a host, the first of which is its own. */
export function addressesOf(facts: Addresses | undefined): readonly string[] {
  return facts === undefined ? [] : [facts.url, ...(facts.alternates ?? [])]
}

/** The configured hosts of a venue: what the daemon may connect to, and nothing else. */
export interface HostBook {
  /**
   * @param door which of the host's addresses; its own by default
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
      // Appended to a host, anything but a slash could become a part of its name.
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
