/** A vertical axis of prices, top to bottom. */
export interface PriceScale {
  readonly low: number
  readonly high: number
  /** Prices that get a label, ascending, from `low` to `high`. */
  readonly ticks: readonly number[]
  /** Decimals that distinguish the ticks. */
  readonly digits: number
}

/** Margin on either side of constant prices. */
const REACH = 0.01
/** Finest labels: four decimals. */
const MIN_POWER = -4
/** Minimum number of rows between two labels. */
const ROWS_A_TICK = 2

/** Creates a scale for prices from `low` to `high` (0..1) on `rows` lines, with round numbers at both ends. */
export function createPriceScale(low: number, high: number, rows: number): PriceScale {
  const [from, to] =
    high - low >= 10 ** MIN_POWER ? [low, high] : [Math.max(0, low - REACH), Math.min(1, high + REACH)]
  const most = Math.max(1, Math.floor((rows - 1) / ROWS_A_TICK))
  const { step, power } = roundStep(from, to, most)
  const digits = Math.max(2, -power)
  const [first, last] = tickRange(from, to, step)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toFixed(digits)),
  )
  return { low: ticks[0] ?? from, high: ticks.at(-1) ?? to, ticks, digits }
}

/** Returns the smallest of 1, 2 and 5 times a power of ten that covers the range in at most `most` intervals. */
function roundStep(from: number, to: number, most: number): { step: number; power: number } {
  for (let power = Math.max(MIN_POWER, Math.floor(Math.log10((to - from) / most))); ; power++) {
    for (const factor of [1, 2, 5]) {
      // Parsed from a decimal text: 5 * 10 ** -3 is not the number nearest to 0.005.
      const step = Number(`${factor}e${power}`)
      const [first, last] = tickRange(from, to, step)
      if (last - first <= most) return { step, power }
    }
  }
}

/** The multiples of the interval just outside the range, as whole numbers. */
function tickRange(from: number, to: number, step: number): readonly [number, number] {
  // Tolerance, so that rounding errors do not move a price on a tick off it.
  const dust = 1e-6
  return [Math.floor(from / step + dust), Math.ceil(to / step - dust)]
}
