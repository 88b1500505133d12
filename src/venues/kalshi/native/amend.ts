import { decimal, subtract, toNumber } from '../../../api/decimal.js'
import { PmxError } from '../../../api/errors.js'
import type { Order } from '../../../api/models.js'
import { pathOf } from '../../../transport/call.js'
import { assertAsked, readPayload } from '../../../venue-kit/payload.js'
import type { SignedHttp } from '../../../venue-kit/signed-http.js'
import type { NativeOrder, OrderEdit, OrderTerms } from '../../../venue-kit/trading.js'
import { known } from '../../../venue-kit/unify.js'
import type { VenueContext } from '../../../venue-kit/venue.js'
import { asWanted } from '../../../venue-kit/wanted-order.js'
import { findOrder } from '../account.js'
import type { OutcomeFacts } from '../outcomes.js'
import { knownPlace, queryOf } from './order-place.js'
import { amendedReply } from './order-wire.js'
import { quoteOf } from './quote.js'
import { explained } from './refusals.js'

/**
 * Amends an order where it rests (docs.kalshi.com, amend order of the second generation). `count` is what is filled and
 * what is to rest, so that an order which fills meanwhile never becomes a larger one. The market in the body leads to its
 * shard.
 */
export function createEdit(signed: SignedHttp): OrderEdit<OutcomeFacts> {
  return {
    async build(orderId, terms, { facts }, ctx): Promise<NativeOrder> {
      const { subaccount } = queryOf(knownPlace(orderId, ctx))
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
    throw await explained(refusal, terms, signed, ctx)
  })
  const orderId = handle?.value ?? ''
  if (reply.status === 404)
    throw new PmxError('ORDER_NOT_FOUND', `Order not found: no open order has the id ${orderId}`)
  const {
    order_id,
    client_order_id,
    remaining_count: left,
    ts_ms,
  } = readPayload(amendedReply, reply.json, what)
  assertAsked(orderId, order_id, what, 'order_id')
  // Lists may still show it as it was: they tell when it was placed, and the venue what is left of it.
  const row = await findOrder(orderId, signed, ctx).catch(() => undefined)
  const filled = left === undefined ? row?.filled : toNumber(subtract(decimal(terms.amount), decimal(left)))
  const remaining =
    left ?? (filled === undefined ? undefined : toNumber(subtract(decimal(terms.amount), decimal(filled))))
  return known<Order>({
    id: orderId,
    ...asWanted(terms),
    clientOrderId: row?.clientOrderId ?? client_order_id,
    status: remaining === 0 ? 'filled' : 'open',
    filled: filled ?? 0,
    remaining: remaining ?? 0,
    timestamp: row?.timestamp ?? ts_ms,
    metadata: filled === undefined ? { unknown: ['filled', 'remaining'] } : undefined,
  })
}
