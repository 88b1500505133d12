/**
 * The mathematics of a pool: reserves of the outcomes whose product is constant, prices in inverse proportion to them
 * (venues/myriad/README.md). Pure, in plain decimals.
 */

/** Reserves of a pool with this liquidity that quotes these prices; prices above 0 that add up to 1. */
export function reservesOf(liquidity: number, prices: readonly number[]): readonly number[] {
  const scale =
    liquidity * Math.exp(prices.reduce((sum, price) => sum + Math.log(price), 0) / Math.max(1, prices.length))
  return prices.map((price) => scale / price)
}

export function pricesOf(reserves: readonly number[]): readonly number[] {
  const total = reserves.reduce((sum, reserve) => sum + 1 / reserve, 0)
  return reserves.map((reserve) => 1 / reserve / total)
}

/** Worth of a share in the pool itself. */
export function liquidityPrice(liquidity: number, reserves: readonly number[]): number {
  const total = reserves.reduce((sum, reserve) => sum + 1 / reserve, 0)
  return reserves.length / (liquidity * total)
}

/** A trade against a pool, with the reserves after it. */
export interface Swap {
  /** Shares of the outcome, and collateral; both positive. */
  readonly shares: number
  readonly value: number
  readonly after: readonly number[]
}

/**
 * Spends collateral on an outcome: it goes into every reserve, and the outcome's own gives until the product is back.
 */
export function buyFor(reserves: readonly number[], outcome: number, value: number): Swap {
  return swap(reserves, outcome, value)
}

/** Takes collateral out for shares of an outcome; undefined when the pool does not hold that much. */
export function sellFor(reserves: readonly number[], outcome: number, value: number): Swap | undefined {
  const isEnough = reserves.every((reserve, index) => index === outcome || reserve > value)
  if (!isEnough) return undefined
  const { shares, after } = swap(reserves, outcome, -value)
  return { shares: -shares, value, after }
}

/** Sells a number of shares. The collateral for them has no closed form: it is halved in on. */
export function sellShares(reserves: readonly number[], outcome: number, shares: number): Swap {
  const others = reserves.filter((_, index) => index !== outcome)
  let low = 0
  let high = Math.min(shares, ...others)
  for (let round = 0; round < 100; round++) {
    const value = (low + high) / 2
    const swapped = sellFor(reserves, outcome, value)
    if (swapped !== undefined && swapped.shares <= shares) low = value
    else high = value
  }
  const { after } = swap(reserves, outcome, -low)
  return { shares, value: low, after }
}

function swap(reserves: readonly number[], outcome: number, value: number): Swap {
  // The own reserve after the trade, by ratios: products of many large reserves would overflow.
  const factor = reserves.reduce(
    (product, reserve, index) => (index === outcome ? product : (product * reserve) / (reserve + value)),
    1,
  )
  const own = reserves[outcome] ?? 0
  const left = own * factor
  return {
    shares: own + value - left,
    value,
    after: reserves.map((reserve, index) => (index === outcome ? left : reserve + value)),
  }
}
