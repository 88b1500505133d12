/** Quotes and orders count probability in basis points, sizes in 1/10000 of a contract that pays 1 GBP. */
const UNITS = 10_000

/** Basis points of probability, 0..10000, as a price 0..1 (../README.md). */
export function fromBasisPoints(points: number): number {
  return points / UNITS
}

/** Contracts that pay 1 GBP each. The venue counts the whole pot, which is what a contract pays. */
export function fromQuantity(quantity: number): number {
  return quantity / UNITS
}

/**
 * Percent with at most two decimals, 0..100, as a price 0..1 (../README.md). Through whole basis points,
 * so that 57.14 becomes 0.5714 and nothing beside it.
 */
export function fromPercent(percent: number): number {
  return fromBasisPoints(Math.round(percent * 100))
}
