import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { knowsMember } from '../../../api/values/unknown-members.js'
import { pathOf } from '../../../transport/call-types.js'
import type { OrderHandle } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { assertSameSubject, createSchemaMismatch, readPayload } from '../../../venue-kit/payload/payload.js'
import { convertRows, readInList, sentIn } from '../../../venue-kit/requests/map-rows.js'
import { sendSigned } from '../auth.js'
import { toDelistedOrder, toFound, toListed, toStanding } from './order-rows.js'
import { type NativeOrderWithFills, orderWithFills, statusReply, userOrdersReply } from './order-wire.js'

const WHAT = 'POST /orders/status/batch'
/** Form of every order id; other ids are refused. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the order with this id or name, or undefined if the venue reports that there is none. */
export async function findOrder(handle: OrderHandle, ctx: VenueContext): Promise<Order | undefined> {
  const { by, value } = handle
  if (by === 'orderId' && !UUID.test(value)) return undefined
  const body = { items: [{ [by]: value }] }
  const request = { host: 'api', path: '/orders/status/batch', body, read: true } as const
  const { json } = await sendSigned(request, ctx)
  const [result] = readPayload(statusReply, json, WHAT).results
  if (result.status === 'not_found') return undefined
  const told = readPayload(orderWithFills, result.data, WHAT)
  if (by === 'orderId') assertSameSubject(value, told.order.id, WHAT, 'order.id')
  const order = toFound(told) ?? (await listedOrder(told, ctx)) ?? toUnlisted(told, ctx)
  return by === 'clientOrderId' ? { ...order, clientOrderId: value } : order
}

/** Lists may lag behind; inferred, and as long as the core waits for an order to appear. */
const LISTED_WITHIN_MS = 60_000

/** Converts an order that no list has: it has ended, unless it is so young that the lists may lack it. */
function toUnlisted(told: NativeOrderWithFills, { clock, http }: VenueContext): Order {
  const order = toDelistedOrder(told)
  // The clock of this machine may be wrong.
  const now = http.venueTime ?? clock.now()
  const isYoung = Math.abs(now - order.timestamp) < LISTED_WITHIN_MS
  return isYoung && !knowsMember(order, 'filled') ? { ...order, status: 'pending' } : order
}

type ListedBy = 'LIVE' | 'MATCHED' | 'CANCELED' | 'UNMATCHED'

/**
 * Returns an order that may rest, from the lists of its market, or undefined if none has it.
 * @throws EXCHANGE_NOT_AVAILABLE where it may rest or be filled, beyond the rows of a list
 */
async function listedOrder(told: NativeOrderWithFills, ctx: VenueContext): Promise<Order | undefined> {
  const { order } = told
  const slug = order.market?.slug
  if (slug === undefined)
    throw createSchemaMismatch(WHAT, 'order.market', 'an order that may be open does not name its market')
  const look = async (...statuses: readonly ListedBy[]) => {
    // A row that is set aside would count as an ended order.
    const { rows, isCut } = await readOrders(slug, statuses, ctx)
    const row = rows.find(({ id }) => id === order.id)
    return { order: row && toStanding(told, row), isCut }
  }
  const standing = await look('LIVE', 'MATCHED')
  if (standing.order !== undefined) return standing.order
  const resting = standing.isCut ? await look('LIVE') : undefined
  if (resting?.order !== undefined) return resting.order
  // Only the list has fills after the first execution.
  const ended = await look('CANCELED', 'UNMATCHED')
  if (ended.order !== undefined || !standing.isCut) return ended.order
  throw new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Limitless lists at most ${MAX_LISTED} orders of ${slug}, and ${order.id} is not among them. It may be open or filled.`,
    { exchange: 'limitless' },
  )
}

/** Maximum number of rows per list of orders, which has no pages (../README.md, "Accounts and orders"). */
const MAX_LISTED = 200

/**
 * Returns the caller's orders in a market, of the states by which the venue lists them. Rows beyond the maximum of a list are
 * noted as missing; an unreadable row is set aside.
 */
export async function fetchUserOrders(
  slug: string,
  statuses: readonly ListedBy[],
  ctx: VenueContext,
): Promise<readonly Order[]> {
  const { rows, isCut } = await readOrders(slug, statuses, ctx, (read) => readInList(LIST, ctx, read))
  if (isCut)
    ctx.omissions.noteCut(`orders of ${slug} beyond the first ${MAX_LISTED}, which the venue does not list`)
  return rows
}

const LIST = 'GET /markets/{slug}/user-orders'

/** @param reading by default an unreadable row is an error */
async function readOrders(
  slug: string,
  statuses: readonly ListedBy[],
  ctx: VenueContext,
  reading: <Read>(read: () => Read) => Read = (read) => read(),
): Promise<{ readonly rows: readonly Order[]; readonly isCut: boolean }> {
  const path = pathOf`/markets/${slug}/user-orders`
  const { json } = await sendSigned({ host: 'api', path, query: { statuses, limit: MAX_LISTED } }, ctx)
  return reading(() => {
    const { orders } = readPayload(userOrdersReply, json, LIST)
    const rows = convertRows(orders, 'orders', (row) => toListed(row, slug))
    return { rows, isCut: sentIn(orders) >= MAX_LISTED }
  })
}
