import { decimal } from '../../api/decimal.js'
import { PmxError } from '../../api/errors.js'
import type { Order } from '../../api/models.js'
import { type Address, parseAddress } from '../../signing/address.js'
import { pathOf } from '../../transport/call.js'
import { canceledOrder } from '../../venue-kit/canceled-order.js'
import { exchangeOrder, limitAmounts, saltOf } from '../../venue-kit/exchange-order.js'
import { memoKey } from '../../venue-kit/memo.js'
import type { Located } from '../../venue-kit/outcome.js'
import { drift, readPayload } from '../../venue-kit/payload.js'
import type { NativeOrder, OrderRules, OrderSource, OrderTerms } from '../../venue-kit/trading.js'
import type { VenueContext } from '../../venue-kit/venue.js'
import { checkSigner, sendSigned } from './auth.js'
import { findNative } from './lookup.js'
import { findOrder } from './native/find-order.js'
import { DECIMALS, toCreated } from './native/order-rows.js'
import { createdReply } from './native/order-wire.js'
import { feeRateOf, findProfile, makerOf } from './native/profile.js'
import { isOpen } from './native/tokens.js'
import type { MarketFacts, OutcomeFacts } from './outcomes.js'
import type { NativeMarket } from './wire.js'

/** The same on every market of the book, and so is what contracts are counted in (README.md, "Accounts and orders"). */
const PRICES = [{ from: '0.001', to: '0.999', step: '0.001' }] as const
const AMOUNT_STEP = '0.001'

/** Buyers give rather more than less, sellers are given rather less than more. */
const AMOUNTS = { decimals: DECIMALS, money: { buy: 'up', sell: 'down' } } as const
/** Amounts and salts are numbers of JSON. */
const SALT_BITS = 52

const exchangeOf = memoKey<Address>('limitless exchange of market', 24 * 3_600_000)

/** Orders that their wallet signs for the exchange of their market (README.md, "Accounts and orders"). */
export const orderSource: OrderSource<OutcomeFacts> = {
  sellsHeldOnly: true,
  checkCredentials: (ctx) => void checkSigner(ctx),

  async rules({ facts }, ctx): Promise<OrderRules> {
    const native = await marketOf(facts, ctx)
    const closed = isOpen(native)
      ? {}
      : { closed: native.expired ? 'it has expired' : `its status is ${native.status}` }
    return {
      market: {
        id: native.slug,
        aliases: native.conditionId === undefined ? [] : [native.conditionId],
      },
      prices: PRICES,
      amountStep: AMOUNT_STEP,
      ...closed,
    }
  },

  build,

  async submit({ call }, terms, ctx): Promise<Order> {
    const { json } = await sendSigned(call, ctx)
    return toCreated(readPayload(createdReply, json, 'POST /orders'), terms)
  },

  async cancel(orderId, ctx): Promise<Order> {
    await sendSigned({ host: 'api', path: pathOf`/orders/${orderId}`, method: 'DELETE' }, ctx)
    const order = await findOrder({ by: 'orderId', value: orderId }, ctx).catch(() => undefined)
    // The answer tells nothing of the order, and a list may lag behind.
    return order === undefined ? canceledOrder(orderId) : { ...order, status: 'canceled' }
  },

  find: (handle, _terms, _sentAt, ctx) => findOrder(handle, ctx),
}

async function build(
  terms: OrderTerms,
  { facts }: Located<OutcomeFacts>,
  ctx: VenueContext,
): Promise<NativeOrder> {
  const { side, type, clientOrderId } = terms
  const secret = checkSigner(ctx)
  const profile = await findProfile(ctx)
  const feeRateBps = feeRateOf(profile)
  assertTerms(terms, feeRateBps, facts)
  const exchange = ctx.memo.get(exchangeOf, facts.slug) ?? exchangeIn(await marketOf(facts, ctx))
  // The curve is loaded by the first order.
  const { privateKeyOf, signOrder } = await import('./native/sign-order.js')
  const key = privateKeyOf(secret)
  const order = exchangeOrder({
    side,
    salt: saltOf(clientOrderId, SALT_BITS),
    ...makerOf(profile, key.address, ctx.secrets.values.walletAddress),
    signer: key.address,
    tokenId: BigInt(terms.outcomeId),
    ...limitAmounts({ side, size: decimal(terms.amount), price: decimal(terms.price) }, AMOUNTS),
    feeRateBps: BigInt(feeRateBps),
  })
  const signedOrder = {
    salt: Number(order.salt),
    maker: order.maker,
    signer: order.signer,
    taker: order.taker,
    tokenId: String(order.tokenId),
    makerAmount: safe(order.makerAmount),
    takerAmount: safe(order.takerAmount),
    expiration: String(order.expiration),
    nonce: Number(order.nonce),
    feeRateBps,
    side: order.side,
    signatureType: order.signatureType,
    price: Number(terms.price),
    signature: signOrder(key, order, exchange),
  }
  const body = {
    order: signedOrder,
    ownerId: profile.id,
    // What takes at once does so within its price: orders by money (FOK) have none.
    orderType: type === 'market' ? 'FAK' : 'GTC',
    marketSlug: facts.slug,
    clientOrderId,
    ...(type === 'market' ? {} : { postOnly: false }),
  }
  return {
    call: { host: 'api', path: '/orders', body },
    signedOrder,
    handle: { by: 'clientOrderId', value: clientOrderId },
    isUnique: true,
  }
}

function assertTerms(
  { feeRateBps: said, onBehalfOf }: OrderTerms,
  feeRateBps: number,
  { slug, decimals }: MarketFacts,
): void {
  if (onBehalfOf !== undefined)
    throw new PmxError('NOT_SUPPORTED', 'Orders on behalf of partner accounts are not placed on Limitless.', {
      exchange: 'limitless',
      field: 'onBehalfOf',
    })
  if (said !== undefined && said !== feeRateBps)
    throw new PmxError(
      'INVALID_ORDER',
      `The fee rate of your rank on Limitless is ${feeRateBps} basis points, and orders of another one are refused.`,
      { exchange: 'limitless', field: 'fee', detail: { allowed: feeRateBps } },
    )
  if (decimals !== DECIMALS)
    throw new PmxError(
      'NOT_SUPPORTED',
      `'${slug}' is counted in ${decimals} decimals: how its orders are to be signed is not documented.`,
      { exchange: 'limitless' },
    )
}

/** @throws INVALID_ORDER for what JSON cannot hold exactly */
function safe(units: bigint): number {
  if (units <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(units)
  throw new PmxError('INVALID_ORDER', 'The amount is larger than Limitless can be told exactly.', {
    exchange: 'limitless',
    field: 'amount',
  })
}

/** The market as it is now; its exchange is remembered. */
async function marketOf({ slug }: MarketFacts, ctx: VenueContext): Promise<NativeMarket> {
  const native = await findNative({ kind: 'slug', slug }, ctx)
  if (native === undefined) throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${slug}`)
  if (isOpen(native)) ctx.memo.set(exchangeOf, slug, exchangeIn(native))
  return native
}

/** The contract that checks signatures of this market's orders. */
function exchangeIn({ slug, venue }: NativeMarket): Address {
  const exchange = parseAddress(venue?.exchange ?? '')
  if (exchange !== undefined) return exchange
  throw drift(
    'GET /markets/{addressOrSlug}',
    'venue.exchange',
    `${slug} names no exchange to sign orders for`,
  )
}
