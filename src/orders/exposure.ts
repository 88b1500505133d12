import {
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  multiply,
  subtract,
  toText,
  zero,
} from '../api/decimal.js'
import { knowsMember } from '../api/unknown-members.js'
import { isInDoubt, isNotPlaced, isOpen, type JournalRow } from './journal.js'

/** What of a row counts. */
type Counted = Pick<JournalRow, 'cost' | 'terms' | 'outcome'>

/** Digits of a part of a cost: more than any venue counts money in. */
const DIGITS = 20

/**
 * What the day's limit gives back of an order: the cost of the part that ended unfilled, once the venue has said how much
 * was filled. Below zero where more was filled than was ordered.
 * @returns undefined where all of it counts
 */
export function releasedCost({ cost, terms, outcome }: Counted): string | undefined {
  if (outcome.state !== 'placed') return undefined
  const amount = decimal(terms.amount)
  const unfilled = subtract(amount, countedAmount({ terms, outcome }))
  // At better prices money buys more contracts, and costs no more.
  if (terms.spend !== undefined && compare(unfilled, zero) < 0) return undefined
  return compare(unfilled, zero) === 0 ? undefined : toText(shareOf(cost, unfilled, amount, 'down'))
}

/** A cost without what of it was given back. */
export function withoutReleased(cost: string, released: string | undefined): string {
  return released === undefined ? cost : toText(subtract(decimal(cost), decimal(released)))
}

/** The cost of what may still fill of an order: all of it where its fate or its fills are not known. */
export function openCost(row: Counted): Decimal {
  const amount = decimal(row.terms.amount)
  return shareOf(row.cost, openAmount(row), amount, 'up')
}

/** Contracts of an order that may still fill. */
export function openAmount({ terms, outcome }: Pick<Counted, 'terms' | 'outcome'>): Decimal {
  if (isNotPlaced({ outcome })) return zero
  const amount = decimal(terms.amount)
  if (isInDoubt({ outcome })) return amount
  if (!isOpen({ outcome })) return zero
  const left = subtract(amount, filledOf({ outcome }) ?? zero)
  return compare(left, zero) > 0 ? left : zero
}

/** Contracts of an order that filled or may fill: all of them, unless it ended and the venue says how much was filled. */
export function countedAmount({ terms, outcome }: Pick<Counted, 'terms' | 'outcome'>): Decimal {
  const amount = decimal(terms.amount)
  if (isNotPlaced({ outcome })) return zero
  if (outcome.state !== 'placed') return amount
  const filled = filledOf({ outcome }) ?? amount
  const { status } = outcome.order
  const hasEnded = !isOpen({ outcome }) && (status === 'canceled' || status === 'rejected')
  return hasEnded || compare(filled, amount) > 0 ? filled : amount
}

export function sumOf(amounts: Iterable<Decimal>): Decimal {
  let sum = zero
  for (const amount of amounts) sum = add(sum, amount)
  return sum
}

/** Contracts that a placed order filled; undefined where the venue does not tell. */
function filledOf({ outcome }: Pick<JournalRow, 'outcome'>): Decimal | undefined {
  if (outcome.state !== 'placed' || !knowsMember(outcome.order, 'filled')) return undefined
  return decimal(outcome.order.filled)
}

function shareOf(cost: string, part: Decimal, whole: Decimal, rounding: 'up' | 'down'): Decimal {
  if (compare(part, whole) === 0) return decimal(cost)
  return divide(multiply(decimal(cost), part), whole, DIGITS, rounding)
}
