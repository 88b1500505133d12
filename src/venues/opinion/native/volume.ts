import { malformedRowsIn } from '../../../venue-kit/requests/map-rows.js'
import { sumKnown } from '../../../venue-kit/unify/unified-market.js'
import type { NativeRow } from '../schemas.js'

/** Amounts of the quote currency have at most six decimals; sums in binary fractions leave dust behind them. */
const DECIMALS = 1e6

/** An amount without the noise of floating point. */
export function roundAmount(amount: number): number {
  return Math.round(amount * DECIMALS) / DECIMALS
}

/** Turnover of the children that are here; undefined when none says. */
function childVolume({ childMarkets }: Pick<NativeRow, 'childMarkets'>): number | undefined {
  const sum = sumKnown((childMarkets ?? []).map(({ volume }) => volume))
  return sum === undefined ? undefined : roundAmount(sum)
}

/**
 * Turnover of a categorical market since its listing: its own figure, counted once. The sum over its children would
 * lack those that a list leaves out.
 * @param factor how many times its own figure counts the turnover; undefined when nobody knows
 * @returns undefined when neither the factor nor the children tell
 */
export function totalVolume(
  native: Pick<NativeRow, 'volume' | 'childMarkets'>,
  factor: 1 | 2 | undefined,
): number | undefined {
  const known = factor ?? listFactor([native])
  if (native.volume === undefined || known === undefined) return undefined
  return roundAmount(native.volume / known)
}

/** Lists show amounts with noise in the last decimals. */
const TOLERANCE = 1e-6

/**
 * How many times a list counts the turnover of categorical markets. Recorded lists of October 2026 show parents at
 * twice the sum of their children, those of May and August at the sum itself (../README.md); which it is
 * shows in the rows whose children are all there.
 * @returns undefined when no row of the page tells, or when rows contradict each other
 */
export function listFactor(rows: readonly Pick<NativeRow, 'volume' | 'childMarkets'>[]): 1 | 2 | undefined {
  const factors = new Set(
    rows.flatMap((row) => {
      // Without a child that cannot be read the others prove nothing: half of a sum would look like a figure of twice.
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
