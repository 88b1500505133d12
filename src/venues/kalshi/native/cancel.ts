import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { compare, decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { pathOf } from '../../../transport/call.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { asCanceled, createCanceledOrder } from '../../../venue-kit/orders/canceled-order.js'
import type { SignedHttp } from '../../../venue-kit/orders/signed-http.js'
import { assertSameSubject, readPayload } from '../../../venue-kit/payload/payload.js'
import { findOrder } from '../account.js'
import { locatorOf, locatorReply, type OrderLocator, queryOf, recallLocator } from './order-place.js'
import { canceledReply } from './order-wire.js'

/**
 * Takes an order back, on the shard that it is on. A 404 of the venue says that the order is not where it was looked
 * for: it is believed when the order, read afterwards, does not rest.
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

/** Undefined where the venue knows none, or does not say: it may rest all the same, since lists lag behind the engine. */
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

/** Undefined for a 404. */
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

/** After a 404: where the order rests after all, its shard is asked by the number that its row has. */
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
  throw unproven(orderId, 'the order still rests')
}

/** What became of it. Lists may still show it as it was before: the engine knows better. */
async function told(
  orderId: string,
  { client_order_id, reduced_by }: Canceled,
  signed: SignedHttp,
  ctx: VenueContext,
): Promise<Order> {
  const order = await findOrder(orderId, signed, ctx).catch(() => undefined)
  if (order !== undefined && order.status !== 'open') return order
  if (reduced_by === 0) throw notOpen(orderId, `nothing of the order ${orderId} was open any more`)
  if (order === undefined)
    return createCanceledOrder(orderId, { clientOrderId: client_order_id, remaining: reduced_by })
  // Where another number rested than was taken back, some was filled or the order was made smaller since: the row is older
  // than that, and its first size says nothing of it.
  if (compare(decimalOf(order.remaining), decimalOf(reduced_by)) !== 0) return asCanceled(order)
  const remaining = toNumber(subtractDecimals(decimalOf(order.amount), decimalOf(order.filled)))
  return { ...order, status: 'canceled', remaining }
}

function notOpen(orderId: string, why: string): PmxError {
  return new PmxError('ORDER_NOT_FOUND', `Order not found: ${why}`, { detail: { orderId } })
}

/** The core tells it as a doubt: canceling again does no harm. */
function unproven(orderId: string, why: string): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue answered HTTP 404 to the cancel of ${orderId}, and ${why}.`,
    {
      detail: { kind: 'cancel_unproven', upstreamStatus: 404, orderId },
    },
  )
}
