import type { EventRow, Listed, Listing, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { convertRows, readInList } from '../../venue-kit/requests/map-rows.js'
import { eventsIn, marketsIn } from '../../venue-kit/requests/row-lists.js'
import { eventIdOf } from './ids.js'
import { type OfferRow, toEventRow, toMarketRow } from './mapping.js'
import { fetchOffers, OFFERS } from './native/offers.js'
import type { Offer } from './schemas.js'

/**
 * Events are offers with the same event id. Those that can be taken are one answer of the venue; an event in that list
 * holds only those of its offers. There is no search, and no other order than by odds.
 */
export function listEvents(listing: Listing, ctx: VenueContext): Listed<EventRow> {
  const fetch = async () => {
    const { rows, unread } = await read(listing, ctx)
    const events = readInList(OFFERS, ctx, () =>
      convertRows(eventsOf(rows, false), 'events', (row) => {
        assertStatus(row, unread)
        return row
      }),
    )
    return { rows: events }
  }
  return { sorted: false, paging: eventsIn({ fetch }) }
}

/** Every offer is a market. */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  const fetch = async () => ({ rows: (await read(listing, ctx)).rows.map(({ row }) => row) })
  return { sorted: false, paging: marketsIn({ fetch }) }
}

/** What is closed has no list of its own: it is among the offers of any status. */
async function read({ status }: Listing, ctx: VenueContext) {
  const { rows, unread } = await fetchOffers({ status: status === 'active' ? 'open' : 'all' }, ctx)
  return { rows: readInList(OFFERS, ctx, () => toOfferRows(rows, ctx.clock.now())), unread }
}

/** @throws EXCHANGE_NOT_AVAILABLE (drift) for a closed event that may be open by an offer that cannot be read */
function assertStatus({ event, status }: EventRow, unread: ReadonlySet<unknown>): void {
  const isUnsure =
    status === 'closed' && [...unread].some((id) => typeof id === 'string' && eventIdOf(id) === event.id)
  if (isUnsure)
    throw createSchemaMismatch(
      OFFERS,
      'eventId',
      `event ${event.id} may be open by an offer that cannot be read`,
    )
}

/** Offers with their rows, read one by one inside of lists. @param now epoch ms */
export function toOfferRows(offers: readonly Offer[], now: number): readonly OfferRow[] {
  return convertRows(offers, '', (offer) => ({ offer, row: toMarketRow(offer, now) }))
}

/**
 * The events that offers are on; the newest offer words an event.
 * @param areAll whether there are no other offers on them
 */
export function eventsOf(offers: readonly OfferRow[], areAll: boolean): readonly EventRow[] {
  const byEvent = new Map<string, [OfferRow, ...OfferRow[]]>()
  for (const one of [...offers].sort((a, b) => b.offer.id - a.offer.id)) {
    const others = byEvent.get(one.offer.eventId)
    if (others === undefined) byEvent.set(one.offer.eventId, [one])
    else others.push(one)
  }
  return [...byEvent.values()].map((on) => toEventRow(on, areAll))
}
