import { messageOf } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import type { Logger } from '../../../observe/logger.js'
import type { JournalRow, OrderIntent, OrderJournal } from '../../../orders/journal.js'
import type { ListedFacts } from '../../../streams/account/tracker.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import { toRequestedTerms } from '../../../venue-kit/orders/order-request.js'
import { toRequestedSide } from '../request/requested-side.js'
import { mayBeUnlisted } from './list-lag.js'
import { isOrderOf } from './reconcile-order.js'

interface OrderChangesDeps {
  readonly journal: Pick<OrderJournal, 'rowsOf'>
  readonly log: Logger
  ageOf(row: JournalRow): number
  /** @throws PmxError if the journal cannot be read */
  needed<Result>(work: () => Result): Result
}

/**
 * Creates a view of changed orders. Lookups and lists lag, so a venue row may be older than a change for as long as a list may
 * lack an order sent at the same time.
 */
export function createOrderChanges({ journal, log, ageOf, needed }: OrderChangesDeps) {
  /** Returns the rows of an order and of its changes, or none while the journal cannot be read. */
  function readRows({ venue, account }: JournalRow, orderId: string): readonly JournalRow[] {
    try {
      return journal.rowsOf(venue, account, orderId)
    } catch (error) {
      log.warn({ reason: messageOf(error), order: orderId }, 'the changes of an order cannot be read')
      return []
    }
  }

  return {
    readRows,

    /**
     * Returns the order with the price and amount of its last change, if the venue may show it as it was before. A frame
     * counts as older than the change if it shows the order with earlier terms.
     * @param row the row of the last change
     * @param shown the order as its caller requested it
     * @param listed absent for frames
     */
    withLast(row: JournalRow, shown: Order, listed: ListedFacts | undefined): Order {
      const { edits } = row
      if (edits === undefined || !mayBeUnlisted(row, { ageOf }, listed?.until)) return shown
      const isNewFrame = listed === undefined && !hasEarlierTerms(row, readRows(row, edits), shown)
      return isNewFrame ? shown : withChange(row, shown)
    },

    /** Whether an order had the terms that its venue shows before a change. @throws PmxError if the journal cannot be read */
    hadTerms(change: OrderIntent, shown: Order): boolean {
      const { venue, account, edits } = change
      if (edits === undefined) return false
      const rows = needed(() => journal.rowsOf(venue, account, edits))
      return hasEarlierTerms(change, rows, toRequestedSide(change.terms, shown))
    },

    /**
     * Whether a row of the venue that shows the order with the terms of a change may be older than that change.
     * @param listedUntil see `listedUntilOf` (accounts/recently-sent.ts)
     * @throws PmxError if the journal cannot be read
     */
    mayShowEarlier(change: OrderIntent, listedUntil: number | undefined): boolean {
      const { venue, account, edits } = change
      if (edits === undefined) return false
      const rows = needed(() => journal.rowsOf(venue, account, edits))
      return mayShowEarlierTerms(change, rows, (row) => mayBeUnlisted(row, { ageOf }, listedUntil))
    },
  }
}

/**
 * Returns an open order with the price and the amount of its last change, and the fills of the shown row. The row may be
 * older than that change. An ended order is newer, because orders do not change after they have ended.
 * @param row the row of the change, which the venue accepted
 * @param shown the order as its caller requested it
 * @returns `shown` itself if the row agrees with the change
 */
function withChange({ edits, outcome }: Pick<JournalRow, 'edits' | 'outcome'>, shown: Order): Order {
  if (edits === undefined || outcome.state !== 'placed' || outcome.order.id !== shown.id) return shown
  const { order } = outcome
  const isAmountKnown = knowsMember(order, 'amount')
  const price = order.price ?? shown.price
  const amount = isAmountKnown ? order.amount : shown.amount
  if (isEnded(shown) || (price === shown.price && amount === shown.amount)) return shown
  const { filled } = shown
  const isLeftKnown = knowsMember(shown, 'filled') && (isAmountKnown || knowsMember(shown, 'amount'))
  const remaining = isLeftKnown
    ? Math.max(0, toNumber(subtractDecimals(decimalOf(amount), decimalOf(filled))))
    : shown.remaining
  return { ...shown, ...(price === undefined ? {} : { price }), amount, remaining }
}

/** A change, or an order that was placed. */
type Sent = Pick<OrderIntent, 'id' | 'terms' | 'edits' | 'was'>

/**
 * Whether a row of the venue that shows the order with the terms of a change may be older than the change. This is the case if
 * the order had the same terms before another change, and the row may be older than that one.
 * @param rows of the order, in the sequence in which they were sent
 * @param mayPredate whether the row of the venue may be older than a change
 */
function mayShowEarlierTerms<Row extends Sent>(
  change: Sent,
  rows: readonly Row[],
  mayPredate: (row: Row) => boolean,
): boolean {
  const hasTerms = (terms: OrderTerms): boolean => isOrderOf(change.terms, toRequestedTerms(terms))
  let hadTerms = change.was !== undefined && hasTerms({ ...change.terms, ...change.was })
  for (const row of sentBefore(change, rows)) {
    hadTerms ||= row.was !== undefined && hasTerms({ ...row.terms, ...row.was })
    const isSame = hasTerms(row.terms)
    if (hadTerms && !isSame && row.edits !== undefined && mayPredate(row)) return true
    hadTerms ||= isSame
  }
  return false
}

/** Whether an order is shown with the price and amount that it had before a change. @param rows of the order, as sent */
function hasEarlierTerms(change: Sent, rows: readonly Sent[], shown: Order): boolean {
  if (shown.price === undefined || !knowsMember(shown, 'amount')) return false
  const states = [change, ...sentBefore(change, rows)].flatMap(({ id, terms, was }) => [
    ...(id === change.id ? [] : [terms]),
    ...(was === undefined ? [] : [{ ...terms, ...was }]),
  ])
  return states.some((terms) => isOrderOf(terms, shown))
}

function sentBefore<Row extends Sent>({ id }: Sent, rows: readonly Row[]): readonly Row[] {
  const index = rows.findIndex((row) => row.id === id)
  return index === -1 ? rows : rows.slice(0, index)
}
