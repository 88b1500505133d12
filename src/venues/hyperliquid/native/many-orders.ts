import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { clipText } from '../../../api/values/shown.js'
import type { Action } from '../../../signing/hyperliquid.js'
import type { Packable } from '../../../signing/msgpack.js'
import type { CancelBatch, OrderBatch, OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch, readPayload } from '../../../venue-kit/payload/payload.js'
import { refusalOf } from '../errors.js'
import { assetOf, readCoin } from '../ids.js'
import { orderAnswered } from './order-answer.js'
import { type AnsweredOrder, cancelsAnswer, ordersAnswer } from './order-wire.js'
import { findPlaced } from './orders-info.js'

/** Several orders or cancels in one action, which is signed and refused as one (../README.md, "Accounts and orders"). */

const PATH = '/exchange'
/** Validity of an order: without a response after this time it was not placed, because the venue then refuses it. */
export const GOOD_FOR_MS = 60_000
/** An action of fewer than 40 weighs as much as one of a single order. */
const MOST = 30

export const orderBatch: OrderBatch = {
  most: MOST,
  async submit(orders, ctx) {
    const what = `POST ${PATH} order`
    const action = {
      type: 'order',
      orders: orders.map(({ native }) => orderIn(native.call.body)),
      grouping: 'na',
    }
    const { signBody } = await import('./actor.js')
    const body = await signBody(action, ctx, GOOD_FOR_MS)
    const { json } = await ctx.http.send({ host: 'api', path: PATH, body })
    const answer = readPayload(ordersAnswer, json, what)
    if (answer.status === 'err') throw refusalOf(answer.response, 'BAD_REQUEST')
    const { statuses } = answer.response.data
    assertEach(statuses, orders.length, what)
    return Promise.all(
      orders.map(({ terms }, index) => {
        const status = statuses[index]
        return status === undefined ? noAnswer(what) : answered(status, terms, ctx)
      }),
    )
  },
}

/** Returns the order of an action that was built for it alone. */
function orderIn(body: unknown): Packable {
  const { orders } = (body as { readonly action: Action & { readonly orders: readonly [Packable] } }).action
  return orders[0]
}

async function answered(
  status: AnsweredOrder,
  terms: OrderTerms,
  ctx: VenueContext,
): Promise<Order | PmxError> {
  if (typeof status !== 'string' && 'error' in status) return refusalOf(status.error, 'INVALID_ORDER')
  return orderAnswered(status, terms, ctx)
}

/**
 * Checks the results. Errors that do not depend on the state of the exchange are returned once for the whole action (the venue's
 * documents, error responses).
 */
function assertEach(statuses: readonly unknown[], count: number, what: string): void {
  if (statuses.length === count) return
  const [only] = statuses
  const said: unknown = Object(only)['error']
  if (statuses.length === 1 && typeof said === 'string') throw refusalOf(said, 'INVALID_ORDER')
  throw noAnswer(what)
}

function noAnswer(what: string): PmxError {
  return createSchemaMismatch(what, 'response.data.statuses', 'not as many as were sent')
}

/**
 * Each cancel names the asset as well, which the order contains. One refusal is documented; others do not mean that the order has
 * ended.
 */
export const cancelMany: CancelBatch = {
  most: MOST,
  async cancel(orderIds, ctx) {
    const what = `POST ${PATH} cancel`
    const results = new Map<string, true | PmxError>()
    const open: { readonly orderId: string; readonly cancel: Packable }[] = []
    const found = await Promise.all(orderIds.map((orderId) => openOrder(orderId, ctx)))
    for (const [index, orderId] of orderIds.entries()) {
      const order = found[index]
      if (order instanceof PmxError) results.set(orderId, order)
      else if (order !== undefined) open.push({ orderId, cancel: order })
    }
    if (open.length === 0) return results
    const action: Action = { type: 'cancel', cancels: open.map(({ cancel }) => cancel) }
    const { signBody } = await import('./actor.js')
    const { json } = await ctx.http.send({ host: 'api', path: PATH, body: await signBody(action, ctx) })
    const answer = readPayload(cancelsAnswer, json, what)
    if (answer.status === 'err') throw refusalOf(answer.response, 'BAD_REQUEST')
    const { statuses } = answer.response.data
    assertEach(statuses, open.length, what)
    for (const [index, { orderId }] of open.entries()) {
      const status = statuses[index]
      if (status === undefined) continue
      results.set(orderId, status === 'success' ? true : refusalOf(status.error, 'INVALID_ORDER'))
    }
    return results
  },
}

async function openOrder(orderId: string, ctx: VenueContext): Promise<Packable | PmxError> {
  const placed = await findPlaced(orderId, ctx)
  const ref = placed && readCoin(placed.order.coin)
  const none = (why: string): PmxError => new PmxError('ORDER_NOT_FOUND', why)
  if (placed === undefined || ref === undefined) return none(`Order not found: ${clipText(orderId)}`)
  if (placed.status !== 'open') return none(`No open order: the status of ${orderId} is ${placed.status}`)
  return { a: assetOf(ref), o: Number(placed.order.oid) }
}
