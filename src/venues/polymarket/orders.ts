import { PmxError } from '../../api/envelope/errors.js'
import type { Order } from '../../api/models/models.js'
import { isEnded } from '../../api/models/order-state.js'
import { decimalOf, subtractDecimals, toNumber, toText } from '../../api/values/decimal.js'
import { pathOf } from '../../transport/call-types.js'
import { defineMemoKey, remember } from '../../venue-kit/contract/memo.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type {
  NativeOrder,
  OrderHandle,
  OrderRules,
  OrderSource,
  OrderTerms,
} from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createCanceledOrder, toCanceledOrder } from '../../venue-kit/orders/canceled-order.js'
import { toRequestedTerms } from '../../venue-kit/orders/order-request.js'
import { assertNamed, createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import { findOrder, isUnknownOrder, ownFillsOf } from './account.js'
import { accountOf, apiKeysOf, checkCredentials, funderIn, sendSigned, sendSignedOnce } from './auth.js'
import { heartbeats } from './native/heartbeat.js'
import { constraints, expirationOf, isResting, orderTypeOf } from './native/lasting.js'
import { cancelAll, cancelMany, createNotCanceledError, orderBatch } from './native/many-orders.js'
import { amountsOf, type DraftOrder, saltOf, toSignedOrder } from './native/order.js'
import { orderVersion } from './native/order-version.js'
import {
  canceledReply,
  feeRateReply,
  type MarketTerms,
  marketReply,
  type PlacedReply,
  placedReply,
} from './native/order-wire.js'
import { readPlacedOrder, toExplainedRefusal } from './native/placed-order.js'
import {
  conditionSpellingsOf,
  createUnknownProtocolError,
  isPositionId,
  type Protocol,
  padCondition,
} from './native/protocol.js'
import type { OutcomeFacts } from './outcomes.js'

const PATH = '/order'
/** Sizes have two digits after the point, regardless of the tick size. */
const SIZE_STEP = '0.01'
/** The money in a purchase by money has the same number of digits (py-clob-client-v2#99). */
const SPEND_STEP = '0.01'

/** Orders that are signed for the exchange. The wallet holds the money (README.md, "Accounts and orders"). */
export const orderSource: OrderSource<OutcomeFacts> = {
  accountIn: funderIn,
  sellsHeldOnly: true,
  constraints,
  checkCredentials,
  rules,
  build,
  submit,
  batch: orderBatch,
  cancel,
  cancelMany,
  cancelAll,
  find,
  cancelAfter: heartbeats,
}

/** Maximum age of a market's tick size. It is used for one build only, because it can change within a day. */
const termsOfMarket = defineMemoKey<MarketTerms>('polymarket market terms', 5_000)

async function marketTerms(facts: OutcomeFacts, ctx: VenueContext): Promise<MarketTerms> {
  const { tokenId } = facts
  const conditionId = padCondition(facts.conditionId)
  const protocol = protocolToSign(facts)
  const what = 'GET /clob-markets/{condition_id}'
  const terms = await remember(ctx.memo, termsOfMarket, conditionId, async () => {
    const path = pathOf`/clob-markets/${conditionId}`
    const reply = await ctx.http.send({ host: 'clob', path, accept: [404] })
    if (reply.status === 404)
      throw new PmxError('MARKET_NOT_FOUND', `Polymarket's order book has no market ${conditionId}.`)
    return readPayload(marketReply, reply.json, what)
  })
  if (terms.c !== undefined) assertNamed(conditionId, [padCondition(terms.c)], what, 'c')
  if (terms.v !== undefined && terms.v !== protocol)
    throw createSchemaMismatch(
      what,
      'v',
      `expected protocol '${protocol}' as in the market's row, got '${terms.v}'`,
    )
  if (terms.t !== undefined && !terms.t.some(({ t }) => t === tokenId))
    throw createSchemaMismatch(what, 't', `outcome ${tokenId} does not belong to the market`)
  return terms
}

/**
 * Returns the protocol to sign for, which is that of the market's row if the outcome id has the matching form.
 * @throws EXCHANGE_NOT_AVAILABLE (`unknown_protocol`) if it has none, before anything is signed
 */
function protocolToSign({ version, tokenId, marketId }: OutcomeFacts): Protocol {
  if (version === undefined) throw createUnknownProtocolError({ id: marketId, version })
  if (isPositionId(tokenId) === (version === 'v2')) return version
  throw createSchemaMismatch(
    'the market lookup',
    `market ${marketId}.version`,
    `protocol '${version}' does not match the form of the outcome id`,
  )
}

async function rules({ facts }: Located<OutcomeFacts>, ctx: VenueContext): Promise<OrderRules> {
  const { mts, mos, ao } = await marketTerms(facts, ctx)
  const tick = toText(decimalOf(mts))
  return {
    market: { id: facts.marketId, aliases: conditionSpellingsOf(facts.conditionId) },
    prices: [{ from: tick, to: toText(subtractDecimals(decimalOf(1), decimalOf(mts))), step: tick }],
    amountStep: SIZE_STEP,
    spendStep: SPEND_STEP,
    ...(mos === undefined ? {} : { minLimitAmount: toText(decimalOf(mos)) }),
    limitsAtMarket: ['buy'],
    ...(ao === false ? { closed: 'its order book does not accept orders' } : {}),
  }
}

async function build(
  terms: OrderTerms,
  { facts }: Located<OutcomeFacts>,
  ctx: VenueContext,
): Promise<NativeOrder> {
  // The version that the host reports applies to CTF tokens only.
  const version = protocolToSign(facts) === 'v2' ? 3 : await orderVersion(ctx)
  const market = await marketTerms(facts, ctx)
  assertHints(terms, market)
  const { mts, nr } = market
  const { key, kind, funder } = await accountOf(ctx)
  const draft: DraftOrder = {
    version,
    // False members are left out, as the official client reads them.
    isNegRisk: nr ?? false,
    salt: saltOf(terms.clientOrderId),
    maker: funder,
    // A deposit wallet is its own signer; its owner's signature is wrapped.
    signer: kind === 3 ? funder : key.address,
    tokenId: facts.tokenId,
    side: terms.side,
    kind,
    ...amountsOf(terms, toText(decimalOf(mts))),
    timestamp: String(Math.round(ctx.clock.now())),
    feeRateBps: version === 1 ? await feeRate(terms, facts, ctx) : '0',
    ...expirationOf(terms),
  }
  const { signOrder } = await import('./native/wallet.js')
  const { signature, hash } = signOrder(key, draft)
  const order = toSignedOrder(draft, signature)
  const { apiKey: owner } = await apiKeysOf(ctx)
  const orderType = orderTypeOf(terms)
  return {
    call: {
      host: 'clob',
      path: PATH,
      group: 'place',
      body: { deferExec: false, postOnly: terms.postOnly === true, order, owner, orderType },
    },
    signedOrder: order,
    handle: { by: 'orderId', value: hash },
    ...(isResting(terms) && terms.type === 'market' ? { cancelsRest: true } : {}),
  }
}

/**
 * Asserts that the caller's market data equal the venue's.
 * @throws INVALID_ORDER naming the correct value
 */
function assertHints({ tickSize, negRisk }: OrderTerms, { mts, nr = false }: MarketTerms): void {
  if (tickSize !== undefined && tickSize !== mts)
    throw wrongHint('tickSize', `The tick size of this market is ${mts}, not ${tickSize}.`, mts)
  if (negRisk !== undefined && negRisk !== nr)
    throw wrongHint(
      'negRisk',
      `This market ${nr ? 'uses' : 'does not use'} negative risk, so negRisk must be ${nr}.`,
      nr,
    )
}

function wrongHint(field: string, message: string, right: unknown): PmxError {
  const detail = { kind: 'order_rule', allowed: { [field]: right } }
  return new PmxError('INVALID_ORDER', message, { field, detail })
}

/** Returns the market's fee rate, which orders of the first exchange include. */
async function feeRate(
  { feeRateBps: given }: OrderTerms,
  { tokenId }: OutcomeFacts,
  ctx: VenueContext,
): Promise<string> {
  const query = { token_id: tokenId }
  const reply = await ctx.http.send({ host: 'clob', path: '/fee-rate', query })
  const { base_fee } = readPayload(feeRateReply, reply.json, 'GET /fee-rate')
  if (given !== undefined && base_fee > 0 && given !== base_fee)
    throw wrongHint('fee', `The fee of this market is ${base_fee} basis points, not ${given}.`, base_fee)
  return String(base_fee)
}

async function submit(
  { call, signedOrder: sent = {} }: NativeOrder,
  terms: OrderTerms,
  ctx: VenueContext,
): Promise<Order> {
  let placed: PlacedReply
  try {
    placed = readPayload(placedReply, (await sendSignedOnce(call, ctx)).json, `POST ${PATH}`)
  } catch (error) {
    throw error instanceof PmxError ? await toExplainedRefusal(error, sent, terms, ctx) : error
  }
  return readPlacedOrder(placed, sent, terms, ctx)
}

async function cancel(orderId: string, ctx: VenueContext): Promise<Order> {
  const body = { orderID: orderId }
  const reply = await sendSigned({ path: PATH, method: 'DELETE', body, group: 'cancel', accept: [404] }, ctx)
  const none = (why: string): PmxError => new PmxError('ORDER_NOT_FOUND', `Order not found: ${why}`)
  if (isUnknownOrder(reply)) throw none(`no open order has the id ${orderId}`)
  const { canceled, not_canceled: kept } = readPayload(canceledReply, reply.json, `DELETE ${PATH}`)
  // Ids are hashes, in any case.
  const isIt = (name: string): boolean => name.toLowerCase() === orderId.toLowerCase()
  if (!canceled.some(isIt)) {
    const reason = Object.entries(kept ?? {}).find(([name]) => isIt(name))?.[1]
    if (reason !== undefined) throw createNotCanceledError(reason)
    // The meaning of a response that does not name the order is not documented.
    const shown = await findOrder(orderId, ctx)
    if (shown !== undefined && !isEnded(shown))
      throw createNotCanceledError(`it shows the order as ${shown.status}`)
    throw none(`no open order has the id ${orderId}`)
  }
  const order = await findOrder(orderId, ctx).catch(() => undefined)
  if (order === undefined) return createCanceledOrder(orderId)
  return toCanceledOrder(order)
}

/**
 * Order rows may lag behind their trades. This time is inferred, and equals the time that the core waits for an order to appear.
 */
const ROW_WITHIN_MS = 60_000

/** Finds an order by its hash and by its trades, because it is not documented whether the venue returns ended orders forever. */
async function find(
  { value }: OrderHandle,
  terms: OrderTerms,
  sentAt: number,
  ctx: VenueContext,
): Promise<Order | undefined> {
  const order = await findOrder(value, ctx)
  // The hash is that of the signed data, and thereby of its market, whatever the list of markets returns now.
  const named = order?.outcomeId === terms.outcomeId ? { marketId: terms.marketId } : {}
  if (order !== undefined) return { ...order, ...named, clientOrderId: terms.clientOrderId }
  const filled = await ownFillsOf(value, terms, sentAt, ctx)
  if (filled === undefined) return undefined
  const left = Math.max(0, toNumber(subtractDecimals(decimalOf(terms.amount), filled)))
  // The row of a young order may still be missing, and the remainder may rest.
  const isYoung = isResting(terms) && ctx.clock.now() - sentAt < ROW_WITHIN_MS
  return {
    id: value,
    ...toRequestedTerms(terms),
    status: left === 0 ? 'filled' : isYoung ? 'open' : 'canceled',
    filled: toNumber(filled),
    remaining: left,
    timestamp: sentAt,
    metadata: { unknown: ['timestamp'] },
  }
}
