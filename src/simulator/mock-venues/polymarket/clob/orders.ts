import { isGiven } from '../../../../api/values/shown.js'
import { Refusal, type Reply, toJsonReply } from '../../../http/reply.js'
import { bodyMemberOf } from '../../../mock-kit/body.js'
import { type MockCall, type Route, route } from '../../../mock-kit/mock-venue.js'
import { type Amount, MICRO, ONE, toAmount, toAmountText } from '../../../paper-trading/state/amount.js'
import { type RejectionTexts, rejectionTextOf } from '../../../paper-trading/state/rejections.js'
import type { PaperOrder, PaperRejection, PaperTimeInForce } from '../../../paper-trading/state/types.js'
import { isApproved } from '../contracts.js'
import type { Native } from '../gamma/market.js'
import { conditionIdOf, findByToken, type Token, tokenOf } from '../ids.js'
import { isOpen, quoteOf } from '../quote.js'
import { exchangeOf, type Generation } from '../signed-data.js'
import { ownOf } from './account.js'
import { noteBuilder } from './builders.js'
import { createClobError, createInvalidOrder } from './errors.js'
import { dealOf, generationOf, hashOf, type SentOrder } from './sent-orders.js'

/** Order routes (../README.md, "Orders"). The key that sends an order signs it; the hash of the order is its id. */
export const orderRoutes: readonly Route[] = [
  route('POST', '/order', (call) => toJsonReply(place(call, call.request.body))),
  route('POST', '/orders', placeMany),
  route('DELETE', '/order', (call) => cancelled(call, [bodyMemberOf(call.request, 'orderID')])),
  route('DELETE', '/orders', (call) => {
    const ids = listIn(call.request.body)
    if (ids.length > MAX_CANCELS)
      throw createClobError(400, `Too many orders in payload, max allowed: ${MAX_CANCELS}`)
    return cancelled(call, ids)
  }),
  route('DELETE', '/cancel-all', (call) => allCancelled(call, () => true)),
  route('DELETE', '/cancel-market-orders', (call) => {
    const [market, token] = [bodyMemberOf(call.request, 'market'), bodyMemberOf(call.request, 'asset_id')]
    return allCancelled(
      call,
      (order) =>
        (!isGiven(market) || conditionIdOf(call.world, order.market) === market) &&
        (!isGiven(token) || tokenOf(call.world, order.market, order.side) === token),
    )
  }),
]

const MAX_AT_ONCE = 15
/** From the OpenAPI description; the guide has 3,000. */
const MAX_CANCELS = 1_000

/**
 * Places each order separately; a rejection takes the position of its order. A token without a book rejects the whole
 * batch.
 */
function placeMany(call: MockCall): Reply {
  const bodies = listIn(call.request.body)
  if (bodies.length > MAX_AT_ONCE)
    throw createClobError(400, `Too many orders in payload: ${bodies.length}, max allowed: ${MAX_AT_ONCE}`)
  for (const body of bodies) {
    const order = bodyMemberOf({ body }, 'order')
    if (isObject(order)) tokenIn(call, order)
  }
  return toJsonReply(
    bodies.map((body) => {
      try {
        return place(call, body)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { error: errorMsg } = JSON.parse(error.reply.body) as { readonly error: string }
        return { success: false, errorMsg, orderID: '', status: '', makingAmount: '', takingAmount: '' }
      }
    }),
  )
}

const timesInForce: Readonly<Record<string, PaperTimeInForce>> = {
  GTC: 'gtc',
  GTD: 'gtc',
  FAK: 'ioc',
  FOK: 'fok',
}
/** Minimum shares of an order that may rest. */
const MIN_SHARES = 5n * ONE
/** Minimum time to the expiry of an order. It leaves the book a minute before its expiry. */
const MIN_LIFE_MS = 180_000
const LEAVES_BEFORE_MS = 60_000

function place(call: MockCall, body: unknown): Native {
  const { account, address, apiKey } = ownOf(call)
  const [order, orderType] = [bodyMemberOf({ body }, 'order'), bodyMemberOf({ body }, 'orderType') ?? 'GTC']
  const timeInForce = timesInForce[String(orderType)]
  if (!isObject(order) || timeInForce === undefined) throw createInvalidOrder()
  if (bodyMemberOf({ body }, 'owner') !== apiKey)
    throw createClobError(400, 'the order owner has to be the owner of the API KEY')
  const token = tokenIn(call, order)
  const generation = generationOf(order, token, call.switches.polymarket.orderVersion)
  const id = hashOf(order, generation, token, address)

  const isPostOnly = bodyMemberOf({ body }, 'postOnly') === true
  if (isPostOnly && timeInForce !== 'gtc')
    throw createClobError(400, 'invalid post-only order: GTC or GTD only')
  const expiresAt = expiryOf(order, orderType, call.now)
  const deal = dealOf(order, token, id)
  const { isBuy, given, size, price } = deal
  if (isBuy && timeInForce !== 'gtc') assertAccuracy(given, size)
  if (timeInForce === 'gtc' && size < MIN_SHARES)
    throw createClobError(
      400,
      `order ${id} is invalid. Size (${toAmountText(size)}) lower than the minimum: 5`,
    )
  if (isBuy && crosses(call, token, isBuy, price) && given < ONE)
    throw createClobError(
      400,
      `invalid amount for a marketable BUY order ($${toAmountText(given)}), min size: $1`,
    )
  assertApproved(call, generation, token, given)
  const maker = String(order['maker'])
  // A market buy order is an amount of money.
  const isByMoney = isBuy && timeInForce !== 'gtc'
  const done = account.place({
    market: token.market,
    side: token.side,
    action: isBuy ? 'buy' : 'sell',
    amount: isByMoney ? { spend: given } : { size },
    price,
    timeInForce,
    postOnly: isPostOnly,
    expiresAt: expiresAt === undefined ? undefined : expiresAt - LEAVES_BEFORE_MS,
    id,
    native: {
      maker,
      orderType,
      builder: String(order['builder']).toLowerCase(),
      expiration: String(order['expiration'] ?? 0),
      ...(isByMoney ? { spend: toAmountText(given) } : {}),
    },
  })
  if (done.rejected !== undefined) throw createClobError(400, refusalFor(id, done.rejected))
  if (timeInForce === 'ioc' && done.fills.length === 0) throw createClobError(400, NO_MATCH)
  noteBuilder(call, order['builder'], address.toLowerCase())
  if (maker.toLowerCase() !== address.toLowerCase()) account.heldBy(maker.toLowerCase())
  return placed(id, isBuy, done.order, done.fills)
}

/** Maximum precision of the amounts of a purchase by money, on every tick (py-clob-client-v2#99). */
const [MONEY_STEP, SHARES_STEP] = [ONE / 100n, ONE / 10_000n]

/** @throws 400 with the text of a recorded rejection */
function assertAccuracy(given: Amount, size: Amount): void {
  if (given % MONEY_STEP === 0n && size % SHARES_STEP === 0n) return
  throw createClobError(
    400,
    'invalid amounts, the market buy orders maker amount supports a max accuracy of 2 decimals, taker amount a max of 4 decimals',
  )
}

const NO_MATCH =
  'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.'

/**
 * Returns the response with the trades of an order; `/data/trades` returns their transactions later (since July 2026).
 */
function placed(
  orderID: string,
  isBuy: boolean,
  { filled, takerValue }: PaperOrder,
  fills: readonly { readonly id: string }[],
): Native {
  const answer = { success: true, errorMsg: '', orderID }
  if (filled === 0n) return { ...answer, status: 'live', makingAmount: '', takingAmount: '' }
  const [shares, money] = [toAmountText(filled), toAmountText(takerValue)]
  return {
    ...answer,
    status: 'matched',
    makingAmount: isBuy ? money : shares,
    takingAmount: isBuy ? shares : money,
    tradeIDs: fills.map(({ id }) => id),
  }
}

/** Returns the token of an order, whose market must be open. @throws 400 when it has no book */
function tokenIn(call: MockCall, order: SentOrder): Token {
  const id = String(order['tokenId'])
  const token = findByToken(call, id)
  if (token === undefined || !isOpen(call, token.market))
    throw createClobError(400, `the orderbook ${id} does not exist`)
  return token
}

/** Checks that the exchange is approved for the money or shares. @throws 400 */
function assertApproved(call: MockCall, generation: Generation, { event }: Token, given: Amount): void {
  const spender = exchangeOf(generation, event.exclusive)
  if (isApproved(call, spender)) return
  throw createClobError(
    400,
    `${SHORT}: the allowance is not enough -> spender: ${spender}, allowance: 0, sum of matched orders: 0, order amount (inc. fees): ${given / MICRO}`,
  )
}

function crosses(call: MockCall, { market, side }: Token, isBuy: boolean, price: Amount): boolean {
  const { bestAsk, bestBid } = quoteOf(call, market, side)
  const best = isBuy ? bestAsk : bestBid
  if (best === undefined) return false
  return isBuy ? price >= toAmount(best) : price <= toAmount(best)
}

function expiryOf(order: SentOrder, orderType: unknown, now: number): number | undefined {
  const expiration = Number(order['expiration'] ?? 0) * 1000
  if (orderType !== 'GTD' && expiration === 0) return undefined
  if (orderType !== 'GTD' || !Number.isSafeInteger(expiration) || expiration < now + MIN_LIFE_MS)
    throw createClobError(400, 'invalid expiration')
  return expiration
}

const SHORT = 'not enough balance / allowance'

/** Returns the text of a rejection. The texts are the venue's; status 400 is inferred. */
function refusalFor(id: string, rejection: PaperRejection): string {
  const { reason } = rejection
  if (reason === 'insufficient_funds' || reason === 'insufficient_holdings')
    return `${SHORT}: the balance is not enough -> balance: ${rejection.available / MICRO}, order amount: ${rejection.needed / MICRO}`
  return rejectionTextOf(rejections(id), rejection)
}

function rejections(id: string): RejectionTexts<string> {
  const duplicated = `order ${id} is invalid. Duplicated.`
  return {
    not_filled: "order couldn't be fully filled. FOK orders are fully filled or killed.",
    market_closed: 'the market is not yet ready to process new orders',
    duplicate_order_id: duplicated,
    duplicate_client_order_id: duplicated,
    would_cross: 'invalid post-only order: order crosses book',
    already_expired: 'invalid expiration',
    otherwise: (reason) => reason.replaceAll('_', ' '),
  }
}

function cancelled(call: MockCall, ids: readonly unknown[]): Reply {
  const { account } = ownOf(call)
  const [canceled, kept]: [string[], Record<string, string>] = [[], {}]
  for (const id of ids) {
    if (typeof id !== 'string') throw createInvalidOrder()
    if (!/^0x[0-9a-f]+$/i.test(id)) throw createClobError(400, 'Invalid orderID')
    if (account.cancel(id.toLowerCase()).rejected === undefined) canceled.push(id)
    // The text of the venue is not documented.
    else kept[id] = "order can't be found - already canceled or matched"
  }
  return toJsonReply({ canceled, not_canceled: kept })
}

function allCancelled(call: MockCall, isWanted: (order: PaperOrder) => boolean): Reply {
  const done = ownOf(call).account.cancelAll(isWanted)
  return toJsonReply({ canceled: done.map(({ order }) => order.id), not_canceled: {} })
}

function listIn(body: unknown): readonly unknown[] {
  if (!Array.isArray(body)) throw createInvalidOrder()
  return body
}

function isObject(value: unknown): value is SentOrder {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
