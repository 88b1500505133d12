import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '../../src/api/models/models.js'
import { worldFilesIn } from '../../src/daemon/files/state-paths.js'
import { createSqliteJournal } from '../../src/orders/sqlite-journal.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { startDemoDaemon } from './demo-daemon.js'

const driver = await loadDriver()
let daemon: Awaited<ReturnType<typeof startDemoDaemon>>
beforeAll(async () => {
  daemon = await startDemoDaemon(['kalshi'])
})
afterAll(() => daemon.stop())

async function ask<Data>(method: string, args: readonly unknown[]): Promise<Data> {
  const reply = await fetch(`${daemon.address}/api/kalshi/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ args, credentials: { ...daemon.simulator.paper.kalshi } }),
  })
  const { data, error } = (await reply.json()) as { data?: Data; error?: unknown }
  expect(error).toBeUndefined()
  return data as Data
}

/** The order of the only row, as another program reads it in the file. */
function written(): Order | undefined {
  const database = driver(worldFilesIn(daemon.stateDir, 1).orders, { readOnly: true })
  try {
    const [row] = createSqliteJournal(database).list({ limit: 1 })
    return row?.outcome.state === 'placed' ? row.outcome.order : undefined
  } finally {
    database.close()
  }
}

async function answered<Data>(waiting: Promise<Data>): Promise<Data> {
  let told: { readonly data: Data } | undefined
  void waiting.then((data) => {
    told = { data }
  })
  for (let turn = 0; told === undefined && turn < 400; turn++) {
    await daemon.clock.advance(turn < 100 ? 0 : 1_000)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  if (told === undefined) throw new Error('waited in vain')
  return told.data
}

test('the journal on the disk follows what the user channel shows of an order', async () => {
  const reply = await fetch(`${daemon.simulator.urls.kalshi?.['api']}/markets?limit=20&status=open`)
  const { markets } = (await reply.json()) as { markets: { ticker: string }[] }
  const outcomeId = markets[0]?.ticker ?? ''
  const wanted = { marketId: outcomeId, outcomeId, side: 'buy', type: 'limit', price: 0.01, amount: 3 }
  expect(await answered(ask<Order[]>('watchOrders', []))).toEqual([])
  const { id } = await ask<Order>('createOrder', [wanted])
  expect(written()).toMatchObject({ id, status: 'open' })
  expect(await answered(ask<Order[]>('watchOrders', []))).toMatchObject([{ id, status: 'open' }])
  const waiting = ask<Order[]>('watchOrders', [])
  await ask('cancelOrder', [id])
  expect(await answered(waiting)).toMatchObject([{ id, status: 'canceled' }])
  expect(written()).toMatchObject({ id, status: 'canceled', filled: 0, remaining: 3 })
})
