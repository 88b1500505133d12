import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type ListedMarket, listedEvents, offers } from '../../mock-kit/venue-view.js'
import type { WorldEvent, WorldMarket, WorldSeries } from '../../world/common/types.js'

/**
 * The events of the venue with their markets. One question may be traded twice, by both protocols: then the markets of
 * two series of the world stand in one event, under one title.
 */

/** Series whose markets stand in the events of another, and which have no events of their own. */
const hostSeries: Readonly<Record<string, string>> = { 'tessel-updown-1d-v2': 'tessel-updown-1d' }

function isHosted({ key }: WorldSeries): boolean {
  return Object.hasOwn(hostSeries, key)
}

/** Whether the venue lists events of a series. */
export function offersSeries(series: WorldSeries): boolean {
  return offers(series, 'polymarket') && !isHosted(series)
}

/** The event that shows a market of the world, of any age. */
export function hostOf({ world }: Pick<MockContext, 'world'>, event: WorldEvent): WorldEvent {
  const key = Object.hasOwn(hostSeries, event.series.key) ? hostSeries[event.series.key] : undefined
  return (key === undefined ? undefined : world.openedAt(key, event.opensAt)) ?? event
}

/** The event that shows a market. */
export function eventOf(context: Pick<MockContext, 'world'>, market: WorldMarket): WorldEvent {
  return hostOf(context, context.world.eventOf(market))
}

/** The markets of an event, with those of the series that stand in it. */
export function marketsOf({ world }: Pick<MockContext, 'world'>, event: WorldEvent): readonly WorldMarket[] {
  const guests = Object.keys(hostSeries).filter((key) => hostSeries[key] === event.series.key)
  if (guests.length === 0) return event.markets
  return [...event.markets, ...guests.flatMap((key) => world.openedAt(key, event.opensAt)?.markets ?? [])]
}

/** The events in lists now, oldest first. */
export function eventsListed(context: MockContext): readonly WorldEvent[] {
  return listedEvents(context, 'polymarket').filter(({ series }) => !isHosted(series))
}

/** The markets of events. */
export function marketsIn(
  context: Pick<MockContext, 'world'>,
  events: readonly WorldEvent[],
): readonly ListedMarket[] {
  return events.flatMap((event) => marketsOf(context, event).map((market) => ({ event, market })))
}
