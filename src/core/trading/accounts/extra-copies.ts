import { PmxError } from '../../../api/envelope/errors.js'
import type { Order, UserTrade } from '../../../api/models/models.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import type { JournalRow } from '../../../orders/journal.js'
import type { AccountSource } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import type { Job } from '../../request/api-call.js'
import type { OrderContext } from '../context/order-context.js'
import type { UncheckedOrder } from '../records/copied-orders.js'
import type { PlacedRecord } from '../records/present-state.js'
import { CLOCK_SLACK_MS } from '../records/reconcile-order.js'
import { toRequestedSide } from '../request/requested-side.js'
import { readBackTo } from './account-lists.js'
import { compareCopy } from './compare-copy.js'
import { isFillOf, mayBe } from './order-candidates.js'
import { findPossiblyCopied, type MarketFills } from './unexplained-fills.js'

/** A second copy of an order that an intermediate server sent twice, which the journal now contains. */
export interface ExtraCopy {
  readonly orderId: string
  /** The venue's id of the order that the caller has. */
  readonly copyOf: string
  readonly outcomeId: string
  /** An open copy may fill more. */
  readonly status: Order['status']
  readonly filled: number
}

/** Limits on what a search reads. */
export interface SearchBounds {
  /** Maximum number of pages per list of a market. */
  readonly pages: number
  /** Maximum number of pages and single orders of the search. */
  readonly reads: number
}

/** The smaller limits that apply while an order waits. */
export const boundsBeforeOrder: SearchBounds = { pages: 20, reads: 60 }
export const boundsOfReconcile: SearchBounds = { pages: 200, reads: 1_000 }

type Room = Pick<OrderContext, 'ids' | 'ledger'>

/** Result of a search for second copies. */
export interface CopySearch {
  readonly copies: readonly ExtraCopy[]
  readonly unchecked: readonly UncheckedOrder[]
  /** The failure that ended the search early. */
  readonly failure?: PmxError | undefined
}

/** The search in one account, and its remaining limits. */
interface Search {
  readonly venue: Job['venue']
  readonly source: AccountSource
  readonly ctx: VenueContext
  readonly room: Room
  readonly pages: number
  left: number
}

/**
 * Finds second copies of orders without a name, and writes them to the journal. A copy has the market, direction, size, price
 * and time of an order of the journal, and belongs to no other order.
 * @param rows newest first
 */
export async function findExtraCopies(
  rows: readonly PlacedRecord[],
  { venue }: Pick<Job, 'venue'>,
  ctx: VenueContext,
  room: Room,
  { pages, reads }: SearchBounds,
): Promise<CopySearch> {
  const search: Search = { venue, source: venue.account ?? {}, ctx, room, pages, left: reads }
  const byMarket = new Map<string, PlacedRecord[]>()
  for (const row of rows) {
    const { marketId } = row.terms
    byMarket.set(marketId, [...(byMarket.get(marketId) ?? []), row])
  }
  const copies: ExtraCopy[] = []
  const unchecked: UncheckedOrder[] = []
  const left = new Map(byMarket)
  try {
    for (const [marketId, ofMarket] of byMarket) {
      if (search.left <= 0) break
      const found = await searchMarket(marketId, ofMarket, search)
      copies.push(...found.copies)
      unchecked.push(...found.unchecked)
      left.delete(marketId)
    }
    return { copies, unchecked: [...unchecked, ...unreadOf(left)] }
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    return { copies, unchecked: [...unchecked, ...unreadOf(left)], failure: error }
  }
}

function unreadOf(markets: ReadonlyMap<string, readonly PlacedRecord[]>): readonly UncheckedOrder[] {
  return [...markets.values()].flat().map((row) => ({ row, because: 'unread' }))
}

/** @throws the failure to reach the venue */
async function searchMarket(
  marketId: string,
  ofMarket: readonly PlacedRecord[],
  search: Search,
): Promise<CopySearch> {
  const { ledger, ids } = search.room
  const { orders, completeSince, isWhole, filled } = await readUnknownOrders(marketId, ofMarket, search)
  const copies: ExtraCopy[] = []
  const unchecked = new Map<string, UncheckedOrder>()
  const note = (row: PlacedRecord, because: UncheckedOrder['because']): void => {
    const before = unchecked.get(row.id)?.because ?? 'doubt'
    if (before === 'doubt' || because === 'long') unchecked.set(row.id, { row, because })
  }
  for (const row of ofMarket) {
    if (!isWhole) note(row, 'unread')
    if (row.at - CLOCK_SLACK_MS < completeSince) note(row, 'long')
  }
  const rowsNear = indexByTime(ofMarket)
  for (const order of orders) {
    const likeOrder = (verdict: string): PlacedRecord | undefined =>
      rowsNear(order)
        .filter((one) => compareCopy(order, one) === verdict)
        .sort(byDistance(order))[0]
    const row = likeOrder('copy')
    const possible = row ?? likeOrder('maybe')
    if (row === undefined && possible !== undefined) note(possible, 'unread')
    if (row === undefined) continue
    const asked = toRequestedSide(row.terms, order)
    const noted = ledger.noteCopy(ids.uuid(), row, asked, (doubt: JournalRow) => mayBe(order, doubt))
    const { id: orderId, outcomeId, status, filled } = asked
    const copyOf = row.outcome.order.id
    if (noted === 'written') copies.push({ orderId, copyOf, outcomeId, status, filled })
    else if (noted !== 'known') note(row, noted)
  }
  const known = () => listKnown(marketId, ofMarket, search)
  if (filled !== undefined)
    for (const { row, because } of findPossiblyCopied(ofMarket, filled, known)) note(row, because)
  return { copies, unchecked: [...unchecked.values()] }
}

/** Returns orders of the journal in a market that have or may have fills, of all accounts of the venue. */
function listKnown(
  marketId: string,
  ofMarket: readonly PlacedRecord[],
  { room: { ledger }, venue }: Search,
): readonly JournalRow[] {
  const active = ledger.accountsSeen().filter((one) => one.venue === venue.id)
  const accounts = new Set([...ofMarket, ...active].map(({ account }) => account))
  const placed = [...accounts].flatMap((account) => ledger.placed(venue.id, account))
  return [...placed, ...ledger.inFlight(), ...ledger.inDoubt()].filter(
    (row) => row.venue === venue.id && row.terms.marketId === marketId,
  )
}

interface UnknownOrders {
  readonly orders: readonly Order[]
  /** Time since which all orders in the market were read, epoch ms. */
  readonly completeSince: number
  /** Whether no other rows were left out. */
  readonly isWhole: boolean
  /** Absent if the venue lists closed orders, which do not depend on fills. */
  readonly filled?: MarketFills
}

/**
 * Reads orders of the account in a market that the journal does not have: open ones, and closed ones or those of its fills. An
 * open copy may fill later.
 */
async function readUnknownOrders(
  marketId: string,
  ofMarket: readonly PlacedRecord[],
  search: Search,
): Promise<UnknownOrders> {
  const { source, ctx, venue, room } = search
  const since = Math.min(...ofMarket.map(({ at }) => at)) - CLOCK_SLACK_MS
  const accounts = [...new Set(ofMarket.map(({ account }) => account))]
  const isUnknown = ({ id }: Pick<Order, 'id'>): boolean =>
    accounts.every((account) => room.ledger.claimedBy(venue.id, account, id) === undefined)
  // Open orders first: one that fills in between is then read twice rather than not at all.
  const open = await readPart(source.openOrders?.({ marketId }, ctx), since, search)
  if (source.closedOrders !== undefined) {
    const closed = await readPart(source.closedOrders({ marketId, since }, ctx), since, search)
    const byId = new Map([...open.rows, ...closed.rows].map((order) => [order.id, order]))
    const completeSince = Math.max(open.completeSince, closed.completeSince)
    return {
      orders: [...byId.values()].filter(isUnknown),
      completeSince,
      isWhole: ctx.omissions.isWhole,
    }
  }
  const fills = await readPart(source.fills?.({ marketId, since }, ctx), since, search)
  const byId = new Map(open.rows.filter(isUnknown).map((order) => [order.id, order]))
  const ids = new Set(fills.rows.flatMap((fill) => nameOrder(fill, since, ofMarket)))
  const unknown = [...ids].filter((id) => !byId.has(id) && isUnknown({ id }))
  const { hasAll, missing } = await lookUpOrders(unknown, ofMarket, byId, search)
  const completeSince = Math.max(open.completeSince, fills.completeSince)
  const shown = new Map([...open.rows.map((order) => [order.id, order] as const), ...byId])
  return {
    orders: [...byId.values()],
    completeSince,
    isWhole: hasAll && ctx.omissions.isWhole,
    filled: { fills: fills.rows, shown, missing, since },
  }
}

/** Returns the order of a fill that may belong to a copy. */
function nameOrder(fill: UserTrade, since: number, ofMarket: readonly PlacedRecord[]): readonly string[] {
  if (fill.timestamp < since || fill.orderId === undefined) return []
  return ofMarket.some(({ terms }) => isFillOf(terms, fill)) ? [fill.orderId] : []
}

/** Reads a list as far as the search's limits allow. */
async function readPart<Row extends Pick<Order, 'timestamp' | 'metadata'>>(
  list: Parameters<typeof readBackTo<Row>>[0],
  since: number,
  search: Search,
) {
  const part = await readBackTo(list, since, Math.max(1, Math.min(search.pages, search.left)))
  search.left -= part.pages
  return part
}

/**
 * Looks up orders by their ids. The size, side and time of an order do not change, so an order of another program is read once.
 * @returns whether all of them were read, and the ids that the venue does not find
 */
async function lookUpOrders(
  ids: readonly string[],
  ofMarket: readonly PlacedRecord[],
  byId: Map<string, Order>,
  search: Search,
): Promise<{ readonly hasAll: boolean; readonly missing: ReadonlySet<string> }> {
  const { venue, source, ctx, room } = search
  const rowsNear = indexByTime(ofMarket)
  const missing = new Set<string>()
  for (const id of ids) {
    const name = `${venue.id} ${id}`
    const before = room.ledger.otherOrders.get(name)
    if (before !== undefined && rowsNear(before).every((row) => compareCopy(before, row) === 'other'))
      continue
    if (search.left-- <= 0) return { hasAll: false, missing }
    const order = await source.order?.(id, ctx)
    if (order === undefined) {
      missing.add(id)
      continue
    }
    room.ledger.otherOrders.set(name, order)
    byId.set(id, order)
  }
  return { hasAll: true, missing }
}

/** Returns a function that returns the rows that may have the time of an order: all of them where it is unknown. */
function indexByTime(rows: readonly PlacedRecord[]): (order: Order) => readonly PlacedRecord[] {
  const stepOf = (at: number): number => Math.floor(at / CLOCK_SLACK_MS)
  const bySteps = new Map<number, PlacedRecord[]>()
  for (const row of rows) {
    const { at, sentAgainAt = at } = row
    for (const step of new Set([stepOf(at), stepOf(sentAgainAt)]))
      bySteps.set(step, [...(bySteps.get(step) ?? []), row])
  }
  return (order) => {
    if (!knowsMember(order, 'timestamp')) return rows
    const step = stepOf(order.timestamp)
    return [step - 1, step, step + 1].flatMap((one) => bySteps.get(one) ?? [])
  }
}

function byDistance({ timestamp }: Order) {
  return (one: PlacedRecord, other: PlacedRecord): number =>
    Math.abs(one.at - timestamp) - Math.abs(other.at - timestamp)
}
