import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import { venueNames } from '../../../api/envelope/venue-ids.js'
import type { Order } from '../../../api/models/models.js'
import { compare, type Decimal, decimalOf, subtractDecimals, zero } from '../../../api/values/decimal.js'
import { listUnknownMembers } from '../../../api/values/unknown-members.js'
import type { Holdings } from '../../../orders/holdings.js'
import type { JournalRow } from '../../../orders/journal.js'
import { createUnknownPositionError } from '../../../orders/trading-limits.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { Venue, VenueContext } from '../../../venue-kit/contract/venue.js'
import type { Job } from '../../request/api-call.js'
import type { OrderContext } from '../context/order-context.js'
import { readOpenOrders } from './account-lists.js'
import { countCopies } from './count-copies.js'

type OrderOf = Pick<OrderTerms, 'marketId' | 'outcomeId' | 'side' | 'reduceOnly'>
type RoomPart = Pick<OrderContext, 'rails' | 'ledger' | 'clock' | 'ids' | 'accounts'>

/** Maximum number of pages of open orders. The position of an account with more is unknown. */
const MAX_PAGES = 100
/** Maximum number of orders that are looked up one by one, because the list no longer shows them. */
const MAX_LOOKUPS = 50

/**
 * Reads the open orders and positions that the limits count, if such limits are set. The journal is updated with the
 * orders that have ended. The limits are checked again when the order is written.
 * @param edits id of the order that this one changes
 * @returns undefined if positions are not limited, or the order cannot enlarge one
 * @throws PERMISSION_DENIED where a position is limited and not known
 */
export async function readExposure(
  terms: OrderTerms,
  cost: string,
  job: Job,
  room: RoomPart,
  edits?: string,
): Promise<Holdings | undefined> {
  const { maxPosition, maxDailyNotional, maxOpenNotional } = room.rails
  const isPositionLimited = maxPosition !== undefined && mayEnlarge(terms, job)
  // The journal may lack a second copy of an order, and positions a copy of the last minute.
  if (isPositionLimited || maxDailyNotional !== undefined || maxOpenNotional !== undefined)
    await countCopies(job, room)
  const holdings = isPositionLimited ? await readHoldings(terms, maxPosition, job, room) : undefined
  const { venue, ctx } = job
  const account = accountOf(venue, ctx.secrets)
  const order = { venue: venue.id, account, terms, cost, ...(edits === undefined ? {} : { edits }) }
  if (!room.ledger.fitsOpen(order)) await refreshOpen(job, room)
  return holdings
}

/** Whether an order may enlarge a position. A sale on a venue without short selling and a reduce-only order cannot. */
function mayEnlarge({ side, reduceOnly }: OrderOf, { venue }: Job): boolean {
  return reduceOnly !== true && (side === 'buy' || venue.orders?.sellsHeldOnly !== true)
}

async function readHoldings(terms: OrderOf, limit: number, job: Job, room: RoomPart): Promise<Holdings> {
  const { venue } = job
  const { positions } = venue.account ?? {}
  const name = venueNames[venue.id]
  if (positions === undefined) throw createUnknownPositionError(limit, `${name} does not show positions`)
  const [before, began] = [room.ledger.stamp(venue.id), room.clock.monotonic()]
  const sellsHeldOnly = venue.orders?.sellsHeldOnly === true
  // A context of its own, which shows what could not be read of these two lists.
  const ctx = job.reopen?.('orderRead') ?? job.ctx
  try {
    // Portfolio reads may be older than usual, where the venue reports their age.
    const listedUntil = await venue.orders?.listedUntil?.(ctx)
    // Open orders first: a fill in between is then counted twice rather than not at all.
    const open = await readOpen(venue, ctx)
    if (open === undefined) throw createUnknownPositionError(limit, `${name} does not list open orders`)
    learn(open, job, room)
    const ofMarket = ({ terms: { marketId } }: JournalRow): boolean => marketId === terms.marketId
    await lookUpMissing(open, ofMarket, job, room, ctx)
    const held = await positions(ctx)
    if (!ctx.omissions.isWhole)
      throw createUnknownPositionError(limit, `some rows of ${name} could not be read`)
    const { cutOfOpen } = ctx.omissions
    if (cutOfOpen !== undefined) throw createUnknownPositionError(limit, `${name} does not show ${cutOfOpen}`)
    // The clock of this machine may be fast; the reads have shown the venue's time.
    const after = room.ledger.stamp(venue.id) - (room.clock.monotonic() - began)
    const at = Math.min(before, after)
    return {
      at,
      behindMs: listedUntil === undefined ? 0 : Math.max(0, at - listedUntil),
      positions: held
        .filter((position) => isOf(terms, position, sellsHeldOnly))
        .map(({ outcomeId, size }) => ({ outcomeId, size: decimalOf(size) })),
      open: open
        .filter((order) => isOf(terms, order, sellsHeldOnly))
        .map((order) => ({
          names: [order.id, ...(order.clientOrderId === undefined ? [] : [order.clientOrderId])],
          outcomeId: order.outcomeId,
          side: order.side,
          left: leftOf(order, limit),
        })),
      sellsHeldOnly,
    }
  } catch (error) {
    if (!(error instanceof PmxError) || error.code === 'PERMISSION_DENIED') throw error
    throw createUnknownPositionError(limit, messageOf(error))
  } finally {
    if (ctx !== job.ctx) {
      job.ctx.noteSent(ctx.upstreamCalls)
      ctx.release()
    }
  }
}

/** Whether a row belongs, or may belong, to an order's market. A row of an unknown market is identified by its outcome. */
function isOf(
  { marketId, outcomeId }: OrderOf,
  row: Pick<Order, 'marketId' | 'outcomeId'>,
  sellsHeldOnly: boolean,
): boolean {
  if (row.outcomeId === outcomeId || row.marketId === marketId) return true
  return row.marketId === 'unknown' && (row.outcomeId === 'unknown' || !sellsHeldOnly)
}

/** @throws PERMISSION_DENIED for an order of unknown size */
function leftOf(order: Order, limit: number): Decimal {
  const unknown = listUnknownMembers(order)
  if (unknown.includes('amount') || unknown.includes('side') || order.outcomeId === 'unknown')
    throw createUnknownPositionError(limit, `the open order ${order.id} is only partly known`)
  const left = subtractDecimals(
    decimalOf(order.amount),
    unknown.includes('filled') ? zero : decimalOf(order.filled),
  )
  return compare(left, zero) > 0 ? left : zero
}

/** Updates the journal's orders of this account that are no longer open. */
async function refreshOpen(job: Job, room: RoomPart): Promise<void> {
  const { venue, ctx } = job
  try {
    const open = await readOpen(venue, ctx)
    if (open === undefined) return
    learn(open, job, room)
    await lookUpMissing(open, () => true, job, room, ctx)
  } catch (error) {
    // Orders that cannot be read count as open.
    if (!(error instanceof PmxError)) throw error
  }
}

/** Looks up orders that are open in the journal and missing from the list of open orders. A failed lookup counts as open. */
async function lookUpMissing(
  open: readonly Order[],
  isWanted: (row: JournalRow) => boolean,
  job: Job,
  room: RoomPart,
  ctx: VenueContext,
): Promise<void> {
  const { venue } = job
  const listed = new Set(open.map(({ id }) => id))
  const rows = room.ledger.openOf(venue.id, accountOf(venue, ctx.secrets)).filter(isWanted)
  const missing = new Set(rows.map(({ outcome }) => outcome.order.id).filter((id) => !listed.has(id)))
  for (const id of [...missing].slice(0, MAX_LOOKUPS)) {
    try {
      const order = await venue.account?.order?.(id, ctx)
      if (order !== undefined) learn([order], job, room)
    } catch (error) {
      if (!(error instanceof PmxError)) throw error
      return
    }
  }
}

/** Returns the open orders, or undefined if the venue has no list, or one that is too long. */
async function readOpen({ account }: Venue, ctx: VenueContext): Promise<readonly Order[] | undefined> {
  if (account?.openOrders === undefined) return undefined
  const { rows, isCut } = await readOpenOrders(account, {}, ctx, MAX_PAGES)
  return isCut ? undefined : rows
}

function learn(orders: readonly Order[], { venue, ctx }: Job, { ledger }: RoomPart): void {
  const account = accountOf(venue, ctx.secrets)
  for (const order of orders) ledger.asAsked(venue.id, account, order)
}
