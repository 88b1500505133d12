import { type Clock, systemClock } from './clock.js'
import { createSystemIds, type Ids } from './ids.js'
import { type Random, systemRandom } from './random.js'

/** The injected effects (time, randomness, ids): those of the system, or of a test. */
export interface Effects {
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
}

/** Returns the effects of the system. */
export function createSystemEffects(): Effects {
  return { clock: systemClock, random: systemRandom, ids: createSystemIds() }
}
