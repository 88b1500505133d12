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

/** What of a row counts. */
type Counted = Pick<JournalRow, 'cost' | 'terms' | 'outcome' | 'edits'>

/** Digits of a part of a cost: more than any venue counts money in. */
const DIGITS = 20

/**
 * What the day's limit gives back of an order: the cost of the part that ended unfilled, once the venue has said how much
 * was filled. Below zero where more was filled than was ordered.
 * @returns undefined where all of it counts
 */
export function computeReleasedCost({ cost, terms, outcome }: Counted): string | undefined {
  if (outcome.state !== 'placed') return undefined
  const amount = decimalOf(terms.amount)
  const unfilled = subtractDecimals(amount, countContracts({ terms, outcome }))
  // At better prices money buys more contracts, and costs no more.
  if (terms.spend !== undefined && compare(unfilled, zero) < 0) return undefined
  return compare(unfilled, zero) === 0 ? undefined : toText(shareOf(cost, unfilled, amount, 'down'))
}

/**
 * The same for an order that was changed: its fills are shown in its row and in the rows of its changes, and count once.
 * @param rows all rows of the order that may be placed, in the order in which they were sent
 */
export function computeReleasedCosts(rows: readonly Counted[]): readonly (string | undefined)[] {
  if (rows.every(({ edits }) => edits === undefined)) return rows.map(computeReleasedCost)
  let left = costOfChanged(rows)
  return rows.map(({ cost }, index) => {
    const isLast = index === rows.length - 1
    const all = decimalOf(cost)
    // What was sent first counts first: it may be of another day.
    const counted = isLast || compare(left, all) < 0 ? left : all
    left = subtractDecimals(left, counted)
    return compare(counted, all) === 0 ? undefined : toText(subtractDecimals(all, counted))
  })
}

/** What counts of an order and its changes: their costs, and once it ended no more than what it filled at its highest price. */
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

/** Whether all of the order has filled, as it was last asked for: it may have had more contracts before. */
function isFull(rows: readonly Counted[]): boolean {
  const newest = rows.at(-1)
  const filled = newest && filledOf(newest)
  if (newest === undefined || filled === undefined || isOpen(newest)) return false
  return compare(filled, decimalOf(newest.terms.amount)) >= 0
}

/** The fills of an order cost no more than this for each contract. @param rows of the order and its changes, oldest first */
export function highestPriceOf(rows: readonly Pick<Counted, 'cost' | 'terms' | 'edits'>[]): Decimal {
  const isWhole = rows.every(({ edits }, index) => index > 0 || edits === undefined)
  let sum = zero
  return highestOf(
    rows.map(({ cost, edits, terms }) => {
      sum = add(sum, decimalOf(cost))
      // The cost of a change is what it adds.
      if (edits !== undefined && terms.side === 'buy' && terms.price !== undefined)
        return decimalOf(terms.price)
      return isWhole ? divide(sum, decimalOf(terms.amount), DIGITS, 'up') : one
    }),
  )
}

/** The highest of some amounts, and at least 0. */
export function highestOf(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((highest, amount) => (compare(amount, highest) > 0 ? amount : highest), zero)
}

/** A cost without what of it was given back. */
export function withoutReleased(cost: string, released: string | undefined): string {
  return released === undefined ? cost : toText(subtractDecimals(decimalOf(cost), decimalOf(released)))
}

/** The cost of what may still fill of an order: all of it where its fate or its fills are not known. */
export function openCost(row: Counted): Decimal {
  const amount = decimalOf(row.terms.amount)
  return shareOf(row.cost, openAmount(row), amount, 'up')
}

/** Contracts of an order that may still fill. */
export function openAmount({ terms, outcome }: Pick<Counted, 'terms' | 'outcome'>): Decimal {
  if (isKnownNotPlaced({ outcome })) return zero
  const amount = decimalOf(terms.amount)
  if (hasUnknownOutcome({ outcome })) return amount
  if (!isOpen({ outcome })) return zero
  const left = subtractDecimals(amount, filledOf({ outcome }) ?? zero)
  return compare(left, zero) > 0 ? left : zero
}

/** Contracts of an order that filled or may fill: all of them, unless it ended and the venue says how much was filled. */
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

/** Contracts that a placed order filled; undefined where the venue does not tell. */
function filledOf({ outcome }: Pick<JournalRow, 'outcome'>): Decimal | undefined {
  if (outcome.state !== 'placed' || !knowsMember(outcome.order, 'filled')) return undefined
  return decimalOf(outcome.order.filled)
}

function shareOf(cost: string, part: Decimal, whole: Decimal, rounding: 'up' | 'down'): Decimal {
  if (compare(part, whole) === 0) return decimalOf(cost)
  return divide(multiply(decimalOf(cost), part), whole, DIGITS, rounding)
}
