import type { Order } from '../../api/models/models.js'
import type { Paging } from '../../venue-kit/contract/paging.js'
import { paginate } from '../../venue-kit/contract/paging.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'

/** Of a row that a list shows. */
export interface ListedFacts {
  /** Until when the list is complete, where its venue tells that: epoch ms. 0 where nobody has asked yet. */
  readonly until?: number | undefined
}

/** An order that a list or a frame shows, as its caller asked for it. */
export interface ShownOrder {
  readonly order: Order
  /** The row may be older than a change that the venue accepted, and shows something else. */
  readonly isBehind?: true
}

/** What is new of an account. */
export interface AccountUpdates<Row> {
  readonly rows: readonly Row[]
  /** What happened besides and cannot be read: a sentence for the caller. */
  readonly missed?: string
}

/** A reading of an account's lists. */
export interface AccountReading<Row> extends AccountUpdates<Row> {
  /** Some of it has to be read again. */
  readonly isPartial?: true
}

/** Knows what was shown of one kind, and what is new in frames and lists. */
export interface Tracker<Row> {
  /** @returns the rows of frames that show something new, as they are now */
  heard(rows: readonly Row[]): readonly Row[]
  /** Reads the lists. The first reading is what is there: nothing of it is news. @throws what stands in the way */
  read(ctx: VenueContext): Promise<AccountReading<Row>>
  /** What there is now; empty for what only happens. */
  readonly current: readonly Row[]
}

/** Lists are read from before the last reading on: rows may be listed late, and clocks differ by up to 10 minutes. */
export const LIST_OVERLAP_MS = 11 * 60_000
/**
 * Venues list with a delay (docs.kalshi.com, get user data timestamp); how long it is at most is not documented. What was
 * missed, or named by a frame, is read once more after so long, and a list that is read sooner after a frame may be older.
 */
export const LISTED_LATE_MS = 15_000
/** A clock that goes back by more during a reading was fast: the venue has said what the time is. */
const FAST_MS = 1_000

/** Whether a reading asked for too little, because the clock was fast when it began. */
export function wasFast(begunAt: number, now: number): boolean {
  return now < begunAt - FAST_MS
}

/** Pages of one list in one reading. */
const MAX_PAGES = 20

interface Dated {
  readonly timestamp: number
}

/**
 * The rows of a list, newest first, down to an instant. A list without an order is read to its end.
 * @returns the rows, and whether the list goes on beyond what was read
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
      // A row without a time says nothing of the order of its list.
      if (row.timestamp !== 0) oldest = Math.min(oldest, row.timestamp)
      if (row.timestamp === 0 || row.timestamp >= since) found.push(row)
    }
  return { rows: found, isCut }
}
