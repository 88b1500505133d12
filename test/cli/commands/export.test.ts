import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { cliHome } from '../support/run-cli.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const driver = await loadDriver()
const home = cliHome()
afterAll(() => home.close())
const start = Date.UTC(2026, 10, 20)
const identity = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: HOUR, basis: 'trade' } as const
const other = { ...identity, seriesKey: 'BAR-26' }

const bar = (hour: number): PriceCandle => ({
  timestamp: start + hour * HOUR,
  open: 0.3,
  high: 0.5,
  low: 0.2,
  close: 0.4,
  volume: Math.abs(hour),
})

function withStore(work: (store: ReturnType<typeof createSqliteStore>) => void, path = file): void {
  const store = createSqliteStore(openDatabase(driver, path, candleMigrations).database)
  work(store)
  store.close()
}

function commit(of: typeof identity | typeof other, from: number, to: number, path = file): void {
  const bars = Array.from({ length: to - from }, (_, at) => bar(from + at))
  const span = { from: start + from * HOUR, to: start + to * HOUR }
  const coverage = [{ ...span, kind: 'data', route: 'live', fetchedAt: start + 30 * DAY } as const]
  withStore((store) => store.commit(of, { bars, coverage }), path)
}

const file = join(home.stateDir, 'candles.db')
const out = join(home.stateDir, 'out')
const run = (...words: string[]) => home.runHere(['export', ...words])
const timesIn = (lines: readonly string[]) => lines.slice(1).map((line) => line.split(',')[3])

beforeAll(() => {
  mkdirSync(home.stateDir, { recursive: true })
  commit(identity, 0, 48)
  commit(other, 20, 28)
  withStore((store) => {
    const known = (outcomeId: string, mirrored: boolean) =>
      store.remember('kalshi', outcomeId, {
        series: { outcomeId, seriesKey: 'FOO-26', mirrored, facts: {} },
        checkedAt: start,
      })
    known('FOO-26', false)
    known('FOO-26-NO', true)
  })
})

describe('the open times', () => {
  test('adjacent days have each candle once', async () => {
    const days = [await run('--day', '2026-11-20'), await run('--day', '2026-11-21')]
    const halves = [
      await run('--until', '2026-11-21'),
      await run('--start', '2026-11-21', '--until', '2026-11-22'),
    ]
    expect(days.map(({ lines }) => lines)).toEqual(halves.map(({ lines }) => lines))
    expect(days.map(({ lines }) => lines.length - 1)).toEqual([28, 28])
    const both = days.flatMap(({ lines }) => lines.slice(1)).sort()
    expect(both).toEqual((await run()).lines.slice(1).sort())
  })

  test('--end is inclusive', async () => {
    const { lines } = await run('kalshi', 'FOO-26', '--end', '2026-11-20T02:00Z')
    expect(timesIn(lines)).toEqual([0, 1, 2].map((hour) => new Date(start + hour * HOUR).toISOString()))
  })

  test.each([
    [['--day', '2026-11-20', '--until', '2026-11-22'], /cannot be combined/],
    [['--end', '2026-11-20', '--until', '2026-11-22'], /cannot be combined/],
    [['--day', '2026-11-20T05:00Z'], /--day is not a valid date/],
    [['--start', '2026-11-22', '--until', '2026-11-22'], /--start is after --until/],
  ])('%j is refused', async (flags, message) => {
    expect(await run(...flags)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) })
  })
})

test('an id works with its venue before it, and rows are sorted', async () => {
  const named = await run('kalshi:BAR-26')
  expect(named.lines).toHaveLength(9)
  expect((await run('kalshi', 'kalshi:BAR-26')).lines).toEqual(named.lines)
  const ids = (await run()).lines.slice(1).map((line) => line.split(',')[1])
  expect(ids).toEqual([...ids].sort())
})

describe('the file', () => {
  test.each(['x.jsonl', 'x.ndjson.gz', 'deep/x.csv', 'x.csv.gz', 'x.json', 'x.parquet'])(
    '%s is of its ending, has a sidecar file, and is imported',
    async (name) => {
      const path = join(out, name)
      expect(await run('--out', path, '--quiet')).toMatchObject({ code: 0, stdout: '', stderr: '' })
      const bytes = readFileSync(path)
      const text = name.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString('latin1')
      const begin = { c: 'venue,', j: '{"venue', n: '{"venue', p: 'PAR1' }[
        name.replace(/^.*?x\.(.).*$/, '$1')
      ]
      if (name !== 'x.json') expect(text.startsWith(begin ?? '?')).toBe(true)
      if (/jsonl|ndjson/.test(name)) expect(text.trim().split('\n')).toHaveLength(56)
      const sidecar = path.replace(/([^/]+)$/, '_$1.coverage')
      const [head] = readFileSync(sidecar, 'utf8').split('\n')
      expect(JSON.parse(head ?? '')).toEqual({
        of: bytes.length,
        basis: { kalshi: 'trade' },
        origin: { kalshi: 'live' },
      })
      const { stdout, code } = await home.runHere(['import', path])
      expect([code, stdout]).toEqual([0, expect.stringContaining('56 candles of 2 series read')])
    },
  )

  test('without its sidecar file it is imported with --as-live only, unless it has its origin itself', async () => {
    for (const name of ['alone.csv', 'alone.parquet']) {
      expect((await run('--out', join(out, name), '--no-sidecar')).code).toBe(0)
      expect(existsSync(join(out, `_${name}.coverage`))).toBe(false)
    }
    const refused = await home.runHere(['import', join(out, 'alone.csv')])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/origin .* unknown.*--as-live/s) })
    expect((await home.runHere(['import', join(out, 'alone.csv'), '--as-live'])).code).toBe(0)
    expect((await home.runHere(['import', join(out, 'alone.parquet')])).code).toBe(0)
  })

  test.each([
    [['--out', 'x.pq'], /file extension is unknown: x.pq. Use .csv, .ndjson, .jsonl, .json/],
    [['--out', 'x'], /file extension is unknown/],
    [['--out', 'x.csv', '--format', 'parquet'], /contradict each other/],
    [['--out', 'x.parquet.gz'], /already compressed/],
    [['--format', 'parquet'], /Parquet is a binary format/],
    [['--partition', 'day'], /Name the folder with --out/],
  ])('%j is refused', async (flags, message) => {
    expect(await run(...flags)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) })
  })
})

test('a tree has a file for each day, without the columns of its path, and each is imported', async () => {
  const tree = join(out, 'tree')
  expect((await run('--partition', 'day', '--out', tree, '--format', 'csv')).code).toBe(0)
  const files = readdirSync(tree, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.csv'),
  )
  expect(files.sort()).toEqual(
    ['2026-11-20', '2026-11-21'].map((day) => `venue=kalshi/resolution=1h/date=${day}/candles.csv`),
  )
  const lines = files.flatMap((name) => readFileSync(join(tree, name), 'utf8').trim().split('\n'))
  expect(lines[0]).toBe('outcome_id,timestamp,open,high,low,close,volume,available_at')
  expect(lines.filter((line) => line.startsWith('kalshi:'))).toHaveLength(56)
  for (const name of files) expect((await home.runHere(['import', join(tree, name)])).code).toBe(0)
  const months = join(out, 'months')
  expect((await run('--partition', 'month', '--out', months)).code).toBe(0)
  expect(readdirSync(join(months, 'venue=kalshi/resolution=1h'))).toEqual(['month=2026-11'])
})

test('a partition is replaced as a whole, and never by fewer candles', async () => {
  const tree = join(out, 'whole')
  const flags = ['--partition', 'day', '--out', tree, '--format', 'csv']
  const linesOf = (day: string) =>
    readFileSync(join(tree, `venue=kalshi/resolution=1h/date=${day}/candles.csv`), 'utf8')
      .trim()
      .split('\n')
  expect((await run(...flags)).code).toBe(0)
  // A start within a day, as that of `--since 7d`.
  const later = await run('--since', '2026-11-20T15:00Z', '--until', '2026-11-21T03:00Z', ...flags)
  expect([later.code, later.stderr]).toEqual([
    0,
    expect.stringContaining('56 candles of 2 series in 2 files'),
  ])
  expect(['2026-11-20', '2026-11-21'].map((day) => linesOf(day).length)).toEqual([29, 29])
  // A part of the series.
  const part = await run('kalshi', 'FOO-26', ...flags)
  expect(part).toMatchObject({ code: 1, stderr: expect.stringMatching(/of 1 series.*kalshi BAR-26/s) })
  expect(linesOf('2026-11-20')).toHaveLength(29)
})

test('a partition keeps candles that were deleted from the database since', async () => {
  const own = cliHome()
  try {
    mkdirSync(own.stateDir, { recursive: true })
    const candles = join(own.stateDir, 'candles.db')
    commit(identity, 0, 24, candles)
    const flags = ['--partition', 'day', '--out', join(own.stateDir, 'lake')]
    const first = await own.runHere(['export', '--stored-since', 'start', ...flags])
    expect((await own.runHere(['cache', 'prune', '--before', '2026-11-21'])).code).toBe(0)
    commit(identity, 0, 3, candles)
    const next = await own.runHere(['export', '--stored-since', first.stdout.trim(), ...flags])
    expect(next).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/kalshi FOO-26/) })
    commit(identity, 3, 24, candles)
    expect((await own.runHere(['export', '--stored-since', first.stdout.trim(), ...flags])).code).toBe(0)
  } finally {
    own.close()
  }
})

test('the other side of a series is its complement, exactly', async () => {
  const no = await run('--side', 'no', '--format', 'json')
  const rows = JSON.parse(no.stdout) as Record<string, unknown>[]
  expect(rows).toHaveLength(48)
  expect(rows[1]).toMatchObject({
    outcome_id: 'kalshi:FOO-26-NO',
    ...{ open: 0.7, high: 0.8, low: 0.5, close: 0.6, volume: 1 },
  })
  expect(no.stderr).toContain(
    'The other outcome of 1 series is unknown or not confirmed, for example for kalshi BAR-26',
  )
  expect((await run('--side', 'both')).lines).toHaveLength(1 + 48 + 8 + 48)
  expect(JSON.parse((await run('kalshi', 'FOO-26-NO', '--format', 'json')).stdout)).toEqual(rows)
})

test('what was stored or replaced since a cursor is exported once', async () => {
  const delta = join(out, 'delta.csv')
  const since = async (cursor: string) => {
    const { code, stdout } = await run('--stored-since', cursor, '--out', delta)
    const lines = readFileSync(delta, 'utf8').trim().split('\n')
    return { code, cursor: stdout.trim(), times: timesIn(lines) }
  }
  const all = await since('start')
  expect([all.code, all.times.length]).toEqual([0, 56])
  expect((await since(all.cursor)).times).toEqual([])
  // Older candles that arrive late, and a replaced value.
  commit(identity, -2, 0)
  withStore((store) => {
    const replaced = { ...bar(5), close: 0.45 }
    const span = { from: replaced.timestamp, to: replaced.timestamp + HOUR }
    const counts = { compared: 1, changed: 0, lacking: 0, added: 0, replaced: 1, absent: 0 }
    store.noteLook(
      { identity, span, look: 0, tries: 1, differing: [] },
      { counts, differing: [], replacing: [replaced] },
      { requestedAt: start + 40 * DAY, route: 'live' },
    )
  })
  const late = await since(all.cursor)
  expect(late.times).toEqual([-2, -1, 5].map((hour) => new Date(start + hour * HOUR).toISOString()))
  expect((await since(late.cursor)).times).toEqual([])
  // The replaced value is known since its replacement.
  expect((await run('--day', '2026-11-20')).stdout).toContain(new Date(start + 40 * DAY).toISOString())
  // An import of known candles changes nothing.
  const path = join(out, 'again.csv')
  expect((await run('--out', path)).code).toBe(0)
  expect(await home.runHere(['import', path])).toMatchObject({ code: 0, stderr: '' })
  expect((await since(late.cursor)).times).toEqual([])
  // With partitions, those that changed are written as a whole.
  const tree = join(out, 'changed')
  const { stdout } = await run(
    '--stored-since',
    all.cursor,
    '--partition',
    'day',
    '--out',
    tree,
    '--format',
    'csv',
  )
  expect(stdout.trim()).toBe(late.cursor)
  const days = readdirSync(join(tree, 'venue=kalshi/resolution=1h'))
  expect(days.sort()).toEqual(['date=2026-11-19', 'date=2026-11-20'])
  const day = readFileSync(join(tree, 'venue=kalshi/resolution=1h/date=2026-11-20/candles.csv'), 'utf8')
  expect(day.trim().split('\n')).toHaveLength(1 + 28)
})

test.each([
  ['yesterday', /is not a cursor/],
  ['00000000-1', /belongs to another database/],
])('the cursor %s is refused', async (cursor, message) => {
  expect(await run('--stored-since', cursor)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(message),
  })
})

test('provisional candles are exported if asked, with a column that marks them, and not imported', async () => {
  const span = { from: start + 48 * HOUR, to: start + 49 * HOUR }
  withStore((store) =>
    store.commit(identity, {
      bars: [],
      coverage: [],
      ends: {
        within: span,
        entries: [
          { ...span, route: 'live', requestedAt: start, lookAgainAt: start + DAY, looks: 1, bars: [bar(48)] },
        ],
      },
    }),
  )
  expect((await run('kalshi', 'FOO-26', '--since', '2026-11-21T22:00Z')).lines).toHaveLength(3)
  const path = join(out, 'provisional.csv')
  expect(
    (await run('kalshi', 'FOO-26', '--since', '2026-11-21T22:00Z', '--provisional', '--out', path)).code,
  ).toBe(0)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['provisional', 'false', 'false', 'true'])
  const { stdout } = await home.runHere(['import', path])
  expect(stdout).toContain('2 candles of 1 series read')
  rmSync(path)
  writeFileSync(path, '')
})

describe('--with-markets', () => {
  test('adds the columns of the market, in every format, and import reads the file', async () => {
    const { lines: rows } = await home.runHere([
      'settlements',
      'kalshi',
      '-n',
      '2000',
      '--format',
      'ndjson',
      '--demo',
    ])
    const before = new Date(Date.now() - 26 * HOUR).toISOString()
    const settled = rows
      .map((line) => JSON.parse(line) as Record<string, string | number>)
      .find(
        ({ closed_at: closedAt, result, outcome_id: id, market_id: market }) =>
          String(closedAt) < before && result === 'won' && id === `kalshi:${market}`,
      )
    if (settled === undefined) throw new Error('no market of the simulation closed a day ago')
    const outcome = String(settled['outcome_id'])
    const fill = await home.runHere(['backfill', outcome, '-r', '1h', '--since', '30d', '--demo'])
    expect(fill.code, fill.stderr).toBe(0)
    const { code, lines } = await run(outcome, '--with-markets', '--demo', '--format', 'ndjson')
    expect(code).toBe(0)
    const [first] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(first).toMatchObject({
      ...{ market_id: settled['market_id'], title: settled['title'], outcome: settled['outcome'] },
      ...{ event: settled['event'], status: 'closed', closed_at: settled['closed_at'] },
      ...{ settlement_result: settled['result'], settlement_payout: settled['payout'] },
      ...{ settlement_at: settled['at'], settlement_basis: 'reported' },
    })
    const head = (await run(outcome, '--with-markets', '--provisional', '--demo')).lines[0]
    expect(head).toBe(
      'venue,outcome_id,resolution,timestamp,open,high,low,close,volume,available_at,' +
        'market_id,title,event,outcome,status,closed_at,settlement_result,settlement_payout,settlement_at,settlement_basis,provisional',
    )
    for (const name of ['markets.csv', 'markets.parquet', 'markets.json']) {
      const path = join(out, name)
      expect((await run(outcome, '--with-markets', '--demo', '--out', path)).code).toBe(0)
      const imported = await home.runHere(['import', path, '--demo'])
      expect([imported.code, imported.stdout]).toEqual([
        0,
        expect.stringMatching(new RegExp(`^${lines.length} candles? of 1 series`)),
      ])
    }
  })
})

test('lines of an earlier version that were cut confirm nothing after their last candle', async () => {
  const at = (hour: number) => start + hour * HOUR
  const about = { venue: 'kalshi', series: 'CUT-26', resolution: '1h', basis: 'trade' }
  const coverage = [[at(0), at(10), 'data', 'live', at(40)]]
  const receipts = [[at(0), at(10), at(40), null, at(40), 'live']]
  const rows = [0, 1, 4].map((hour) => JSON.stringify({ ...about, ...bar(hour) }))
  const path = join(out, 'cut.ndjson')
  writeFileSync(path, [JSON.stringify({ about, coverage, receipts, outcomes: [] }), ...rows, ''].join('\n'))
  expect((await home.runHere(['import', path])).code).toBe(0)
  const series = { ...identity, seriesKey: 'CUT-26' }
  withStore((store) => {
    const read = (all: readonly { from: number; to: number }[]) => all.map(({ from, to }) => [from, to])
    const span = { from: at(0), to: at(20) }
    expect(read(store.coverage(series, span))).toEqual([[at(0), at(5)]])
    expect(read(store.receipts(series, span))).toEqual([[at(0), at(5)]])
    expect(store.provisional(series, span)).toMatchObject([{ from: at(5), to: at(10), looks: 0 }])
  })
})
