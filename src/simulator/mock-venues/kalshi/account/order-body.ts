import { createNotImplemented, requireOrRefuse } from '../../../http/reply.js'
import { bodyMemberOf as bodyMember, bodyTextOf } from '../../../mock-kit/body.js'
import type { MockRequest } from '../../../mock-kit/mock-venue.js'
import { type Amount, amountOf } from '../../../paper-trading/state/amount.js'
import type { PaperAccount, PaperOrderRequest, PaperTimeInForce } from '../../../paper-trading/state/types.js'
import { findComboByTicker } from '../combos.js'
import { createInvalidOrder, createInvalidSize, createNotFound } from '../errors.js'
import { findMarketByTicker } from '../tickers.js'
import type { Scene } from '../variant.js'
import { readRequestedShard, shardOfMarket } from './routing.js'

/** Reads orders from request bodies (README.md: "Orders"). */

type Body = Pick<MockRequest, 'body'>

const timesInForce: Readonly<Record<string, PaperTimeInForce>> = {
  good_till_canceled: 'gtc',
  immediate_or_cancel: 'ioc',
  fill_or_kill: 'fok',
}

/** Counts are multiples of 0.01 contract. */
const COUNT_STEP = 10n ** 10n

/** An order request before the account that places it is known. */
export interface SentOrder {
  readonly request: PaperOrderRequest
  /** Whether the order may only close what the account holds. */
  readonly isReducing: boolean
}

/**
 * Reads the order in a body.
 * @throws 400 when it is not a valid order, 404 for an unknown ticker, 501 for what the simulation does not implement
 */
export function sentOrderIn(scene: Scene, body: Body): SentOrder {
  const side = sideIn(body)
  const timeInForce = requireOrRefuse(timesInForce[bodyTextOf(body, 'time_in_force') ?? ''], () =>
    createInvalidOrder('invalid time_in_force'),
  )
  const crossing = bodyTextOf(body, 'self_trade_prevention_type')
  if (crossing !== 'taker_at_cross' && crossing !== 'maker')
    throw createInvalidOrder('invalid self_trade_prevention_type')
  const price = priceIn(body)
  const size = countIn(body, 'count')
  const expiresAt = expiryIn(body)
  if (expiresAt !== undefined && timeInForce !== 'gtc')
    throw createInvalidOrder('expiration_time needs good_till_canceled')
  const isReducing = flagIn(body, 'reduce_only')
  if (isReducing && timeInForce !== 'ioc') throw createInvalidOrder('reduce_only needs immediate_or_cancel')
  const ticker = bodyTextOf(body, 'ticker') ?? ''
  if (findComboByTicker(scene, ticker) !== undefined) throw createNotImplemented('orders on combos')
  const { market } = requireOrRefuse(findMarketByTicker(scene, ticker), createNotFound)
  const exchange_index = bodyMember(body, 'exchange_index') ?? undefined
  if (readRequestedShard(scene, { exchange_index, market_ticker: ticker }) !== shardOfMarket(scene, market))
    throw createNotFound()
  return {
    isReducing,
    request: {
      market,
      side: 'yes',
      action: side === 'bid' ? 'buy' : 'sell',
      amount: { size },
      price,
      timeInForce,
      postOnly: flagIn(body, 'post_only'),
      expiresAt,
      clientOrderId: bodyTextOf(body, 'client_order_id'),
      onSelfTrade: crossing === 'maker' ? 'cancel-maker' : 'drop-taker',
      group: bodyTextOf(body, 'order_group_id'),
      native: {
        self_trade_prevention_type: crossing,
        cancel_order_on_pause: flagIn(body, 'cancel_order_on_pause'),
        reduce_only: isReducing,
      },
    },
  }
}

/** Returns the order request of an account. A reduce-only order closes at most what the account holds. */
export function orderFor(account: PaperAccount, { request, isReducing }: SentOrder): PaperOrderRequest {
  if (!isReducing) return request
  const closes = request.action === 'buy' ? 'no' : 'yes'
  const held = account.positions().find(({ market, side }) => market === request.market && side === closes)
  return { ...request, fillCap: held?.size ?? 0n }
}

/** Reads the side. @throws 400 when it is not a valid side */
export function sideIn(body: Body): 'bid' | 'ask' {
  const side = bodyTextOf(body, 'side')
  if (side !== 'bid' && side !== 'ask') throw createInvalidOrder('side must be bid or ask')
  return side
}

/** Reads a price, which is a text. @throws 400 when it is not a valid price */
export function priceIn(body: Body): Amount {
  return requireOrRefuse(amountOf(bodyTextOf(body, 'price') ?? ''), () => createInvalidOrder('invalid price'))
}

/** Reads a count above 0. @throws 400 when it is not a valid count */
export function countIn(body: Body, name: string): Amount {
  const size = amountOf(bodyTextOf(body, name) ?? '')
  if (size === undefined || size <= 0n || size % COUNT_STEP !== 0n) throw createInvalidSize()
  return size
}

/** Converts epoch seconds to epoch ms, or undefined without a value. @throws 400 when it is not a valid time */
export function expiryIn(body: Body): number | undefined {
  const value = bodyMember(body, 'expiration_time')
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw createInvalidOrder('invalid expiration_time')
  return value * 1000
}

/** @throws 400 when the value is neither true nor false */
function flagIn(body: Body, name: string): boolean {
  const value = bodyMember(body, name) ?? false
  if (typeof value !== 'boolean') throw createInvalidOrder(`invalid ${name}`)
  return value
}
