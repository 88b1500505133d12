import { errorOfStatus } from '../../../transport/errors.js'
import { memoKey } from '../../../venue-kit/memo.js'
import { expectSomewhere, readPayload } from '../../../venue-kit/payload.js'
import { unlessFailing } from '../../../venue-kit/rows.js'
import { roundPrice } from '../../../venue-kit/unify.js'
import type { VenueContext } from '../../../venue-kit/venue.js'
import { noPrices, statusOf, type TokenPrices, tokensOf } from '../rows.js'
import { book, type NativeMarket, priceHistory, prices } from '../wire.js'
import { lookUp } from './lookup-reply.js'

/** Up to this many markets are priced from their books, which are on record; more of them in one batch. */
const FEW_MARKETS = 10

/** How long a batch that was refused is not tried again. */
const batchRefused = memoKey<true>('probable prices refused', 10 * 60_000)

/**
 * Prices of open markets: the middle of the first token's best bid and ask; of a one-sided book the last trade's, for
 * few markets, because the venue tells it of one at a time. An empty book has none. Closed markets are not asked for.
 */
export async function readPrices(markets: readonly NativeMarket[], ctx: VenueContext): Promise<TokenPrices> {
  const tokens = markets
    .filter((market) => statusOf(market) === 'active')
    .flatMap((market) => tokensOf(market, 'a market')[0]?.tokenId ?? [])
  if (tokens.length === 0) return noPrices
  const found = tokens.length <= FEW_MARKETS ? await fromBooks(tokens, ctx) : await fromBatch(tokens, ctx)
  return new Map(found.flatMap(([token, mid]) => (mid === undefined ? [] : [[token, mid] as const])))
}

type Priced = readonly (readonly [string, number | undefined])[]

function fromBooks(tokens: readonly string[], ctx: VenueContext): Promise<Priced> {
  return Promise.all(
    tokens.map(async (token) => {
      const found = await lookUp({ host: 'orderbook', path: '/book', query: { token_id: token } }, ctx)
      if (found.kind !== 'reply') return [token, undefined] as const
      const { bids, asks } = readPayload(book, found.reply.json, 'GET /book')
      const bid = Math.max(...bids.filter(({ size }) => size > 0).map(({ price }) => price))
      const ask = Math.min(...asks.filter(({ size }) => size > 0).map(({ price }) => price))
      const isOneSided = isQuote(bid) !== isQuote(ask)
      return [token, isOneSided ? await lastPrice(token, ctx) : middle(bid, ask)] as const
    }),
  )
}

/** The history was down for days while all else worked: its failures are no host failures, and nothing waits for it. */
const outages = [400, 404, 500, 502, 503, 504]

/** The price of the last trade, which the venue's history repeats up to the moment; undefined where it tells none. */
function lastPrice(token: string, ctx: VenueContext): Promise<number | undefined> {
  const read = async (): Promise<number | undefined> => {
    const query = { market: token, interval: '1d', fidelity: 60 }
    const reply = await ctx.http.send({ host: 'orderbook', path: '/prices-history', query, accept: outages })
    if (reply.status >= 300) throw errorOfStatus(reply)
    const { history } = readPayload(priceHistory, reply.json, 'GET /prices-history')
    const newest = Math.max(...history.map(({ t }) => t))
    const price = history.find(({ t }) => t === newest)?.p
    return isQuote(price) ? price : undefined
  }
  return unlessFailing('last prices of one-sided books', ctx, read, undefined)
}

/**
 * Both sides of every token in one call. Which side is the bid differs between venues that share this API and is not
 * documented here: the middle is the same either way. Where the venue refuses the form, lists have no prices.
 */
async function fromBatch(tokens: readonly string[], ctx: VenueContext): Promise<Priced> {
  if (ctx.memo.get(batchRefused, 'prices') === true) return []
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
    ctx.log.warn({ status: reply.status }, 'POST /prices is refused: lists come without prices')
    ctx.memo.set(batchRefused, 'prices', true)
    return []
  }
  const found = readPayload(prices, reply.json, what)
  const rows = tokens.map((token) => ({ sides: found[token] }))
  expectSomewhere(rows, ['sides'], what, 'the asked tokens')
  return tokens.map((token) => [token, middle(found[token]?.BUY, found[token]?.SELL)] as const)
}

/** Undefined unless both sides are quoted: 0 and 1 are no quotes but the ends of an empty side. */
function middle(a: number | undefined, b: number | undefined): number | undefined {
  return isQuote(a) && isQuote(b) ? roundPrice((a + b) / 2) : undefined
}

function isQuote(price: number | undefined): price is number {
  return price !== undefined && price > 0 && price < 1
}
