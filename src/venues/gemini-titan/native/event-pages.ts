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

/** The venue gives 500; an event is some twenty kilobytes. */
const ROWS_A_PAGE = 100
/** Rows at the end of a page that the next one repeats: they show that no more moved up in between. */
const OVERLAP = 10
/** More settled events are not listed, however they are paged (../README.md). */
const MAX_SETTLED = 1_000

const MOVED = 'events that moved up while the list was read, because others left it: ask again'
const OLDER = `settled events beyond the ${MAX_SETTLED} that Gemini lists: ask for those by their ticker`

/**
 * The events of one status, in an order that is not documented; what passes is remembered. Rows are counted from the
 * first one, so where events leave the list while it is read others move up unseen: that is noted where pages do not
 * meet, and where fewer events came than are counted.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when a page is empty that has rows, or has none of the status
 */
export function eventPages(status: NativeStatus, ctx: VenueContext): Pages<NativeEvent> {
  /** Tickers of all pages since the first, and how many rows had none that could be read. */
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
          `no rows from ${offset} on, though ${total} events are counted`,
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

/** Single events may change their status between the question and the answer. */
function ofStatus(rows: readonly NativeEvent[], status: NativeStatus): readonly NativeEvent[] {
  const kept = rows.filter((row) => row.status === status)
  const [stranger] = rows
  if (stranger !== undefined)
    assertHonoured(kept.length > 0, LIST, 'data[0].status', `${stranger.status} for ${status}`)
  return kept
}
