import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { worldFilesIn } from '../../src/daemon/files/state-paths.js'
import { systemClock } from '../../src/effects/clock.js'
import { journalMigrations } from '../../src/orders/migrations.js'
import { createSqliteJournal } from '../../src/orders/sqlite-journal.js'
import { startSimulator } from '../../src/simulator/server/start.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { cli, type RunningDaemon, run, startDaemonProcess, testHome } from '../support/daemon.js'

const driver = await loadDriver()
const home = testHome()
const config = join(home.stateDir, 'config.json')
const file = worldFilesIn(home.stateDir, undefined).orders

let simulator: Awaited<ReturnType<typeof startSimulator>>
let daemon: RunningDaemon | undefined
let market = ''

beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock: systemClock, venues: ['kalshi'] })
  simulator.switches.limits = 'off'
  const credentials = { ...simulator.paper.kalshi }
  mkdirSync(home.stateDir, { recursive: true })
  const kalshi = { hosts: simulator.urls.kalshi, limits: 'none', credentials }
  writeFileSync(config, JSON.stringify({ trading: { enabled: true }, venues: { kalshi } }), { mode: 0o600 })
  const reply = await fetch(`${simulator.urls.kalshi?.['api']}/markets?limit=200&status=open`)
  type Row = { ticker: string; close_time: string; mve_collection_ticker?: string }
  const { markets } = (await reply.json()) as { markets: Row[] }
  const single = markets.filter((row) => row.mve_collection_ticker === undefined)
  market = single.toSorted((a, b) => (a.close_time < b.close_time ? 1 : -1))[0]?.ticker ?? ''
})
afterAll(async () => {
  await daemon?.stop()
  await simulator.close()
  home.remove()
})

const command = (...words: readonly string[]) =>
  run(process.execPath, [cli, ...words, '--config', config], home)
const start = async () => {
  daemon = await startDaemonProcess(home, ['--config', config])
}
const token = () => (JSON.parse(readFileSync(home.lockFile, 'utf8')) as { accessToken: string }).accessToken

async function send(path: string, body: unknown) {
  const reply = await fetch(`${daemon?.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pmxt-access-token': token() },
    body: JSON.stringify(body),
  })
  type Told = { data?: unknown; error?: { message: string; detail?: Record<string, unknown> } }
  return { status: reply.status, ...((await reply.json()) as Told) }
}
const place = () => {
  const order = { marketId: market, outcomeId: market, side: 'buy', type: 'limit', price: 0.01, amount: 2 }
  return send('/api/kalshi/createOrder', { args: [order] })
}
/** Returns the file with the orders, once it is known that their responses were delivered. */
async function placeThree(): Promise<Buffer> {
  for (let i = 0; i < 3; i++) expect((await place()).error).toBeUndefined()
  const journal = driver(file, { readOnly: true })
  const undelivered = () => journal.prepare('SELECT count(*) FROM orders WHERE answered = 0').rows()
  await expect.poll(undelivered).toEqual([[0]])
  journal.close()
  return readFileSync(file)
}
async function openOrders(): Promise<unknown[]> {
  return (await send('/api/kalshi/fetchOpenOrders', { args: [] })).data as unknown[]
}

test('orders stop cancels while the journal is overwritten; the daemon holds the stop, until resume', async () => {
  await start()
  const last = await placeThree()
  truncateSync(file, 0)
  const { code, stdout, stderr } = await command('orders', 'stop', '--reason', 'wrong prices')
  expect([code, stdout]).toEqual([1, '3 open orders canceled.\n'])
  expect(stderr).toMatch(/Orders are not stopped: .*orders\.db cannot be read or written: the file is empty/)
  expect(stderr).toContain('The daemon places no orders until it exits, or you run: pmx-local orders resume.')
  expect(await openOrders()).toEqual([])
  const status = await command('status')
  expect(status.stdout).toContain('the order journal cannot be used, and no order is placed (it was deleted')
  expect(status.stdout).toContain(': wrong prices: pmx-local orders resume')
  const verbose = (await (await fetch(`${daemon?.address}/health?verbose`)).json()) as object
  expect(verbose).toMatchObject({ status: 'degraded', orderJournal: { unusable: expect.any(String) } })

  // The file is back, and the stop is not in it.
  writeFileSync(file, last)
  expect((await place()).error?.detail).toMatchObject({ rule: 'stopped', reason: 'wrong prices' })
  const resumed = await command('orders', 'resume')
  expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('Orders may be placed again.')])
  expect((await place()).error).toBeUndefined()
  expect((await command('orders', 'stop')).code).toBe(0)
  expect((await command('orders', 'resume')).code).toBe(0)
  await daemon?.stop()
}, 60_000)

test('a stop over HTTP that is not recorded fails, with its report; resume ends it', async () => {
  await start()
  const last = await placeThree()
  writeFileSync(file, Buffer.alloc(last.length, 7))
  const { status, error } = await send('/orders/stop', { by: 'ann' })
  expect([status, error?.message]).toEqual([
    503,
    expect.stringMatching(/^The stop was not recorded, .*: 3\. /),
  ])
  expect(error?.detail).toMatchObject({ kind: 'journal', stop: { by: 'ann' }, left: [] })
  expect(await openOrders()).toEqual([])
  expect((await send('/orders/resume', {})).status).toBe(503)
  writeFileSync(file, last)
  // The command ends the stop in the file, and also asks the daemon.
  const journal = createSqliteJournal(openDatabase(driver, file, journalMigrations).database)
  journal.stop({ at: 1, by: 'bob' })
  journal.close()
  const resumed = await command('orders', 'resume')
  expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('stopped by bob')])
  await placeThree()
  await daemon?.stop()
}, 60_000)

test('a daemon starts with an empty journal, names it, and cancels', async () => {
  const last = readFileSync(file)
  truncateSync(file, 0)
  await start()
  expect(await openOrders()).toHaveLength(3)
  expect((await place()).error?.message).toContain('is damaged: the file is empty')
  expect((await command('status')).stdout).toContain('the order journal cannot be used')
  const log = await command('orders', 'log')
  expect([log.code, log.stderr]).toEqual([
    1,
    expect.stringContaining('To start a new journal, stop the daemon'),
  ])
  const { code, stdout } = await command('orders', 'stop', '--json')
  expect([code, JSON.parse(stdout)]).toMatchObject([
    1,
    { unwritten: 'the file is empty', unread: 'the order journal is not open', left: [] },
  ])
  expect(await openOrders()).toEqual([])
  await daemon?.stop()
  daemon = undefined
  // Without a daemon, the command cancels.
  const again = await command('orders', 'stop')
  expect([again.code, again.stdout]).toEqual([1, '0 open orders canceled.\n'])
  expect(again.stderr).toContain('Processes that can write the file may place orders.')
  writeFileSync(file, last)
}, 60_000)
