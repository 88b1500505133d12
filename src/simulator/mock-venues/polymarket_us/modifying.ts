import { notImplemented, orRefuse } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { Amendment, PaperOrder } from '../../paper-trading/state/types.js'
import { stepsFor } from './estimates.js'
import { instantOf, isPriceAllowed, priceIn, quantityIn } from './order-body.js'
import { longPrice } from './paper.js'
import { outOfBounds } from './refused-orders.js'
import { refusal } from './replies.js'

/**
 * What a body changes of an order (README.md, "Orders"). The quantity is that of the whole order, filled contracts among
 * them. @throws 400, or 501 for what the demo leaves out
 */
export function amendmentOf({ market, side, size }: PaperOrder, body: unknown): Amendment {
  const isGiven = (name: string): boolean => (bodyMemberOf({ body }, name) ?? null) !== null
  const long = isGiven('price') ? priceIn(body, market) : undefined
  const wanted = isGiven('quantity') ? quantityIn(body, market) : size
  return {
    price: long === undefined ? undefined : longPrice(side, long),
    size: orRefuse(wanted, () => refusal(400, 'quantity must be at least the minimum')),
    expiresAt: endIn(body),
  }
}

/** Why the exchange does not take a change, where it can be seen before. */
export function refusedAmendment(
  context: MockContext,
  order: PaperOrder,
  { price = order.price }: Amendment,
  body: unknown,
): string | undefined {
  if (price === undefined || !isPriceAllowed(longPrice(order.side, price))) return outOfBounds.text
  const isMaker = bodyMemberOf({ body }, 'participateDontInitiate') === true
  return isMaker && stepsFor(context, { ...order, price }).length > 0
    ? 'invalid order: would cross'
    : undefined
}

/** When the order ends from now on; null for never, undefined where that stays. */
function endIn(body: unknown): number | null | undefined {
  const tif = bodyTextOf({ body }, 'tif')
  const time = bodyTextOf({ body }, 'goodTillTime')
  if (tif === 'TIME_IN_FORCE_GOOD_TILL_DATE' || (tif === undefined && time !== undefined))
    return instantOf(time)
  if (tif === undefined) return undefined
  if (tif === 'TIME_IN_FORCE_GOOD_TILL_CANCEL' || tif === 'TIME_IN_FORCE_DAY') return null
  throw notImplemented(`${tif} of a modified order`)
}
