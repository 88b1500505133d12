import type { Order } from '../../../api/models.js'
import { pathOf } from '../../../transport/call.js'
import { assertAsked, drift, readPayload } from '../../../venue-kit/payload.js'
import { eachRow, inList, sentIn } from '../../../venue-kit/rows.js'
import type { OrderHandle } from '../../../venue-kit/trading.js'
import type { VenueContext } from '../../../venue-kit/venue.js'
import { sendSigned } from '../auth.js'
import { toFound, toGone, toListed, toStanding } from './order-rows.js'
import { type NativeToldOrder, statusReply, toldOrder, userOrdersReply } from './order-wire.js'

const WHAT = 'POST /orders/status/batch'
/** Of every order; other ids are refused. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The order of this id or name; undefined when the venue says that there is none. */
export async function findOrder(handle: OrderHandle, ctx: VenueContext): Promise<Order | undefined> {
  const { by, value } = handle
  if (by === 'orderId' && !UUID.test(value)) return undefined
  const body = { items: [{ [by]: value }] }
  const request = { host: 'api', path: '/orders/status/batch', body, read: true } as const
  const { json } = await sendSigned(request, ctx)
  const [result] = readPayload(statusReply, json, WHAT).results
  if (result.status === 'not_found') return undefined
  const told = readPayload(toldOrder, result.data, WHAT)
  if (by === 'orderId') assertAsked(value, told.order.id, WHAT, 'order.id')
  const order =
    toFound(told) ??
    (await listedOrder(told, ['LIVE', 'MATCHED'], ctx)) ??
    // What was filled after the first execution is in the list alone.
    (await listedOrder(told, ['CANCELED', 'UNMATCHED'], ctx)) ??
    toGone(told)
  return by === 'clientOrderId' ? { ...order, clientOrderId: value } : order
}

/** An order that may rest, as the list of its market has it. */
async function listedOrder(
  told: NativeToldOrder,
  statuses: Parameters<typeof userOrders>[1],
  ctx: VenueContext,
): Promise<Order | undefined> {
  const { order } = told
  const slug = order.market?.slug
  if (slug === undefined) throw drift(WHAT, 'order.market', 'an order that may rest names no market')
  // Of a row that is left out it would be told that it is gone.
  const rows = await userOrders(slug, statuses, ctx, 'strict')
  const row = rows.find(({ id }) => id === order.id)
  return row && toStanding(told, row)
}

/** Most rows of a list of orders, which has no pages (../README.md, "Accounts and orders"). */
const MOST_LISTED = 200

/**
 * One's own orders in a market, of the states that the venue lists them by. Of more than a list holds, those that are
 * left out are noted.
 * @param reading with `strict` a row that cannot be read is an error, and is not set aside
 */
export async function userOrders(
  slug: string,
  statuses: readonly ('LIVE' | 'MATCHED' | 'CANCELED' | 'UNMATCHED')[],
  ctx: VenueContext,
  reading?: 'strict',
): Promise<readonly Order[]> {
  const what = 'GET /markets/{slug}/user-orders'
  const path = pathOf`/markets/${slug}/user-orders`
  const { json } = await sendSigned({ host: 'api', path, query: { statuses, limit: MOST_LISTED } }, ctx)
  const read = () => {
    const { orders } = readPayload(userOrdersReply, json, what)
    if (sentIn(orders) >= MOST_LISTED)
      ctx.omissions.noteCut(`orders of ${slug} beyond ${MOST_LISTED}, which the venue lists no further`)
    return eachRow(orders, 'orders', (row) => toListed(row, slug))
  }
  return reading === 'strict' ? read() : inList(what, ctx, read)
}
