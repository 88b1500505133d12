import { venueNames } from '../../../api/envelope/venue-ids.js'
import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { listUnknownMembers } from '../../../api/values/unknown-members.js'
import { hasOpenRest, type JournalRow } from '../../../orders/journal.js'
import type { CursorPaging } from '../../../venue-kit/contract/paging.js'
import type { HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { Job } from '../../request/api-call.js'
import type { OrderContext } from '../context/order-context.js'
import { createNamedMarket, isIn } from '../request/named-market.js'

/** Number of orders per page, each of which may cost a venue call. */
const ROWS_PER_PAGE = 10
/** Clocks of venues differ from the local clock by less than this. */
const CLOCK_SLACK_MS = 10 * 60_000

type Ledger = Pick<OrderContext['ledger'], 'placed'>

/** Whether the journal replaces the list of closed orders, because the venue does not have one. */
export function journalServesClosedOrders({ venue: { account = {}, orders } }: Pick<Job, 'venue'>): boolean {
  return account.closedOrders === undefined && account.order !== undefined && orders !== undefined
}

/**
 * Reads closed orders from the journal, newest first, for a venue that does not list them. An order that was open when
 * the journal was last updated is looked up by its id. Orders that were placed elsewhere are missing, and the response
 * notes that.
 */
export function readJournaledOrders(
  { marketId, since, until }: HistoryQuery,
  { venue, ctx }: Pick<Job, 'venue' | 'ctx'>,
  account: string,
  ledger: Ledger,
): CursorPaging<Order> {
  const name = venueNames[venue.id]
  let rows: readonly JournalRow[] | undefined
  const market = marketId === undefined ? undefined : createNamedMarket(marketId, { venue, ctx })
  const isOfTime = ({ at }: JournalRow): boolean =>
    (since === undefined || at >= since - CLOCK_SLACK_MS) &&
    (until === undefined || at <= until + CLOCK_SLACK_MS)
  return {
    kind: 'cursor',
    what: 'closed orders',
    idOf: ({ id }) => id,
    async fetch(cursor) {
      ctx.omissions.noteCut(`closed orders that were not placed here, because ${name} does not list them`)
      rows ??= await ofMarket(ledger.placed(venue.id, account).filter(isOfTime))
      const from = Number(cursor ?? 0)
      const page = rows.slice(from, from + ROWS_PER_PAGE)
      const found = await Promise.all(page.map((row) => presentOrder(row)))
      const next = from + page.length
      return {
        rows: found.flatMap((order) => (order === undefined || !isEnded(order) ? [] : [order])),
        next: next < rows.length ? String(next) : undefined,
      }
    },
  }

  /** A market may have several names, of which orders contain only one. */
  async function ofMarket(all: readonly JournalRow[]): Promise<readonly JournalRow[]> {
    if (market === undefined) return all
    const own = all.filter(({ terms }) => terms.marketId === market.name)
    if (own.length > 0 || all.length === 0) return own
    const meant = await market.row()
    return all.filter(({ terms }) => isIn(meant, terms))
  }

  async function presentOrder(row: JournalRow): Promise<Order | undefined> {
    if (row.outcome.state !== 'placed') return undefined
    const { order } = row.outcome
    if (isFinal(row, order)) return order
    const found = await venue.account?.order?.(order.id, ctx)
    if (found === undefined && !isEnded(order))
      ctx.omissions.noteCut(`orders that were placed here and that ${name} no longer shows`)
    return found ?? order
  }
}

/** Whether nothing about the order can change any more, according to the journal. */
function isFinal(row: JournalRow, order: Order): boolean {
  return isEnded(order) && !hasOpenRest(row) && listUnknownMembers(order).length === 0
}
