import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { worldFilesIn } from '../../../src/daemon/files/state-paths.js'
import type { OrderIntent } from '../../../src/orders/journal.js'
import { journalMigrations } from '../../../src/orders/migrations.js'
import { createSqliteJournal } from '../../../src/orders/sqlite-journal.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { type CliHome, cliHome } from '../support/run-cli.js'

const driver = await loadDriver()

function intent(id: string, changes: Partial<OrderIntent> = {}): OrderIntent {
  return {
    id,
    at: Date.UTC(2026, 10, 21, 12),
    venue: 'kalshi',
    account: 'a',
    requestId: `request-${id}`,
    fingerprint: 'f',
    cost: '5.5',
    terms: {
      marketId: 'KXBIRDS-26',
      outcomeId: 'KXBIRDS-26-STORKS-AND-OTHERS-OF-A-LONG-NAME',
      side: 'buy',
      type: 'limit',
      amount: '10',
      price: '0.55',
      clientOrderId: `client-${id}`,
    },
    ...changes,
  }
}

describe('orders', () => {
  let home: CliHome
  beforeAll(() => {
    home = cliHome()
    const path = worldFilesIn(home.stateDir, undefined).orders
    mkdirSync(dirname(path), { recursive: true })
    const journal = createSqliteJournal(openDatabase(driver, path, journalMigrations).database)
    for (const one of [intent('1'), intent('2', { venue: 'smarkets' }), intent('3')]) journal.intend(one)
    const order = { ...intent('1').terms, id: 'V-1', price: 0.55, amount: 10, filled: 0, remaining: 10 }
    journal.recordOutcome('1', { state: 'placed', order: { ...order, status: 'open', timestamp: 1 } }, 5)
    const error = { code: 'INVALID_ORDER', message: 'the price is off' } as const
    journal.recordOutcome('2', { state: 'refused', error }, 5)
    journal.close()
  })
  afterAll(() => home.close())

  test('log shows each with its request, the newest last', async () => {
    const { code, lines } = await home.runHere(['orders', 'log'])
    expect(code).toBe(0)
    expect(lines).toHaveLength(4)
    expect(lines[1]).toMatch(/^KXBIRDS.*… +2026-11-21 12:00 +kalshi +buy +10 +0\.55 +placed +V-1 +request-1$/)
    expect(lines.map((line) => line.split(/ +/).at(-1))).toEqual([
      'Request',
      'request-1',
      'request-2',
      'request-3',
    ])
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100)
  })

  test('log tells programs all of it, of a venue where that is asked', async () => {
    const { stdout } = await home.runHere(['orders', 'log', '--venue', 'smarkets', '--json'])
    expect(JSON.parse(stdout)).toMatchObject([
      {
        id: '2',
        venue: 'smarkets',
        state: 'refused',
        because: 'INVALID_ORDER: the price is off',
        amount: '10',
      },
    ])
    const { stdout: newest } = await home.runHere(['orders', 'log', '-n', '1', '--json'])
    expect(JSON.parse(newest)).toMatchObject([{ id: '3', requestId: 'request-3' }])
    expect((await home.runHere(['orders', 'log', '--venue', 'kalsi'])).code).toBe(2)
  })

  test('pending is 1 while some are in doubt, asked or not', async () => {
    const listed = await home.runHere(['orders', 'pending'])
    expect([listed.code, listed.lines.length]).toEqual([1, 2])
    expect(listed.stderr).toContain('--resolve')
    // Without a daemon the venue is asked from here, with the credentials that are configured: none.
    const asked = await home.runHere(['orders', 'pending', '--resolve'])
    expect(asked.code).toBe(1)
    expect(asked.stdout).toContain('client-3: still unknown')
  })

  test.each([
    ['empty', ''],
    ['cut', 'SQLite format 3\0'],
  ])('of a journal that is %s says what to do', async (_what, text) => {
    const other = cliHome()
    const path = worldFilesIn(other.stateDir, undefined).orders
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    const { code, stderr } = await other.runHere(['orders', 'log'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('To start a new journal, stop the daemon')])
    other.close()
  })

  test('of a damaged journal says so', async () => {
    writeFileSync(
      worldFilesIn(home.stateDir, 1).orders,
      'no database at all, but long enough to be taken for one'.repeat(20),
    )
    const { code, stderr } = await home.runHere(['orders', 'log', '--demo', '--seed', '1'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/orders-demo-1\.db/)
    expect(stderr).toContain('No orders are placed while it is damaged')
    expect(stderr).not.toMatch(/candle|backfill|import/)
  })

  test('of the demo world are not told as none at all', async () => {
    mkdirSync(dirname(worldFilesIn(home.stateDir, 1).orders), { recursive: true })
    writeFileSync(worldFilesIn(home.stateDir, 1).orders, '')
    const { code, stderr } = await home.runHere(['orders', 'log', '--venue', 'opinion'])
    expect([code, stderr]).toEqual([
      0,
      "No orders are recorded for opinion. Pass --demo to list the simulation's orders.\n",
    ])
  })

  test('are none where nobody placed any', async () => {
    const log = await home.runHere(['orders', 'log', '--demo', '--seed', '9'])
    expect([log.code, log.stderr]).toEqual([0, expect.stringContaining('No orders are recorded.')])
    expect((await home.runHere(['orders', 'pending', '--demo', '--seed', '9'])).code).toBe(0)
  })
})
