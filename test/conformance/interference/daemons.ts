import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments } from '../../../src/api/arguments/arguments.js'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { Credentials } from '../../../src/api/models/models.js'
import { loadConfig } from '../../../src/config/load.js'
import { ReadyJson } from '../../../src/core/request/api-call.js'
import { type Core, createCore } from '../../../src/daemon/compose-core.js'
import { createOrderJournal } from '../../../src/daemon/state/order-journal-file.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import type { Random } from '../../../src/effects/random.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { JournalRow } from '../../../src/orders/journal.js'
import type { Wire } from '../../../src/transport/call-types.js'
import { loadVenue } from '../../../src/venues/registry.js'
import type { FakeClock } from '../../support/clock.js'
import { openedWorld } from '../../support/worlds.js'
import { startMockVenue } from '../books/exchange.js'
import type { Limits } from './judge.js'
import { createInterferingWire, type InterferingWire } from './wire.js'

/** Requests of one client come so far apart. */
const PAUSE_MS = 1_500

/** What a call came to. */
export interface Told<Data> {
  readonly data?: Data
  /** As a failed response has it. */
  readonly error?: { readonly code: string; readonly message: string; readonly detail?: unknown }
  /** The process ended before it had a response. */
  readonly isKilled?: true
}

/** Two processes that share a journal of orders, over a wire with something in between, and one that reaches the venue. */
export interface Daemons {
  readonly clock: FakeClock
  readonly wire: InterferingWire
  /** @param index of the process */
  ask<Data>(index: number, method: MethodName, args?: readonly unknown[]): Promise<Told<Data>>
  /** What the venue itself says. @throws PmxError */
  honest<Data>(method: MethodName, args?: readonly unknown[]): Promise<Data>
  /** Starts both again, from the journal as it was when they ended. */
  restart(): Promise<void>
  /** What a daemon does at its start. */
  resume(): Promise<void>
  /** The rows of the journal that both share, newest first. */
  rows(): Promise<readonly JournalRow[]>
  /** Sets the clock of this machine, and not that of the venue. */
  skew(ms: number): void
  close(): Promise<void>
}

export interface DaemonsOptions {
  readonly venue: VenueId
  readonly credentials: Credentials
  readonly limits: Limits
  readonly random: Random
}

export async function openDaemons(options: DaemonsOptions): Promise<Daemons> {
  const { venue, credentials, random, limits } = options
  const { clock, wire, simulator } = await startMockVenue(venue)
  const form = (await loadVenue(venue))?.errorForm ?? {}
  const home = mkdtempSync(join(tmpdir(), 'pmx-interference-'))
  let generation = 0
  let skewMs = 0
  const config = loadConfig({ flags: {}, environment: {} })
  const trading = { ...config.trading, ...limits }
  const folderOf = (number: number): string => join(home, `run-${number}`)

  const openCore = (way: Wire, orderFile: string | undefined, now = clock.now): Promise<Core> =>
    createCore({
      config: orderFile === undefined ? config : { ...config, trading },
      effects: { clock: { ...clock, now }, random: () => 0, ids: createSystemIds() },
      log: silentLogger,
      world: { ...openedWorld(simulator.urls), paper: simulator.paper, held: { [venue]: credentials } },
      candleFile: undefined,
      orderFile,
      wire: way,
    })

  async function openRun() {
    const folder = folderOf(generation)
    mkdirSync(folder, { recursive: true })
    const own = createInterferingWire(wire, random, form, () =>
      cpSync(folder, folderOf(generation + 1), { recursive: true }),
    )
    const open = () => openCore(own, join(folder, 'orders.db'), () => clock.now() + skewMs)
    return { wire: own, cores: [await open(), await open()] as const }
  }

  async function run(core: Core, method: MethodName, raw: readonly unknown[]): Promise<unknown> {
    clock.passTo(clock.now() + PAUSE_MS)
    const call = { venue, signal: new AbortController().signal, credentials, trusted: true }
    const { args } = readArguments(method, raw)
    const { data } = await core.dispatcher.run(method, args, call)
    return data instanceof ReadyJson ? JSON.parse(data.text) : data
  }

  const honest = await openCore(wire, undefined)
  let running = await openRun()

  return {
    clock,
    get wire() {
      return running.wire
    },
    ask: async <Data>(index: number, method: MethodName, args: readonly unknown[] = []) => {
      const { cores, wire: own } = running
      const core = cores[index % cores.length] as Core
      const told = run(core, method, args).then(
        (data): Told<Data> => ({ data: data as Data }),
        (error: Told<Data>['error']): Told<Data> => {
          if (error?.code === undefined) throw error
          return { error }
        },
      )
      return Promise.race([told, own.death.then((): Told<Data> => ({ isKilled: true }))])
    },
    honest: async <Data>(method: MethodName, args: readonly unknown[] = []) =>
      (await run(honest, method, args)) as Data,
    async restart() {
      generation++
      running = await openRun()
    },
    async resume() {
      for (const core of running.cores) await core.resumeCancels()
    },
    async rows() {
      const file = join(folderOf(generation), 'orders.db')
      if (!existsSync(file)) return []
      const journal = createOrderJournal({ file, clock, log: silentLogger })
      try {
        await journal.open()
        return journal.list({ limit: 1_000 })
      } finally {
        journal.close()
      }
    },
    skew(ms) {
      skewMs = ms
    },
    async close() {
      for (const core of running.cores) await core.close()
      await honest.close()
      await simulator.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
