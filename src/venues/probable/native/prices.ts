import { toStatusError } from '../../../transport/errors.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { expectSomewhere, readPayload } from '../../../venue-kit/payload/payload.js'
import { loadOrElse } from '../../../venue-kit/requests/map-rows.js'
import { complementPrice, type Quotes, roundPrice } from '../../../venue-kit/unify/unified-market.js'
import { noPrices, statusOf, type TokenPrice, type TokenPrices, tokensOf } from '../mapping.js'
import { book, type NativeMarket, priceHistory, prices, trades } from '../schemas.js'
import { lookUp } from './lookup-reply.js'

/** Maximum number of markets that are priced from their books, which are recorded. More markets are priced in one batch. */
const FEW_MARKETS = 10

/** Maximum number of markets in one request for the newest trades, because their ids make the URL long. */
const MAX_TRADED_MARKETS = 50
/** The maximum page size of trades; see trade-span.ts. */
const TRADES_ROWS = 500

/** How long a refused batch is not tried again. */
const batchRefused = defineMemoKey<true>('probable prices refused', 10 * 60_000)

/**
 * Reads the prices of open markets: the mid price of the first token's best bid and ask. For a one-sided book, the price is that
 * of the last trade. For a few markets, the last trades are requested one at a time. For many, one call reads the newest trades
 * of all of them. An empty book has no price. Closed markets are not requested.
 */
export async function readPrices(markets: readonly NativeMarket[], ctx: VenueContext): Promise<TokenPrices> {
  const open = markets.filter((market) => statusOf(market) === 'active')
  const firsts = open.flatMap((market): First[] => {
    const [first, second] = tokensOf(market, 'a market')
    return first === undefined ? [] : [{ token: first.tokenId, second: second?.tokenId, market }]
  })
  if (firsts.length === 0) return noPrices
  const tokens = firsts.map(({ token }) => token)
  if (tokens.length <= FEW_MARKETS) return new Map(await fromBooks(tokens, ctx))
  const found = await fromBatch(tokens, ctx)
  const oneSided = firsts.filter(({ token }) => found.get(token)?.isOneSided === true)
  const last = await loadOrElse(
    'last prices of one-sided books',
    ctx,
    () => lastTrades(oneSided, ctx),
    new Map(),
  )
  return new Map(
    tokens.flatMap((token): [string, TokenPrice][] => {
      const { price = last.get(token), quotes } = found.get(token) ?? {}
      return price === undefined && quotes === undefined ? [] : [[token, { price, quotes }]]
    }),
  )
}

/** The first token of a market, whose price is used. */
interface First {
  readonly token: string
  readonly second: string | undefined
  readonly market: NativeMarket
}

function fromBooks(tokens: readonly string[], ctx: VenueContext): Promise<(readonly [string, TokenPrice])[]> {
  return Promise.all(
    tokens.map(async (token) => {
      const found = await lookUp({ host: 'orderbook', path: '/book', query: { token_id: token } }, ctx)
      if (found.kind !== 'reply') return [token, {}] as const
      const { bids, asks } = readPayload(book, found.reply.json, 'GET /book')
      const bid = Math.max(...bids.filter(({ size }) => size > 0).map(({ price }) => price))
      const ask = Math.min(...asks.filter(({ size }) => size > 0).map(({ price }) => price))
      const quotes = { bid: isQuote(bid) ? bid : undefined, ask: isQuote(ask) ? ask : undefined }
      const isOneSided = isQuote(bid) !== isQuote(ask)
      return [token, { price: isOneSided ? await lastPrice(token, ctx) : middle(bid, ask), quotes }] as const
    }),
  )
}

/** Returns the price of each market's newest trade, found among the newest trades of all markets in one call. */
async function lastTrades(firsts: readonly First[], ctx: VenueContext): Promise<ReadonlyMap<string, number>> {
  const asked = firsts.slice(0, MAX_TRADED_MARKETS)
  const byCondition = new Map(asked.map((first) => [first.market.condition_id.toLowerCase(), first]))
  const last = new Map<string, { readonly at: number; readonly price: number }>()
  if (byCondition.size === 0) return new Map()
  const query = { market: [...byCondition.keys()].join(','), limit: TRADES_ROWS, takerOnly: true }
  const reply = await ctx.http.send({ host: 'orderbook', path: '/trades', query, accept: outages })
  if (reply.status >= 300) throw toStatusError(reply)
  for (const trade of readPayload(trades, reply.json, 'GET /trades')) {
    const first = byCondition.get(trade.conditionId.toLowerCase())
    const price = first === undefined ? undefined : priceOfFirst(trade, first)
    if (first === undefined || price === undefined) continue
    if (trade.timestamp > (last.get(first.token)?.at ?? 0))
      last.set(first.token, { at: trade.timestamp, price })
  }
  return new Map([...last].map(([token, { price }]) => [token, price]))
}

/**
 * Returns the price of the first token. The books of a pair are complements, so a trade of the second token at p is a trade of
 * the first token at 1 - p.
 */
function priceOfFirst({ asset, price }: { asset: string; price: number }, { token, second, market }: First) {
  if (!isQuote(price)) return undefined
  if (asset === token) return price
  return asset === second && market.clobTokenIds.length === 2 ? complementPrice(price) : undefined
}

/**
 * Statuses of outages, in which the history was unavailable for days while the rest worked. Its failures do not count as failures
 * of the host, and nothing waits for it.
 */
const outages = [400, 404, 500, 502, 503, 504]

/** Returns the price of the last trade, which the venue's history repeats up to now, or undefined if it has none. */
function lastPrice(token: string, ctx: VenueContext): Promise<number | undefined> {
  const read = async (): Promise<number | undefined> => {
    const query = { market: token, interval: '1d', fidelity: 60 }
    const reply = await ctx.http.send({ host: 'orderbook', path: '/prices-history', query, accept: outages })
    if (reply.status >= 300) throw toStatusError(reply)
    const { history } = readPayload(priceHistory, reply.json, 'GET /prices-history')
    const newest = Math.max(...history.map(({ t }) => t))
    const price = history.find(({ t }) => t === newest)?.p
    return isQuote(price) ? price : undefined
  }
  return loadOrElse('last prices of one-sided books', ctx, read, undefined)
}

interface Sides {
  readonly price: number | undefined
  readonly quotes: Quotes | undefined
  readonly isOneSided: boolean
}

/**
 * Returns both quotes of every token, in one call. Which side is the bid differs between the venues that share this API, and is
 * not documented here. Of two quotes, the lower one is the bid. A single quote is dropped. If the venue refuses the request,
 * lists have no prices.
 */
async function fromBatch(tokens: readonly string[], ctx: VenueContext): Promise<ReadonlyMap<string, Sides>> {
  if (ctx.memo.get(batchRefused, 'prices') === true) return new Map()
  const what = 'POST /prices'
  const body = tokens.flatMap((token_id) => [
    { token_id, side: 'BUY' },
    { token_id, side: 'SELL' },
  ])
  const reply = await ctx.http.send({
    host: 'orderbook',
    path: '/prices',
    body,
    read: true,
    accept: [400, 404, 405, 413, 422],
  })
  if (reply.status >= 300) {
    ctx.log.warn({ status: reply.status }, 'POST /prices was refused, so lists do not contain prices')
    ctx.memo.set(batchRefused, 'prices', true)
    return new Map()
  }
  const found = readPayload(prices, reply.json, what)
  const rows = tokens.map((token) => ({ sides: found[token] }))
  expectSomewhere(rows, ['sides'], what, 'the asked tokens')
  return new Map(
    tokens.map((token) => {
      const { BUY, SELL } = found[token] ?? {}
      const isOneSided = isQuote(BUY) !== isQuote(SELL)
      return [token, { price: middle(BUY, SELL), quotes: quotesOf(BUY, SELL), isOneSided }]
    }),
  )
}

function quotesOf(a: number | undefined, b: number | undefined): Quotes | undefined {
  return isQuote(a) && isQuote(b) ? { bid: Math.min(a, b), ask: Math.max(a, b) } : undefined
}

/** Returns the mid price, or undefined unless both sides are quoted. 0 and 1 are not quotes, but mean an empty side. */
function middle(a: number | undefined, b: number | undefined): number | undefined {
  return isQuote(a) && isQuote(b) ? roundPrice((a + b) / 2) : undefined
}

function isQuote(price: number | undefined): price is number {
  return price !== undefined && price > 0 && price < 1
}
