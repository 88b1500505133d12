import { add, type Decimal, multiply, pickSmallerDecimal, subtractDecimals } from '../api/values/decimal.js'
import { highestOf } from './exposure.js'

/** Contracts of an order, and the counted price per contract (guard.ts, `computeCountedPrice`). */
interface Counted {
  readonly amount: Decimal
  readonly counted: Decimal
}

interface Change {
  readonly was: Counted
  readonly now: Counted
  /** Contracts that the venue shows as filled. More may have filled since. Both amounts include these contracts. */
  readonly filled: Decimal
  /** The highest price at which one of the order's contracts was counted before. */
  readonly peak: Decimal
}

/**
 * Returns the cost of a change of an order. Until the change arrives, the rest of the order may fill at the old price.
 * @returns `cost`, the most that the whole order may cost, and `added`, the part that was not counted before; both in the venue's
 * money
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
