import { type Amount, multiplyAmounts, ONE, roundAmount, toAmount } from '../../paper-trading/state/amount.js'
import type { Liquidity } from '../../paper-trading/state/types.js'
import type { WorldEvent } from '../../world/common/types.js'

/** Taker fees of a category (README.md in this folder, "Fees"). */
export interface FeeTerms {
  readonly type: string
  /** Fraction of size × price × (1 − price). */
  readonly rate: number
  /** Fraction of the fee that makers are rebated. */
  readonly rebate: number
}

/** Rates of the venue's fee page since July 2026. The types of politics, tech, weather and culture are inferred. */
const byCategory: Readonly<Record<string, FeeTerms>> = {
  Crypto: { type: 'crypto_fees_v2', rate: 0.07, rebate: 0.2 },
  Sports: { type: 'sports_fees_v3', rate: 0.05, rebate: 0.15 },
  Economics: { type: 'economics_fees', rate: 0.05, rebate: 0.25 },
  Companies: { type: 'finance_prices_fees', rate: 0.04, rebate: 0.25 },
  Politics: { type: 'politics_fees', rate: 0.04, rebate: 0.25 },
  Elections: { type: 'politics_fees', rate: 0.04, rebate: 0.25 },
  'Science and Technology': { type: 'tech_fees', rate: 0.04, rebate: 0.25 },
  'Climate and Weather': { type: 'weather_fees', rate: 0.05, rebate: 0.25 },
  Entertainment: { type: 'culture_fees', rate: 0.05, rebate: 0.25 },
  Transportation: { type: 'general_fees', rate: 0.05, rebate: 0.25 },
}

/** Leagues without fees, for example many of American football. */
const ZERO: FeeTerms = { type: 'zero_fees', rate: 0, rebate: 0 }
const zeroSeries = new Set(['five-rivers-game'])

/** Returns the fee terms of the markets of an event, or undefined for geopolitics, which has no fees. */
export function feeTermsOf({ series }: Pick<WorldEvent, 'series'>): FeeTerms | undefined {
  if (zeroSeries.has(series.key)) return ZERO
  return Object.hasOwn(byCategory, series.category) ? byCategory[series.category] : undefined
}

/** Smallest unit of a fee, dollars. */
const STEP = ONE / 100_000n

/** Returns the taker fee of an execution in dollars; makers pay none. */
export function feeFor(
  event: Pick<WorldEvent, 'series'>,
  {
    price,
    size,
    liquidity,
  }: { readonly price: Amount; readonly size: Amount; readonly liquidity: Liquidity },
): Amount {
  const rate = feeTermsOf(event)?.rate ?? 0
  if (liquidity === 'maker' || rate === 0) return 0n
  const quadratic = multiplyAmounts(multiplyAmounts(price, ONE - price), size)
  return roundAmount(multiplyAmounts(quadratic, toAmount(rate)), STEP, 'nearest')
}
