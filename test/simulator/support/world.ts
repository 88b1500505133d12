import { DAY_MS } from '../../../src/api/times/resolution.js'
import { stateAt, type WorldMarket } from '../../../src/simulator/world/common/types.js'
import { createWorld, type SimulatedWorld } from '../../../src/simulator/world/world.js'
import { NOON, SEED } from './stage.js'

/**
 * The world that most tests look at, and what it holds. Its venues have one price, so that what a venue writes is compared
 * with one book; how they differ is tested in `world/quoting.test.ts` and, over HTTP, in the conformance tables.
 */
export const world: SimulatedWorld = createWorld({ seed: SEED, prices: 'shared' })
export const instants = [NOON, NOON - 150 * DAY_MS, NOON + 73 * DAY_MS + 25_200_000, NOON + 400 * DAY_MS]

export function marketsAt(now: number, of: SimulatedWorld = world): WorldMarket[] {
  return of.eventsAt(now).flatMap((event) => event.markets)
}

export function openAt(now: number, of: SimulatedWorld = world): WorldMarket[] {
  return marketsAt(now, of).filter((market) => stateAt(market, now) === 'open')
}

/** A market of each way to trade, with prices of both ticks among them. */
export const sample: readonly WorldMarket[] = ['busy', 'steady', 'quiet', 'gappy', 'never'].flatMap(
  (activity) =>
    openAt(NOON)
      .filter((market) => market.activity === activity && NOON - market.opensAt > 20 * DAY_MS)
      .slice(0, 3),
)
