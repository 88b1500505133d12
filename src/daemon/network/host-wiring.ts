import { type SourceId, settingsPathOf } from '../../api/envelope/source-ids.js'
import { suggestName } from '../../api/values/suggest.js'
import { ConfigError } from '../../config/load.js'
import type { ConnectionSettings } from '../../config/schema.js'
import type { ErrorForm, ErrorRule } from '../../transport/errors.js'
import type { Hosts, VenueWiring } from '../../transport/hosts.js'
import type { Proxies } from './proxies.js'

/**
 * Base URLs by venue or feed and host name that replace their own, all of them: what is not named is unreachable.
 */
export type WorldUrls = Partial<Record<SourceId, Readonly<Record<string, string>>>>

/** A demo world has nothing to be spared: limits would only make the user wait. */
const unlimited = { capacity: 1e6, perSecond: 1e6, source: 'no limit wanted' }

/** What the folder of a venue or a feed says about the way to it. */
interface Source {
  readonly id: SourceId
  readonly hosts: Hosts
  readonly errors?: ErrorRule
  readonly errorForm?: ErrorForm
  readonly outlook?: string
}

export interface ConnectionWays {
  /** In demo mode the simulator's addresses; undefined for the live world. */
  readonly world: WorldUrls | undefined
  readonly proxies: Proxies
  /** Whether hosts are asked at other addresses too: a recording has one for each. */
  readonly hasAlternates: boolean
}

/**
 * Lays the configuration over the facts of a source.
 * @throws ConfigError for a host that it does not have
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
      // An address that was given stands for itself.
      const others =
        urls[name] === undefined && hasAlternates && alternates !== undefined ? { alternates } : {}
      return [[name, isLimited ? { ...given, url, ...others } : { url, ...others, limit: unlimited }]]
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
    `${settingsPathOf(id)}.hosts.${unknown}: ${id} has no such host${suggestName(unknown, known)}; it has ${known.join(', ')}`,
  )
}
