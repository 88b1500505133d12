import { PmxError } from '../../api/envelope/errors.js'
import type { Order } from '../../api/models/models.js'
import { decimalOf } from '../../api/values/decimal.js'
import { pathOf, type VenueReply } from '../../transport/call-types.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { NativeOrder, OrderRules, OrderSource, OrderTerms } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCanceledOrder, toCanceledOrder } from '../../venue-kit/orders/canceled-order.js'
import { computeLimitAmounts, exchangeOrder, saltOf } from '../../venue-kit/orders/exchange-order.js'
import { mayRest } from '../../venue-kit/orders/time-in-force.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { checkSigner, sendSigned } from './auth.js'
import { isRefusal } from './errors.js'
import { findOrder } from './native/find-order.js'
import { DECIMALS, toCreated } from './native/order-rows.js'
import { canceledReply, createdReply, type NativeProfile } from './native/order-wire.js'
import { feeRateOf, findProfile, forgetProfile, makerOf } from './native/profile.js'
import { type FeeTerms, findSigningFacts, forgetSigningFacts, readMarket } from './native/signing-facts.js'
import { isOpen } from './native/tokens.js'
import type { MarketFacts, OutcomeFacts } from './outcomes.js'

/** Price levels, the same on every market of the book, and so are the units of contracts (README.md, "Accounts and orders"). */
const PRICES = [{ from: '0.001', to: '0.999', step: '0.001' }] as const
const AMOUNT_STEP = '0.001'

/** Rounding favors the counterparty: a buyer gives more, a seller receives less. */
const AMOUNTS = { decimals: DECIMALS, money: { buy: 'up', sell: 'down' } } as const
/** Native USDC on Base, the payment currency of markets. */
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
/** Amounts and salts are JSON numbers. */
const SALT_BITS = 52

/** Orders that their wallet signs for the exchange of their market (README.md, "Accounts and orders"). */
export const orderSource: OrderSource<OutcomeFacts> = {
  // An API key belongs to one profile, which may have several keys (docs.limitless.exchange, authentication).
  accountBy: ['apiKey'],
  sellsHeldOnly: true,
  // FOK is by money and without a price, and an order with an expiration is refused.
  constraints: { postOnly: true, timeInForce: ['GTC', 'IOC'] },
  checkCredentials: (ctx) => void checkSigner(ctx),

  async rules({ facts }, ctx): Promise<OrderRules> {
    const native = await readMarket(facts.slug, ctx)
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
    const { json } = await sendOrder(call, terms, ctx)
    return toCreated(readPayload(createdReply, json, 'POST /orders'), terms)
  },

  async cancel(orderId, ctx): Promise<Order> {
    const path = pathOf`/orders/${orderId}`
    const { json } = await sendSigned({ host: 'api', path, method: 'DELETE' }, ctx)
    readPayload(canceledReply, json, 'DELETE /orders/{orderId}')
    const order = await findOrder({ by: 'orderId', value: orderId }, ctx).catch(() => undefined)
    // The response does not contain the order, and a list may lag behind.
    return order === undefined ? createCanceledOrder(orderId) : toCanceledOrder(order)
  },

  find: (handle, _terms, _sentAt, ctx) => findOrder(handle, ctx),
}

async function build(
  terms: OrderTerms,
  { facts }: Located<OutcomeFacts>,
  ctx: VenueContext,
): Promise<NativeOrder> {
  checkSigner(ctx)
  const profile = await findProfile(ctx)
  assertTerms(terms, facts)
  const { fee } = await findSigningFacts(facts.slug, ctx)
  return toNative(terms, facts.slug, feeRateFor(terms, fee, profile), ctx)
}

/** Builds the order, signed with a fee rate (basis points). */
async function toNative(
  terms: OrderTerms,
  slug: string,
  feeRateBps: number,
  ctx: VenueContext,
): Promise<NativeOrder> {
  const { side, clientOrderId } = terms
  const secret = checkSigner(ctx)
  const profile = await findProfile(ctx)
  const { exchange } = await findSigningFacts(slug, ctx)
  // The curve is loaded by the first order.
  const { privateKeyOf, signOrder } = await import('./native/sign-order.js')
  const key = privateKeyOf(secret)
  const order = exchangeOrder({
    side,
    salt: saltOf(clientOrderId, SALT_BITS),
    ...makerOf(profile, key.address, ctx.secrets.values.walletAddress),
    signer: key.address,
    tokenId: BigInt(terms.outcomeId),
    ...computeLimitAmounts({ side, size: decimalOf(terms.amount), price: decimalOf(terms.price) }, AMOUNTS),
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
    // An immediate order is limited by its price: orders by money (FOK) have none.
    orderType: mayRest(terms) ? 'GTC' : 'FAK',
    marketSlug: slug,
    clientOrderId,
    ...(mayRest(terms) ? { postOnly: terms.postOnly === true } : {}),
  }
  return {
    call: { host: 'api', path: '/orders', body },
    signedOrder,
    handle: { by: 'clientOrderId', value: clientOrderId },
    isUnique: true,
  }
}

/**
 * Sends an order. An order that was refused for its fee rate on a market marked as free of fees is sent once more with a rate of
 * 0. Nothing was placed, and it is not documented which of the two rates such markets require (README.md).
 */
async function sendOrder(
  call: NativeOrder['call'],
  terms: OrderTerms,
  ctx: VenueContext,
): Promise<VenueReply> {
  const slug = terms.marketId
  try {
    return await sendSigned(call, ctx)
  } catch (error) {
    if (isRefusal(error, 'fee_allowance')) throw await namingSpender(error, slug, ctx)
    if (!isRefusal(error, 'fee_rate_mismatch')) throw error
    const { fee } = await findSigningFacts(slug, ctx)
    const isFree = fee.kind === 'rank' && fee.isFree
    if (isFree && rateIn(call) !== 0) return sendSigned((await toNative(terms, slug, 0, ctx)).call, ctx)
    // The rank, or the way in which the market charges its fee, may have changed since they were read.
    forgetProfile(ctx)
    forgetSigningFacts(slug, ctx)
    throw error
  }
}

function rateIn({ body }: NativeOrder['call']): unknown {
  return Object(Object(body)['order'])['feeRateBps']
}

/** Explains a refusal when no money is missing: the contract that charges the fee lacks an approval. */
async function namingSpender(error: PmxError, slug: string, ctx: VenueContext): Promise<PmxError> {
  const facts = await findSigningFacts(slug, ctx).catch(() => undefined)
  const module = facts?.fee.kind === 'collateral' ? facts.fee.module : undefined
  const spender = module === undefined ? "the market's venue.feeModule" : `the fee module ${module}`
  return error.with({
    message:
      `${error.message} With the trading wallet, approve USDC (${USDC}) on Base for ${spender}. This market charges its ` +
      'fee in USDC on top of the order, for purchases and sales.',
    detail: {
      ...error.detail,
      kind: 'missing_approval',
      token: USDC,
      ...(module === undefined ? {} : { spender: module }),
    },
  })
}

/** @throws INVALID_ORDER if the caller names another rate than the venue uses */
function feeRateFor({ feeRateBps: said }: OrderTerms, fee: FeeTerms, profile: NativeProfile): number {
  if (fee.kind === 'collateral') {
    if (said === undefined || said === 0) return 0
    throw wrongRate(
      'This market charges its fee in USDC on top of the order, so its orders must have a fee rate of 0.',
      0,
    )
  }
  const rate = feeRateOf(profile)
  if (said === undefined || said === rate) return rate
  if (said === 0 && fee.isFree) return 0
  throw wrongRate(
    `The fee rate for your rank on Limitless is ${rate} basis points, and orders with a different rate are refused.`,
    rate,
  )
}

function wrongRate(message: string, allowed: number): PmxError {
  return new PmxError('INVALID_ORDER', message, { exchange: 'limitless', field: 'fee', detail: { allowed } })
}

function assertTerms({ onBehalfOf }: OrderTerms, { slug, decimals }: MarketFacts): void {
  if (onBehalfOf !== undefined)
    throw new PmxError(
      'NOT_SUPPORTED',
      'pmx-local does not place orders on behalf of partner accounts on Limitless.',
      {
        exchange: 'limitless',
        field: 'onBehalfOf',
      },
    )
  if (decimals !== DECIMALS)
    throw new PmxError(
      'NOT_SUPPORTED',
      `Amounts of '${slug}' have ${decimals} decimals, and the signing of such orders is not documented.`,
      { exchange: 'limitless' },
    )
}

/** @throws INVALID_ORDER for a number that JSON cannot represent exactly */
function safe(units: bigint): number {
  if (units <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(units)
  throw new PmxError('INVALID_ORDER', 'The amount is too large to be sent to Limitless exactly.', {
    exchange: 'limitless',
    field: 'amount',
  })
}
