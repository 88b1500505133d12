import { createNotImplemented, Refusal, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { bodyMemberOf, bodyTextOf } from '../../mock-kit/body.js'
import type { MockCall, MockRequest } from '../../mock-kit/mock-venue.js'
import type { PaperOrder, PaperOrderRequest, PaperRejection } from '../../paper-trading/state/types.js'
import { keyIn } from './accounts.js'
import { createApiError, createNoMarket } from './errors.js'
import { noteTrader } from './fills.js'
import { findBookByNumber } from './lookup.js'
import {
  hashOf,
  isSigned,
  limitOf,
  readSentBookOrder,
  type SentBookOrder,
  sharesOf,
  signatureIn,
  statusOf,
  timesInForce,
} from './native-order.js'
import { bnb } from './networks.js'
import { accountOf } from './paper.js'

/** Places and cancels sent orders. Texts of rejections other than the fixed ones are invented. */

export function createBadOrder(...details: readonly string[]): Refusal {
  return createApiError(400, 'Invalid order payload', details)
}

/** Returns the error for an order of another wallet than the caller's; a client knows the code. */
export function createTraderForbidden(): Refusal {
  return new Refusal(
    toJsonReply({ error: 'Orders must be of the connected wallet', code: 'TRADER_FORBIDDEN' }, 403),
  )
}

export function assertNetwork(request: Pick<MockRequest, 'body'>): void {
  if (bodyMemberOf(request, 'network_id') !== bnb.id) throw createBadOrder(`network_id must be ${bnb.id}`)
}

/** Reads the order in a body, which the caller must have signed. @throws 400, 403 */
export function signedOrderIn(body: unknown, caller: string): SentBookOrder {
  const sent = readSentBookOrder(bodyMemberOf({ body }, 'order'))
  if ('wrong' in sent) throw createBadOrder(`order.${sent.wrong} is invalid`)
  if (sent.trader !== caller) throw createTraderForbidden()
  // 0 is the signature of the wallet itself; whether the member is required is not known (README.md, "Orders").
  const kind = bodyMemberOf({ body }, 'signatureType') ?? 0
  if (kind !== 0) throw createBadOrder('signatureType must be 0')
  if (!isSigned(sent, signatureIn(body))) throw createApiError(400, 'Invalid signature')
  return sent
}

/** A valid order request, ready to be placed. */
export interface ParsedOrder extends PaperOrderRequest {
  readonly id: string
  readonly wallet: string
}

/**
 * Reads an order request.
 * @param body `order`, `signature`, `time_in_force`; `client_order_id` for callers with a key
 * @throws 400, 403, 404
 */
export function parseSentOrder(call: MockCall, body: unknown, caller: string): ParsedOrder {
  const sent = signedOrderIn(body, caller)
  const word = bodyTextOf({ body }, 'time_in_force') ?? ''
  const timeInForce = timesInForce[word]
  if (timeInForce === undefined) throw createBadOrder('time_in_force must be one of GTC, GTD, PO, FOK, FAK')
  if (word !== 'PO' && sent.expiration > 0n !== (word === 'GTD'))
    throw createBadOrder('expiration does not agree with time_in_force')
  if (sent.minFillAmount !== 0n) throw createNotImplemented('minFillAmount')
  const market = requireOrRefuse(findBookByNumber(call, Number(sent.marketId)), createNoMarket)
  const size = requireOrRefuse(sharesOf(sent.amount), () =>
    createBadOrder('the demo counts shares in millionths'),
  )
  const read = limitOf(sent, timeInForce === 'gtc')
  if ('wrong' in read) throw createBadOrder(read.wrong)
  return {
    market: market.legs[0],
    side: sent.outcomeId === 0n ? 'yes' : 'no',
    action: sent.side === 0n ? 'buy' : 'sell',
    amount: { size },
    price: read.limit,
    timeInForce,
    postOnly: word === 'PO',
    expiresAt: sent.expiration === 0n ? undefined : Number(sent.expiration) * 1000,
    clientOrderId: clientIdIn(call.request, body),
    id: hashOf(sent),
    wallet: caller,
    native: { sent, timeInForce: word },
  }
}

function clientIdIn(request: MockRequest, body: unknown): string | undefined {
  const id = bodyMemberOf({ body }, 'client_order_id') ?? undefined
  if (id === undefined) return undefined
  if (keyIn(request) === undefined) throw createBadOrder('client_order_id is for API keys')
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(id))
    throw createBadOrder('client_order_id is invalid')
  return id
}

/** Places an order. @throws 400, 409 */
export function placeParsedOrder(call: MockCall, { wallet, ...wanted }: ParsedOrder): PaperOrder {
  const done = accountOf(call, wallet).place(wanted)
  if (done.rejected !== undefined) throw refusalOf(done.rejected)
  noteTrader(call, wanted.market, wallet)
  return done.order
}

/** Cancels the order in a body. @returns the reason of a failure */
export function cancelSigned(
  call: MockCall,
  body: unknown,
  { caller, hash }: { readonly caller: string; readonly hash?: string },
): string | undefined {
  const sent = signedOrderIn(body, caller)
  const id = hashOf(sent)
  if (hash !== undefined && id !== hash) return 'Order hash mismatch'
  const done = accountOf(call, caller).cancel(id)
  if (done.rejected === undefined) return undefined
  return done.rejected.reason === 'order_not_open'
    ? `Order already ${statusOf(done.rejected.order)}`
    : 'Order not found'
}

export function refusalOf(rejection: PaperRejection): Refusal {
  switch (rejection.reason) {
    case 'duplicate_order_id':
      return createApiError(409, 'Order already exists')
    case 'duplicate_client_order_id':
      return createApiError(409, 'Duplicate client_order_id')
    case 'insufficient_funds':
    case 'insufficient_holdings':
      return createApiError(400, 'Insufficient balance')
    case 'market_closed':
      return createApiError(400, `Market is ${rejection.state}`)
    case 'not_filled':
      return createApiError(400, 'Order cannot be filled')
    case 'would_cross':
      return createApiError(400, 'Post-only order would cross the book')
    case 'already_expired':
      return createApiError(400, 'Order expired')
    default:
      return createBadOrder(rejection.reason.replaceAll('_', ' '))
  }
}

/** Returns the text of a rejection, for lists of failures. */
export function reasonOf(refusal: Refusal): string {
  const { error, details } = JSON.parse(refusal.reply.body) as { error: string; details?: readonly string[] }
  return [error, ...(details ?? [])].join(': ')
}
