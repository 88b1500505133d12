/** 15 significant digits are what a double keeps of any decimal. */
const DIGITS = 15

/**
 * The decimal sum of sizes and volumes: 0.1 + 0.2 is 0.3, however large the sum and in whatever order it is made. What
 * each addition loses is added at the end, so that rounding meets the true sum.
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
