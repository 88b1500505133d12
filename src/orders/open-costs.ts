import { type Decimal, decimalOf, multiply, pickSmallerDecimal } from '../api/values/decimal.js'
import { openAmount, openCost, sumDecimals } from './exposure.js'
import type { JournalRow } from './journal.js'
import { computeCountedPrice } from './trading-limits.js'

type CountedRow = Pick<JournalRow, 'id' | 'venue' | 'account' | 'edits' | 'cost' | 'terms' | 'outcome'>

/**
 * Returns the cost of what may still fill of all these orders. A changed order has a row for each change. Its remainder
 * is counted once, according to the newest row.
 * @param rows oldest first
 */
export function openCosts(rows: readonly CountedRow[]): Decimal {
  const byOrder = new Map<string, readonly CountedRow[]>()
  for (const row of rows) {
    const { outcome, venue, account, id } = row
    const name = outcome.state === 'placed' ? `${venue} ${account} ${outcome.order.id}` : id
    byOrder.set(name, [...(byOrder.get(name) ?? []), row])
  }
  return sumDecimals([...byOrder.values()].map(costLeft))
}

/** Returns the open cost of one order. @param rows of one order */
function costLeft(rows: readonly CountedRow[]): Decimal {
  const newest = rows.at(-1)
  if (newest?.edits === undefined || newest.outcome.state !== 'placed') return sumDecimals(rows.map(openCost))
  const { terms } = newest
  const left = rows.map(({ outcome }) => openAmount({ terms, outcome }))
  const price = computeCountedPrice({ side: terms.side, price: decimalOf(terms.price), sellsHeldOnly: false })
  return multiply(left.reduce(pickSmallerDecimal, decimalOf(terms.amount)), price)
}
