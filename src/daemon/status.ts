import type { CassetteSession } from '../cassette/replay/cassette-session.js'
import type { Clock } from '../effects/clock.js'
import type { SocketCounts } from '../http/socket/socket-counters.js'
import { type ListFacts, renderMetrics, type ServerMetrics } from '../observe/metrics.js'
import type { PinCapture } from '../pins/pin-capture.js'
import { listUnknownWords } from '../venue-kit/payload/native-enums.js'
import { servedVenueIds } from '../venues/registry.js'
import { version } from '../version.js'
import type { Core } from './compose-core.js'
import type { LockState } from './lifecycle/sdk-lock-watch.js'
import type { Instance } from './lifecycle/state-folder-lock.js'

export interface StatusOptions {
  readonly core: Core
  readonly clock: Pick<Clock, 'monotonic' | 'now'>
  readonly instance: Instance
  readonly cassette: CassetteSession | undefined
  readonly pins: PinCapture | undefined
  /** Counts of the socket server. */
  readonly sockets: SocketCounts
  /** Which server the SDKs' lock file points to, or undefined if it is turned off. */
  readonly sdkLock: () => LockState | undefined
}

/** Creates the status of a daemon: the long form of /health, and metrics as Prometheus text. */
export function createStatus({ core, clock, instance, cassette, pins, sockets, sdkLock }: StatusOptions) {
  const begunAt = clock.monotonic()
  const uptimeSeconds = (): number => (clock.monotonic() - begunAt) / 1000
  const { transport, skippedRows } = core
  return {
    status: () => ({
      ...(isDegraded(core, cassette) ? { status: 'degraded' } : {}),
      pid: process.pid,
      version,
      startedAt: instance.startedAt,
      offline: instance.offline === true,
      uptimeSeconds: uptimeSeconds(),
      memoryBytes: process.memoryUsage(),
      candleStore: core.storeState(),
      ...(core.shared === undefined ? {} : { shared: core.shared.status() }),
      ...(core.recheck === undefined ? {} : { recheck: Object.fromEntries(core.recheck) }),
      venues: Object.fromEntries(transport.counters()),
      breakers: Object.fromEntries(transport.breakers()),
      failovers: Object.fromEntries(transport.failovers()),
      budgets: Object.fromEntries(transport.budgets()),
      skippedRows: Object.fromEntries(skippedRows),
      unknownWords: listUnknownWords(),
      sockets: { ...sockets },
      ...(sdkLock() === undefined ? {} : { sdkLock: sdkLock() }),
      streams: { ...core.streams?.status(), ...core.tickers.status() },
      ...(cassette === undefined ? {} : { cassette: cassetteStatus(cassette) }),
      ...withOrders(core),
      ...withLists(core),
      ...withPins(pins),
    }),
    metrics: (door: ServerMetrics) => {
      const { user, system } = process.cpuUsage()
      const { stored, series, fileBytes } = core.storeCounts()
      const store = core.storeState()
      const facts = {
        version,
        mode: instance.mode,
        uptimeSeconds: uptimeSeconds(),
        residentBytes: process.memoryUsage.rss(),
        cpuSeconds: (user + system) / 1e6,
        counters: transport.counters(),
        breakers: transport.breakers(),
        budgets: transport.budgets(),
        failovers: transport.failovers().keys(),
        skippedRows,
        candles: {
          stored,
          series,
          unsaved: store.kind === 'ok' ? 0 : (store.unsaved ?? 0),
          isStoredForGood: store.kind === 'ok',
        },
        fileBytes,
        shared: core.shared?.status() ?? [],
        areOrdersStopped: core.journal.stopInForce !== undefined,
        lists: listFacts(core, clock.now()),
        streams: core.streams?.counters.all() ?? new Map(),
        sockets: { ...sockets },
        leadsHere: sdkLock() === undefined ? undefined : sdkLock()?.leads === 'here',
      }
      return renderMetrics(facts, door)
    },
  }
}

/** Returns the stored lists with their age. */
function listFacts({ catalog }: Core, now: number): readonly ListFacts[] {
  if (catalog === undefined) return []
  return servedVenueIds.flatMap((venue) =>
    catalog.status(venue).map(({ status, rows, readAt }) => ({
      venue,
      status,
      rows,
      ageSeconds: readAt === undefined ? undefined : Math.max(0, (now - readAt) / 1000),
    })),
  )
}

/** Returns the number of orders with an unknown outcome, a stop of orders, and why no order can be recorded. */
function withOrders({ doubtfulOrders, journal }: Core): object {
  const inDoubt = doubtfulOrders()
  const { stopInForce: stopped, unusable } = journal
  return {
    ...(inDoubt === undefined && stopped === undefined ? {} : { orders: { inDoubt, stopped } }),
    ...(unusable === undefined ? {} : { orderJournal: { unusable } }),
  }
}

/** Whether a file for candles, lists, orders or a recording cannot be written. */
function isDegraded({ storeState, catalog, journal }: Core, cassette: CassetteSession | undefined): boolean {
  const report = cassette?.report()
  if (report?.kind === 'record' && report.ended !== undefined) return true
  const store = storeState()
  const isUnsaved = store.kind !== 'ok' && store.unsaved !== undefined
  if (journal.unusable !== undefined) return true
  return isUnsaved || (catalog?.state().kind ?? 'ok') !== 'ok'
}

/** Returns the stored lists of each venue that has any. */
function withLists({ catalog }: Core): object {
  if (catalog === undefined) return {}
  const venues = servedVenueIds.map((id) => [id, catalog.status(id)] as const)
  const known = venues.filter(([, lists]) => lists.length > 0)
  return { catalog: { ...catalog.state(), lists: Object.fromEntries(known) } }
}

function withPins(keeper: PinCapture | undefined): object {
  const pins = keeper?.status()
  return pins === undefined ? {} : { pins }
}

/** Returns the counts without the lists of calls, which can be long. */
function cassetteStatus(session: CassetteSession): object {
  const report = session.report()
  if (report.kind === 'record') return report
  const { misses: _misses, unused, ...counts } = report
  return { ...counts, unused: unused.count }
}
