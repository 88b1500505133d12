import type { QueryValue } from '../../../transport/call-types.js'
import type { Pages } from '../../../venue-kit/contract/paging.js'
import type { EventRow, VenueContext } from '../../../venue-kit/contract/venue.js'
import { convertRows, readInList, sentIn } from '../../../venue-kit/requests/map-rows.js'
import { requestList } from '../../../venue-kit/requests/request-list.js'
import { assertEventPage, toEventRow } from '../mapping.js'
import { eventsReply, type NativeEvent } from '../schemas.js'

const what = 'GET /v1/events'

/** Rows are large, because markets include teams and pictures. A page of a hundred games with props has 76 MB (../README.md). */
export const EVENTS_A_PAGE = 20
/** Maximum number of steps back to find the next page of a list that has become shorter. */
const MAX_STEPS_BACK = 10

type Query = Readonly<Record<string, QueryValue>>

/** Returns one native page of events. */
export async function requestEvents(query: Query, ctx: VenueContext): Promise<readonly NativeEvent[]> {
  const { events } = await requestList(ctx, eventsReply, { host: 'gateway', path: '/v1/events', query, what })
  assertEventPage(events, what)
  return events
}

export function toRows(events: readonly NativeEvent[], ctx: VenueContext): readonly EventRow[] {
  return readInList(what, ctx, () => convertRows(events, 'events', (event) => toEventRow(event, what)))
}

/**
 * Lists events by number, oldest first, so new ones come last. Pages are counted in rows. An event that leaves the list during
 * the pagination moves later events up onto pages that were already read. A page that begins after the last row that was read is
 * requested again from further up. Only an empty page is the end.
 */
export function listEventPagesByNumber(filter: Query, limit: number, ctx: VenueContext): Pages<NativeEvent> {
  const ask = (offset: number): Promise<readonly NativeEvent[]> =>
    requestEvents({ ...filter, orderBy: 'id', orderDirection: 'asc', limit, offset }, ctx)

  /** Returns the first page from an offset up that begins at the last row read, or before. */
  async function askOverlapping(from: number, last: number) {
    for (let offset = from, step = 0; ; step++) {
      const events = await ask(offset)
      const first = events[0]
      const isLate = first !== undefined && Number(first.id) > last
      if (!isLate || offset === 0 || step === MAX_STEPS_BACK) return { events, offset }
      offset = Math.max(0, offset - limit)
    }
  }

  return {
    async fetch(cursor) {
      if (cursor === undefined) {
        const events = await ask(0)
        return { rows: events, next: placeAfter(events, 0) }
      }
      const place = readPlace(cursor)
      const { events, offset } = await askOverlapping(Math.max(0, place.seen - 1), place.last)
      if (!areAscending(events)) {
        // If the requested sort is ignored, numbers do not show which rows were read.
        ctx.omissions.noteCut(
          'events that may have been missed, because the venue did not return the list in the requested order: retry',
        )
        return { rows: events, next: placeAfter(events, Math.max(offset, place.seen)) }
      }
      const rows = events.filter(({ id }) => Number(id) > place.last)
      const isEnd = rows.length === 0 && sentIn(events) < limit
      return { rows, next: isEnd ? undefined : placeAfter(events, offset) }
    },
  }
}

function areAscending(events: readonly NativeEvent[]): boolean {
  return events.every((event, index) => {
    const before = events[index - 1]
    return before === undefined || Number(before.id) < Number(event.id)
  })
}

/** The progress in a list: the number of rows before the next one, and the number of the last event. */
interface Place {
  readonly seen: number
  readonly last: number
}

function readPlace(cursor: string): Place {
  const [seen = 0, last = 0] = cursor.split(':').map(Number)
  return { seen, last }
}

function placeAfter(events: readonly NativeEvent[], offset: number): string | undefined {
  const sent = sentIn(events)
  if (sent === 0) return undefined
  return `${offset + sent}:${events.at(-1)?.id ?? 0}`
}
