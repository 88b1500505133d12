import { add, type Decimal, multiply, pickSmallerDecimal, subtractDecimals } from '../api/values/decimal.js'
import { highestOf } from './exposure.js'

/** Contracts of an order, and the price that a contract is counted by (guard.ts, `computeCountedPrice`). */
interface Counted {
  readonly amount: Decimal
  readonly counted: Decimal
}

interface Change {
  readonly was: Counted
  readonly now: Counted
  /** Contracts that the venue shows as filled; more may be filled by now. Both amounts count them. */
  readonly filled: Decimal
  /** The most that a contract of the order was counted by before. */
  readonly peak: Decimal
}

/**
 * What a change of an order costs. What is left of the order may fill at the old price until the change arrives.
 * @returns `cost`, the most that all of the order may cost, and `added`, what the change adds to what was counted; both in
 * the venue's money
 */
export function computeChangeCost({ was, now, filled, peak }: Change): {
  readonly cost: Decimal
  readonly added: Decimal
} {
  const both = pickSmallerDecimal(was.amount, now.amount)
  const before = multiply(filled, highestOf([peak, was.counted]))
  const left = multiply(subtractDecimals(both, filled), highestOf([was.counted, now.counted]))
  const more = multiply(subtractDecimals(now.amount, both), now.counted)
  const added = highestOf([
    subtractDecimals(
      multiply(subtractDecimals(now.amount, filled), now.counted),
      multiply(subtractDecimals(was.amount, filled), was.counted),
    ),
    multiply(subtractDecimals(now.amount, was.amount), now.counted),
  ])
  return { cost: add(add(before, left), more), added }
}
