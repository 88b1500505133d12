/** Increments of decimal odds, each up to the start of the next (venues/smarkets/README.md), in hundredths. */
const steps = [
  { from: 101, step: 1 },
  { from: 200, step: 2 },
  { from: 300, step: 5 },
  { from: 400, step: 10 },
  { from: 600, step: 20 },
  { from: 1_000, step: 50 },
  { from: 2_000, step: 100 },
  { from: 3_000, step: 200 },
  { from: 5_000, step: 500 },
  { from: 10_000, step: 1_000 },
] as const
const LAST_STEP_ENDS = 30_000
const singleOdds = [1.0001, 300, 500, 1_000, 10_000] as const

const WHOLE = 10_000

/** Prices at which orders can rest, in ten-thousandths, ascending. */
export const tickPrices: readonly number[] = [...singleOdds, ...steppedOdds()]
  .map((odds) => evenRound(WHOLE / odds))
  .sort((a, b) => a - b)

/** Rounds halves to even: 62.5 is 62 in the recorded ladder. */
function evenRound(value: number): number {
  const whole = Math.floor(value)
  return value - whole === 0.5 ? whole + (whole % 2) : Math.round(value)
}

function steppedOdds(): number[] {
  return steps.flatMap(({ from, step }, index) => {
    const to = steps[index + 1]?.from ?? LAST_STEP_ENDS
    return Array.from({ length: (to - from) / step }, (_, turn) => (from + turn * step) / 100)
  })
}

/** Returns a probability in ten-thousandths. */
export function toBasisPoints(price: number): number {
  return Math.round(price * WHOLE)
}

/** Returns the highest price of the ladder that is not above; undefined below the lowest. */
export function findStepBelow(price: number): number | undefined {
  return tickPrices.findLast((rung) => rung <= price)
}

/** Returns the lowest price of the ladder that is not below; undefined above the highest. */
export function findStepAbove(price: number): number | undefined {
  return tickPrices.find((rung) => rung >= price)
}

/** Returns the nearest price of the ladder. */
export function roundToStep(price: number): number {
  const [down, up] = [findStepBelow(price), findStepAbove(price)]
  if (down === undefined || up === undefined) return down ?? up ?? price
  return price - down <= up - price ? down : up
}
