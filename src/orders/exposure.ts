import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  multiply,
  one,
  subtractDecimals,
  toText,
  zero,
} from '../api/values/decimal.js'
import { knowsMember } from '../api/values/unknown-members.js'
import { hasUnknownOutcome, isKnownNotPlaced, isOpen, type JournalRow } from './journal.js'

/** The members of a row that affect the exposure. */
type Counted = Pick<JournalRow, 'cost' | 'terms' | 'outcome' | 'edits'>

/** Decimal places of a partial cost: more than any venue uses for money. */
const DIGITS = 20

/**
 * Returns the part of an order's cost that the daily limit releases: that of the contracts that ended unfilled, once the venue
 * has reported the fills. The result is negative if more was filled than ordered.
 * @returns undefined if all of it counts
 */
export function computeReleasedCost({ cost, terms, outcome }: Counted): string | undefined {
  if (outcome.state !== 'placed') return undefined
  const amount = decimalOf(terms.amount)
  const unfilled = subtractDecimals(amount, countContracts({ terms, outcome }))
  // At better prices a spend amount buys more contracts, and costs no more.
  if (terms.spend !== undefined && compare(unfilled, zero) < 0) return undefined
  return compare(unfilled, zero) === 0 ? undefined : toText(shareOf(cost, unfilled, amount, 'down'))
}

/**
 * Returns the released costs of an order that was changed. Its fills appear in its row and in the rows of its changes,
 * and are counted once.
 * @param rows all rows of the order that may be placed, in the order in which they were sent
 */
export function computeReleasedCosts(rows: readonly Counted[]): readonly (string | undefined)[] {
  if (rows.every(({ edits }) => edits === undefined)) return rows.map(computeReleasedCost)
  let left = costOfChanged(rows)
  return rows.map(({ cost }, index) => {
    const isLast = index === rows.length - 1
    const all = decimalOf(cost)
    // Earlier rows count first, since they may be of another day.
    const counted = isLast || compare(left, all) < 0 ? left : all
    left = subtractDecimals(left, counted)
    return compare(counted, all) === 0 ? undefined : toText(subtractDecimals(all, counted))
  })
}

/**
 * Returns the counted cost of an order and its changes: the sum of their costs, or after its end at most the cost of its fills at
 * its highest price.
 */
function costOfChanged(rows: readonly Counted[]): Decimal {
  const sum = sumDecimals(rows.map(({ cost }) => decimalOf(cost)))
  const filled = rows.map(filledOf).filter((amount) => amount !== undefined)
  if (filled.length === 0) return sum
  const most = highestOf(rows.map(({ terms }) => decimalOf(terms.amount)))
  const reached = highestOf(filled)
  if (compare(reached, most) > 0) return divide(multiply(sum, reached), most, DIGITS, 'up')
  if (rows.some((row) => hasUnknownOutcome(row)) || !(rows.some(endedUnfilled) || isFull(rows))) return sum
  const highest = multiply(reached, highestPriceOf(rows))
  return compare(highest, sum) < 0 ? highest : sum
}

function endedUnfilled(row: Counted): boolean {
  if (row.outcome.state !== 'placed' || isOpen(row)) return false
  const { status } = row.outcome.order
  return (status === 'canceled' || status === 'rejected') && filledOf(row) !== undefined
}

/** Whether the order has filled completely. Its amount is that of its last change, and may have been larger before. */
function isFull(rows: readonly Counted[]): boolean {
  const newest = rows.at(-1)
  const filled = newest && filledOf(newest)
  if (newest === undefined || filled === undefined || isOpen(newest)) return false
  return compare(filled, decimalOf(newest.terms.amount)) >= 0
}

/**
 * Returns an upper bound for the cost of each of an order's filled contracts.
 * @param rows of the order and its changes, oldest first
 */
export function highestPriceOf(rows: readonly Pick<Counted, 'cost' | 'terms' | 'edits'>[]): Decimal {
  const isWhole = rows.every(({ edits }, index) => index > 0 || edits === undefined)
  let sum = zero
  return highestOf(
    rows.map(({ cost, edits, terms }) => {
      sum = add(sum, decimalOf(cost))
      // The cost of a change is the added part.
      if (edits !== undefined && terms.side === 'buy' && terms.price !== undefined)
        return decimalOf(terms.price)
      return isWhole ? divide(sum, decimalOf(terms.amount), DIGITS, 'up') : one
    }),
  )
}

/** Returns the highest of some amounts, and at least 0. */
export function highestOf(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((highest, amount) => (compare(amount, highest) > 0 ? amount : highest), zero)
}

/** Returns a cost without its released part. */
export function withoutReleased(cost: string, released: string | undefined): string {
  return released === undefined ? cost : toText(subtractDecimals(decimalOf(cost), decimalOf(released)))
}

/** Returns the cost of the part of an order that may still fill: all of it if its outcome or fills are unknown. */
export function openCost(row: Counted): Decimal {
  const amount = decimalOf(row.terms.amount)
  return shareOf(row.cost, openAmount(row), amount, 'up')
}

/** Returns the contracts of an order that may still fill. */
export function openAmount({ terms, outcome }: Pick<Counted, 'terms' | 'outcome'>): Decimal {
  if (isKnownNotPlaced({ outcome })) return zero
  const amount = decimalOf(terms.amount)
  if (hasUnknownOutcome({ outcome })) return amount
  if (!isOpen({ outcome })) return zero
  const left = subtractDecimals(amount, filledOf({ outcome }) ?? zero)
  return compare(left, zero) > 0 ? left : zero
}

/**
 * Returns the contracts of an order that have filled or may fill: all of them, unless it has ended and the venue reports its
 * fills.
 */
export function countContracts({ terms, outcome }: Pick<Counted, 'terms' | 'outcome'>): Decimal {
  const amount = decimalOf(terms.amount)
  if (isKnownNotPlaced({ outcome })) return zero
  if (outcome.state !== 'placed') return amount
  const filled = filledOf({ outcome }) ?? amount
  const { status } = outcome.order
  const hasEnded = !isOpen({ outcome }) && (status === 'canceled' || status === 'rejected')
  return hasEnded || compare(filled, amount) > 0 ? filled : amount
}

export function sumDecimals(amounts: Iterable<Decimal>): Decimal {
  let sum = zero
  for (const amount of amounts) sum = add(sum, amount)
  return sum
}

/** Returns the filled contracts of a placed order, or undefined if the venue does not report them. */
function filledOf({ outcome }: Pick<JournalRow, 'outcome'>): Decimal | undefined {
  if (outcome.state !== 'placed' || !knowsMember(outcome.order, 'filled')) return undefined
  return decimalOf(outcome.order.filled)
}

function shareOf(cost: string, part: Decimal, whole: Decimal, rounding: 'up' | 'down'): Decimal {
  if (compare(part, whole) === 0) return decimalOf(cost)
  return divide(multiply(decimalOf(cost), part), whole, DIGITS, rounding)
}
