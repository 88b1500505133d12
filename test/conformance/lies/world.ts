import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Rhythm } from '../../../src/simulator/world/common/types.js'
import { createWorld, type SimulatedWorld } from '../../../src/simulator/world/world.js'
import { NOON } from '../venues/house.js'
import { quirksOf } from './exceptions.js'

/**
 * The only series that are listed, so that lists are short: a ladder of a day and a vote of a week that ends soon, and
 * long ones of which some are steady, some quiet, some patchy and some without a trade.
 */
const LISTED: ReadonlySet<string> = new Set([
  'quorra-above',
  'weekend-box-office',
  'halden-robotics-layoffs',
  'brightloom-layoffs',
  'brightloom-launch',
  'ostrava-pym-ceo',
  'lantern-foods-ceo',
  'umbra-semiconductors-ceo',
  'ceasefire-brankovia',
  'meridian-album-of-the-year',
])
/** Of events that were over at noon, one in so many cycles of a series is listed. */
const KEPT_CYCLES = 50

const worlds = new Map<Rhythm, SimulatedWorld>()

/** The world in which a venue is played. All plays share it. */
export function worldFor(venue: VenueId): SimulatedWorld {
  const rhythm = quirksOf(venue).rhythm?.kind ?? 'natural'
  const world = worlds.get(rhythm) ?? withShortLists(createWorld({ seed: 7, rhythm }))
  worlds.set(rhythm, world)
  return world
}

function withShortLists(world: SimulatedWorld): SimulatedWorld {
  return {
    ...world,
    eventsAt: (now) =>
      world
        .eventsAt(now)
        .filter(
          ({ series, cycle, closesAt }) =>
            LISTED.has(series.key) && (cycle % KEPT_CYCLES === 0 || closesAt > NOON),
        ),
  }
}
