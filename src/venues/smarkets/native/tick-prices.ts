/** The decimal odds at which the increment changes, in hundredths, and the increment from there on (../README.md). */
const STEPS: readonly (readonly [from: number, step: number])[] = [
  [101, 1],
  [200, 2],
  [300, 5],
  [400, 10],
  [600, 20],
  [1_000, 50],
  [2_000, 100],
  [3_000, 200],
  [5_000, 500],
  [10_000, 1_000],
]
/** The highest odds reached by increments, in hundredths, and the individual prices beyond, in basis points. */
const LAST_STEPPED = 29_000
const SINGLE_POINTS = [1, 10, 20, 33, 9_999] as const
const WHOLE = 1_000_000

/** The valid order prices in basis points of probability, ascending. */
export const tickPoints: readonly number[] = [...SINGLE_POINTS, ...pointsOfSteps()].sort((a, b) => a - b)

/** The same as prices 0..1, decimal text. */
export const tickPrices: readonly string[] = tickPoints.map((points) => String(points / 10_000))

function pointsOfSteps(): readonly number[] {
  const points: number[] = []
  for (let odds = 101; odds <= LAST_STEPPED; odds += stepAt(odds)) points.push(toPoints(odds))
  return points
}

function stepAt(odds: number): number {
  return STEPS.findLast(([from]) => odds >= from)?.[1] ?? 1
}

/** Returns 1 / odds. Of two equally near whole numbers, it returns the even one. */
function toPoints(odds: number): number {
  const [whole, rest] = [Math.floor(WHOLE / odds), WHOLE % odds]
  if (rest * 2 === odds) return whole + (whole % 2)
  return rest * 2 > odds ? whole + 1 : whole
}
