import { PmxError } from '../../api/envelope/errors.js'
import type { Order } from '../../api/models/models.js'
import { toChecksumAddress } from '../../signing/address.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { NativeOrder, OrderRules, OrderSource, OrderTerms } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCanceledOrder, toCanceledOrder } from '../../venue-kit/orders/canceled-order.js'
import { exchangeOrder, saltOf } from '../../venue-kit/orders/exchange-order.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { findNativeOrder, findOrder } from './account.js'
import { readSigner } from './auth.js'
import { ACTIVATED } from './mapping.js'
import { makerOf, walletIn } from './native/maker.js'
import { computeAmountsAtLimit } from './native/order-amounts.js'
import { orderBody, toSigned, tradingMethods } from './native/order-body.js'
import { isPending, toOrder, toTaken, toUnreadOrder } from './native/order-rows.js'
import {
  canceledOrder as canceledReply,
  createdOrder,
  type NativeOrder as PlacedOrder,
} from './native/order-wire.js'
import { quoteTokenOf } from './native/quote-tokens.js'
import { isNotFound, sendKeyed } from './native/request.js'
import { findNative } from './native/single-rows.js'
import type { Facts } from './outcomes.js'
import type { NativeMarket } from './schemas.js'

const PATH = '/order'

/** The finest price that the venue's own client writes. The venue decides which prices are valid. */
const PRICES = [{ from: '0.000001', to: '0.999999', step: '0.000001' }] as const
/** The minimum amount that the venue's own client allows. */
const MIN_AMOUNT = '1'
/** In USDT (docs.opinion.trade, fees; README.md, "Fees"). */
const MIN_COST = '5'

/** Salts are text, of up to 256 bits. */
const SALT_BITS = 64

/** Orders that the key of a wallet signs for the exchange of their market's currency (README.md, "Accounts and orders"). */
export const orderSource: OrderSource<Facts> = {
  accountIn: walletIn,
  sellsHeldOnly: true,
  // The venue's own client sends postOnly with limit orders (opinion-clob-sdk 0.6.1), and orders have no expiration.
  constraints: { postOnly: true, timeInForce: ['GTC'] },
  checkCredentials: (ctx) => void readSigner(ctx),

  async rules({ facts }, ctx): Promise<OrderRules> {
    const native = await marketOf(facts, ctx)
    const { slug, conditionId } = native
    return {
      market: { id: facts.marketId, aliases: [slug, conditionId].flatMap((name) => name ?? []) },
      prices: PRICES,
      minAmount: MIN_AMOUNT,
      minCost: MIN_COST,
      ...(native.status === ACTIVATED
        ? {}
        : { closed: `its status is ${native.statusEnum ?? native.status}` }),
    }
  },

  build,

  async submit({ call }, terms, ctx): Promise<Order> {
    const { json } = await sendKeyed(call, ctx)
    const { orderId, whole } = readPayload(createdOrder, json, `POST ${PATH}`).result.orderData
    if (isPurchaseAtMarket(terms)) return withoutRest(orderId, whole, terms, ctx)
    return whole === undefined
      ? toUnreadOrder(orderId, terms, Math.round(ctx.clock.now()))
      : toOrder(whole, terms.outcomeId)
  },

  cancel,
  find: ({ value }, _terms, _sentAt, ctx) => findOrder(value, ctx),
}

/**
 * Whether the order is a market purchase. The venue accepts market purchases by money and without a price, so the number of
 * contracts and their price are not known in advance. They are therefore sent as limit orders at their worst price. The remainder
 * is canceled immediately, and the core repeats the cancel until it is confirmed.
 */
function isPurchaseAtMarket({ side, type }: OrderTerms): boolean {
  return side === 'buy' && type === 'market'
}

/**
 * Builds an order. There is no handle, because the venue creates the ids and reports nothing else that could identify a sent
 * order.
 */
async function build(terms: OrderTerms, { facts }: Located<Facts>, ctx: VenueContext): Promise<NativeOrder> {
  const { privateKey, funderAddress } = readSigner(ctx)
  const native = await marketOf(facts, ctx)
  const { decimal: digits, ctfExchangeAddress, quoteTokenAddress } = await quoteTokenOf(native, ctx)
  // The curve is loaded by the first order.
  const { privateKeyOf, signOrder } = await import('./native/sign-order.js')
  const key = privateKeyOf(privateKey)
  const order = exchangeOrder({
    side: terms.side,
    salt: saltOf(terms.clientOrderId, SALT_BITS),
    ...(await makerOf(key.address, funderAddress, ctx)),
    signer: key.address,
    tokenId: BigInt(terms.outcomeId),
    ...computeAmountsAtLimit(terms, digits),
    feeRateBps: 0n,
  })
  const signature = signOrder(key, order, toChecksumAddress(ctfExchangeAddress))
  const body = orderBody({
    order,
    signature,
    terms,
    method: tradingMethods[terms.type === 'market' && terms.side === 'sell' ? 'market' : 'limit'],
    marketId: native.marketId,
    quoteToken: toChecksumAddress(quoteTokenAddress),
    now: ctx.clock.now(),
  })
  return {
    call: { host: 'api', path: PATH, body },
    signedOrder: toSigned(order, signature),
    ...(isPurchaseAtMarket(terms) ? { cancelsRest: true } : {}),
  }
}

/**
 * Cancels the unmatched part of a market purchase. The order was placed in any case. Without a confirmed cancel it is returned as
 * open, as the venue reports it.
 * @param placed the venue's row of it, or undefined if its response could not be read
 */
async function withoutRest(
  orderId: string,
  placed: PlacedOrder | undefined,
  terms: OrderTerms,
  ctx: VenueContext,
): Promise<Order> {
  if (placed !== undefined && !isPending(placed)) return toTaken(placed, terms)
  const isCanceled = await takeBack(orderId, ctx).catch(() => false)
  const row = (await findNativeOrder(orderId, ctx).catch(() => undefined)) ?? placed
  if (row !== undefined) return toTaken(row, terms, isCanceled)
  const told = { ...toUnreadOrder(orderId, terms, Math.round(ctx.clock.now())), price: Number(terms.price) }
  return isCanceled ? { ...told, status: 'canceled' } : told
}

async function marketOf({ marketId }: Facts, ctx: VenueContext): Promise<NativeMarket> {
  const native = await findNative(Number(marketId), ctx)
  if (native !== undefined) return native
  throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${marketId}`)
}

/** Cancels an order. The response only reports whether it was canceled, without a reason. */
async function cancel(orderId: string, ctx: VenueContext): Promise<Order> {
  readSigner(ctx)
  const isCanceled = await takeBack(orderId, ctx)
  const order = await findOrder(orderId, ctx).catch((error: unknown) => {
    if (isCanceled) return undefined
    throw error
  })
  if (isCanceled) return order === undefined ? createCanceledOrder(orderId) : toCanceledOrder(order)
  if (order?.status === 'open')
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      `Opinion did not cancel the order ${orderId}, and shows it as open.`,
      { exchange: 'opinion', detail: { kind: 'not_canceled' } },
    )
  throw notOpen(orderId, order)
}

async function takeBack(orderId: string, ctx: VenueContext): Promise<boolean> {
  const path = '/order/cancel'
  try {
    const { json } = await sendKeyed({ host: 'api', path, body: { orderId } }, ctx)
    return readPayload(canceledReply, json, `POST ${path}`).result.result
  } catch (error) {
    if (isNotFound(error)) throw notOpen(orderId, undefined)
    throw error
  }
}

function notOpen(orderId: string, order: Order | undefined): PmxError {
  const why =
    order === undefined ? `no open order has the id ${orderId}` : `the order ${orderId} is ${order.status}`
  return new PmxError('ORDER_NOT_FOUND', `Order not found: ${why}`, { exchange: 'opinion' })
}
