import { createNotImplemented, requireOrRefuse } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import {
  type Amount,
  amountOf,
  divideAmounts,
  minOf,
  multiplyAmounts,
  numberOf,
  ONE,
} from '../../paper-trading/state/amount.js'
import { type RejectionTexts, rejectionTextOf } from '../../paper-trading/state/rejections.js'
import type { PaperAccount, PaperTimeInForce } from '../../paper-trading/state/types.js'
import type { WorldMarket } from '../../world/common/types.js'
import type { SentModify, SentOrder } from './action.js'
import { toDecimal } from './figures.js'
import { findCoinByAsset } from './ids.js'
import { MIN_ORDER_VALUE } from './paper.js'

/** Places the orders of an action, each with a separate status (README.md, "Actions"). */

type Status = { readonly error: string } | { readonly resting: object } | { readonly filled: object }

const timesInForce: Readonly<Record<SentOrder['tif'], PaperTimeInForce>> = {
  Gtc: 'gtc',
  Alo: 'gtc',
  Ioc: 'ioc',
  FrontendMarket: 'ioc',
}

/** A valid order request for the paper exchange. */
interface Terms {
  readonly market: WorldMarket
  readonly side: 'yes' | 'no'
  readonly price: Amount
  readonly size: Amount
}

/**
 * Reads the terms of an order. The minimum value applies at the order's price; a sale of the full holding may be below
 * it.
 * @returns an error text when the order is invalid
 * @throws Refusal with 501 for what the simulation does not implement
 */
function termsOf(call: MockCall, account: PaperAccount, asked: SentOrder): Terms | string {
  const coin = requireOrRefuse(findCoinByAsset(call, asked.asset), () =>
    createNotImplemented('orders of anything but outcomes'),
  )
  const { market } = coin.outcome
  if (market === undefined) throw createNotImplemented('orders of the fallback of a question')
  const [price, size] = [amountOf(asked.price) ?? 0n, amountOf(asked.size) ?? 0n]
  if (size === 0n) return 'Order has zero size.'
  if (size % ONE !== 0n) return 'Order has invalid size.'
  const terms = { market, side: coin.side === 0 ? 'yes' : 'no', price, size } as const
  const isClosing = !asked.isBuy && size >= freeOf(account, terms)
  if (multiplyAmounts(price, size) < MIN_ORDER_VALUE && !(isClosing && freeOf(account, terms) > 0n))
    return 'Order must have minimum value of $10.'
  return terms
}

interface Placing {
  readonly nonce: number
  /** Tenths of a basis point, for the builder that the action names. */
  readonly builderFee?: number | undefined
  readonly takesNameOver?: boolean
}

export function placeSentOrder(
  call: MockCall,
  account: PaperAccount,
  asked: SentOrder,
  { nonce, builderFee, takesNameOver = false }: Placing,
): Status {
  const { asset, isBuy, isReduceOnly, tif, cloid } = asked
  const failed = (words: string) => ({ error: `${words} asset=${asset}` })
  const terms = termsOf(call, account, asked)
  if (typeof terms === 'string') return failed(terms)
  const { market, side, price } = terms
  const size = isReduceOnly ? reduced(account, terms, isBuy) : terms.size
  if (size === 0n) return failed('Reduce only order would increase position.')
  const placed = account.place({
    market,
    side,
    action: isBuy ? 'buy' : 'sell',
    amount: { size },
    price,
    timeInForce: timesInForce[tif],
    postOnly: tif === 'Alo',
    clientOrderId: cloid,
    takesNameOver,
    native: { asset, tif, nonce, reduceOnly: isReduceOnly, builderFee },
  })
  if (placed.rejected !== undefined) return failed(rejectionTextOf(rejections, placed.rejected))
  const { order } = placed
  const named = { oid: Number(order.id), ...(cloid === undefined ? {} : { cloid }) }
  if (order.status === 'open') return { resting: named }
  if (order.filled === 0n) return failed('Order could not immediately match against any resting orders.')
  const avgPx = divideAmounts(order.takerValue + order.makerValue, order.filled)
  return {
    filled: { totalSz: toDecimal(numberOf(order.filled)), avgPx: toDecimal(numberOf(avgPx)), ...named },
  }
}

/**
 * Returns the size of a reduce-only order: 0 for a purchase, and for a sale at most the holding that is not in an
 * order.
 */
function reduced(account: PaperAccount, terms: Terms, isBuy: boolean): Amount {
  return isBuy ? 0n : minOf(terms.size, freeOf(account, terms))
}

/** Returns whole contracts that are held and not in an order. */
function freeOf(account: PaperAccount, { market, side }: Pick<Terms, 'market' | 'side'>): Amount {
  const held = account.positions().find((one) => one.market.key === market.key && one.side === side)
  const free = held === undefined ? 0n : held.size - held.locked
  return free - (free % ONE)
}

/** Error texts, as far as they are documented or known from clients. */
const rejections: RejectionTexts<string> = {
  insufficient: 'Insufficient spot balance',
  would_cross: 'Post only order would have immediately matched.',
  invalid_price: 'Order has invalid price.',
  invalid_size: 'Order has invalid size.',
  otherwise: (reason) => `Order was refused: ${reason.replaceAll('_', ' ')}.`,
}

export function cancel(account: PaperAccount, asset: number, oid: string): unknown {
  const order = account.order(oid)
  const isOf = order?.native['asset'] === asset
  const done = isOf ? account.cancel(oid) : undefined
  if (done !== undefined && done.rejected === undefined) return 'success'
  return { error: `Order was never placed, already canceled, or filled. asset=${asset}` }
}

/**
 * Cancels an order and places another one with a new number. Unless the action always places, the new order must rest:
 * a `Gtc` becomes an `Alo`, and nothing is placed if nothing was canceled.
 */
export function modify(
  call: MockCall,
  account: PaperAccount,
  { oid, order }: SentModify,
  { nonce, isAlwaysPlaced }: { readonly nonce: number; readonly isAlwaysPlaced: boolean },
): Status {
  const failed = (words: string) => ({ error: `${words} asset=${order.asset}` })
  const terms = termsOf(call, account, order)
  if (typeof terms === 'string') return failed(terms)
  if (!isAlwaysPlaced && timesInForce[order.tif] === 'ioc') return failed('Invalid TIF.')
  const old = typeof oid === 'string' ? account.orderByClientId(oid) : account.order(String(oid))
  const isCanceled = old?.status === 'open' && account.cancel(old.id).rejected === undefined
  if (!isCanceled && !isAlwaysPlaced) return failed('Cannot modify canceled or filled order')
  const next = isAlwaysPlaced ? order : { ...order, tif: 'Alo' as const }
  return placeSentOrder(call, account, next, { nonce, takesNameOver: true })
}
