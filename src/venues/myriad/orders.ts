import { PmxError } from '../../api/envelope/errors.js'
import type { Order } from '../../api/models/models.js'
import { compare, decimalOf, fromUnits, toNumber, unitsOf } from '../../api/values/decimal.js'
import { pathOf } from '../../transport/call-types.js'
import { toStatusError } from '../../transport/errors.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { NativeOrder, OrderRules, OrderSource, OrderTerms } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { toCanceledOrder } from '../../venue-kit/orders/canceled-order.js'
import { saltOf } from '../../venue-kit/orders/exchange-order.js'
import { lastingOf, mayRest } from '../../venue-kit/orders/time-in-force.js'
import { assertSameSubject, createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { checkSigner, requireOwnKey, requireProvenWallet } from './auth.js'
import { isOrderOver, isUnknownOrder } from './errors.js'
import { packMarketId } from './ids.js'
import { marketAt } from './lookup.js'
import { statusOf as statusOfMarket } from './mapping.js'
import { openSession, proved } from './native/account-session.js'
import { exchangeOf } from './native/contracts.js'
import { type BookOrder, DIGITS, orderHash, renderOrder } from './native/order.js'
import { hasEnded, refIn, statusOf, toOrder } from './native/order-rows.js'
import { placedReply } from './native/order-wire.js'
import { findNativeOrder, findOrder } from './native/own-orders.js'
import { isPair, type OutcomeFacts } from './outcomes.js'

/** Amounts are multiples of the token's unit; prices are whole cents (README.md, "Accounts and orders"). */
const UNIT = '0.000000000000000001'
const PRICES = [{ from: '0.01', to: '0.99', step: '0.01' }] as const
const CENT_UNITS = 10n ** 16n

/** JSON numbers can represent it, wherever the venue may convert it to one. */
const NONCE_BITS = 53

/** Orders of the order book, signed by the trading wallet (README.md, "Accounts and orders"). Pools accept none. */
export const orderSource: OrderSource<OutcomeFacts> = {
  // The signer of an order is its account. An API key only raises the rate limit, and may serve many wallets.
  accountBy: ['privateKey'],
  accountIn: requireProvenWallet,
  constraints: { timeInForce: ['GTC', 'IOC', 'FOK', 'GTD'] },
  checkCredentials: (ctx) => void checkSigner(ctx),
  rules,
  build,
  submit,
  cancel,

  async find({ value }, { clientOrderId }, _sentAt, ctx): Promise<Order | undefined> {
    const order = await findOrder(value, ctx)
    return order && { ...order, clientOrderId }
  },
}

async function rules({ outcomeId, facts }: Located<OutcomeFacts>, ctx: VenueContext): Promise<OrderRules> {
  assertBook(outcomeId, facts)
  const { ref } = facts
  const market = await marketAt(ref, ctx)
  if (market === undefined)
    throw new PmxError('MARKET_NOT_FOUND', `Market not found: ${packMarketId(ref)}`, { exchange: 'myriad' })
  const { token, state, voided } = market
  if (token?.decimals !== DIGITS)
    throw new PmxError(
      'NOT_SUPPORTED',
      `'${market.slug}' is paid in a token with ${token?.decimals ?? 'unknown'} decimals, and the unit of its orders is ` +
        'not documented.',
      { exchange: 'myriad' },
    )
  const isOpen = statusOfMarket(market) === 'active'
  return {
    market: { id: packMarketId(ref), aliases: [market.slug] },
    prices: PRICES,
    amountStep: UNIT,
    ...(isOpen ? {} : { closed: voided === true ? 'it is voided' : `its state is ${state}` }),
  }
}

/** @throws NOT_SUPPORTED for outcomes without orders */
function assertBook(outcomeId: string, facts: OutcomeFacts): void {
  const { ref } = facts
  const refuse = (why: string): PmxError =>
    new PmxError('NOT_SUPPORTED', `'${outcomeId}' does not accept orders: ${why}`, {
      exchange: 'myriad',
      field: 'outcomeId',
    })
  if (ref.model === 'amm')
    throw refuse(
      'it belongs to a pool, which trades only through on-chain transactions that cost gas. Orders are possible in order book markets, ' +
        'whose ids have the form 56:ob827.',
    )
  if (exchangeOf(ref.network) === undefined)
    throw refuse(
      `Myriad has not published the exchange contract on network ${ref.network}, for which orders are signed.`,
    )
  if (!isPair(facts)) throw refuse('orders are documented only for markets with two outcomes.')
}

async function build(
  terms: OrderTerms,
  { outcomeId, facts }: Located<OutcomeFacts>,
  ctx: VenueContext,
): Promise<NativeOrder> {
  assertBook(outcomeId, facts)
  if (terms.onBehalfOf !== undefined)
    throw new PmxError('NOT_SUPPORTED', 'Myriad does not accept orders on behalf of others.', {
      exchange: 'myriad',
      field: 'onBehalfOf',
    })
  const { ref, place } = facts
  const price = centsIn(terms)
  const { key, sign } = await openSigner(ctx)
  // A failure to open the session must not leave it unknown whether the order was sent.
  await openSession(ctx)
  const order: BookOrder = {
    trader: key.address,
    marketId: BigInt(ref.number),
    outcomeId: place.index,
    side: terms.side === 'buy' ? 0 : 1,
    // The rules exclude amounts that need rounding.
    amount: unitsOf(decimalOf(terms.amount), DIGITS, 'down'),
    price,
    minFillAmount: 0n,
    nonce: saltOf(terms.clientOrderId, NONCE_BITS),
    // Seconds of the chain, and never later than the requested expiration.
    expiration: BigInt(Math.floor((terms.expiresAt ?? 0) / 1000)),
  }
  const signature = sign(order, ref.network)
  const spelled = renderOrder(order)
  const lasting = lastingOf(terms)
  const body = {
    order: spelled,
    signature,
    network_id: ref.network,
    // Market order: filled immediately within its price bound, and the remainder dropped.
    time_in_force: lasting === 'IOC' ? 'FAK' : lasting,
  }
  return {
    call: { host: 'api', path: '/orders', group: 'place', body },
    signedOrder: { ...spelled, signature },
    handle: { by: 'orderId', value: orderHash(order, ref.network) },
    isUnique: true,
  }
}

/**
 * Returns the price in 1e-18.
 * @throws INVALID_ORDER for a price that is not a whole cent from 1 to 99, before anything is signed
 */
function centsIn({ price }: OrderTerms): bigint {
  const units = unitsOf(decimalOf(price), DIGITS, 'down')
  const isCent = units % CENT_UNITS === 0n && units > 0n && units < 100n * CENT_UNITS
  if (isCent && compare(decimalOf(price), fromUnits(units, DIGITS)) === 0) return units
  throw new PmxError(
    'INVALID_ORDER',
    `Myriad accepts prices in whole cents, from 0.01 to 0.99, and ${price} is not one. Nothing was signed.`,
    { exchange: 'myriad', field: 'price' },
  )
}

/** @throws AUTHENTICATION_ERROR where the key is not that of the caller's wallet */
async function openSigner(ctx: VenueContext) {
  const key = await requireOwnKey(ctx)
  // The curve is loaded by the first order.
  const { signOrder } = await import('./native/sign-order.js')
  return { key, sign: (order: BookOrder, network: number) => signOrder(key, order, network) }
}

async function submit({ call, handle }: NativeOrder, terms: OrderTerms, ctx: VenueContext): Promise<Order> {
  const what = 'POST /orders'
  const { json } = await proved.sendOnce(call, ctx)
  const placed = readPayload(placedReply, json, what)
  if (handle !== undefined) assertSameSubject(handle.value, placed.orderHash, what, 'orderHash')
  const status = statusOf(placed.status, lastingOf(terms))
  const isTold = placed.status === 'filled' || (placed.status === 'open' && mayRest(terms))
  // Otherwise the venue's row of the order has the filled amount, and whether an immediate order was matched since.
  const row = isTold ? undefined : await findOrder(placed.orderHash, ctx).catch(() => undefined)
  if (row !== undefined) return { ...row, type: terms.type, clientOrderId: terms.clientOrderId }
  const amount = toNumber(decimalOf(terms.amount))
  const filled = placed.status === 'filled' ? amount : 0
  return omitUndefined<Order>({
    id: placed.orderHash,
    clientOrderId: terms.clientOrderId,
    marketId: terms.marketId,
    outcomeId: terms.outcomeId,
    side: terms.side,
    type: terms.type,
    price: toNumber(decimalOf(terms.price)),
    amount,
    status,
    filled,
    remaining: isTold ? amount - filled : 0,
    timestamp: Math.round(ctx.clock.now()),
    ...(isTold ? {} : { metadata: { unknown: ['filled', 'remaining'] } }),
  })
}

/**
 * Cancels an order by signing it once more. The signed order is always the one with this id, regardless of what the venue
 * returns, because the id is its hash. An order that is no longer open is not signed.
 */
async function cancel(orderId: string, ctx: VenueContext): Promise<Order> {
  const { key, sign } = await openSigner(ctx)
  const native = await findNativeOrder(orderId, ctx)
  const none = (why: string): PmxError =>
    new PmxError('ORDER_NOT_FOUND', `Order not found: ${why}`, { exchange: 'myriad' })
  if (native === undefined) throw none(`no open order has the id ${orderId}`)
  const { order } = native
  const { network } = refIn(native)
  const hash = orderHash(order, network)
  if (order.trader !== key.address) throw none(`the order ${hash} belongs to another wallet, ${order.trader}`)
  if (hasEnded(native.status)) throw none(`the order ${hash} is ${native.status}`)
  const taking = {
    host: 'api',
    path: pathOf`/orders/${hash}`,
    method: 'DELETE',
    body: { order: renderOrder(order), signature: sign(order, network), network_id: network },
    accept: [400, 404],
  } as const
  const reply = await proved.send(taking, ctx)
  if (reply.status === 404 && isUnknownOrder(reply.json)) throw none(`no open order has the id ${hash}`)
  if (reply.status === 400 && isOrderOver(reply.json)) throw none(`the order ${hash} is no longer open`)
  if (reply.status >= 400) throw toStatusError(reply)
  const what = 'DELETE /orders/{hash}'
  const told = readPayload(placedReply, reply.json, what)
  assertSameSubject(hash, told.orderHash, what, 'orderHash')
  if (told.status !== 'cancelled')
    throw createSchemaMismatch(what, 'status', `neither cancelled nor refused, but ${told.status}`)
  // Some of it may have been filled since it was read, and order reads may lag behind.
  const row = await findOrder(hash, ctx).catch(() => undefined)
  return toCanceledOrder(row ?? toOrder(native))
}
