import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { createLayout } from '../../../src/candle-table/columns.js'
import { createCopyWriter } from '../../../src/candle-table/copy-text.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { parsePostgresAddress } from '../../../src/cli/table-export/export-postgres.js'
import { renderMergeSql, renderPrepareSql } from '../../../src/cli/table-export/postgres-sql.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { findPostgres, type Postgres, startPostgres } from '../../support/postgres.js'
import { cliHome } from '../support/run-cli.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const start = Date.UTC(2026, 10, 20)
const identity = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: HOUR, basis: 'trade' } as const

describe('the address of a database', () => {
  test.each([
    ['postgres://me@host/db', 'postgres://me@host/db', undefined],
    ['postgresql://me:s%40crt@host:5432/db', 'postgresql://me@host:5432/db', 's@crt'],
    [
      'postgres://me:x@a:1,b:2/db?target_session_attrs=any',
      'postgres://me@a:1,b:2/db?target_session_attrs=any',
      'x',
    ],
    ['postgres://host:5432/db', 'postgres://host:5432/db', undefined],
    ['postgres:///db?host=/tmp', 'postgres:///db?host=/tmp', undefined],
  ])('%s has no password for the list of processes', (text, address, password) => {
    expect(parsePostgresAddress(text)).toEqual({ text: address, password })
  })

  test.each([
    'postgres://me:a/s3cret@host/db',
    'postgres://me:a?s3cret@host/db',
    'postgres://me:a#s3cret@host/db',
    'postgres://me:a@s3cret@host/db',
    'postgres://me:12/s3cret@host/db',
    'postgres://me:s3cret%zz@host/db',
    'postgres://me@host/db?sslmode=require&password=s3cret',
  ])('%s is refused, because its password would be in the list of processes', (text) => {
    const read = () => parsePostgresAddress(text)
    expect(read).toThrow(/a password goes between the user and the host/)
    expect(read).not.toThrow(/s3cret/)
  })

  test.each(['mysql://host/db', 'out.csv'])('%s is refused', (text) => {
    expect(() => parsePostgresAddress(text)).toThrow(/--to takes the address of a PostgreSQL database/)
  })
})

test('texts cannot end a row or the table', () => {
  const writer = createCopyWriter(createLayout(['title', 'settlement_at']))
  const series = {
    venue: 'kalshi',
    outcomeId: 'A',
    resolution: '1h',
    additional: { title: 'a\tb\n\\.\nc' },
  } as const
  const list = (value: number) => Float64Array.of(value)
  const slice = {
    ...{ series, count: 1, timestamp: list(start), open: list(0.1), high: list(0.1), low: list(0.1) },
    ...{ close: list(0.1), volume: list(Number.NaN), availableAt: list(Number.NaN) },
  }
  expect(Buffer.from(writer.write(slice)).toString()).toBe(
    'kalshi\tkalshi:A\t1h\t2026-11-20T00:00:00.000Z\t0.1\t0.1\t0.1\t0.1\t\\N\t\\N\ta\\tb\\n\\\\.\\nc\t\\N\n',
  )
})

const programs = findPostgres()

describe.skipIf(programs === undefined)('export --to', () => {
  const home = cliHome()
  let postgres: Postgres
  beforeAll(async () => {
    if (programs !== undefined) postgres = startPostgres(programs)
    mkdirSync(home.stateDir, { recursive: true })
    await commit(0, 48, 0.4)
  }, 60_000)
  afterAll(async () => {
    await home.close()
    postgres.close()
  })
  const run = (...words: string[]) => home.runHere(['export', '--to', postgres.address, ...words])

  async function commit(from: number, to: number, close: number): Promise<void> {
    const driver = await loadDriver()
    const store = createSqliteStore(
      openDatabase(driver, join(home.stateDir, 'candles.db'), candleMigrations).database,
    )
    const bars = Array.from({ length: to - from }, (_, at): PriceCandle => {
      const timestamp = start + (from + at) * HOUR
      return { timestamp, open: 0.3, high: 0.5, low: 0.2, close, ...(at % 2 === 0 ? { volume: at } : {}) }
    })
    const span = { from: start + from * HOUR, to: start + to * HOUR }
    const coverage = [{ ...span, kind: 'data', route: 'live', fetchedAt: start + 30 * DAY } as const]
    store.commit(identity, { bars, coverage })
    store.close()
  }

  test('makes the table and fills it, with types, NULLs and the origin', async () => {
    const { code, stderr } = await run()
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('48 candles of 1 series in the table candles'),
    ])
    expect(
      postgres.query(
        'SELECT count(*), count(volume), sum(close)::numeric(9,3), min(timestamp), max(timestamp), min(outcome_id), bool_or(provisional) FROM candles',
      ),
    ).toEqual(['48|24|19.200|2026-11-20 00:00:00+00|2026-11-21 23:00:00+00|kalshi:FOO-26|f'])
    expect(
      postgres.query(
        "SELECT column_name || ' ' || data_type FROM information_schema.columns WHERE table_name = 'candles' ORDER BY ordinal_position",
      ),
    ).toEqual([
      ...['venue text', 'outcome_id text', 'resolution text', 'timestamp timestamp with time zone'],
      ...['open', 'high', 'low', 'close', 'volume'].map((name) => `${name} double precision`),
      ...['available_at timestamp with time zone', 'provisional boolean'],
    ])
    const [comment] = postgres.query("SELECT obj_description('candles'::regclass)")
    expect(JSON.parse(comment ?? '')).toEqual({
      'pmx-local': { basis: { kalshi: 'trade' }, origin: { kalshi: 'live' } },
    })
  })

  test('adds what is new, replaces what differs and repeats nothing', async () => {
    const before = postgres.query('SELECT xmin FROM candles ORDER BY timestamp')
    const first = await run('--stored-since', 'start')
    expect(postgres.query('SELECT xmin FROM candles ORDER BY timestamp')).toEqual(before)
    await commit(48, 50, 0.45)
    const second = await run('--stored-since', first.lines[0] ?? '')
    expect(second.stderr).toContain('2 candles of 1 series')
    postgres.query("UPDATE candles SET close = 0.9 WHERE timestamp = '2026-11-20 05:00Z'")
    await run()
    expect(postgres.query('SELECT count(*), max(close) FROM candles')).toEqual(['50|0.45'])
  })

  test('stores nothing where a venue fails, or where the rows were cut', async () => {
    const { code, stderr } = await run('--with-markets', '--url', 'http://127.0.0.1:9')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/127\.0\.0\.1:9/)])
    const layout = createLayout()
    const cut = [renderPrepareSql(layout, { basis: {}, origin: {} }), renderMergeSql(layout)].join('\n')
    expect(() => postgres.query(cut)).toThrow(/The export ended early/)
    expect(postgres.query('SELECT count(*) FROM candles')).toEqual(['50'])
  })

  test('adds the columns of markets to a table that has none', async () => {
    postgres.query('CREATE SCHEMA demo')
    const outcome = 'kalshi:KXCASSMARKELECTION-27MAY12-CAST'
    await home.runHere(['backfill', outcome, '-r', '1h', '--since', '2d', '--demo'])
    const schema = `${postgres.address}&options=-csearch_path%3Ddemo`
    const demo = (...words: string[]) => home.runHere(['export', '--demo', '--to', schema, ...words])
    expect((await demo()).code).toBe(0)
    expect((await demo('--with-markets', '--provisional')).code).toBe(0)
    expect(
      postgres.query(
        'SELECT DISTINCT outcome_id, market_id, outcome, status, settlement_at FROM demo.candles',
      ),
    ).toEqual([`${outcome}|KXCASSMARKELECTION-27MAY12-CAST|Renée Castellarde|active|`])
    // A provisional candle that became final is no longer marked.
    postgres.query('UPDATE demo.candles SET provisional = true')
    expect((await demo()).code).toBe(0)
    expect(postgres.query('SELECT count(*) > 20 FROM demo.candles WHERE NOT provisional')).toEqual(['t'])
  })

  test('stores nothing of an export that another origin or another program forbids', async () => {
    postgres.query(
      `COMMENT ON TABLE candles IS '{"pmx-local": {"basis": {}, "origin": {"kalshi": "the demo world"}}}'`,
    )
    const mixed = await run()
    expect([mixed.code, mixed.stderr]).toEqual([
      1,
      expect.stringContaining(
        'The table candles contains candles of kalshi from another origin (the demo world).',
      ),
    ])
    postgres.query('COMMENT ON TABLE candles IS NULL')
    const foreign = await run()
    expect([foreign.code, foreign.stderr]).toEqual([
      1,
      expect.stringContaining('was not created by pmx-local'),
    ])
    expect(foreign.stderr).not.toContain('ERROR')
    const other = await home.runHere(['export', '--to', `${postgres.address}&dbname=none`])
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringMatching(/PostgreSQL refused the export.*"none" does not exist/),
    ])
  })

  test('reads the CSV by the statements of the guide, too', async () => {
    const page = readFileSync(new URL('../../../src/guide/tables.md', import.meta.url), 'utf8')
    const statements = /^create table candles[^`]*/m.exec(page)?.[0] ?? ''
    const path = join(home.stateDir, 'candles.csv')
    await home.runHere(['export', '--out', path])
    postgres.query('CREATE SCHEMA csv')
    postgres.run(`set search_path = csv;\n${statements.replace('candles.csv', path)}`)
    expect(postgres.query('SELECT count(*), count(volume), min(timestamp) FROM csv.candles')).toEqual([
      '50|25|2026-11-20 00:00:00+00',
    ])
  })

  test('writes one place only', async () => {
    expect(await run('--out', 'x.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Leave one of them out'),
    })
  })
})
