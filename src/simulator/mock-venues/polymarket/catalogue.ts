import type { MockContext } from '../../mock-kit/mock-venue.js'
import { findListedEvents, type ListedMarket, offers } from '../../mock-kit/venue-view.js'
import type { WorldEvent, WorldMarket, WorldSeries } from '../../world/common/types.js'

/**
 * The events of the venue with their markets. Both protocols may trade the same question. The markets of two series of
 * the world are then in one event, under one title.
 */

/** Series without events, whose markets are in the events of another series. */
const hostSeries: Readonly<Record<string, string>> = { 'tessel-updown-1d-v2': 'tessel-updown-1d' }

function isHosted({ key }: WorldSeries): boolean {
  return Object.hasOwn(hostSeries, key)
}

/** Whether the venue lists events of a series. */
export function offersSeries(series: WorldSeries): boolean {
  return offers(series, 'polymarket') && !isHosted(series)
}

/** Returns the event that lists a market of an event of the world, of any age. */
export function hostOf({ world }: Pick<MockContext, 'world'>, event: WorldEvent): WorldEvent {
  const key = Object.hasOwn(hostSeries, event.series.key) ? hostSeries[event.series.key] : undefined
  return (key === undefined ? undefined : world.openedAt(key, event.opensAt)) ?? event
}

/** Returns the event that lists a market. */
export function eventOf(context: Pick<MockContext, 'world'>, market: WorldMarket): WorldEvent {
  return hostOf(context, context.world.eventOf(market))
}

/** Returns the markets of an event, including those of the series that it hosts. */
export function marketsOf({ world }: Pick<MockContext, 'world'>, event: WorldEvent): readonly WorldMarket[] {
  const guests = Object.keys(hostSeries).filter((key) => hostSeries[key] === event.series.key)
  if (guests.length === 0) return event.markets
  return [...event.markets, ...guests.flatMap((key) => world.openedAt(key, event.opensAt)?.markets ?? [])]
}

/** Returns the events that are listed now, oldest first. */
export function findOfferedEvents(context: MockContext): readonly WorldEvent[] {
  return findListedEvents(context, 'polymarket').filter(({ series }) => !isHosted(series))
}

/** Returns the markets of events. */
export function marketsIn(
  context: Pick<MockContext, 'world'>,
  events: readonly WorldEvent[],
): readonly ListedMarket[] {
  return events.flatMap((event) => marketsOf(context, event).map((market) => ({ event, market })))
}
