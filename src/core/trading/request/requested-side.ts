import type { Order, UserTrade } from '../../../api/models/models.js'
import { decimalOf, one, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import type { OrderTerms } from '../../../venue-kit/contract/trading.js'
import { asSpent } from './order-notional.js'

/** The market of an order if the venue does not return it (api/models/models.ts, `Order`). */
const UNKNOWN_MARKET = 'unknown'

/**
 * Returns an order that was placed here as its caller requested it, if the venue shows the complement. A venue that nets
 * positions shows a purchase of NO at 0.4 as a sale of YES at 0.6. Its type is the requested one, because some venues
 * have no market orders and use limit orders that do not rest. If the venue does not name the market of an order, the
 * outcome identifies it. Other facts (amounts, state, fees) are the venue's.
 * @param isSame whether the venue's id identifies this order, regardless of the venue now calls its market
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

/**
 * Returns a trade of an order that was placed here with the outcome and side of its order, if the venue shows the
 * complement. The amount, fee and time are the venue's.
 */
export function toRequestedTrade(
  { marketId, outcomeId, side }: Pick<OrderTerms, 'marketId' | 'outcomeId' | 'side'>,
  trade: UserTrade,
): UserTrade {
  const otherSide = side === 'buy' ? 'sell' : 'buy'
  const isMirrored = trade.marketId === marketId && trade.outcomeId !== outcomeId && trade.side === otherSide
  if (!isMirrored) return trade
  return { ...trade, outcomeId, side, price: toNumber(subtractDecimals(one, decimalOf(trade.price))) }
}
