import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/**
 * Changes the source of a room in small ways, one at a time, runs the tests that reach the changed place, and lists the
 * changes that no test notices. `npm run mutate -- policy http` takes the rooms named, without a name all;
 * `npm run mutate -- policy/lru.ts` one file of a room. Exits with 1 where fewer than 85 % are noticed.
 * What was found is kept in `node_modules/.cache`: the next run tries only what changed since.
 */

/** Which tests judge the source of a room: its own, and those of what is built on it. */
const judges = {
  policy: ['policy', 'transport', 'http/masked-error', 'cassette/redact', 'cassette/lint'],
  api: ['api', 'core', 'http'],
  http: ['http', 'feeds', 'daemon/assistants'],
  transport: ['transport'],
  core: ['core', 'http', 'streams'],
  candles: ['candles'],
}

const asked = process.argv.slice(2)
const roomOf = (place) => place.split('/')[0]
const unknown = asked.filter((place) => !Object.hasOwn(judges, roomOf(place)))
if (unknown.length > 0) {
  process.stderr.write(`no such room: ${unknown.join(', ')}; there are ${Object.keys(judges).join(', ')}\n`)
  process.exit(2)
}

process.chdir(fileURLToPath(new URL('../../', import.meta.url)))
const here = 'test/mutation'
if (!existsSync(join(here, 'node_modules')))
  execSync('npm ci --ignore-scripts', { cwd: here, stdio: 'inherit' })
const { Stryker } = await import('@stryker-mutator/core')

for (const place of asked.length > 0 ? asked : Object.keys(judges)) {
  const room = roomOf(place)
  process.stdout.write(`\n== ${place}\n`)
  await new Stryker({
    mutate: [place.endsWith('.ts') ? `src/${place}` : `src/${place}/**/*.ts`],
    testFiles: judges[room].map((tests) => `test/${tests}{/**/*,}.test.ts`),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', `./${here}/no-rule.mjs`],
    // `related` would look for the tests anew at each change; the tests were told already.
    vitest: { configFile: `${here}/vitest.config.ts`, related: false },
    ignorers: ['no-rule'],
    coverageAnalysis: 'perTest',
    // What runs once, when a module is loaded, cannot be switched while the tests run.
    ignoreStatic: true,
    concurrency: 2,
    timeoutMS: 5_000,
    timeoutFactor: 1,
    incremental: true,
    incrementalFile: `node_modules/.cache/pmx-local-mutation/${room}.json`,
    // Below `node_modules` no test would be found; in the repository the linter would find the copies.
    tempDirName: join(tmpdir(), 'pmx-local-mutation'),
    cleanTempDir: 'always',
    ignorePatterns: ['dist', 'coverage', 'test/cassettes', 'test/readers', 'test/bench'],
    disableTypeChecks: false,
    reporters: ['progress-append-only', 'clear-text', 'json'],
    jsonReporter: { fileName: `node_modules/.cache/pmx-local-mutation/${room}.report.json` },
    clearTextReporter: { allowColor: process.stdout.isTTY === true, logTests: false, reportTests: false },
    allowConsoleColors: process.stdout.isTTY === true,
    thresholds: { high: 95, low: 85, break: 85 },
  }).runMutationTest()
}
