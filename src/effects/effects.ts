import { type Clock, systemClock } from './clock.js'
import { createSystemIds, type Ids } from './ids.js'
import { type Random, systemRandom } from './random.js'

/** What everything that needs time, chance or new names is handed: the real ones, or a test's. */
export interface Effects {
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
}

/** The real ones. */
export function createSystemEffects(): Effects {
  return { clock: systemClock, random: systemRandom, ids: createSystemIds() }
}
