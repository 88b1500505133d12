import type { SimulatedWorld } from '../../src/simulator/world/world.js'

/**
 * A world whose lists have every other series, and of what is over, which is nearly all that is listed, a part: enough
 * of it to fill several pages, and a fraction of the time to read them.
 * @param keptCycles of what is over, one in so many is listed
 */
export function abridged(world: SimulatedWorld, keptCycles: number): SimulatedWorld {
  return {
    ...world,
    eventsAt: (now) =>
      world
        .eventsAt(now)
        .filter(
          ({ series, cycle, closesAt }) =>
            series.index % 2 === 1 && (cycle % keptCycles === 0 || now < closesAt),
        ),
  }
}
