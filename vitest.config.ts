import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // A process for each file, and every import anew, costs more than most files take. So the files share processes,
    // and what one leaves behind (a listener, a changed global) is its own to take away.
    isolate: false,
    // The default leaves a core idle, which on two cores doubles the time.
    maxWorkers: '100%',
    // Lists of venues are much short-lived memory: room for it saves a tenth of the time in the collector.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 20_000,
    setupFiles: ['test/support/loopback-only.ts'],
  },
})
