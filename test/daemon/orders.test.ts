import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { worldFilesIn } from '../../src/daemon/files/state-paths.js'
import type { JournalRow } from '../../src/orders/journal.js'
import { createSqliteJournal } from '../../src/orders/sqlite-journal.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { startDemoDaemon } from './demo-daemon.js'

const driver = await loadDriver()

let daemon: Awaited<ReturnType<typeof startDemoDaemon>>
let market = ''
beforeAll(async () => {
  daemon = await startDemoDaemon(['kalshi'])
  const reply = await fetch(`${daemon.simulator.urls.kalshi?.['api']}/markets?limit=1&status=open`)
  const { markets } = (await reply.json()) as { markets: { ticker: string }[] }
  market = markets[0]?.ticker ?? ''
})
afterAll(() => daemon.stop())

const orderOf = (amount: number) => ({
  marketId: market,
  outcomeId: market,
  side: 'buy',
  type: 'limit',
  price: 0.01,
  amount,
})
const bodyOf = (order: object): string =>
  JSON.stringify({ args: [order], credentials: { ...daemon.simulator.paper.kalshi } })

async function create(order: object) {
  const reply = await fetch(`${daemon.address}/api/kalshi/createOrder`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: bodyOf(order),
  })
  const { data, error } = (await reply.json()) as { data?: { id: string }; error?: unknown }
  return { data, error, headers: reply.headers }
}

function rows(): readonly JournalRow[] {
  const database = driver(worldFilesIn(daemon.stateDir, 1).orders, { readOnly: true })
  try {
    return createSqliteJournal(database).list({ limit: 100 })
  } finally {
    database.close()
  }
}

const isSending = (): boolean => {
  const path = worldFilesIn(daemon.stateDir, 1).orders
  return existsSync(path) && rows().some(({ outcome }) => outcome.state === 'sending')
}

/** Sends an order and closes the connection when the venue has it and before it has answered. */
async function hangUpOver(order: object): Promise<void> {
  daemon.simulator.faults.set([
    { venue: 'kalshi', path: '/portfolio/events/orders', kind: 'slow', delayMs: 1_000 },
  ])
  const url = `${daemon.address}/api/kalshi/createOrder`
  const call = request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, agent: false })
  call.on('error', () => undefined)
  call.end(bodyOf(order))
  while (!isSending()) await new Promise((resolve) => setTimeout(resolve, 5))
  const closed = new Promise((resolve) => call.once('close', resolve))
  call.destroy()
  await closed
  daemon.simulator.faults.clear()
}

test('a caller who closes his connection before the answer, and sends the same order again, has one order', async () => {
  const order = orderOf(1)
  await hangUpOver(order)
  const before = daemon.clock.pendingTimers
  const asked = create(order)
  // The clock of the demo world stands still: the answer of the venue comes when it moves. Each call that has come in
  // has a timer for its deadline.
  while (daemon.clock.pendingTimers <= before) await new Promise((resolve) => setImmediate(resolve))
  await daemon.clock.advance(1_000)
  const again = await asked
  expect(again.error).toBeUndefined()
  expect(again.headers.get('x-pmx-repeated')).toBe('under way')
  expect(rows()).toHaveLength(1)
  // He has this answer: the next one is another order.
  const next = await create(order)
  expect(next.headers.get('x-pmx-repeated')).toBeNull()
  expect(next.data?.id).not.toBe(again.data?.id)
})

test('an answer that came after its caller had gone is told to him when he asks again', async () => {
  const order = orderOf(2)
  await hangUpOver(order)
  await daemon.clock.advance(1_000)
  const again = await create(order)
  expect(again.headers.get('x-pmx-repeated')).toMatch(/./)
  expect((await create(order)).headers.get('x-pmx-repeated')).toBeNull()
})

const jsonType = 'application/json'

test.each<[string, string, (order: object) => object, string, string]>([
  [
    'an argument too many',
    'createOrder',
    (order) => ({ args: [order, { postOnly: true }] }),
    jsonType,
    'args[1]',
  ],
  [
    'a member beside args',
    'createOrder',
    (order) => ({ args: [order], postOnly: true }),
    jsonType,
    'postOnly',
  ],
  ['a key of the query', 'createOrder?postOnly=true', (order) => ({ args: [order] }), jsonType, 'postOnly'],
  ['a second id', 'cancelOrders', () => ({ args: ['1', '2'] }), jsonType, 'args[1]'],
  ['a market in the query', 'cancelAllOrders?marketId=M', () => ({ args: [] }), jsonType, 'marketId'],
  ['a body that is no JSON', 'cancelAllOrders', () => ({ args: ['M'] }), 'text/plain', ''],
  ['credentials in a body that is no JSON', 'fetchBalance', () => ({}), 'text/plain', ''],
])('a call with %s is refused: %s', async (_what, path, argsOf, type, field) => {
  const before = rows().length
  const reply = await fetch(`${daemon.address}/api/kalshi/${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify({ ...argsOf(orderOf(1)), credentials: { ...daemon.simulator.paper.kalshi } }),
  })
  if (field === '') expect(reply.status).toBe(415)
  else expect(await reply.json()).toMatchObject({ error: { code: 'VALIDATION_ERROR', field } })
  expect(rows()).toHaveLength(before)
})

test('health tells how many are in doubt', async () => {
  const reply = await fetch(`${daemon.address}/health?verbose`)
  expect(await reply.json()).toMatchObject({ orders: { inDoubt: 0 } })
})
