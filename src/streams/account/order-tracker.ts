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

/** Orders that are remembered of one account; those that are over are let go first. */
const MAX_KNOWN = 5_000
/** Orders looked up one by one in one reading. */
const MAX_LOOKUPS = 20
/** An order that is in no list for so long, and cannot be looked up, is reported as unknown. */
const LOST_AFTER_MS = 60_000

const UNSEEN = 'orders that begin and end between two readings, which nothing that the venue lists shows'

export interface OrderTrackerDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly account: AccountSource
  /**
   * Called with every order that a list or a frame shows.
   * @param listed of a list; absent for frames, which come in their order
   * @returns the order as its caller asked for it
   */
  show(order: Order, listed?: ListedFacts): ShownOrder
  /** Called with every row that takes back a trade. */
  noteReversal(trade: UserTrade): void
  /** Until when lists are complete, epoch ms; absent where the venue tells nothing of the kind. */
  listedUntil?: ((ctx: VenueContext) => Promise<number>) | undefined
}

interface Found<Row> {
  readonly rows: readonly Row[]
  /** There are more. */
  readonly isCut: boolean
}

const none: Found<never> = { rows: [], isCut: false }

/**
 * Follows the orders of an account. An order that is in the list of open orders no longer is looked up, so that its end
 * is reported; one that was placed and ended between two readings is found by the list of closed orders, else by its fills.
 */
export function createOrderTracker({
  clock,
  account,
  show,
  noteReversal,
  listedUntil,
}: OrderTrackerDeps): Tracker<Order> {
  const known = new Map<string, Order>()
  /** Ids of orders of which fills were seen. */
  const filledIds = new Set<string>()
  /** Trades of which it is known that they were taken back. */
  const reversals = new Set<string>()
  /** Of the last reading: trades that were taken back since the one before. */
  let takenBack: readonly UserTrade[] = []
  /** Since when an open order is in no list, by the monotonic clock. */
  const missingSince = new Map<string, number>()
  let readAt: number | undefined
  let listsEnded = true
  /** Something that the last reading showed may be older than a change that the venue accepted. */
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

  /** @returns the order as it is now, where that is news */
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

  /** How old the lists may be is asked for where a row was behind, before they are read again. */
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
   * Orders that ended since the last reading, and may never have been listed as open.
   * @returns undefined where the venue does not list the ended orders of all markets
   */
  async function recent(ctx: VenueContext, since: number): Promise<Found<Order> | undefined> {
    if (account.closedOrders === undefined || !listsEnded) return undefined
    try {
      const { rows, isCut } = await readRowsSince(account.closedOrders({ since }, ctx), since)
      return { rows: rows.filter(({ timestamp }) => timestamp !== 0), isCut }
    } catch (error) {
      if (!(error instanceof PmxError) || error.code !== 'VALIDATION_ERROR') throw error
      // Some list them market by market alone.
      listsEnded = false
      return undefined
    }
  }

  /** Orders that were filled since the last reading. */
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
      // One order that cannot be read costs the others nothing.
      if (error instanceof PmxError && !error.retryable && error.code !== 'AUTHENTICATION_ERROR')
        return undefined
      throw error
    }
  }

  /** @returns the order with what is not known of it any more, once it is missing for long enough */
  function lost(order: Order): Order | undefined {
    const since = missingSince.get(order.id)
    if (since === undefined) missingSince.set(order.id, clock.monotonic())
    if (since === undefined || clock.monotonic() - since < LOST_AFTER_MS) return undefined
    missingSince.delete(order.id)
    known.delete(order.id)
    const unknown = [...new Set([...listUnknownMembers(order), 'status', 'filled', 'remaining'])]
    return { ...order, metadata: { ...order.metadata, unknown } }
  }

  /** Takes in what was looked up, because the lists of open and of ended orders do not hold it. */
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
    // At first, what was filled before is no news.
    const changed = [
      ...filled.rows.filter((id) => !known.has(id)),
      ...takenBack.flatMap(({ orderId }) => orderId ?? []),
    ]
    const ids = [...new Set([...gone.map(({ id }) => id), ...(readAt === undefined ? [] : changed)])]
    const looked = new Map<string, Order | undefined>()
    // All of it before anything is taken in: what a reading that fails has taken would never be told.
    for (const id of ids.slice(0, MAX_LOOKUPS)) looked.set(id, await lookUp(id, ctx))
    const left = new Set(ids.slice(MAX_LOOKUPS))
    // What was not looked up is found by its fills again.
    noteFilled(filled.rows.filter((id) => !left.has(id)))
    for (const { id, orderId = '' } of takenBack) if (!left.has(orderId)) reversals.add(id)
    takenBack = []
    for (const id of listed) missingSince.delete(id)
    const rows = [...takeAll(open, how), ...takeAll(ended?.rows ?? [], how)]
    const found = takeLookedUp(looked, how)
    const wasCut = isCut || ended?.isCut === true || filled.isCut
    const missed = 'there are more orders than are read at a time: some changes may be missing'
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
        ? { rows: [], missed: 'orders that changed cannot be read: the venue lists none' }
        : await readLists(openOrders, (readAt ?? begunAt) - LIST_OVERLAP_MS, ctx)
    if (isFirst && wasFast(begunAt, clock.now())) return read(ctx)
    readAt = begunAt
    return isFirst ? { rows: [] } : reading
  }

  return { heard: (rows) => takeAll(rows), read, current: [] }
}
