import { mix } from '../../world/common/hash.js'
import type { WorldEvent, WorldMarket } from '../../world/common/types.js'
import { briefTime } from './times.js'

/**
 * Questions whose answer lies somewhere in a range: a number, a whole number or a date. The world has none, so they are
 * made of its yes-or-no markets: the share of a jury that will say yes, or the time at which it will be known. What the
 * market costs is where in the range the median of the forecasts lies.
 */
export type ContinuousKind = 'numeric' | 'discrete' | 'date'

type Native = Readonly<Record<string, unknown>>

/** One single-market event in so many is played as each of the three. */
const ONE_IN = 12
const kinds: readonly ContinuousKind[] = ['numeric', 'discrete', 'date']

/** Which kind of range the question of an event has; undefined for plain yes or no. */
export function continuousKindOf({ seed }: WorldEvent): ContinuousKind | undefined {
  return kinds[mix(seed, 12) % ONE_IN]
}

interface Range {
  readonly min: number
  readonly max: number
  /** Values or steps inside the range; forecasts have one number more. */
  readonly steps: number
  readonly unit: string
}

const CONTINUOUS_STEPS = 200
const JURY = 7

/** Dates are in seconds; the edges of whole numbers lie half a step outside. */
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

export function continuousTitle(kind: ContinuousKind, question: string): string {
  switch (kind) {
    case 'numeric':
      return `How many of 200 voters will answer yes: ${question}`
    case 'discrete':
      return `How many of ${JURY} judges will answer yes: ${question}`
    case 'date':
      return `When will it be known: ${question}`
  }
}

/** The members that tell the range (venues/metaculus/README.md). */
export function rangeFacts(kind: ContinuousKind, market: WorldMarket): Native {
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
      continuous_range: kind === 'date' ? points.map((second) => briefTime(second * 1000)) : points,
    },
  }
}

/** How steep forecasts rise around their median. */
const STEEPNESS = 12

/** A distribution with its median at `center` of the range: the chance to lie at or below each of its steps. */
export function cumulativeForecast(kind: ContinuousKind, center: number, market: WorldMarket): number[] {
  const { steps } = rangeOf(kind, market)
  return Array.from({ length: steps + 1 }, (_unused, index) => {
    const distance = index / steps - center
    return index === 0 ? 0 : Math.round(1e6 / (1 + Math.exp(-STEEPNESS * distance))) / 1e6
  })
}

/** Where in its range it ended: at one of the two ends, as its market paid; what pays half was annulled. */
export function continuousResolution(kind: ContinuousKind, market: WorldMarket): string {
  const { payout } = market
  if (payout === 0.5) return 'annulled'
  if (kind === 'date') return briefTime(payout === 1 ? market.endsAt : market.opensAt)
  const { min, max } = kind === 'discrete' ? { min: 0, max: JURY } : rangeOf(kind, market)
  return String(payout === 1 ? max : min)
}
