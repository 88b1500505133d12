// Compares the newest version of every client in test/readers with the pinned one: `npm run drift`.
//   node test/drift/run.mjs [--compare-only] [--readers <folder>]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareNpm, comparePypi } from './clients-compared.mjs'
import { findingsIn, summaryOf } from './report.mjs'
import { runTables } from './tables.mjs'

const { values } = parseArgs({
  options: { 'compare-only': { type: 'boolean', default: false }, readers: { type: 'string' } },
})
const readers = resolve(values.readers ?? join(import.meta.dirname, '..', 'readers'))
const scratch = mkdtempSync(join(tmpdir(), 'pmx-drift-'))
try {
  const compared = [...compareNpm(readers, scratch), ...comparePypi(readers, scratch)]
  // The tables take far longer than the comparison.
  process.stdout.write(findingsIn(compared))
  const tables = values['compare-only'] ? [] : runTables(readers, scratch, compared)
  const { text, failed } = summaryOf(compared, tables)
  process.stdout.write(text)
  process.exitCode = failed ? 1 : 0
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
