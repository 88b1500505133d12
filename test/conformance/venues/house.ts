import { readArguments } from '../../../src/api/arguments/arguments.js'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import type { ErrorCode } from '../../../src/api/envelope/errors.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { loadConfig } from '../../../src/config/load.js'
import { ReadyJson } from '../../../src/core/request/api-call.js'
import { createCore } from '../../../src/daemon/compose-core.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { mockVenueIds } from '../../../src/simulator/mock-venues/registry.js'
import { type Simulator, startSimulator } from '../../../src/simulator/server/start.js'
import type { Rhythm } from '../../../src/simulator/world/common/types.js'
import { createWorld, quotedBy, type SimulatedWorld } from '../../../src/simulator/world/world.js'
import { servedVenueIds } from '../../../src/venues/registry.js'
import { abridged } from '../../support/abridged-world.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { openedWorld } from '../../support/worlds.js'

/** The instant at which the table asks. */
export const NOON = Date.UTC(2026, 10, 21, 12, 3, 20)

/** Venues the table can be played with: a served venue without a face fails in `registry.test.ts`. */
export const playable: readonly VenueId[] = servedVenueIds.filter((id) => mockVenueIds.includes(id))

const SEED = 7
const worlds = new Map<string, SimulatedWorld>()

/** All houses of a file stand in one world: it is the same whoever asks, and takes a while to build. */
export function worldOf(rhythm: Rhythm, keptCycles: number): SimulatedWorld {
  const name = `${rhythm} ${keptCycles}`
  const world = worlds.get(name) ?? abridged(createWorld({ seed: SEED, rhythm }), keptCycles)
  worlds.set(name, world)
  return world
}

/** Cycles of a series between two that stay in lists after their end. */
const KEPT_CYCLES = 2

/** Room for all pages of the longest list, under several instants. */
const REPLY_BYTES = 64_000_000

/** Data with the story behind it. */
interface Told {
  readonly data: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** A core over a demo venue: real HTTP on the loopback, a clock that stands still and whose sleeps take no time. */
export interface House {
  readonly simulator: Simulator
  /** The simulated world as the venue quotes it. */
  readonly world: SimulatedWorld
  readonly clock: FakeClock
  /** The method's data. @throws PmxError */
  ask(venue: VenueId, method: MethodName, args: readonly unknown[]): Promise<unknown>
  /** The same at {@link NOON}, by a core that remembers nothing. */
  askAfresh(venue: VenueId, method: MethodName, args: readonly unknown[]): Promise<unknown>
  /** As {@link House.askAfresh}, with the response headers, and at another instant where one is given. */
  tellAfresh(venue: VenueId, method: MethodName, args: readonly unknown[], at?: number): Promise<Told>
  close(): Promise<void>
}

/**
 * Opens a house in which one venue is played.
 * @param keptCycles of what is over, one in so many is listed: fewer where the lists themselves are asked for often
 */
export async function openHouse(
  rhythm: Rhythm,
  venue: VenueId,
  keptCycles: number = KEPT_CYCLES,
): Promise<House> {
  const clock = hurried()
  const simulator = await startSimulator({
    seed: SEED,
    clock,
    rhythm,
    world: worldOf(rhythm, keptCycles),
    venues: [venue],
    replyBytes: REPLY_BYTES,
  })
  simulator.switches.limits = 'off'
  const openCore = () =>
    createCore({
      config: loadConfig({ flags: {}, environment: {} }),
      effects: { clock, random: () => 0, ids: createSystemIds() },
      log: silentLogger,
      world: { ...openedWorld(simulator.urls), paper: simulator.paper },
      candleFile: undefined,
    })
  type Core = Awaited<ReturnType<typeof openCore>>
  const core = await openCore()
  async function run(on: Core, venue: VenueId, method: MethodName, raw: readonly unknown[]): Promise<Told> {
    const call = { venue, signal: new AbortController().signal, credentials: undefined, trusted: true }
    const { data, headers } = await on.dispatcher.run(method, readArguments(method, raw).args, call)
    return { data: data instanceof ReadyJson ? JSON.parse(data.text) : data, headers }
  }
  async function tellAfresh(
    id: VenueId,
    method: MethodName,
    args: readonly unknown[],
    at = NOON,
  ): Promise<Told> {
    clock.set(at)
    const fresh = await openCore()
    try {
      return await run(fresh, id, method, args)
    } finally {
      await fresh.close()
    }
  }
  return {
    simulator,
    world: quotedBy(simulator.world, venue),
    clock,
    ask: async (id, method, args) => (await run(core, id, method, args)).data,
    tellAfresh,
    askAfresh: async (id, method, args) => (await tellAfresh(id, method, args)).data,
    async close() {
      await core.close()
      await simulator.close()
    },
  }
}

/** Waits longer than this are deadlines, which never come. */
const MAX_WAIT_MS = 20_000

/** Whoever waits finds the time passed at once. */
export function hurried(): FakeClock {
  const clock = fakeClock(NOON)
  return Object.assign(clock, {
    sleep: async (ms: number) => clock.passTo(clock.now() + ms),
    setTimer(ms: number, task: () => void) {
      if (ms > MAX_WAIT_MS) return () => undefined
      const wake = setImmediate(() => {
        clock.passTo(clock.now() + ms)
        task()
      })
      return () => clearImmediate(wake)
    },
  })
}

/** Codes of "there is no such thing". */
export const notFoundCodes: readonly ErrorCode[] = ['NOT_FOUND', 'MARKET_NOT_FOUND', 'EVENT_NOT_FOUND']
