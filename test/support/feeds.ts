import { createFeedService, type FeedService } from '../../src/feeds/feed-service.js'
import { loadFeed } from '../../src/feeds/registry.js'
import { silentLogger } from '../../src/observe/logger.js'
import { fakeClock } from './clock.js'

/** Data feeds that are there and may not be asked. */
export function unaskedFeeds(): FeedService {
  const bind = () => {
    throw new Error('no feed may be asked here')
  }
  return createFeedService({ transport: { bind }, clock: fakeClock(), log: silentLogger, loadFeed })
}

/** Something else that may not be. */
export async function unasked(): Promise<never> {
  throw new Error('nobody may ask for this here')
}
