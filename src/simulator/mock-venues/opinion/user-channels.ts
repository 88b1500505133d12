import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { PaperAccount, PaperEvent, PaperFill, PaperOrder } from '../../paper-trading/state/types.js'
import type { WorldMarket } from '../../world/common/types.js'
import { exchangeOf } from './accounts.js'
import { profitsOf } from './holdings.js'
import { CHAIN_ID, factsOfSide, type Native, QUOTE_TOKEN } from './market.js'
import {
  factsOfTrade,
  groupFillsByOrder,
  isMatched,
  orderState,
  sides,
  toLongText,
  tradeNumberOf,
} from './native-order.js'
import { filledOf, isSettled, settledAt } from './settlement.js'

/** Channels of a key's account (README.md, "Socket"): its orders, and its trades once they are settled. */
export const userChannels = ['trade.order.update', 'trade.record.new'] as const
type UserChannel = (typeof userChannels)[number]

/** Returns the payloads of events since the last check, oldest first. */
export type UserFeed = (now: MockContext) => readonly Native[]

/** Creates a feed of an account in some markets, from now on. */
export function createUserFeed(
  started: MockContext,
  key: string,
  channel: UserChannel,
  markets: readonly WorldMarket[],
): UserFeed {
  const accountAt = (now: MockContext): PaperAccount => exchangeOf(now).account(key, now.now)
  const numbers = new Set(markets.map(({ number }) => number))
  const watches = ({ market }: { readonly market: WorldMarket }): boolean => numbers.has(market.number)
  const first = accountAt(started)
  let seen = first.events().at(-1)?.sequence ?? 0
  /** Number of the last match that was settled and sent. */
  let confirmed = first.fills().find((fill) => isSettled(started, fill))?.count ?? 0
  return (now) => {
    const account = accountAt(now)
    const events = account.events(seen)
    seen = events.at(-1)?.sequence ?? seen
    const settled = account
      .fills()
      .filter((fill) => fill.count > confirmed && isSettled(now, fill))
      .reverse()
    confirmed = settled.at(-1)?.count ?? confirmed
    const fills = settled.filter(watches)
    if (channel === 'trade.record.new') return fills.map((fill) => tradeRecord(now, account, fill))
    const frames = [
      ...events.flatMap((event) => orderUpdate(now, account, event)).filter(({ order }) => watches(order)),
      ...fills.flatMap((fill) => confirmation(now, account, fill)),
    ]
    return frames.sort((a, b) => a.at - b.at).map((update) => orderFrame(now, update))
  }
}

/** An update of an order. */
interface Update {
  readonly type: 'orderNew' | 'orderFill' | 'orderCancel' | 'orderConfirm'
  /** The order at that time. */
  readonly order: PaperOrder
  /** Epoch ms. */
  readonly at: number
  /** Its matches by then, and the settled ones among them. */
  readonly fills: readonly PaperFill[]
  readonly settled: readonly PaperFill[]
}

function orderUpdate(now: MockContext, account: PaperAccount, event: PaperEvent): readonly Update[] {
  const { at, kind } = event
  if (kind === 'placed') return [{ type: 'orderNew', order: event.order, at, fills: [], settled: [] }]
  if (kind === 'filled') {
    const fills = groupFillsByOrder(account)(event.order.id).filter(({ count }) => count <= event.fill.count)
    const settled = fills.filter((fill) => fill.count < event.fill.count && settledAt(now, fill) < at)
    return [{ type: 'orderFill', order: event.order, at, fills, settled }]
  }
  // An order that took the available liquidity on arrival is finished, not canceled.
  if (kind !== 'cancelled' || isMatched(event.order)) return []
  const fills = groupFillsByOrder(account)(event.order.id)
  const settled = fills.filter((fill) => settledAt(now, fill) <= at)
  return [{ type: 'orderCancel', order: event.order, at, fills, settled }]
}

/** Returns the update of a settled match, which changes the filled amount of its order. */
function confirmation(now: MockContext, account: PaperAccount, fill: PaperFill): readonly Update[] {
  const order = account.order(fill.order.id)
  if (order === undefined) return []
  const fills = groupFillsByOrder(account)(order.id)
  const settled = fills.filter(({ count }) => count <= fill.count)
  return [{ type: 'orderConfirm', order, at: settledAt(now, fill), fills, settled }]
}

function orderFrame(now: MockContext, { type, order, at, fills, settled }: Update): Native {
  const { marketId, rootMarketId, outcomeSide } = factsOfSide(now, order)
  const { price, orderShares, orderAmount, tradingMethod } = order.native
  return {
    orderUpdateType: type,
    marketId,
    rootMarketId,
    orderId: order.id,
    side: sides[order.action].side,
    outcomeSide,
    price: toLongText(price),
    shares: orderShares,
    amount: toLongText(orderAmount),
    status: orderState(order, settled.length === fills.length).status,
    tradingMethod,
    quoteToken: QUOTE_TOKEN,
    createdAt: Math.floor(order.createdAt / 1000),
    expiresAt: order.expiresAt === undefined ? 0 : Math.floor(order.expiresAt / 1000),
    chainId: CHAIN_ID,
    ...filledOf(settled),
    timestamp: at,
  }
}

function tradeRecord(now: MockContext, account: PaperAccount, fill: PaperFill): Native {
  const { marketId, rootMarketId, outcomeSide } = factsOfSide(now, {
    market: fill.market,
    side: fill.order.side,
  })
  return {
    orderId: fill.order.id,
    tradeNo: tradeNumberOf(fill),
    marketId,
    rootMarketId,
    outcomeSide,
    ...factsOfTrade(fill, profitsOf(account).get(fill.id) ?? 0n),
    timestamp: settledAt(now, fill),
  }
}
