import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import {
  appendPrivately,
  createJsonExclusively,
  ensurePrivateDir,
  OpenFolder,
  readJson,
  writeJsonAtomically,
} from '../../../src/daemon/files/private-files.js'
import { createLogger } from '../../../src/daemon/state/log-file.js'
import { createSecretSet } from '../../../src/policy/secrets/secret-set.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { fakeClock } from '../../support/clock.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pmx-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function modeOf(path: string): number {
  return statSync(path).mode & 0o7777
}

describe('a folder for our files', () => {
  test('is the owner’s alone when we make it', () => {
    const path = join(folder, 'a/b')
    ensurePrivateDir(path)
    expect([modeOf(join(folder, 'a')), modeOf(path)]).toEqual([0o700, 0o700])
  })

  test('cannot be made where nothing can, and says so', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => ensurePrivateDir(join(folder, 'file'))).toThrow('EEXIST')
    expect(() => ensurePrivateDir(join(folder, 'file/a/b'))).toThrow('EEXIST')
    if (process.platform === 'linux') expect(() => ensurePrivateDir('/proc/a/b')).toThrow('ENOENT')
  })

  test('stays as it is when it was there', () => {
    chmodSync(folder, 0o755)
    ensurePrivateDir(folder)
    expect(modeOf(folder)).toBe(0o755)
  })

  test.each([
    [0o777, 'chmod go-w'],
    [0o1777, 'mkdir -m 700'],
  ])('is refused with mode %o, with the command that mends it', (mode, command) => {
    const path = join(folder, 'open')
    mkdirSync(path)
    chmodSync(path, mode)
    expect(() => ensurePrivateDir(path)).toThrow(OpenFolder)
    expect(() => ensurePrivateDir(path)).toThrow(command)
    expect(modeOf(path)).toBe(mode)
  })
})

describe('a file that cannot take its place', () => {
  test.each([
    ['writeJsonAtomically', writeJsonAtomically],
    ['createJsonExclusively', createJsonExclusively],
  ])('leaves no draft behind: %s', (_name, write) => {
    // Nothing can be renamed to the name of a folder that is not empty, and a name that is too long takes no link.
    const [taken, long] = [join(folder, 'taken'), join(folder, 'x'.repeat(255))]
    mkdirSync(join(taken, 'inner'), { recursive: true })
    if (write === writeJsonAtomically) expect(() => write(taken, {}, 'one')).toThrow(/EISDIR|ENOTEMPTY|EPERM/)
    else expect(write(taken, {}, 'one')).toBe(false)
    expect(() => write(long, {}, 'two')).toThrow('ENAMETOOLONG')
    expect(() => write(join(folder, 'other'), { n: 1n }, 'three')).toThrow(TypeError)
    expect(readdirSync(folder)).toEqual(['taken'])
  })
})

test('logs and locks are not opened through links', () => {
  const [target, link] = [join(folder, 'target'), join(folder, 'daemon.log')]
  writeFileSync(target, '{"pid":1}')
  symlinkSync(target, link)
  createLogger({
    level: 'info',
    clock: fakeClock(),
    files: [link],
    console: undefined,
    secrets: createSecretSet(),
  }).info({}, 'hello')
  expect(() => appendPrivately(link, 'x')).toThrow('ELOOP')
  expect(readJson(link)).toBeUndefined()
  expect(readJson(target)).toEqual({ pid: 1 })
})

test('a database is its owner’s alone, also one that older versions made', async () => {
  const path = join(folder, 'candles.db')
  const { database } = openDatabase(await loadDriver(), path, candleMigrations)
  const files = [path, `${path}-wal`, `${path}-shm`].filter((file) => existsSync(file))
  expect(files.map(modeOf)).toEqual(files.map(() => 0o600))
  database.close()
  chmodSync(path, 0o644)
  openDatabase(await loadDriver(), path, candleMigrations).database.close()
  expect(modeOf(path)).toBe(0o600)
})
