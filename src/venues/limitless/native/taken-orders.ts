import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { isUnknownWordError } from '../../../venue-kit/payload/native-enums.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { frameMemberOf } from '../../../venue-kit/requests/malformed-frames.js'
import { sendSigned } from '../auth.js'
import { manyStatusReply, type NativeTakenOrder, takenOrder } from './order-wire.js'

const WHAT = 'POST /orders/status/batch'
/** Maximum number of orders per call (../README.md, "Accounts and orders"). */
const MAX_ORDERS = 50

/** Marks an order with an unknown word: its trades may have failed. */
export interface UnreadOrder {
  readonly problem: string
}

/** Returns the immediate fills of orders, by their ids; orders without readable data are left out. */
export async function readTakenOrders(
  orderIds: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, NativeTakenOrder | UnreadOrder>> {
  const asked = [...new Set(orderIds)]
  const found = new Map<string, NativeTakenOrder | UnreadOrder>()
  for (let from = 0; from < asked.length; from += MAX_ORDERS) {
    const items = asked.slice(from, from + MAX_ORDERS).map((orderId) => ({ orderId }))
    const request = { host: 'api', path: '/orders/status/batch', body: { items }, read: true } as const
    const { json } = await sendSigned(request, ctx)
    for (const { data } of readPayload(manyStatusReply, json, WHAT).results) {
      const told = takenOrder.safeParse(data)
      if (told.success) found.set(told.data.order.id, told.data)
      const orderId = frameMemberOf(data, 'order', 'id')
      const unknown = told.error?.issues.find(isUnknownWordError)
      if (unknown !== undefined && typeof orderId === 'string')
        found.set(orderId, { problem: unknown.message })
    }
  }
  return found
}
