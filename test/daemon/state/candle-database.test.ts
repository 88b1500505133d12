import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { startDaemonHere, startDaemonProcess, type TestHome, testHome, until } from '../../support/daemon.js'

const driver = await loadDriver()

let home: TestHome
let daemon: { readonly address: string; stop(): Promise<unknown> } | undefined
beforeEach(() => {
  home = testHome()
  mkdirSync(home.stateDir, { recursive: true })
})
afterEach(async () => {
  await daemon?.stop()
  daemon = undefined
  home.remove()
})

const file = (): string => join(home.stateDir, 'candles-demo-1.db')

interface Told {
  /** What the daemon says of its store. */
  readonly store: { readonly kind: string; readonly reason?: string }
  /** Venue calls of the same question asked twice. */
  readonly calls: readonly number[]
}

/** Starts a daemon over the file as it lies there and asks it twice. */
async function askTwice(): Promise<Told> {
  daemon = await startDaemonHere(home)
  const { address } = daemon
  const lists = await fetch(`${address}/api/kalshi/fetchMarkets?limit=1`)
  const { data } = (await lists.json()) as { data: { yes: { outcomeId: string } }[] }
  const outcomeId = data[0]?.yes.outcomeId ?? ''
  const calls: number[] = []
  const end = Date.now() - 86_400_000
  for (let turn = 0; turn < 2; turn++) {
    const query = new URLSearchParams({ outcomeId, resolution: '1h', limit: '50', end: String(end) })
    const reply = await fetch(`${address}/api/kalshi/fetchOHLCV?${query}`)
    expect(((await reply.json()) as { data: unknown[] }).data.length).toBeGreaterThan(10)
    calls.push(Number(reply.headers.get('x-pmx-upstream-requests')))
  }
  const health = await fetch(`${address}/health?verbose`)
  const { candleStore } = (await health.json()) as { candleStore: Told['store'] }
  return { store: candleStore, calls }
}

/** What the running daemon answers, as JSON. */
async function ask(what: string, query: Record<string, string>, below = 'api/kalshi/'): Promise<unknown> {
  const separator = Object.keys(query).length === 0 ? '' : '?'
  const url = `${daemon?.address}/${below}${what}${separator}${new URLSearchParams(query)}`
  return (await fetch(url)).json()
}

/** Pages of candles, far from the head that opening reads. */
function overwriteTheEnd(path: string): void {
  const { size } = statSync(path)
  const damaged = openSync(path, 'r+')
  writeSync(damaged, Buffer.alloc(12_288, 0xa5), 0, 12_288, size - 24_576)
  closeSync(damaged)
}

const logged = (): string => readFileSync(join(home.stateDir, 'daemon.log'), 'utf8')

test('a healthy file is said to be one', async () => {
  const { store, calls } = await askTwice()
  expect(store).toEqual({ kind: 'ok' })
  expect(calls).toEqual([expect.any(Number), 0])
})

test('a file that cannot be opened: candles are kept in memory, which health and log tell', async () => {
  mkdirSync(file())
  const { store, calls } = await askTwice()
  expect(store).toMatchObject({ kind: 'memory_only', reason: 'unable to open database file' })
  expect(calls[1]).toBe(0)
  expect(logged()).toContain('candles are stored in memory only')
})

test('a file that is no database is moved aside, and a new one is begun', async () => {
  writeFileSync(file(), 'no database, but long enough to be taken for one. '.repeat(100))
  const { store, calls } = await askTwice()
  expect(store).toEqual({ kind: 'ok' })
  expect(calls[1]).toBe(0)
  expect(readdirSync(home.stateDir).some((name) => name.startsWith('candles-demo-1.db.corrupt-'))).toBe(true)
  expect(logged()).toContain('moved aside')
})

// The check is a thread, which the built program alone has.
test('damage that opening does not meet is found by the check at start, while the daemon serves', async () => {
  daemon = await startDaemonProcess(home, ['--demo', '--no-lock'])
  const { data } = (await ask('fetchMarkets', { limit: '1' })) as { data: { yes: { outcomeId: string } }[] }
  const end = Math.floor(Date.now() / 86_400_000) * 86_400_000
  const window = {
    outcomeId: data[0]?.yes.outcomeId ?? '',
    resolution: '1m',
    start: new Date(end - 3 * 86_400_000).toISOString(),
    end: new Date(end).toISOString(),
  }
  const before = await ask('fetchOHLCV', window)
  await daemon.stop()
  expect(statSync(file()).size).toBeGreaterThan(100_000)
  overwriteTheEnd(file())
  daemon = await startDaemonProcess(home, ['--demo', '--no-lock'])
  await until('the check', () => logged().includes('moved aside'))
  expect(readdirSync(home.stateDir).some((name) => name.startsWith('candles-demo-1.db.corrupt-'))).toBe(true)
  expect(await ask('fetchOHLCV', window)).toEqual(before)
  expect(await ask('health?verbose', {}, '')).toMatchObject({ candleStore: { kind: 'ok' } })
})

test('a file of a newer version is read, not written, and said to be', async () => {
  await askTwice()
  await daemon?.stop()
  const database = driver(file(), { readOnly: false })
  database.exec('PRAGMA user_version = 99')
  database.close()
  const before = readFileSync(file())
  const { store } = await askTwice()
  expect(store).toMatchObject({
    kind: 'read_only',
    reason:
      'the database was written by a newer version of pmx-local, so it is opened read-only. Update pmx-local, or move the file aside',
  })
  await daemon?.stop()
  expect(readFileSync(file()).equals(before)).toBe(true)
})
