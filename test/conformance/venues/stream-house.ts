import { setTimeout as pause } from 'node:timers/promises'
import { readArguments } from '../../../src/api/arguments/arguments.js'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { OrderBook, Trade } from '../../../src/api/models/models.js'
import { loadConfig } from '../../../src/config/load.js'
import { ReadyJson } from '../../../src/core/request/api-call.js'
import type { Watching, WatchMethod, WatchSink } from '../../../src/core/watch/subscriptions.js'
import { createCore } from '../../../src/daemon/compose-core.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { type Simulator, startSimulator } from '../../../src/simulator/server/start.js'
import { quotedBy, type SimulatedWorld } from '../../../src/simulator/world/world.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { openedWorld } from '../../support/worlds.js'
import { NOON, worldOf } from './house.js'
import { twinsOf } from './rows.js'

/** The simulator looks at its world at least as often. */
const TICK_MS = 100
/** Of what is over, one cycle in so many is listed: lists are read once, and their ends do not matter here. */
const KEPT_CYCLES = 50
/** Turns of a millisecond or more of real time in which frames on their way are waited for. */
const UNDERWAY_TURNS = 6
const HOUR = 3_600_000

/** A market that is watched. */
export interface StreamedOutcome {
  readonly yes: string
  readonly no: string | undefined
  /** The world's market. */
  readonly key: string
}

/** A core over one demo venue with its sockets, and a clock that moves only when told. */
export interface StreamHouse {
  readonly simulator: Simulator
  /** The simulated world as the venue quotes it. */
  readonly world: SimulatedWorld
  readonly clock: FakeClock
  /** The markets that trade most from now on, of those with a book that is wanted. */
  outcomes(count: number, isWanted: (book: OrderBook) => boolean): Promise<readonly StreamedOutcome[]>
  watch(method: WatchMethod, args: readonly unknown[], sink: WatchSink): Promise<Watching>
  /** By HTTP, as it is now. */
  book(outcomeId: string): Promise<OrderBook>
  trades(outcomeId: string, start: number): Promise<readonly Trade[]>
  /** Lets time pass until it is done. */
  settled<Value>(work: Promise<Value>): Promise<Value>
  /** A tick of time; then frames get through, until it is so or a moment of real time is over. */
  tick(isSo: () => boolean): Promise<void>
  close(): Promise<void>
}

export async function openStreamHouse(venue: VenueId): Promise<StreamHouse> {
  const clock = fakeClock(NOON)
  const world = quotedBy(worldOf('natural', KEPT_CYCLES), venue)
  const simulator = await startSimulator({ seed: 7, clock, rhythm: 'natural', world, venues: [venue] })
  simulator.switches.limits = 'off'
  const core = await createCore({
    config: loadConfig({ flags: { venues: { [venue]: { limits: 'none' } } }, environment: {} }),
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: { ...openedWorld(simulator.urls), paper: simulator.paper },
    candleFile: undefined,
  })
  const call = { venue, signal: new AbortController().signal, credentials: undefined, trusted: true } as const

  async function settled<Value>(work: Promise<Value>): Promise<Value> {
    let isOver = false
    const end = (): void => {
      isOver = true
    }
    work.then(end, end)
    while (!isOver) {
      await clock.advance(10)
      await pause(0)
    }
    return work
  }

  /** Does not wait for time to pass: what is asked is as it is now. */
  async function ask(_venue: VenueId, method: MethodName, args: readonly unknown[]): Promise<unknown> {
    const { data } = await core.dispatcher.run(method, readArguments(method, args).args, call)
    return data instanceof ReadyJson ? JSON.parse(data.text) : data
  }

  return {
    simulator,
    world,
    clock,
    settled,
    async outcomes(count, isWanted) {
      const busy = (key: string): number => world.trades(key, NOON, NOON + 5 * 60_000).length
      // Some list their markets by age: the busy ones are further down.
      const askForMany = (_venue: VenueId, method: MethodName) => ask(_venue, method, [{ limit: 1_000 }])
      const twins = await twinsOf({ simulator, ask: askForMany }, venue, HOUR, { byLabel: true })
      const busiest = twins
        .filter(({ truth }) => truth.bookShape === 'two-sided' && truth.closesAt > NOON + HOUR)
        .map(({ yes, no, truth }) => ({ yes, no, key: truth.key }))
        .sort((a, b) => busy(b.key) - busy(a.key))
      const found: StreamedOutcome[] = []
      for (const one of busiest) {
        if (found.length === count) break
        if (isWanted((await ask(venue, 'fetchOrderBook', [one.yes])) as OrderBook)) found.push(one)
      }
      return found
    },
    watch: (method, args, sink) =>
      core.dispatcher.watch(method, readArguments(method, args).args, call, sink),
    book: async (outcomeId) => (await ask(venue, 'fetchOrderBook', [outcomeId])) as OrderBook,
    trades: async (outcomeId, start) =>
      (await ask(venue, 'fetchTrades', [outcomeId, { start, limit: 1_000 }])) as Trade[],
    async tick(isSo): Promise<void> {
      await clock.advance(TICK_MS)
      for (let waited = 0; waited < UNDERWAY_TURNS && !isSo(); waited++) {
        await pause(1)
        await clock.advance(0)
      }
    },
    async close() {
      const closing = core.close()
      await clock.advance(1_000)
      await closing
      await simulator.close()
    },
  }
}
