import { type FeedId, feedIds } from '../../api/envelope/source-ids.js'
import type { Config } from '../../config/schema.js'
import type { Feed } from '../../feeds/contract/feed.js'
import { loadFeed } from '../../feeds/registry.js'
import type { Wirings } from '../../transport/hosts.js'
import { type ConnectionWays, wiringFor } from '../network/host-wiring.js'

/** Loads feeds when first used and lays the configuration over their facts. */
export interface FeedLoader {
  load(id: FeedId): Promise<Feed>
  /**
   * Loads every feed the configuration names, so that a wrong host name is told at start.
   * @throws ConfigError
   */
  checkSettings(): Promise<void>
}

/** @param wirings told how those are reached that are loaded */
export function createFeedLoader(
  settings: Config['feeds'],
  ways: ConnectionWays,
  wirings: Wirings,
): FeedLoader {
  async function load(id: FeedId): Promise<Feed> {
    const feed = await loadFeed(id)
    if (wirings.wiringOf(id) === undefined) wirings.note(id, wiringFor(feed, settings[id], ways))
    return feed
  }

  return {
    load,
    async checkSettings() {
      for (const id of feedIds) if (settings[id] !== undefined) await load(id)
    },
  }
}
