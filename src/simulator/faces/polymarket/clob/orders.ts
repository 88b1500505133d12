import { toHex } from '../../../../signing/hex.js'
import { hashTypedData } from '../../../../signing/typed-data.js'
import { memberOf } from '../../../body.js'
import { curve } from '../../../curve.js'
import { type FaceCall, type Route, route } from '../../../face.js'
import {
  type Amount,
  amountOf,
  amountOfNumber,
  MICRO,
  ONE,
  per,
  rounded,
  textOf,
} from '../../../paper/amount.js'
import { type RejectionWords, wordFor } from '../../../paper/rejected.js'
import type { PaperOrder, TimeInForce } from '../../../paper/types.js'
import { json, Refusal, type Reply } from '../../../reply.js'
import type { WorldMarket } from '../../../world/types.js'
import type { Native } from '../gamma/market.js'
import { byToken, conditionId, type Token, tokenOf } from '../ids.js'
import { isOpen, quoteOf } from '../quote.js'
import { depositWallet, orderData } from '../signed-data.js'
import { ownOf, transactionOf } from './account.js'
import { clobError, invalidPayload } from './errors.js'

/** Orders (venues/polymarket/README.md): each is signed by the key that sends it, and its hash is its name. */
export const orderRoutes: readonly Route[] = [
  route('POST', '/order', (call) => json(place(call, call.request.body))),
  route('POST', '/orders', placeMany),
  route('DELETE', '/order', (call) => cancelled(call, [memberOf(call.request, 'orderID')])),
  route('DELETE', '/orders', (call) => cancelled(call, listIn(call.request.body))),
  route('DELETE', '/cancel-all', (call) => allCancelled(call, () => true)),
  route('DELETE', '/cancel-market-orders', (call) => {
    const [market, token] = [memberOf(call.request, 'market'), memberOf(call.request, 'asset_id')]
    return allCancelled(
      call,
      (order) =>
        (!isSaid(market) || conditionId(call.world.seed, order.market) === market) &&
        (!isSaid(token) || tokenOf(call.world.seed, order.market, order.side) === token),
    )
  }),
]

const MOST_AT_ONCE = 15

/** Each by itself: what one is refused for is in its place. */
function placeMany(call: FaceCall): Reply {
  const bodies = listIn(call.request.body)
  if (bodies.length > MOST_AT_ONCE) throw invalidPayload()
  return json(
    bodies.map((body) => {
      try {
        return place(call, body)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { error: errorMsg } = JSON.parse(error.reply.body) as { readonly error: string }
        return { success: false, errorMsg, orderID: '' }
      }
    }),
  )
}

const timesInForce: Readonly<Record<string, TimeInForce>> = { GTC: 'gtc', GTD: 'gtc', FAK: 'ioc', FOK: 'fok' }
/** Shares that an order which may rest has at least. */
const LEAST_SHARES = 5n * ONE
/** An order with an end ends this much later at least. */
const LEAST_LIFE_MS = 60_000

function place(call: FaceCall, body: unknown): Native {
  const { account, address, apiKey } = ownOf(call)
  const [order, orderType] = [memberOf({ body }, 'order'), memberOf({ body }, 'orderType')]
  const timeInForce = timesInForce[String(orderType)]
  if (!isObject(order) || timeInForce === undefined) throw invalidPayload()
  if (memberOf({ body }, 'owner') !== apiKey)
    throw clobError(400, 'the order owner has to be the owner of the API KEY')
  const generation = 'timestamp' in order ? 2 : 1
  if (generation !== call.switches.polymarket.orderVersion) throw clobError(400, 'order_version_mismatch')
  const token = byToken(call, String(order['tokenId']))
  if (token === undefined || !isOpen(call, token.market))
    throw clobError(400, 'the market is not yet ready to process new orders')
  const id = hashOf(order, generation, token, address)

  const isPostOnly = memberOf({ body }, 'postOnly') === true
  if (isPostOnly && timeInForce !== 'gtc') throw clobError(400, 'invalid post-only order: GTC or GTD only')
  const expiresAt = expiryOf(order, orderType, call.now)
  const { isBuy, given, size, price } = dealOf(order, token)
  const isMarketable = crosses(call, token, isBuy, price)
  if (timeInForce === 'gtc' && size < LEAST_SHARES)
    throw clobError(400, `Size (${textOf(size)}) lower than the minimum: 5`)
  if (isBuy && isMarketable && given < ONE)
    throw clobError(400, `invalid amount for a marketable BUY order ($${textOf(given)}), min size: $1`)
  const maker = String(order['maker'])
  const done = account.place({
    market: token.market,
    side: token.side,
    action: isBuy ? 'buy' : 'sell',
    // At the market one buys for money.
    amount: isBuy && timeInForce !== 'gtc' ? { spend: given } : { size },
    price,
    timeInForce,
    postOnly: isPostOnly,
    expiresAt,
    id,
    native: { maker, orderType },
  })
  if (done.rejected !== undefined) throw clobError(400, wordFor(rejections(id, token.market), done.rejected))
  if (timeInForce === 'ioc' && done.fills.length === 0)
    throw clobError(400, 'no orders found to match with FAK order')
  if (maker.toLowerCase() !== address.toLowerCase()) account.heldBy(maker.toLowerCase())
  const { filled, takerValue } = done.order
  const [shares, money] = filled > 0n ? [textOf(filled), textOf(takerValue)] : ['', '']
  return {
    success: true,
    errorMsg: '',
    orderID: id,
    status: filled > 0n ? 'matched' : 'live',
    makingAmount: isBuy ? money : shares,
    takingAmount: isBuy ? shares : money,
    transactionsHashes: done.fills.map(transactionOf),
    tradeIDs: done.fills.map((fill) => fill.id),
  }
}

/** The hash that was signed. @throws 400 where the key that sends it did not sign it */
function hashOf(
  order: Readonly<Record<string, unknown>>,
  generation: 1 | 2,
  token: Token,
  address: string,
): string {
  const { maker, signer, signatureType: kind } = order
  const isOf = (wallet: unknown): boolean => String(wallet).toLowerCase() === address.toLowerCase()
  const isConsistent =
    kind === 0
      ? isOf(maker) && isOf(signer)
      : kind === 3
        ? maker === signer
        : isOf(signer) && (kind === 1 || kind === 2)
  const wallet = /^0x[0-9a-f]{40}$/i.exec(String(maker))?.[0]
  if (!isConsistent || wallet === undefined) throw clobError(400, 'invalid signature')
  const data = orderData(order, generation, token.event.exclusive)
  const signature = String(order['signature'])
  try {
    const digest = hashTypedData(data)
    const by =
      kind === 3
        ? curve().recoverForWallet(data, depositWallet(wallet as `0x${string}`), signature)
        : curve().recoverAddress(digest, signature)
    if (by === undefined || !isOf(by)) throw clobError(400, 'invalid signature')
    return toHex(digest)
  } catch (error) {
    // Values that no order can hold.
    throw error instanceof Refusal ? error : invalidPayload()
  }
}

interface Deal {
  readonly isBuy: boolean
  readonly given: Amount
  readonly size: Amount
  readonly price: Amount
}

/** What the amounts of an order say; its price lies on the market's grid but for the rounding of amounts. */
function dealOf(order: Readonly<Record<string, unknown>>, { market }: Token): Deal {
  const [given, wanted] = [millionths(order['makerAmount']), millionths(order['takerAmount'])]
  const isBuy = order['side'] === 'BUY'
  if (!isBuy && order['side'] !== 'SELL') throw invalidPayload()
  const [money, size] = isBuy ? [given, wanted] : [wanted, given]
  const price = rounded(per(money, size), amountOfNumber(market.tick), 'nearest')
  return { isBuy, given, size, price }
}

function millionths(value: unknown): Amount {
  const whole = typeof value === 'string' && /^\d{1,30}$/.test(value) ? amountOf(value) : undefined
  if (whole === undefined || whole === 0n) throw invalidPayload()
  return (whole / ONE) * MICRO
}

function crosses(call: FaceCall, { market, side }: Token, isBuy: boolean, price: Amount): boolean {
  const { bestAsk, bestBid } = quoteOf(call, market, side)
  const best = isBuy ? bestAsk : bestBid
  if (best === undefined) return false
  return isBuy ? price >= amountOfNumber(best) : price <= amountOfNumber(best)
}

function expiryOf(
  order: Readonly<Record<string, unknown>>,
  orderType: unknown,
  now: number,
): number | undefined {
  const expiration = Number(order['expiration'] ?? 0) * 1000
  if (orderType !== 'GTD' && expiration === 0) return undefined
  if (orderType !== 'GTD' || !Number.isSafeInteger(expiration) || expiration < now + LEAST_LIFE_MS)
    throw clobError(400, 'invalid expiration value')
  return expiration
}

/** The texts are the venue's; that they come with 400 is inferred. */
function rejections(id: string, { tick }: WorldMarket): RejectionWords<string> {
  const duplicated = `order ${id} is invalid. Duplicated.`
  return {
    insufficient: 'not enough balance / allowance',
    not_filled: "order couldn't be fully filled. FOK orders are fully filled or killed.",
    market_closed: 'the market is not yet ready to process new orders',
    duplicate_order_id: duplicated,
    duplicate_client_order_id: duplicated,
    would_cross: 'invalid post-only order: order crosses book',
    invalid_price: `order ${id} is invalid. Price breaks minimum tick size rule: ${tick}`,
    already_expired: 'invalid expiration value',
    otherwise: (reason) => reason.replaceAll('_', ' '),
  }
}

function cancelled(call: FaceCall, ids: readonly unknown[]): Reply {
  const { account } = ownOf(call)
  const [canceled, kept]: [string[], Record<string, string>] = [[], {}]
  for (const id of ids) {
    if (typeof id !== 'string' || id === '') throw invalidPayload()
    if (account.cancel(id.toLowerCase()).rejected === undefined) canceled.push(id)
    // What the venue says there is not documented.
    else kept[id] = "order can't be found - already canceled or matched"
  }
  return json({ canceled, not_canceled: kept })
}

function allCancelled(call: FaceCall, isWanted: (order: PaperOrder) => boolean): Reply {
  const done = ownOf(call).account.cancelAll(isWanted)
  return json({ canceled: done.map(({ order }) => order.id), not_canceled: {} })
}

function listIn(body: unknown): readonly unknown[] {
  if (!Array.isArray(body)) throw invalidPayload()
  return body
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
