import { PmxError } from '../api/errors.js'
import type { VenueId } from '../api/venue-ids.js'
import type { BucketLimits } from '../policy/token-bucket.js'

/** A published or practised limit of a host, as its `hosts.ts` states it. */
export interface HostLimit extends BucketLimits {
  /** Where the number comes from, for the reader. */
  readonly source: string
}

/** Polite to venues, and a bound on how many large answers are held and read at the same time. */
export const DEFAULT_IN_FLIGHT = 6

/** Facts about one host of a venue. */
export interface HostFacts {
  /** Base URL without a trailing slash; a path prefix is part of it. */
  readonly url: string
  /** Limit over everything sent to the host. */
  readonly limit: HostLimit
  /** Calls that may be under way at once; {@link DEFAULT_IN_FLIGHT} where the venue says nothing. */
  readonly maxInFlight?: number
  /** Further limits by the name requests give as `group`. */
  readonly groups?: Readonly<Record<string, HostLimit>>
}

export type Hosts = Readonly<Record<string, HostFacts>>

/** The configured hosts of a venue: what the daemon may connect to, and nothing else. */
export interface HostBook {
  /** @throws PERMISSION_DENIED when the resulting address leaves the configured host */
  urlOf(venue: VenueId, host: string, path: string, query: readonly (readonly [string, string])[]): URL
  /** Whether a redirect from a venue's host may be followed: same origin only. */
  mayFollow(from: URL, to: URL): boolean
}

export function createHostBook(baseOf: (venue: VenueId, host: string) => string | undefined): HostBook {
  return {
    urlOf(venue, host, path, query) {
      const base = baseOf(venue, host)
      if (base === undefined) {
        throw new PmxError(
          'PERMISSION_DENIED',
          `No address is configured for venues.${venue}.hosts.${host}`,
          {
            exchange: venue,
          },
        )
      }
      const root = base.replace(/\/+$/, '')
      const origin = new URL(root)
      // Appended to a host, anything but a slash could become a part of its name.
      const url = path.startsWith('/') ? new URL(root + path) : undefined
      const below = `${origin.pathname.replace(/\/+$/, '')}/`
      if (url?.origin !== origin.origin || !url.pathname.startsWith(below)) {
        throw new PmxError(
          'PERMISSION_DENIED',
          `${venue}: a call would leave the configured host '${host}'`,
          {
            exchange: venue,
          },
        )
      }
      for (const [key, value] of query) url.searchParams.append(key, value)
      return url
    },
    mayFollow: (from, to) => from.origin === to.origin,
  }
}
