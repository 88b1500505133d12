import type { SourceId } from '../../api/envelope/source-ids.js'
import type { Config } from '../../config/schema.js'
import type { Clock } from '../../effects/clock.js'
import { type Budgets, createBudgets, type ShareLimit, unlimitedBudgets } from '../../transport/budget.js'
import type { Wire } from '../../transport/call-types.js'
import { createHostBook, createWirings, type HostBook, type VenueWiring } from '../../transport/hosts.js'
import { createLiveWire } from '../../transport/live-http.js'
import { createLiveSockets } from '../../transport/live-socket.js'
import type { SocketWire } from '../../transport/socket.js'
import { version } from '../../version.js'
import { createFeedLoader, type FeedLoader } from './feed-loader.js'
import type { OpenWorld } from './source-set.js'
import { createVenueLoader, type VenueLoader } from './venue-loader.js'

/** Connections to the venues and feeds. */
export interface SourceConnections {
  readonly venueLoader: VenueLoader
  readonly feeds: FeedLoader
  /** Connection of a loaded venue or feed. */
  wiringOf(source: SourceId): VenueWiring | undefined
  /** Host addresses of loaded venues and feeds. */
  readonly hosts: HostBook
  readonly budgets: Budgets
  /** Network transport; it follows a redirect only within the same origin. */
  liveWire(): Wire
  /** Sockets over the network. */
  liveSockets(): SocketWire
}

/**
 * Connects venues and feeds.
 * @param clock the system clock: venues count in real time, whatever a recording's clock shows
 * @param shareLimit connects limits to other daemons at the same address
 */
export function connectSources(
  config: Config,
  { urls, cassette, proxies }: Pick<OpenWorld, 'urls' | 'cassette' | 'proxies'>,
  clock: Clock,
  shareLimit?: ShareLimit,
): SourceConnections {
  const hasAlternates = cassette?.kind !== 'replay'
  const ways = { world: urls, proxies, hasAlternates }
  const wirings = createWirings()
  const venueLoader = createVenueLoader(config.venues, ways, wirings)
  const feeds = createFeedLoader(config.feeds, ways, wirings)
  const hosts = createHostBook(wirings.hostOf)
  const userAgent = `pmx-local/${version}`
  return {
    venueLoader,
    feeds,
    wiringOf: wirings.wiringOf,
    hosts,
    budgets:
      // A replay has no rate limits.
      cassette?.kind === 'replay' ? unlimitedBudgets : createBudgets(wirings.hostOf, clock, shareLimit),
    liveWire: () => createLiveWire({ userAgent, mayFollow: hosts.mayFollow }),
    liveSockets: () => createLiveSockets({ userAgent }),
  }
}
