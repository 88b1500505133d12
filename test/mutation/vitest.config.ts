import { defineConfig } from 'vitest/config'
import house from '../../vitest.config.js'

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    ...house.test,
    // The runner of the mutations takes threads, and they take no flags of the heap.
    execArgv: [],
    setupFiles: ['test/support/loopback-only.ts', 'test/mutation/same-chance.ts'],
    // Whole days of seeded chance: each takes seconds, and every change would pay for them.
    exclude: ['**/node_modules/**', 'test/candles/mutations.test.ts', 'test/candles/*.property.test.ts'],
  },
})
