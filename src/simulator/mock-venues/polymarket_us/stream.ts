import { refusalOf } from '../../http/reply.js'
import type { MockContext, MockSocket, SocketTalk } from '../../mock-kit/mock-venue.js'
import { listTradesSince } from '../../mock-kit/trade-feed.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import { stateAt } from '../../world/common/types.js'
import { toDollars } from './amounts.js'
import { liteDataOf, marketDataOf } from './book.js'
import { marketOf } from './ids.js'
import { toNanoIso } from './native-market.js'
import { bookOf } from './paper.js'
import { callerOf } from './signature.js'
import { commandIn, HEARTBEAT, HEARTBEAT_MS, MAX_MARKETS, type Subscribe } from './socket-commands.js'

const BOOK = 'SUBSCRIPTION_TYPE_MARKET_DATA'
const LITE = 'SUBSCRIPTION_TYPE_MARKET_DATA_LITE'
const TRADE = 'SUBSCRIPTION_TYPE_TRADE'

/** The markets' socket (venues/polymarket_us/README.md, "Streams"): full books and trades, for signed requests. */
export const marketsSocket: MockSocket = {
  path: '/v1/ws/markets',
  tickMs: 100,
  refuse: (request, { now }) => refusalOf(() => callerOf({ request, now })),
  open: createTalk,
}

interface Subscription {
  readonly requestId: string
  readonly type: typeof BOOK | typeof LITE | typeof TRADE
  /** Subscribed markets by slug, with the last sent book. */
  readonly markets: Map<string, { readonly listed: ListedMarket; told: string }>
}

function createTalk(context: () => MockContext): SocketTalk {
  const subscriptions = new Map<string, Subscription>()
  let toldTo = context().now
  let beatAt = context().now

  function subscribe({ requestId, subscriptionType: type, marketSlugs }: Subscribe): string[] {
    if (marketSlugs === undefined) return []
    const now = context()
    const fail = (error: string): string[] => [JSON.stringify({ requestId, error })]
    if (type !== BOOK && type !== LITE && type !== TRADE) return fail(`the demo does not play ${type}`)
    if (subscriptions.has(requestId)) return fail('a subscription of this request id exists')
    if (marketSlugs.length > MAX_MARKETS) return fail(`more than ${MAX_MARKETS} markets`)
    const rows = marketSlugs.map((slug) => [slug, marketOf(now, slug)] as const)
    const missing = rows.find(([, listed]) => listed === undefined)?.[0]
    if (missing !== undefined) return fail(`market not found: ${missing}`)
    const markets = new Map(
      rows.flatMap(([slug, listed]) => (listed === undefined ? [] : [[slug, { listed, told: '' }] as const])),
    )
    const subscription: Subscription = { requestId, type, markets }
    subscriptions.set(requestId, subscription)
    return type === TRADE ? [] : booksOf(now, subscription)
  }

  /** Returns the full or short books that differ from the last sent ones. */
  function booksOf(now: MockContext, { requestId, type, markets }: Subscription): string[] {
    return [...markets].flatMap(([slug, market]) => {
      const state = stateAt(market.listed.market, now.now)
      const seen = JSON.stringify([state, bookOf(now, market.listed.market)])
      if (seen === market.told) return []
      market.told = seen
      const told =
        type === LITE
          ? { marketDataLite: liteDataOf(now, slug, market.listed.market) }
          : { marketData: marketDataOf(now, slug, market.listed.market) }
      return [JSON.stringify({ requestId, subscriptionType: type, ...told })]
    })
  }

  function tradesOf(now: MockContext, { requestId, type, markets }: Subscription): string[] {
    const slugs = new Map([...markets].map(([slug, { listed }]) => [listed.market.key, slug]))
    const worldMarkets = [...markets.values()].map(({ listed }) => listed.market)
    return listTradesSince(now, worldMarkets, toldTo).map(
      ({ market, trade: { at, price, size, takerSide } }) => {
        const [taker, maker] = takerSide === 'yes' ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const)
        return JSON.stringify({
          requestId,
          subscriptionType: type,
          trade: {
            marketSlug: slugs.get(market.key),
            price: toDollars(price),
            quantity: { value: size.toFixed(4), currency: 'USD' },
            tradeTime: toNanoIso(at),
            maker: { side: `ORDER_SIDE_${maker}`, intent: `ORDER_INTENT_${maker}_LONG` },
            taker: { side: `ORDER_SIDE_${taker}`, intent: `ORDER_INTENT_${taker}_LONG` },
          },
        })
      },
    )
  }

  return {
    hear(frame) {
      const { subscribe: wanted, unsubscribe } = commandIn(frame)
      if (unsubscribe !== undefined) subscriptions.delete(unsubscribe)
      return wanted === undefined ? [] : subscribe(wanted)
    },
    tick() {
      const now = context()
      const frames = [...subscriptions.values()].flatMap((subscription) =>
        subscription.type === TRADE ? tradesOf(now, subscription) : booksOf(now, subscription),
      )
      toldTo = now.now
      if (now.now - beatAt < HEARTBEAT_MS) return frames
      beatAt = now.now
      return [...frames, HEARTBEAT]
    },
  }
}
