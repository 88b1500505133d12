/** Quotes and orders have probabilities in basis points, and sizes in 1/10000 of a contract that pays 1 GBP. */
const UNITS = 10_000

/** Converts basis points of probability, 0..10000, to a price 0..1 (../README.md). */
export function fromBasisPoints(points: number): number {
  return points / UNITS
}

/** Converts to contracts that pay 1 GBP each. The venue counts the whole pot, which equals the payout of a contract. */
export function fromQuantity(quantity: number): number {
  return quantity / UNITS
}

/**
 * Converts a percentage 0..100 with at most two decimals to a price 0..1 (../README.md). It uses whole basis points, so that
 * 57.14 becomes exactly 0.5714.
 */
export function fromPercent(percent: number): number {
  return fromBasisPoints(Math.round(percent * 100))
}
