import type { CancelAll } from '../../../venue-kit/contract/trading.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { signed } from '../auth.js'
import { canceledAllReply } from './order-wire.js'

/**
 * `POST /v1/orders/open/cancel`, for all markets or the given ones. It is not documented whether the returned ids belong to
 * canceled orders or to orders that are yet to be canceled. Each order is therefore looked up (../README.md, "Accounts and
 * orders").
 */
export const cancelAll: CancelAll = {
  byMarket: true,
  async cancel(marketId, ctx) {
    const path = '/v1/orders/open/cancel'
    const body = marketId === undefined ? {} : { slugs: [marketId] }
    const { json } = await signed.send({ host: 'api', path, body }, ctx)
    const { canceledOrderIds } = readPayload(canceledAllReply, json, `POST ${path}`)
    return new Map(canceledOrderIds.map((orderId) => [orderId, true]))
  },
}
