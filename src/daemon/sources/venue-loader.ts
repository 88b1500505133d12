import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Config } from '../../config/schema.js'
import type { Wirings } from '../../transport/hosts.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import { loadVenue } from '../../venues/registry.js'
import { type ConnectionWays, type WorldUrls, wiringFor } from '../network/host-wiring.js'

/** Loads venues on first use and merges the configuration into their facts. */
export interface VenueLoader {
  load(id: VenueId): Promise<Venue> | undefined
}

/** Creates a venue loader. @param wirings receives the connections of loaded venues */
export function createVenueLoader(
  settings: Config['venues'],
  ways: ConnectionWays,
  wirings: Pick<Wirings, 'note'>,
): VenueLoader {
  const loading = new Map<VenueId, Promise<Venue>>()

  async function open(id: VenueId, load: Promise<Venue>): Promise<Venue> {
    const venue = await load
    wirings.note(id, wiringFor(venue, settings[id], ways))
    return venue
  }

  return {
    load(id) {
      const known = loading.get(id)
      if (known !== undefined) return known
      const load = loadVenue(id)
      if (load === undefined) return undefined
      const opened = open(id, load)
      loading.set(id, opened)
      // A failed load, for example for lack of a file handle, may succeed next time.
      opened.catch(() => loading.delete(id))
      return opened
    },
  }
}

/** Loads every venue that the configuration names, so that the start reports a wrong host name. */
export async function checkVenueSettings(house: VenueLoader, settings: Config['venues']): Promise<void> {
  for (const id of Object.keys(settings) as VenueId[]) await house.load(id)
}

/**
 * Returns the address under which the candles of each venue are stored: '' for its own address. Responses from a
 * different address, such as a test network, are stored separately.
 * @param world a simulation has its own file, whatever ports it listens on
 */
export async function loadStoredAddresses(
  settings: Config['venues'],
  world: WorldUrls | undefined,
): Promise<(venue: VenueId) => string> {
  const addresses = new Map<string, string>()
  if (world !== undefined) return () => ''
  for (const [id, { hosts = {} } = {}] of Object.entries(settings)) {
    const own = (await loadVenue(id as VenueId))?.hosts ?? {}
    const moved = Object.entries(hosts).flatMap(([name, url]) => {
      const address = plainAddress(url)
      return own[name] !== undefined && address === plainAddress(own[name].url) ? [] : [`${name}=${address}`]
    })
    addresses.set(id, moved.sort().join(' '))
  }
  return (venue) => addresses.get(venue) ?? ''
}

/** Normalizes an address and removes its credentials. */
function plainAddress(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}
