import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BUSY_WAIT_MS, findAnsweringDaemon, findSilentDaemon } from '../../../src/cli/process/find-daemon.js'
import { stateFilesIn } from '../../../src/daemon/files/state-paths.js'
import { fakeClock } from '../../support/clock.js'

const stateDir = mkdtempSync(join(tmpdir(), 'pmx-find-'))
afterAll(() => rmSync(stateDir, { recursive: true, force: true }))
const settings = { paths: { stateDir, sdkDir: stateDir } }
mkdirSync(stateDir, { recursive: true })
const instance = { pid: process.pid, instanceId: 'mine', version: '1', mode: 'live', port: 9, startedAt: 1 }
writeFileSync(stateFilesIn(stateDir).instance, JSON.stringify(instance))

/** A server that is silent for `busyMs`; then it responds as `instanceId`. */
function busyFor(busyMs: number, instanceId = 'mine') {
  const clock = fakeClock()
  const startedAt = clock.monotonic()
  const probe = async (_port: number, timeoutMs: number) => {
    const leftMs = startedAt + busyMs - clock.monotonic()
    await clock.advance(Math.min(timeoutMs, Math.max(0, leftMs)))
    return leftMs <= timeoutMs ? { status: 'ok', instanceId } : ('silent' as const)
  }
  return { clock, probe, waitedMs: () => clock.monotonic() - startedAt }
}

test('waits some seconds for a busy daemon', async () => {
  const { clock, probe } = busyFor(5_000)
  expect(await findAnsweringDaemon(settings, { clock, probe })).toMatchObject({ pid: process.pid, port: 9 })
})

test('gives up after the wait, and calls the daemon busy without advice to end it', async () => {
  const { clock, probe, waitedMs } = busyFor(Number.POSITIVE_INFINITY)
  expect(await findAnsweringDaemon(settings, { clock, probe })).toBeUndefined()
  expect(waitedMs()).toBe(BUSY_WAIT_MS)
  const silent = await findSilentDaemon(settings, async () => 'silent')
  expect(silent).toMatchObject({ stopped: false, busy: true, message: expect.stringContaining('is busy') })
  expect(silent?.message).not.toContain('kill')
})

test('does not wait where nothing listens or another server responds', async () => {
  const { clock, probe, waitedMs } = busyFor(0, 'other')
  expect(await findAnsweringDaemon(settings, { clock, probe })).toBeUndefined()
  expect(await findAnsweringDaemon(settings, { clock, probe: async () => 'refused' })).toBeUndefined()
  expect(waitedMs()).toBe(0)
  expect(await findSilentDaemon(settings, async () => 'refused')).toMatchObject({
    stopped: false,
    busy: false,
  })
})
