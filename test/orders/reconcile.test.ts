import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UnifiedMarket } from '../../src/api/models/models.js'
import { stateFilesIn, worldFilesIn } from '../../src/daemon/files/state-paths.js'
import { systemClock } from '../../src/effects/clock.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { cli, type RunningDaemon, run, startDaemonProcess, testHome, until } from '../support/daemon.js'

/**
 * Real programs of one folder and a venue that knows orders by its own ids alone: an answer is lost, the owner looks, and
 * decides; and what the account holds besides is listed.
 */

const venue = 'polymarket_us'
const ORDERS = '/v1/orders'

/** Between the programs and the venue. It loses the answers to orders while it is told to. */
async function startRoad(target: URL) {
  const state = { isLosing: false }
  async function pass(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const { method, url = '' } = incoming
    const isLost = state.isLosing && method === 'POST' && url.endsWith(ORDERS)
    const onward = request(new URL(url, target), {
      method,
      headers: { ...incoming.headers, host: target.host },
    })
    onward.end(body)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    const text = await buffer(answer)
    if (isLost) return void reply.destroy()
    reply.writeHead(answer.statusCode ?? 500, answer.headers)
    reply.end(text)
  }
  const server = createServer((incoming, reply) => void pass(incoming, reply).catch(() => reply.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    state,
    url: `http://127.0.0.1:${port}${target.pathname.replace(/\/$/, '')}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const home = testHome()
const elsewhere = testHome()
let simulator: Simulator
let road: Awaited<ReturnType<typeof startRoad>>
let config = ''
let daemon: RunningDaemon
let market: { readonly marketId: string; readonly outcomeId: string }
const file = worldFilesIn(home.stateDir, undefined).orders

const start = () => startDaemonProcess(home, ['--config', config])

beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock: systemClock, venues: [venue] })
  simulator.switches.limits = 'off'
  const urls = simulator.urls[venue] ?? {}
  road = await startRoad(new URL(urls['api'] ?? ''))
  mkdirSync(home.stateDir, { recursive: true })
  config = join(home.stateDir, 'config.json')
  const own = {
    hosts: { ...urls, api: road.url },
    limits: 'none',
    credentials: { ...simulator.paper[venue] },
  }
  const trading = { enabled: true, maxDailyNotional: 100 }
  writeFileSync(config, JSON.stringify({ venues: { [venue]: own }, trading }), { mode: 0o600 })
  daemon = await start()
  const markets = (await ask('fetchMarkets', { limit: 50 })).data as UnifiedMarket[]
  const [last] = markets.toSorted((one, other) =>
    (one.resolutionDate ?? '') < (other.resolutionDate ?? '') ? 1 : -1,
  )
  if (last === undefined) throw new Error('no market')
  market = { marketId: last.marketId, outcomeId: (last.yes ?? last.outcomes[0])?.outcomeId ?? '' }
})
afterAll(async () => {
  await daemon.stop()
  road.close()
  await simulator.close()
  home.remove()
  elsewhere.remove()
})

interface Answer {
  readonly data?: unknown
  readonly error?: { readonly code: string; readonly message: string }
}

async function ask(method: string, arg?: object): Promise<Answer> {
  const reply = await fetch(`${daemon.address}/api/${venue}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      args: arg === undefined ? [] : [arg],
      credentials: { ...simulator.paper[venue] },
    }),
  })
  return (await reply.json()) as Answer
}

const limit = (amount: number) => ({ ...market, side: 'buy', type: 'limit', price: 0.02, amount })

async function command(words: readonly string[], at = home) {
  const done = await run(process.execPath, [cli, ...words, '--config', config], at)
  return {
    ...done,
    json: done.stdout.startsWith('[') || done.stdout.startsWith('{') ? JSON.parse(done.stdout) : undefined,
  }
}

test('an order in doubt is shown with what may be it, decided by its owner, and what the account holds besides is listed', async () => {
  road.state.isLosing = true
  const lost = await ask('createOrder', limit(7))
  road.state.isLosing = false
  expect(lost.error).toMatchObject({ code: 'NETWORK_ERROR' })
  const [atVenue] = (await ask('fetchOpenOrders')).data as { id: string }[]
  const orderId = atVenue?.id ?? ''

  const pending = await command(['orders', 'pending', '--resolve', '--json'])
  expect([pending.code, pending.json]).toMatchObject([
    1,
    [
      {
        state: 'unknown',
        became: { state: 'unknown', candidates: [{ from: 'open orders', orderId, amount: 7 }] },
      },
    ],
  ])
  const id: string = pending.json[0].id
  const shown = await command(['orders', 'pending', '--resolve'])
  expect(shown.stdout).toContain(`pmx-local orders resolve ${id} --placed ${orderId}`)
  const compared = await command(['orders', 'reconcile', '--json'])
  expect([compared.code, compared.json]).toMatchObject([
    1,
    [{ venue, unknownOrders: [{ id: orderId, mayBe: [id] }] }],
  ])

  const other = (await ask('createOrder', { ...limit(9), clientOrderId: 'another' })).data as { id: string }
  for (const [wrong, words] of [
    ['nothing', 'shows no order with this id'],
    [other.id, 'a different order in the journal'],
  ] as const) {
    const refused = await command(['orders', 'resolve', id, '--placed', wrong])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(words)])
  }
  expect((await command(['orders', 'resolve', id])).code).toBe(2)
  const decided = await command(['orders', 'resolve', id, '--placed', orderId, '--json'])
  expect([decided.code, decided.json]).toEqual([0, { id, venue, state: 'placed', orderId }])
  expect((await command(['orders', 'pending'])).code).toBe(0)
  const equal = await command(['orders', 'reconcile'])
  expect([equal.code, equal.stdout]).toEqual([0, `${venue}: no difference\n`])

  // One that another program placed with the same account.
  const placed = await command(['call', venue, 'createOrder', JSON.stringify(limit(11))], elsewhere)
  expect(placed.code).toBe(0)
  const differs = await command(['orders', 'reconcile'])
  expect([differs.code, differs.stdout]).toEqual([
    1,
    expect.stringContaining('open order that is not in the journal'),
  ])

  // Without a daemon it is compared from here; the next daemon says so at its start.
  await daemon.stop()
  const here = await command(['orders', 'reconcile', '--json'])
  expect([here.code, here.json]).toMatchObject([1, [{ venue, unknownOrders: [{ amount: 11 }] }]])
  daemon = await start()
  const log = stateFilesIn(home.stateDir).log
  await until('the comparison at the start', () =>
    readFileSync(log, 'utf8').includes('an account and the order journal differ'),
  )
})

test('orders.db that was moved away under a running daemon takes no order until it is back', async () => {
  expect(existsSync(file)).toBe(true)
  renameSync(file, `${file}.aside`)
  const refused = await ask('createOrder', limit(13))
  expect(refused.error).toMatchObject({ message: expect.stringContaining('Move the file back') })
  expect(existsSync(file)).toBe(false)
  renameSync(`${file}.aside`, file)
  expect((await ask('createOrder', limit(13))).error).toBeUndefined()
})
