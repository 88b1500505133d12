import type { EventRow, Listed, Listing, MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../venue-kit/payload/payload.js'
import { convertRows, readInList } from '../../venue-kit/requests/map-rows.js'
import { eventsIn, marketsIn } from '../../venue-kit/requests/row-lists.js'
import { eventIdOf } from './ids.js'
import { type OfferRow, toEventRow, toMarketRow } from './mapping.js'
import { fetchOffers, OFFERS } from './native/offers.js'
import type { Offer } from './schemas.js'

/**
 * Lists events. An event consists of the offers with the same event id. The venue returns open offers in one response. An event
 * in that list has only its open offers. There is no search, and no sort other than by odds.
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

/** Lists every offer as a market. */
export function listMarkets(listing: Listing, ctx: VenueContext): Listed<MarketRow> {
  const fetch = async () => ({ rows: (await read(listing, ctx)).rows.map(({ row }) => row) })
  return { sorted: false, paging: marketsIn({ fetch }) }
}

/** Reads offers. Closed offers have no list of their own, but are among the offers of any status. */
async function read({ status }: Listing, ctx: VenueContext) {
  const { rows, unread } = await fetchOffers({ status: status === 'active' ? 'open' : 'all' }, ctx)
  return { rows: readInList(OFFERS, ctx, () => toOfferRows(rows, ctx.clock.now())), unread }
}

/** @throws EXCHANGE_NOT_AVAILABLE (drift) for a closed event that may be open because of an unreadable offer */
function assertStatus({ event, status }: EventRow, unread: ReadonlySet<unknown>): void {
  const isUnsure =
    status === 'closed' && [...unread].some((id) => typeof id === 'string' && eventIdOf(id) === event.id)
  if (isUnsure)
    throw createSchemaMismatch(
      OFFERS,
      'eventId',
      `event ${event.id} may be open because of an offer that cannot be read`,
    )
}

/** Converts offers with their rows, which are read one by one in lists. @param now epoch ms */
export function toOfferRows(offers: readonly Offer[], now: number): readonly OfferRow[] {
  return convertRows(offers, '', (offer) => ({ offer, row: toMarketRow(offer, now) }))
}

/**
 * Returns the events that offers belong to. The newest offer names an event.
 * @param areAll whether these are all of its offers
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
