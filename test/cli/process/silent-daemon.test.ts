import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

test('what cannot be read is not taken for no daemon', async () => {
  const instance = join(home.stateDir, 'instance.json')
  mkdirSync(instance, { recursive: true, mode: 0o700 })
  for (const words of [['status'], ['stop']]) {
    const { code, stdout, stderr } = await home.run(words)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('EISDIR')])
  }
  rmdirSync(instance)
})

test('a daemon that was stopped by a signal is told of as such, and how it goes on', async () => {
  const { child } = await home.start(['start', '--demo', '--port', '0', '--no-lock'])
  child.kill('SIGSTOP')
  try {
    const asked = [['status'], ['markets', 'kalshi'], ['start', '--detach']]
    for (const { code, stderr } of await Promise.all(asked.map((words) => home.run(words)))) {
      expect(code).toBe(3)
      expect(stderr).toContain(`kill -CONT ${child.pid}`)
    }
    const stop = await home.run(['stop'])
    expect([stop.code, stop.stderr]).toEqual([1, expect.stringContaining(`kill -CONT ${child.pid}`)])
    const told = await home.run(['status', '--json'])
    expect([told.code, JSON.parse(told.stdout)]).toEqual([
      3,
      expect.objectContaining({
        running: false,
        silent: expect.objectContaining({ pid: child.pid, stopped: true, port: expect.any(Number) }),
      }),
    ])
  } finally {
    child.kill('SIGCONT')
  }
})

test('a detached start finds the daemon that runs and says so with its exit code', async () => {
  const { code, stdout } = await home.run(['start', '--detach'])
  expect([code, stdout]).toEqual([3, expect.stringContaining('Already running: http://localhost:')])
})

test('a backfill of the live venues into the folder of a demo daemon is refused, and ends', async () => {
  const words = ['backfill', 'kalshi', 'KXFOO', '--start', '7d']
  const { code, stderr } = await home.run(words)
  expect([code, stderr]).toEqual([3, expect.stringContaining('is running in demo mode, not in live mode')])
})
