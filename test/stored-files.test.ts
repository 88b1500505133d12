import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { candleMigrations } from '../src/candles/database/migrations.js'
import { createCatalogReader } from '../src/catalog/file/catalog-reader.js'
import { catalogMigrations } from '../src/catalog/file/migrations.js'
import { openCatalogFile } from '../src/catalog/file/open-catalog.js'
import { loadConfig } from '../src/config/load.js'
import { readSdkLock, writeSdkLock } from '../src/daemon/lifecycle/sdk-lockfile.js'
import {
  acquireInstanceLock,
  describeOwnInstance,
  readInstance,
} from '../src/daemon/lifecycle/state-folder-lock.js'
import { createOrderJournal } from '../src/daemon/state/order-journal-file.js'
import { createSystemIds } from '../src/effects/ids.js'
import { silentLogger } from '../src/observe/logger.js'
import { journalMigrations } from '../src/orders/migrations.js'
import type { Database } from '../src/storage/driver.js'
import { loadDriver } from '../src/storage/load-driver.js'
import type { Migration } from '../src/storage/migrate.js'
import { openDatabase } from '../src/storage/open.js'
import { type CliHome, cliHome } from './cli/support/run-cli.js'
import { fakeClock } from './support/clock.js'

/** Files that an earlier version wrote (README.md there), which this one reads or refuses with the way out. */
const fixtures = new URL('fixtures/before-renames/', import.meta.url)
const driver = await loadDriver()
const clock = fakeClock()
/** Where the venues of the files were. */
const kalshiDemo = { api: 'http://127.0.0.1:41700/trade-api/v2', stream: 'http://127.0.0.1:41701' }
const addressOf = (): string => 'api=http://127.0.0.1:41720/api'

let home: CliHome
beforeEach(() => {
  home = cliHome()
  mkdirSync(home.stateDir, { recursive: true })
  const venues = { 'kalshi-demo': { hosts: kalshiDemo } }
  writeFileSync(join(home.stateDir, 'config.json'), JSON.stringify({ venues }))
})
afterEach(() => home.close())

/** Lays a file of the earlier version into the state folder. */
function lay(name: string): string {
  const path = join(home.stateDir, name)
  writeFileSync(path, gunzipSync(readFileSync(new URL(`${name}.gz`, fixtures))))
  return path
}

/** Names of columns in their order, with all that SQLite knows of them; indexes and triggers with their text. */
function schemaOf(database: Database): unknown {
  const named = database
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND sql IS NOT NULL ORDER BY type, name",
    )
    .rows()
  return named.map(([type, name, sql]) => [
    type,
    name,
    type === 'table'
      ? database.prepare(`PRAGMA table_xinfo(${String(name)})`).rows()
      : String(sql).replace(/\s+/g, ' '),
    ...(type === 'table'
      ? [
          database.prepare(`PRAGMA index_list(${String(name)})`).rows(),
          database.prepare(`PRAGMA foreign_key_list(${String(name)})`).rows(),
        ]
      : []),
  ])
}

const databases: readonly (readonly [string, number, readonly Migration[]])[] = [
  ['candles.db', 4, candleMigrations],
  ['catalog.db', 7, catalogMigrations],
  ['orders.db', 6, journalMigrations],
]

describe.each(databases)('%s of an earlier version', (name, version, migrations) => {
  test('has the tables that a new file has', () => {
    const path = lay(name)
    const laid = driver(path, { readOnly: true })
    expect(laid.prepare('PRAGMA user_version').rows()).toEqual([[version]])
    laid.close()
    const { database, newer } = openDatabase(driver, path, migrations)
    const begun = openDatabase(driver, ':memory:', migrations).database
    expect(newer).toBe(false)
    expect(schemaOf(database)).toEqual(schemaOf(begun))
    database.close()
    begun.close()
  })

  test('that was written by a newer version is not changed by opening it', () => {
    const path = lay(name)
    const newerVersion = driver(path, { readOnly: false })
    newerVersion.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 99')
    newerVersion.close()
    const before = readFileSync(path)
    const { database, newer } = openDatabase(driver, path, migrations)
    expect([newer, database.readOnly]).toEqual([true, true])
    database.close()
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(home.stateDir).filter((file) => file.startsWith(name))).toEqual([name])
  })
})

describe('stored candles of an earlier version', () => {
  test('are exported, those of compacted chunks as well', async () => {
    lay('candles.db')
    const { code, lines, stderr } = await home.runHere(['export', '--format', 'ndjson'])
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('warn')])
    const rows = lines.map((line) => JSON.parse(line) as { resolution?: string })
    const count = (resolution: string) => rows.filter((row) => row.resolution === resolution).length
    expect([count('1h'), count('1m')]).toEqual([1_080, 38])
    expect((await home.run(['cache', 'verify'])).code).toBe(0)
  })

  test('of a version before the first one are refused with what to do', async () => {
    const path = lay('candles.db')
    setVersion(path, 3)
    const { code, stderr } = await home.runHere(['export'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('move the file aside')])
  })

  test('of a newer version are not written, and the message says what to do', async () => {
    const path = lay('candles.db')
    setVersion(path, 99)
    const before = readFileSync(path)
    const { code, stderr } = await home.runHere(['cache', 'prune', '--venue', 'kalshi-demo'])
    expect(code).toBe(1)
    expect(stderr).toContain('was written by a newer version')
    expect(stderr).toContain('Update pmx-local, or move the file aside')
    expect(readFileSync(path).equals(before)).toBe(true)
  })
})

describe('a catalog of an earlier version', () => {
  test('is read: lists and lookups', async () => {
    const { database, newer } = openCatalogFile(driver, lay('catalog.db'), 'writes')
    const reader = createCatalogReader(database, addressOf)
    const [list] = reader.state('suibets')
    expect([newer, list?.status]).toEqual([false, 'active'])
    const { versions } = await reader.columns(list?.generation?.walk ?? -1, 'market', async () => {})
    expect(versions).toHaveLength(4)
    expect(reader.lookup('suibets', 'market', 'suibets:1052484')).toHaveLength(1)
    database.close()
  })
})

describe('orders of an earlier version', () => {
  test('are listed with their states, and those in doubt are known', async () => {
    const file = lay('orders.db')
    const { code, stdout } = await home.runHere(['orders', 'log', '--json'])
    const rows = JSON.parse(stdout) as { clientOrderId: string; state: string; orderId?: string }[]
    expect(code).toBe(0)
    expect(
      rows.map(({ clientOrderId, state, orderId }) => [clientOrderId, state, orderId !== undefined]),
    ).toEqual([
      ['rests', 'placed', true],
      ['fills', 'placed', true],
      ['canceled', 'placed', true],
      ['refused', 'refused', false],
      ['unknown', 'unknown', false],
      ['absent', 'absent', false],
      ['sending', 'sending', false],
    ])
    const journal = createOrderJournal({ file, clock, log: silentLogger })
    await journal.open()
    expect([journal.doubts, journal.stopInForce]).toEqual([2, undefined])
    expect(journal.openOrders().map(({ key }) => key)).toEqual(['rests'])
    expect(journal.costsSince(0).map(Number)).toEqual([0.15, 0.6, 0, 0.3, 0.3])
    const [row] = journal.list({ limit: 1 })
    expect(journal.earlyCancel('kalshi-demo', row?.account ?? '', 'early')?.status).toBe('canceled')
    journal.close()
  })

  test('of a newer version are not written, and no order is placed', async () => {
    const file = lay('orders.db')
    setVersion(file, 99)
    const before = readFileSync(file)
    const journal = createOrderJournal({ file, clock, log: silentLogger })
    await expect(journal.open()).rejects.toThrow(
      /newer version of pmx-local wrote the order journal .*Use that version/,
    )
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

describe.each(['kalshi.cassette.jsonl', 'kalshi.cassette.jsonl.gz'])('%s of an earlier version', (name) => {
  test('is replayed', async () => {
    const cassette = join(home.stateDir, name)
    writeFileSync(cassette, readFileSync(new URL(name, fixtures)))
    const script = `
      const response = await fetch(process.env.PMX_LOCAL_URL + '/api/kalshi/fetchOHLCV', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-pmxt-access-token': process.env.PMX_LOCAL_TOKEN ?? '' },
        body: JSON.stringify({ args: ['KXCASSMARKELECTION-27MAY12-CAST', { resolution: '1h', limit: 5 }] }),
      })
      console.log(JSON.stringify((await response.json()).data.map((candle) => candle.close)))`
    const words = ['replay', cassette, '--', process.execPath, '--input-type=module', '-e', script]
    const { code, stdout } = await home.run(words)
    expect([code, JSON.parse(stdout)]).toEqual([0, [0.44, 0.44, 0.44, 0.44, 0.44]])
  })

  test('of a newer format is refused with what to do, and left as it is', async () => {
    const cassette = join(home.stateDir, 'newer.cassette.jsonl')
    const bytes = readFileSync(new URL(name, fixtures))
    const text = name.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString()
    const newer = text.replace('"pmxCassette":2', '"pmxCassette":99')
    writeFileSync(cassette, newer)
    for (const words of [
      ['cassette', 'show', cassette],
      ['start', '--replay', cassette, '--port', '0'],
      ['start', '--demo', '--record', cassette, '--port', '0', '--no-lock'],
    ]) {
      const { code, stderr } = await home.run(words)
      expect([words[0], code]).toEqual([words[0], 1])
      expect(stderr).toContain('Update pmx-local')
    }
    expect(readFileSync(cassette, 'utf8')).toBe(newer)
  })
})

describe('files about a running daemon of an earlier version', () => {
  test('the lock file of the SDKs is read, and a dead one is replaced', async () => {
    const path = join(home.stateDir, 'server.lock')
    writeFileSync(path, readFileSync(new URL('server.lock', fixtures)))
    expect(readSdkLock(path)).toMatchObject({ port: 41_690, version: '2.41.0-pmxlocal' })
    // No process of that id, wherever this runs.
    const dead = { ...readSdkLock(path), pid: 4_194_399, port: 41_690 }
    writeFileSync(path, JSON.stringify(dead))
    const mine = { pid: process.pid, port: 1 }
    const written = await writeSdkLock(home.stateDir, path, mine, { takeover: false, ids: createSystemIds() })
    expect([written, readSdkLock(path)]).toEqual([{ kind: 'written' }, mine])
  })

  test('the instance file is read, and a dead one is replaced', () => {
    const path = join(home.stateDir, 'instance.json')
    const text = readFileSync(new URL('instance.json', fixtures), 'utf8')
    writeFileSync(path, text)
    expect(readInstance(path)).toMatchObject({ port: 41_690, mode: 'live', version: '0.1.0' })
    writeFileSync(path, text.replace(/"pid": \d+/, '"pid": 4194399'))
    const mine = describeOwnInstance('test', { clock, ids: createSystemIds() })
    expect(acquireInstanceLock(path, mine, createSystemIds())).toEqual({ ok: true })
    expect(readInstance(path)?.instanceId).toBe(mine.instanceId)
  })
})

test('a configuration of an earlier version is read whole', () => {
  const url = new URL('config.json', fixtures)
  const text = readFileSync(url, 'utf8')
  const file = { path: 'config.json', text }
  const environment = { FIXTURE_KEY: 'a-key-id', FIXTURE_PRIVATE_KEY: 'a-private-key' }
  // `shared` is a later setting.
  const { venues, feeds, shared: _shared, ...rest } = loadConfig({ flags: {}, environment, file })
  expect(venues['kalshi-demo']).toMatchObject({
    hosts: kalshiDemo,
    proxy: 'http://proxy.example:8081',
    limits: 'none',
  })
  expect(Object.keys(venues['kalshi-demo']?.credentials ?? {})).toEqual(['apiKey', 'privateKey'])
  expect(feeds.chainlink).toMatchObject({ hosts: { rpc: 'https://node.example' }, limits: 'none' })
  expect(rest).toMatchObject({
    server: { host: '::1', port: 41_690 },
    security: { requireToken: true, allowHosts: ['gateway.example'] },
    limits: { maxBodyBytes: 1_000_000, slowMs: 1_000 },
    cache: { enabled: false, serveStale: true },
    freshness: { maxWaitMs: 500 },
    lists: { maxAgeSeconds: 30, staleSeconds: 300 },
    trading: { maxOrderNotional: 50, maxPosition: 500, dryRun: true },
    demo: { seed: 7 },
  })
  const defaults = loadConfig({ flags: {}, environment: {} })
  const unchanged = leaves(rest).filter(([path, value]) =>
    leaves(defaults).some(([other, by]) => other === path && by === value),
  )
  expect(unchanged).toEqual([])
})

/** Every setting by its path, its value as JSON. */
function leaves(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [[path, JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`))
}

function setVersion(path: string, version: number): void {
  const database = driver(path, { readOnly: false })
  database.exec(`PRAGMA user_version = ${version}`)
  database.close()
}
