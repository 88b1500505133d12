import type { FaceCall, Route } from '../../face.js'
import { route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { mixWide } from '../../world/hash.js'
import { apiError, badParams, noMarket } from './errors.js'
import { hexAddress } from './ids.js'
import { listedMarkets, marketByNumber } from './lookup.js'
import { type NativeMarket, nativeState } from './native-market.js'
import { buyFor, pricesOf, type Swap, sellFor, sellShares } from './pool.js'
import { poolOf } from './prices.js'

/** What a trade against a pool would give (venues/myriad/README.md). Nothing is executed. */
export const quoteRoutes: readonly Route[] = [route('POST', '/markets/quote', postQuote)]

const DEFAULT_SLIPPAGE = 0.005

function postQuote(call: FaceCall): Reply {
  const body = call.request.body
  const member = (name: string): unknown =>
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  const number = (name: string): number | undefined => {
    const value = member(name)
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'number' || !Number.isFinite(value)) throw badParams(`${name} must be a number`)
    return value
  }
  const market = marketOf(call, member('market_slug'), number('network_id'), number('market_id'))
  if (nativeState(market, call.now) !== 'open') throw apiError(400, 'Market is not open')
  const outcome = number('outcome_id') ?? -1
  if (market.outcomeTitles[outcome] === undefined) throw apiError(404, 'Outcome not found')
  const action = member('action')
  const { reserves } = poolOf(call, market)
  const swap = swapOf(action, reserves, outcome, number('value'), number('shares'))
  if (swap === undefined) throw apiError(400, 'Insufficient liquidity')
  const slippage = number('slippage') ?? DEFAULT_SLIPPAGE
  const { shares, value, after } = swap
  return json({
    value,
    shares,
    shares_threshold: shares * (action === 'buy' ? 1 - slippage : 1 + slippage),
    price_average: value / shares,
    price_before: pricesOf(reserves)[outcome],
    price_after: pricesOf(after)[outcome],
    calldata: hexAddress(mixWide(market.legs[0].seed, outcome), 32),
    net_amount: value,
    fees: { treasury: 0, distributor: 0, fee: 0 },
  })
}

/** Pools only, named in exactly one way. */
function marketOf(
  call: FaceCall,
  slug: unknown,
  network: number | undefined,
  id: number | undefined,
): NativeMarket {
  const isNumbered = network !== undefined && id !== undefined
  if ((slug === undefined) !== isNumbered) {
    throw badParams('either market_id with network_id or market_slug is required')
  }
  const found = isNumbered
    ? marketByNumber(call, network, id)
    : listedMarkets(call).find((market) => market.slug === slug)
  if (found?.model !== 'amm') throw noMarket()
  return found
}

/** Buys go by value; sales by exactly one of value and shares. */
function swapOf(
  action: unknown,
  reserves: readonly number[],
  outcome: number,
  value: number | undefined,
  shares: number | undefined,
): Swap | undefined {
  const isPositive = (amount: number | undefined): amount is number => amount !== undefined && amount > 0
  if (action === 'buy' && isPositive(value) && shares === undefined) return buyFor(reserves, outcome, value)
  if (action === 'sell' && isPositive(value) && shares === undefined) return sellFor(reserves, outcome, value)
  if (action === 'sell' && isPositive(shares) && value === undefined)
    return sellShares(reserves, outcome, shares)
  throw badParams('action must be buy with value, or sell with either value or shares')
}
