import { type Amount, amountOfNumber, maxOf, minOf, ONE, times } from '../../paper-trading/state/amount.js'
import type { Execution } from '../../paper-trading/state/types.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'

/** What trades cost (docs.polymarket.us, fees, in force since 2026-09-25). */

/** Of contracts × price × (1 − price), as markets tell it. */
export const FEE_COEFFICIENT = 0.0695
const TAKER_RATE = amountOfNumber(FEE_COEFFICIENT)
const REBATE_RATE = amountOfNumber(0.0125)
const COMBO_RATE = amountOfNumber(0.04)
const CENT = ONE / 100n

type Traded = Pick<Execution, 'price' | 'size'>

/** Before rounding. */
export function exactFee({ price, size }: Traded): Amount {
  return times(times(times(price, ONE - price), TAKER_RATE), size)
}

/** The same of a combo, by the price of its long side: it is not the same for both. */
export function exactComboFee({ price, size }: Traded): Amount {
  const square = times(ONE - price, ONE - price)
  const curve = times(TAKER_RATE, ONE - price) + times(COMBO_RATE, times(square, square))
  return times(times(price, curve), size)
}

/** To the cent, halves to the even one. */
export function inCents(amount: Amount): Amount {
  const [whole, rest] = [amount / CENT, amount % CENT]
  const isUp = 2n * rest > CENT || (2n * rest === CENT && whole % 2n === 1n)
  return (whole + (isUp ? 1n : 0n)) * CENT
}

/** Each fill is rounded by itself, and lowered where all so far would cost more than their exact sum rounded. */
export function roundedFees(exact: readonly Amount[]): readonly Amount[] {
  let [sum, charged] = [0n, 0n]
  return exact.map((fee) => {
    sum += fee
    const due = minOf(inCents(fee), maxOf(0n, inCents(sum) - charged))
    charged += due
    return due
  })
}

/** Of combos too. */
export const makerRebate: NonNullable<PaperRules['makerRebate']> = ({ price, size }) =>
  inCents(times(times(times(price, ONE - price), REBATE_RATE), size))
