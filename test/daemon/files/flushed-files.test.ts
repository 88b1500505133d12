import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

const calls = vi.hoisted((): string[] => [])
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const writeFileSync: typeof fs.writeFileSync = (path, data, options) => {
    const flush = typeof options === 'object' && options !== null && options.flush === true
    calls.push(flush ? 'written and flushed' : 'written')
    fs.writeFileSync(path, data, options)
  }
  const renameSync: typeof fs.renameSync = (from, to) => {
    calls.push('renamed')
    fs.renameSync(from, to)
  }
  return { ...fs, writeFileSync, renameSync }
})

const folder = mkdtempSync(join(tmpdir(), 'pmx-flushed-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
  vi.resetModules()
})

test('a file is on the disk before it takes the place of the old one', async () => {
  // Another file of tests may have loaded the module before, with the file system as it is.
  vi.resetModules()
  const { readJson, writeJsonAtomically } = await import('../../../src/daemon/files/private-files.js')
  const path = join(folder, 'pins.json')
  writeJsonAtomically(path, { a: 1 }, 'one')
  expect(calls).toEqual(['written and flushed', 'renamed'])
  expect(readJson(path)).toEqual({ a: 1 })
})
