import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type Amount, minOf, multiplyAmounts, ONE, toAmount } from '../../paper-trading/state/amount.js'
import type { PaperOrderRequest } from '../../paper-trading/state/types.js'
import { bookOf, toLongPrice } from './paper.js'

/** Estimates the executions of an order without placing it. */

type Wish = Pick<PaperOrderRequest, 'market' | 'side' | 'action' | 'price'>

/** A price of the order's side and the size available at it. */
export interface Step {
  readonly price: Amount
  readonly size: Amount
}

/** Returns all liquidity that an order could take within its limit, best first. */
export function stepsFor(context: MockContext, { market, side, action, price }: Wish): readonly Step[] {
  const { bids, asks } = bookOf(context, market)
  const isBuyer = action === 'buy'
  const levels = isBuyer === (side === 'yes') ? asks : bids
  const steps = levels.map((level) => ({
    price: toLongPrice(side, toAmount(level.price)),
    size: toAmount(level.size),
  }))
  if (price === undefined) return steps
  return steps.filter((step) => (isBuyer ? step.price <= price : step.price >= price))
}

/** Returns the same, up to a number of contracts. */
export function cutSteps(steps: readonly Step[], size: Amount): readonly Step[] {
  let left = size
  return steps.flatMap((step): Step[] => {
    const taken = minOf(left, step.size)
    left -= taken
    return taken > 0n ? [{ ...step, size: taken }] : []
  })
}

/** Returns the contracts that an amount of money buys. */
export function boughtFor(steps: readonly Step[], spend: Amount): Amount {
  let [left, bought] = [spend, 0n]
  for (const { price, size } of steps) {
    const taken = minOf(size, (left * ONE) / price)
    left -= multiplyAmounts(price, taken)
    bought += taken
    if (taken < size) break
  }
  return bought
}
