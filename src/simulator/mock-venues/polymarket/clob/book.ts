import { createHash } from 'node:crypto'
import { type Reply, requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import { type MockCall, type MockContext, type Route, route } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { priceFor, printOf } from '../../../mock-kit/yes-no-sides.js'
import type { BookLevel } from '../../../world/common/types.js'
import { conditionIdOf, findByToken, type Token } from '../ids.js'
import { versionOf } from '../protocol.js'
import { isOpen, type Quote, quoteOf } from '../quote.js'
import { createClobError, createInvalidPayload, createNoBook } from './errors.js'

const MAX_BATCH = 500

/** Routes of books and prices of one token or of many. */
export const bookRoutes: readonly Route[] = [
  route('GET', '/book', (call) => toJsonReply(bookOf(call, openToken(call, tokenParam(call))))),
  route('POST', '/books', postBooks),
  route('GET', '/price', getPrice),
  route('POST', '/prices', postPrices),
  route('GET', '/midpoint', (call) => toJsonReply({ mid: String(midOf(openQuote(call))) })),
  route('POST', '/midpoints', (call) => toJsonReply(byTokenId(call, ({ mid }) => mid))),
  route('GET', '/spread', (call) => toJsonReply({ spread: String(spreadOf(openQuote(call))) })),
  route('POST', '/spreads', (call) => toJsonReply(byTokenId(call, spreadOf))),
  route('GET', '/last-trade-price', (call) =>
    toJsonReply(lastTrade(call, openToken(call, tokenParam(call)))),
  ),
  route('POST', '/last-trades-prices', (call) =>
    toJsonReply(knownTokens(call).map((token) => ({ ...lastTrade(call, token), token_id: token.id }))),
  ),
]

function tokenParam({ query }: MockCall): string {
  const id = query.text('token_id')
  if (id === undefined || !/^(0x[0-9a-f]+|\d+)$/i.test(id)) throw createClobError(400, 'Invalid token id')
  return id
}

/** Returns the token if it has a book; closed markets and unknown ids have none. */
function openToken(context: MockContext, id: string): Token {
  const token = findByToken(context, id)
  if (token === undefined || !isOpen(context, token.market)) throw createNoBook()
  return token
}

function openQuote(call: MockCall): Quote {
  const { market, side } = openToken(call, tokenParam(call))
  return quoteOf(call, market, side)
}

/** Renders a book, worst level first on both sides. */
export function bookOf(context: MockContext, token: Token): Readonly<Record<string, unknown>> {
  const { world, now } = context
  const { event, market, side, id } = token
  const quote = quoteOf(context, market, side)
  const summary = {
    market: conditionIdOf(world, market),
    asset_id: id,
    timestamp: String(now),
    hash: '',
    bids: quote.bids.map(levelText).reverse(),
    asks: quote.asks.map(levelText).reverse(),
    min_order_size: '5',
    tick_size: String(market.tick),
    neg_risk: event.exclusive,
    // Last price of the market, in terms of the token that changed hands, which may be the other one.
    last_trade_price: quote.last === undefined ? '' : String(printOf(market, quote.last).price),
  }
  const hash = createHash('sha1').update(JSON.stringify(summary)).digest('hex')
  // Books of v1 markets lack this member, and no client includes it in the hash.
  return { ...summary, hash, ...(versionOf(market) === 'v2' ? { version: 'v2' } : {}) }
}

function levelText(level: BookLevel): { readonly price: string; readonly size: string } {
  return { price: String(level.price), size: String(level.size) }
}

/** Returns the rows of a batch body; unknown tokens and tokens without a book are omitted silently. */
function batchItems({
  request,
}: MockCall): readonly { readonly id: string; readonly side: string | undefined }[] {
  const { body } = request
  if (!Array.isArray(body) || body.length > MAX_BATCH) throw createInvalidPayload()
  return body.map((item: unknown) => {
    if (typeof item !== 'object' || item === null) throw createInvalidPayload()
    const id: unknown = Reflect.get(item, 'token_id')
    const side: unknown = Reflect.get(item, 'side')
    if (typeof id !== 'string') throw createInvalidPayload()
    return { id, side: typeof side === 'string' ? side.toUpperCase() : undefined }
  })
}

function knownTokens(call: MockCall): readonly Token[] {
  return batchItems(call).flatMap(({ id }) => {
    const token = findByToken(call, id)
    return token === undefined || !isOpen(call, token.market) ? [] : [token]
  })
}

/** Returns several books, in an undefined order. */
function postBooks(call: MockCall): Reply {
  const books = knownTokens(call).map((token) => bookOf(call, token))
  return toJsonReply(books.length > 1 && call.random() < 0.5 ? books.reverse() : books)
}

/** Omits a token whose book lacks the value; the others are not affected. */
function byTokenId(
  call: MockCall,
  read: (quote: Quote) => number | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    knownTokens(call).flatMap((token) => {
      const value = read(quoteOf(call, token.market, token.side))
      return value === undefined ? [] : [[token.id, String(value)]]
    }),
  )
}

/** `side` is the side of the book: BUY is the best bid. */
function getPrice(call: MockCall): Reply {
  const side = call.query.text('side')?.toUpperCase()
  if (side !== 'BUY' && side !== 'SELL') throw createClobError(400, 'Invalid side')
  const quote = openQuote(call)
  const price = requireOrRefuse(side === 'BUY' ? quote.bestBid : quote.bestAsk, createNoBook)
  return toJsonReply({ price: String(price) })
}

function postPrices(call: MockCall): Reply {
  const prices: Record<string, Record<string, string>> = {}
  for (const { id, side } of batchItems(call)) {
    const token = findByToken(call, id)
    if (token === undefined || !isOpen(call, token.market)) continue
    const quote = quoteOf(call, token.market, token.side)
    // An item without a side gets only the SELL price, as recorded.
    const key = side === 'BUY' ? 'BUY' : 'SELL'
    const price = key === 'BUY' ? quote.bestBid : quote.bestAsk
    if (price !== undefined) prices[id] = { ...prices[id], [key]: String(price) }
  }
  return toJsonReply(prices)
}

function midOf(quote: Quote): number {
  if (quote.mid === undefined) throw createNoBook()
  return quote.mid
}

function spreadOf({ bestBid, bestAsk }: Quote): number {
  return roundToMicros((bestAsk ?? 1) - (bestBid ?? 0))
}

/** Returns the last trade; a token that never traded has a price but no side. */
function lastTrade(context: MockContext, token: Token): { readonly price: string; readonly side: string } {
  const trade = context.world.lastTrade(token.market.key, context.now)
  if (trade === undefined) return { price: '0.5', side: '' }
  const print = printOf(token.market, trade)
  const bought = (print.side === token.side) === (print.action === 'BUY')
  return { price: String(priceFor(token.side, trade.price)), side: bought ? 'BUY' : 'SELL' }
}
