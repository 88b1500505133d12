import { readArguments } from '../../../src/api/arguments/arguments.js'
import type { ArgsOf, MethodName } from '../../../src/api/arguments/methods.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Credentials } from '../../../src/api/models/models.js'
import { loadConfig } from '../../../src/config/load.js'
import { ReadyJson } from '../../../src/core/request/api-call.js'
import { createCore } from '../../../src/daemon/compose-core.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { TradingLimits } from '../../../src/orders/trading-limits.js'
import { type Simulator, startSimulator } from '../../../src/simulator/server/start.js'
import type { SimulatedWorld } from '../../../src/simulator/world/world.js'
import type { Wire } from '../../../src/transport/call-types.js'
import type { FakeClock } from '../../support/clock.js'
import { type ChangeReply, connectInProcess } from '../../support/in-process.js'
import { openedWorld } from '../../support/worlds.js'
import { hurried, NOON, worldOf } from '../venues/house.js'

const KEPT_CYCLES = 50
const REPLY_BYTES = 16_000_000

/** One call of the public API, in the name of an account. @throws PmxError */
export type Ask = (
  method: MethodName,
  args: readonly unknown[],
  credentials?: Credentials,
) => Promise<unknown>

/** A mock venue with a core over it, in one process, at noon. */
export interface Exchange {
  readonly venue: VenueId
  readonly clock: FakeClock
  readonly world: SimulatedWorld
  readonly simulator: Simulator
  readonly ask: Ask
  close(): Promise<void>
}

export interface ExchangeOptions {
  readonly changeReply?: ChangeReply | undefined
  /** What is done to calls of the daemon and their data. */
  readonly changeAsk?: ((ask: Ask) => Ask) | undefined
  /** The journal of orders. */
  readonly orderFile?: string | undefined
  /** What stands between the daemon and the mock venue. */
  readonly changeWire?: ((wire: Wire) => Wire) | undefined
  /** Limits of the daemon's orders. */
  readonly limits?: Omit<Partial<TradingLimits>, 'venues'> | undefined
}

/** A mock venue at noon in this process, without limits, and the transport to it. */
export async function startMockVenue(venue: VenueId, changeReply?: ChangeReply) {
  const clock = hurried()
  clock.set(NOON)
  const { listen, wire } = connectInProcess(changeReply)
  const world = worldOf('natural', KEPT_CYCLES)
  const simulator = await startSimulator({
    seed: 7,
    clock,
    world,
    venues: [venue],
    replyBytes: REPLY_BYTES,
    listen,
  })
  simulator.switches.limits = 'off'
  return { clock, wire, world, simulator }
}

export async function openExchange(venue: VenueId, options: ExchangeOptions = {}): Promise<Exchange> {
  const { clock, wire, world, simulator } = await startMockVenue(venue, options.changeReply)
  const config = loadConfig({ flags: {}, environment: {} })
  const core = await createCore({
    config: { ...config, trading: { ...config.trading, ...options.limits } },
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: { ...openedWorld(simulator.urls), paper: simulator.paper },
    candleFile: undefined,
    orderFile: options.orderFile,
    wire: options.changeWire?.(wire) ?? wire,
  })
  const ask: Ask = async (method, raw, credentials) => {
    const call = { venue, signal: new AbortController().signal, credentials, trusted: true }
    const { args } = readArguments(method, raw) as { args: ArgsOf<typeof method> }
    const { data } = await core.dispatcher.run(method, args, call)
    return data instanceof ReadyJson ? JSON.parse(data.text) : data
  }
  return {
    venue,
    clock,
    world,
    simulator,
    ask: options.changeAsk?.(ask) ?? ask,
    async close() {
      await core.close()
      await simulator.close()
    },
  }
}
