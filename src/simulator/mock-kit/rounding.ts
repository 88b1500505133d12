/** Rounds to six decimals, which removes the floating-point error of sums and differences of ticks. */
export function roundToMicros(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000
}
