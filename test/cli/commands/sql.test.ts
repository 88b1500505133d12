import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { bar, covers } from '../../candles/store-suite.js'
import { cliHome, collect } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())
const sql = (...words: string[]) => home.runHere(['sql', ...words])

/** 600 candles, of which 512 are sealed. */
beforeAll(async () => {
  mkdirSync(home.stateDir, { recursive: true })
  const file = join(home.stateDir, 'candles.db')
  const store = createSqliteStore(openDatabase(await loadDriver(), file, candleMigrations).database)
  const yes = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: 60_000, basis: 'trade' } as const
  const bars = Array.from({ length: 600 }, (_, at) => {
    const { volume: _unknown, ...rest } = bar(at, (at + 200) / 1_000)
    return at === 5 ? rest : { ...rest, volume: at }
  })
  store.commit(yes, { bars, coverage: [covers(0, 600)] })
  store.compact(undefined, 1e12)
  store.close()
})

test('candles has the candles in both of their forms, each once, with unknown volumes unknown', async () => {
  const all = await sql('--json', '-c', 'select timestamp, close, volume from candles order by timestamp')
  expect(JSON.parse(all.stdout)).toEqual(
    Array.from({ length: 600 }, (_, at) => ({
      timestamp: new Date(at * 60_000).toISOString(),
      close: (at + 200) / 1_000,
      volume: at === 5 ? null : at,
    })),
  )
})

test('candles has the columns and the rows of an export', async () => {
  const exported = await home.runHere(['export', '--format', 'json'])
  const queried = await sql('--json', '-c', 'select * from candles order by outcome_id, timestamp')
  expect(JSON.parse(queried.stdout)).toEqual(JSON.parse(exported.stdout))
})

test('.tables and .schema show what there is, also with -c', async () => {
  expect((await sql('--csv', '-c', '.tables')).lines.slice(0, 3)).toEqual([
    'name,kind',
    'candles,view',
    'about,internal table',
  ])
  const schema = await sql('-c', '.schema candles')
  expect(schema.lines).toContain('  outcome_id TEXT NOT NULL,')
  expect(schema.lines).toContain('  timestamp TEXT NOT NULL, -- ISO 8601 UTC')
  expect((await sql('--csv', '-c', '.schema series')).stdout).toContain('CREATE TABLE series')
})

test('a table for people, csv for programs', async () => {
  const query = 'select outcome_id, resolution, count(*) as n, max(close) from candles group by 1, 2'
  expect((await sql('-c', query)).stdout).toBe(
    'outcome_id     resolution    n  max(close)\nkalshi:FOO-26  1m          600       0.799\n',
  )
  expect((await sql('--csv', '-c', query)).stdout).toBe(
    'outcome_id,resolution,n,max(close)\nkalshi:FOO-26,1m,600,0.799\n',
  )
  expect((await sql('--csv', '-c', `select 'a"b' as x, null as y; select 1`)).stdout).toBe(
    'x,y\n"a""b",\n1\n1\n',
  )
  const long = await sql('-c', 'select * from candles a, candles b limit 1001')
  expect([long.lines.length, long.stderr]).toEqual([
    1_001,
    expect.stringContaining('--csv and --json print all rows'),
  ])
  expect((await sql('-c', 'select body from sealed_chunks')).stdout).toMatch(/^ *body\n\(\d+ bytes\)\n$/)
  expect((await sql('--json', '-c', 'select 1 where 0')).stdout).toBe('[]\n')
})

test.each([
  ['delete from loose_candles', /This shell is read-only/],
  [
    "insert into series (venue, address, outcome, step_ms, basis) values ('a','','b',1,'c') returning id",
    /This shell is read-only/,
  ],
  ["vacuum into 'copy.db'", /This shell is read-only/],
  ["attach 'copy.db' as copy", /This shell is read-only/],
  ['selec 1', /SQLite refused the statement: near "selec": syntax error/],
  ['select colour from candles', /no such column: colour/],
  [' -- nothing', /No statement was given/],
])('%s is refused as wrong use', async (statement, message) => {
  const { code, stdout, stderr } = await sql('-c', statement)
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)])
})

test('two forms at once are refused', async () => {
  expect((await sql('--csv', '--json', '-c', 'select 1')).code).toBe(2)
})

test('without -c statements come from stdin', async () => {
  const script = fileURLToPath(new URL('../../../bin/pmx-local.js', import.meta.url))
  const child = spawn(process.execPath, [script, 'sql', '--csv'], { env: { ...home.env } })
  child.stdin.end("select count(*) as n\nfrom candles;\nselect ';' as x")
  expect(await collect(child)).toMatchObject({ code: 0, stdout: 'n\n600\nx\n;\n' })
})

test('a file that is not there, or no database, is told with the way out', async () => {
  const other = cliHome()
  const ask = () => other.runHere(['sql', '-c', 'select 1'])
  try {
    expect(await ask()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No candles are stored yet'),
    })
    mkdirSync(other.stateDir, { recursive: true })
    writeFileSync(
      join(other.stateDir, 'candles.db'),
      'no database at all, long enough to be looked at'.repeat(40),
    )
    expect(await ask()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is damaged, or not a database'),
    })
  } finally {
    await other.close()
  }
})
