import type { FeedId } from '../api/envelope/source-ids.js'
import type { Feed } from './contract/feed.js'

/** The loaders of feeds, one line each. A feed is loaded on first use. */
const loaders: Readonly<Record<FeedId, () => Promise<Feed>>> = {
  binance: async () => (await import('./binance/index.js')).binance,
  chainlink: async () => (await import('./chainlink/index.js')).chainlink,
}

export function loadFeed(id: FeedId): Promise<Feed> {
  return loaders[id]()
}

/** Query parameters and body members of feeds whose values may be recorded: pairs, time ranges, and contract reads. */
export const recordableOfFeeds: readonly string[] = [
  ...['symbol', 'symbols', 'interval', 'startTime', 'showPermissionSets', 'symbolStatus', 'permissions'],
  ...['jsonrpc', 'method', 'params', 'data'],
]
