import type { MockContext } from '../../../src/simulator/mock-kit/mock-venue.js'
import { createSwitches } from '../../../src/simulator/mock-kit/venue-switches.js'
import { createPaperTrading } from '../../../src/simulator/paper-trading/exchange.js'
import type { SimulatedWorld } from '../../../src/simulator/world/world.js'

/** What a face is handed at an instant by a simulator that was just started. */
export function contextOf(
  world: SimulatedWorld,
  now: number,
  changes: Partial<MockContext> = {},
): MockContext {
  return {
    world,
    paper: createPaperTrading(world),
    now,
    switches: createSwitches(),
    random: () => 0,
    ...changes,
  }
}
