import { type Amount, multiplyAmounts } from '../../paper-trading/state/amount.js'
import type { Execution } from '../../paper-trading/state/types.js'

/** Taker fees of order books (README.md, "Fees"); makers pay none, and pools have no fees. */

/** Fraction of the money by whole cent, basis points: 3 at 1 cent and 180 at 50; values between them are inferred. */
export const takerBps: readonly number[] = Array.from({ length: 99 }, (_, index) =>
  Math.floor(3.6 * Math.min(index + 1, 99 - index)),
)
export const makerBps: readonly number[] = takerBps.map(() => 0)
export const MAX_BPS = Math.max(...takerBps)

const CENT = 10n ** 10n
const WHOLE = 10_000n

/** Returns the taker fee. @param price of the outcome that changes hands, in whole cents */
export function takerFeeOf(price: Amount, size: Amount): Amount {
  const bps = takerBps[Number(price / CENT) - 1] ?? 0
  return (multiplyAmounts(price, size) * BigInt(bps)) / WHOLE
}

export function feeOf({ price, size, liquidity }: Execution): Amount {
  return liquidity === 'maker' ? 0n : takerFeeOf(price, size)
}
