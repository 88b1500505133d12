import type { ErrorCode, ErrorDetail } from '../api/envelope/errors.js'
import type { VenueId } from '../api/envelope/venue-ids.js'
import type { Order } from '../api/models/models.js'
import { isEnded } from '../api/models/order-state.js'
import { DAY_MS } from '../api/times/resolution.js'
import type { OrderHandle, OrderTerms } from '../venue-kit/contract/trading.js'
import type { OrderStop } from './stop.js'

/** An order that is about to be sent. Nothing secret is in it, and no signature. */
export interface OrderIntent {
  /** Names the row. */
  readonly id: string
  /** Epoch ms. */
  readonly at: number
  readonly venue: VenueId
  /** Whose account it is (venue-kit/contract/account-secrets.ts, `accountOf`). */
  readonly account: string
  /** The request that wants it, as its `X-Request-Id` tells. */
  readonly requestId: string
  /** By which the caller names the order, so that he may ask again; absent where he gave no name. */
  readonly key?: string
  /** What was asked for: two requests that want the same have the same. */
  readonly fingerprint: string
  readonly terms: OrderTerms
  readonly handle?: OrderHandle
  readonly isUnique?: true
  /** What it does not fill at once is canceled: it is sent as a limit order and wanted at the market. */
  readonly cancelsRest?: true
  /** It changed this order, by the venue's id, and is none of its own. Its cost is what the change adds. */
  readonly edits?: string
  /** What the daily limit counts (guard.ts, `computeCountedPrice`, times the amount): decimal text. */
  readonly cost: string
}

/** What became of it. */
export type OrderOutcome =
  | {
      readonly state: 'placed'
      readonly order: Order
      /** A part that is to be canceled may still fill: the venue has not confirmed the cancel. */
      readonly isRestOpen?: true
    }
  /** The venue, or the way to it, refused: it was not placed. */
  | { readonly state: 'refused'; readonly error: StoredError }
  /** The answer was lost: it may have been placed. */
  | { readonly state: 'unknown'; readonly error: StoredError }
  /** It was asked for afterwards, and the venue is sure that there is none. */
  | { readonly state: 'absent' }

/** A failure as it was told to the caller, for him to be told again. */
export interface StoredError {
  readonly code: ErrorCode
  readonly message: string
  readonly detail?: ErrorDetail
}

export interface JournalRow extends OrderIntent {
  /** `sending` from before the wire until the outcome is written: after a crash it says that nobody knows. */
  readonly outcome: OrderOutcome | { readonly state: 'sending' }
  /** Epoch ms of the last time it was sent, where that was not the first. */
  readonly sentAgainAt?: number
  /** Epoch ms of the outcome. */
  readonly settledAt?: number
  /** The caller has the answer, as far as this machine can tell. */
  readonly isAnswered: boolean
}

/** What the orders of an account filled, of one outcome and direction. */
export interface FilledSum {
  readonly marketId: string
  readonly outcomeId: string
  readonly side: OrderTerms['side']
  /** Contracts. */
  readonly filled: number
  /** What some of them filled is not known. */
  readonly isUncertain: boolean
}

/** A question for rows: newest first. */
interface JournalQuery {
  readonly venue?: VenueId
  readonly limit: number
}

/**
 * What was sent to venues, written before it was and after: the memory by which no order is placed twice and none is
 * forgotten. All writes are on the disk when they return. Rows carry the time of the wall clock; how old one is is for
 * the reader to judge, because that clock may be set.
 */
export interface OrderJournal {
  /** To be awaited before anything else is asked of it. @throws what stands in the way: then nothing may be sent */
  open(): Promise<void>
  /**
   * Runs reads and writes of the journal as one: no other process that shares the file writes between them. Kept whole
   * or not at all. @throws what the work or the file throws
   */
  transact<Result>(work: () => Result): Result
  /** @throws what the file throws: then nothing may be sent */
  intend(intent: OrderIntent): void
  /** The same order goes to the venue again, by the same name: nobody knows its outcome from now on. */
  resume(id: string, at: number): void
  settle(id: string, outcome: OrderOutcome, at: number): void
  answered(id: string): void
  /** The order that a name stands for ({@link findOrderOfName}): the caller's key, or the client order id that it was sent with. */
  byKey(venue: VenueId, account: string, key: string): JournalRow | undefined
  /** The newest order that the venue tells by this id, else by the name that it was sent with. */
  told(venue: VenueId, account: string, order: Pick<Order, 'id' | 'clientOrderId'>): JournalRow | undefined
  /**
   * Orders that wanted the same, were or may have been placed, and whose caller may not have his answer: the newest
   * few, newest first.
   */
  unanswered(venue: VenueId, account: string, fingerprint: string): readonly JournalRow[]
  row(id: string): JournalRow | undefined
  /** Orders of which nobody knows whether they were placed, oldest first. */
  inDoubt(): readonly JournalRow[]
  /** Orders a part of which is to be canceled and may still fill, oldest first. */
  openRests(): readonly JournalRow[]
  /** Orders that rest at the venue as far as the journal knows, oldest first; those in doubt are none of them. */
  openOrders(): readonly JournalRow[]
  /** Orders that were sent since then, for the first time or again, whatever their fate; oldest first. */
  sentSince(at: number): readonly JournalRow[]
  /** Orders of which something became known between these times of the wall clock, both included; oldest first. */
  settledBetween(from: number, to: number): readonly JournalRow[]
  /** Undefined while orders may be placed. To be read in the transaction that writes an order. */
  stopped(): OrderStop | undefined
  /** Refuses all orders from now on, in every process that shares the file. @returns the stop in force, which may be an earlier one */
  stop(stop: OrderStop): OrderStop
  /** @returns the stop that ended; undefined where none was in force */
  endStop(at: number, by: string): OrderStop | undefined
  /**
   * Costs of orders that were sent since then, for the first time or again, and were, or may have been, placed, without what was canceled unfilled
   * (exposure.ts): decimal texts.
   */
  costsSince(at: number): readonly string[]
  /** What the orders filled that are known to be placed, as far as is known. */
  filledBy(venue: VenueId, account: string): readonly FilledSum[]
  /** Epoch ms of the latest row; undefined where there is none. */
  newestAt(): number | undefined
  list(query: JournalQuery): readonly JournalRow[]
  /**
   * The venue has canceled an order of which no row says yet that it was placed: the process that places it may not have
   * its answer. Kept for a day. @param at epoch ms
   */
  noteEarlyCancel(venue: VenueId, account: string, canceled: Order, at: number): void
  /** Such an order as it was canceled, by the venue's id; in the transaction that writes that it was placed. */
  earlyCancel(venue: VenueId, account: string, orderId: string): Order | undefined
  /** Whether there are rows of an account, or rows of it that another one than `to` was given (`renameAccount`). */
  hasAccount(venue: VenueId, account: string, to: string): boolean
  /**
   * The rows of an account are those of another name of it from now on, and so are those of it that a third one was given:
   * where several go by one name, each has the rows while it asks, and no order is forgotten.
   */
  renameAccount(venue: VenueId, from: string, to: string): void
  /** Deletes orders that were sent and ended before then, also by a refusal. Orders that are open or in doubt stay at any age. @returns rows deleted */
  prune(before: number): number
  close(): void
}

/** How long cancels are kept of orders that no row knows as placed, ms. */
export const CANCEL_RETENTION_MS = 86_400_000

/** An order is listed by `orders log` this long after it ended, ms; then its row may be deleted. */
export const ROW_RETENTION_MS = 90 * DAY_MS

/** How many of {@link OrderJournalFile.unanswered} are told. */
export const MAX_UNANSWERED = 50

export function hasUnknownOutcome({ outcome }: Pick<JournalRow, 'outcome'>): boolean {
  return outcome.state === 'sending' || outcome.state === 'unknown'
}

/** Whether a part of it is to be canceled and may still fill. */
export function hasOpenRest({ outcome }: Pick<JournalRow, 'outcome'>): boolean {
  return outcome.state === 'placed' && outcome.isRestOpen === true
}

/** Whether a part of it rests at the venue as far as is known. */
export function isOpen({ outcome }: Pick<JournalRow, 'outcome'>): boolean {
  if (outcome.state !== 'placed') return false
  return !isEnded(outcome.order) || outcome.isRestOpen === true
}

/** Whether nothing more can become of it: it is neither open nor in doubt. */
export function hasEnded(row: Pick<JournalRow, 'outcome'>): boolean {
  return !hasUnknownOutcome(row) && !isOpen(row)
}

/** The venue's id of the order that a row placed or changes, as far as it is known. */
export function orderIdOf({ outcome, edits }: Pick<JournalRow, 'outcome' | 'edits'>): string | undefined {
  return outcome.state === 'placed' ? outcome.order.id : edits
}

/** Whether it is known that the venue did not place it. */
export function isKnownNotPlaced({ outcome }: Pick<JournalRow, 'outcome'>): boolean {
  return outcome.state === 'refused' || outcome.state === 'absent'
}

/** Whether it counts as placed as far as anybody knows. */
export function countsAsPlaced({ outcome }: Pick<JournalRow, 'outcome'>): boolean {
  return outcome.state === 'placed' || hasUnknownOutcome({ outcome })
}

/**
 * The order that a name stands for, of the rows that bear it: the newest that was or may have been placed. A row of a
 * refused order never hides it, whichever of its names led to the row.
 * @returns the newest row where none was placed; undefined without rows
 */
export function findOrderOfName(rows: readonly JournalRow[]): JournalRow | undefined {
  const placed = rows.filter((row) => !isKnownNotPlaced(row))
  return (placed.length > 0 ? placed : rows).reduce<JournalRow | undefined>(
    (newest, row) => (newest === undefined || row.at >= newest.at ? row : newest),
    undefined,
  )
}
