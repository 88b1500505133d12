import { invalid } from '../api/errors.js'
import { commonResolutions, resolutionMs, resolutionName } from '../api/resolution.js'
import type { NativeStep } from '../venue-kit/venue.js'

/**
 * The native step a resolution is built from: itself where the venue has it, else the coarsest that divides it.
 * @throws VALIDATION_ERROR naming what works
 */
export function nativeStepFor(stepMs: number, natives: readonly NativeStep[]): NativeStep {
  const best = natives
    .filter((native) => stepMs % native.stepMs === 0)
    .reduce<NativeStep | undefined>(
      (coarsest, native) => (coarsest === undefined || native.stepMs > coarsest.stepMs ? native : coarsest),
      undefined,
    )
  if (best !== undefined) return best
  const works = commonResolutions.filter((name) =>
    natives.some((native) => resolutionMs(name) % native.stepMs === 0),
  )
  throw invalid(
    'resolution',
    `${resolutionName(stepMs)} candles cannot be had exactly here; these can: ${works.join(', ') || 'none'}`,
  )
}
