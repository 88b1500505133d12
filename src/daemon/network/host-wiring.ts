import { type SourceId, settingsPathOf } from '../../api/envelope/source-ids.js'
import { suggestName } from '../../api/values/suggest.js'
import { ConfigError } from '../../config/load.js'
import type { ConnectionSettings } from '../../config/schema.js'
import type { ErrorForm, ErrorRule } from '../../transport/errors.js'
import type { Hosts, VenueWiring } from '../../transport/hosts.js'
import type { Proxies } from './proxies.js'

/** Base URLs that replace those of a venue or feed, by source and host name. They replace all: a missing host is unreachable. */
export type WorldUrls = Partial<Record<SourceId, Readonly<Record<string, string>>>>

/** Limits of a simulation: it needs no protection, and limits would only delay the user. */
const unlimited = { capacity: 1e6, perSecond: 1e6, source: 'no limit wanted' }

/** Connection facts of a venue or a feed. */
interface Source {
  readonly id: SourceId
  readonly hosts: Hosts
  readonly errors?: ErrorRule
  readonly errorForm?: ErrorForm
  readonly outlook?: string
}

export interface ConnectionWays {
  /** In demo mode the simulator's addresses, or undefined for the live venues. */
  readonly world: WorldUrls | undefined
  readonly proxies: Proxies
  /** Whether alternate addresses of hosts are used: a recording has one for each host. */
  readonly hasAlternates: boolean
}

/**
 * Merges the configuration into the facts of a source.
 * @throws ConfigError for a host that the source does not have
 */
export function wiringFor(
  { id, hosts: own, errors, errorForm, outlook }: Source,
  settings: ConnectionSettings | undefined,
  { world, proxies, hasAlternates }: ConnectionWays,
): VenueWiring {
  assertHostNames(id, Object.keys(own), settings?.hosts ?? {})
  const urls = world === undefined ? (settings?.hosts ?? {}) : (world[id] ?? {})
  const isLimited = world === undefined && settings?.limits !== 'none'
  const hosts = Object.fromEntries(
    Object.entries(own).flatMap(([name, facts]) => {
      const { alternates, ...given } = facts
      const url = urls[name] ?? (world === undefined ? facts.url : undefined)
      if (url === undefined) return []
      // A configured address has no alternates.
      const others =
        urls[name] === undefined && hasAlternates && alternates !== undefined ? { alternates } : {}
      const isPrivate = urls[name] === undefined && isLimited ? {} : { isPrivate: true as const }
      const at = { url, ...others, ...isPrivate }
      return [[name, isLimited ? { ...given, ...at } : { ...at, limit: unlimited }]]
    }),
  )
  return { hosts, proxyFor: (url) => proxies.of(id, url), errors, errorForm, outlook }
}

function assertHostNames(
  id: SourceId,
  known: readonly string[],
  hosts: Readonly<Record<string, string>>,
): void {
  const unknown = Object.keys(hosts).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new ConfigError(
    `${settingsPathOf(id)}.hosts.${unknown}: ${id} does not have this host${suggestName(unknown, known)}. Hosts: ${known.join(', ')}`,
  )
}
