import type { EventRow, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { readEventId, readMarketId, readOutcomeId } from './ids.js'
import { eventsOf, toOfferRows } from './listing.js'
import { toMarketRow } from './mapping.js'
import { fetchOffer, fetchOffers } from './native/offers.js'

/** Returns the event with this id or page and its offers of any status, or undefined if it has no offers. */
export async function getEvent(id: string, ctx: VenueContext): Promise<EventRow | undefined> {
  const eventId = readEventId(id)
  if (eventId === undefined) return undefined
  const { rows: offers } = await fetchOffers({ status: 'all', eventId }, ctx)
  const [event] = eventsOf(toOfferRows(offers, ctx.clock.now()), true)
  return event
}

/** Returns the offer with this id or page, regardless of its status, or undefined if the venue has none. */
export async function getMarket(id: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const number = readMarketId(id)
  return number === undefined ? undefined : rowOf(number, ctx)
}

/** Returns the offer with this side, or undefined if the venue has none. */
export async function findOutcome(outcomeId: string, ctx: VenueContext): Promise<MarketRow | undefined> {
  const ref = readOutcomeId(outcomeId)
  return ref && rowOf(ref.offer, ctx)
}

async function rowOf(number: number, ctx: VenueContext): Promise<MarketRow | undefined> {
  const offer = await fetchOffer(number, ctx)
  return offer && toMarketRow(offer, ctx.clock.now())
}
