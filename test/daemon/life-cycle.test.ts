import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isRunning } from '../../src/daemon/lifecycle/state-folder-lock.js'
import type { Ended } from '../cli/support/run-cli.js'
import { runHere } from '../cli/support/run-here.js'
import {
  cli,
  type Finished,
  run,
  startDaemonProcess,
  type TestHome,
  testHome,
  until,
} from '../support/daemon.js'

let home: TestHome
const cleanups: (() => unknown)[] = []

beforeEach(() => {
  home = testHome()
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  // A detached daemon has its record here; most tests leave nothing to stop, and those that were killed their record.
  if (isLeftRunning()) await pmx('stop')
  home.remove()
})

function isLeftRunning(): boolean {
  const record = join(home.stateDir, 'instance.json')
  return existsSync(record) && isRunning(JSON.parse(readFileSync(record, 'utf8')))
}

function pmx(...args: string[]): Promise<Finished> {
  return run(process.execPath, [cli, ...args], { environment: home.environment })
}

/** The same in this process: what only looks, or is refused before anything is begun, needs none of its own. */
function here(...args: string[]): Promise<Ended> {
  const state = join(home.path, '.local/state')
  return runHere(args, { HOME: home.path, XDG_STATE_HOME: state, NO_COLOR: '1' })
}

async function started(...args: string[]) {
  const daemon = await startDaemonProcess(home, args)
  cleanups.push(async () => {
    daemon.kill('SIGKILL')
    await daemon.ended
  })
  return daemon
}

const lock = () => JSON.parse(readFileSync(home.lockFile, 'utf8')) as Record<string, unknown>

describe('starting and stopping', () => {
  test('the lock file is written after listening, for its owner only, and says what the SDKs need', async () => {
    const daemon = await started()
    expect(lock()).toMatchObject({ port: daemon.port, pid: daemon.pid, version: '2.41.0-pmxlocal' })
    expect(lock()['accessToken']).toMatch(/^[0-9a-f]{64}$/)
    expect(lock()['timestamp']).toBeGreaterThan(1e12)
    expect(statSync(home.lockFile).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(home.lockFile)).mode & 0o777).toBe(0o700)
    expect(statSync(home.stateDir).mode & 0o777).toBe(0o700)
    expect((await fetch(`${daemon.address}/health`)).status).toBe(200)
  })

  test('--sdk-version decides what the lock file says, --no-lock leaves it alone', async () => {
    await started('--sdk-version', '2.50.1')
    expect(lock()['version']).toBe('2.50.1-pmxlocal')
    await pmx('stop')
    await started('--no-lock')
    expect(existsSync(home.lockFile)).toBe(false)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends it with code 0, and nothing is left behind',
    async (signal) => {
      const daemon = await started()
      daemon.kill(signal)
      expect(await daemon.ended).toMatchObject({ code: 0, signal: null })
      expect(existsSync(home.lockFile)).toBe(false)
      expect(existsSync(join(home.stateDir, 'instance.json'))).toBe(false)
    },
  )

  test('a request that runs at the stop is answered or refused as JSON, and the end does not wait for it', async () => {
    const venue = createServer(() => undefined)
    await new Promise<void>((resolve) => venue.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => {
      venue.closeAllConnections()
      venue.close()
    })
    const { port } = venue.address() as AddressInfo
    const config = join(home.path, 'config.json')
    writeFileSync(
      config,
      JSON.stringify({ venues: { kalshi: { hosts: { api: `http://127.0.0.1:${port}` } } } }),
    )
    const daemon = await started('--config', config)
    const asked = fetch(`${daemon.address}/api/kalshi/fetchOrderBook?outcomeId=KXFOO-26`)
    await until('the venue to be asked', async () => {
      const health = (await (await fetch(`${daemon.address}/health?verbose`)).json()) as {
        venues: { kalshi?: { inFlight: number } }
      }
      return health.venues.kalshi?.inFlight === 1 || undefined
    })
    daemon.kill('SIGTERM')
    const reply = await asked
    expect(reply.status).toBe(503)
    expect(await reply.json()).toMatchObject({
      success: false,
      error: { code: 'EXCHANGE_NOT_AVAILABLE', message: /shutting down/ },
    })
    expect(await daemon.ended).toMatchObject({ code: 0 })
  })

  test('after kill -9 the next start clears what was left', async () => {
    const first = await started()
    first.kill('SIGKILL')
    await first.ended
    expect(existsSync(home.lockFile)).toBe(true)
    const second = await started()
    expect(lock()).toMatchObject({ pid: second.pid, port: second.port })
    expect(await here('status')).toMatchObject({ code: 0 })
  })

  test('twenty starts at once give one daemon, and all twenty tell its address', async () => {
    const starts = await Promise.all(
      Array.from({ length: 20 }, () => pmx('start', '--detach', '--port', '0', '--json')),
    )
    const told = starts.map(
      ({ stdout }) => JSON.parse(stdout) as { pid: number; address: string; wasRunning: boolean },
    )
    // Started it, or found it there.
    const codes = told.map(({ wasRunning }) => [wasRunning ? 3 : 0, ''])
    expect(starts.map(({ code, stderr }) => [code, stderr])).toEqual(codes)
    expect(new Set(told.map(({ pid }) => pid)).size).toBe(1)
    expect(told.filter(({ wasRunning }) => !wasRunning).length).toBeLessThanOrEqual(1)
    expect((await fetch(`${told[0]?.address}/health`)).status).toBe(200)
  })

  test('status and stop say what they found, with exit codes', async () => {
    expect(await pmx('status')).toMatchObject({ code: 3 })
    expect(await pmx('stop')).toMatchObject({ code: 0, stdout: 'Not running.\n' })
    const daemon = await started()
    expect(JSON.parse((await here('status', '--json')).stdout)).toMatchObject({
      running: true,
      port: daemon.port,
      pid: daemon.pid,
    })
    expect((await here('logs')).stdout).toContain('"listening (live)"')
    expect(await pmx('stop')).toMatchObject({ code: 0 })
    expect(await daemon.ended).toMatchObject({ code: 0 })
  })

  test('one that works offline says so, wherever it is asked how it is', async () => {
    const words = ['start', '--demo', '--offline', '--port', '0', '--no-lock']
    const begun = await pmx(...words, '--detach')
    expect(begun.stdout).toMatch(/^Started: \S+ \(pid \d+, demo, offline\)\n$/)
    const { address } = JSON.parse((await here('status', '--json')).stdout) as { address: string }
    expect(JSON.parse((await pmx(...words, '--detach', '--json')).stdout)).toMatchObject({ offline: true })
    expect((await here('status')).stdout).toContain('mode demo, offline (no venue calls), pid')
    expect(JSON.parse((await here('status', '--json')).stdout)).toMatchObject({ offline: true })
    const health = (await (await fetch(`${address}/health?verbose`)).json()) as object
    expect(health).toMatchObject({ mode: 'demo', offline: true })
    expect((await here('logs')).stdout).toContain('"listening (demo, offline)"')
    await pmx('stop')
    // In the foreground it names nothing to try that needs a venue.
    const child = spawn(process.execPath, [cli, ...words], { env: home.environment })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
    const ended = once(child, 'close')
    await until('the end of what it prints', () => printed.includes('Ctrl-C'))
    child.kill('SIGTERM')
    await ended
    expect(printed).toContain('(demo mode: all data is simulated) (offline: no venue calls)\n')
    expect(printed).not.toContain('fetchMarkets')
    expect(printed).toContain('/health?verbose')
  })

  test('a second start on the same folder names the first and leaves it alone', async () => {
    const daemon = await started()
    const second = await pmx('start', '--port', '0')
    expect(second).toMatchObject({ code: 3 })
    expect(second.stderr).toContain(`pid ${daemon.pid}`)
    expect((await fetch(`${daemon.address}/health`)).status).toBe(200)
  })
})

describe('others on this machine', () => {
  test('a port held by a stranger: exit code 4 and one line saying who', async () => {
    const stranger = createServer((_request, reply) => void reply.end('hello'))
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => stranger.close())
    const { port } = stranger.address() as AddressInfo
    const refused = await pmx('start', '--port', String(port))
    expect(refused.code).toBe(4)
    expect(refused.stderr.trim().split('\n')).toHaveLength(1)
    expect(refused.stderr).toContain(`Port ${port} is in use by another program`)
    if (process.platform === 'linux') expect(refused.stderr).toContain(`pid ${process.pid}`)
    expect(existsSync(home.lockFile)).toBe(false)
  })

  test("a living server's lock is left alone unless --takeover is given, which says from whom", async () => {
    const other = createServer((_request, reply) => void reply.end('{"status":"ok"}'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => other.close())
    const { port } = other.address() as AddressInfo
    mkdirSync(dirname(home.lockFile), { recursive: true })
    // Any living process does as the holder; this one answers /health through the server above.
    const theirs = { port, pid: process.pid, accessToken: 'x', version: '2.41.0-pmxlocal', timestamp: 1 }
    writeFileSync(home.lockFile, JSON.stringify(theirs))
    const polite = await started('--no-cache')
    expect(lock()).toEqual(theirs)
    await polite.stop()
    expect(lock()).toEqual(theirs)
    const taking = await started('--takeover')
    expect(lock()).toMatchObject({ pid: taking.pid })
    await taking.stop()
    // A server that an SDK has started by itself calls live venues: it never keeps a script from the daemon.
    writeFileSync(home.lockFile, JSON.stringify({ ...theirs, version: '2.41.0' }))
    const needed = await started('--no-cache')
    expect(lock()).toMatchObject({ pid: needed.pid, port: needed.port })
  })

  test('a recorded pid that now belongs to somebody else is never signalled', async () => {
    mkdirSync(home.stateDir, { recursive: true })
    // This test's own process plays the stranger: it would not survive a signal.
    const record = {
      pid: process.pid,
      processStart: '1',
      instanceId: 'gone',
      version: '0',
      mode: 'live',
      port: 1,
      startedAt: 1,
    }
    writeFileSync(join(home.stateDir, 'instance.json'), JSON.stringify(record))
    expect(await pmx('stop')).toMatchObject({ code: 0, stdout: 'Not running.\n' })
    const { processStart: _start, ...withoutStart } = record
    writeFileSync(join(home.stateDir, 'instance.json'), JSON.stringify(withoutStart))
    const refused = await pmx('stop')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('No signal was sent')
  })
})

describe('wrong input', () => {
  test.each([
    [['start', '--port', 'abc'], '--port takes a whole number'],
    [['start', '--port', '99999'], 'server.port'],
    [['start', '--log-level', 'loud'], 'loud'],
    [['start', '--nosuch'], "unknown option '--nosuch'"],
    [['strat'], "No such command: 'strat' (did you mean 'start'?)"],
    [['start', '--host', '0.0.0.0'], '127.0.0.1:3847:3847'],
    [['start', '--config', '/nosuch.json'], 'cannot be read'],
  ])('%j is told and ends with a code', async (args, text) => {
    const { code, stderr } = await here(...args)
    expect(stderr).toContain(text)
    expect([1, 2]).toContain(code)
    expect(stderr).not.toContain('    at ')
  })

  test('a misspelt setting is told with what was meant', async () => {
    const config = join(home.path, 'config.json')
    writeFileSync(config, '{ "server": { "prot": 1 }, "venues": { "kalshii": {} } }')
    const { code, stderr } = await here('start', '--config', config)
    expect(code).toBe(2)
    expect(stderr).toContain("server.prot: no such setting (did you mean 'port'?)")
    expect(stderr).toContain("did you mean 'kalshi'?")
  })

  test("a venue's unknown host is told with those it has", async () => {
    const config = join(home.path, 'config.json')
    writeFileSync(config, '{ "venues": { "kalshi": { "hosts": { "apu": "http://127.0.0.1:1" } } } }')
    const { code, stderr } = await pmx('start', '--port', '0', '--config', config)
    expect(code).toBe(2)
    expect(stderr).toContain("did you mean 'api'?")
  })
})
