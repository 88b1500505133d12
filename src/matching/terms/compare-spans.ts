import type { Threshold } from './thresholds.js'

/** Returns the ends as written, if the other question's currency shows that the number is money and not a count. */
export function parseAsMoneyLike(one: Threshold, other: Threshold | undefined): Threshold {
  const { said } = one
  if (said === undefined || other === undefined || other.unit === '' || !'$€£'.includes(other.unit))
    return one
  const { low, high } = said
  return {
    ...one,
    low,
    high,
    withLow: one.withLow && low === one.low,
    withHigh: one.withHigh && high === one.high,
  }
}

/** Relation between the values in two questions. */
export type Spans = 'same' | 'within' | 'around' | 'across' | 'apart' | 'contrary'

/**
 * Compares the values that decide A with yes with those of B: the same, within, around, across (each has some of its own),
 * apart, or the complement.
 */
export function compareSpans(a: Threshold, b: Threshold): Spans {
  if (a.unit !== b.unit && a.unit !== '' && b.unit !== '') return 'apart'
  if ((a.isOfThings === true || b.isOfThings === true) && a.unit !== b.unit) return 'apart'
  const isContinuous = '$€£'.includes(a.unit || b.unit || ' ')
  const ends = (one: Threshold): Threshold => (isContinuous ? { ...one, withLow: true, withHigh: true } : one)
  const [first, second] = [ends(a), ends(b)]
  const inside = isWithin(first, second)
  const outside = isWithin(second, first)
  if (inside && outside) return 'same'
  if (inside) return 'within'
  if (outside) return 'around'
  if (isContrary(a, b) || isContrary(b, a)) return 'contrary'
  const low = Math.max(first.low, second.low)
  const high = Math.min(first.high, second.high)
  return low < high ? 'across' : 'apart'
}

function isWithin(inner: Threshold, outer: Threshold): boolean {
  const low = inner.low > outer.low || (inner.low === outer.low && (outer.withLow || !inner.withLow))
  const high = inner.high < outer.high || (inner.high === outer.high && (outer.withHigh || !inner.withHigh))
  return low && high
}

/** Whether one ends where the other begins, so that together they cover all values. */
function isContrary(below: Threshold, over: Threshold): boolean {
  return (
    below.low === Number.NEGATIVE_INFINITY && over.high === Number.POSITIVE_INFINITY && touches(below, over)
  )
}

function touches(
  { high, unit, withHigh, step }: Threshold,
  { low, withLow, unit: other, step: otherStep }: Threshold,
): boolean {
  if (step !== undefined && step === otherStep && withHigh && withLow)
    return Math.abs(high + step - low) < 1e-6
  // Counts have inclusive ends by now.
  const isWhole = (unit === '' || unit === '°') && unit === other && Number.isInteger(high)
  const isCount = isWhole && withHigh && withLow
  return high === low || (isCount && high + 1 === low)
}

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 8 })

/** Renders `above $64,000` for the evidence. */
export function renderThreshold({ low, high, withLow, withHigh, unit, isLine, isTouch }: Threshold): string {
  const shown = (value: number): string => {
    const digits = numbers.format(value)
    return '$€£'.includes(unit)
      ? `${unit}${digits}`
      : unit === ''
        ? digits
        : `${digits}${unit === 'bps' ? ' ' : ''}${unit}`
  }
  if (isLine) return `over or under ${shown(low)}`
  if (low === high) return `exactly ${shown(low)}`
  if (high === Number.POSITIVE_INFINITY)
    return `${isTouch ? 'touching' : withLow ? 'at least' : 'above'} ${shown(low)}`
  if (low === Number.NEGATIVE_INFINITY)
    return `${isTouch ? 'falling to' : withHigh ? 'at most' : 'below'} ${shown(high)}`
  return `${shown(low)} to ${shown(high)}`
}
