import type { OrderConstraints, OrderTerms } from '../../../venue-kit/contract/trading.js'
import { lastingOf, mayRest } from '../../../venue-kit/orders/time-in-force.js'
import type { DraftOrder } from './order.js'

/** Times in force, in the venue's terms (docs.polymarket.com, trading/orders/create, October 2026). */

/** The minimum time to the expiration of an order, and how long before it the order leaves the book. */
const [MIN_EXPIRY_MS, LEAVES_BEFORE_MS] = [180_000, 60_000]
/** The expiration is in whole seconds. */
const SECOND_MS = 1_000

export const constraints: OrderConstraints = {
  postOnly: true,
  timeInForce: ['GTC', 'IOC', 'FOK', 'GTD'],
  byMoney: ['IOC', 'FOK'],
  notOfPurchases: {
    timeInForce: ['IOC', 'FOK'],
    because: 'such a purchase specifies the money to spend, and buys more contracts if they are cheaper',
  },
  minLifetimeMs: MIN_EXPIRY_MS - LEAVES_BEFORE_MS + SECOND_MS,
}

type Lasting = Pick<OrderTerms, 'type' | 'side' | 'timeInForce' | 'spend'>

/** Whether the order is sent as one that can rest. */
export function isResting(terms: Lasting): boolean {
  return (terms.side === 'buy' && terms.spend === undefined) || mayRest(terms)
}

/**
 * Returns the venue's order type. A market sale drops what it cannot fill immediately. A market purchase names the money to spend
 * and buys more contracts where they are cheaper (py-clob-client-v2#89). It is therefore sent as a limit order whose remainder is
 * canceled, unless the caller names money.
 */
export function orderTypeOf(terms: Lasting): string {
  if (terms.side === 'buy' && terms.type === 'market' && terms.spend === undefined) return 'GTC'
  const lasting = lastingOf(terms)
  return lasting === 'IOC' ? 'FAK' : lasting
}

/** Returns the expiration with which the order has left the book at the requested time. */
export function expirationOf({ expiresAt }: Pick<OrderTerms, 'expiresAt'>): Pick<DraftOrder, 'expiration'> {
  if (expiresAt === undefined) return {}
  return { expiration: String(Math.floor((expiresAt + LEAVES_BEFORE_MS) / SECOND_MS)) }
}
