import {
  type Amount,
  maxOf,
  minOf,
  multiplyAmounts,
  ONE,
  toAmount,
} from '../../paper-trading/state/amount.js'
import type { Execution } from '../../paper-trading/state/types.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'

/** Trading fees (docs.polymarket.us, fees, in force since 2026-09-25). */

/** Fraction of contracts × price × (1 − price), as markets report it. */
export const FEE_COEFFICIENT = 0.0695
const TAKER_RATE = toAmount(FEE_COEFFICIENT)
const REBATE_RATE = toAmount(0.0125)
const COMBO_RATE = toAmount(0.04)
const CENT = ONE / 100n

type Traded = Pick<Execution, 'price' | 'size'>

/** Returns the fee before rounding. */
export function exactFeeOf({ price, size }: Traded): Amount {
  return multiplyAmounts(multiplyAmounts(multiplyAmounts(price, ONE - price), TAKER_RATE), size)
}

/** Returns the fee of a combo, by the price of its long side, so it differs between the sides. */
export function exactComboFeeOf({ price, size }: Traded): Amount {
  const square = multiplyAmounts(ONE - price, ONE - price)
  const curve =
    multiplyAmounts(TAKER_RATE, ONE - price) + multiplyAmounts(COMBO_RATE, multiplyAmounts(square, square))
  return multiplyAmounts(multiplyAmounts(price, curve), size)
}

/** Rounds to the cent, halves to even. */
export function toCents(amount: Amount): Amount {
  const [whole, rest] = [amount / CENT, amount % CENT]
  const isUp = 2n * rest > CENT || (2n * rest === CENT && whole % 2n === 1n)
  return (whole + (isUp ? 1n : 0n)) * CENT
}

/** Rounds each fill separately, and lowers a fee when all so far would exceed their exact sum rounded. */
export function roundFees(exact: readonly Amount[]): readonly Amount[] {
  let [sum, charged] = [0n, 0n]
  return exact.map((fee) => {
    sum += fee
    const due = minOf(toCents(fee), maxOf(0n, toCents(sum) - charged))
    charged += due
    return due
  })
}

/** Returns the maker rebate, also for combos. */
export const makerRebate: NonNullable<PaperRules['makerRebate']> = ({ price, size }) =>
  toCents(multiplyAmounts(multiplyAmounts(multiplyAmounts(price, ONE - price), REBATE_RATE), size))
