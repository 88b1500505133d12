import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import {
  compare,
  type Decimal,
  decimalOf,
  divide,
  toMultiple,
  toNumber,
  toText,
  zero,
} from '../../../api/values/decimal.js'
import { listUnknownMembers } from '../../../api/values/unknown-members.js'
import { createRuleError } from '../../../orders/rules.js'
import type { OrderRules, OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { OrderRequest } from './parse-order.js'

/** Lot size for contracts bought by money if the market has none. */
const FINEST_STEP = '0.000001'
/** Number of digits of a quotient of contracts, before it is cut to the lot size. */
const DIGITS = 12

/**
 * Returns the amounts of a purchase by money (`denom: 'usdc'`). `spend` is the maximum that the order spends, and
 * `amount` is the minimum number of contracts that it buys for this sum, at the worst price.
 * @throws INVALID_ORDER for money that buys no contract
 */
export function amountsOf(
  { amount, isMoney }: Pick<OrderRequest, 'amount' | 'isMoney'>,
  worst: Decimal,
  { amountStep = FINEST_STEP }: Pick<OrderRules, 'amountStep'>,
): Pick<OrderTerms, 'amount' | 'spend'> {
  if (isMoney !== true) return { amount: toText(amount) }
  const contracts = toMultiple(divide(amount, worst, DIGITS, 'down'), decimalOf(amountStep), 'down')
  if (compare(contracts, zero) > 0) return { amount: toText(contracts), spend: toText(amount) }
  const [money, price] = [toText(amount), toText(worst)]
  throw createRuleError(
    'amount',
    `The amount of money ${money} is too small. At the price ${price} it buys fewer than ${amountStep} contracts, the smallest amount.`,
  )
}

/**
 * Returns a purchase by money for its caller. After it has ended, its amount is the number of contracts bought, and its
 * remainder is 0. Until then the number of contracts is unknown. The metadata contains the money, and the amount spent if
 * the venue returns it (`cost`).
 */
export function asSpent({ amount, spend }: Pick<OrderTerms, 'amount' | 'spend'>, order: Order): Order {
  if (spend === undefined) return order
  const unknown = listUnknownMembers(order)
  const money = { ...order.metadata, denom: 'usdc', spend: Number(spend) }
  if (!isEnded(order) || unknown.includes('filled')) {
    const lacking = [...new Set([...unknown, 'amount', 'remaining'])]
    return { ...order, amount: Number(amount), remaining: 0, metadata: { ...money, unknown: lacking } }
  }
  const others = unknown.filter((member) => member !== 'amount' && member !== 'remaining')
  const { unknown: _named, ...facts } = { unknown: undefined, ...money }
  return {
    ...order,
    amount: toNumber(decimalOf(order.filled)),
    remaining: 0,
    metadata: others.length === 0 ? facts : { ...facts, unknown: others },
  }
}

/**
 * Returns a purchase by money with the final state that the response to its placement reported, if it has not filled
 * further since.
 */
export function withEnd(row: Order, placed: Order): Order {
  const { status, filled, metadata } = placed
  if (!isEnded(placed) || row.filled !== filled) return row
  const cost = metadata?.['cost']
  return { ...row, status, ...(cost === undefined ? {} : { metadata: { cost, ...row.metadata } }) }
}
