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

/** Worth of a share in the pool itself. */
export function liquidityPrice(liquidity: number, reserves: readonly number[]): number {
  const total = reserves.reduce((sum, reserve) => sum + 1 / reserve, 0)
  return reserves.length / (liquidity * total)
}
