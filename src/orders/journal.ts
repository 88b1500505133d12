import type { ErrorCode, ErrorDetail } from '../api/envelope/errors.js'
import type { VenueId } from '../api/envelope/venue-ids.js'
import type { Order } from '../api/models/models.js'
import { isEnded } from '../api/models/order-state.js'
import { DAY_MS } from '../api/times/resolution.js'
import type { OrderHandle, OrderTerms } from '../venue-kit/contract/trading.js'
import type { OrderStop } from './stop.js'

/** An order that is about to be sent. It contains no secret and no signature. */
export interface OrderIntent {
  /** The row's id. */
  readonly id: string
  /** Epoch ms. */
  readonly at: number
  readonly venue: VenueId
  /** The account of the order (venue-kit/contract/account-secrets.ts, `accountOf`). */
  readonly account: string
  /** The `X-Request-Id` of the request that places it. */
  readonly requestId: string
  /** The caller's name for the order, which makes a retry safe. Absent if the caller sent none. */
  readonly key?: string
  /** Hash of the order request, equal for identical requests. */
  readonly fingerprint: string
  readonly terms: OrderTerms
  readonly handle?: OrderHandle
  readonly isUnique?: true
  /** Whether the unfilled remainder is canceled, as for a market order that is sent as a limit order. */
  readonly cancelsRest?: true
  /** The venue's id for the order that this row changes, since the row is not a separate order. Its cost is the added part. */
  readonly edits?: string
  /** The price and amount of that order before the change, as the venue showed them. */
  readonly was?: Pick<OrderTerms, 'price' | 'amount'>
  /** The cost for the daily limit (guard.ts, `computeCountedPrice`, times the amount): decimal text. */
  readonly cost: string
}

/** The outcome of an order. */
export type OrderOutcome =
  | {
      readonly state: 'placed'
      readonly order: Order
      /** A part that must be canceled may still fill, because the venue has not confirmed the cancellation. */
      readonly isRestOpen?: true
    }
  /** The venue, or the connection to it, refused the order: it was not placed. */
  | { readonly state: 'refused'; readonly error: StoredError }
  /** The response was lost: the order may have been placed. */
  | { readonly state: 'unknown'; readonly error: StoredError }
  /** A later lookup confirmed that the venue does not have the order. */
  | { readonly state: 'absent' }

/** The error that was returned to the caller, so that a retry returns it again. */
export interface StoredError {
  readonly code: ErrorCode
  readonly message: string
  readonly detail?: ErrorDetail
}

export interface JournalRow extends OrderIntent {
  /** `sending` from just before the call until the outcome is stored. After a crash the outcome is unknown. */
  readonly outcome: OrderOutcome | { readonly state: 'sending' }
  /** Time of the last send in epoch ms, if it was sent again. */
  readonly sentAgainAt?: number
  /** Time of the outcome, epoch ms. */
  readonly settledAt?: number
  /** Whether the response was delivered to the caller, as far as is known. */
  readonly isAnswered: boolean
}

/** The filled contracts of an account's orders for one outcome and side. */
export interface FilledSum {
  readonly marketId: string
  readonly outcomeId: string
  readonly side: OrderTerms['side']
  /** Contracts. */
  readonly filled: number
  /** Whether the fills of some of the orders are unknown. */
  readonly isUncertain: boolean
}

/** A query for rows, newest first. */
interface JournalQuery {
  readonly venue?: VenueId
  readonly limit: number
}

/**
 * The journal of orders sent to venues, written before and after each call. It ensures that no order is placed twice or lost. All
 * writes are on the disk when they return. Rows contain the wall clock's time. Readers must judge the age of a row themselves,
 * because that clock may be changed.
 */
export interface OrderJournal {
  /** Opens the journal; must be awaited before any other call. @throws the error that prevents it; then no order may be sent */
  open(): Promise<void>
  /**
   * Waits up to some seconds until no other program reads or writes the file. @throws PmxError after that; then no order is sent
   */
  waitForWriteLock(): Promise<void>
  /**
   * Runs reads and writes of the journal as one transaction, without writes of other processes in between.
   * @throws the errors of `work` or of the file
   */
  transact<Result>(work: () => Result): Result
  /** Stores an order before it is sent. @throws the error of the file; then the order may not be sent */
  intend(intent: OrderIntent): void
  /** Marks that the same order is sent again with the same id; its outcome is unknown from then on. */
  resume(id: string, at: number): void
  recordOutcome(id: string, outcome: OrderOutcome, at: number): void
  answered(id: string): void
  /** Returns the order for a name ({@link findOrderOfName}): the caller's key, or the client order id with which it was sent. */
  byKey(venue: VenueId, account: string, key: string): JournalRow | undefined
  /** Returns the newest row with the venue's id for an order, or else with its client order id. */
  findRow(venue: VenueId, account: string, order: Pick<Order, 'id' | 'clientOrderId'>): JournalRow | undefined
  /**
   * Returns orders from an identical request that were or may have been placed, and whose response may not have been delivered.
   * At most the newest {@link MAX_UNANSWERED}, newest first.
   */
  unanswered(venue: VenueId, account: string, fingerprint: string): readonly JournalRow[]
  /**
   * Returns the rows of an order and of the changes that were or may have been made to it, in the order in which they were sent.
   */
  rowsOf(venue: VenueId, account: string, orderId: string): readonly JournalRow[]
  row(id: string): JournalRow | undefined
  /** Returns orders with an unknown outcome, oldest first. */
  listUnknown(): readonly JournalRow[]
  /** Returns orders with a part that is to be canceled and may still fill, oldest first. */
  openRests(): readonly JournalRow[]
  /** Returns orders that are open on the venue as far as is known, oldest first, without those with an unknown outcome. */
  openOrders(): readonly JournalRow[]
  /** Returns orders that were sent since then, for the first time or again, with any outcome; oldest first. */
  sentSince(at: number): readonly JournalRow[]
  /** Returns orders whose outcome was stored between these wall clock times, inclusive, oldest first. */
  settledBetween(from: number, to: number): readonly JournalRow[]
  /**
   * Returns the stop in force, or undefined while orders may be placed. Must be read in the transaction that writes an
   * order.
   */
  stopped(): OrderStop | undefined
  /**
   * Stops all orders, in every process that shares the file. An earlier stop that is in force gets the time of this one, so
   * that it is not ended by its earlier time.
   * @returns the stop in force: it has the user and the reason of the earlier stop
   */
  stop(stop: OrderStop): OrderStop
  /**
   * Ends the stop.
   * @param of the stop's own time: a stop of another time remains, for example one that was made meanwhile
   * @returns the stop that ended, or undefined if none was in force, or only another one
   */
  endStop(at: number, by: string, of?: number): OrderStop | undefined
  /**
   * Returns the costs of orders that were sent since then, for the first time or again, and were or may have been placed. The
   * costs of canceled parts are released (exposure.ts). Decimal texts.
   */
  costsSince(at: number): readonly string[]
  /** Returns the known fills of orders that are known to have been placed. */
  filledBy(venue: VenueId, account: string): readonly FilledSum[]
  /** Returns the time of the latest row in epoch ms, or undefined if there is none. */
  newestAt(): number | undefined
  list(query: JournalQuery): readonly JournalRow[]
  /**
   * Stores that the venue canceled an order that no row shows as placed yet. The process that placed it may not have received the
   * response. Stored for a day.
   * @param at epoch ms
   */
  noteEarlyCancel(venue: VenueId, account: string, canceled: Order, at: number): void
  /** Returns such a canceled order by the venue's id, for the transaction that stores that it was placed. */
  earlyCancel(venue: VenueId, account: string, orderId: string): Order | undefined
  /** Stores which orders were checked for second copies, until they are sent again. @param at epoch ms */
  noteCopiesChecked(ids: readonly string[], at: number): void
  /**
   * Returns the ids of orders whose check was stored after another one, and the number of the newest one. Stored for
   * {@link COPY_CHECK_RETENTION_MS}.
   * @param after number of a stored check; 0 for all
   */
  listCopiesChecked(after: number): { readonly ids: readonly string[]; readonly last: number }
  /** Whether the account has rows, or `renameAccount` moved rows from it to an account other than `to`. */
  hasAccount(venue: VenueId, account: string, to: string): boolean
  /**
   * Moves the rows of an account to another of its names, including rows that were moved to a third name. If several accounts
   * share a name, each has the rows while it makes requests, so no order is lost.
   */
  renameAccount(venue: VenueId, from: string, to: string): void
  /**
   * Deletes orders that were sent and ended before then, including refused ones. Orders that are open or have an unknown outcome
   * are never deleted.
   * @returns the number of deleted rows
   */
  prune(before: number): number
  close(): void
}

/** How long the cancellations of orders without a placed row are stored, ms. */
export const CANCEL_RETENTION_MS = 86_400_000

/** How long checks for second copies are stored, ms: longer than orders are checked. */
export const COPY_CHECK_RETENTION_MS = 2 * DAY_MS

/** How long `orders log` lists an order after its end, ms. After that its row may be deleted. */
export const ROW_RETENTION_MS = 90 * DAY_MS

/** Maximum number of orders of {@link OrderJournal.unanswered}. */
export const MAX_UNANSWERED = 50

export function hasUnknownOutcome({ outcome }: Pick<JournalRow, 'outcome'>): boolean {
  return outcome.state === 'sending' || outcome.state === 'unknown'
}

/** Whether a part of it must be canceled and may still fill. */
export function hasOpenRest({ outcome }: Pick<JournalRow, 'outcome'>): boolean {
  return outcome.state === 'placed' && outcome.isRestOpen === true
}

/** Whether a part of it is known to be open at the venue. */
export function isOpen({ outcome }: Pick<JournalRow, 'outcome'>): boolean {
  if (outcome.state !== 'placed') return false
  return !isEnded(outcome.order) || outcome.isRestOpen === true
}

/** The venue's id for the order that a row placed or changes, if known. */
export function orderIdOf({ outcome, edits }: Pick<JournalRow, 'outcome' | 'edits'>): string | undefined {
  return outcome.state === 'placed' ? outcome.order.id : edits
}

/** Whether it is known that the venue did not place it. */
export function isKnownNotPlaced({ outcome }: Pick<JournalRow, 'outcome'>): boolean {
  return outcome.state === 'refused' || outcome.state === 'absent'
}

/**
 * Returns the order for a name, from the rows with that name: the newest that was or may have been placed. The row of a
 * refused order never hides it, whichever of its names matched.
 * @returns the newest row where none was placed, or undefined without rows
 */
export function findOrderOfName(rows: readonly JournalRow[]): JournalRow | undefined {
  const placed = rows.filter((row) => !isKnownNotPlaced(row))
  return (placed.length > 0 ? placed : rows).reduce<JournalRow | undefined>(
    (newest, row) => (newest === undefined || row.at >= newest.at ? row : newest),
    undefined,
  )
}
