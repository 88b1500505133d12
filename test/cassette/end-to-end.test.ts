import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { feedIds, type SourceId } from '../../src/api/envelope/source-ids.js'
import { venueIds } from '../../src/api/envelope/venue-ids.js'
import { systemClock } from '../../src/effects/clock.js'
import { startSimulator } from '../../src/simulator/server/start.js'
import {
  cli,
  type Finished,
  type RunningDaemon,
  repository,
  run,
  startDaemonProcess,
  type TestHome,
  testHome,
  until,
} from '../support/daemon.js'

const tour = join(repository, 'test/conformance/scripts/tour.cjs')
/** A small one, where it does not matter what was recorded. */
const small = join(repository, 'test/cassettes/demo.cassette.jsonl')
const shiftedDate = join(repository, 'test/cassette/scripts/shifted-date.cjs')

let home: TestHome
let temporary: string
let config: string
let cassette: string
let recorded: Finished

/** Runs the built command line with a folder for temporary files of its own. */
function pmx(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Finished> {
  return run(process.execPath, [cli, ...args], {
    environment: { ...home.environment, TMPDIR: temporary, ...environment },
  })
}

/** The real SDK's tour, recorded from venues that are gone before anything is replayed. */
beforeAll(async () => {
  home = testHome()
  temporary = join(home.path, 'tmp')
  mkdirSync(temporary)
  config = join(home.path, 'config.json')
  cassette = join(home.path, 'tour.cassette.gz')
  const simulator = await startSimulator({ seed: 7, clock: systemClock })
  simulator.switches.limits = 'off'
  const settingsOf = (ids: readonly SourceId[]) =>
    Object.fromEntries(
      ids.flatMap((id) => {
        const hosts = simulator.urls[id]
        return hosts === undefined ? [] : [[id, { hosts, limits: 'none' }]]
      }),
    )
  writeFileSync(config, JSON.stringify({ venues: settingsOf(venueIds), feeds: settingsOf(feedIds) }))
  recorded = await pmx(['record', cassette, '--config', config, '--', process.execPath, tour])
  await simulator.close()
})

const daemons: RunningDaemon[] = []

async function started(...args: string[]): Promise<RunningDaemon> {
  const daemon = await startDaemonProcess(home, args)
  daemons.push(daemon)
  return daemon
}

afterEach(async () => {
  for (const daemon of daemons.splice(0)) {
    daemon.kill('SIGKILL')
    await daemon.ended
  }
})

afterAll(() => home.remove())

describe('a client of the real SDK', () => {
  test('is recorded without knowing of it', () => {
    expect(recorded).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Recorded \d+ venue calls into /),
    })
    expect(JSON.parse(recorded.stdout)).toMatchObject({ second: 1, kalshi: { markets: 40 } })
    expect(existsSync(cassette)).toBe(true)
    expect(existsSync(`${cassette}.journal`)).toBe(false)
  })

  test('prints the same bytes on replay, and again a year later in another time zone', async () => {
    const replayed = await pmx(['replay', cassette, '--', process.execPath, tour])
    expect(replayed).toEqual({ code: 0, signal: null, stdout: recorded.stdout, stderr: '' })
    const later = { TZ: 'Pacific/Kiritimati', NODE_OPTIONS: `--require=${shiftedDate}` }
    const year = await pmx(['replay', cassette, '--on-repeat', 'error', '--', process.execPath, tour], later)
    expect(year.stdout).toBe(recorded.stdout)
    expect(year.code).toBe(0)
  })

  test('leaves nothing behind', () => {
    expect(readdirSync(temporary)).toEqual([])
    expect(existsSync(home.lockFile)).toBe(false)
  })
})

describe('a client that trades in the demo', () => {
  const script = join(repository, 'test/cassette/scripts/trade-some.mjs')

  test('does the same on replay without keys, whatever the names of files and the settings of the user', async () => {
    const file = join(home.path, 'orders, of the demo.jsonl')
    const made = await pmx(['record', file, '--demo', '--', process.execPath, script])
    expect(made).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/\nRecorded \d+ venue calls into .*\n$/),
    })
    expect(JSON.parse(made.stdout)).toMatchObject({ code: 200, amount: 20, noProxy: 'localhost,127.0.0.1' })
    // Nothing of a daemon of the demo is worth keeping.
    expect(readdirSync(temporary)).toEqual([])
    expect(existsSync(`${file}.key`)).toBe(false)
    const settings = { PMX_LOCAL_HOST: '0.0.0.0' }
    const again = await pmx(['replay', file, '--', process.execPath, script], settings)
    expect(again).toEqual({ code: 0, signal: null, stdout: made.stdout, stderr: '' })
  })
})

describe('a client that watches', () => {
  const market = 'KXCASSMARKELECTION-27MAY12-CAST'
  const script = join(repository, 'test/cassette/scripts/watch-some.cjs')

  /** What was told of each outcome, in its order. */
  function booksOf({ stdout }: Finished): Map<string, string[]> {
    const books = new Map<string, string[]>()
    for (const line of stdout.trim().split('\n')) {
      const { outcomeId } = JSON.parse(line) as { outcomeId: string }
      books.set(outcomeId, [...(books.get(outcomeId) ?? []), line])
    }
    return books
  }

  test('is told the same books in the same order by a replay, which opens no socket', async () => {
    const file = join(home.path, 'watch.jsonl')
    const found = await pmx(['call', 'polymarket', 'fetchMarkets', '{"limit":1}', '--demo', '--json'])
    const token = /"outcomeId":"(\d+)"/.exec(found.stdout)?.[1] ?? ''
    const command = ['--', process.execPath, script, market, token]
    const first = await pmx(['record', file, '--demo', ...command])
    expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(/ and 2 sockets into /) })
    const again = await pmx(['replay', file, ...command])
    expect(again).toMatchObject({ code: 0, stderr: '' })
    const [told, retold] = [booksOf(first), booksOf(again)]
    expect([...retold.keys()].sort()).toEqual([market, token].sort())
    for (const [outcomeId, books] of retold) {
      // The two may have stopped a moment apart.
      const both = Math.min(books.length, told.get(outcomeId)?.length ?? 0)
      expect(both).toBeGreaterThan(0)
      expect(books.slice(0, both)).toEqual(told.get(outcomeId)?.slice(0, both))
    }
  })
})

describe('a command that is run', () => {
  test.each([
    ['its exit code', ['sh', '-c', 'exit 7'], 7],
    ['128 and its signal', ['sh', '-c', 'kill -TERM $$'], 143],
    ['127 when there is none', ['no-such-command'], 127],
  ])('ends with %s', async (_what, command, code) => {
    const ended = await pmx(['replay', small, '--', ...command])
    expect(ended.code).toBe(code)
    expect(ended.stderr).toMatch(/Recorded but not used: \d+ venue calls\n {2}\w+ GET/)
    expect(readdirSync(temporary)).toEqual([])
  })

  test('has the start of the recording in PMX_LOCAL_NOW, the same on record and replay', async () => {
    const file = join(home.path, 'now.jsonl')
    const script =
      "const { PMX_LOCAL_URL: url, PMX_LOCAL_NOW: now } = process.env; fetch(url + '/health').then(async (r) => console.log(now, now === String((await r.json()).timestamp)))"
    const command = ['--', process.execPath, '-e', script]
    const recorded = await pmx(['record', '--demo', file, ...command])
    expect(recorded.stdout).toMatch(/^\d{13} true\n$/)
    const replayed = await pmx(['replay', file, ...command])
    expect([replayed.code, replayed.stdout]).toEqual([0, recorded.stdout])
  })

  test('gets the signals that come to us', async () => {
    const script = 'trap "exit 9" TERM; echo ready; while :; do sleep 0.05; done'
    const child = spawn(process.execPath, [cli, 'replay', small, '--', 'sh', '-c', script], {
      env: { ...home.environment, TMPDIR: temporary },
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const ended = new Promise((resolve) => child.on('close', resolve))
    await until('the command to be there', () => said.includes('ready') || undefined)
    child.kill('SIGTERM')
    expect(await ended).toBe(9)
    expect(readdirSync(temporary)).toEqual([])
  })

  test.each(['SIGUSR2', 'SIGQUIT'] as const)('gets %s', async (signal) => {
    const trap = 'trap "exit 8" USR2 QUIT; echo ready; while :; do sleep 0.05; done'
    const child = spawn(process.execPath, [cli, 'replay', small, '--', 'sh', '-c', trap], {
      env: { ...home.environment, TMPDIR: temporary },
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const ended = new Promise((resolve) => child.on('close', resolve))
    await until('the command to be there', () => said.includes('ready') || undefined)
    child.kill(signal)
    expect([await ended, said]).toEqual([8, 'ready\n'])
    expect(readdirSync(temporary)).toEqual([])
  })

  test('is not begun when a signal came before it', async () => {
    // A configuration that is not written yet holds the start, so that the signal always comes first.
    const held = join(home.path, 'held.json')
    execFileSync('mkfifo', [held])
    const args = [cli, 'replay', small, '--config', held, '--', 'echo', 'ready']
    const child = spawn(process.execPath, args, { env: { ...home.environment, TMPDIR: temporary } })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const ended = new Promise((resolve) => child.on('close', resolve))
    await until('its folder', () => readdirSync(temporary).length > 0 || undefined)
    child.kill('SIGTERM')
    await writeFile(held, '{}')
    expect([await ended, said]).toEqual([143, ''])
    expect(readdirSync(temporary)).toEqual([])
  })

  test('does not hide that its recording could not be written', async () => {
    const folder = join(home.path, 'vanishing')
    mkdirSync(folder)
    const ended = await pmx(['record', join(folder, 'x.cassette'), '--demo', '--', 'rm', '-r', folder])
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('x.cassette') })
    expect(ended.stderr).not.toContain('Unexpected failure')
    expect(readdirSync(temporary)).toEqual([])
  })

  test('must be named, and the cassette must be there', async () => {
    expect(await pmx(['replay', small])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('-- node'),
    })
    expect(await pmx(['replay', 'none.cassette', '--', 'true'])).toMatchObject({
      code: 1,
      stderr: 'error: The cassette none.cassette does not exist.\n',
    })
  })
})

describe('a replaying daemon', () => {
  test('says so everywhere, answers what was recorded, and names what comes near to what was not', async () => {
    const daemon = await started('--replay', cassette)
    const get = async (path: string) => {
      const reply = await fetch(`${daemon.address}${path}`)
      return {
        status: reply.status,
        mode: reply.headers.get('x-pmx-mode'),
        body: (await reply.json()) as unknown,
      }
    }
    const post = async (args: unknown) => {
      const body = JSON.stringify({ args: [args] })
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(`${daemon.address}/api/kalshi/fetchMarket`, { method: 'POST', headers, body })
      return { status: reply.status, body: (await reply.json()) as unknown }
    }
    expect(await post({ marketId: 'NOSUCH-1' })).toMatchObject({
      status: 404,
      body: {
        success: false,
        error: {
          code: 'NOT_FOUND',
          retryable: false,
          exchange: 'Kalshi',
          detail: { kind: 'cassette_miss', call: 'GET api/markets/NOSUCH-1', nearest: { length: 3 } },
        },
      },
    })
    expect(await get('/health?verbose')).toMatchObject({
      status: 200,
      mode: 'replay',
      body: { mode: 'replay', cassette: { kind: 'replay', missed: 1 }, breakers: {} },
    })
    const { stderr } = await daemon.stop()
    expect(stderr).toMatch(/Missing from the cassette: 1 venue call\./)
  })
})

describe('a recording daemon', () => {
  test('that is killed loses nothing: the next recorder takes up what it left', async () => {
    const file = join(home.path, 'killed.cassette')
    const flags = ['--demo', '--record', file]
    const killed = await started(...flags)
    const health = async (address: string): Promise<unknown> =>
      (await fetch(`${address}/health?verbose`)).json()
    expect((await fetch(`${killed.address}/api/kalshi/fetchMarkets?limit=1`)).status).toBe(200)
    expect(await health(killed.address)).toMatchObject({ mode: 'demo', cassette: { kind: 'record', file } })
    expect(await pmx(['status'])).toMatchObject({ stdout: expect.stringContaining(`recording into ${file}`) })
    const second = await pmx(['record', file, '--demo', '--', 'true'])
    expect(second).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Process ${killed.pid} is recording`),
    })
    killed.kill('SIGKILL')
    await killed.ended
    expect(existsSync(file)).toBe(false)
    expect(await pmx(['record', file, '--demo', '--', 'true'])).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toContain('"venue":"kalshi"')
    expect(existsSync(`${file}.journal`)).toBe(false)
  })
})
