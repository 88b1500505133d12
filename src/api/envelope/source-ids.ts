import { type VenueId, venueNames } from './venue-ids.js'

/** The data feeds of `/api/feeds/{feed}/{method}`, in documented order, with their display names. None is a venue. */
const feedNames = { binance: 'Binance', chainlink: 'Chainlink' } as const satisfies Record<string, string>

export type FeedId = keyof typeof feedNames

/** The feed used in examples of the API description. */
export const EXAMPLE_FEED: FeedId = 'binance'

export const feedIds = Object.keys(feedNames) as readonly FeedId[]

/** Narrows any text to a known feed. Comparison is exact. */
export function isFeedId(text: string): text is FeedId {
  return Object.hasOwn(feedNames, text)
}

/** A source on the network: a venue or a feed. */
export type SourceId = VenueId | FeedId

/** Display names of all sources. */
export const sourceNames: Readonly<Record<SourceId, string>> = { ...venueNames, ...feedNames }

/** Returns the path of a source's settings in the configuration, such as `venues.kalshi` or `feeds.binance`. */
export function settingsPathOf(source: SourceId): string {
  return `${isFeedId(source) ? 'feeds' : 'venues'}.${source}`
}
