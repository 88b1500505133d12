import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stateFilesIn, worldFilesIn } from '../../../src/daemon/files/state-paths.js'
import type { OrderIntent } from '../../../src/orders/journal.js'
import { journalMigrations } from '../../../src/orders/migrations.js'
import { createSqliteJournal } from '../../../src/orders/sqlite-journal.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { type CliHome, cliHome } from '../support/run-cli.js'

const driver = await loadDriver()

function intent(id: string): OrderIntent {
  return {
    id,
    at: Date.UTC(2026, 10, 21, 12),
    venue: 'kalshi',
    account: 'a',
    requestId: 'request',
    fingerprint: 'f',
    cost: '5.5',
    terms: {
      marketId: 'KXBIRDS-26',
      outcomeId: 'KXBIRDS-26',
      side: 'buy',
      type: 'limit',
      amount: '10',
      price: '0.55',
      clientOrderId: `client-${id}`,
    },
  }
}

describe('orders stop', () => {
  let home: CliHome
  beforeAll(() => {
    home = cliHome()
  })
  afterAll(() => home.close())

  test('needs no journal and no credentials; resume ends it', async () => {
    const { code, stdout, stderr } = await home.runHere(['orders', 'stop', '--reason', 'wrong prices'])
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^Orders have been stopped by \S.* since \d{4}-\d\d-\d\dT\S+: wrong prices\.\n0 open orders canceled\.\n$/,
      ),
    ])
    expect(stderr).toContain('No orders are placed until you run: pmx-local orders resume')
    // A second stop says who was first.
    const again = await home.runHere(['orders', 'stop', '--reason', 'another', '--json'])
    expect(JSON.parse(again.stdout)).toMatchObject({
      stop: { reason: 'wrong prices', at: expect.any(Number), by: expect.any(String) },
      canceled: [],
      left: [],
    })
    const resumed = await home.runHere(['orders', 'resume', '--json'])
    expect(JSON.parse(resumed.stdout)).toMatchObject({ stop: { reason: 'wrong prices' } })
    const none = await home.runHere(['orders', 'resume'])
    expect([none.code, none.stdout]).toEqual([0, 'Orders were not stopped.\n'])
  })

  test('resume ends the stop that was in force, and keeps one that is made while it runs', async () => {
    const other = cliHome()
    const path = worldFilesIn(other.stateDir, undefined).orders
    const journal = () => createSqliteJournal(openDatabase(driver, path, journalMigrations).database)
    const newer = { at: 9_000, by: 'bob', reason: 'no, not yet' }
    const requests: unknown[] = []
    await other.runHere(['orders', 'stop', '--reason', 'wrong prices'])
    // Stands in for the daemon: it is asked after the stop was ended in the journal.
    const daemon = createServer(async (request, response) => {
      const body = (await request.toArray()).join('')
      if (request.url?.startsWith('/orders/') === true) requests.push([request.url, body])
      const one = journal()
      if (one.stopped()?.by !== newer.by) one.stop(newer)
      if (request.url === '/orders/resume') one.endStop(1, 'the daemon', JSON.parse(body).at)
      const inForce = one.stopped()
      one.close()
      const health = { status: 'ok', instanceId: 'i', orders: { stopped: inForce } }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(request.url === '/orders/resume' ? { data: { stop: newer } } : health))
    })
    await new Promise<void>((resolve) => daemon.listen(0, '127.0.0.1', resolve))
    const { port } = daemon.address() as AddressInfo
    const { instance } = stateFilesIn(other.stateDir)
    mkdirSync(dirname(instance), { recursive: true })
    const told = { pid: process.pid, instanceId: 'i', mode: 'live', port, version: '1', startedAt: 1 }
    writeFileSync(instance, JSON.stringify(told))
    const { code, stdout, stderr } = await other.runHere(['orders', 'resume'])
    daemon.close()
    const file = journal()
    expect([file.stopped(), requests]).toEqual([newer, []])
    file.close()
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(
        /^A stop has ended\. Before that, orders had been stopped by .*: wrong prices\.\nOrders are stopped again: orders have been stopped by bob since .*: no, not yet\.\n$/,
      ),
    ])
    expect(stderr).toContain('run the command again: pmx-local orders resume')
    other.close()
  })

  test('lists orders that it cannot cancel, and its exit code is 1', async () => {
    const path = worldFilesIn(home.stateDir, undefined).orders
    const journal = createSqliteJournal(openDatabase(driver, path, journalMigrations).database)
    for (const id of ['1', '2']) journal.intend(intent(id))
    const order = { ...intent('1').terms, id: 'V-1', price: 0.55, amount: 10, filled: 0, remaining: 10 }
    journal.recordOutcome('1', { state: 'placed', order: { ...order, status: 'open', timestamp: 1 } }, 5)
    journal.close()
    const { code, stdout, stderr } = await home.runHere(['orders', 'stop'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/\n {2}kalshi 2: .*\n {2}kalshi 1: an order may be open\. Their credentials/)
    expect(stderr).toContain('These orders may still be open.')
  })

  test('a reason that is empty or too long is refused', async () => {
    for (const reason of ['', ' ', 'x'.repeat(501)]) {
      const { code, stderr } = await home.runHere(['orders', 'stop', '--reason', reason])
      expect([code, stderr]).toEqual([2, expect.stringContaining('--reason takes 1 to 500 characters')])
    }
  })

  test('where the journal cannot be written, orders go on, and the command says so', async () => {
    const other = cliHome()
    const path = worldFilesIn(other.stateDir, undefined).orders
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'this is no database'.repeat(100))
    const { code, stderr } = await other.runHere(['orders', 'stop'])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/Orders are not stopped: .*orders\.db/)])
    other.close()
  })
})
