import * as z from 'zod'
import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import type { BatchOrder, CancelAll, CancelBatch, OrderBatch } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch, readPayload } from '../../../venue-kit/payload/payload.js'
import { sendSigned, sendSignedOnce } from '../auth.js'
import { errorRule } from '../errors.js'
import { canceledReply, placedReply } from './order-wire.js'
import { readPlacedOrder, toExplainedRefusal } from './placed-order.js'

/** Sends several orders in one call (docs.polymarket.com, orders; ../README.md, "Accounts and orders"). */

const MANY = '/orders'
const entries = z.array(z.unknown())

/** Sends an array of single order bodies. The response is an array of single results. */
export const orderBatch: OrderBatch = {
  // docs.polymarket.com, place multiple orders; each costs as much as a single call.
  most: 15,
  async submit(orders, ctx) {
    const what = `POST ${MANY}`
    const body = orders.map(({ native }) => native.call.body)
    const reply = await sendSignedOnce({ path: MANY, body, group: 'place', cost: orders.length }, ctx)
    const replies = readPayload(entries, reply.json, what)
    if (replies.length !== orders.length)
      throw createSchemaMismatch(what, '', `${replies.length} results for ${orders.length} orders`)
    // An order's hash is known in advance: a result in the wrong position would report the status of another order.
    for (const [index, { native }] of orders.entries()) assertOwn(replies[index], native.handle?.value, index)
    return Promise.all(
      orders.map((order, index) => {
        const json = replies[index]
        const refusal = errorRule({ ...reply, json })
        return refusal instanceof PmxError
          ? toExplainedRefusal(refusal, order.native.signedOrder ?? {}, order.terms, ctx)
          : placedOne(json, order, ctx)
      }),
    )
  },
}

function assertOwn(reply: unknown, hash: string | undefined, index: number): void {
  const id: unknown = Object(reply)['orderID']
  if (typeof id !== 'string' || id === '' || hash === undefined || id.toLowerCase() === hash.toLowerCase())
    return
  throw createSchemaMismatch(`POST ${MANY}`, `[${index}].orderID`, `requested ${hash}, got ${id}`)
}

/** An unreadable result leaves only this order with an unknown status. */
async function placedOne(
  json: unknown,
  { native, terms }: BatchOrder,
  ctx: VenueContext,
): Promise<Order | PmxError> {
  try {
    return await readPlacedOrder(
      readPayload(placedReply, json, `POST ${MANY}`),
      native.signedOrder ?? {},
      terms,
      ctx,
    )
  } catch (error) {
    if (error instanceof PmxError) return error
    throw error
  }
}

export const cancelMany: CancelBatch = {
  // Far below the documented 1000: a call costs as many cancels, and more than the burst would never pass.
  most: 50,
  async cancel(orderIds, ctx) {
    const request = { path: MANY, method: 'DELETE', body: [...orderIds], group: 'cancel' } as const
    const { json } = await sendSigned({ ...request, cost: orderIds.length }, ctx)
    const { canceled, not_canceled: kept } = readPayload(canceledReply, json, `DELETE ${MANY}`)
    const done = new Set(canceled.map((id) => id.toLowerCase()))
    const reasons = new Map(Object.entries(kept ?? {}).map(([id, why]) => [id.toLowerCase(), why]))
    return new Map(
      orderIds.flatMap((orderId): [string, true | PmxError][] => {
        // Ids are hashes, in any case.
        const id = orderId.toLowerCase()
        const why = reasons.get(id)
        if (why !== undefined) return [[orderId, createNotCanceledError(why)]]
        return done.has(id) ? [[orderId, true]] : []
      }),
    )
  },
}

/** `DELETE /cancel-all`. The orders of one market are instead listed and canceled by their ids, which needs no other market id. */
export const cancelAll: CancelAll = {
  isConclusive: true,
  async cancel(_marketId, ctx) {
    const path = '/cancel-all'
    const { json } = await sendSigned({ path, method: 'DELETE', group: 'cancel' }, ctx)
    const { canceled, not_canceled: kept } = readPayload(canceledReply, json, `DELETE ${path}`)
    const reasons = Object.entries(kept ?? {}).map(([id, why]) => [id, createNotCanceledError(why)] as const)
    return new Map<string, true | PmxError>([...canceled.map((id) => [id, true] as const), ...reasons])
  },
}

/**
 * Texts that mean that the order is no longer open. Other texts, for example that it cannot be canceled now, mean that it may
 * still be open.
 */
const GONE = /not found|can't be found|\b(?:already|been|is|was) (?:cancell?ed|matched|filled)\b/i

/** Returns the error for the venue's reason for an order that it did not cancel. */
export function createNotCanceledError(why: string): PmxError {
  if (GONE.test(why)) return new PmxError('ORDER_NOT_FOUND', `Order not found: ${why}`)
  return new PmxError('INVALID_ORDER', `Polymarket did not cancel the order: ${why.slice(0, 200)}`)
}
