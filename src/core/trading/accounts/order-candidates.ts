import type { Order, UserTrade } from '../../../api/models/models.js'
import { listUnknownMembers } from '../../../api/values/unknown-members.js'
import type { JournalRow } from '../../../orders/journal.js'
import type { AccountSource } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { isOrderOf } from '../records/reconcile-order.js'
import { readClosedOrders, readFills, readOpenOrders } from './account-lists.js'

/** An order or fill at the venue that may be an order with an unknown outcome. */
export interface Candidate {
  readonly from: 'open orders' | 'closed orders' | 'fills'
  /** The venue's id of the order; fills of some venues do not name their order. */
  readonly orderId?: string | undefined
  readonly outcomeId?: string | undefined
  readonly side: Order['side'] | 'unknown'
  readonly price?: number | undefined
  /** Contracts of the order; for fills, the filled contracts. */
  readonly amount: number
  readonly filled?: number | undefined
  /** Epoch ms. */
  readonly timestamp?: number | undefined
}

/** Venue clocks and this machine's clock differ by less than this, and orders are in flight for less. */
const BEFORE_MS = 2 * 60_000
const AFTER_MS = 10 * 60_000
/** JSON numbers that differ by less than this are treated as equal. */
export const SLACK = 1e-6

type Doubtful = Pick<JournalRow, 'terms' | 'at' | 'sentAgainAt'>

/** Whether a row with this time can be the order. A venue row without a time always can. */
export function isOfTime(timestamp: number | undefined, { at, sentAgainAt = at }: Doubtful): boolean {
  if (timestamp === undefined || timestamp === 0) return true
  return timestamp >= at - BEFORE_MS && timestamp <= sentAgainAt + AFTER_MS
}

/**
 * Whether an order at the venue has the same market, direction, size, limit and time as an order with an unknown outcome.
 */
export function mayBe(order: Order, row: Doubtful): boolean {
  const isUntimed = listUnknownMembers(order).includes('timestamp')
  return (
    isOrderOf(row.terms, order) &&
    isCandidateFor(row.terms, order) &&
    isOfTime(isUntimed ? undefined : order.timestamp, row)
  )
}

/**
 * Whether an order is no larger than the sent order, and not at a worse price. Venues show a market order in the form in
 * which they accepted it: as a limit order at its worst price, or in their own form, which may be in money.
 */
export function isCandidateFor(
  { outcomeId, side, amount, price, spend }: JournalRow['terms'],
  order: Order,
): boolean {
  const unknown = listUnknownMembers(order)
  const isLarger = (member: 'amount' | 'filled'): boolean =>
    spend === undefined && !unknown.includes(member) && order[member] > Number(amount) * (1 + SLACK) + SLACK
  if (isLarger('filled')) return false
  if (order.type === 'market') return true
  if (isLarger('amount')) return false
  if (order.price === undefined || order.outcomeId === 'unknown') return true
  const own = order.outcomeId === outcomeId ? order.price : 1 - order.price
  return side === 'buy' ? own <= Number(price) + SLACK : own >= Number(price) - SLACK
}

/**
 * Finds orders and fills of the account that may be an order with an unknown outcome. They match its market, direction,
 * size and time, are within its price, and do not belong to another order in the journal.
 * @param isClaimed whether an order of the venue is another one of the journal
 * @param mostPages maximum number of pages of each list
 * @throws the failure to reach the venue
 */
export async function findCandidates(
  row: Doubtful,
  source: AccountSource,
  ctx: VenueContext,
  isClaimed: (orderId: string) => boolean,
  mostPages?: number,
): Promise<readonly Candidate[]> {
  return candidatesIn(await readMarketLists(row, source, ctx, mostPages), row, isClaimed)
}

/** Lists of an account in one market, since shortly before an order was sent. */
export interface MarketLists {
  readonly open: { readonly rows: readonly Order[] }
  readonly closed: { readonly rows: readonly Order[] }
  readonly fills: { readonly rows: readonly UserTrade[] }
}

/** Reads the lists of the order's market. @throws the failure to reach the venue */
export async function readMarketLists(
  { terms, at }: Doubtful,
  source: AccountSource,
  ctx: VenueContext,
  mostPages?: number,
): Promise<MarketLists> {
  const query = { marketId: terms.marketId, since: at - BEFORE_MS }
  const open = await readOpenOrders(source, { marketId: terms.marketId }, ctx, mostPages)
  const closed = await readClosedOrders(source, query, ctx, mostPages)
  const fills = await readFills(source, query, ctx, mostPages)
  return { open, closed, fills }
}

/** Finds the candidates in lists that were read. See {@link findCandidates}. */
export function candidatesIn(
  { open, closed, fills }: MarketLists,
  row: Doubtful,
  isClaimed: (orderId: string) => boolean,
): readonly Candidate[] {
  const { terms, at } = row
  const known = new Set([...open.rows, ...closed.rows].map(({ id }) => id))
  const fitting = ({ rows }: { readonly rows: readonly Order[] }): readonly Order[] =>
    rows.filter((order) => !isClaimed(order.id) && mayBe(order, row))
  const fromFills = fills.rows.filter(
    (fill) =>
      fill.timestamp >= at - BEFORE_MS &&
      // An order that the lists show is judged by its own row.
      (fill.orderId === undefined || !(known.has(fill.orderId) || isClaimed(fill.orderId))) &&
      isFillOf(terms, fill),
  )
  return [
    ...fitting(open).map((order) => ofOrder('open orders', order)),
    ...fitting(closed).map((order) => ofOrder('closed orders', order)),
    ...byOrder(fromFills),
  ]
}

function ofOrder(from: Candidate['from'], order: Order): Candidate {
  const unknown = listUnknownMembers(order)
  return {
    from,
    orderId: order.id,
    outcomeId: order.outcomeId,
    side: order.side,
    price: order.price,
    amount: order.amount,
    ...(unknown.includes('filled') ? {} : { filled: order.filled }),
    ...(order.timestamp === 0 || unknown.includes('timestamp') ? {} : { timestamp: order.timestamp }),
  }
}

/** Whether a fill can belong to the order. It must not be larger, or at a worse price than the limit. */
export function isFillOf(terms: JournalRow['terms'], fill: UserTrade): boolean {
  const { marketId, outcomeId, side } = terms
  if (fill.marketId !== undefined && fill.marketId !== marketId) return false
  if (fill.amount > Number(terms.amount) * (1 + SLACK) + SLACK) return false
  if (fill.side === 'unknown' || fill.outcomeId === undefined) return fill.marketId === marketId
  const isSameOutcome = fill.outcomeId === outcomeId
  // Without the market's name, the outcome alone identifies the market.
  if (!isSameOutcome && fill.marketId === undefined) return false
  if (isSameOutcome !== (fill.side === side)) return false
  const price = isSameOutcome ? fill.price : 1 - fill.price
  return side === 'buy' ? price <= Number(terms.price) + SLACK : price >= Number(terms.price) - SLACK
}

/** Groups the fills by order. Fills without an order remain separate. */
function byOrder(fills: readonly UserTrade[]): readonly Candidate[] {
  const groups = new Map<string, UserTrade[]>()
  for (const fill of fills) {
    const name = fill.orderId === undefined ? `fill ${fill.id}` : `order ${fill.orderId}`
    groups.set(name, [...(groups.get(name) ?? []), fill])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const amount = group.reduce((sum, fill) => sum + fill.amount, 0)
    const { orderId, outcomeId, side, price } = first
    const timestamp = Math.min(...group.map((fill) => fill.timestamp))
    return [{ from: 'fills', orderId, outcomeId, side, price, amount, filled: amount, timestamp } as const]
  })
}
