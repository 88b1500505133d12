import * as z from 'zod'
import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import type { VenueReply } from '../../../transport/call-types.js'
import type { BatchOrder, CancelBatch, OrderBatch } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { isOwnFailure } from '../../../venue-kit/orders/local-failure.js'
import type { SignedHttp } from '../../../venue-kit/orders/signed-http.js'
import { createSchemaMismatch, readPayload } from '../../../venue-kit/payload/payload.js'
import { kalshiErrors } from '../errors.js'
import { cancelOrder } from './cancel.js'
import { orderCreated } from './order-created.js'
import { queryOf, recallLocator } from './order-place.js'
import { canceledReply, createdReply } from './order-wire.js'
import { explainRefusal } from './refusals.js'

/**
 * Several orders in one call (docs.kalshi.com, batch create and batch cancel of the second generation). An item equals the
 * response of a single call, or has an `error`. Each is billed like a single call, and the budget must cover all of them.
 */
const PATH = '/portfolio/events/orders/batched'

const replyOf = z.object({ orders: z.array(z.looseObject({ error: z.unknown().optional() })) })

type Item = z.output<typeof replyOf>['orders'][number]

export function createOrderBatch(signed: SignedHttp): OrderBatch {
  const what = `POST ${PATH}`
  return {
    // Half of the write tokens of the lowest tier (hosts.ts) cover this many.
    most: 5,
    async submit(orders, ctx) {
      const body = { orders: orders.map(({ native }) => native.call.body) }
      const reply = await signed.send({ host: 'api', path: PATH, body, cost: orders.length }, ctx)
      const { orders: items } = readPayload(replyOf, reply.json, what)
      if (items.length !== orders.length)
        throw createSchemaMismatch(what, 'orders', `${items.length} items for ${orders.length} orders`)
      // Each item names its order: in the wrong position it would report the status of another order.
      for (const [index, { terms }] of orders.entries()) {
        const name = items[index]?.['client_order_id'] ?? terms.clientOrderId
        if (name !== terms.clientOrderId)
          throw createSchemaMismatch(
            what,
            `orders[${index}].client_order_id`,
            `requested ${terms.clientOrderId}, got ${name}`,
          )
      }
      return Promise.all(orders.map((order, index) => placedOne(items[index], order, reply, ctx)))
    },
  }

  async function placedOne(
    item: Item | undefined,
    { terms }: BatchOrder,
    reply: VenueReply,
    ctx: VenueContext,
  ): Promise<Order | PmxError> {
    const refusal = refusalIn(item?.error, reply)
    try {
      if (refusal !== undefined) throw await explainRefusal(refusal, terms, signed, ctx)
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
    // A cancel costs a fifth of the tokens of an order.
    most: 20,
    async cancel(orderIds, ctx) {
      const orders = orderIds.map((order_id) => ({ order_id, ...queryOf(recallLocator(order_id, ctx)) }))
      const reply = await signed.send(
        { host: 'api', path: PATH, method: 'DELETE', body: { orders }, cost: orderIds.length / 5 },
        ctx,
      )
      // An item names its order itself (OpenAPI 3.34, BatchCancelOrdersV2Response).
      const { orders: items } = readPayload(replyOf, reply.json, what)
      const byId = new Map(items.map((item) => [item['order_id'], item]))
      const done = orderIds.flatMap((orderId) => {
        const item = byId.get(orderId)
        if (item === undefined) return []
        return [canceledOne(orderId, item, reply, ctx).then((result) => [orderId, result] as const)]
      })
      return new Map(await Promise.all(done))
    },
  }

  async function canceledOne(
    orderId: string,
    item: Item,
    reply: VenueReply,
    ctx: VenueContext,
  ): Promise<true | PmxError> {
    const refusal = refusalIn(item?.error, reply)
    try {
      // It may be on another shard than the requested one: a single cancel looks for it.
      if (refusal?.code === 'NOT_FOUND') {
        const { status } = await cancelOrder(orderId, signed, ctx)
        return status === 'canceled' ? true : notOpen(`the order ${orderId} is ${status}`)
      }
      if (refusal !== undefined) return refusal
      const { reduced_by } = readPayload(canceledReply, item, what)
      return reduced_by > 0 ? true : notOpen(`the order ${orderId} had no open contracts left`)
    } catch (error) {
      if (error instanceof PmxError) return error
      throw error
    }
  }
}

function notOpen(why: string): PmxError {
  return new PmxError('ORDER_NOT_FOUND', `Order not found: ${why}`)
}

function refusalIn(error: unknown, reply: VenueReply): PmxError | undefined {
  if (error === undefined || error === null) return undefined
  const refusal = kalshiErrors({ ...reply, status: 400, json: { error } })
  const code: unknown = Object(error)['code']
  if (refusal instanceof PmxError && !isOwnFailure(String(code))) return refusal
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `For one of several orders, the venue returned: ${String(code)}`,
    {
      detail: { upstreamCode: String(code).slice(0, 60) },
    },
  )
}
