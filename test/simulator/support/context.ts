import type { FaceContext } from '../../../src/simulator/mock-kit/mock-venue.js'
import { defaultSwitches } from '../../../src/simulator/mock-kit/venue-switches.js'
import { createPaperDesk } from '../../../src/simulator/paper-trading/exchange.js'
import type { World } from '../../../src/simulator/world/world.js'

/** What a face is handed at an instant by a simulator that was just started. */
export function contextOf(world: World, now: number, changes: Partial<FaceContext> = {}): FaceContext {
  return {
    world,
    paper: createPaperDesk(world),
    now,
    switches: defaultSwitches(),
    random: () => 0,
    ...changes,
  }
}
