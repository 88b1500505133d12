import { unitsOf } from '../../api/decimal.js'
import { PmxError } from '../../api/errors.js'
import type { Order } from '../../api/models.js'
import { toChecksumAddress } from '../../signing/address.js'
import { canceledOrder } from '../../venue-kit/canceled-order.js'
import { type ExchangeAmounts, exchangeOrder, saltOf } from '../../venue-kit/exchange-order.js'
import type { Located } from '../../venue-kit/outcome.js'
import { readPayload } from '../../venue-kit/payload.js'
import type { NativeOrder, OrderRules, OrderSource, OrderTerms } from '../../venue-kit/trading.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import { findOrder } from './account.js'
import { readSigner } from './auth.js'
import { ask, sendKeyed } from './native/ask.js'
import { makerOf } from './native/maker.js'
import { amountsAtLimit, moneyFor } from './native/order-amounts.js'
import { orderBody, toSigned } from './native/order-body.js'
import { toOrder, toPlaced } from './native/order-rows.js'
import { canceledOrder as canceledReply, createdOrder } from './native/order-wire.js'
import { quoteTokenOf } from './native/quote-tokens.js'
import { findNative } from './native/single-rows.js'
import type { Facts } from './outcomes.js'
import { ACTIVATED } from './rows.js'
import { type NativeMarket, orderbook } from './wire.js'

const PATH = '/order'

/** As fine as the venue's own client writes prices; how fine the venue takes them it judges itself. */
const PRICES = [{ from: '0.000001', to: '0.999999', step: '0.000001' }] as const
/** The venue's own client sends no less. */
const MIN_AMOUNT = '1'

/** Salts are text, of any 256 bits. */
const SALT_BITS = 64

/** Orders that the key of a wallet signs for the exchange of what their market is paid in (README.md, "Accounts and orders"). */
export const orderSource: OrderSource<Facts> = {
  sellsHeldOnly: true,
  checkCredentials: (ctx) => void readSigner(ctx),

  async rules({ facts }, ctx): Promise<OrderRules> {
    const native = await marketOf(facts, ctx)
    const { slug, conditionId } = native
    return {
      market: { id: facts.marketId, aliases: [slug, conditionId].flatMap((name) => name ?? []) },
      prices: PRICES,
      minAmount: MIN_AMOUNT,
      ...(native.status === ACTIVATED
        ? {}
        : { closed: `its status is ${native.statusEnum ?? native.status}` }),
    }
  },

  build,

  async submit({ call }, terms, ctx): Promise<Order> {
    const { json } = await sendKeyed(call, ctx)
    const { orderId, whole } = readPayload(createdOrder, json, `POST ${PATH}`).result.orderData
    return whole === undefined
      ? toPlaced(orderId, terms, Math.round(ctx.clock.now()))
      : toOrder(whole, terms.outcomeId)
  },

  cancel,
}

/** The venue tells nothing of an order by which one that was sent could be found: its ids are made by the venue. */
async function build(terms: OrderTerms, { facts }: Located<Facts>, ctx: VenueContext): Promise<NativeOrder> {
  const { privateKey, funderAddress } = readSigner(ctx)
  const native = await marketOf(facts, ctx)
  const { decimal: digits, ctfExchangeAddress, quoteTokenAddress } = await quoteTokenOf(native, ctx)
  const amounts = await amountsOf(terms, digits, ctx)
  // The curve is loaded by the first order.
  const { privateKeyOf, signOrder } = await import('./native/sign-order.js')
  const key = privateKeyOf(privateKey)
  const order = exchangeOrder({
    side: terms.side,
    salt: saltOf(terms.clientOrderId, SALT_BITS),
    ...(await makerOf(key.address, funderAddress, ctx)),
    signer: key.address,
    tokenId: BigInt(terms.outcomeId),
    ...amounts,
    feeRateBps: 0n,
  })
  const signature = signOrder(key, order, toChecksumAddress(ctfExchangeAddress))
  const body = orderBody({
    order,
    signature,
    terms,
    marketId: native.marketId,
    quoteToken: toChecksumAddress(quoteTokenAddress),
    now: ctx.clock.now(),
  })
  return { call: { host: 'api', path: PATH, body }, signedOrder: toSigned(order, signature) }
}

async function amountsOf(terms: OrderTerms, digits: number, ctx: VenueContext): Promise<ExchangeAmounts> {
  if (terms.type === 'limit' || terms.side === 'sell') return amountsAtLimit(terms, digits)
  const query = { token_id: terms.outcomeId }
  const what = 'GET /token/orderbook'
  const { asks } = await ask(ctx, orderbook, { path: '/token/orderbook', query, what })
  return { makerAmount: unitsOf(moneyFor(terms, asks), digits, 'down'), takerAmount: 0n }
}

async function marketOf({ marketId }: Facts, ctx: VenueContext): Promise<NativeMarket> {
  const native = await findNative(Number(marketId), ctx)
  if (native !== undefined) return native
  throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${marketId}`)
}

/** The answer tells only whether it was taken back, and not why when it was not. */
async function cancel(orderId: string, ctx: VenueContext): Promise<Order> {
  readSigner(ctx)
  const isCanceled = await takeBack(orderId, ctx)
  const order = await findOrder(orderId, ctx).catch((error: unknown) => {
    if (isCanceled) return undefined
    throw error
  })
  if (isCanceled) return order === undefined ? canceledOrder(orderId) : asCanceled(order)
  if (order?.status === 'open')
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      `Opinion did not take the order ${orderId} back, and says that it is open.`,
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
    if (error instanceof PmxError && error.code === 'NOT_FOUND') throw notOpen(orderId, undefined)
    throw error
  }
}

function notOpen(orderId: string, order: Order | undefined): PmxError {
  const because = order === undefined ? 'no open order has the id' : `${order.status} is the order`
  return new PmxError('ORDER_NOT_FOUND', `Order not found: ${because} ${orderId}`, { exchange: 'opinion' })
}

/** What is read right after may be as old as before. */
function asCanceled(order: Order): Order {
  return order.status === 'open' ? { ...order, status: 'canceled' } : order
}
