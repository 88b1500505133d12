import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import { pathOf } from '../../../transport/call-types.js'
import { toStatusError } from '../../../transport/errors.js'
import type { NativeOrder, OrderEdit, OrderTerms } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { toRequestedTerms } from '../../../venue-kit/orders/order-request.js'
import type { SignedHttp } from '../../../venue-kit/orders/signed-http.js'
import { assertSameSubject, readPayload } from '../../../venue-kit/payload/payload.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { findOrder } from '../account.js'
import { errorForm } from '../errors.js'
import type { OutcomeFacts } from '../outcomes.js'
import { queryOf, recallLocator } from './order-place.js'
import { amendedReply } from './order-wire.js'
import { quoteOf } from './quote.js'
import { explainRefusal } from './refusals.js'

/**
 * Amends a resting order (docs.kalshi.com, amend order of the second generation). `count` is the filled plus the resting
 * amount, so that an order that fills in the meantime never becomes larger. The market in the body determines its shard.
 */
export function createEdit(signed: SignedHttp): OrderEdit<OutcomeFacts> {
  return {
    async build(orderId, terms, { facts }, ctx): Promise<NativeOrder> {
      const { subaccount } = queryOf(recallLocator(orderId, ctx))
      return {
        call: {
          host: 'api',
          path: pathOf`/portfolio/events/orders/${orderId}/amend`,
          query: { subaccount },
          body: { ticker: terms.marketId, ...quoteOf(terms, facts.side) },
        },
        handle: { by: 'orderId', value: orderId },
      }
    },
    submit: (native, terms, ctx) => submit(native, terms, signed, ctx),
  }
}

async function submit(
  { call, handle }: NativeOrder,
  terms: OrderTerms,
  signed: SignedHttp,
  ctx: VenueContext,
): Promise<Order> {
  const what = 'POST /portfolio/events/orders/{order_id}/amend'
  const reply = await signed.send({ ...call, accept: [404] }, ctx).catch(async (refusal: unknown) => {
    throw await explainRefusal(refusal, terms, signed, ctx)
  })
  const orderId = handle?.value ?? ''
  if (reply.status === 404) {
    const refusal = toStatusError(reply, errorForm, { isOwnOnly: true, isWrite: true })
    // An intermediary may have passed the amendment on.
    if (refusal.detail?.['body'] === 'foreign') throw refusal
    throw await toNotFoundError(orderId, terms, signed, ctx)
  }
  const {
    order_id,
    client_order_id,
    remaining_count: left,
    ts_ms,
  } = readPayload(amendedReply, reply.json, what)
  assertSameSubject(orderId, order_id, what, 'order_id')
  // The row may still show the order before the amendment: it has the time of the order, and the response has the remaining
  // amount.
  const row = await findOrder(orderId, signed, ctx).catch(() => undefined)
  return omitUndefined<Order>({
    id: orderId,
    ...toRequestedTerms(terms),
    clientOrderId: row?.clientOrderId ?? client_order_id,
    ...progressOf(row, left, terms),
    timestamp: row?.timestamp ?? ts_ms,
  })
}

/**
 * Returns the progress of an amended order. A row that has ended is newer than the response, whose `remaining_count` is also 0
 * for a dropped remainder. Without `remaining_count` the amendment neither filled anything nor changed the resting amount
 * (OpenAPI 3.34). A row then counts only where it adds up to the amended count. Nothing else is known.
 */
function progressOf(
  row: Order | undefined,
  left: number | undefined,
  { amount }: OrderTerms,
): Pick<Order, 'status' | 'filled' | 'remaining' | 'metadata'> {
  const less = (part: number): number => toNumber(subtractDecimals(decimalOf(amount), decimalOf(part)))
  if (row !== undefined && isEnded(row))
    return { status: row.status, filled: row.filled, remaining: less(row.filled) }
  if (left !== undefined && left > 0) return { status: 'open', filled: less(left), remaining: left }
  const unknown = ['filled', 'remaining']
  // Nothing rests. Whether it was filled or dropped is still unknown.
  if (left === 0)
    return { status: 'pending', filled: 0, remaining: 0, metadata: { unknown: ['status', ...unknown] } }
  if (row !== undefined && row.remaining === less(row.filled))
    return { status: 'open', filled: row.filled, remaining: row.remaining }
  return { status: 'open', filled: 0, remaining: 0, metadata: { unknown } }
}

/**
 * Returns the error for a 404 to an amendment. Its code is generic, so that an intermediary may have sent it after the amendment
 * was made. An order that rests may also have been looked for on another shard. The core looks it up again.
 */
async function toNotFoundError(
  orderId: string,
  { amount }: OrderTerms,
  signed: SignedHttp,
  ctx: VenueContext,
): Promise<PmxError> {
  const row = await findOrder(orderId, signed, ctx).catch((error: unknown) => {
    throw error instanceof PmxError ? unproven(orderId, `the order cannot be read: ${error.message}`) : error
  })
  if (row?.status === 'open') return unproven(orderId, 'the order is shown as open.')
  if (row?.status === 'filled' && row.amount === Number(amount))
    return unproven(orderId, 'the order is filled, with the amount of the change.')
  return new PmxError('ORDER_NOT_FOUND', `Order not found: no open order has the id ${orderId}`)
}

/** Creates the error of an amendment that may have been made. */
function unproven(orderId: string, why: string): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue returned HTTP 404 to the amendment of ${orderId}, and ${why}`,
    { detail: { upstreamStatus: 404 } },
  )
}
