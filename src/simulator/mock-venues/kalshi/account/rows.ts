import { hashText } from '../../../../effects/random.js'
import { type Amount, ONE } from '../../../paper-trading/state/amount.js'
import type { PaperFill, PaperOrder } from '../../../paper-trading/state/types.js'
import { toSecondIso } from '../../../world/common/dates.js'
import { uuidOf } from '../../../world/common/hash.js'
import { type Native, toMicroIso } from '../market.js'
import { count, toDollars, toFineDollars } from '../money.js'
import { tickerOfMarket } from '../tickers.js'
import type { Scene } from '../variant.js'
import { shardOfMarket } from './routing.js'

/** Rows of orders and fills in account lists (README.md: "Orders", "Fills"). */

export const statusNames = { open: 'resting', filled: 'executed', cancelled: 'canceled' } as const

/** Returns the venue's names for a bid or an ask of YES. */
export function directionOf(action: 'buy' | 'sell') {
  return action === 'buy'
    ? ({ outcome_side: 'yes', book_side: 'bid' } as const)
    : ({ outcome_side: 'no', book_side: 'ask' } as const)
}

/** Returns the user id of a member. */
export function userIdOf(member: string): string {
  return uuidOf(hashText(member))
}

/** Returns the taker and maker cost of an order; an ask pays for NO. */
export function costsOf({ action, takerValue, makerValue, filled, makerFilled }: PaperOrder) {
  const costOf = (value: Amount, size: Amount): Amount => (action === 'buy' ? value : size - value)
  return { taker: costOf(takerValue, filled - makerFilled), maker: costOf(makerValue, makerFilled) }
}

/** Returns the initial size; a decrease does not change it (recorded: kalshi-demo, `order-decrease-v1.json`). */
export function initialSizeOf({ size, decreased }: PaperOrder): Amount {
  return size + decreased
}

/** Renders an order. `side` is its contract; prices are those of YES, the only contract that is bought and sold. */
export function orderRow(scene: Scene, member: string, subaccount: number, order: PaperOrder): Native {
  const { price = 0n, createdAt, updatedAt, expiresAt, action, count: seed } = order
  const costs = costsOf(order)
  return {
    order_id: order.id,
    user_id: userIdOf(member),
    client_order_id: order.clientOrderId ?? '',
    ticker: tickerOfMarket(scene, order.market),
    ...directionOf(action),
    side: 'yes',
    action,
    type: 'limit',
    status: statusNames[order.status],
    yes_price_dollars: toDollars(price),
    no_price_dollars: toDollars(ONE - price),
    initial_count_fp: count(initialSizeOf(order)),
    fill_count_fp: count(order.filled),
    remaining_count_fp: count(order.remaining),
    taker_fill_cost_dollars: toDollars(costs.taker),
    maker_fill_cost_dollars: toDollars(costs.maker),
    taker_fees_dollars: toDollars(order.takerFees),
    maker_fees_dollars: toDollars(order.makerFees),
    self_trade_prevention_type: order.native['self_trade_prevention_type'] ?? null,
    cancel_order_on_pause: order.native['cancel_order_on_pause'] === true,
    expiration_time: expiresAt === undefined ? null : toSecondIso(expiresAt),
    created_time: toMicroIso(createdAt, seed),
    last_update_time: toMicroIso(updatedAt, seed),
    order_group_id: order.group ?? null,
    subaccount_number: subaccount,
    exchange_index: shardOfMarket(scene, order.market),
  }
}

/** Returns the id of the trade that a fill is part of; it differs from the id of the fill. */
export function tradeIdOf({ id }: PaperFill): string {
  return uuidOf(hashText(id))
}

/** Renders a fill. As recorded, `side` is the outcome that was bought, even if `action` is `sell`. */
export function toFillRow(scene: Scene, subaccount: number, fill: PaperFill): Native {
  const ticker = tickerOfMarket(scene, fill.market)
  const direction = directionOf(fill.order.action)
  return {
    fill_id: fill.id,
    trade_id: tradeIdOf(fill),
    order_id: fill.order.id,
    ticker,
    market_ticker: ticker,
    exchange_index: shardOfMarket(scene, fill.market),
    ...direction,
    side: direction.outcome_side,
    action: fill.order.action,
    count_fp: count(fill.size),
    yes_price_dollars: toDollars(fill.price),
    no_price_dollars: toDollars(ONE - fill.price),
    is_taker: fill.liquidity === 'taker',
    fee_cost: toFineDollars(fill.fee),
    created_time: toMicroIso(fill.at, fill.count),
    ts: Math.floor(fill.at / 1000),
    subaccount_number: subaccount,
  }
}
