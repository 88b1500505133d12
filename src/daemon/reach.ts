import type { Config } from '../config/schema.js'
import type { Clock } from '../effects/clock.js'
import { type Budgets, createBudgets, unlimitedBudgets } from '../transport/budget.js'
import type { Wire } from '../transport/call.js'
import { createHostBook, type HostBook } from '../transport/hosts.js'
import { createLiveWire } from '../transport/live.js'
import { version } from '../version.js'
import { createVenueHouse, type VenueHouse } from './venue-house.js'
import type { OpenWorld } from './world.js'

/** How the venues of a world are reached. */
export interface Reach {
  readonly house: VenueHouse
  /** Addresses of the hosts of loaded venues. */
  readonly hosts: HostBook
  readonly budgets: Budgets
  /** A wire over the network, which goes to no other place than it is sent to. */
  liveWire(): Wire
}

/** @param clock the real one: venues count in real time, whatever a recording's clock shows */
export function reachOf(
  config: Config,
  { urls, cassette, proxies }: Pick<OpenWorld, 'urls' | 'cassette' | 'proxies'>,
  clock: Clock,
): Reach {
  const house = createVenueHouse(config.venues, urls, proxies, cassette?.kind !== 'replay')
  const hosts = createHostBook((venue, host) => house.wiringOf(venue)?.hosts[host])
  return {
    house,
    hosts,
    budgets:
      // A cassette does not count.
      cassette?.kind === 'replay'
        ? unlimitedBudgets
        : createBudgets((venue, host) => house.wiringOf(venue)?.hosts[host], clock),
    liveWire: () => createLiveWire({ userAgent: `pmx-local/${version}`, mayFollow: hosts.mayFollow }),
  }
}
