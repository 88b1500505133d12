/** A double preserves 15 significant digits of any decimal. */
const DIGITS = 15

/**
 * Returns the decimal sum of sizes and volumes: 0.1 + 0.2 is 0.3, regardless of the size of the sum and the order of the
 * numbers. The rounding errors of all additions are added at the end, and the result rounds to the exact sum.
 * @param amounts finite, not below 0
 */
export function sumNumbers(amounts: readonly number[]): number {
  let sum = 0
  let lost = 0
  for (const amount of amounts) {
    const next = sum + amount
    lost += sum >= amount ? sum - next + amount : amount - next + sum
    sum = next
  }
  return Number((sum + lost).toPrecision(DIGITS))
}
