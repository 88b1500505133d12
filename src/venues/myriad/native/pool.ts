import type { OrderLevel } from '../../../api/models/models.js'

/**
 * The arithmetic of a pool: a constant product of the reserves of its outcomes (../README.md). It agrees with recorded
 * prices and quotes to 1e-6.
 */

/** Reserves of all outcomes in shares, all above 0, and the index of the traded one. */
export interface Pool {
  readonly reserves: readonly number[]
  readonly index: number
}

/**
 * Returns the price of a share for the smallest amount: the reciprocal of its reserve as a part of the sum of all reciprocals.
 */
export function computeSpotPrice(pool: Pool): number {
  return computePriceAfter(pool, 0)
}

/**
 * Returns the shares that the pool returns for money, both negative for a sale. The money is added to every reserve, then the
 * outcome's own is lowered until the product is unchanged.
 * @param money without fees, in units of the token; above minus the smallest other reserve
 */
export function sharesFor({ reserves, index }: Pool, money: number): number {
  return ownReserve(reserves, index) + money - reserveAfter({ reserves, index }, money)
}

function ownReserve(reserves: readonly number[], index: number): number {
  const own = reserves[index]
  if (own === undefined) throw new RangeError(`the pool has no outcome ${index}`)
  return own
}

/** Uses logarithms: the product of 32 large reserves exceeds a double. */
function reserveAfter({ reserves, index }: Pool, money: number): number {
  const shrinking = reserves.reduce(
    (sum, reserve, other) => (other === index ? sum : sum - Math.log1p(money / reserve)),
    0,
  )
  return ownReserve(reserves, index) * Math.exp(shrinking)
}

/** Returns the spot price after that much money was added. */
export function computePriceAfter(pool: Pool, money: number): number {
  const own = 1 / reserveAfter(pool, money)
  const others = pool.reserves.reduce(
    (sum, reserve, other) => (other === pool.index ? sum : sum + 1 / (reserve + money)),
    0,
  )
  return own / (own + others)
}

/** Bisections that exhaust a double's 53 bits. */
const HALVINGS = 100

/** Returns the amount of money that moves the price to `target`. The price increases with the amount. */
function moneyTo(pool: Pool, target: number): number {
  const others = pool.reserves.filter((_, other) => other !== pool.index)
  let low = 0
  let high = 0
  if (target >= computeSpotPrice(pool)) {
    high = Math.max(...pool.reserves)
    while (computePriceAfter(pool, high) < target) high *= 2
  } else low = -Math.min(...others)
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2
    if (computePriceAfter(pool, middle) < target) low = middle
    else high = middle
  }
  return high
}

/** Price distance of the levels of the offer. */
const CENTS = 100
/** The venue's decimals of prices and shares; further digits are the noise of the search. */
const PRICE_PARTS = 1e8
const SHARE_PARTS = 1e6
/** Prices nearer than this to the spot price equal it. */
const NEAR = 1e-9

export interface Offer {
  /** Best first. */
  readonly bids: readonly OrderLevel[]
  readonly asks: readonly OrderLevel[]
}

/**
 * Returns the offer of the pool as levels. Each has the shares that move its price to the next whole cent, at their average cost,
 * fees included. For complete levels a taker pays exactly the pool's price; for a part of one a little less, by less than a cent
 * per share.
 * @param fees fractions of the money of a purchase and of a sale
 */
export function offerOf(pool: Pool, fees: { readonly buy: number; readonly sell: number }): Offer {
  const spot = computeSpotPrice(pool)
  const cents = Array.from({ length: CENTS - 1 }, (_, index) => (index + 1) / CENTS)
  const above = cents.filter((price) => price > spot + NEAR)
  const below = cents.filter((price) => price < spot - NEAR).reverse()
  return {
    // A share pays at most 1: a higher cost with fees is not an offer.
    asks: levelsTo(pool, above, 1 / (1 - fees.buy)).filter(({ price }) => price < 1),
    bids: levelsTo(pool, below, 1 - fees.sell),
  }
}

function levelsTo(pool: Pool, prices: readonly number[], moneyFactor: number): OrderLevel[] {
  let money = 0
  let shares = 0
  return prices.flatMap((target) => {
    const nextMoney = moneyTo(pool, target)
    const nextShares = sharesFor(pool, nextMoney)
    const [spent, got] = [nextMoney - money, nextShares - shares]
    const size = rounded(Math.abs(got), SHARE_PARTS)
    // Where the price is very near a whole cent, the amount that moves it there is below the precision: the next level includes
    // it.
    if (size === 0) return []
    money = nextMoney
    shares = nextShares
    return [{ price: rounded((spent / got) * moneyFactor, PRICE_PARTS), size }]
  })
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}
