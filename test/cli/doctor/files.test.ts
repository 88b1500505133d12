import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkDatabases, checkDiskSpace, checkFolder, checkLocks } from '../../../src/cli/doctor/files.js'

let home: string
let stateDir: string
let sdkDir: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'pmx-doctor-'))
  stateDir = join(home, 'state')
  sdkDir = join(home, '.pmxt')
  mkdirSync(stateDir, { mode: 0o700 })
  mkdirSync(sdkDir)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** A process that has ended long ago: ids do not go so far. */
const DEAD = 2 ** 30

describe('the state folder', () => {
  test('that is not there yet is made at the start, and is not made by looking', async () => {
    rmSync(stateDir, { recursive: true })
    const [folder, disk] = await checkFolder({ stateDir: join(stateDir, 'deep') })
    expect([folder, disk]).toMatchObject([{ state: 'ok' }, { check: 'disk' }])
    expect(existsSync(stateDir)).toBe(false)
  })

  test.runIf(process.platform !== 'win32')('into which others may write is bad', async () => {
    chmodSync(stateDir, 0o777)
    expect(await checkFolder({ stateDir })).toMatchObject([{ state: 'bad', fix: `chmod go-w '${stateDir}'` }])
  })

  test.runIf(process.platform !== 'win32')('whose files others may read is told file by file', async () => {
    const log = join(stateDir, 'daemon.log')
    writeFileSync(log, '', { mode: 0o644 })
    writeFileSync(join(stateDir, 'config.json'), '{}', { mode: 0o600 })
    const rights = (await checkFolder({ stateDir })).filter(({ check }) => check === 'rights')
    expect(rights).toMatchObject([{ state: 'note', fix: `chmod 600 '${log}'` }])
  })

  test('below a file cannot be made', async () => {
    const file = join(home, 'file')
    writeFileSync(file, '')
    const [folder] = await checkFolder({ stateDir: join(file, 'deep', 'state') })
    expect(folder).toMatchObject({
      state: 'bad',
      message: expect.stringContaining(`${file} is a file`),
      fix: expect.stringContaining('--state-dir'),
    })
  })

  test('in whose place a file stands is one thing to mend', async () => {
    const file = join(home, 'file')
    writeFileSync(file, '', { mode: 0o600 })
    const bad = (await checkFolder({ stateDir: file })).filter(({ state }) => state !== 'ok')
    expect(bad).toMatchObject([{ state: 'bad', check: 'state folder', fix: `mv '${file}' '${file}.old'` }])
  })

  test('with a folder in the place of a file is told once, as what it is', async () => {
    const catalog = join(stateDir, 'catalog.db')
    const log = join(stateDir, 'daemon.log')
    for (const path of [catalog, log]) mkdirSync(path, { mode: 0o700 })
    const files = { candles: join(stateDir, 'candles.db'), catalog }
    const found = [...(await checkFolder({ stateDir })), ...(await checkDatabases(files))]
    expect(found.filter(({ state }) => state !== 'ok')).toMatchObject([
      { state: 'bad', message: `${log} is a folder, but must be a file`, fix: `mv '${log}' '${log}.old'` },
      { state: 'bad', check: 'lists', message: `${catalog} is a folder, but must be a file` },
    ])
  })
})

test.each([
  [5e9, 'ok'],
  [1e9, 'ok'],
  [1e9 - 1, 'note'],
  [1e8, 'note'],
  [1e8 - 1, 'bad'],
  [0, 'bad'],
])('%d free bytes are %s', (free, state) => {
  expect(checkDiskSpace(free)).toMatchObject({ state, facts: { freeBytes: free } })
})

describe('the lock files', () => {
  const lockAt = (text: string) => writeFileSync(join(sdkDir, 'server.lock'), text)
  const sdkLock = async () => (await checkLocks({ stateDir, sdkDir }))[1]

  test('that are not there are fine', async () => {
    expect(await checkLocks({ stateDir, sdkDir })).toMatchObject([{ state: 'ok' }, { state: 'ok' }])
  })

  test('left by the dead are worth knowing: the next start clears them', async () => {
    const instance = { pid: DEAD, instanceId: 'i', version: '1', mode: 'live', startedAt: 1 }
    writeFileSync(join(stateDir, 'instance.json'), JSON.stringify(instance))
    lockAt(JSON.stringify({ port: 3847, pid: DEAD }))
    const left = { state: 'note', message: expect.stringContaining(`left by pid ${DEAD}`) }
    expect(await checkLocks({ stateDir, sdkDir })).toMatchObject([left, left])
  })

  test('that are no locks are bad', async () => {
    lockAt('{"port":')
    expect(await sdkLock()).toMatchObject({ state: 'bad', fix: `rm '${join(sdkDir, 'server.lock')}'` })
  })

  test('that lead to a port where nothing answers are bad', async () => {
    lockAt(JSON.stringify({ port: 9, pid: process.pid }))
    expect(await sdkLock()).toMatchObject({ state: 'bad', fix: 'pmx-local start --takeover' })
  })

  test.each([
    [{ status: 'ok' }, undefined, 'note', "SDK's own server"],
    [{ status: 'ok', instanceId: 'i' }, undefined, 'note', 'another pmx-local'],
    [{ status: 'ok', instanceId: 'i' }, 'own', 'ok', 'the daemon on port'],
  ])('that lead to %j (%s) are %s', async (health, whose, state, said) => {
    const server = createServer((_asked, answer) => answer.end(JSON.stringify(health)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    lockAt(JSON.stringify({ port, pid: process.pid }))
    if (whose === 'own') {
      const instance = { pid: process.pid, instanceId: 'i', version: '1', mode: 'live', startedAt: 1, port }
      writeFileSync(join(stateDir, 'instance.json'), JSON.stringify(instance))
    }
    expect(await sdkLock()).toMatchObject({ state, message: expect.stringContaining(said) })
    await new Promise((resolve) => server.close(resolve))
  })
})
