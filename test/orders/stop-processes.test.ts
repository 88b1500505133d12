import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { worldFilesIn } from '../../src/daemon/files/state-paths.js'
import { systemClock } from '../../src/effects/clock.js'
import { createSqliteJournal } from '../../src/orders/sqlite-journal.js'
import { startSimulator } from '../../src/simulator/server/start.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { cli, type RunningDaemon, run, startDaemonProcess, testHome, until } from '../support/daemon.js'

const driver = await loadDriver()
const home = testHome()
const config = join(home.stateDir, 'config.json')
const orders = '/portfolio/events/orders'

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

const words = (...command: readonly string[]) => [cli, ...command, '--config', config]
const command = (...command: readonly string[]) => run(process.execPath, words(...command), home)

const orderOf = (amount: number) => ({
  marketId: market,
  outcomeId: market,
  side: 'buy',
  type: 'limit',
  price: 0.01,
  amount,
})

interface Told {
  readonly data?: { readonly id: string; readonly status: string }
  readonly error?: { readonly code: string; readonly detail?: Readonly<Record<string, unknown>> }
}

async function post(method: string, ...args: readonly unknown[]): Promise<Told> {
  const reply = await fetch(`${daemon?.address}/api/kalshi/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ args, credentials: { ...simulator.paper.kalshi } }),
  })
  return (await reply.json()) as Told
}

async function openOrders(): Promise<readonly unknown[]> {
  const { stdout } = await command('call', 'kalshi', 'fetchOpenOrders')
  return JSON.parse(stdout) as unknown[]
}

function journal<Result>(read: (journal: ReturnType<typeof createSqliteJournal>) => Result): Result {
  const database = driver(worldFilesIn(home.stateDir, undefined).orders, { readOnly: true })
  try {
    return read(createSqliteJournal(database))
  } finally {
    database.close()
  }
}

test('a stop beside a running daemon holds all orders, cancels those that are open and waits for one on its way', async () => {
  daemon = await startDaemonProcess(home, ['--config', config])
  for (const amount of [1, 2, 3]) expect((await post('createOrder', orderOf(amount))).error).toBeUndefined()
  simulator.faults.set([{ venue: 'kalshi', path: orders, kind: 'slow', delayMs: 1_500 }])
  const underWay = post('createOrder', orderOf(4))
  await until('an order under way', () => journal(({ listUnknown }) => listUnknown().length === 1))
  const stopped = await command('orders', 'stop', '--reason', 'wrong prices')
  expect(stopped.stderr).toContain('pmx-local orders resume')
  expect(stopped.stdout).toMatch(
    /^Orders have been stopped by .* since .*: wrong prices\.\n4 open orders canceled\.\n$/,
  )
  expect(stopped.code).toBe(0)
  simulator.faults.clear()
  expect((await underWay).data?.id).toEqual(expect.any(String))
  expect(await openOrders()).toEqual([])
  expect((await post('createOrder', orderOf(5))).error).toMatchObject({
    code: 'PERMISSION_DENIED',
    detail: { kind: 'guard_rail', rule: 'stopped', reason: 'wrong prices' },
  })

  const health = await fetch(`${daemon.address}/health?verbose`)
  expect(await health.json()).toMatchObject({ orders: { stopped: { reason: 'wrong prices' } } })
  expect(await (await fetch(`${daemon.address}/metrics`)).text()).toContain('pmx_orders_stopped 1\n')
  expect((await command('status')).stdout).toMatch(
    /orders have been stopped by .* since .*: wrong prices: pmx-local orders resume/,
  )

  const resumed = await command('orders', 'resume')
  expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringMatching(/^Orders may be placed again\./)])
  const { data } = await post('createOrder', orderOf(6))
  expect(data?.id).toEqual(expect.any(String))
  expect((await command('orders', 'resume')).stdout).toBe('Orders were not stopped.\n')
})

test('over HTTP the owner stops and resumes; a daemon that was restarted still refuses', async () => {
  const call = async (path: string, body: object, token: string | undefined) => {
    const reply = await fetch(`${daemon?.address}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { 'x-pmxt-access-token': token }),
      },
      body: JSON.stringify(body),
    })
    return (await reply.json()) as { data?: unknown; error?: unknown }
  }
  const lock = JSON.parse(readFileSync(home.lockFile, 'utf8')) as { accessToken: string }
  const asked = { reason: 'over HTTP', by: 'a script' }
  expect(await call('/orders/stop', asked, undefined)).toMatchObject({
    error: { code: 'AUTHENTICATION_ERROR' },
  })
  expect(await call('/orders/stop', { why: 'x' }, lock.accessToken)).toMatchObject({
    error: { code: 'VALIDATION_ERROR', field: 'why' },
  })
  expect(await call('/orders/stop', asked, lock.accessToken)).toMatchObject({
    data: { stop: asked, canceled: [{ venue: 'kalshi' }], left: [] },
  })
  await daemon?.stop()
  daemon = await startDaemonProcess(home, ['--config', config])
  expect((await post('createOrder', orderOf(7))).error).toMatchObject({ detail: { rule: 'stopped' } })
  const { accessToken } = JSON.parse(readFileSync(home.lockFile, 'utf8')) as { accessToken: string }
  expect(await call('/orders/resume', {}, accessToken)).toMatchObject({ data: { stop: asked } })
  expect((await post('createOrder', orderOf(7))).error).toBeUndefined()
})

test('without a daemon the command cancels itself; killed between the row and the cancels, the stop holds', async () => {
  await daemon?.stop()
  daemon = undefined
  simulator.faults.set([{ venue: 'kalshi', path: '/portfolio/orders', kind: 'slow', delayMs: 5_000 }])
  const child = spawn(process.execPath, words('orders', 'stop'), { env: home.environment, stdio: 'ignore' })
  await until('the stop', () => journal(({ stopped }) => stopped() !== undefined))
  child.kill('SIGKILL')
  await once(child, 'close')
  simulator.faults.clear()
  const refused = await command('call', 'kalshi', 'createOrder', JSON.stringify(orderOf(8)))
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('orders have been stopped by')])
  expect(await openOrders()).toHaveLength(1)

  simulator.faults.set([{ venue: 'kalshi', path: '/portfolio/', kind: 'server-error' }])
  const failed = await command('orders', 'stop', '--json')
  expect(failed.code).toBe(1)
  expect(JSON.parse(failed.stdout)).toMatchObject({
    canceled: [],
    left: [
      { venue: 'kalshi', because: expect.stringContaining('open orders cannot be read') },
      { venue: 'kalshi', orderId: expect.any(String), because: expect.any(String) },
    ],
  })
  simulator.faults.clear()
  // Whether the venue had carried out what it answered with an error is its affair: by now nothing is open.
  expect((await command('orders', 'stop')).code).toBe(0)
  expect(await openOrders()).toEqual([])
})
