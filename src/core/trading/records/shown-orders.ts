import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Order, UserTrade } from '../../../api/models/models.js'
import type { Clock } from '../../../effects/clock.js'
import { hasUnknownOutcome, type JournalRow, type OrderOutcome } from '../../../orders/journal.js'
import type { ListedFacts, ShownOrder } from '../../../streams/account/tracker.js'
import { mergeOrder } from '../../../venue-kit/orders/order-progress.js'
import { toRequestedSide, toRequestedTrade } from '../request/requested-side.js'
import type { createOrderRecords } from './order-records.js'
import { toPlacedOutcome } from './present-state.js'
import { isHandleOf, isOrderOf, judgeOrderOf } from './reconcile-order.js'

/** Interval at which an order that is being sent is checked again, until its response is written. */
const AGAIN_MS = 1_000
/** A row that another process still marks as being sent after this long belongs to a process that has ended. */
const SENT_WITHIN_MS = 60_000

/**
 * Updates the journal with the orders that user channels and lists show. The order of a placed row gets its new state. An
 * order with an unknown outcome is recorded as placed when the venue shows an order with its handle. This never marks a
 * row as absent.
 */
export function createShownOrders(
  ledger: Pick<
    ReturnType<typeof createOrderRecords>,
    | 'refresh'
    | 'isSending'
    | 'ageOf'
    | 'asAskedBy'
    | 'asChanged'
    | 'mayShowEarlier'
    | 'noteReversal'
    | 'claimedBy'
    | 'tradeAsAsked'
    | 'inFlight'
    | 'now'
  >,
  clock: Pick<Clock, 'setTimer'>,
) {
  /** Orders whose response is on its way, by their rows, with everything that was shown of them. */
  const early = new Map<string, Order>()

  /** The order's response decides, in this process or another one; if it is lost, the shown order decides. */
  function isBeingSent(row: JournalRow): boolean {
    return ledger.isSending(row.id) || (row.outcome.state === 'sending' && ledger.ageOf(row) < SENT_WITHIN_MS)
  }

  /** @returns the row of the order, if the journal has it */
  function note(venue: VenueId, account: string, order: Order, listed?: ListedFacts): JournalRow | undefined {
    const row = ledger.refresh(venue, account, order, (one) =>
      isBeingSent(one) ? undefined : newsOf(one, order, listed),
    )
    if (row === undefined || !isBeingSent(row)) return row
    const before = early.get(row.id)
    // A list may be older than a frame.
    early.set(row.id, before?.id === order.id ? (mergeOrder(before, order) ?? before) : order)
    if (before === undefined) noteLater(venue, account, row.id)
    return row
  }

  /** Returns the new outcome of a row, or undefined if the order has nothing new. */
  function newsOf(row: JournalRow, order: Order, listed: ListedFacts | undefined): OrderOutcome | undefined {
    const { outcome, terms } = row
    if (outcome.state === 'placed') {
      if (outcome.order.id !== order.id) return undefined
      const now = mergeOrder(outcome.order, ledger.asChanged(row, toRequestedSide(terms, order), listed))
      return now && { ...outcome, order: now }
    }
    if (!hasUnknownOutcome(row) || !isHandleOf(row, order)) return undefined
    const isIt =
      row.edits === undefined
        ? judgeOrderOf(row, order) === 'same'
        : isOrderOf(terms, order) && !ledger.mayShowEarlier(row, listed?.until)
    return isIt ? toPlacedOutcome(toRequestedSide(terms, order), row) : undefined
  }

  function noteLater(venue: VenueId, account: string, id: string): void {
    clock.setTimer(AGAIN_MS, () => {
      const order = early.get(id)
      early.delete(id)
      if (order !== undefined) note(venue, account, order)
    })
  }

  return {
    /** Records that a trade was reversed after it filled an order, which the venue still shows as filled. */
    noteReversal: (venue: VenueId, account: string, trade: UserTrade): void =>
      ledger.noteReversal(venue, account, trade),

    /**
     * Returns a trade as its order was requested, where that was placed here. The trade may come before the response of its order.
     * It is then taken as one of an order in flight; if it is another's, both ways to show it are equivalent.
     */
    showTrade(venue: VenueId, account: string, trade: UserTrade): UserTrade {
      const asked = ledger.tradeAsAsked(venue, account, trade)
      if (asked !== trade) return asked
      const { orderId } = trade
      if (orderId === undefined || ledger.claimedBy(venue, account, orderId) !== undefined) return trade
      const isOwn = (row: JournalRow): boolean => row.venue === venue && row.account === account
      return ledger
        .inFlight()
        .filter(isOwn)
        .reduce((shown, { terms }) => (shown === trade ? toRequestedTrade(terms, shown) : shown), trade)
    },

    /** Returns the present time, epoch ms, no later than this machine's clock or the venues' time. */
    now: (): number => ledger.now(),

    /**
     * @param listed facts of the list that shows the order; absent for frames, which arrive in their order
     * @returns the order as its caller requested it, where it was placed here
     */
    show(venue: VenueId, account: string, order: Order, listed?: ListedFacts): ShownOrder {
      const row = note(venue, account, order, listed)
      if (row === undefined) return { order }
      const asked = ledger.asAskedBy(row, order)
      const now = ledger.asChanged(row, asked, listed)
      return now === asked ? { order: now } : { order: now, isBehind: true }
    },
  }
}

export type ShownOrders = ReturnType<typeof createShownOrders>
