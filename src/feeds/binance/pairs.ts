import { PmxError } from '../../api/envelope/errors.js'
import { type FeedMarket, spotTraits } from '../../api/models/feed-models.js'
import { defineMemoKey } from '../../venue-kit/contract/memo.js'
import { describeUnknownWord } from '../../venue-kit/payload/native-enums.js'
import { createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import { convertRows, readInList } from '../../venue-kit/requests/map-rows.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import type { FeedContext } from '../contract/feed.js'
import { exchangeInfo, type NativePair, nativePair, pairStatuses } from './wire.js'

/** The default pairs. */
export const USUAL = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'XRP/USDT']

/** A pair, with the exchange's name and the unified name. */
export interface FeedPair {
  readonly id: string
  readonly symbol: string
}

type NativeInfo = Readonly<Record<string, unknown>>

/** The name of a pair never changes. */
const pairKey = defineMemoKey<FeedPair>('pair', 24 * 60 * 60_000)

const INFO_WEIGHT = 20
const WHAT = 'GET /api/v3/exchangeInfo'

/** Returns all pairs with active trading, by symbol. */
export async function loadMarkets(ctx: FeedContext): Promise<Readonly<Record<string, FeedMarket>>> {
  const query = { permissions: 'SPOT', symbolStatus: 'TRADING', showPermissionSets: 'false' }
  const sent = await ask(query, ctx)
  const markets = readInList(WHAT, ctx, () =>
    convertRows(sent, 'symbols', (raw) => {
      const native = readPayload(nativePair, raw, WHAT)
      const pair = toPair(native)
      const market = toMarket(native, pair.symbol, raw)
      ctx.memo.set(pairKey, pair.id, pair)
      return market
    }),
  )
  return Object.fromEntries(markets.map((market) => [market.symbol, market]))
}

/**
 * Returns the pairs for symbols, in the same order. `AB/C` and `A/BC` would have the same name at the exchange, so its meaning is
 * requested from the exchange. The exchange's name is also valid as a symbol.
 * @throws NOT_FOUND for an unknown one
 */
export async function pairsOf(symbols: readonly string[], ctx: FeedContext): Promise<readonly FeedPair[]> {
  const ids = symbols.map((symbol) => symbol.replace('/', ''))
  const unknown = [...new Set(ids)].filter((id) => ctx.memo.get(pairKey, id) === undefined)
  if (unknown.length > 0) {
    const names = unknown.length === 1 ? { symbol: unknown[0] } : { symbols: JSON.stringify(unknown) }
    for (const raw of await ask({ ...names, showPermissionSets: 'false' }, ctx)) {
      const pair = toPair(readPayload(nativePair, raw, WHAT))
      ctx.memo.set(pairKey, pair.id, pair)
    }
  }
  return symbols.map((symbol, index) => {
    const pair = ctx.memo.get(pairKey, ids[index] ?? '')
    if (pair === undefined)
      throw createSchemaMismatch(WHAT, 'symbols', `the requested ${ids[index]} is missing`)
    if (symbol.includes('/') && pair.symbol !== symbol) {
      throw new PmxError(
        'NOT_FOUND',
        `Binance has no pair ${symbol}; ${pair.id} is called ${pair.symbol} there.`,
      )
    }
    return pair
  })
}

/** @throws NOT_FOUND for an unknown symbol */
export async function feedPairOf(symbol: string, ctx: FeedContext): Promise<FeedPair> {
  const [pair] = await pairsOf([symbol], ctx)
  if (pair === undefined) throw new RangeError('one symbol has one pair')
  return pair
}

async function ask(
  query: Readonly<Record<string, string | undefined>>,
  { http }: FeedContext,
): Promise<readonly NativeInfo[]> {
  const { json } = await http.send({ host: 'api', path: '/api/v3/exchangeInfo', query, cost: INFO_WEIGHT })
  return readPayload(exchangeInfo, json, WHAT).symbols
}

function toPair({ symbol: id, baseAsset, quoteAsset }: NativePair): FeedPair {
  return { id, symbol: `${baseAsset}/${quoteAsset}` }
}

/** @throws EXCHANGE_NOT_AVAILABLE (drift) if its trading status is unknown */
function toMarket(native: NativePair, symbol: string, info: Readonly<Record<string, unknown>>): FeedMarket {
  if (!pairStatuses.some((status) => status === native.status))
    throw createSchemaMismatch(WHAT, 'status', describeUnknownWord('symbol.status', native.status))
  const prices = native.filters.find(({ filterType }) => filterType === 'PRICE_FILTER')
  const amounts = native.filters.find(({ filterType }) => filterType === 'LOT_SIZE')
  return {
    id: native.symbol,
    symbol,
    base: native.baseAsset,
    quote: native.quoteAsset,
    active: native.status === 'TRADING',
    ...spotTraits,
    precision: omitUndefined({ amount: toBound(amounts?.stepSize), price: toBound(prices?.tickSize) }),
    limits: omitUndefined({
      amount: omitUndefined({ min: toBound(amounts?.minQty), max: toBound(amounts?.maxQty) }),
      price: omitUndefined({ min: toBound(prices?.minPrice), max: toBound(prices?.maxPrice) }),
    }),
    info,
  }
}

/** Returns undefined for zero, which means that the bound or step size does not apply. */
export function toBound(value: number | undefined): number | undefined {
  return value === 0 ? undefined : value
}
