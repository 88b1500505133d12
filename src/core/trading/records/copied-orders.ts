import { messageOf } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Order } from '../../../api/models/models.js'
import { DAY_MS } from '../../../api/times/resolution.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import type { Clock } from '../../../effects/clock.js'
import type { Logger } from '../../../observe/logger.js'
import { type JournalRow, type OrderJournal, orderIdOf } from '../../../orders/journal.js'
import { createLru } from '../../../policy/lru.js'
import { type PlacedRecord, toPlacedOutcome } from './present-state.js'
import { CLOCK_SLACK_MS, SURE_MS } from './reconcile-order.js'

interface CopiedOrdersDeps {
  readonly journal: Pick<
    OrderJournal,
    | 'answered'
    | 'findRow'
    | 'intend'
    | 'listCopiesChecked'
    | 'listUnknown'
    | 'noteCopiesChecked'
    | 'recordOutcome'
    | 'sentSince'
    | 'transact'
  >
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Logger
  /** Returns the current time for computing an order's age, epoch ms. */
  ageTime(venue?: VenueId): number
  ageOf(row: JournalRow): number
  wallNow(): number
  /** Returns a row with the outcome that could not be written yet. */
  asKnown(row: JournalRow): JournalRow
  /** Runs code that reads the journal. @throws PmxError where the journal cannot be read */
  needed<Result>(work: () => Result): Result
}

/** An account with orders in the journal. */
export type OrderAccount = Pick<JournalRow, 'venue' | 'account'>

/** An order that may still have a second copy, and why. */
export interface UncheckedOrder {
  readonly row: PlacedRecord
  /**
   * `long`: it is beyond the pages that were read. `doubt`: the copy may be an order with an unknown outcome, which the limits
   * count. `unread`: some rows were not read, or are only partly known.
   */
  readonly because: 'long' | 'doubt' | 'unread'
}

/** The result of writing a second copy. */
type NotedCopy = 'written' | 'known' | 'doubt' | 'unread'

/** Suffix of a second copy's fingerprint. */
const COPY_SUFFIX = ' copy'

/** A second copy follows the first one within this time, ms. An order from another program may follow later. */
const SAME_MOMENT_MS = 5_000

/** Rows of two venues that are written at the same time are dated further apart only if a clock is wrong, ms. */
const VENUES_APART_MS = 12 * 60_000
/** Maximum number of orders that are remembered as checked. */
const MAX_CHECKED = 20_000
/** An order beyond the pages that are read is searched for again only after this time, ms, because lists only grow. */
const RETRY_LONG_MS = 10 * 60_000
/** Maximum number of remembered orders from other programs that were looked up. */
const MAX_OTHERS = 2_000
/** Maximum number of accounts that are checked before an order. */
const MAX_ACCOUNTS = 100

/**
 * Creates the records of orders that an intermediate server sent twice. The venue then has two orders, and the response names one
 * of them. The other order gets a separate row, so that it is counted and shown.
 */
export function createCopiedOrders({
  journal,
  clock,
  log,
  ageTime,
  ageOf,
  wallNow,
  asKnown,
  needed,
}: CopiedOrdersDeps) {
  /** Rows that were checked for copies, either when no list could lag any longer or earlier. */
  const checked = createLru<'sure' | 'early'>(MAX_CHECKED)
  const isSure = (row: JournalRow): boolean => ageOf(row) >= SURE_MS
  const isUnsure = ({ id }: JournalRow): boolean => checked.get(id) !== 'sure'
  /** Orders whose check is due and was not possible, by the ids of their rows. The limits count them twice. */
  const pending = new Map<string, PlacedRecord>()
  /** Orders whose check is in progress. */
  const searching = new Map<string, PlacedRecord>()
  /** Number of the newest stored check that was read. */
  let lastStored = 0
  /** When the check of rows ended beyond the pages that are read, by the monotonic clock. */
  const tooLong = createLru<number>(MAX_CHECKED)

  /** Since when orders of an account are read for the next check, epoch ms: all earlier ones were checked. */
  const readFrom = new Map<string, number>()

  /** Accounts with orders of the last day that have no name at their venue, and since when the journal is read for more. */
  const seen = createLru<OrderAccount>(MAX_ACCOUNTS)
  let seenUntil = Number.NEGATIVE_INFINITY

  function mayBeCopied(
    venue: JournalRow['venue'],
    account: string,
    since = Number.NEGATIVE_INFINITY,
  ): readonly PlacedRecord[] {
    return needed(() => journal.sentSince(Math.max(ageTime() - DAY_MS, since)))
      .map(asKnown)
      .filter((row): row is PlacedRecord => isOf(row, venue, account) && isPlacedUnnamed(row))
      .reverse()
  }

  /** Reads which orders other processes have checked. */
  function learnChecks(): void {
    const { ids, last } = needed(() => journal.listCopiesChecked(lastStored))
    lastStored = last
    for (const id of ids) {
      checked.set(id, 'sure')
      pending.delete(id)
    }
  }

  function isDue(row: JournalRow): boolean {
    const before = checked.get(row.id)
    return before === undefined || (before === 'early' && isSure(row))
  }

  function isTooLong({ id }: JournalRow): boolean {
    const at = tooLong.get(id)
    return at !== undefined && clock.monotonic() - at < RETRY_LONG_MS
  }

  /** Only checks after which no list can lag are final. A failure to store them means that they are repeated. */
  function store(ids: readonly string[]): void {
    if (ids.length === 0) return
    try {
      journal.noteCopiesChecked(ids, wallNow())
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'checks for second copies of orders could not be journaled')
    }
  }

  return {
    /** Looked-up orders that are not copies, by venue and id. */
    otherOrders: createLru<Order>(MAX_OTHERS),

    /** Returns orders that the limits count twice: a check for their copies is due, and was not possible so far. */
    possiblyCopied(): readonly PlacedRecord[] {
      learnChecks()
      const from = ageTime() - DAY_MS
      for (const [id, { at, sentAgainAt = at }] of pending) if (sentAgainAt < from) pending.delete(id)
      return [...pending.values()]
    },

    /** Records that orders no longer wait for the checks in progress. */
    noteLateChecks(): void {
      for (const [id, row] of searching) pending.set(id, row)
    },

    /** Returns accounts with orders that may have been placed twice, including orders from other processes. */
    accountsSeen(): readonly OrderAccount[] {
      const began = ageTime()
      for (const row of needed(() => journal.sentSince(Math.max(began - DAY_MS, seenUntil)))) {
        const { venue, account, handle, edits } = row
        if (handle === undefined && edits === undefined) seen.set(`${venue} ${account}`, { venue, account })
      }
      // Rows have the times of their venues.
      seenUntil = began - VENUES_APART_MS
      return seen.values()
    },

    /**
     * Returns orders of an account that may have been placed twice and were not checked yet, newest first: without a name by
     * which the venue refuses the second one. They were sent within a day. Whether they have filled says nothing about the second
     * one. Lists lag, so that a young order is returned again once the lists are sure to show a copy.
     * @param which `unsure` for young orders too, and for those beyond the pages that were read before
     * @returns the rows, and functions that record that they were checked now, except for some, or that none was
     */
    uncheckedForCopies(venue: JournalRow['venue'], account: string, which: 'due' | 'unsure' = 'due') {
      const name = `${venue} ${account}`
      const began = ageTime(venue)
      learnChecks()
      // An order with an unknown outcome may turn out to be placed.
      const doubts = needed(() => journal.listUnknown()).filter((row) => isOf(row, venue, account))
      const waiting = [...pending.values()].filter((row) => isOf(row, venue, account))
      const recent = mayBeCopied(venue, account, readFrom.get(name))
      const rows = [...new Map([...waiting, ...recent].map((row) => [row.id, row])).values()]
      rows.sort((one, other) => other.at - one.at)
      const isAsked = which === 'due' ? (row: PlacedRecord) => isDue(row) && !isTooLong(row) : isUnsure
      const due = rows.filter(isAsked)
      const states = due.map((row) => [row.id, isSure(row) ? 'sure' : 'early'] as const)
      for (const row of due) if (isDue(row)) searching.set(row.id, row)
      const noteChecked = (except: readonly UncheckedOrder[]): void => {
        const open = new Set(except.map(({ row }) => row.id))
        const done = states.filter(([id]) => !open.has(id))
        const sure = done.filter(([, state]) => state === 'sure')
        for (const [id] of states) searching.delete(id)
        for (const [id, state] of done) {
          checked.set(id, state)
          pending.delete(id)
        }
        store(sure.map(([id]) => id))
        for (const { row, because } of except) {
          if (because === 'doubt') pending.delete(row.id)
          else if (isDue(row)) pending.set(row.id, row)
          if (because === 'long') tooLong.set(row.id, clock.monotonic())
        }
        const left = rows.filter((row) => isUnsure(row) && !pending.has(row.id))
        readFrom.set(name, Math.min(began, ...[...doubts, ...left].map(({ at }) => at)) - 2 * CLOCK_SLACK_MS)
      }
      const noteUnread = (): void => noteChecked(due.map((row) => ({ row, because: 'unread' })))
      return { due, noteChecked, noteUnread }
    },

    /**
     * Writes an order of the venue that is a second copy of an order, unless the journal has it, or an order with an unknown
     * outcome may be it.
     * @param id for the new row
     * @param copy as the caller requested it
     * @param mayBe whether an order with an unknown outcome may be this one
     * @returns `written`; `known` where the journal has it; `doubt` where it may be another order; `unread` where it could not be
     * written
     */
    noteCopy(id: string, of: PlacedRecord, copy: Order, mayBe: (row: JournalRow) => boolean): NotedCopy {
      const { venue, account, requestId, fingerprint, terms, cost } = of
      // A built order that was refused may have been sent again on another day.
      const { sentAgainAt: at = of.at } = of
      // The remainder of a market order is canceled. It rests at exactly the worst price; another order may be the owner's.
      const isRest =
        of.cancelsRest === true && copy.price === Number(terms.price) && isOfMoment(copy, of.outcome.order)
      const rest = isRest ? ({ cancelsRest: true } as const) : {}
      try {
        const noted = journal.transact((): NotedCopy => {
          if (journal.findRow(venue, account, { id: copy.id }) !== undefined) return 'known'
          // Several keys of one account are several accounts here.
          const isAtVenue = (row: JournalRow): boolean => row.venue === venue
          const sent = journal
            .sentSince(at - 2 * CLOCK_SLACK_MS)
            .filter(isAtVenue)
            .map(asKnown)
          if (sent.some((row) => orderIdOf(row) === copy.id)) return 'known'
          if (journal.listUnknown().some((row) => isAtVenue(row) && mayBe(row))) return 'doubt'
          journal.intend({
            id,
            ...{ at, venue, account, requestId, cost, ...rest },
            // No call with the name or the terms of the first order may return this one.
            fingerprint: `${fingerprint}${COPY_SUFFIX}`,
            terms: { ...terms, clientOrderId: `copy-${copy.id}` },
          })
          journal.recordOutcome(id, toPlacedOutcome(copy, { ...rest, terms }), wallNow())
          journal.answered(id)
          return 'written'
        })
        if (noted === 'written')
          log.error(
            { venue, order: of.outcome.order.id, copy: copy.id, filled: copy.filled },
            'an order was placed twice, because the venue has a second order with the same market, side, size and time',
          )
        return noted
      } catch (error) {
        log.warn(
          { reason: messageOf(error), order: copy.id },
          'a second copy of an order could not be journaled',
        )
        return 'unread'
      }
    },
  }
}

/** Whether the venue dates two orders within seconds of each other, by its own clock. */
function isOfMoment(order: Order, other: Order): boolean {
  const isDated = knowsMember(order, 'timestamp') && knowsMember(other, 'timestamp')
  return isDated && Math.abs(order.timestamp - other.timestamp) <= SAME_MOMENT_MS
}

function isOf(row: JournalRow, venue: JournalRow['venue'], account: string): boolean {
  return row.venue === venue && row.account === account
}

/** Whether an order was placed without a name, so that it may have been placed twice. */
function isPlacedUnnamed(row: JournalRow): row is PlacedRecord {
  const { handle, edits, outcome, fingerprint } = row
  // More copies of an order are found as copies of the first one.
  if (fingerprint.endsWith(COPY_SUFFIX)) return false
  return handle === undefined && edits === undefined && outcome.state === 'placed'
}
