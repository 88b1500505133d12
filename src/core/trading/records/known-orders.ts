import { messageOf } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Order, UserTrade } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import type { Logger } from '../../../observe/logger.js'
import {
  hasUnknownOutcome,
  isOpen,
  type JournalRow,
  type OrderJournal,
  type OrderOutcome,
} from '../../../orders/journal.js'
import { createLru } from '../../../policy/lru.js'
import type { ListedFacts, ShownOrder } from '../../../streams/account/tracker.js'
import { toCanceledOrder, withKnownAmount } from '../../../venue-kit/orders/canceled-order.js'
import { mergeOrder } from '../../../venue-kit/orders/order-progress.js'
import { withEnd } from '../request/order-notional.js'
import { toRequestedSide, toRequestedTrade } from '../request/requested-side.js'
import { createOrderChanges } from './changed-order.js'
import { findChangedTerms, learnFrom, writeOutcome } from './observed-order.js'
import { asEnded, type PlacedRecord } from './present-state.js'
import { isHandleOf, SURE_MS } from './reconcile-order.js'
import { reversedBy, reversedOf, withoutReversed } from './reversed-trades.js'

/** Maximum number of remembered early cancels, far above the number of orders that are canceled before their response. */
const EARLY_KEPT = 1_000

interface KnownOrdersDeps {
  readonly journal: Pick<
    OrderJournal,
    | 'earlyCancel'
    | 'noteEarlyCancel'
    | 'hasAccount'
    | 'renameAccount'
    | 'findRow'
    | 'row'
    | 'rowsOf'
    | 'openOrders'
    | 'filledBy'
    | 'list'
    | 'listUnknown'
    | 'settledBetween'
    | 'transact'
    | 'recordOutcome'
  >
  readonly log: Logger
  wallNow(): number
  /** Returns the bounds of the times that rows written in the last `ms` can have, epoch ms. */
  within(ms: number): readonly [from: number, to: number]
  ageOf(row: JournalRow): number
  learn(row: JournalRow, outcome: OrderOutcome): boolean
  /** Returns a row with the outcome that could not be written yet. */
  asKnown(row: JournalRow): JournalRow
  /** @throws PmxError if the journal cannot be read or written */
  needed<Result>(work: () => Result): Result
}

/** Creates a view of orders for which the journal is more current than the venue's rows, which may lag for a moment. */
export function createKnownOrders({
  journal,
  log,
  wallNow,
  within,
  ageOf,
  learn,
  asKnown,
  needed,
}: KnownOrdersDeps) {
  const changes = createOrderChanges({ journal, log, ageOf, needed })

  function rowOf(venue: VenueId, account: string, order: Pick<Order, 'id' | 'clientOrderId'>) {
    try {
      const row = journal.findRow(venue, account, order)
      return row && asKnown(row)
    } catch (error) {
      const told = 'the order journal cannot be read, so orders are returned as the venue reports them'
      log.warn({ reason: messageOf(error) }, told)
      return undefined
    }
  }

  /** Canceled orders whose ids had no row in the journal, because an order's response may still be on its way. */
  const early = createLru<{ readonly venue: VenueId; readonly account: string; readonly order: Order }>(
    EARLY_KEPT,
  )

  /** Returns an order with this id whose cancel was accepted before its response came, here or in another process. */
  function earlyCancelOf(rowId: string, orderId: string): Order | undefined {
    const own = early.get(orderId)
    try {
      const row = journal.row(rowId)
      if (row === undefined) return undefined
      // Orders of other accounts may have the same id.
      const isOwn = row.venue === own?.venue && row.account === own.account
      return isOwn ? own.order : journal.earlyCancel(row.venue, row.account, orderId)
    } catch (error) {
      log.warn({ reason: messageOf(error), order: rowId }, 'the cancel status of an order cannot be read')
      return undefined
    }
  }

  /**
   * Records that the venue has canceled an order without a row that is known to be placed. While any process is sending
   * an order of the account, it may be that one, so the cancel is written.
   * @returns the row of the order, where its response was written in the meantime
   */
  function noteEarly(venue: VenueId, account: string, order: Order): JournalRow | undefined {
    early.set(order.id, { venue, account, order })
    try {
      return journal.transact(() => {
        const row = journal.findRow(venue, account, { id: order.id })
        if (row !== undefined) return asKnown(row)
        const isOwn = (one: JournalRow): boolean => one.venue === venue && one.account === account
        if (journal.listUnknown().some(isOwn)) journal.noteEarlyCancel(venue, account, order, wallNow())
        return undefined
      })
    } catch (error) {
      log.warn(
        { reason: messageOf(error), order: order.id },
        'a cancel could not be written to the order journal',
      )
      return undefined
    }
  }

  /** Returns the order if it ended recently, or after a list was complete: the venue may still show its earlier state. */
  function endedLately({ outcome, settledAt = 0 }: JournalRow, { until }: ListedFacts): Order | undefined {
    if (outcome.state !== 'placed' || outcome.isRestOpen === true || !isEnded(outcome.order)) return undefined
    const [from, to] = within(SURE_MS)
    const isLate = settledAt > from && settledAt < to
    return isLate || (until !== undefined && until - settledAt < SURE_MS) ? outcome.order : undefined
  }

  /** Returns the journal's order if the row belongs to this order, and not to another one with the same name. */
  const ownOf = ({ outcome }: JournalRow, { id }: Order): Order | undefined =>
    outcome.state === 'placed' && outcome.order.id === id ? outcome.order : undefined

  /** Returns an order with the amount that the journal knows, where the venue does not show that of a canceled order. */
  function withAmountOf(row: JournalRow, shown: Order): Order {
    const own = ownOf(row, shown)
    const isNeeded = own !== undefined && !knowsMember(shown, 'amount') && knowsMember(own, 'amount')
    if (!isNeeded || changes.readRows(row, own.id).some(hasUnknownOutcome)) return shown
    return withKnownAmount(shown, own.amount)
  }

  function withOwnEnd(row: JournalRow, order: Order): Order {
    const own = ownOf(row, order)
    return own === undefined || row.terms.spend === undefined ? order : withEnd(order, own)
  }

  /** Returns the order of a row as its caller requested it. */
  function asAskedBy(row: JournalRow, order: Order, listed: ListedFacts = {}): Order {
    const isOwn = ownOf(row, order) !== undefined
    const asked = withAmountOf(row, toRequestedSide(row.terms, withOwnEnd(row, order), isOwn))
    const known = endedLately(row, listed)
    return known === undefined || isEnded(order) ? asked : asEnded(asked, known)
  }

  /** Same as `asAsked`, for a list or lookup whose completeness is known. The journal takes precedence for newer data. */
  function asListed(venue: VenueId, account: string, order: Order, listed?: ListedFacts): ShownOrder {
    const row = rowOf(venue, account, order)
    if (row === undefined) return { order }
    const show = (how: ListedFacts): Order => asChanged(row, asAskedBy(row, order, how), how)
    const seen = show({})
    const now = listed?.until === undefined ? seen : show(listed)
    const isBehind = now.status !== seen.status || now.price !== seen.price || now.amount !== seen.amount
    takeIn(row, withOwnEnd(row, order), listed !== undefined && !isBehind)
    return isBehind ? { order: now, isBehind } : { order: now }
  }

  /**
   * Returns the order without the parts that are older than its last change.
   * @param listed absent for frames
   */
  function asChanged(row: JournalRow, told: Order, listed: ListedFacts | undefined): Order {
    const own = ownOf(row, told)
    const shown = own === undefined ? told : withoutReversed(told, reversedOf(own))
    return changes.withLast(row, shown, listed)
  }

  /** Finds the row of an order that its venue shows, by its id, its name, or the handle with which it was sent. */
  function findRow(venue: VenueId, account: string, order: Order): JournalRow | undefined {
    const found =
      journal.findRow(venue, account, order) ??
      journal
        .listUnknown()
        .find((row) => row.venue === venue && row.account === account && isHandleOf(row, order))
    return found && asKnown(found)
  }

  /**
   * Updates an order's row with the venue's data. If the order has ended, all its rows are updated.
   * @param isCurrent whether the data is no older than the last change here: another price or amount is of a change elsewhere
   */
  function takeIn(row: JournalRow, seen: Order, isCurrent = false): void {
    const own = ownOf(row, seen)
    const shown = withAmountOf(row, toRequestedSide(row.terms, seen, own !== undefined))
    const now = asChanged(row, shown, {})
    const terms = isCurrent ? findChangedTerms(row, now) : undefined
    const isSure = terms !== undefined && !changes.readRows(row, seen.id).some(hasUnknownOutcome)
    const news = learnFrom(row, now) ?? (isSure ? terms : undefined)
    if (news !== undefined) learn(row, news)
    else if (row.edits !== undefined && own !== undefined && !isOpen(row)) endOthers(row, own)
  }

  /** Ends the other rows of an order that has ended, because one of them may have been written as open since. */
  function endOthers(row: JournalRow, own: Order): void {
    for (const other of changes.readRows(row, own.id).filter(isOpen)) {
      const ended = learnFrom(other, own)
      if (ended !== undefined) learn(other, ended)
    }
  }

  return {
    /**
     * Updates the row of an order from what its venue shows, and the rows of its changes once it has ended. Other
     * processes also write rows. If something is new, the rows are therefore read again and written in one
     * transaction.
     * @param newsOf returns the new outcome of the row, or undefined if it stays
     * @returns the row as it is now, or undefined for an order that the journal does not have, or while it cannot be read
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
          writeOutcome(journal, id, outcome, at)
          return { ...now, outcome, settledAt: at }
        })
      } catch (error) {
        log.warn({ reason: messageOf(error) }, 'a venue order could not be written to the order journal')
        return row
      }
    },

    /**
     * Returns the current row of an order that was sent. If the journal cannot be read, or has lost the row, the order still
     * counts as sent.
     * @param sent the row as it was known before
     */
    sentRow(sent: JournalRow): JournalRow {
      try {
        const row = journal.row(sent.id)
        if (row !== undefined) return asKnown(row)
      } catch (error) {
        log.error(
          { reason: messageOf(error), order: sent.id },
          'a sent order cannot be read from the order journal',
        )
      }
      return asKnown(sent)
    },

    asAskedBy,
    asChanged,
    ...{ mayShowEarlier: changes.mayShowEarlier, hadTerms: changes.hadTerms },

    /**
     * Records that a trade was reversed after it filled an order, which the venue still shows as filled. The journal stores
     * the order without that trade from now on.
     */
    noteReversal(venue: VenueId, account: string, trade: UserTrade): void {
      const id = reversedBy(trade)
      if (id === undefined || trade.orderId === undefined) return
      const order = { id: trade.orderId }
      try {
        journal.transact(() => {
          const row = journal.findRow(venue, account, order)
          const now = row && asKnown(row)
          if (now?.outcome.state !== 'placed' || now.outcome.order.id !== order.id) return
          for (const one of journal.rowsOf(venue, account, order.id).map(asKnown)) {
            if (one.outcome.state !== 'placed') continue
            const without = withoutReversed(one.outcome.order, { [id]: trade.amount })
            if (without !== one.outcome.order)
              journal.recordOutcome(one.id, { ...one.outcome, order: without }, wallNow())
          }
        })
      } catch (error) {
        log.warn(
          { reason: messageOf(error), order: order.id },
          'a reversed trade could not be written to the order journal',
        )
      }
    },

    /** Returns a trade of an order that was placed here as the order was requested, other trades as the venue shows them. */
    tradeAsAsked(venue: VenueId, account: string, trade: UserTrade): UserTrade {
      const row = trade.orderId === undefined ? undefined : rowOf(venue, account, { id: trade.orderId })
      return row === undefined ? trade : toRequestedTrade(row.terms, trade)
    },

    /** Returns the order of the journal that is known to be this one of the venue. */
    claimedBy(venue: VenueId, account: string, orderId: string): JournalRow | undefined {
      return rowOf(venue, account, { id: orderId })
    },

    /** Returns the row that placed an order of the venue; rows of its changes are left out. */
    placedAs(venue: VenueId, account: string, orderId: string): JournalRow | undefined {
      const rows = needed(() => journal.rowsOf(venue, account, orderId))
      return rows.find(({ edits }) => edits === undefined)
    },

    /** Returns orders of an account that are open according to the journal, oldest first. */
    openOf: (venue: VenueId, account: string): readonly PlacedRecord[] =>
      journal
        .openOrders()
        .filter((row): row is PlacedRecord => row.venue === venue && row.account === account),

    /**
     * Returns accounts with orders that are open, in flight or of unknown outcome, and those with an order that ended
     * recently.
     */
    activeAccounts: (venue: VenueId): readonly string[] => {
      const settled = journal.settledBetween(...within(SURE_MS))
      const rows = [...journal.openOrders(), ...journal.listUnknown(), ...settled]
      return [...new Set(rows.filter((row) => row.venue === venue).map(({ account }) => account))]
    },

    hasAccount: (venue: VenueId, account: string, to: string): boolean =>
      needed(() => journal.hasAccount(venue, account, to)),

    /** Moves the orders of an account to another name of the same account. */
    renameAccount(venue: VenueId, from: string, to: string): void {
      needed(() => journal.renameAccount(venue, from, to))
    },

    hasOrdersOn: (venue: VenueId): boolean => journal.list({ venue, limit: 1 }).length > 0,

    filledBy: (venue: VenueId, account: string) => journal.filledBy(venue, account),

    /** Whether the journal has an order that the venue shows, by its id or its name. */
    knows: (venue: VenueId, account: string, order: Order): boolean =>
      rowOf(venue, account, order) !== undefined,

    /**
     * Returns an order that was placed here as it was requested; other orders as the venue shows them, also while the
     * journal cannot be read. New facts from the venue are written.
     */
    asAsked: (venue: VenueId, account: string, order: Order): Order => asListed(venue, account, order).order,

    asListed,

    /** Same as `asAsked`, with the price and the amount that the venue shows, though they may be older than the last change. */
    asShown(venue: VenueId, account: string, order: Order): Order {
      const row = rowOf(venue, account, order)
      if (row === undefined) return order
      takeIn(row, withOwnEnd(row, order))
      return asAskedBy(row, order)
    },

    /** Returns an order that was sent so recently that the venue may not show it yet, or undefined for any other. */
    placedLately(venue: VenueId, account: string, id: string): Order | undefined {
      const row = rowOf(venue, account, { id })
      if (row?.outcome.state !== 'placed' || ageOf(row) >= SURE_MS) return undefined
      return toRequestedSide(row.terms, row.outcome.order)
    },

    /**
     * Returns the outcome of an order whose response has just arrived, where its cancel was accepted before.
     * @param id id of its row
     */
    withEarlyCancel<Outcome extends OrderOutcome>(id: string, answered: Outcome): Outcome {
      if (answered.state !== 'placed') return answered
      const { order } = answered
      const canceled = earlyCancelOf(id, order.id)
      const now = canceled && mergeOrder(order, canceled)
      return now === undefined ? answered : { ...answered, order: now }
    },

    /** Records that the venue has accepted the cancel of an order, and returns the order as it was requested. */
    canceled(venue: VenueId, account: string, order: Order): Order {
      const known = rowOf(venue, account, order)
      const row =
        known?.outcome.state === 'placed' ? known : noteEarly(venue, account, toCanceledOrder(order))
      if (row?.outcome.state !== 'placed') return toCanceledOrder(order)
      // Some venues report only that the order is canceled.
      const told = order.marketId === 'unknown' ? { ...row.outcome.order, id: order.id } : order
      const asked = withAmountOf(row, toRequestedSide(row.terms, toCanceledOrder(told)))
      // The cancel of a remainder continues until the venue shows that nothing is left.
      if (row.outcome.isRestOpen !== true) takeIn(row, asked)
      else if (isEnded(told)) learn(row, { state: 'placed', order: asked })
      return asked
    },
  }
}
