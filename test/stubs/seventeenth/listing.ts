import { createNumberedPages, mapPages } from '../../../src/venue-kit/contract/paging.js'
import type { EventRow, Listed, Listing, VenueContext } from '../../../src/venue-kit/contract/venue.js'
import { convertRows, readInList } from '../../../src/venue-kit/requests/map-rows.js'
import { requestList } from '../../../src/venue-kit/requests/request-list.js'
import { eventsIn } from '../../../src/venue-kit/requests/row-lists.js'
import { toEventRow } from './rows.js'
import { eventList } from './wire.js'

const WHAT = 'GET /events'

/** Events of one status, in no particular order. */
export function listEvents({ status }: Listing, ctx: VenueContext): Listed<EventRow> {
  const state = status === 'active' ? 'open' : 'over'
  const natives = createNumberedPages(async (page) => {
    const query = { state, page }
    const { events, more } = await requestList(ctx, eventList, { path: '/events', query, what: WHAT })
    return { rows: events, more }
  })
  const pages = mapPages(natives, (rows) =>
    readInList(WHAT, ctx, () => convertRows(rows, 'events', toEventRow)),
  )
  return { paging: eventsIn(pages), sorted: false }
}
