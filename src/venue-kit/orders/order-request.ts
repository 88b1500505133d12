import type { Order } from '../../api/models/models.js'
import type { OrderTerms } from '../contract/trading.js'

type Wanted = Pick<Order, 'clientOrderId' | 'marketId' | 'outcomeId' | 'side' | 'type' | 'price' | 'amount'>

/** Returns the terms of an order that its caller requested, for venues whose response does not repeat them. */
export function toRequestedTerms(terms: OrderTerms): Wanted {
  const { clientOrderId, marketId, outcomeId, side, type, price, amount } = terms
  return { clientOrderId, marketId, outcomeId, side, type, price: Number(price), amount: Number(amount) }
}
