import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { watchSdkLock } from '../../../src/daemon/lifecycle/sdk-lock-watch.js'
import { readSdkLock, type SdkLock, writeSdkLock } from '../../../src/daemon/lifecycle/sdk-lockfile.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { fakeClock } from '../../support/clock.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const mine = { pid: process.pid, port: 41_000, version: '2.54.0-pmxlocal', timestamp: 1 }
/** Lives as long as this test, and is not the daemon of it. */
const LIVING = process.ppid

/** A daemon's watch over a lock file in a folder of its own. */
async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'pmx-local-lock-'))
  const path = join(folder, 'server.lock')
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const clock = fakeClock()
  const logged: string[] = []
  const log = { warn: (_facts: object, text: string) => logged.push(text), info: () => undefined }
  const ids = createSystemIds()
  let writes = 0
  const write = () => {
    writes++
    return writeSdkLock(folder, path, mine, { takeover: false, ids })
  }
  const first = await write()
  const read = () => readSdkLock(path)
  const watch = watchSdkLock({ clock, log: log as never, path, mine, first, read, write })
  cleanups.push(() => watch.stop())
  return {
    path,
    clock,
    watch,
    logged,
    writes: () => writes - 1,
    lock: read,
    put: (lock: SdkLock) => writeFileSync(path, JSON.stringify(lock)),
    /** Lets the daemon look once more, and the answers of servers arrive. */
    async look() {
      await clock.advance(3_000)
      await watch.settled()
    },
  }
}

/** A server that answers `/health`. */
async function serverThat(says: object): Promise<number> {
  const server = createServer((_request, reply) => void reply.end(JSON.stringify(says)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

test('a lock file that is ours is looked at and left alone', async () => {
  const { look, watch, writes, logged } = await setUp()
  for (let turn = 0; turn < 3; turn++) await look()
  expect([watch.state(), writes(), logged]).toEqual([{ leads: 'here' }, 0, []])
})

test('one that is gone is written again, and that is logged', async () => {
  const { look, path, lock, watch, logged } = await setUp()
  rmSync(path)
  await look()
  expect(lock()).toEqual(mine)
  expect([watch.state(), logged]).toEqual([
    { leads: 'here' },
    ["the SDKs' lock file was gone; it points to this daemon again"],
  ])
})

test.each([
  ['has ended', { pid: 2 ** 22 + 1, port: 1 }],
  ['does not answer', { pid: LIVING, port: 1 }],
])('one whose holder %s leads here again', async (_what, theirs) => {
  const { look, put, lock, logged } = await setUp()
  put({ ...theirs, version: '2.54.0-pmxlocal' })
  await look()
  expect(lock()).toEqual(mine)
  expect(logged).toHaveLength(1)
})

test('one that a server started by an SDK has written is taken back', async () => {
  const { look, put, lock, logged } = await setUp()
  const port = await serverThat({ status: 'ok', timestamp: 1 })
  put({ pid: LIVING, port, version: '2.54.0' })
  await look()
  expect(lock()).toEqual(mine)
  expect(logged).toEqual([
    `the SDKs' lock file pointed to pid ${LIVING} on port ${port}; it points to this daemon again`,
  ])
})

test('one of another pmx-local is left to it, which is told once, and is ours when that one has gone', async () => {
  const { look, put, lock, path, watch, logged } = await setUp()
  const port = await serverThat({ status: 'ok', timestamp: 1, instanceId: 'other' })
  const theirs = { pid: LIVING, port, version: '2.54.0-pmxlocal' }
  put(theirs)
  for (let turn = 0; turn < 3; turn++) await look()
  expect(lock()).toEqual(theirs)
  expect(watch.state()).toEqual({ leads: 'elsewhere', pid: LIVING, port })
  expect(logged).toEqual([`SDK clients use pid ${LIVING} on port ${port}, not this daemon`])
  rmSync(path)
  await look()
  expect([lock(), watch.state()]).toEqual([mine, { leads: 'here' }])
})

test('nothing is written after the end', async () => {
  const { path, clock, watch, lock, writes } = await setUp()
  await watch.stop()
  rmSync(path)
  await clock.advance(60_000)
  expect([lock(), writes()]).toEqual([undefined, 0])
})
