import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { add, compare, decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { pathOf } from '../../../transport/call-types.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { asCanceled, createCanceledOrder, withKnownAmount } from '../../../venue-kit/orders/canceled-order.js'
import type { SignedHttp } from '../../../venue-kit/orders/signed-http.js'
import { assertSameSubject, readPayload } from '../../../venue-kit/payload/payload.js'
import { findOrder } from '../account.js'
import { locatorOf, locatorReply, type OrderLocator, queryOf, recallLocator } from './order-place.js'
import { canceledReply } from './order-wire.js'

/**
 * Cancels an order on its shard. A 404 from the venue means that the order is not on the searched shard. It is accepted
 * only when the order, read afterwards, does not rest.
 * @throws ORDER_NOT_FOUND when it is not open; EXCHANGE_NOT_AVAILABLE when the venue did not find an order that rests
 */
export async function cancelOrder(orderId: string, signed: SignedHttp, ctx: VenueContext): Promise<Order> {
  const place = recallLocator(orderId, ctx) ?? (await readPlace(orderId, signed, ctx))
  const done =
    (await tryCancel(orderId, place, 'market', signed, ctx)) ?? (await again(orderId, place, signed, ctx))
  return told(orderId, done, signed, ctx)
}

type Canceled = ReturnType<typeof readCanceled>

function readCanceled(json: unknown) {
  return readPayload(canceledReply, json, 'DELETE /portfolio/events/orders/{order_id}')
}

/**
 * Undefined if the venue has no such order or reports no location: it may rest nevertheless, since lists lag behind the
 * engine.
 */
async function readPlace(
  orderId: string,
  signed: SignedHttp,
  ctx: VenueContext,
): Promise<OrderLocator | undefined> {
  const what = 'GET /portfolio/orders/{order_id}'
  try {
    const reply = await signed.send(
      { host: 'api', path: pathOf`/portfolio/orders/${orderId}`, accept: [404] },
      ctx,
    )
    if (reply.status === 404) return undefined
    const { order } = readPayload(locatorReply, reply.json, what)
    assertSameSubject(orderId, order.order_id, what, 'order.order_id')
    return locatorOf(order)
  } catch (error) {
    if (error instanceof PmxError) return undefined
    throw error
  }
}

/** Cancels once, or undefined for a 404. */
async function tryCancel(
  orderId: string,
  place: OrderLocator | undefined,
  by: 'market' | 'shard',
  signed: SignedHttp,
  ctx: VenueContext,
): Promise<Canceled | undefined> {
  const reply = await signed.send(
    {
      host: 'api',
      path: pathOf`/portfolio/events/orders/${orderId}`,
      query: queryOf(place, by),
      method: 'DELETE',
      accept: [404],
    },
    ctx,
  )
  return reply.status === 404 ? undefined : readCanceled(reply.json)
}

/** Retries after a 404: if the order rests nevertheless, the call names the shard in its row. */
async function again(
  orderId: string,
  asked: OrderLocator | undefined,
  signed: SignedHttp,
  ctx: VenueContext,
): Promise<Canceled> {
  const order = await findOrder(orderId, signed, ctx).catch((error: unknown) => {
    throw error instanceof PmxError ? unproven(orderId, `it cannot be read: ${error.message}`) : error
  })
  if (order === undefined) throw notOpen(orderId, `no open order has the id ${orderId}`)
  if (order.status !== 'open') throw notOpen(orderId, `the order ${orderId} is ${order.status}`)
  const place = recallLocator(orderId, ctx)
  const by = place?.shard !== undefined && asked !== undefined ? 'shard' : 'market'
  const isNew = by === 'shard' || asked === undefined
  const done = isNew ? await tryCancel(orderId, place, by, signed, ctx) : undefined
  if (done !== undefined) return done
  throw unproven(orderId, 'the order is still open')
}

/** Returns the canceled order. Lists may still show its earlier state; the engine's response takes precedence. */
async function told(
  orderId: string,
  { client_order_id, reduced_by }: Canceled,
  signed: SignedHttp,
  ctx: VenueContext,
): Promise<Order> {
  const order = await findOrder(orderId, signed, ctx).catch(() => undefined)
  if (order?.status === 'canceled' && reduced_by > 0)
    return withKnownAmount(order, toNumber(add(decimalOf(order.filled), decimalOf(reduced_by))))
  if (order !== undefined && order.status !== 'open') return order
  if (reduced_by === 0) throw notOpen(orderId, `the order ${orderId} had no open contracts left`)
  if (order === undefined)
    return createCanceledOrder(orderId, { clientOrderId: client_order_id, remaining: reduced_by })
  // Where the resting amount differs from the canceled one, the order was partly filled or reduced since. The row is older, and
  // its initial size is not reliable.
  if (compare(decimalOf(order.remaining), decimalOf(reduced_by)) !== 0) return asCanceled(order)
  const remaining = toNumber(subtractDecimals(decimalOf(order.amount), decimalOf(order.filled)))
  return { ...order, status: 'canceled', remaining }
}

function notOpen(orderId: string, why: string): PmxError {
  return new PmxError('ORDER_NOT_FOUND', `Order not found: ${why}`, { detail: { orderId } })
}

/** Creates the error of an unproven cancel. The core reports the status as unknown: a second cancel does no harm. */
function unproven(orderId: string, why: string): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue returned HTTP 404 to the cancel of ${orderId}, and ${why}.`,
    {
      detail: { kind: 'cancel_unproven', upstreamStatus: 404, orderId },
    },
  )
}
