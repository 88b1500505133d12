// Runs the JavaScript clients' tables by a fixed clock: `npm --prefix test/readers test [-- file ...]`.
import { spawnSync } from 'node:child_process'
import { shiftedClock } from './python/support/fixed-clock.mjs'

const flags = ['--test', '--test-concurrency=2', '--test-timeout=600000', ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, flags, {
  cwd: import.meta.dirname,
  stdio: 'inherit',
  env: { ...process.env, ...shiftedClock()?.node },
})
process.exitCode = status ?? 1
