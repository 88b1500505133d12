import type { Order, UserTrade } from '../../../api/models/models.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import { type Paging, paginate } from '../../../venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'

/** Maximum number of pages per list that are read for work without a request. */
const MAX_PAGES = 10

/** The rows of a list, and whether there are more of them. */
interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly isCut: boolean
}

async function readRows<Row>(list: Paging<Row> | undefined, mostPages = MAX_PAGES): Promise<Rows<Row>> {
  const rows: Row[] = []
  let isCut = false
  if (list === undefined) return { rows, isCut }
  const mayGoOn = (pages: number): boolean => {
    isCut = pages >= mostPages
    return !isCut
  }
  for await (const page of paginate(list, mayGoOn)) rows.push(...page)
  return { rows, isCut }
}

/** The newest rows of a list. */
interface RowsSince<Row> {
  readonly rows: readonly Row[]
  readonly pages: number
  /** All rows since then were read, epoch ms. Negative infinity for the complete list; infinity where no row proves it. */
  readonly completeSince: number
}

/** Reads a list until its rows are older than a time. Only rows in descending order prove that the following ones are older. */
export async function readBackTo<Row extends Pick<Order, 'timestamp' | 'metadata'>>(
  list: Paging<Row> | undefined,
  since: number,
  mostPages: number,
): Promise<RowsSince<Row>> {
  const rows: Row[] = []
  if (list === undefined) return { rows, pages: 0, completeSince: Number.NEGATIVE_INFINITY }
  let [pages, oldest, isDescending] = [0, Number.POSITIVE_INFINITY, list.isUnordered !== true]
  let isCut = false
  const mayGoOn = (count: number): boolean => {
    pages = count
    isCut = (isDescending && oldest < since) || count >= mostPages
    return !isCut
  }
  for await (const page of paginate(list, mayGoOn))
    for (const row of page) {
      rows.push(row)
      if (!knowsMember(row, 'timestamp') || row.timestamp === 0) continue
      isDescending &&= row.timestamp <= oldest
      oldest = Math.min(oldest, row.timestamp)
    }
  if (!isCut) return { rows, pages: pages + 1, completeSince: Number.NEGATIVE_INFINITY }
  // More rows of the oldest time may follow.
  return { rows, pages, completeSince: isDescending ? oldest + 1 : Number.POSITIVE_INFINITY }
}

export const readOpenOrders = (
  { openOrders }: AccountSource,
  query: HistoryQuery,
  ctx: VenueContext,
  mostPages?: number,
): Promise<Rows<Order>> => readRows(openOrders?.(query, ctx), mostPages)

export const readClosedOrders = (
  { closedOrders }: AccountSource,
  query: HistoryQuery,
  ctx: VenueContext,
  mostPages?: number,
): Promise<Rows<Order>> => readRows(closedOrders?.(query, ctx), mostPages)

export const readFills = (
  { fills }: AccountSource,
  query: HistoryQuery,
  ctx: VenueContext,
  mostPages?: number,
): Promise<Rows<UserTrade>> => readRows(fills?.(query, ctx), mostPages)
