import { messageOf } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Order, UserTrade } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import type { Logger } from '../../../observe/logger.js'
import { isOpen, type JournalRow, type OrderJournal, type OrderOutcome } from '../../../orders/journal.js'
import { createLru } from '../../../policy/lru.js'
import type { ListedFacts } from '../../../streams/account/tracker.js'
import { toCanceledOrder } from '../../../venue-kit/orders/canceled-order.js'
import { mergeOrder } from '../../../venue-kit/orders/order-progress.js'
import { withEnd } from '../request/order-notional.js'
import { toRequestedSide } from '../request/requested-side.js'
import { withChange } from './changed-order.js'
import { mayBeUnlisted } from './list-lag.js'
import { learnFrom } from './observed-order.js'
import { asEnded, type PlacedRecord } from './present-state.js'
import { isHandleOf, SURE_MS } from './reconcile-order.js'
import { reversedBy, reversedOf, withoutReversed } from './reversed-trades.js'

/** Far more than are canceled while they are being answered. */
const EARLY_KEPT = 1_000

interface KnownOrdersDeps {
  readonly journal: Pick<
    OrderJournal,
    | 'earlyCancel'
    | 'noteEarlyCancel'
    | 'hasAccount'
    | 'renameAccount'
    | 'told'
    | 'row'
    | 'openOrders'
    | 'filledBy'
    | 'list'
    | 'inDoubt'
    | 'settledBetween'
    | 'transact'
    | 'settle'
  >
  readonly log: Logger
  wallNow(): number
  ageOf(row: JournalRow): number
  learn(row: JournalRow, outcome: OrderOutcome): boolean
  /** A row with what could not be written yet. */
  asKnown(row: JournalRow): JournalRow
  /** @throws PmxError for what keeps the journal from being read or written */
  needed<Result>(work: () => Result): Result
}

/** What the journal knows better than the venue's rows, which may lag behind for a moment. */
export function createKnownOrders({ journal, log, wallNow, ageOf, learn, asKnown, needed }: KnownOrdersDeps) {
  function rowOf(venue: VenueId, account: string, order: Pick<Order, 'id' | 'clientOrderId'>) {
    try {
      const row = journal.told(venue, account, order)
      return row && asKnown(row)
    } catch (error) {
      const told = 'orders are told as the venue tells them: the journal cannot be read'
      log.warn({ reason: messageOf(error) }, told)
      return undefined
    }
  }

  /** Canceled orders of which the journal knew no row by their ids: the answer to one may still be on its way. */
  const early = createLru<{ readonly venue: VenueId; readonly account: string; readonly order: Order }>(
    EARLY_KEPT,
  )

  /** An order by this id whose cancel was accepted before its answer came, here or in another process. */
  function earlyCancelOf(rowId: string, orderId: string): Order | undefined {
    const own = early.get(orderId)
    try {
      const row = journal.row(rowId)
      if (row === undefined) return undefined
      // The orders of others may bear the same id.
      const isOwn = row.venue === own?.venue && row.account === own.account
      return isOwn ? own.order : journal.earlyCancel(row.venue, row.account, orderId)
    } catch (error) {
      log.warn({ reason: messageOf(error), order: rowId }, 'whether an order was canceled cannot be read')
      return undefined
    }
  }

  /**
   * The venue has canceled an order of which no row is known to be placed. While an order of the account is under way in
   * any process, it may be that one, so the cancel is written down.
   * @returns the row of the order, where its answer was written meanwhile
   */
  function noteEarly(venue: VenueId, account: string, order: Order): JournalRow | undefined {
    early.set(order.id, { venue, account, order })
    try {
      return journal.transact(() => {
        const row = journal.told(venue, account, { id: order.id })
        if (row !== undefined) return asKnown(row)
        const isOwn = (one: JournalRow): boolean => one.venue === venue && one.account === account
        if (journal.inDoubt().some(isOwn)) journal.noteEarlyCancel(venue, account, order, wallNow())
        return undefined
      })
    } catch (error) {
      log.warn({ reason: messageOf(error), order: order.id }, 'a cancel could not be written down')
      return undefined
    }
  }

  /** The order as it ended a moment ago: the venue may show it as it was before. */
  function endedLately({ outcome, settledAt = 0 }: JournalRow): Order | undefined {
    if (outcome.state !== 'placed' || outcome.isRestOpen === true || !isEnded(outcome.order)) return undefined
    return Math.abs(wallNow() - settledAt) < SURE_MS ? outcome.order : undefined
  }

  /** Where the row is that of an order, and not of another one of its name: the order as the journal knows it. */
  const ownOf = ({ outcome }: JournalRow, { id }: Order): Order | undefined =>
    outcome.state === 'placed' && outcome.order.id === id ? outcome.order : undefined

  function withOwnEnd(row: JournalRow, order: Order): Order {
    const own = ownOf(row, order)
    return own === undefined || row.terms.spend === undefined ? order : withEnd(order, own)
  }

  /** The order of a row as its caller asked for it. */
  function asAskedBy(row: JournalRow, order: Order): Order {
    const asked = toRequestedSide(row.terms, withOwnEnd(row, order), ownOf(row, order) !== undefined)
    const known = endedLately(row)
    return known === undefined || isEnded(order) ? asked : asEnded(asked, known)
  }

  /**
   * The order without what of it is older than its last change. Look-ups and lists lag, so that a row may be older
   * than the change for as long as one may lack an order that was sent then.
   * @param listed absent for what cannot be older, such as a frame
   */
  function asChanged(row: JournalRow, told: Order, listed: ListedFacts | undefined): Order {
    const own = ownOf(row, told)
    const shown = own === undefined ? told : withoutReversed(told, reversedOf(own))
    return listed === undefined || !mayBeUnlisted(row, { ageOf }, listed.until)
      ? shown
      : withChange(row, shown)
  }

  /** The row of an order that its venue shows, by its id, its name, or the handle that it was sent with. */
  function findRow(venue: VenueId, account: string, order: Order): JournalRow | undefined {
    const found =
      journal.told(venue, account, order) ??
      journal
        .inDoubt()
        .find((row) => row.venue === venue && row.account === account && isHandleOf(row, order))
    return found && asKnown(found)
  }

  /** Takes what a venue shows of an order into its row, and into others of the same order once it has ended. */
  function takeIn(row: JournalRow, seen: Order): void {
    const news = learnFrom(
      row,
      asChanged(row, toRequestedSide(row.terms, seen, ownOf(row, seen) !== undefined), {}),
    )
    if (news === undefined || !learn(row, news) || isOpen({ outcome: news })) return
    for (const other of othersOf(row, seen)) {
      const ended = learnFrom(other, seen)
      if (ended !== undefined) learn(other, ended)
    }
  }

  /** Other rows that have the same order of the venue as open: each change of an order has its own. */
  function othersOf({ id, venue, account }: JournalRow, order: Order): readonly JournalRow[] {
    return journal
      .openOrders()
      .filter(
        (row) =>
          row.id !== id &&
          row.venue === venue &&
          row.account === account &&
          row.outcome.state === 'placed' &&
          row.outcome.order.id === order.id,
      )
  }

  return {
    /**
     * Brings the row of an order up to date with what its venue shows, and the rows of its changes once it has ended.
     * Other processes write rows, too, so where something is new they are read again and written in one transaction.
     * @param newsOf the outcome of the row from now on; undefined where it stays
     * @returns the row as it is now; undefined for an order that the journal does not have, or while it cannot be read
     */
    refresh(
      venue: VenueId,
      account: string,
      order: Order,
      newsOf: (row: JournalRow) => OrderOutcome | undefined,
    ): JournalRow | undefined {
      let row: JournalRow | undefined
      try {
        row = findRow(venue, account, order)
        if (row === undefined || newsOf(row) === undefined) return row
        const { id } = row
        return journal.transact(() => {
          const fresh = journal.row(id)
          const now = fresh && asKnown(fresh)
          const outcome = now && newsOf(now)
          if (now === undefined || outcome === undefined) return now
          const at = wallNow()
          journal.settle(id, outcome, at)
          for (const other of isOpen({ outcome }) ? [] : othersOf(now, order)) {
            const ended = newsOf(asKnown(other))
            if (ended !== undefined) journal.settle(other.id, ended, at)
          }
          return { ...now, outcome, settledAt: at }
        })
      } catch (error) {
        log.warn({ reason: messageOf(error) }, 'an order that its venue shows could not be written down')
        return row
      }
    },

    /**
     * The row of an order that was sent, as it is known by now. What keeps the journal from being read, or took the row from
     * it, does not make the order one that was not sent.
     * @param sent as it was known before
     */
    sentRow(sent: JournalRow): JournalRow {
      try {
        const row = journal.row(sent.id)
        if (row !== undefined) return asKnown(row)
      } catch (error) {
        log.error({ reason: messageOf(error), order: sent.id }, 'an order that was sent cannot be read')
      }
      return asKnown(sent)
    },

    asAskedBy,
    asChanged,

    /**
     * A trade of an order was reversed after it filled the order, which the venue shows as filled still: the journal has it
     * without that trade from now on.
     */
    noteReversal(venue: VenueId, account: string, trade: UserTrade): void {
      const id = reversedBy(trade)
      if (id === undefined || trade.orderId === undefined) return
      const order = { id: trade.orderId }
      try {
        journal.transact(() => {
          const row = journal.told(venue, account, order)
          const now = row && asKnown(row)
          if (now?.outcome.state !== 'placed' || now.outcome.order.id !== order.id) return
          for (const one of [now, ...othersOf(now, now.outcome.order)]) {
            if (one.outcome.state !== 'placed') continue
            const without = withoutReversed(one.outcome.order, { [id]: trade.amount })
            if (without !== one.outcome.order)
              journal.settle(one.id, { ...one.outcome, order: without }, wallNow())
          }
        })
      } catch (error) {
        log.warn({ reason: messageOf(error), order: order.id }, 'a reversed trade could not be written down')
      }
    },

    /** The order of the journal that is known to be this one of the venue. */
    claimedBy(venue: VenueId, account: string, orderId: string): JournalRow | undefined {
      return rowOf(venue, account, { id: orderId })
    },

    /** Orders of an account that are open as far as the journal knows, oldest first. */
    openOf: (venue: VenueId, account: string): readonly PlacedRecord[] =>
      journal
        .openOrders()
        .filter((row): row is PlacedRecord => row.venue === venue && row.account === account),

    /** Accounts that have orders open, under way or in doubt, and those of which an order ended a moment ago. */
    activeAccounts: (venue: VenueId): readonly string[] => {
      const [from, to] = [wallNow() - SURE_MS, wallNow() + SURE_MS]
      const rows = [...journal.openOrders(), ...journal.inDoubt(), ...journal.settledBetween(from, to)]
      return [...new Set(rows.filter((row) => row.venue === venue).map(({ account }) => account))]
    },

    hasAccount: (venue: VenueId, account: string, to: string): boolean =>
      needed(() => journal.hasAccount(venue, account, to)),

    /** The orders of an account are those of another name of it from now on. */
    renameAccount(venue: VenueId, from: string, to: string): void {
      needed(() => journal.renameAccount(venue, from, to))
    },

    hasOrdersOn: (venue: VenueId): boolean => journal.list({ venue, limit: 1 }).length > 0,

    filledBy: (venue: VenueId, account: string) => journal.filledBy(venue, account),

    /** Whether the journal has an order that the venue shows, by its id or its name. */
    knows: (venue: VenueId, account: string, order: Order): boolean =>
      rowOf(venue, account, order) !== undefined,

    /**
     * An order of ours as it was asked for; the venue's view of those that are not, or while the journal cannot be read.
     * What the venue says of it that the journal does not know is written.
     */
    asAsked(venue: VenueId, account: string, order: Order): Order {
      const row = rowOf(venue, account, order)
      if (row === undefined) return order
      takeIn(row, withOwnEnd(row, order))
      return asChanged(row, asAskedBy(row, order), {})
    },

    /** The same with the price and the amount that the venue shows, though they may be older than the last change. */
    asShown(venue: VenueId, account: string, order: Order): Order {
      const row = rowOf(venue, account, order)
      if (row === undefined) return order
      takeIn(row, withOwnEnd(row, order))
      return asAskedBy(row, order)
    },

    /** An order that was sent so lately that the venue may not show it yet; undefined for any other. */
    placedLately(venue: VenueId, account: string, id: string): Order | undefined {
      const row = rowOf(venue, account, { id })
      if (row?.outcome.state !== 'placed' || ageOf(row) >= SURE_MS) return undefined
      return toRequestedSide(row.terms, row.outcome.order)
    },

    /** The outcome of an order that is answered now, where its cancel was accepted before. @param id of its row */
    withEarlyCancel<Outcome extends OrderOutcome>(id: string, answered: Outcome): Outcome {
      if (answered.state !== 'placed') return answered
      const { order } = answered
      const canceled = earlyCancelOf(id, order.id)
      const now = canceled && mergeOrder(order, canceled)
      return now === undefined ? answered : { ...answered, order: now }
    },

    /** The venue has accepted the cancel of an order: the order as it was asked for, and the journal knows it, too. */
    canceled(venue: VenueId, account: string, order: Order): Order {
      const known = rowOf(venue, account, order)
      const row =
        known?.outcome.state === 'placed' ? known : noteEarly(venue, account, toCanceledOrder(order))
      if (row?.outcome.state !== 'placed') return toCanceledOrder(order)
      // Some venues say no more than that it is canceled.
      const told = order.marketId === 'unknown' ? { ...row.outcome.order, id: order.id } : order
      const asked = toRequestedSide(row.terms, toCanceledOrder(told))
      // A rest that is to be canceled is looked after until the venue shows that nothing is left.
      if (row.outcome.isRestOpen !== true) takeIn(row, asked)
      else if (isEnded(told)) learn(row, { state: 'placed', order: asked })
      return asked
    },
  }
}
