import { Refusal, type Reply, toJsonReply } from '../../http/reply.js'
import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { type Coin, coinNames, type Spot, spotOf } from '../../world/prices/spot.js'

/** A pair of the exchange: a coin against USDT. */
export interface Pair {
  readonly coin: Coin
  readonly symbol: string
  readonly spot: Spot
}

export function pairsIn({ world }: Pick<MockContext, 'world'>): readonly Pair[] {
  return coinNames.map((coin) => ({ coin, symbol: `${coin}USDT`, spot: spotOf(world.seed, coin) }))
}

/** Returns an error in the format of the exchange. */
export function createRefusal(code: number, msg: string): Refusal {
  return new Refusal(toJsonReply({ code, msg }, 400))
}

/** @throws Refusal for an unknown symbol */
function pairNamed(context: MockContext, symbol: string): Pair {
  const pair = pairsIn(context).find((one) => one.symbol === symbol)
  if (pair === undefined) throw createRefusal(-1121, 'Invalid symbol.')
  return pair
}

/** Returns the pair of a call, which must name one. */
export function pairOf(call: MockCall): Pair {
  const symbol = call.query.text('symbol')
  if (symbol === undefined)
    throw createRefusal(-1102, "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.")
  return pairNamed(call, symbol)
}

/** Returns the pairs that a call names by `symbol` or `symbols`, or undefined without either. */
export function readPairs(call: MockCall): { readonly one?: Pair; readonly many?: readonly Pair[] } {
  const { query } = call
  const symbols = query.text('symbols')
  if (symbols === undefined) return query.has('symbol') ? { one: pairOf(call) } : {}
  if (query.has('symbol')) throw createRefusal(-1128, 'Combination of optional parameters invalid.')
  const names = listIn(symbols)
  if (names === undefined)
    throw createRefusal(-1100, "Illegal characters found in parameter 'symbols'; legal range is a JSON list.")
  return { many: names.map((name) => pairNamed(call, name)) }
}

function listIn(text: string): readonly string[] | undefined {
  if (!/^\["[^"\s]+"(,"[^"\s]+")*\]$/.test(text)) return undefined
  return text.slice(2, -2).split('","')
}

/** Renders a decimal number with the exchange's fixed number of digits. */
export function toFigure(value: number): string {
  return value.toFixed(8)
}

/** `GET /api/v3/exchangeInfo` */
export function answerExchangeInfo(call: MockCall): Reply {
  const { one, many } = readPairs(call)
  const pairs = one === undefined ? (many ?? pairsIn(call)) : [one]
  const isHalted = (call.query.text('symbolStatus') ?? 'TRADING') !== 'TRADING'
  const hasSets = call.query.flag('showPermissionSets') !== false
  return toJsonReply({
    timezone: 'UTC',
    serverTime: call.now,
    rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6_000 }],
    exchangeFilters: [],
    symbols: isHalted ? [] : pairs.map((pair) => toSymbol(pair, hasSets)),
  })
}

function toSymbol({ coin, symbol, spot }: Pair, hasSets: boolean): Readonly<Record<string, unknown>> {
  const tick = 10 ** -spot.decimals
  return {
    symbol,
    status: 'TRADING',
    baseAsset: coin,
    baseAssetPrecision: 8,
    quoteAsset: 'USDT',
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT'],
    icebergAllowed: true,
    ocoAllowed: true,
    otoAllowed: true,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: true,
    filters: [
      {
        filterType: 'PRICE_FILTER',
        minPrice: toFigure(tick),
        maxPrice: '1000000.00000000',
        tickSize: toFigure(tick),
      },
      { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
      { filterType: 'ICEBERG_PARTS', limit: 100 },
      {
        filterType: 'NOTIONAL',
        minNotional: '5.00000000',
        applyMinToMarket: true,
        maxNotional: '9000000.00000000',
        applyMaxToMarket: false,
        avgPriceMins: 5,
      },
    ],
    permissions: [],
    permissionSets: hasSets ? [['SPOT', 'MARGIN']] : [],
    defaultSelfTradePreventionMode: 'EXPIRE_MAKER',
    allowedSelfTradePreventionModes: ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
  }
}
