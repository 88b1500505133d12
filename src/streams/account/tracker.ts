import type { Order } from '../../api/models/models.js'
import type { Paging } from '../../venue-kit/contract/paging.js'
import { paginate } from '../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'

/** Facts about the list in which a row appears. */
export interface ListedFacts {
  /** Time until which the list is complete, if its venue reports it, epoch ms. 0 if it has not been requested yet. */
  readonly until?: number | undefined
}

/** An order from a list or a frame, as its caller requested it. */
export interface ShownOrder {
  readonly order: Order
  /** Whether the row contradicts a change that the venue accepted, and may therefore be older. */
  readonly isBehind?: true
}

/** Updates of an account. */
export interface AccountUpdates<Row> {
  readonly rows: readonly Row[]
  /** A sentence for the caller about other events that cannot be read. */
  readonly missed?: string
}

/** A reading of an account's lists. */
export interface AccountReading<Row> extends AccountUpdates<Row> {
  /** Whether part of it must be read again. */
  readonly isPartial?: true
}

/** Tracks the known rows of one kind and finds the updates in frames and lists. */
export interface Tracker<Row> {
  /** @returns the rows that frames changed, in their current state */
  apply(rows: readonly Row[]): readonly Row[]
  /** Reads the lists. The first reading is the initial state and contains no updates. @throws the error of a list */
  read(ctx: VenueContext): Promise<AccountReading<Row>>
  /** The current rows, empty for events. */
  readonly current: readonly Row[]
}

/**
 * Lists are read from a time before the last reading, because rows may be listed late and clocks may differ by up to 10 minutes.
 */
export const LIST_OVERLAP_MS = 11 * 60_000
/**
 * Venues list rows with a delay (docs.kalshi.com, get user data timestamp), whose maximum is not documented. Rows that were
 * missed, or named by a frame, are read again after this time. A list that is read sooner after a frame may be older than the
 * frame.
 */
export const LISTED_LATE_MS = 15_000
/** If a clock moves back by more than this during a reading, it was fast, and the venue's time has corrected it. */
const FAST_MS = 1_000

/** Whether a reading covered too short a time, because the clock was fast at its start. */
export function wasFast(begunAt: number, now: number): boolean {
  return now < begunAt - FAST_MS
}

/** Maximum number of pages per list in one reading. */
const MAX_PAGES = 20

interface Dated {
  readonly timestamp: number
}

/**
 * Reads a list's rows, newest first, back to a given time. An unsorted list is read to its end.
 * @returns the rows, and whether the list has more
 */
export async function readRowsSince<Row extends Dated>(
  list: Paging<Row>,
  since: number,
): Promise<{ readonly rows: readonly Row[]; readonly isCut: boolean }> {
  const found: Row[] = []
  let oldest = Number.POSITIVE_INFINITY
  let isCut = false
  const mayGoOn = (pages: number): boolean => {
    if (oldest < since && list.isUnordered !== true) return false
    isCut = pages >= MAX_PAGES
    return !isCut
  }
  for await (const rows of paginate(list, mayGoOn))
    for (const row of rows) {
      // A row without a time does not show the order of its list.
      if (row.timestamp !== 0) oldest = Math.min(oldest, row.timestamp)
      if (row.timestamp === 0 || row.timestamp >= since) found.push(row)
    }
  return { rows: found, isCut }
}
