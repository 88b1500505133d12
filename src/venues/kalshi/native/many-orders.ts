import * as z from 'zod'
import { PmxError } from '../../../api/errors.js'
import type { Order } from '../../../api/models.js'
import type { VenueReply } from '../../../transport/call.js'
import { drift, readPayload } from '../../../venue-kit/payload.js'
import type { SignedHttp } from '../../../venue-kit/signed-http.js'
import type { BatchOrder, CancelBatch, OrderBatch } from '../../../venue-kit/trading.js'
import type { VenueContext } from '../../../venue-kit/venue.js'
import { kalshiErrors } from '../errors.js'
import { cancelOrder } from './cancel.js'
import { orderCreated } from './order-created.js'
import { knownPlace, queryOf } from './order-place.js'
import { canceledReply, createdReply } from './order-wire.js'
import { explained } from './refusals.js'

/**
 * Several orders in one call (docs.kalshi.com, batch create and batch cancel of the second generation). An item is what a
 * single call would be answered, or has an `error`. Each is billed as one by itself, and all must fit at once.
 */
const PATH = '/portfolio/events/orders/batched'

const replyOf = z.object({ orders: z.array(z.looseObject({ error: z.unknown().optional() })) })

/** Items in the sequence of what was sent. */
function itemsIn({ json }: VenueReply, count: number, what: string) {
  const { orders } = readPayload(replyOf, json, what)
  if (orders.length === count) return orders
  throw drift(what, 'orders', `${orders.length} items for ${count} orders`)
}

export function createOrderBatch(signed: SignedHttp): OrderBatch {
  const what = `POST ${PATH}`
  return {
    // What half of the write tokens of the lowest tier are enough for (hosts.ts).
    most: 5,
    async submit(orders, ctx) {
      const body = { orders: orders.map(({ native }) => native.call.body) }
      const reply = await signed.send({ host: 'api', path: PATH, body, cost: orders.length }, ctx)
      const items = itemsIn(reply, orders.length, what)
      // Each item names its order: in another place it would tell one order what became of another.
      for (const [index, { terms }] of orders.entries()) {
        const name = items[index]?.['client_order_id'] ?? terms.clientOrderId
        if (name !== terms.clientOrderId)
          throw drift(
            what,
            `orders[${index}].client_order_id`,
            `asked for ${terms.clientOrderId}, got ${name}`,
          )
      }
      return Promise.all(orders.map((order, index) => placedOne(items[index], order, reply, ctx)))
    },
  }

  async function placedOne(
    item: z.output<typeof replyOf>['orders'][number] | undefined,
    { terms }: BatchOrder,
    reply: VenueReply,
    ctx: VenueContext,
  ): Promise<Order | PmxError> {
    const refusal = refusalIn(item?.error, reply)
    try {
      if (refusal !== undefined) throw await explained(refusal, terms, signed, ctx)
      return orderCreated(readPayload(createdReply, item, what), terms, ctx)
    } catch (error) {
      if (error instanceof PmxError) return error
      throw error
    }
  }
}

export function createCancelBatch(signed: SignedHttp): CancelBatch {
  const what = `DELETE ${PATH}`
  return {
    // A cancel costs a fifth of an order.
    most: 20,
    async cancel(orderIds, ctx) {
      const orders = orderIds.map((order_id) => ({ order_id, ...queryOf(knownPlace(order_id, ctx)) }))
      const reply = await signed.send(
        { host: 'api', path: PATH, method: 'DELETE', body: { orders }, cost: orderIds.length / 5 },
        ctx,
      )
      const items = itemsIn(reply, orderIds.length, what)
      const done = await Promise.all(
        orderIds.map(
          async (orderId, index) => [orderId, await canceledOne(orderId, items[index], reply, ctx)] as const,
        ),
      )
      return new Map(done)
    },
  }

  async function canceledOne(
    orderId: string,
    item: z.output<typeof replyOf>['orders'][number] | undefined,
    reply: VenueReply,
    ctx: VenueContext,
  ): Promise<true | PmxError> {
    const refusal = refusalIn(item?.error, reply)
    try {
      // It may be on another shard than the one that was asked: a cancel by itself looks for it.
      if (refusal?.code === 'NOT_FOUND') {
        await cancelOrder(orderId, signed, ctx)
        return true
      }
      if (refusal !== undefined) return refusal
      const { order_id, reduced_by } = readPayload(canceledReply, item, what)
      if (order_id !== orderId)
        throw drift(what, 'orders[].order_id', `asked for ${orderId}, got ${order_id}`)
      if (reduced_by > 0) return true
      return new PmxError(
        'ORDER_NOT_FOUND',
        `Order not found: nothing of the order ${orderId} was open any more`,
      )
    } catch (error) {
      if (error instanceof PmxError) return error
      throw error
    }
  }
}

/** Failures of the venue's own, in whose place an order may have been taken. */
const FAILED = /internal|unavailable|time(d )?-?_?out/i

function refusalIn(error: unknown, reply: VenueReply): PmxError | undefined {
  if (error === undefined || error === null) return undefined
  const refusal = kalshiErrors({ ...reply, status: 400, json: { error } })
  const code: unknown = Object(error)['code']
  if (refusal instanceof PmxError && !FAILED.test(String(code))) return refusal
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue answered to one of several orders: ${String(code)}`,
    {
      detail: { upstreamCode: String(code).slice(0, 60) },
    },
  )
}
