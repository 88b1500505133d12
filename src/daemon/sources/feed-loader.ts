import { type FeedId, feedIds } from '../../api/envelope/source-ids.js'
import type { Config } from '../../config/schema.js'
import type { Feed } from '../../feeds/contract/feed.js'
import { loadFeed } from '../../feeds/registry.js'
import type { Wirings } from '../../transport/hosts.js'
import { type ConnectionWays, wiringFor } from '../network/host-wiring.js'

/** Loads feeds on first use and merges the configuration into their facts. */
export interface FeedLoader {
  load(id: FeedId): Promise<Feed>
  /**
   * Loads every feed that the configuration names, so that the start reports a wrong host name.
   * @throws ConfigError
   */
  checkSettings(): Promise<void>
}

/** Creates a feed loader. @param wirings receives the connections of loaded feeds */
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
