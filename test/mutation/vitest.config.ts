import { defineConfig } from 'vitest/config'
import house from '../../vitest.config.js'
import { lastingWorker } from './lasting-worker.js'

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  plugins: [
    {
      name: 'lasting-worker',
      configureVitest({ project }) {
        // The runner of the mutations asks for threads by name; these are threads.
        Object.assign(project.config, { pool: lastingWorker.name, poolRunner: lastingWorker })
      },
    },
  ],
  test: {
    ...house.test,
    // Threads take no flags of the heap.
    execArgv: [],
    // What a change has made wait for ever: sooner than the runner of the mutations would give up, and start anew.
    testTimeout: 6_000,
    setupFiles: ['test/support/loopback-only.ts', 'test/mutation/same-chance.ts'],
    // Whole days of seeded chance, and every venue there is: each takes seconds, and every change would pay for them.
    exclude: [
      '**/node_modules/**',
      // It reads the built pages, of which a copy of the source has none.
      'test/http/docs.test.ts',
      // It starts the built program.
      'test/streams/sdk.test.ts',
      'test/candles/bad-input.test.ts',
      'test/candles/mutations.test.ts',
      'test/candles/{engine,hostile-days,stale}.property.test.ts',
      // It reads the built pages, of which a copy of the source has none.
      'test/http/docs.test.ts',
    ],
  },
})
