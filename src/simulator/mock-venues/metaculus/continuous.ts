import { toSecondIso } from '../../world/common/dates.js'
import { mix } from '../../world/common/hash.js'
import type { WorldEvent, WorldMarket } from '../../world/common/types.js'

/**
 * Questions whose answer is in a range: a number, an integer or a date. The world has none, so they are derived from
 * its yes/no markets: the share of a jury that votes yes, or the time of the result. The price of the market is the
 * position of the median forecast in the range.
 */
export type ContinuousKind = 'numeric' | 'discrete' | 'date'

type Native = Readonly<Record<string, unknown>>

/** One single-market event in this many becomes each of the three. */
const ONE_IN = 12
const kinds: readonly ContinuousKind[] = ['numeric', 'discrete', 'date']

/** Returns the kind of range of an event's question, or undefined for yes/no questions. */
export function continuousKindOf({ seed }: WorldEvent): ContinuousKind | undefined {
  return kinds[mix(seed, 12) % ONE_IN]
}

interface Range {
  readonly min: number
  readonly max: number
  /** Values or intervals inside the range; forecasts have one more number. */
  readonly steps: number
  readonly unit: string
}

const CONTINUOUS_STEPS = 200
const JURY = 7

/** Returns the range. Dates are in seconds; the bounds of integers are half a unit outside. */
function rangeOf(kind: ContinuousKind, { opensAt, endsAt }: WorldEvent | WorldMarket): Range {
  switch (kind) {
    case 'numeric':
      return { min: 0, max: 200, steps: CONTINUOUS_STEPS, unit: 'votes' }
    case 'discrete':
      return { min: -0.5, max: JURY + 0.5, steps: JURY + 1, unit: 'judges' }
    case 'date':
      return { min: opensAt / 1000, max: endsAt / 1000, steps: CONTINUOUS_STEPS, unit: '' }
  }
}

export function titleOfContinuous(kind: ContinuousKind, question: string): string {
  switch (kind) {
    case 'numeric':
      return `How many of 200 voters will answer yes: ${question}`
    case 'discrete':
      return `How many of ${JURY} judges will answer yes: ${question}`
    case 'date':
      return `When will it be known: ${question}`
  }
}

/** Returns the members that describe the range (venues/metaculus/README.md). */
export function factsOfRange(kind: ContinuousKind, market: WorldMarket): Native {
  const { min, max, steps, unit } = rangeOf(kind, market)
  const at = (index: number): number => min + (index * (max - min)) / steps
  const points = Array.from({ length: steps + 1 }, (_unused, index) => at(index))
  const bounds = { open_upper_bound: true, open_lower_bound: false, inbound_outcome_count: steps }
  return {
    ...bounds,
    unit,
    scaling: {
      range_min: min,
      range_max: max,
      nominal_min: kind === 'discrete' ? 0 : min,
      nominal_max: kind === 'discrete' ? JURY : max,
      zero_point: null,
      ...bounds,
      continuous_range: kind === 'date' ? points.map((second) => toSecondIso(second * 1000)) : points,
    },
  }
}

/** Steepness of forecasts around their median. */
const STEEPNESS = 12

/** Returns a distribution with its median at `center` of the range: the probability to be at or below each value. */
export function computeCumulativeForecast(
  kind: ContinuousKind,
  center: number,
  market: WorldMarket,
): number[] {
  const { steps } = rangeOf(kind, market)
  return Array.from({ length: steps + 1 }, (_unused, index) => {
    const distance = index / steps - center
    return index === 0 ? 0 : Math.round(1e6 / (1 + Math.exp(-STEEPNESS * distance))) / 1e6
  })
}

/**
 * Returns the resolution: one of the two ends of the range, by the payout of the market. A payout of half is annulled.
 */
export function resolutionOfContinuous(kind: ContinuousKind, market: WorldMarket): string {
  const { payout } = market
  if (payout === 0.5) return 'annulled'
  if (kind === 'date') return toSecondIso(payout === 1 ? market.endsAt : market.opensAt)
  const { min, max } = kind === 'discrete' ? { min: 0, max: JURY } : rangeOf(kind, market)
  return String(payout === 1 ? max : min)
}
