import { toIso } from '../../../api/times/instant.js'
import { HOUR_MS } from '../../../api/times/resolution.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import { stateAt, type WorldMarket } from '../../world/common/types.js'
import { bookOf } from './book.js'
import type { Feed, SocketEvent } from './feeds.js'
import { findBySlug } from './ids.js'
import { toResolvedPayload } from './lifecycle-feed.js'

/** A subscribed market with the last sent book, as text, or undefined before the first. */
interface Subscribed {
  readonly listed: ListedMarket
  book: string | undefined
}

/** A feed of books and of market results (README.md, "Socket"). */
export interface PriceFeed extends Feed {
  /** Replaces the subscription. A recently traded market is sent immediately, any other on its next change. */
  readonly subscribe: (now: MockContext, slugs: readonly string[]) => readonly SocketEvent[]
  readonly leave: (slugs: readonly string[]) => void
}

export function createPriceFeed(): PriceFeed {
  const markets = new Map<string, Subscribed>()

  function books(now: MockContext): SocketEvent[] {
    return [...markets].flatMap(([slug, subscribed]): SocketEvent[] => {
      const { market } = subscribed.listed
      const text = bookText(now, market)
      if (text === undefined || text === subscribed.book) return []
      subscribed.book = text
      return [bookEvent(now, slug, market)]
    })
  }

  function resolutions(now: MockContext): SocketEvent[] {
    return [...markets].flatMap(([slug, { listed }]): SocketEvent[] => {
      if (stateAt(listed.market, now.now) !== 'resolved') return []
      markets.delete(slug)
      const payload = toResolvedPayload(listed)
      // Three copies were observed.
      return payload === undefined
        ? []
        : Array.from({ length: 3 }, () => ['marketResolved', payload] as const)
    })
  }

  return {
    subscribe(now, slugs) {
      markets.clear()
      for (const slug of slugs) {
        const found = findBySlug(now, slug)
        if (found === undefined || found.kind === 'group') continue
        const isActive = (now.world.lastTrade(found.market.key, now.now)?.at ?? 0) > now.now - HOUR_MS
        markets.set(slug, { listed: found, book: isActive ? undefined : bookText(now, found.market) })
      }
      const message = 'Successfully subscribed to market price updates'
      return [['system', { message, markets: slugs }], ...books(now)]
    },
    leave(slugs) {
      for (const slug of slugs) markets.delete(slug)
    },
    tick: (now) => [...books(now), ...resolutions(now)],
  }
}

/** The venue counts the books of all markets; the mock venue derives the version from the time. */
const VERSIONS_FROM = Date.UTC(2021, 0, 1)

function bookEvent(now: MockContext, marketSlug: string, market: WorldMarket): SocketEvent {
  const { maxSpread, minSize, ...rest } = bookOf(now, market)
  return [
    'orderbookUpdate',
    {
      marketSlug,
      orderbook: { ...rest, maxSpread: Number(maxSpread), minSize: Number(minSize) },
      version: Math.floor((now.now - VERSIONS_FROM) / 10),
      timestamp: toIso(now.now),
    },
  ]
}

/** Returns the content of a book, for comparison, or undefined for a closed market. */
function bookText(now: MockContext, market: WorldMarket): string | undefined {
  return stateAt(market, now.now) === 'open' ? JSON.stringify(bookOf(now, market)) : undefined
}
