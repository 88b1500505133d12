import { PmxError } from '../../../api/envelope/errors.js'
import { compare, decimalOf } from '../../../api/values/decimal.js'
import type { VenueReply } from '../../../transport/call-types.js'
import type { BatchOrder, CancelBatch, OrderBatch } from '../../../venue-kit/contract/trading.js'
import { isOwnFailure } from '../../../venue-kit/orders/local-failure.js'
import { createSchemaMismatch, readPayload } from '../../../venue-kit/payload/payload.js'
import { PATH } from '../account.js'
import { sendWrite } from '../auth.js'
import { geminiErrors } from '../errors.js'
import { packOutcomeId } from '../ids.js'
import { batchCanceledReply, batchReply, type NativeOrder, placedReply } from './order-wire.js'
import { readPlacedOrder } from './placed-order.js'

/**
 * Several orders in one call (OpenAPI of 2026-09-26). All are validated first, and an invalid one refuses the call; then each has
 * a result in its position.
 */
const MOST = 20

export const orderBatch: OrderBatch = {
  most: MOST,
  async submit(orders, ctx) {
    const path = `${PATH}/order/batch`
    const body = { orders: orders.map(({ native }) => native.call.body) }
    const reply = await sendWrite({ host: 'account', path, method: 'POST', body }, ctx)
    const { results } = readPayload(batchReply, reply.json, `POST ${path}`)
    if (results.length !== orders.length)
      throw createSchemaMismatch(
        `POST ${path}`,
        'results',
        `${results.length} results for ${orders.length} orders`,
      )
    const rows = results.map(({ order }) =>
      order === undefined || order === null ? undefined : readPayload(placedReply, order, `POST ${path}`),
    )
    // Orders have no name here: a row that differs from the order sent in its position belongs to another one.
    for (const [index, { terms }] of orders.entries()) {
      const row = rows[index]
      if (row !== undefined && !isOf(terms, row))
        throw createSchemaMismatch(
          `POST ${path}`,
          `results[${index}].order`,
          'not the order that was sent in this position',
        )
    }
    return Promise.all(
      orders.map(({ terms }, index) => {
        const row = rows[index]
        return row === undefined ? refusalIn(results[index], reply) : readPlacedOrder(row, terms, ctx)
      }),
    )
  },
}

function isOf({ outcomeId, side, amount, price }: BatchOrder['terms'], row: NativeOrder): boolean {
  return (
    packOutcomeId(row.symbol, row.outcome) === outcomeId &&
    row.side === side &&
    compare(decimalOf(row.quantity), decimalOf(amount)) === 0 &&
    (row.price === undefined || compare(decimalOf(row.price), decimalOf(price)) === 0)
  )
}

export const cancelMany: CancelBatch = {
  most: MOST,
  async cancel(orderIds, ctx) {
    const path = `${PATH}/order/batch/cancel`
    const results = new Map<string, true | PmxError>()
    const ids = orderIds.filter((orderId) => /^\d+$/.test(orderId))
    for (const orderId of orderIds)
      if (!ids.includes(orderId))
        results.set(
          orderId,
          new PmxError('ORDER_NOT_FOUND', `Order not found: no open order has the id ${orderId}`),
        )
    if (ids.length === 0) return results
    const reply = await sendWrite({ host: 'account', path, method: 'POST', body: { orderIds: ids } }, ctx)
    const answered = readPayload(batchCanceledReply, reply.json, `POST ${path}`)
    for (const { orderId, result, ...failure } of answered.results)
      if (ids.includes(orderId)) results.set(orderId, result === 'ok' ? true : refusalIn(failure, reply))
    return results
  },
}

function refusalIn(
  failure: { error?: string | undefined; message?: string | undefined } = {},
  reply: VenueReply,
) {
  const { error = '', message } = failure
  const refusal = geminiErrors({ ...reply, status: 422, json: { error, message } })
  if (error !== '' && refusal instanceof PmxError && !isOwnFailure(error)) return refusal
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `For one of several orders, the venue returned: ${error || 'nothing'}`,
  )
}
