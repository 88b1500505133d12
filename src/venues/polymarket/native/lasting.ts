import type { OrderConstraints, OrderTerms } from '../../../venue-kit/contract/trading.js'
import { lastingOf, mayRest } from '../../../venue-kit/orders/time-in-force.js'
import type { DraftOrder } from './order.js'

/** How long an order lasts, in the venue's words (docs.polymarket.com, trading/orders/create, of October 2026). */

/** An order that ends is sent with an expiration so far ahead at least, and leaves the book so long before that. */
const [MIN_EXPIRY_MS, LEAVES_BEFORE_MS] = [180_000, 60_000]
/** The expiration is in whole seconds. */
const SECOND_MS = 1_000

export const constraints: OrderConstraints = {
  postOnly: true,
  timeInForce: ['GTC', 'IOC', 'FOK', 'GTD'],
  byMoney: ['IOC', 'FOK'],
  notOfPurchases: {
    timeInForce: ['IOC', 'FOK'],
    because: 'such a purchase names the money to spend, and buys more contracts where they are cheaper',
  },
  minLifetimeMs: MIN_EXPIRY_MS - LEAVES_BEFORE_MS + SECOND_MS,
}

type Lasting = Pick<OrderTerms, 'type' | 'side' | 'timeInForce' | 'spend'>

/** Whether the venue is sent an order that may rest. */
export function isResting(terms: Lasting): boolean {
  return (terms.side === 'buy' && terms.spend === undefined) || mayRest(terms)
}

/**
 * A sale at the market drops what cannot be filled at once. A purchase that does so names the money to spend and buys
 * more contracts where they are cheaper (py-clob-client-v2#89): it is sent as a limit, whose rest is canceled, unless its
 * caller names money.
 */
export function orderTypeOf(terms: Lasting): string {
  if (terms.side === 'buy' && terms.type === 'market' && terms.spend === undefined) return 'GTC'
  const lasting = lastingOf(terms)
  return lasting === 'IOC' ? 'FAK' : lasting
}

/** Such that the order has left the book when its caller wants it to end. */
export function expirationOf({ expiresAt }: Pick<OrderTerms, 'expiresAt'>): Pick<DraftOrder, 'expiration'> {
  if (expiresAt === undefined) return {}
  return { expiration: String(Math.floor((expiresAt + LEAVES_BEFORE_MS) / SECOND_MS)) }
}
