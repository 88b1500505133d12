/**
 * The mathematics of a pool: reserves of the outcomes whose product is constant, prices in inverse proportion to them
 * (README.md). Pure, in plain decimals.
 */

/** Returns the reserves of a pool with this liquidity and these prices; prices are above 0 and add up to 1. */
export function reservesOf(liquidity: number, prices: readonly number[]): readonly number[] {
  const scale =
    liquidity * Math.exp(prices.reduce((sum, price) => sum + Math.log(price), 0) / Math.max(1, prices.length))
  return prices.map((price) => scale / price)
}

/** Returns the value of a liquidity share, in the pool's terms. */
export function liquidityPriceOf(liquidity: number, reserves: readonly number[]): number {
  const total = reserves.reduce((sum, reserve) => sum + 1 / reserve, 0)
  return reserves.length / (liquidity * total)
}

/** A trade that moves a pool; below 0 shares are sold, and the money is paid out. */
interface Move {
  readonly shares: number
  readonly value: number
}

const HALVINGS = 60

/**
 * Returns the trade of one outcome that moves its price to the target. The payment is added to every reserve, and
 * shares of the outcome are removed until the product is restored.
 */
export function moveTo(reserves: readonly number[], outcome: number, price: number): Move {
  const own = reserves[outcome] ?? Number.NaN
  const others = reserves.filter((_, index) => index !== outcome)
  const product = Math.log(own) + others.reduce((sum, reserve) => sum + Math.log(reserve), 0)
  const after = (value: number): number =>
    Math.exp(product - others.reduce((sum, reserve) => sum + Math.log(reserve + value), 0))
  const [other] = others
  if (other !== undefined && others.length === 1) {
    const value = Math.sqrt((own * other * price) / (1 - price)) - other
    return { value, shares: own + value - (own * other) / (other + value) }
  }
  const priceAfter = (value: number): number => {
    const inverse = 1 / after(value)
    return inverse / others.reduce((sum, reserve) => sum + 1 / (reserve + value), inverse)
  }
  let low = -Math.min(...others) * (1 - 1e-9)
  let high = own
  while (priceAfter(high) < price) high *= 2
  for (let turn = 0; turn < HALVINGS; turn++) {
    const middle = (low + high) / 2
    if (priceAfter(middle) < price) low = middle
    else high = middle
  }
  const value = (low + high) / 2
  return { value, shares: own + value - after(value) }
}
