import { toIso } from '../../../api/times/instant.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { numberOf, toAmountText } from '../../paper-trading/state/amount.js'
import type { PaperEvent, PaperFill, PaperOrder } from '../../paper-trading/state/types.js'
import { exchangeOf, profileOf } from './accounts.js'
import { failedSettlementsOf } from './failed-settlements.js'
import type { Feed, SocketEvent } from './feeds.js'
import { computeBps, signedRateOf } from './fees.js'
import { conditionIdOf, slugFor, tokenOf } from './ids.js'
import type { Native } from './native-market.js'
import { makerOrderOf, toUnits } from './native-order.js'
import { type TradeEvent, tradeEventsOf } from './trade-events.js'

/** Creates a feed of the orders of a wallet, and of its transactions (README.md, "Socket"). */
export const createOrderFeed = (wallet: string, now: MockContext): Feed =>
  createFeed(wallet, now, orderEvents)
export const createTransactionFeed = (wallet: string, now: MockContext): Feed =>
  createFeed(wallet, now, transactions)

/** An update of an order since the last check: its events, oldest first, or a match that failed to settle. */
type News =
  | { readonly kind: 'order'; readonly events: readonly OrderEvent[] }
  | { readonly kind: 'unsettled'; readonly order: PaperOrder; readonly fills: readonly PaperFill[] }

type OrderEvent = Extract<PaperEvent, { readonly order: PaperOrder }>

function createFeed(
  wallet: string,
  started: MockContext,
  tell: (now: MockContext, wallet: string, news: News) => readonly SocketEvent[],
): Feed {
  let seen = exchangeOf(started).account(wallet, started.now).events().at(-1)?.sequence ?? 0
  let failures = failedSettlementsOf(started, wallet).at(-1)?.count ?? 0
  return {
    tick(now) {
      const events = exchangeOf(now).account(wallet, now.now).events(seen)
      const failed = failedSettlementsOf(now, wallet).filter(({ count }) => count > failures)
      seen = events.at(-1)?.sequence ?? seen
      failures = failed.at(-1)?.count ?? failures
      const news: readonly News[] = [
        ...arrivalsApart(events).map((joined) => ({ kind: 'order', events: joined }) as const),
        ...failed.map(({ order, fills }) => ({ kind: 'unsettled', order, fills }) as const),
      ]
      return news.flatMap((one) => tell(now, wallet, one))
    },
  }
}

/** Groups events of orders: everything on the arrival of an order is one group. */
function arrivalsApart(events: readonly PaperEvent[]): readonly (readonly OrderEvent[])[] {
  const joined: OrderEvent[][] = []
  for (const event of events) {
    if (!('order' in event)) continue
    const last = joined.at(-1)
    if (last !== undefined && isOfArrival(last, event)) last.push(event)
    else joined.push([event])
  }
  return joined
}

function isOfArrival([first]: readonly OrderEvent[], event: OrderEvent): boolean {
  if (first?.kind !== 'placed' || first.order.id !== event.order.id) return false
  if (event.kind === 'filled') return event.fill.liquidity === 'taker'
  return event.kind === 'cancelled' && event.order.ending === 'not_filled'
}

/** Returns the events of an order. The engine reports the order; the chain reports its matches, first as expected. */
function orderEvents(now: MockContext, wallet: string, news: News): readonly SocketEvent[] {
  if (news.kind === 'unsettled') {
    const [trade] = tradeEventsOf(news.fills)
    const ended = engineEvent(now, wallet, news.order, 'EXECUTION', `terminal:${news.order.id}`)
    if (trade === undefined) return [ended]
    return [ended, chainEvent(now, trade, 'MATCHED'), chainEvent(now, trade, 'FAILED')]
  }
  const { events } = news
  const last = events.at(-1)
  if (last === undefined) return []
  const fills = events.flatMap((event) => (event.kind === 'filled' ? [event.fill] : []))
  const settled = tradeEventsOf(fills).flatMap((trade) => [
    chainEvent(now, trade, 'MATCHED'),
    chainEvent(now, trade, 'MINED'),
  ])
  return [...engineNews(now, wallet, events[0]?.kind === 'placed', last), ...settled]
}

function engineNews(
  now: MockContext,
  wallet: string,
  hasArrived: boolean,
  { order, sequence, kind }: OrderEvent,
): readonly SocketEvent[] {
  const event = (type: string) => engineEvent(now, wallet, order, type, sequence)
  if (!hasArrived) return [event(kind === 'cancelled' ? 'CANCELLATION' : 'UPDATE')]
  if (order.native['orderType'] !== 'GTC')
    return [engineEvent(now, wallet, order, 'EXECUTION', `terminal:${order.id}`)]
  // An order that was filled completely never rested.
  return order.status === 'open' ? [event('PLACEMENT')] : []
}

function engineEvent(
  { world }: MockContext,
  wallet: string,
  order: PaperOrder,
  type: string,
  eventId: number | string,
): SocketEvent {
  const { market, size, filled } = order
  const isExecution = type === 'EXECUTION'
  return [
    'orderEvent',
    {
      source: 'OME',
      type,
      eventId,
      orderId: order.id,
      ...nameOf(order),
      marketId: String(market.number),
      token: tokenOf(world.seed, market, order.side),
      side: order.action === 'buy' ? 'BUY' : 'SELL',
      price: order.price === undefined ? null : numberOf(order.price),
      // Resting orders are reported in contracts, orders that ended on arrival in millionths.
      remainingSize: isExecution ? Number(toUnits(size - filled)) : numberOf(size - filled),
      ...(isExecution && { status: endOf(order) }),
      timestamp: toIso(order.updatedAt),
      userId: profileOf(wallet).id,
    },
  ]
}

function endOf({ filled, size }: PaperOrder): string {
  if (filled === 0n) return 'KILLED'
  return filled === size ? 'FILLED' : 'PARTIALLY_FILLED'
}

function nameOf({ clientOrderId }: Pick<PaperOrder, 'clientOrderId'>): Native {
  return clientOrderId === undefined ? {} : { clientOrderId }
}

function chainEvent(
  { world }: MockContext,
  trade: TradeEvent,
  type: 'MATCHED' | 'MINED' | 'FAILED',
): SocketEvent {
  const { order, market, liquidity, price, contracts, money, withheld, paid, at, fills } = trade
  const event = world.eventOf(market)
  const isTaker = liquidity === 'taker'
  const time = toIso(at)
  return [
    'orderEvent',
    {
      source: 'SETTLEMENT',
      type,
      eventId: `${trade.id}:${type}`,
      tradeEventId: trade.id,
      orderId: order.id,
      ...nameOf(order),
      marketSlug: slugFor({ event, market }),
      token: order.side === 'yes' ? 'YES' : 'NO',
      tokenId: tokenOf(world.seed, market, order.side),
      side: order.action === 'buy' ? 'BUY' : 'SELL',
      price: toAmountText(price),
      amountContracts: toAmountText(contracts),
      amountCollateral: toAmountText(money),
      ...(withheld > 0n
        ? { feeAmountContracts: toAmountText(withheld) }
        : { feeAmountCollateral: toAmountText(paid) }),
      configuredFeeRateBps: signedRateOf(event),
      effectiveFeeBps: withheld > 0n ? computeBps(withheld, contracts) : computeBps(paid, money),
      takerOrderId: isTaker ? order.id : makerOrderOf({ id: trade.id }),
      makerMatches: isTaker
        ? fills.map((fill) => ({
            orderId: makerOrderOf(fill),
            matchedSize: toAmountText(fill.size),
            price: toAmountText(fill.price),
          }))
        : [{ orderId: order.id, matchedSize: toAmountText(contracts), price: toAmountText(price) }],
      ...(type === 'MATCHED' ? { isEstimate: true } : { txHash: trade.transaction }),
      matchedAt: time,
      occurredAt: time,
      timestamp: time,
    },
  ]
}

/** Returns the on-chain result of a trade. */
function transactions({ world }: MockContext, wallet: string, news: News): readonly SocketEvent[] {
  const fills =
    news.kind === 'unsettled'
      ? news.fills
      : news.events.flatMap((event) => (event.kind === 'filled' ? [event.fill] : []))
  return tradeEventsOf(fills).map(({ order, market, price, contracts, money, transaction, at }) => [
    'tx',
    {
      userId: profileOf(wallet).id,
      txHash: transaction,
      status: news.kind === 'unsettled' ? 'FAILED' : 'CONFIRMED',
      source: 'CLOB',
      timestamp: toIso(at),
      marketSlug: slugFor({ event: world.eventOf(market), market }),
      tokenId: tokenOf(world.seed, market, order.side),
      conditionId: conditionIdOf(world.seed, market),
      amountContracts: toAmountText(contracts),
      amountCollateral: toAmountText(money),
      price: toAmountText(price),
      side: order.action === 'buy' ? 'BUY' : 'SELL',
    },
  ])
}
