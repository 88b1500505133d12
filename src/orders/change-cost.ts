import { add, type Decimal, multiply, smaller, subtract } from '../api/values/decimal.js'
import { highestOf } from './exposure.js'

/** Contracts of an order, and the price that a contract is counted by (guard.ts, `countedPrice`). */
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
export function costOfChange({ was, now, filled, peak }: Change): {
  readonly cost: Decimal
  readonly added: Decimal
} {
  const both = smaller(was.amount, now.amount)
  const before = multiply(filled, highestOf([peak, was.counted]))
  const left = multiply(subtract(both, filled), highestOf([was.counted, now.counted]))
  const more = multiply(subtract(now.amount, both), now.counted)
  const added = highestOf([
    subtract(
      multiply(subtract(now.amount, filled), now.counted),
      multiply(subtract(was.amount, filled), was.counted),
    ),
    multiply(subtract(now.amount, was.amount), now.counted),
  ])
  return { cost: add(add(before, left), more), added }
}
