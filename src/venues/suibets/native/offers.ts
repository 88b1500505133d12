import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertHonoured, assertSameSubject } from '../../../venue-kit/payload/payload.js'
import { malformedRowsIn, sentIn } from '../../../venue-kit/requests/map-rows.js'
import { requestList, requestOptional, requestRequired } from '../../../venue-kit/requests/request-list.js'
import { currencies, type Offer, offer, offerStatuses, offers } from '../schemas.js'

export const OFFERS = 'GET /p2p/offers'
/** Maximum number of rows per response. There are no pages (README.md). */
const MOST = 500

/** A selection of offers: open ones or those of any status, of one event (by the venue's own id) or of all events. */
type Filter =
  | { readonly status: 'open' | 'all'; readonly eventId?: undefined }
  | { readonly status: 'all'; readonly eventId: string }

/** Returns the offer with this number, regardless of its status, or undefined if there is none. */
export async function fetchOffer(number: number, ctx: VenueContext): Promise<Offer | undefined> {
  const what = 'GET /p2p/offers/{id}'
  const found = await requestOptional(ctx, offer, { path: `/p2p/offers/${number}`, what })
  if (found !== undefined) assertSameSubject(number, found.id, what, 'id')
  return found
}

/**
 * Fetches all offers of a kind. The offers of one event are read strictly, and those in other lists one by one. The venue returns
 * the 500 offers with the longest odds, and has no pages. If there may be more, they are requested by status and by currency. If
 * the result is still cut, this is noted.
 */
export async function fetchOffers(filter: Filter, ctx: VenueContext): Promise<Offers> {
  const first = await fetchSome({ ...filter }, ctx)
  if (!first.isFull) return first
  const parts =
    filter.status === 'open'
      ? [await byCurrency({ ...filter }, ctx)]
      : await Promise.all(offerStatuses.map((status) => byStatus(status, filter, ctx)))
  const found = [first, ...parts]
  const all = new Map(found.flatMap(({ rows }) => rows).map((row) => [row.id, row]))
  return { rows: [...all.values()], unread: new Set(found.flatMap(({ unread }) => [...unread])) }
}

export interface Offers {
  readonly rows: readonly Offer[]
  /** The ids of the events that have another, unreadable offer. */
  readonly unread: ReadonlySet<unknown>
}

interface Query {
  readonly status: string
  readonly eventId?: string | undefined
  readonly currency?: string
}

async function byStatus(status: string, filter: Filter, ctx: VenueContext): Promise<Offers> {
  const query = { ...filter, status }
  // For the status `open` the server also returns offers in other open statuses.
  const part = await fetchSome(query, ctx)
  return part.isFull ? byCurrency(query, ctx) : part
}

async function byCurrency(query: Query, ctx: VenueContext): Promise<Offers> {
  const parts = await Promise.all(currencies.map((currency) => fetchSome({ ...query, currency }, ctx)))
  if (parts.some(({ isFull }) => isFull)) {
    ctx.omissions.noteCut(
      `SuiBets returns at most ${MOST} offers of each status and currency, those with the longest odds. Request others by id`,
    )
  }
  return {
    rows: parts.flatMap(({ rows }) => rows),
    unread: new Set(parts.flatMap(({ unread }) => [...unread])),
  }
}

async function fetchSome(query: Query, ctx: VenueContext) {
  const { eventId, currency } = query
  const asked = { ...query, limit: MOST }
  const read = eventId === undefined ? requestList : requestRequired
  const rows = await read(ctx, offers, { path: '/p2p/offers', query: asked, what: OFFERS })
  for (const row of rows) {
    if (eventId !== undefined) assertHonoured(row.eventId === eventId, OFFERS, 'eventId', row.eventId)
    if (currency !== undefined) {
      assertHonoured(row.currency === currency, OFFERS, 'currency', row.currency ?? 'none')
    }
  }
  const unread: ReadonlySet<unknown> = new Set(malformedRowsIn(rows).map((row) => Object(row).eventId))
  return { rows, unread, isFull: sentIn(rows) >= MOST }
}
