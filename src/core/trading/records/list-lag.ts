import type { JournalRow } from '../../../orders/journal.js'
import { SURE_MS } from './reconcile-order.js'

/** Returns how long ago an order was sent, ms. */
interface Ages {
  ageOf(row: JournalRow): number
}

/** Whether a list, or a lookup, may lack an order because it was sent recently. */
export function isSentLately(row: JournalRow, ages: Ages): boolean {
  return ages.ageOf(row) < SURE_MS
}

/**
 * Whether a list that shows orders up to a given time may lack an order.
 * @param listedUntil see `listedUntilOf` (accounts/recently-sent.ts)
 */
export function mayBeUnlisted(row: JournalRow, ages: Ages, listedUntil: number | undefined): boolean {
  const { at, sentAgainAt = at } = row
  return isSentLately(row, ages) || (listedUntil !== undefined && listedUntil - sentAgainAt < SURE_MS)
}
