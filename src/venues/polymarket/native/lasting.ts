import { lastingOf, mayRest } from '../../../venue-kit/time-in-force.js'
import type { OrderConstraints, OrderTerms } from '../../../venue-kit/trading.js'
import type { DraftOrder } from './order.js'

/** How long an order lasts, in the venue's words (docs.polymarket.com, trading/orders/create, of October 2026). */

/** An order that ends is sent with an expiration so far ahead at least, and leaves the book so long before that. */
const [LEAST_EXPIRY_MS, LEAVES_BEFORE_MS] = [180_000, 60_000]
/** The expiration is in whole seconds. */
const SECOND_MS = 1_000

export const constraints: OrderConstraints = {
  postOnly: true,
  timeInForce: ['GTC', 'IOC', 'FOK', 'GTD'],
  notOfPurchases: {
    timeInForce: ['IOC', 'FOK'],
    because: 'such a purchase names the money to spend, and buys more contracts where they are cheaper',
  },
  minLifetimeMs: LEAST_EXPIRY_MS - LEAVES_BEFORE_MS + SECOND_MS,
}

/** Whether the venue is sent an order that may rest. */
export function isResting(terms: Pick<OrderTerms, 'type' | 'side' | 'timeInForce'>): boolean {
  return terms.side === 'buy' || mayRest(terms)
}

/**
 * A sale at the market drops what cannot be filled at once. A purchase that does so names the money to spend and buys
 * more contracts where they are cheaper (py-clob-client-v2#89), so it is sent as a limit, whose rest is canceled.
 */
export function orderTypeOf(terms: Pick<OrderTerms, 'type' | 'side' | 'timeInForce'>): string {
  if (terms.side === 'buy' && terms.type === 'market') return 'GTC'
  const lasting = lastingOf(terms)
  return lasting === 'IOC' ? 'FAK' : lasting
}

/** Such that the order has left the book when its caller wants it to end. */
export function expirationOf({ expiresAt }: Pick<OrderTerms, 'expiresAt'>): Pick<DraftOrder, 'expiration'> {
  if (expiresAt === undefined) return {}
  return { expiration: String(Math.floor((expiresAt + LEAVES_BEFORE_MS) / SECOND_MS)) }
}
