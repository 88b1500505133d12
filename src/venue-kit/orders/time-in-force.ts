import type { OrderTerms, TimeInForce } from '../contract/trading.js'

type Lasting = Pick<OrderTerms, 'type' | 'timeInForce'>

/** Returns the time in force of an order: by default a limit order rests and a market order does not. */
export function lastingOf({ type, timeInForce }: Lasting): TimeInForce {
  return timeInForce ?? (type === 'market' ? 'IOC' : 'GTC')
}

/** Whether the unfilled remainder of an order stays in the book. */
export function mayRest(order: Lasting): boolean {
  const lasting = lastingOf(order)
  return lasting === 'GTC' || lasting === 'GTD'
}
