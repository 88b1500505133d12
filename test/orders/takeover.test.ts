import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import type { Order, OrderBook, UnifiedMarket } from '../../src/api/models/models.js'
import { worldFilesIn } from '../../src/daemon/files/state-paths.js'
import { systemClock } from '../../src/effects/clock.js'
import type { JournalRow } from '../../src/orders/journal.js'
import { createSqliteJournal } from '../../src/orders/sqlite-journal.js'
import { startSimulator } from '../../src/simulator/server/start.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { fakeClock } from '../support/clock.js'
import { type RunningDaemon, startDaemonProcess, testHome, until } from '../support/daemon.js'

/**
 * A purchase at the market on Polymarket is sent as a limit order, and its rest is canceled. The process that placed it
 * is killed before that; the next process that uses the same folder cancels the rest.
 */

const driver = await loadDriver()
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Between the daemons and the venue: while it is cut, cancels do not arrive, and responses to orders are lost on demand. */
async function startRoad(target: URL) {
  const road = { isCut: true, losesResponses: false, placed: 0, cancels: 0 }

  async function pass(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const isOrder = new URL(incoming.url ?? '/', target).pathname.endsWith('/order')
    const isCancel = isOrder && incoming.method === 'DELETE'
    const isPlacing = isOrder && incoming.method === 'POST'
    if (isCancel && road.isCut) return void reply.destroy()
    const onward = request(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: { ...incoming.headers, host: target.host },
    })
    onward.end(body)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    const text = await buffer(answer)
    if (isCancel) road.cancels++
    if (isPlacing) road.placed++
    // The connection stays open, and its process is killed while it waits.
    if (isPlacing && road.losesResponses) return
    reply.writeHead(answer.statusCode ?? 500, answer.headers)
    reply.end(text)
  }

  const server = createServer((incoming, reply) => {
    pass(incoming, reply).catch(() => reply.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { road, url: `http://127.0.0.1:${port}${target.pathname}` }
}

async function world() {
  const home = testHome()
  closers.push(() => home.remove())
  // Its books stand still: where they move, they may fill what is to rest.
  const clock = fakeClock(systemClock.now())
  const simulator = await startSimulator({ seed: 1, clock, venues: ['polymarket'] })
  closers.push(() => simulator.close())
  simulator.switches.limits = 'off'
  const urls = simulator.urls.polymarket ?? {}
  const { road, url } = await startRoad(new URL(urls['clob'] ?? ''))
  const credentials = { ...simulator.paper.polymarket }
  const config = join(home.stateDir, 'config.json')
  mkdirSync(home.stateDir, { recursive: true })
  const polymarket = { hosts: { ...urls, clob: url }, limits: 'none', credentials }
  writeFileSync(config, JSON.stringify({ trading: { enabled: true }, venues: { polymarket } }), {
    mode: 0o600,
  })

  async function start(): Promise<RunningDaemon> {
    const daemon = await startDaemonProcess(home, ['--config', config])
    closers.push(() => daemon.kill('SIGKILL'))
    return daemon
  }

  async function ask<Data>({ address }: RunningDaemon, method: string, ...args: readonly unknown[]) {
    const reply = await fetch(`${address}/api/polymarket/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ args, credentials }),
    })
    const { data, error } = (await reply.json()) as { data: Data; error?: unknown }
    expect(error).toBeUndefined()
    return data
  }

  /** An order for more than the best level offers, at its price. */
  async function tooLarge(daemon: RunningDaemon) {
    const markets = await ask<UnifiedMarket[]>(daemon, 'fetchMarkets', { limit: 50 })
    for (const { marketId, outcomes } of markets) {
      const outcomeId = outcomes[0]?.outcomeId ?? ''
      const { asks } = await ask<OrderBook>(daemon, 'fetchOrderBook', outcomeId)
      const [best] = asks
      if (best === undefined || best.size * best.price > 500) continue
      const amount = Math.ceil(best.size) + 300
      return { marketId, outcomeId, side: 'buy', type: 'market', price: best.price, amount }
    }
    throw new Error('no market has a small best level')
  }

  function rows(): readonly JournalRow[] {
    const database = driver(worldFilesIn(home.stateDir, undefined).orders, { readOnly: true })
    try {
      return createSqliteJournal(database).list({ limit: 10 })
    } finally {
      database.close()
    }
  }

  return { road, start, ask, tooLarge, rows }
}

test.each([
  ['is known to rest', false, { state: 'placed', isRestOpen: true }],
  ['may rest, as nobody knows whether it was placed', true, { state: 'sending' }],
])('the next process cancels what a killed one left of a purchase that %s', async (_what, isLost, left) => {
  const { road, start, ask, tooLarge, rows } = await world()
  const first = await start()
  const order = await tooLarge(first)
  road.losesResponses = isLost
  const placing = ask(first, 'createOrder', order).catch(() => undefined)
  await until('an order whose rest is open', () => {
    if (road.placed === 0) return undefined
    return isLost || rows()[0]?.outcome.state === 'placed'
  })
  first.kill('SIGKILL')
  await Promise.all([first.ended, placing])
  expect(rows().map(({ outcome }) => outcome)).toMatchObject([left])
  expect(road.cancels).toBe(0)

  road.isCut = false
  const second = await start()
  await until('the end of the rest', () => {
    const outcome = rows()[0]?.outcome
    return outcome?.state === 'placed' && outcome.isRestOpen !== true
  })
  const [row] = rows()
  expect(row?.outcome).toMatchObject({ order: { type: 'market', status: 'canceled', amount: order.amount } })
  expect(road.cancels).toBe(1)
  expect(await ask<Order[]>(second, 'fetchOpenOrders')).toEqual([])
  const venueOrder = await ask<Order>(
    second,
    'fetchOrder',
    row?.outcome.state === 'placed' ? row.outcome.order.id : '',
  )
  expect(row?.outcome).toMatchObject({ order: { filled: venueOrder.filled } })
  expect(venueOrder.filled).toBeGreaterThan(0)
  await second.stop()
})
