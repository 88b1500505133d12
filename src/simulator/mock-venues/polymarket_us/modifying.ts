import { createNotImplemented, requireOrRefuse } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { Amendment, PaperOrder } from '../../paper-trading/state/types.js'
import { stepsFor } from './estimates.js'
import { instantOf, isPriceAllowed, priceIn, quantityIn } from './order-body.js'
import { toLongPrice } from './paper.js'
import { outOfBounds } from './refused-orders.js'
import { createRefusal } from './replies.js'

/**
 * Reads the changes of an order in a body (README.md, "Orders"). The quantity is that of the whole order, including
 * filled contracts.
 * @throws 400, or 501 for what the simulation does not implement
 */
export function amendmentOf({ market, side, size }: PaperOrder, body: unknown): Amendment {
  const isGiven = (name: string): boolean => (bodyMemberOf({ body }, name) ?? null) !== null
  const long = isGiven('price') ? priceIn(body, market) : undefined
  const wanted = isGiven('quantity') ? quantityIn(body, market) : size
  return {
    price: long === undefined ? undefined : toLongPrice(side, long),
    size: requireOrRefuse(wanted, () => createRefusal(400, 'quantity must be at least the minimum')),
    expiresAt: endIn(body),
  }
}

/** Returns the reason why the exchange rejects a change, if it can be determined beforehand. */
export function refuseAmendment(
  context: MockContext,
  order: PaperOrder,
  { price = order.price }: Amendment,
  body: unknown,
): string | undefined {
  if (price === undefined || !isPriceAllowed(toLongPrice(order.side, price))) return outOfBounds.text
  const isMaker = bodyMemberOf({ body }, 'participateDontInitiate') === true
  return isMaker && stepsFor(context, { ...order, price }).length > 0
    ? 'invalid order: would cross'
    : undefined
}

/** Returns the new expiry of an order: null for none, undefined to leave it unchanged. */
function endIn(body: unknown): number | null | undefined {
  const tif = bodyTextOf({ body }, 'tif')
  const time = bodyTextOf({ body }, 'goodTillTime')
  if (tif === 'TIME_IN_FORCE_GOOD_TILL_DATE' || (tif === undefined && time !== undefined))
    return instantOf(time)
  if (tif === undefined) return undefined
  if (tif === 'TIME_IN_FORCE_GOOD_TILL_CANCEL' || tif === 'TIME_IN_FORCE_DAY') return null
  throw createNotImplemented(`${tif} of a modified order`)
}
