import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import type { JournalRow } from '../../../orders/journal.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import type { AccountSource } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import type { Job } from '../../request/api-call.js'
import type { OrderContext } from '../context/order-context.js'
import type { PlacedRecord } from '../records/present-state.js'
import { CLOCK_SLACK_MS } from '../records/reconcile-order.js'
import { toRequestedSide } from '../request/requested-side.js'
import { readClosedOrders, readFills } from './account-lists.js'
import { mayBe, SLACK } from './order-candidates.js'

/** A second copy of an order that a server in between sent twice, which the journal now has. */
export interface ExtraCopy {
  readonly orderId: string
  /** The venue's id of the order that the caller has. */
  readonly copyOf: string
  readonly outcomeId: string
  readonly filled: number
}

/** Newest pages of a list that are read for one market. */
const MAX_PAGES = 2
/** Maximum number of markets whose lists are read, and of orders that are looked up. */
const MAX_MARKETS = 10
const MAX_LOOKUPS = 10

type Room = Pick<OrderContext, 'ids' | 'ledger'>

/**
 * Finds second copies of orders without a name, and writes them to the journal. A copy has the market, direction, size and time
 * of an order of the journal, and belongs to no other order.
 * @throws the failure to reach the venue
 */
export async function findExtraCopies(
  rows: readonly PlacedRecord[],
  { venue }: Pick<Job, 'venue'>,
  ctx: VenueContext,
  { ids, ledger }: Room,
): Promise<readonly ExtraCopy[]> {
  const source = venue.account ?? {}
  const byMarket = new Map<string, PlacedRecord[]>()
  for (const row of rows) {
    const { marketId } = row.terms
    byMarket.set(marketId, [...(byMarket.get(marketId) ?? []), row])
  }
  const copies: ExtraCopy[] = []
  for (const [marketId, ofMarket] of [...byMarket].slice(0, MAX_MARKETS)) {
    const since = Math.min(...ofMarket.map(({ at }) => at)) - CLOCK_SLACK_MS
    const isKnown = (id: string): boolean =>
      ofMarket.some((row) => ledger.claimedBy(venue.id, row.account, id) !== undefined)
    for (const order of await readUnknownOrders(source, { marketId, since }, ctx, isKnown)) {
      const row = ofMarket.filter((one) => isCopyOf(order, one)).sort(byDistance(order))[0]
      if (row === undefined) continue
      const isOfDoubt = (doubt: JournalRow): boolean => mayBe(order, doubt)
      const asked = toRequestedSide(row.terms, order)
      if (!ledger.noteCopy(ids.uuid(), row, asked, isOfDoubt)) continue
      const { id, outcomeId, filled } = asked
      copies.push({ orderId: id, copyOf: row.outcome.order.id, outcomeId, filled })
    }
  }
  return copies
}

/**
 * Writes copies of earlier orders to the journal, so that the limits count them. Lists that cannot be read are read again before
 * the next order.
 */
export async function countCopies({ venue, ctx }: Pick<Job, 'venue' | 'ctx'>, room: Room): Promise<void> {
  if (venue.account?.closedOrders === undefined && venue.account?.fills === undefined) return
  const { due, noteChecked } = room.ledger.uncheckedForCopies(venue.id, accountOf(venue, ctx.secrets))
  if (due.length === 0) return
  try {
    await findExtraCopies(due, { venue }, ctx, room)
    noteChecked()
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
  }
}

/** Reads orders of the account in a market that the journal does not have: closed ones, or those of its fills. */
async function readUnknownOrders(
  source: AccountSource,
  query: { readonly marketId: string; readonly since: number },
  ctx: VenueContext,
  isKnown: (id: string) => boolean,
): Promise<readonly Order[]> {
  if (source.closedOrders !== undefined) {
    const { rows } = await readClosedOrders(source, query, ctx, MAX_PAGES)
    return rows.filter(({ id }) => !isKnown(id))
  }
  const { rows } = await readFills(source, query, ctx, MAX_PAGES)
  const named = new Set(
    rows.flatMap(({ orderId, timestamp }) => (timestamp >= query.since ? (orderId ?? []) : [])),
  )
  const orders: Order[] = []
  for (const id of [...named].filter((one) => !isKnown(one)).slice(0, MAX_LOOKUPS)) {
    const order = await source.order?.(id, ctx)
    if (order !== undefined) orders.push(order)
  }
  return orders
}

/** Whether an order has what a second copy of a row's order has, and has filled. */
function isCopyOf(order: Order, row: PlacedRecord): boolean {
  const knows = (member: string): boolean => knowsMember(order, member)
  if (!['amount', 'filled', 'timestamp', 'side'].every(knows) || order.filled <= 0) return false
  const { timestamp, amount } = order
  const wanted = Number(row.terms.amount)
  const isSameSize = row.terms.spend !== undefined || Math.abs(amount - wanted) <= SLACK * Math.max(1, wanted)
  return isSameSize && Math.abs(timestamp - row.at) <= CLOCK_SLACK_MS && mayBe(order, row)
}

function byDistance({ timestamp }: Order) {
  return (one: PlacedRecord, other: PlacedRecord): number =>
    Math.abs(one.at - timestamp) - Math.abs(other.at - timestamp)
}
