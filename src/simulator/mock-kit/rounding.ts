/** Six decimals: sums and differences of ticks without the noise of floating point. */
export function roundToMicros(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000
}
