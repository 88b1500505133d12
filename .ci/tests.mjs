// Runs the README's test command and closes with one plain line of counts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'pmx-ci-'))
const report = join(folder, 'tests.json')
const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const { status } = spawnSync('npm', ['test', '--', ...flags], { stdio: 'inherit' })
try {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
  process.stdout.write(`\nTests: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = status ?? 1
