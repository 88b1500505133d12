import type { Order } from '../../../api/models/models.js'
import { decimalOf, one, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import { asSpent } from './order-notional.js'

/** The market of an order where the venue does not say (api/models/models.ts, `Order`). */
const UNKNOWN_MARKET = 'unknown'

/**
 * An order of ours as it was asked for, where the venue tells it as the other side of the same: who buys NO at 0.4 is
 * told by a venue that nets to sell YES at 0.6. Its type is the one that was asked for: venues have limits that do not
 * rest in the place of market orders. Where the venue does not name the market of an order, its outcome names it. What is told besides (amounts, state, fees) stays the venue's.
 * @param isSame the venue's id says that it is this order, whatever the venue calls its market now
 */
export function toRequestedSide(
  terms: Pick<OrderTerms, 'marketId' | 'outcomeId' | 'side' | 'type' | 'amount' | 'spend'>,
  order: Order,
  isSame = false,
): Order {
  const isOwnOutcome = order.outcomeId === terms.outcomeId && order.side === terms.side
  const isUnnamed = order.marketId === UNKNOWN_MARKET && (isSame || isOwnOutcome)
  const named = isUnnamed ? { ...order, marketId: terms.marketId } : order
  const isOwn = isSame || named.marketId === terms.marketId
  return isOwn ? asSpent(terms, onOwnSide(terms, named)) : order
}

function onOwnSide(
  { marketId, outcomeId, side, type }: Pick<OrderTerms, 'marketId' | 'outcomeId' | 'side' | 'type'>,
  order: Order,
): Order {
  const isNamedSo = order.marketId === marketId
  if (!isNamedSo || (order.outcomeId === outcomeId && order.side === side))
    return order.type === type ? order : { ...order, type }
  const isMirrored = order.outcomeId !== outcomeId && order.side !== side
  if (!isMirrored) return order
  const { price, ...rest } = order
  const mirrored = { ...rest, outcomeId, side, type }
  return price === undefined
    ? mirrored
    : { ...mirrored, price: toNumber(subtractDecimals(one, decimalOf(price))) }
}
