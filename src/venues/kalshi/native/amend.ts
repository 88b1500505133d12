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
import type { OutcomeFacts } from '../outcomes.js'
import { queryOf, recallLocator } from './order-place.js'
import { amendedReply } from './order-wire.js'
import { quoteOf } from './quote.js'
import { explainRefusal } from './refusals.js'

/**
 * Amends a resting order (docs.kalshi.com, amend order of the second generation). `count` is the filled plus the resting amount,
 * so that an order that fills meanwhile never becomes larger. The market in the body determines its shard.
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
    const refusal = toStatusError(reply)
    // An intermediary may have passed the amendment on.
    throw refusal.detail?.['body'] === 'foreign' ? refusal : await notFound(orderId, signed, ctx)
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
 * Creates the error for an amendment that changed nothing. An order that rests nevertheless was looked for on another shard.
 * @throws EXCHANGE_NOT_AVAILABLE where the order cannot be read: it may rest, with its old terms
 */
async function notFound(orderId: string, signed: SignedHttp, ctx: VenueContext): Promise<PmxError> {
  const row = await findOrder(orderId, signed, ctx).catch((error: unknown) => {
    if (!(error instanceof PmxError)) throw error
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      `The venue answered HTTP 404 to the amendment of ${orderId}, and the order cannot be read: ${error.message}`,
      { detail: { upstreamStatus: 404 } },
    )
  })
  if (row?.status !== 'open')
    return new PmxError('ORDER_NOT_FOUND', `Order not found: no open order has the id ${orderId}`)
  return new PmxError(
    'INVALID_ORDER',
    `The venue answered HTTP 404 to the amendment of ${orderId}, and shows the order open. It was not changed.`,
    { detail: { upstreamStatus: 404 } },
  )
}
