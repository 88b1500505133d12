import { malformedRowsIn } from '../../../venue-kit/requests/map-rows.js'
import { sumKnown } from '../../../venue-kit/unify/unified-market.js'
import type { NativeRow } from '../schemas.js'

/** Amounts of the quote currency have at most six decimals; sums in binary fractions have noise. */
const DECIMALS = 1e6

/** Rounds an amount without the noise of floating point. */
export function roundAmount(amount: number): number {
  return Math.round(amount * DECIMALS) / DECIMALS
}

/** Returns the turnover of the present children, or undefined if none reports it. */
function childVolume({ childMarkets }: Pick<NativeRow, 'childMarkets'>): number | undefined {
  const sum = sumKnown((childMarkets ?? []).map(({ volume }) => volume))
  return sum === undefined ? undefined : roundAmount(sum)
}

/**
 * Returns the turnover of a categorical market since its listing: its own figure, counted once. The sum over its children
 * would lack those that a list leaves out.
 * @param factor how many times its own figure counts the turnover, or undefined if unknown
 * @returns undefined when neither the factor nor the children determine it
 */
export function totalVolumeOf(
  native: Pick<NativeRow, 'volume' | 'childMarkets'>,
  factor: 1 | 2 | undefined,
): number | undefined {
  const known = factor ?? listFactor([native])
  if (native.volume === undefined || known === undefined) return undefined
  return roundAmount(native.volume / known)
}

/** Amounts of lists have noise in the last decimals. */
const TOLERANCE = 1e-6

/**
 * Returns how many times a list counts the turnover of categorical markets. In recorded lists of October 2026 parents have twice
 * the sum of their children, in those of May and August the sum itself (../README.md). Rows with all their children show which
 * applies.
 * @returns undefined when no row of the page is conclusive, or when rows contradict each other
 */
export function listFactor(rows: readonly Pick<NativeRow, 'volume' | 'childMarkets'>[]): 1 | 2 | undefined {
  const factors = new Set(
    rows.flatMap((row) => {
      // Without an unreadable child the others are not conclusive: half of a sum would look like a factor of two.
      if (malformedRowsIn(row.childMarkets ?? []).length > 0) return []
      const whole = childVolume(row)
      if (row.volume === undefined || whole === undefined || whole === 0) return []
      return ([1, 2] as const).filter((factor) => isNear(row.volume ?? 0, factor * whole))
    }),
  )
  const [factor] = factors
  return factors.size === 1 ? factor : undefined
}

function isNear(amount: number, expected: number): boolean {
  return Math.abs(amount - expected) <= expected * TOLERANCE
}
