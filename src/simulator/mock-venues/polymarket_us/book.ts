import { type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { type BookLevel, stateAt, type WorldMarket, type WorldTrade } from '../../world/common/types.js'
import { type Amount, complementOf, toDerivedAmount, toDollars } from './amounts.js'
import { refuseCombo } from './combos.js'
import { marketOf } from './ids.js'
import { toNanoIso } from './native-market.js'
import { bookOf } from './paper.js'
import { createRefusal } from './replies.js'
import { startOfDay } from './trading-day.js'

/**
 * Routes of the book of a market, in prices of the long side: full, short, and the settlement of a decided market
 * (README.md, "Markets").
 */
export const bookRoutes: readonly Route[] = [
  route('GET', '/v1/markets/:slug/book', (call) => reply(call, marketDataOf)),
  route('GET', '/v1/markets/:slug/bbo', (call) => reply(call, liteDataOf)),
  route('GET', '/v1/markets/:slug/settlement', settlement),
]

type Spell = (context: MockContext, slug: string, market: WorldMarket) => object

function reply(call: MockCall, spell: Spell): Reply {
  const slug = call.params['slug'] ?? ''
  return toJsonReply({ marketData: spell(call, slug, marketAt(call, slug)) })
}

function marketAt(call: MockCall, slug: string): WorldMarket {
  refuseCombo(slug)
  return requireOrRefuse(marketOf(call, slug), () => createRefusal(404, 'Market not found')).market
}

/** Returns the settlement. The only recorded body of an error contains no more than the one here. */
function settlement(call: MockCall): Reply {
  const slug = call.params['slug'] ?? ''
  const market = marketAt(call, slug)
  if (stateAt(market, call.now) !== 'resolved') throw createRefusal(404, 'Market not settled')
  return toJsonReply({ slug, settlement: market.payout })
}

/** The state of a market's book at a given time. */
interface Scene {
  readonly isOpen: boolean
  readonly state: string
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
  readonly last: WorldTrade | undefined
  /** The instant of the figures. */
  readonly at: number
}

function sceneOf(context: MockContext, market: WorldMarket): Scene {
  const { world, now } = context
  const isOpen = stateAt(market, now) === 'open'
  // Some books still show their remaining levels after the close.
  const isStale = !isOpen && market.seed % 2 === 0
  const at = isOpen ? now : market.closesAt - 1
  const { bids, asks } = isOpen
    ? bookOf(context, market)
    : isStale
      ? world.book(market.key, at)
      : { bids: [], asks: [] }
  return {
    isOpen,
    state: `MARKET_STATE_${isOpen ? 'OPEN' : isStale ? 'CLOSED' : 'EXPIRED'}`,
    bids,
    asks,
    last: world.lastTrade(market.key, at),
    at,
  }
}

/** Returns the full book with its figures, as in a call and on the socket. */
export function marketDataOf(context: MockContext, slug: string, market: WorldMarket): object {
  const { world, now } = context
  const { state, bids, asks, last, at } = sceneOf(context, market)
  const current = markOf(market, bids, asks, last)
  const settled = settlementMark(context, market)
  return {
    marketSlug: slug,
    bids: bids.map(level),
    offers: asks.map(level),
    state,
    stats: {
      ...(last === undefined
        ? {}
        : {
            lastTradePx: toDollars(last.price),
            lastTradeQty: last.size.toFixed(4),
            lastTradeSetTime: toNanoIso(last.at),
          }),
      ...(settled === undefined ? {} : { settlementPx: toDollars(settled) }),
      sharesTraded: world.stats(market.key, at).volume24h.toFixed(4),
      openInterest: world.openInterest(market.key, at).toFixed(4),
      settlementPriceCalculationMethod: `SETTLEMENT_PRICE_CALCULATION_METHOD_EVENT_TIER_${
        stateAt(market, now) === 'resolved' ? 1 : 2
      }`,
      ...(current === undefined ? {} : { currentPx: toDollars(current) }),
      ...(last === undefined ? {} : { lastPriceSample: sampleOf(last) }),
    },
    transactTime: toNanoIso(last?.at ?? market.opensAt),
  }
}

/** Returns the short form. The figures of trading are empty for a closed book that is still shown. */
export function liteDataOf(context: MockContext, slug: string, market: WorldMarket): object {
  const { world } = context
  const { isOpen, state, bids, asks, last, at } = sceneOf(context, market)
  const isCounted = isOpen || state !== 'MARKET_STATE_CLOSED'
  const current = markOf(market, bids, asks, last)
  const settled = settlementMark(context, market)
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  const cost = complementOf(bid)
  return {
    marketSlug: slug,
    ...(current === undefined ? {} : { currentPx: toDollars(current) }),
    lastTradePx: last === undefined || !isCounted ? null : toDollars(last.price),
    ...(settled === undefined ? {} : { settlementPx: toDollars(settled) }),
    sharesTraded: isCounted ? world.stats(market.key, at).volume24h.toFixed(4) : '',
    openInterest: isCounted ? world.openInterest(market.key, at).toFixed(4) : '',
    bestAsk: orNull(ask),
    bestBid: orNull(bid),
    askDepth: asks.length,
    bidDepth: bids.length,
    lastPriceSample: last === undefined ? null : sampleOf(last),
    ...(ask === undefined ? {} : { longQuote: toDollars(ask) }),
    ...(cost === undefined ? {} : { shortQuote: toDerivedAmount(cost) }),
    state,
    bidShares: sharesOf(bids),
    askShares: sharesOf(asks),
  }
}

function orNull(price: number | undefined): Amount | null {
  return price === undefined ? null : toDollars(price)
}

function level({ price, size }: BookLevel) {
  return { px: toDollars(price), qty: size.toFixed(4) }
}

function sampleOf({ price, at }: WorldTrade) {
  return { longPx: toDollars(price), shortPx: toDerivedAmount(complementOf(price) ?? 0), ts: toNanoIso(at) }
}

/** Returns all resting contracts of a side, truncated to two significant figures. */
function sharesOf(levels: readonly BookLevel[]): string {
  const total = Math.floor(levels.reduce((sum, { size }) => sum + size, 0))
  const step = 10 ** Math.max(0, String(total).length - 2)
  return String(Math.floor(total / step) * step)
}

/** Returns the mid price truncated to the decimals of the tick; the last trade when a side is empty. */
function markOf(
  { tick }: WorldMarket,
  bids: readonly BookLevel[],
  asks: readonly BookLevel[],
  last: WorldTrade | undefined,
): number | undefined {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  if (bid === undefined || ask === undefined) return last?.price
  const ticks = Math.round(1 / tick)
  return Math.floor((Math.round(bid * ticks) + Math.round(ask * ticks)) / 2) / ticks
}

/** Returns the payout of the market; before it, the last trade before the trading day, or undefined if there was none. */
function settlementMark({ world, now }: MockContext, market: WorldMarket): number | undefined {
  if (stateAt(market, now) === 'resolved') return market.payout
  const rolledAt = startOfDay(Math.min(now, market.closesAt))
  return rolledAt < market.opensAt ? undefined : world.lastTrade(market.key, rolledAt)?.price
}
