import { type FaceCall, type FaceContext, type Route, route } from '../../face.js'
import { json, orRefuse, type Reply } from '../../reply.js'
import { type BookLevel, stateAt, type WorldMarket } from '../../world/types.js'
import { derived, dollars } from './amounts.js'
import { marketOf } from './ids.js'
import { nanoIso } from './native-market.js'
import { bookOf } from './paper.js'
import { refusal } from './replies.js'

/** One book a market, in prices of the long side (venues/polymarket_us/README.md). */
export const bookRoutes: readonly Route[] = [route('GET', '/v1/markets/:slug/book', book)]

function book(call: FaceCall): Reply {
  const slug = call.params['slug'] ?? ''
  const found = orRefuse(marketOf(call, slug), () => refusal(404, 'Market not found'))
  return json({ marketData: marketDataOf(call, slug, found.market) })
}

/** The whole book with its figures, as a call and the socket tell it. */
export function marketDataOf(context: FaceContext, slug: string, market: WorldMarket): object {
  const { world, now } = context
  const isOpen = stateAt(market, now) === 'open'
  // What is left of some books is still shown when they are over.
  const at = isOpen ? now : market.closesAt - 1
  const { bids, asks } = isOpen ? bookOf(context, market) : world.book(market.key, at)
  const isStale = !isOpen && market.seed % 2 === 0
  const levels = (side: readonly BookLevel[]) => (isOpen || isStale ? side.map(level) : [])
  const last = world.lastTrade(market.key, at)
  return {
    marketSlug: slug,
    bids: levels(bids),
    offers: levels(asks),
    state: `MARKET_STATE_${isOpen ? 'OPEN' : isStale ? 'CLOSED' : 'EXPIRED'}`,
    stats: {
      ...(last === undefined
        ? {}
        : {
            lastTradePx: dollars(last.price),
            lastTradeQty: last.size.toFixed(4),
            lastTradeSetTime: nanoIso(last.at),
          }),
      sharesTraded: world.stats(market.key, at).volume24h.toFixed(4),
      openInterest: world.openInterest(market.key, at).toFixed(4),
      ...sampleOf(last?.price),
    },
    transactTime: nanoIso(last?.at ?? market.opensAt),
  }
}

function level({ price, size }: BookLevel) {
  return { px: dollars(price), qty: size.toFixed(4) }
}

function sampleOf(price: number | undefined) {
  return price === undefined
    ? {}
    : { lastPriceSample: { longPx: dollars(price), shortPx: derived(Math.round((1 - price) * 1e6) / 1e6) } }
}
