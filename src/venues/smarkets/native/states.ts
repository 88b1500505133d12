import type { Status } from '../../../venue-kit/contract/venue.js'
import type { NativeEvent, NativeMarket } from '../schemas.js'

/** The states of events, grouped by whether the event can still be traded. Suspended events can (../README.md). */
export const eventStates: Readonly<Record<Status, readonly string[]>> = {
  active: ['new', 'upcoming', 'live', 'suspended'],
  closed: ['ended', 'settled', 'cancelled'],
}

/** States after which a market never trades again. `halted` is only a pause (../README.md). */
const closedMarketStates = new Set(['settled', 'voided', 'unavailable'])

/** Whether a market's state means that it has no price: decided, voided or withdrawn. */
export function isSettled(market: NativeMarket): boolean {
  return closedMarketStates.has(market.state)
}

/** Returns whether the event, or its descendants in the tree, can still be traded. */
export function statusOfEvent(event: NativeEvent): Status {
  return eventStates.closed.includes(event.state) ? 'closed' : 'active'
}

/** Returns the status. A market ends with its event, even if its own status lags behind. */
export function statusOfMarket(market: NativeMarket, event: NativeEvent): Status {
  return isSettled(market) ? 'closed' : statusOfEvent(event)
}
