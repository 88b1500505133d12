import { existsSync } from 'node:fs'
import { messageOf } from '../api/envelope/errors.js'
import { venueNames } from '../api/envelope/venue-ids.js'
import { readOutcomeCoverage, readOverview } from '../candles/maintenance/coverage-overview.js'
import type { CassetteSession } from '../cassette/replay/cassette-session.js'
import type { Config } from '../config/schema.js'
import type { Clock } from '../effects/clock.js'
import type { PageData } from '../http/routes/ui.js'
import type { Capture } from '../pins/format.js'
import { createEventLoopYield } from '../policy/event-loop-yield.js'
import type { Database } from '../storage/driver.js'
import { measureDatabase } from '../storage/files.js'
import { loadDriver } from '../storage/load-driver.js'
import { servedVenueIds } from '../venues/registry.js'
import type { Core } from './compose-core.js'
import type { worldFilesIn } from './files/state-paths.js'
import type { Instance } from './lifecycle/state-folder-lock.js'
import type { WorldUrls } from './network/host-wiring.js'
import { loadStoredAddresses } from './sources/venue-loader.js'
import { readCaptures, readPins } from './state/pins-file.js'

export interface PageDataOptions {
  readonly config: Config
  readonly core: Core
  readonly clock: Clock
  readonly instance: Instance
  readonly cassette: CassetteSession | undefined
  /** Paths of data files, or undefined if nothing is stored. */
  readonly files: ReturnType<typeof worldFilesIn> | undefined
  /** The simulator's addresses in a simulation. */
  readonly urls: WorldUrls | undefined
}

/** Maximum number of a replay's unused calls in the result. */
const MAX_UNUSED = 100

/** Creates the data source of the dashboard. Files are opened for each request, and closed after it. */
export function createPageData(options: PageDataOptions): PageData {
  const { config, core, clock, instance, cassette, files, urls } = options
  const turn = createEventLoopYield(core.arrivals.later, clock)

  /** Reads the database file over a separate read-only connection. Returns undefined without a readable file. */
  async function reading<Result>(
    work: (database: Database, path: string) => Promise<Result> | Result,
  ): Promise<Result | undefined> {
    const path = files?.candles
    if (path === undefined || !existsSync(path) || core.storeState().kind !== 'ok') return undefined
    const open = await loadDriver()
    const database = open(path, { readOnly: true })
    try {
      return await work(database, path)
    } finally {
      database.close()
    }
  }

  return {
    about: () => ({
      now: clock.now(),
      startedAt: instance.startedAt,
      venues: servedVenueIds.map((id) => ({ id, name: venueNames[id] })),
      searchesAll: core.catalogSearch !== undefined,
      pins: files !== undefined && instance.offline !== true,
      recording: instance.recording !== undefined,
    }),
    async stored(query) {
      const told = await reading(async (database, path) => ({
        kind: 'file',
        path,
        bytes: measureDatabase(path),
        ...(await readOverview(database, query, turn)),
      }))
      return told ?? { kind: 'memory' }
    },
    async coverage(venue, outcomeId) {
      const addressOf = await loadStoredAddresses(config.venues, urls)
      const told = await reading((database) => readOutcomeCoverage(database, venue, outcomeId, addressOf))
      return told === undefined ? { kind: 'memory', steps: [] } : { kind: 'file', ...told }
    },
    pins() {
      if (files === undefined) return { kind: 'none', pins: [] }
      try {
        const captures = [...readCaptures(files.captures), ...readCaptures(files.samples)]
        const pins = readPins(files.pins).map((pin) => ({ ...pin, captures: ownCaptures(pin, captures) }))
        return { kind: 'kept', pins }
      } catch (error) {
        return { kind: 'damaged', problem: messageOf(error), pins: [] }
      }
    },
    cassette() {
      const report = cassette?.report()
      if (report === undefined || report.kind === 'record') return report
      const { count, calls } = report.unused
      return { ...report, unused: { count, calls: calls.slice(0, MAX_UNUSED) } }
    },
  }
}

function ownCaptures(
  { venue, outcomes }: { readonly venue: string; readonly outcomes: readonly { outcomeId: string }[] },
  captures: readonly Capture[],
): Capture[] {
  const own = new Set(outcomes.map(({ outcomeId }) => outcomeId))
  return captures.filter((capture) => capture.venue === venue && own.has(capture.outcomeId))
}
