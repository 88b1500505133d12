import type { OrderTerms, TimeInForce } from '../contract/trading.js'

type Lasting = Pick<OrderTerms, 'type' | 'timeInForce'>

/** How long an order lasts: a limit order rests and one at the market does not, unless its caller says otherwise. */
export function lastingOf({ type, timeInForce }: Lasting): TimeInForce {
  return timeInForce ?? (type === 'market' ? 'IOC' : 'GTC')
}

/** Whether what an order does not fill at once stays in the book. */
export function mayRest(order: Lasting): boolean {
  const lasting = lastingOf(order)
  return lasting === 'GTC' || lasting === 'GTD'
}
