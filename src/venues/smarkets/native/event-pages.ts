import type { QueryValue } from '../../../transport/call-types.js'
import type { Pages } from '../../../venue-kit/contract/paging.js'
import type { Status, VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch, expectSomewhere } from '../../../venue-kit/payload/payload.js'
import { readList, sentIn } from '../../../venue-kit/requests/map-rows.js'
import { skipEmptyPages } from '../../../venue-kit/requests/skip-empty-pages.js'
import { eventsPage, type NativeEvent } from '../schemas.js'
import { READS, rowsAt } from './request.js'
import { eventStates } from './states.js'

type Query = Readonly<Record<string, QueryValue>>

/** Native events in pages. The cursor is the venue's position in its list. */
export type EventPages = Pages<NativeEvent>

const PATH = '/events/'
const WHAT = `GET ${PATH}`
/** The venue's default is the order of creation. It begins with ten years of tree nodes before the first match. */
const ORDER = 'display_order,start_datetime,id'

/** Members that may be null but are never missing from a whole page. */
const usual = ['created', 'start_datetime', 'full_slug']

/** Lists leaf events with one status in the site's order: by prominence, then by start. */
export function listEventPages(status: Status, limit: number, ctx: VenueContext): EventPages {
  return pagesOf({ state: eventStates[status] }, limit, ctx)
}

/** Lists leaf events in any state that start within a window, both ends inclusive, epoch ms. */
export function listEventsStarting(from: string, to: string, limit: number, ctx: VenueContext): EventPages {
  const state = [...eventStates.active, ...eventStates.closed]
  return pagesOf({ state, start_datetime_min: from, start_datetime_max: to }, limit, ctx)
}

function pagesOf(filter: Query, limit: number, ctx: VenueContext): EventPages {
  const query: Query = { ...filter, with_new_type: true, include_hidden: false, sort: ORDER, limit }
  return skipEmptyPages({
    async fetch(cursor) {
      const place = cursor === undefined ? {} : placeIn(cursor)
      const reply = await ctx.http.send({ ...READS, path: PATH, query: { ...query, ...place } })
      const { events, pagination } = readList(eventsPage, reply.json, WHAT, ctx)
      expectSomewhere(rowsAt(reply.json, 'events'), usual, WHAT, 'events')
      const rows = events.filter(({ bettable }) => bettable)
      // Lists were observed to repeat the last page after their end.
      const sent = sentIn(events)
      const isRepeat = events.some(({ id }) => id === place['pagination_last_id']) && sent < limit
      if (sent === 0 || isRepeat) return { rows: [] }
      const next = pagination.next_page
      return { rows, next: next === undefined ? undefined : cursorIn(next) }
    },
  })
}

/**
 * Returns the position keys in the venue's query string. The filters stay as requested. They are named after the order:
 * `pagination_last_start_datetime`, `pagination_last_display_order`, `pagination_last_id`.
 */
function cursorIn(nextPage: string): string {
  const place = new URLSearchParams(nextPage)
  for (const key of [...place.keys()]) if (!key.startsWith('pagination_')) place.delete(key)
  if (place.size === 0)
    throw createSchemaMismatch(
      WHAT,
      'pagination.next_page',
      'it does not contain the position of the next page',
    )
  return place.toString()
}

function placeIn(cursor: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(cursor))
}
