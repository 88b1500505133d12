import type { Order } from '../../api/models/models.js'
import type { OrderTerms } from '../contract/trading.js'

type Wanted = Pick<Order, 'clientOrderId' | 'marketId' | 'outcomeId' | 'side' | 'type' | 'price' | 'amount'>

/** What of an order its caller has said, for venues whose answer to it does not repeat that. */
export function toRequestedTerms(terms: OrderTerms): Wanted {
  const { clientOrderId, marketId, outcomeId, side, type, price, amount } = terms
  return { clientOrderId, marketId, outcomeId, side, type, price: Number(price), amount: Number(amount) }
}
