import { objectIn } from '../../../http/parse-frame.js'
import { compareLevels } from '../../../mock-kit/book-diff.js'
import type { MockContext, MockSocket, SocketTalk } from '../../../mock-kit/mock-venue.js'
import { listTradesSince } from '../../../mock-kit/trade-feed.js'
import { printOf, seenFrom } from '../../../mock-kit/yes-no-sides.js'
import { bookOf } from '../clob/book.js'
import { conditionIdOf, findByToken, type Token, tokenOf } from '../ids.js'
import { isOpen, type Quote, quoteOf } from '../quote.js'
import { listNewMarketsSince, listResolutionsSince, toBestChange } from './announcements.js'

/**
 * The market channel: books, level changes, last trades, and the additions of `custom_feature_enabled`. Frames were
 * recorded in 2024 and 2026, or are those of polymarket-client 0.14.0, `models/clob/market_events.py`.
 */
export const marketSocket: MockSocket = { path: '/ws/market', tickMs: 100, open: createTalk }

/** The last sent state of a token. */
interface Told {
  readonly token: Token
  quote: Quote
}

function createTalk(context: () => MockContext): SocketTalk {
  const tokens = new Map<string, Told>()
  /** Time up to which trades have been sent, epoch ms. */
  let toldTo = context().now
  /** Whether best levels and the start and end of markets are sent, too. */
  let isTold = false

  function subscribe(ids: readonly string[]): readonly string[] {
    const now = context()
    const books = ids.flatMap((id) => {
      const token = findByToken(now, id)
      if (token === undefined || !isOpen(now, token.market)) return []
      tokens.set(id, { token, quote: quoteOf(now, token.market, token.side) })
      const { min_order_size: _size, neg_risk: _risk, ...book } = bookOf(now, token)
      return [{ event_type: 'book', ...book }]
    })
    return [JSON.stringify(books)]
  }

  /** Returns a frame with the changes of both tokens of a market. */
  function changesOf(now: MockContext, { token, quote: before }: Told): string | undefined {
    const sides = (['yes', 'no'] as const).map((side) => {
      const id = tokenOf(now.world, token.market, side)
      const quote = quoteOf(now, token.market, side)
      return { id, quote, before: side === token.side ? before : seenFrom('no', before) }
    })
    const rows = sides.flatMap(({ id, quote, before: old }) =>
      [
        ...compareLevels(old.bids, quote.bids).map((level) => ({ ...level, side: 'BUY' })),
        ...compareLevels(old.asks, quote.asks).map((level) => ({ ...level, side: 'SELL' })),
      ].map(({ price, size, side }) => ({
        asset_id: id,
        price: String(price),
        size: String(size),
        side,
        hash: '',
        best_bid: String(quote.bestBid ?? 0),
        best_ask: String(quote.bestAsk ?? 1),
      })),
    )
    if (rows.length === 0) return undefined
    const market = conditionIdOf(now.world, token.market)
    return JSON.stringify({
      event_type: 'price_change',
      market,
      timestamp: String(now.now),
      price_changes: rows,
    })
  }

  function tradesOf(now: MockContext): string[] {
    const markets = new Map([...tokens.values()].map(({ token }) => [token.market.key, token.market]))
    return listTradesSince(now, [...markets.values()], toldTo).flatMap(({ market, trade }) => {
      const print = printOf(market, trade)
      const id = tokenOf(now.world, market, print.side)
      // Sent to subscribers of the token that changed hands.
      if (!tokens.has(id)) return []
      return JSON.stringify({
        event_type: 'last_trade_price',
        asset_id: id,
        market: conditionIdOf(now.world, market),
        price: String(print.price),
        size: String(trade.size),
        side: print.action,
        fee_rate_bps: '0',
        timestamp: String(trade.at),
      })
    })
  }

  return {
    hear(frame) {
      if (frame === 'PING') return ['PONG']
      const said: Partial<Record<string, unknown>> = objectIn(frame) ?? {}
      const { assets_ids: named, operation, custom_feature_enabled: isWanted } = said
      if (typeof isWanted === 'boolean') isTold = isWanted
      const ids = Array.isArray(named) ? named.map(String) : []
      if (operation !== 'unsubscribe') return ids.length === 0 ? [] : subscribe(ids)
      for (const id of ids) tokens.delete(id)
      return []
    },
    tick() {
      const now = context()
      const frames = tradesOf(now)
      const since = toldTo
      toldTo = now.now
      const markets = new Set<string>()
      for (const told of tokens.values()) {
        const { market, side } = told.token
        const frame = markets.has(market.key) ? undefined : changesOf(now, told)
        if (frame !== undefined) frames.push(frame)
        markets.add(market.key)
        const quote = quoteOf(now, market, side)
        if (isTold) frames.push(...toBestChange(now, told, quote))
        told.quote = quote
      }
      if (!isTold) return frames
      const named = [...tokens.values()].map(({ token }) => token)
      return [...frames, ...listResolutionsSince(now, named, since), ...listNewMarketsSince(now, since)]
    },
  }
}
