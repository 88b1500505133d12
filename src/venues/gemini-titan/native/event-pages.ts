import type { Pages } from '../../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertHonoured, createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { convertRows, readInList, sentIn } from '../../../venue-kit/requests/map-rows.js'
import { requestList } from '../../../venue-kit/requests/request-list.js'
import { assertPage } from '../mapping.js'
import { eventsPage, type NativeEvent, type NativeStatus } from '../schemas.js'
import { rememberEvent } from './remembered.js'

const PATH = '/v1/prediction-markets/events'
export const LIST = `GET ${PATH}`

/** The venue allows 500; an event is about twenty kilobytes. */
const ROWS_A_PAGE = 100
/** Number of rows that the next page repeats: they show that no rows moved up in between. */
const OVERLAP = 10
/** More settled events are not listed, however they are paged (../README.md). */
const MAX_SETTLED = 1_000

const MOVED = 'events that were missed because the list changed while it was being read: retry'
const OLDER = `settled events beyond the ${MAX_SETTLED} that Gemini lists: request those by their ticker`

/**
 * Lists the events of one status, in an undocumented order; all rows are cached. Rows are counted from the first one, so removals
 * during the pagination move other rows up. That is noted where pages do not overlap, and where fewer events were read than are
 * counted.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when an announced page is empty, or has no row of the status
 */
export function listEventPages(status: NativeStatus, ctx: VenueContext): Pages<NativeEvent> {
  /** Tickers of all pages since the first, and the number of rows without a readable one. */
  let told: { readonly tickers: Set<string>; odd: number } | undefined

  return {
    async fetch(cursor) {
      const offset = cursor === undefined ? 0 : Number(cursor)
      if (offset === 0) told = { tickers: new Set(), odd: 0 }
      const query = { status, limit: ROWS_A_PAGE, offset }
      const { data, pagination } = await requestList(ctx, eventsPage, { path: PATH, query, what: LIST })
      const [sent, { total }] = [sentIn(data), pagination]
      const isCapped = status === 'settled' && offset + sent >= MAX_SETTLED
      if (sent === 0 && total > offset && !isCapped)
        throw createSchemaMismatch(
          LIST,
          'data',
          `no rows from offset ${offset} on, although the venue counts ${total} events`,
        )
      const isLast = sent === 0 || offset + sent >= total || isCapped
      assertPage(data, LIST)
      const rows = ofStatus(data, status)
      if (told !== undefined) {
        const { tickers } = told
        const isJoined = offset === 0 || data.length === 0 || data.some(({ ticker }) => tickers.has(ticker))
        for (const { ticker } of data) tickers.add(ticker)
        told.odd += sent - data.length
        if (!isJoined || (isLast && !isCapped && tickers.size + told.odd < total))
          ctx.omissions.noteCut(MOVED)
      }
      if (isCapped) ctx.omissions.noteCut(OLDER)
      const kept = readInList(LIST, ctx, () =>
        convertRows(rows, 'data', (row) => rememberEvent(row, LIST, ctx)),
      )
      return { rows: kept, next: isLast ? undefined : String(Math.max(offset + 1, offset + sent - OVERLAP)) }
    },
  }
}

/** Drops events whose status changed between the request and the response. */
function ofStatus(rows: readonly NativeEvent[], status: NativeStatus): readonly NativeEvent[] {
  const kept = rows.filter((row) => row.status === status)
  const [stranger] = rows
  if (stranger !== undefined)
    assertHonoured(kept.length > 0, LIST, 'data[0].status', `${stranger.status} for ${status}`)
  return kept
}
