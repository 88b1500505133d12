import { DAY_MS } from '../../../api/times/resolution.js'
import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import type { WorldBook } from '../../world/common/types.js'
import { priceOf, type Side, toDecimal } from './figures.js'
import { coinNameOf, type Outcome } from './ids.js'
import { findListedOutcomes } from './meta.js'
import { bookOf as paperBook } from './paper.js'

const sides: readonly Side[] = [0, 1]

/** Returns the book of side 0, or undefined for an outcome that was never quoted: the fallback of a question. */
export function bookOf(context: MockContext, { market }: Outcome): WorldBook | undefined {
  return market === undefined ? undefined : paperBook(context, market)
}

/** Returns the mid price of the book of side 0, or undefined unless both sides are quoted. */
function middleOf(context: MockContext, outcome: Outcome): number | undefined {
  const book = bookOf(context, outcome)
  const [bid, ask] = [book?.bids[0]?.price, book?.asks[0]?.price]
  return bid === undefined || ask === undefined ? undefined : (bid + ask) / 2
}

/** Coins of other markets in the same map: `@2` is a spot pair, unrelated to outcome 2. */
export const otherMids = {
  BTC: '80868.5',
  'PURR/USDC': '0.18125',
  '@1': '12.5075',
  '@2': '0.0312',
  '@107': '88.401',
}

/** `allMids`: a flat map; a coin whose book lacks a side is omitted (README.md). */
export function answerAllMids(call: MockCall): unknown {
  return midsOf(call)
}

/** Returns the same map outside a call. */
export function midsOf(call: MockContext): Readonly<Record<string, string>> {
  const rows = findListedOutcomes(call).flatMap((outcome) => {
    const middle = middleOf(call, outcome)
    if (middle === undefined) return []
    return sides.map((side) => [coinNameOf(outcome, side), toDecimal(priceOf(side, middle))] as const)
  })
  return { ...otherMids, ...Object.fromEntries(rows) }
}

/** `spotMeta`: the spot pairs, which do not include outcomes (README.md). */
export function answerSpotMeta(): unknown {
  const token = (name: string, index: number, szDecimals: number, weiDecimals: number) => ({
    name,
    szDecimals,
    weiDecimals,
    index,
    tokenId: `0x${String(index).padStart(32, '0')}`,
    isCanonical: true,
    evmContract: null,
    fullName: null,
    deployerTradingFeeShare: '0.0',
  })
  return {
    universe: [
      { tokens: [1, 0], name: 'PURR/USDC', index: 0, isCanonical: true },
      { tokens: [2, 0], name: '@1', index: 1, isCanonical: false },
    ],
    // Clients find the tokens of a pair by their index.
    tokens: [token('USDC', 0, 8, 8), token('PURR', 1, 0, 5), token('HFUN', 2, 2, 8)],
  }
}

/** The venue's maximum amount, in place of a real total. */
const TOTAL_SUPPLY = '184467440737095.53125'
/** The mark price of a coin that has neither traded nor two sides: a placeholder, not a price. */
const NO_MARK = 0.5

/** `spotMetaAndAssetCtxs`: spot pairs, and figures of all coins including outcomes (README.md). */
export function answerSpotMetaAndAssetCtxs(call: MockCall): unknown {
  const spot = (coin: string, markPx: string) => ({
    prevDayPx: markPx,
    dayNtlVlm: '51234.25',
    markPx,
    midPx: null,
    circulatingSupply: TOTAL_SUPPLY,
    coin,
    totalSupply: TOTAL_SUPPLY,
    dayBaseVlm: '4096.0',
  })
  const ctxs = findListedOutcomes(call).flatMap((outcome) => sides.map((side) => ctxOf(call, outcome, side)))
  return [answerSpotMeta(), [spot('@1', '12.5075'), ...ctxs, spot('@2', '0.0312')]]
}

export function ctxOf(context: MockContext, outcome: Outcome, side: Side) {
  const { world, now } = context
  const { market } = outcome
  const middle = middleOf(context, outcome)
  const stats = market === undefined ? undefined : world.stats(market.key, now)
  const before = market === undefined ? undefined : world.lastTrade(market.key, now - DAY_MS)?.price
  const last = market === undefined ? undefined : world.lastTrade(market.key, now)?.price
  const mark = last ?? middle ?? NO_MARK
  const [volume, notional] = [stats?.volume24h ?? 0, stats?.notional24h ?? 0]
  return {
    // "0.0" on both sides means that there was no price a day ago.
    prevDayPx: before === undefined ? '0.0' : toDecimal(priceOf(side, before)),
    // Both buyers pay for a share: the turnover of the two sides adds up to the shares.
    dayNtlVlm: toDecimal(side === 0 ? notional : volume - notional),
    markPx: toDecimal(priceOf(side, mark)),
    midPx: middle === undefined ? null : toDecimal(priceOf(side, middle)),
    circulatingSupply: toDecimal(stats?.openInterest ?? 0),
    coin: coinNameOf(outcome, side),
    totalSupply: TOTAL_SUPPLY,
    dayBaseVlm: toDecimal(volume),
  }
}
