import type { CassetteSession } from '../cassette/session.js'
import type { Clock } from '../effects/clock.js'
import type { SocketCounts } from '../http/socket/counts.js'
import { renderMetrics } from '../observe/metrics.js'
import type { PinKeeper } from '../pins/keeper.js'
import { servedVenueIds } from '../venues/registry.js'
import { version } from '../version.js'
import type { Core } from './core.js'
import type { Instance } from './instance.js'

export interface StatusOptions {
  readonly core: Core
  readonly clock: Pick<Clock, 'monotonic'>
  readonly instance: Instance
  readonly cassette: CassetteSession | undefined
  readonly pins: PinKeeper | undefined
  /** What happens at the door for sockets. */
  readonly sockets: SocketCounts
}

/** What a daemon tells about itself: the long form of /health, and metrics as Prometheus text. */
export function createStatus({ core, clock, instance, cassette, pins, sockets }: StatusOptions) {
  const begunAt = clock.monotonic()
  const uptimeSeconds = (): number => (clock.monotonic() - begunAt) / 1000
  const { transport, skippedRows } = core
  return {
    status: () => ({
      pid: process.pid,
      version,
      startedAt: instance.startedAt,
      offline: instance.offline === true,
      uptimeSeconds: uptimeSeconds(),
      memoryBytes: process.memoryUsage(),
      candleStore: core.storeState(),
      venues: Object.fromEntries(transport.counters()),
      breakers: Object.fromEntries(transport.breakers()),
      detours: Object.fromEntries(transport.detours()),
      budgets: Object.fromEntries(transport.budgets()),
      skippedRows: Object.fromEntries(skippedRows),
      sockets: { ...sockets },
      streams: core.streams?.status() ?? {},
      ...(cassette === undefined ? {} : { cassette: cassetteStatus(cassette) }),
      ...withLists(core),
      ...withPins(pins),
    }),
    metrics: () =>
      renderMetrics(transport.counters(), {
        uptimeSeconds: uptimeSeconds(),
        residentBytes: process.memoryUsage.rss(),
        skippedRows,
        streams: core.streams?.counters.all() ?? new Map(),
        sockets: { ...sockets },
      }),
  }
}

/** Lists of the venues of which any are kept. */
function withLists({ catalog }: Core): object {
  if (catalog === undefined) return {}
  const venues = servedVenueIds.map((id) => [id, catalog.status(id)] as const)
  const known = venues.filter(([, lists]) => lists.length > 0)
  return { catalog: { ...catalog.state(), lists: Object.fromEntries(known) } }
}

function withPins(keeper: PinKeeper | undefined): object {
  const pins = keeper?.status()
  return pins === undefined ? {} : { pins }
}

/** The counts, without the lists of calls, which can be long. */
function cassetteStatus(session: CassetteSession): object {
  const report = session.report()
  if (report.kind === 'record') return report
  const { misses: _misses, unused, ...counts } = report
  return { ...counts, unused: unused.count }
}
