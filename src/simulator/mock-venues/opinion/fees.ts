import { type Amount, divideAmounts, MICRO, multiplyAmounts, ONE } from '../../paper-trading/state/amount.js'
import type { Execution } from '../../paper-trading/state/types.js'

/** Trading fees (README.md, "Fees"). Takers pay them, makers pay nothing. */

/** The coefficient of the fee curve in basis points, as recorded from the FeeManager contract. */
export const TAKER_BPS = 400
export const MAKER_BPS = 0

/** Minimum taker fee of an order: 0.25 USDT. */
export const MIN_TAKER_FEE: Amount = ONE / 4n
/** Minimum value of an order: 5 USDT. */
export const MIN_ORDER_VALUE: Amount = 5n * ONE

const WHOLE_BPS = 10_000n

/** Returns the fee of an execution in USDT: coefficient x p x (1 - p) x money. */
export function feeOf({ price, size, liquidity }: Execution): Amount {
  if (liquidity === 'maker') return 0n
  const rate = (BigInt(TAKER_BPS) * multiplyAmounts(price, ONE - price)) / WHOLE_BPS
  return multiplyAmounts(rate, multiplyAmounts(price, size))
}

/**
 * Returns the fee in contracts, which a buyer pays, converted at the price of the execution. A seller pays in USDT
 * (undefined).
 */
export function contractsOf({ action, price }: Execution, fee: Amount): Amount | undefined {
  return action === 'buy' ? ceiled(divideAmounts(fee, price)) : undefined
}

/** Rounds up to millionths, the precision of contracts in the simulation. */
function ceiled(amount: Amount): Amount {
  return ((amount + MICRO - 1n) / MICRO) * MICRO
}
