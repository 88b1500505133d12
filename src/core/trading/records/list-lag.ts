import type { JournalRow } from '../../../orders/journal.js'
import { SURE_MS } from './reconcile-order.js'

/** Knows how long ago an order was sent, ms. */
interface Ages {
  ageOf(row: JournalRow): number
}

/** Whether a list, or a look-up, may lack an order because it was sent a moment ago. */
export function isSentLately(row: JournalRow, ages: Ages): boolean {
  return ages.ageOf(row) < SURE_MS
}

/** Whether a list that shows orders until then may lack an order. @param listedUntil as `listedUntilOf` (accounts/recently-sent.ts) */
export function mayBeUnlisted(row: JournalRow, ages: Ages, listedUntil: number | undefined): boolean {
  const { at, sentAgainAt = at } = row
  return isSentLately(row, ages) || (listedUntil !== undefined && listedUntil - sentAgainAt < SURE_MS)
}
