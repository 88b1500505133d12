import type { Order, UserTrade } from '../../../api/models/models.js'
import { type Paging, paginate } from '../../../venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'

/** Maximum number of pages of one list that are read for work without a request. */
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
