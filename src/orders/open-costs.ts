import { type Decimal, decimalOf, multiply, pickSmallerDecimal } from '../api/values/decimal.js'
import { highestOf, openAmount, openCost, sumDecimals } from './exposure.js'
import { hasUnknownOutcome, type JournalRow } from './journal.js'
import { computeCountedPrice } from './trading-limits.js'

/** The part of an order, or of a change to it, that counts. */
export type CountedRow = Pick<JournalRow, 'id' | 'venue' | 'account' | 'edits' | 'cost' | 'terms' | 'outcome'>

/**
 * Returns the cost of everything in these orders that may still fill. A changed order has a row for each change. Its remainder is
 * counted once, by the newest row. A change with an unknown outcome may still be made, even after a later one. The order then
 * counts with the terms that cost more.
 * @param rows those of one order in the sequence in which they were sent
 */
export function openCosts(rows: readonly CountedRow[]): Decimal {
  const byOrder = new Map<string, readonly CountedRow[]>()
  for (const row of rows) {
    const { outcome, venue, account, id, edits } = row
    const orderId = outcome.state === 'placed' ? outcome.order.id : edits
    const name = orderId === undefined ? id : `${venue} ${account} ${orderId}`
    byOrder.set(name, [...(byOrder.get(name) ?? []), row])
  }
  return sumDecimals([...byOrder.values()].map(costLeft))
}

/** Returns the open cost of one order. @param rows of one order */
function costLeft(rows: readonly CountedRow[]): Decimal {
  const placed = rows.filter((row) => !hasUnknownOutcome(row))
  const newest = placed.at(-1)
  // The order is over, or the journal does not have it.
  if (newest === undefined) return sumDecimals(rows.map(openCost))
  const now = newest.edits === undefined ? sumDecimals(placed.map(openCost)) : costAt(newest, placed)
  const others = rows.filter((row) => hasUnknownOutcome(row))
  return highestOf([now, ...others.map((row) => costAt(row, placed))])
}

/** Returns the open cost of an order with the terms of a change. @param placed rows that may show its fills */
function costAt({ terms }: CountedRow, placed: readonly CountedRow[]): Decimal {
  const left = placed.map(({ outcome }) => openAmount({ terms, outcome }))
  const price = computeCountedPrice({ side: terms.side, price: decimalOf(terms.price), sellsHeldOnly: false })
  return multiply(left.reduce(pickSmallerDecimal, decimalOf(terms.amount)), price)
}
