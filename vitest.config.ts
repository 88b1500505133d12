import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compileLater } from './test/support/node-flags.js'

/** The files that take longest. They are short, and a run that knows no durations begins with the longest text. */
const longest = [
  'test/conformance/venues/faults.test.ts',
  'test/conformance/venues/streams.test.ts',
  'test/page/dashboard.test.ts',
  'test/readme.test.ts',
  'test/conformance/books/books-2.test.ts',
  'test/cassette/end-to-end.test.ts',
  'test/candles/mutations.test.ts',
  'test/conformance/books/books-1.test.ts',
  'test/conformance/books/books-5.test.ts',
  'test/conformance/books/books-4.test.ts',
  'test/cli/commands/selftest.test.ts',
  'test/conformance/books/books-3.test.ts',
  'test/conformance/venues/candles.test.ts',
  'test/orders/kill.test.ts',
  'test/conformance/venues/own-streams.test.ts',
  'test/daemon/life-cycle.test.ts',
  'test/conformance/venues/listings.test.ts',
  'test/cassette/venues.test.ts',
  'test/conformance/lies/lies-1.test.ts',
  'test/daemon/crash.test.ts',
  'test/conformance/lies/lies-3.test.ts',
  'test/cli/commands/cache.test.ts',
  'test/conformance/lies/lies-2.test.ts',
  'test/venues/odd-rows.test.ts',
  'test/candles/engine.property.test.ts',
  'test/conformance/sdk.test.ts',
  'test/cassette/tapes.test.ts',
  'test/conformance/venues/unknown-words-2.test.ts',
  'test/conformance/venues/unknown-words-4.test.ts',
  'test/orders/stop-processes.test.ts',
  'test/cli/commands/mcp.test.ts',
  'test/conformance/venues/unknown-words-1.test.ts',
  'test/conformance/sdk-trading.test.ts',
  'test/conformance/venues/lookups.test.ts',
  'test/cli/pins/pin.test.ts',
  'test/http/socket/ws.test.ts',
  'test/cli/match-links/running.test.ts',
  'test/daemon/joined.test.ts',
  'test/cli/process/silent-daemon.test.ts',
]
const gone = longest.filter((path) => !existsSync(new URL(path, import.meta.url)))
if (gone.length > 0) throw new Error(`vitest.config.ts begins with ${gone.join(', ')}, which is not there`)

/** What it takes to start Node on a quiet machine with two cores, ms. */
const QUIET_START_MS = 50
/** The load may rise after the measurement. Waiting longer costs nothing but the time until a hang is noticed. */
const RESERVE = 4

/** How many times longer this machine takes now than a quiet one, with a reserve. */
function measureSlowness(): number {
  const starts = Array.from({ length: 5 }, () => {
    const began = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    return performance.now() - began
  })
  return Math.max(1, Math.max(...starts) / QUIET_START_MS) * RESERVE
}
const slowness = Number(process.env['PMX_TEST_SLOWNESS'] ?? measureSlowness())
const LIMIT_MS = Math.ceil(60_000 * slowness)

/** Begins with the longest files: one that is begun last leaves the other cores idle until it ends. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((path) => moduleId.endsWith(path))
      return place < 0 ? longest.length : place
    }
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other))
  }
}

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // A process for each file, and every import anew, costs more than most files take. So the files share processes,
    // and what one leaves behind (a listener, a changed global) is its own to take away.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // The default leaves a core idle, which on two cores doubles the time. One more than there are cores works while
    // others wait: for programs they have started, for locks, for what may not come too early.
    maxWorkers: availableParallelism() + 1,
    // Lists of venues are much short-lived memory: room for it, from the beginning, saves time in the collector.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=128', ...compileLater],
    // Against what hangs. Whether something is fast enough is measured by the bench.
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    teardownTimeout: LIMIT_MS,
    env: { PMX_TEST_SLOWNESS: String(slowness) },
    setupFiles: ['test/support/loopback-only.ts'],
  },
})
