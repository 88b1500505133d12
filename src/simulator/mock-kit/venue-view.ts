import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { WorldEvent, WorldMarket, WorldSeries } from '../world/common/types.js'
import type { MockContext } from './mock-venue.js'

/** Whether a venue lists the events of a series. */
export function offers(series: WorldSeries, venue: VenueId): boolean {
  return series.onlyOn === undefined || series.onlyOn.includes(venue)
}

/** Returns the events in a venue's lists now, oldest first. */
export function findListedEvents({ world, now }: MockContext, venue: VenueId): readonly WorldEvent[] {
  return world.eventsAt(now).filter((event) => offers(event.series, venue))
}

/** Returns the event if the venue has it and it has opened; for lookups by id, which also find old ones. */
export function narrowToListed(
  { now }: Pick<MockContext, 'now'>,
  venue: VenueId,
  event: WorldEvent | undefined,
): WorldEvent | undefined {
  return event !== undefined && event.opensAt <= now && offers(event.series, venue) ? event : undefined
}

/** A market with its event, since most responses need both. */
export interface ListedMarket {
  readonly event: WorldEvent
  readonly market: WorldMarket
}

export function withMarkets(events: readonly WorldEvent[]): readonly ListedMarket[] {
  return events.flatMap((event) => event.markets.map((market) => ({ event, market })))
}
