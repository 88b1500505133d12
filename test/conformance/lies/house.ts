import { readArguments } from '../../../src/api/arguments/arguments.js'
import type { ArgsOf, MethodName } from '../../../src/api/arguments/methods.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { loadConfig } from '../../../src/config/load.js'
import { ReadyJson } from '../../../src/core/request/api-call.js'
import { type Core, createCore } from '../../../src/daemon/compose-core.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { type Simulator, startSimulator } from '../../../src/simulator/server/start.js'
import type { SimulatedWorld } from '../../../src/simulator/world/world.js'
import type { Wire } from '../../../src/transport/call-types.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { connectInProcess } from '../../support/in-process.js'
import { openedWorld } from '../../support/worlds.js'
import { candlesOf } from '../venues/rows.js'
import { finishWork } from './clockwork.js'
import { createLyingWire, type LyingWire } from './lying-wire.js'
import { worldFor } from './world.js'

const REPLY_BYTES = 16_000_000

/** Data with the headers beside it. */
interface Told {
  readonly data: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** A call of the public API. @throws PmxError */
type Ask = (method: MethodName, args: readonly unknown[]) => Promise<Told>

/** A daemon over a mock venue that may lie, with a store that survives restarts. */
export interface LiarHouse {
  readonly venue: VenueId
  readonly clock: FakeClock
  readonly simulator: Simulator
  readonly wire: LyingWire
  readonly ask: Ask
  /** The same question from so many clients at the same time. */
  askTogether(times: number, method: MethodName, args: readonly unknown[]): Promise<readonly Told[]>
  /** Ends the daemon and starts another one over the same store. @param offline it sends no calls */
  restart(options?: { readonly offline?: boolean }): Promise<void>
  close(): Promise<void>
}

interface LiarHouseOptions {
  readonly startsAt: number
  readonly seed: number
  /** How far the replica is behind, ms. */
  readonly lagMs: number
  /** The candle database; candles end with the daemon without one. */
  readonly candleFile?: string | undefined
  /** That of the lies when absent. */
  readonly world?: SimulatedWorld | undefined
}

/** Starts a mock venue in process. @param clock the time at the venue */
async function startVenue(venue: VenueId, clock: FakeClock, world = worldFor(venue)) {
  const { listen, wire } = connectInProcess()
  const simulator = await startSimulator({
    seed: 7,
    clock,
    world,
    rhythm: world.rhythm,
    venues: [venue],
    replyBytes: REPLY_BYTES,
    listen,
  })
  simulator.switches.limits = 'off'
  return { simulator, wire }
}

/** Opens a core at the venue's mock. */
async function openCore(
  venue: VenueId,
  simulator: Simulator,
  options: {
    readonly clock: FakeClock
    readonly wire: Wire
    readonly candleFile: string | undefined
    readonly offline?: boolean
  },
): Promise<Core> {
  const { clock, wire, candleFile, offline = false } = options
  const core = await createCore({
    config: loadConfig({ flags: { offline }, environment: {} }),
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: { ...openedWorld(simulator.urls), paper: simulator.paper, offline },
    candleFile,
    wire,
  })
  // Loading is the only wait that is not for virtual time.
  await core.loadVenue(venue)
  return core
}

async function askCore(
  core: Core,
  venue: VenueId,
  method: MethodName,
  raw: readonly unknown[],
): Promise<Told> {
  const { args } = readArguments(method, raw) as { args: ArgsOf<typeof method> }
  const call = { venue, signal: new AbortController().signal, credentials: undefined, trusted: true }
  const { data, headers } = await core.dispatcher.run(method, args, call)
  return { data: data instanceof ReadyJson ? JSON.parse(data.text) : data, headers }
}

export async function openLiarHouse(venue: VenueId, options: LiarHouseOptions): Promise<LiarHouse> {
  const { startsAt, seed, lagMs, candleFile, world } = options
  const clock = fakeClock(startsAt)
  const honest = await startVenue(venue, clock, world)
  const replica = await startVenue(venue, { ...clock, now: () => clock.now() - lagMs }, world)
  const wire = createLyingWire({ honest: honest.wire, replica: replica.wire, clock, seed })
  const open = (offline: boolean): Promise<Core> =>
    openCore(venue, honest.simulator, { clock, wire, candleFile, offline })
  let core = await open(false)
  return {
    venue,
    clock,
    simulator: honest.simulator,
    wire,
    ask: (method, args) => finishWork(clock, askCore(core, venue, method, args)),
    askTogether: (times, method, args) =>
      finishWork(clock, Promise.all(Array.from({ length: times }, () => askCore(core, venue, method, args)))),
    async restart({ offline = false } = {}) {
      await finishWork(clock, core.close())
      core = await open(offline)
    },
    async close() {
      await finishWork(clock, core.close())
      await Promise.all([honest.simulator.close(), replica.simulator.close()])
    },
  }
}

/** A daemon that remembers nothing, over the honest venue, at any time. */
export interface HonestHouse {
  /** @param at epoch ms at which the question is asked */
  askAt(at: number, method: MethodName, args: readonly unknown[]): Promise<Told>
  readonly simulator: Simulator
}

export async function openHonestHouse(venue: VenueId, startsAt: number): Promise<HonestHouse> {
  const clock = fakeClock(startsAt)
  const { simulator, wire } = await startVenue(venue, clock)
  return {
    simulator,
    async askAt(at, method, args) {
      clock.set(at)
      const core = await openCore(venue, simulator, { clock, wire, candleFile: undefined })
      try {
        return await finishWork(clock, askCore(core, venue, method, args))
      } finally {
        await finishWork(clock, core.close())
      }
    },
  }
}

/** The candles of a response. A volume that is unknown is absent. */
export function readCandles(data: unknown): readonly PriceCandle[] {
  return candlesOf(data).map(({ volume, ...prices }) =>
    volume === undefined ? prices : { ...prices, volume },
  )
}
