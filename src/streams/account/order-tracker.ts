import { PmxError } from '../../api/envelope/errors.js'
import type { Order, UserTrade } from '../../api/models/models.js'
import { isEnded } from '../../api/models/order-state.js'
import { listUnknownMembers } from '../../api/values/unknown-members.js'
import type { Clock } from '../../effects/clock.js'
import type { AccountSource } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { mergeOrder } from '../../venue-kit/orders/order-progress.js'
import {
  type AccountReading,
  LIST_OVERLAP_MS,
  type ListedFacts,
  readRowsSince,
  type ShownOrder,
  type Tracker,
  wasFast,
} from './tracker.js'

/** Maximum number of stored orders per account. Ended orders are dropped first. */
const MAX_KNOWN = 5_000
/** Maximum number of single order lookups in one reading. */
const MAX_LOOKUPS = 20
/** An order that has not been in any list for this time, and cannot be looked up, is reported as unknown. */
const LOST_AFTER_MS = 60_000

const UNSEEN = 'orders that open and end between two polls, because no list of the venue shows them'

export interface OrderTrackerDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly account: AccountSource
  /**
   * Called with every order in a list or a frame.
   * @param listed facts of the list, absent for frames, which come in order
   * @returns the order as its caller requested it
   */
  show(order: Order, listed?: ListedFacts): ShownOrder
  /** Called with every row that reverses a trade. */
  noteReversal(trade: UserTrade): void
  /** Returns the time until which lists are complete, epoch ms. Absent if the venue does not report it. */
  listedUntil?: ((ctx: VenueContext) => Promise<number>) | undefined
}

interface Found<Row> {
  readonly rows: readonly Row[]
  /** Whether there are more rows. */
  readonly isCut: boolean
}

const none: Found<never> = { rows: [], isCut: false }

/**
 * Creates a tracker of an account's orders. An order that disappears from the list of open orders is looked up, so that its final
 * state is reported. An order that was placed and ended between two readings is found in the list of closed orders, or through
 * its fills.
 */
export function createOrderTracker({
  clock,
  account,
  show,
  noteReversal,
  listedUntil,
}: OrderTrackerDeps): Tracker<Order> {
  const known = new Map<string, Order>()
  /** Ids of orders with known fills. */
  const filledIds = new Set<string>()
  /** Ids of known reversals. */
  const reversals = new Set<string>()
  /** Reversals that first appeared in the last reading. */
  let takenBack: readonly UserTrade[] = []
  /** Time since which an open order has been missing from the lists, by the monotonic clock. */
  const missingSince = new Map<string, number>()
  let readAt: number | undefined
  let listsEnded = true
  /** Whether a row in the last reading may be older than a change that the venue accepted. */
  let isBehind = false

  function keep(order: Order): void {
    known.delete(order.id)
    known.set(order.id, order)
    if (isEnded(order)) missingSince.delete(order.id)
    if (known.size <= MAX_KNOWN) return
    for (const [id, one] of known) {
      if (known.size <= MAX_KNOWN) return
      if (isEnded(one)) known.delete(id)
    }
  }

  /** @returns the current order, if it has changed */
  function take(shown: Order, listed?: ListedFacts): Order | undefined {
    const { order, ...told } = show(shown, listed)
    isBehind ||= told.isBehind === true
    const before = known.get(order.id)
    const now = before === undefined ? order : mergeOrder(before, order)
    if (now !== undefined) keep(now)
    return now
  }

  function takeAll(orders: readonly Order[], listed?: ListedFacts): readonly Order[] {
    return orders.flatMap((order) => take(order, listed) ?? [])
  }

  /**
   * Returns the time until which the lists are complete. It is requested only after an outdated row, before the lists are read
   * again.
   */
  async function howListed(ctx: VenueContext): Promise<ListedFacts> {
    const wasBehind = isBehind
    isBehind = false
    if (listedUntil === undefined) return {}
    if (!wasBehind) return { until: 0 }
    try {
      return { until: await listedUntil(ctx) }
    } catch (error) {
      if (error instanceof PmxError) return { until: 0 }
      throw error
    }
  }

  /**
   * Returns orders that ended since the last reading and may never have been listed as open.
   * @returns undefined if the venue does not list the ended orders of all markets
   */
  async function recent(ctx: VenueContext, since: number): Promise<Found<Order> | undefined> {
    if (account.closedOrders === undefined || !listsEnded) return undefined
    try {
      const { rows, isCut } = await readRowsSince(account.closedOrders({ since }, ctx), since)
      return { rows: rows.filter(({ timestamp }) => timestamp !== 0), isCut }
    } catch (error) {
      if (!(error instanceof PmxError) || error.code !== 'VALIDATION_ERROR') throw error
      // Some venues list them for one market only.
      listsEnded = false
      return undefined
    }
  }

  /** Returns ids of orders that were filled since the last reading. */
  async function filledSince(ctx: VenueContext, since: number): Promise<Found<string>> {
    if (account.fills === undefined || account.order === undefined) {
      ctx.omissions.noteCut(UNSEEN)
      return none
    }
    const { rows, isCut } = await readRowsSince(account.fills({ since }, ctx), since)
    if (rows.some(({ orderId }) => orderId === undefined)) ctx.omissions.noteCut(UNSEEN)
    const ids = new Set(rows.flatMap(({ orderId }) => orderId ?? []))
    takenBack = rows.filter(({ id, metadata }) => metadata?.['reverses'] !== undefined && !reversals.has(id))
    for (const row of takenBack) noteReversal(row)
    return { rows: [...ids].filter((id) => !filledIds.has(id)), isCut }
  }

  function noteFilled(ids: readonly string[]): void {
    for (const id of ids) filledIds.add(id)
    for (const id of filledIds) {
      if (filledIds.size <= MAX_KNOWN) break
      filledIds.delete(id)
    }
  }

  async function lookUp(id: string, ctx: VenueContext): Promise<Order | undefined> {
    try {
      return await account.order?.(id, ctx)
    } catch (error) {
      // An order that cannot be read does not affect the others.
      if (error instanceof PmxError && !error.retryable && error.code !== 'AUTHENTICATION_ERROR')
        return undefined
      throw error
    }
  }

  /** @returns the order with its unknown members, once it is missing for long enough */
  function lost(order: Order): Order | undefined {
    const since = missingSince.get(order.id)
    if (since === undefined) missingSince.set(order.id, clock.monotonic())
    if (since === undefined || clock.monotonic() - since < LOST_AFTER_MS) return undefined
    missingSince.delete(order.id)
    known.delete(order.id)
    const unknown = [...new Set([...listUnknownMembers(order), 'status', 'filled', 'remaining'])]
    return { ...order, metadata: { ...order.metadata, unknown } }
  }

  /** Applies the results of lookups for orders that are in neither list. */
  function takeLookedUp(
    looked: ReadonlyMap<string, Order | undefined>,
    listed: ListedFacts,
  ): AccountReading<Order> {
    const rows: Order[] = []
    let isPartial = false
    for (const [id, found] of looked) {
      const before = known.get(id)
      if (found !== undefined) {
        missingSince.delete(id)
        rows.push(...takeAll([found], listed))
      } else if (before !== undefined && !isEnded(before)) {
        const gaveUp = lost(before)
        if (gaveUp === undefined) isPartial = true
        else rows.push(gaveUp)
      }
    }
    return { rows, ...(isPartial ? { isPartial } : {}) }
  }

  async function readLists(
    openOrders: NonNullable<AccountSource['openOrders']>,
    since: number,
    ctx: VenueContext,
  ): Promise<AccountReading<Order>> {
    const how = await howListed(ctx)
    const expected = [...known.values()].filter((order) => !isEnded(order))
    const { rows: open, isCut } = await readRowsSince(openOrders({}, ctx), Number.NEGATIVE_INFINITY)
    const ended = await recent(ctx, since)
    const filled = ended === undefined ? await filledSince(ctx, since) : none
    ctx.omissions.assertFew()
    const listed = new Set([...open, ...(ended?.rows ?? [])].map(({ id }) => id))
    const gone = isCut ? [] : expected.filter(({ id }) => !listed.has(id))
    // In the first reading, earlier fills are not updates.
    const changed = [
      ...filled.rows.filter((id) => !known.has(id)),
      ...takenBack.flatMap(({ orderId }) => orderId ?? []),
    ]
    const ids = [...new Set([...gone.map(({ id }) => id), ...(readAt === undefined ? [] : changed)])]
    const looked = new Map<string, Order | undefined>()
    // All lookups come before any update, because an update of a failed reading would never be reported.
    for (const id of ids.slice(0, MAX_LOOKUPS)) looked.set(id, await lookUp(id, ctx))
    const left = new Set(ids.slice(MAX_LOOKUPS))
    // Orders without a lookup are found again by their fills.
    noteFilled(filled.rows.filter((id) => !left.has(id)))
    for (const { id, orderId = '' } of takenBack) if (!left.has(orderId)) reversals.add(id)
    takenBack = []
    for (const id of listed) missingSince.delete(id)
    const rows = [...takeAll(open, how), ...takeAll(ended?.rows ?? [], how)]
    const found = takeLookedUp(looked, how)
    const wasCut = isCut || ended?.isCut === true || filled.isCut
    const missed = 'one poll cannot read all orders, so some changes may be missing'
    const isPartial = found.isPartial === true || left.size > 0 || isBehind
    return {
      rows: [...rows, ...found.rows],
      ...(isPartial ? { isPartial } : {}),
      ...(wasCut ? { missed } : {}),
    }
  }

  async function read(ctx: VenueContext): Promise<AccountReading<Order>> {
    const { openOrders } = account
    const isFirst = readAt === undefined
    const begunAt = clock.now()
    const reading: AccountReading<Order> =
      openOrders === undefined
        ? { rows: [], missed: 'changes of orders cannot be read, because the venue does not list orders' }
        : await readLists(openOrders, (readAt ?? begunAt) - LIST_OVERLAP_MS, ctx)
    if (isFirst && wasFast(begunAt, clock.now())) return read(ctx)
    readAt = begunAt
    return isFirst ? { rows: [] } : reading
  }

  return { apply: (rows) => takeAll(rows), read, current: [] }
}
