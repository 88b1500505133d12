import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { ensureServer } from '../../src/cli/ensure-server.js'
import { detach } from '../../src/cli/process/detach.js'

vi.mock('../../src/cli/process/detach.js', () => ({ detach: vi.fn(), answering: vi.fn() }))

const home = mkdtempSync(join(tmpdir(), 'pmx-ensure-'))

afterEach(() => {
  rmSync(home, { recursive: true, force: true })
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test('starts no live daemon in place of the one that a session announced', async () => {
  mkdirSync(join(home, 'state'))
  vi.stubEnv('HOME', home)
  vi.stubEnv('PMX_LOCAL_STATE_DIR', join(home, 'state'))
  vi.stubEnv('PMX_LOCAL_URL', 'http://127.0.0.1:9')
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await ensureServer([])
  expect(detach).not.toHaveBeenCalled()
  expect(process.exitCode).toBe(1)
  expect(said.mock.calls.join()).toContain('http://127.0.0.1:9')
})
