import { type FeedId, feedIds } from '../api/source-ids.js'
import type { Config } from '../config/schema.js'
import type { Feed } from '../feeds/feed.js'
import { loadFeed } from '../feeds/registry.js'
import type { VenueWiring } from '../transport/wiring.js'
import { type Ways, wiringFor } from './wiring.js'

/** Loads feeds when first used and lays the configuration over their facts. */
export interface FeedHouse {
  load(id: FeedId): Promise<Feed>
  /** Of a loaded feed. */
  wiringOf(id: FeedId): VenueWiring | undefined
  /**
   * Loads every feed the configuration names, so that a wrong host name is told at start.
   * @throws ConfigError
   */
  checkSettings(): Promise<void>
}

export function createFeedHouse(settings: Config['feeds'], ways: Ways): FeedHouse {
  const wirings = new Map<FeedId, VenueWiring>()

  async function load(id: FeedId): Promise<Feed> {
    const feed = await loadFeed(id)
    if (!wirings.has(id)) wirings.set(id, wiringFor(feed, settings[id], ways))
    return feed
  }

  return {
    load,
    wiringOf: (id) => wirings.get(id),
    async checkSettings() {
      for (const id of feedIds) if (settings[id] !== undefined) await load(id)
    },
  }
}
