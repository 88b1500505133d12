import { PmxError } from '../../../api/envelope/errors.js'
import type { Order, UserTrade } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import type { JournalRow } from '../../../orders/journal.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import type { AccountSource } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import type { Job } from '../../request/api-call.js'
import type { AccountJob } from '../context/order-accounts.js'
import type { OrderContext } from '../context/order-context.js'
import type { OrderAccount } from '../records/copied-orders.js'
import type { PlacedRecord } from '../records/present-state.js'
import { CLOCK_SLACK_MS } from '../records/reconcile-order.js'
import { toRequestedSide } from '../request/requested-side.js'
import { readClosedOrders, readFills, readOpenOrders } from './account-lists.js'
import { isFillOf, mayBe, SLACK } from './order-candidates.js'

/** A second copy of an order that an intermediate server sent twice, which the journal now has. */
export interface ExtraCopy {
  readonly orderId: string
  /** The venue's id of the order that the caller has. */
  readonly copyOf: string
  readonly outcomeId: string
  /** An open copy may fill more. */
  readonly status: Order['status']
  readonly filled: number
}

/** Newest pages of a list that are read for one market. */
const MAX_PAGES = 2
/** Maximum number of markets whose lists are read, and of orders that are looked up. */
const MAX_MARKETS = 10
const MAX_LOOKUPS = 10
/** Rounding of contracts that are bought for an amount of money, as a share of it. */
const SPEND_SLACK = 0.01
/** An order does not wait longer for lists: it would be too late itself. */
const PATIENCE_MS = 5_000

type Room = Pick<OrderContext, 'ids' | 'ledger' | 'clock' | 'accounts'>

/** Result of a search for second copies. */
export interface CopySearch {
  readonly copies: readonly ExtraCopy[]
  /** Orders that may still have a copy: not all of their market was read, or the copy may be another order. */
  readonly unchecked: readonly PlacedRecord[]
}

/**
 * Finds second copies of orders without a name, and writes them to the journal. A copy has the market, direction, size and time
 * of an order of the journal, and belongs to no other order.
 * @throws the failure to reach the venue
 */
export async function findExtraCopies(
  rows: readonly PlacedRecord[],
  { venue }: Pick<Job, 'venue'>,
  ctx: VenueContext,
  { ids, ledger }: Pick<Room, 'ids' | 'ledger'>,
): Promise<CopySearch> {
  const source = venue.account ?? {}
  const byMarket = new Map<string, PlacedRecord[]>()
  for (const row of rows) {
    const { marketId } = row.terms
    byMarket.set(marketId, [...(byMarket.get(marketId) ?? []), row])
  }
  const markets = [...byMarket]
  const copies: ExtraCopy[] = []
  const unchecked = markets.slice(MAX_MARKETS).flatMap(([, ofMarket]) => ofMarket)
  for (const [marketId, ofMarket] of markets.slice(0, MAX_MARKETS)) {
    const isKnown = (id: string): boolean =>
      ofMarket.some((row) => ledger.claimedBy(venue.id, row.account, id) !== undefined)
    const { orders, isCut } = await readUnknownOrders(source, marketId, ofMarket, ctx, isKnown)
    if (isCut) unchecked.push(...ofMarket)
    for (const order of orders) {
      const row = ofMarket.filter((one) => isCopyOf(order, one)).sort(byDistance(order))[0]
      if (row === undefined) continue
      const isOfDoubt = (doubt: JournalRow): boolean => mayBe(order, doubt)
      const asked = toRequestedSide(row.terms, order)
      const noted = ledger.noteCopy(ids.uuid(), row, asked, isOfDoubt)
      const { id: orderId, outcomeId, status, filled } = asked
      const copyOf = row.outcome.order.id
      if (noted === 'written') copies.push({ orderId, copyOf, outcomeId, status, filled })
      else if (noted === 'unsure') unchecked.push(row)
    }
  }
  return { copies, unchecked }
}

/**
 * Writes copies of earlier orders to the journal, so that the limits count them. These count all accounts together, so that
 * every account is checked whose credentials this run has. Lists that cannot be read, or not in time, are read again before the
 * next order.
 */
export async function countCopies(job: Pick<Job, 'venue' | 'ctx' | 'reopen'>, room: Room): Promise<void> {
  const { accounts, ledger, clock } = room
  const account = accountOf(job.venue, job.ctx.secrets)
  accounts.remember(job)
  const isOther = (of: OrderAccount): boolean => of.venue !== job.venue.id || of.account !== account
  const others = ledger.accountsSeen().filter(isOther)
  const searches = [countOf(job, job.ctx, room), ...others.map((other) => countOfOther(other, job.ctx, room))]
  await waitAtMost(PATIENCE_MS, Promise.all(searches), clock)
}

/** Orders do not wait for an account whose check an earlier order waited for in vain. */
async function countOfOther(of: OrderAccount, own: Job['ctx'], room: Room): Promise<void> {
  await room.accounts.once(of, PATIENCE_MS, async () => {
    try {
      const job = await room.accounts.find(of)
      if (job !== undefined) await countOf(job, own, room)
    } catch (error) {
      if (!(error instanceof PmxError)) throw error
    }
  })
}

/** @param caller context of the order's call, which reports the requests */
async function countOf(
  { venue, ctx: own, reopen }: AccountJob,
  caller: Job['ctx'],
  room: Room,
): Promise<void> {
  if (venue.account?.closedOrders === undefined && venue.account?.fills === undefined) return
  const { due, noteChecked } = room.ledger.uncheckedForCopies(venue.id, accountOf(venue, own.secrets))
  if (due.length === 0) return noteChecked([])
  // A context of its own: rows that these lists leave out are no part of the order's response.
  const ctx = reopen?.('orderRead') ?? own
  try {
    const { unchecked } = await findExtraCopies(due, { venue }, ctx, room)
    noteChecked(unchecked)
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
  } finally {
    if (ctx !== own) {
      caller.noteSent(ctx.upstreamCalls)
      ctx.release()
    }
  }
}

/** Waits for work, but not longer than this. The work then continues. @throws the failure of the work in the meantime */
async function waitAtMost(ms: number, work: Promise<unknown>, clock: Room['clock']): Promise<void> {
  let cancel = (): void => undefined
  const isLate = new Promise<void>((resolve) => {
    cancel = clock.setTimer(ms, resolve)
  })
  await Promise.race([work, isLate]).finally(() => cancel())
}

/**
 * Reads orders of the account in a market that the journal does not have: open ones, and closed ones or those of its fills. An
 * open copy may fill later.
 */
async function readUnknownOrders(
  source: AccountSource,
  marketId: string,
  ofMarket: readonly PlacedRecord[],
  ctx: VenueContext,
  isKnown: (id: string) => boolean,
): Promise<{ readonly orders: readonly Order[]; readonly isCut: boolean }> {
  const query = { marketId, since: Math.min(...ofMarket.map(({ at }) => at)) - CLOCK_SLACK_MS }
  // Open orders first: one that fills in between is then read twice rather than not at all.
  const open = await readOpenOrders(source, { marketId }, ctx, MAX_PAGES)
  if (source.closedOrders !== undefined) {
    const closed = await readClosedOrders(source, query, ctx, MAX_PAGES)
    const byId = new Map([...open.rows, ...closed.rows].map((order) => [order.id, order]))
    const isCut = open.isCut || (closed.isCut && isAllSince(closed.rows, query.since))
    return { orders: [...byId.values()].filter(({ id }) => !isKnown(id)), isCut }
  }
  const { rows, isCut } = await readFills(source, query, ctx, MAX_PAGES)
  const mayFill = (fill: UserTrade): boolean => ofMarket.some(({ terms }) => isFillOf(terms, fill))
  const byId = new Map(open.rows.filter(({ id }) => !isKnown(id)).map((order) => [order.id, order]))
  const named = rows.flatMap((fill) =>
    fill.timestamp >= query.since && fill.orderId !== undefined && mayFill(fill) ? [fill.orderId] : [],
  )
  const ids = [...new Set(named)].filter((id) => !byId.has(id) && !isKnown(id))
  for (const id of ids.slice(0, MAX_LOOKUPS)) {
    const order = await source.order?.(id, ctx)
    if (order !== undefined) byId.set(id, order)
  }
  const isIncomplete = open.isCut || (isCut && isAllSince(rows, query.since)) || ids.length > MAX_LOOKUPS
  return { orders: [...byId.values()], isCut: isIncomplete }
}

/** Whether a list, newest first, ends before it reaches a time: what follows may be as young. */
function isAllSince(rows: readonly Pick<Order, 'timestamp'>[], since: number): boolean {
  return rows.every(({ timestamp }) => timestamp >= since)
}

/** Whether an order has what a second copy of a row's order has, and has filled or may fill. */
function isCopyOf(order: Order, row: PlacedRecord): boolean {
  const knows = (member: string): boolean => knowsMember(order, member)
  if (!['amount', 'filled', 'timestamp', 'side'].every(knows)) return false
  if (order.filled <= 0 && isEnded(order)) return false
  const { timestamp, amount } = order
  const wanted = Number(row.terms.amount)
  const { spend } = row.terms
  const isSameSize =
    spend === undefined
      ? Math.abs(amount - wanted) <= SLACK * Math.max(1, wanted)
      : amount * (order.price ?? 0) <= Number(spend) * (1 + SPEND_SLACK)
  return isSameSize && Math.abs(timestamp - row.at) <= CLOCK_SLACK_MS && mayBe(order, row)
}

function byDistance({ timestamp }: Order) {
  return (one: PlacedRecord, other: PlacedRecord): number =>
    Math.abs(one.at - timestamp) - Math.abs(other.at - timestamp)
}
