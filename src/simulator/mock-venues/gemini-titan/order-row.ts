import { toIso } from '../../../api/times/instant.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall } from '../../mock-kit/mock-venue.js'
import { divideAmounts, toAmountText } from '../../paper-trading/state/amount.js'
import type { PaperOrder } from '../../paper-trading/state/types.js'
import { stateAt, type WorldMarket } from '../../world/common/types.js'
import { eventTickerOf, holderTickerOf, isGame, symbolOf } from './ids.js'
import { statusOfContract } from './native-event.js'

/** Orders and contracts in the account calls (OpenAPI archived 2026-09-26). */

/** Renders a body with order ids as numbers. A double cannot hold them, so they are texts until then. */
export function withOrderIds(body: unknown, status = 200): Reply {
  const reply = toJsonReply(body, status)
  return { ...reply, body: reply.body.replace(/"orderId":"(\d+)"/g, '"orderId":$1') }
}

export function symbolFor({ world }: Pick<MockCall, 'world'>, market: WorldMarket): string {
  return symbolOf(world.eventOf(market), market)
}

/** Returns the status; an order that was filled in part on arrival and then dropped is closed. */
function statusOf({ status, ending, filled }: PaperOrder): 'open' | 'filled' | 'cancelled' | 'closed' {
  if (status !== 'cancelled') return status
  return ending === 'not_filled' && filled > 0n ? 'closed' : 'cancelled'
}

export function orderRow(call: MockCall, order: PaperOrder) {
  const { size, filled, price, status } = order
  return {
    orderId: order.id,
    status: statusOf(order),
    symbol: symbolFor(call, order.market),
    side: order.action,
    outcome: order.side,
    orderType: 'limit',
    quantity: toAmountText(size),
    filledQuantity: toAmountText(filled),
    remainingQuantity: toAmountText(size - filled),
    price: price === undefined ? null : toAmountText(price),
    avgExecutionPrice:
      filled === 0n ? null : toAmountText(divideAmounts(order.takerValue + order.makerValue, filled)),
    createdAt: toIso(order.createdAt),
    updatedAt: toIso(order.updatedAt),
    cancelledAt: status === 'cancelled' ? toIso(order.updatedAt) : null,
    contractMetadata: metadataOf(call, order.market),
  }
}

const timesInForce = { gtc: 'good-til-cancel', ioc: 'immediate-or-cancel', fok: 'fill-or-kill' } as const

/** Renders the row of a batch: it contains the time in force, and omits absent values. */
export function toBatchRow(call: MockCall, order: PaperOrder) {
  const row = { ...orderRow(call, order), timeInForce: timeInForceOf(order) }
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

function timeInForceOf({ native, timeInForce }: PaperOrder): string {
  return native['makerOrCancel'] === true ? 'maker-or-cancel' : timesInForce[timeInForce]
}

/** Returns the facts of a contract that accompany an order or position. */
export function metadataOf({ world, now }: MockCall, market: WorldMarket) {
  const event = world.eventOf(market)
  const isResolved = stateAt(market, now) === 'resolved'
  return {
    contractId: `${event.number}-${market.number}`,
    contractName: market.label ?? market.question,
    contractTicker: market.code,
    eventTicker: holderTickerOf(event),
    eventName: event.title,
    category: event.series.category,
    contractStatus: statusOfContract(market, now),
    eventType: event.markets.length === 1 ? 'binary' : 'categorical',
    expiryDate: toIso(market.endsAt),
    resolvedAt: isResolved ? toIso(market.resolvesAt) : null,
    resolutionSide: isResolved ? resolutionSideOf(market) : null,
    // The contracts of a game are in a sub-event.
    parentEventTicker: isGame(event) ? eventTickerOf(event) : null,
    startTime: event.startsAt === undefined ? null : toIso(event.startsAt),
  }
}

/** Returns the winning side; null for a void contract. */
export function resolutionSideOf({ payout }: WorldMarket): 'yes' | 'no' | null {
  return payout === 0.5 ? null : payout === 1 ? 'yes' : 'no'
}
