import type { MockContext } from '../../mock-kit/mock-venue.js'
import { stateAt, type WorldEvent, type WorldSeries } from '../../world/common/types.js'
import type { SimulatedWorld } from '../../world/world.js'
import type { Native } from './market.js'

/**
 * Recurring markets (README.md). They were never recorded: the member names are those of third-party types, their units
 * are a guess.
 */

export function isCollected({ series, shape }: WorldEvent): boolean {
  return shape === 'up-down' && series.recurrence !== 'annual'
}

/** Returns the open instance of each recurring series; of several the one that ends first. */
export function findCurrentInstances({ world, now }: MockContext): ReadonlyMap<WorldSeries, WorldEvent> {
  const current = new Map<WorldSeries, WorldEvent>()
  for (const event of world.eventsAt(now)) {
    if (!isCollected(event) || stateAt(event, now) !== 'open') continue
    const known = current.get(event.series)
    if (known === undefined || event.endsAt < known.endsAt) current.set(event.series, event)
  }
  return current
}

/**
 * Returns the `collection` member of a row. `next` is a list (opinion-api 0.4.0) with the instance after the current
 * one.
 * @param current the open instance of its series
 */
export function collectionOf(
  { world }: MockContext,
  { series }: WorldEvent,
  current: WorldEvent | undefined,
): Native {
  return {
    title: series.title,
    symbol: series.ticker,
    frequency: series.recurrence,
    ...(current === undefined ? {} : { current: instanceOf(current) }),
    next: current === undefined ? [] : followers(world, current).map(instanceOf),
  }
}

/** Returns instances that end within one period after the given one. */
function followers(world: SimulatedWorld, { series, opensAt, endsAt }: WorldEvent): readonly WorldEvent[] {
  const next = endsAt + 1
  return world.endingIn(series.key, next, next + endsAt - opensAt)
}

function instanceOf({ markets, series, opensAt, endsAt }: WorldEvent): Native {
  return {
    marketId: markets[0]?.number,
    period: series.recurrence,
    startTime: Math.floor(opensAt / 1000),
    endTime: Math.floor(endsAt / 1000),
    startPrice: '',
    endPrice: '',
  }
}
