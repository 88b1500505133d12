import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())
const demo = (...words: string[]) => home.runHere([...words, '--demo'])
/** The check of the file is a thread, which the built program alone has. */
const verify = () => home.run(['cache', 'verify', '--demo'])

let outcomeId = ''
beforeAll(async () => {
  const { stdout } = await demo('markets', 'polymarket', 'election', '-n', '1', '--sort', 'volume', '--json')
  const [market] = z.array(z.object({ yes: z.object({ outcomeId: z.string() }) })).parse(JSON.parse(stdout))
  outcomeId = market?.yes.outcomeId ?? ''
  const window = ['-r', '1h', '--start', '2026-11-01', '--end', '2026-11-05']
  expect((await demo('backfill', 'polymarket', outcomeId, ...window)).code).toBe(0)
})

test.each(['ndjson', 'csv', 'json', 'parquet'])(
  'an export as %s is read back after a prune, byte for byte',
  async (format) => {
    const first = await demo('export', 'polymarket', outcomeId)
    expect(first.lines[0]).toBe(
      'venue,outcome_id,resolution,timestamp,open,high,low,close,volume,available_at',
    )
    expect(first.lines.length).toBeGreaterThan(50)
    const file = join(home.stateDir, `all.${format}`)
    expect((await demo('export', '--out', file)).code).toBe(0)
    const pruned = await demo('cache', 'prune', '--venue', 'polymarket')
    expect(pruned).toMatchObject({ code: 0, stderr: '' })
    expect(pruned.stdout).toMatch(/^\d+ candles of 1 series deleted/)
    expect((await demo('export')).stderr).toContain('No candles are stored for any venue')
    expect((await demo('import', file)).stdout).toContain(`${first.lines.length - 1} candles of 1 series`)
    expect((await demo('export', 'polymarket', outcomeId)).stdout).toBe(first.stdout)
    const verified = await verify()
    expect([verified.code, verified.stdout]).toEqual([
      0,
      expect.stringContaining('candles of 1 series checked'),
    ])
  },
)

test('candles of the demo world are not taken for those of the venue, unless that is said', async () => {
  const file = join(home.stateDir, 'demo.ndjson')
  expect((await demo('export', '--out', file)).code).toBe(0)
  const refused = await home.runHere(['import', file])
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(
    /The polymarket candles in this file come from the simulation with seed \d+, but would be stored as candles from the venue itself/,
  )
  expect((await home.runHere(['export'])).stderr).toContain('No candles are stored for any venue')
  expect((await home.runHere(['import', file, '--as-live'])).code).toBe(0)
  expect((await home.runHere(['export', 'polymarket', outcomeId])).lines.length).toBeGreaterThan(50)
  expect((await home.runHere(['cache', 'prune', '--venue', 'polymarket'])).code).toBe(0)
})

test('a forgotten span is gone with its candles, and the rest stays', async () => {
  const before = await demo('export', 'polymarket', outcomeId)
  const span = ['--from', '2026-11-02T06:00:00Z', '--to', '2026-11-02T12:00:00Z']
  const forget = (...more: string[]) => demo('cache', 'forget', 'polymarket', outcomeId, ...span, ...more)
  const ago = await demo(
    'cache',
    'forget',
    'polymarket',
    outcomeId,
    '--from',
    '9999d',
    '--to',
    'now',
    '--dry-run',
  )
  expect([ago.code, ago.stdout]).toEqual([0, expect.stringContaining('would be deleted')])
  expect(await forget('--dry-run')).toMatchObject({ code: 0, stderr: '' })
  expect((await demo('export', 'polymarket', outcomeId)).stdout).toBe(before.stdout)
  expect(await forget()).toMatchObject({ code: 0, stderr: '' })
  const kept = before.lines.filter((line) => !/2026-11-02T(0[6-9]|1[01]):/.test(line.split(',')[3] ?? ''))
  expect((await demo('export', 'polymarket', outcomeId)).lines).toEqual(kept)
  expect((await verify()).code).toBe(0)
  expect(await forget()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`No candles are stored for ${outcomeId} in that range`),
  })
  const window = ['-r', '1h', '--start', '2026-11-01', '--end', '2026-11-05']
  expect((await demo('backfill', 'polymarket', outcomeId, ...window)).code).toBe(0)
  expect((await demo('export', 'polymarket', outcomeId)).stdout).toBe(before.stdout)
})

test('a bad row is an error with its line, and nothing of the file is stored', async () => {
  const { stdout: before } = await demo('export')
  const [header, row = ''] = before.split('\n')
  const file = join(home.stateDir, 'bad.csv')
  writeFileSync(
    file,
    [header, row.replace(/polymarket,[^,]+/, 'polymarket,polymarket:NEW'), 'polymarket,NEW,1h'].join('\n'),
  )
  const { code, stderr } = await demo('import', file)
  expect(code).toBe(1)
  expect(stderr).toContain('Line 3: the row has 3 cells, but the header has 10. Nothing was stored.')
  expect((await demo('export')).stdout).toBe(before)
})

test('what comes through a pipe, a folder and an empty file are no import of nothing', async () => {
  const pipe = join(home.stateDir, 'pipe.ndjson')
  execFileSync('mkfifo', [pipe])
  const empty = join(home.stateDir, 'empty.csv')
  writeFileSync(empty, '')
  const told = [
    [pipe, 'reads its file twice'],
    [home.stateDir, 'is a folder'],
    [empty, 'is empty'],
  ] as const
  for (const [file, words] of told) {
    // Opening a pipe could wait for ever, which a process can be kept from.
    const { code, stdout, stderr } = await home.run(['import', file, '--format', 'ndjson', '--demo'])
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(words)])
  }
})

test('a time is said as everywhere: so long ago, a word, or refused with what it takes', async () => {
  const all = await demo('export', 'polymarket', outcomeId)
  expect((await demo('export', 'polymarket', outcomeId, '--since', '9999d')).stdout).toBe(all.stdout)
  const empty = await demo('export', 'polymarket', outcomeId, '--since', '1d', '--end', '2d')
  expect([empty.code, empty.stdout, empty.stderr]).toEqual([2, '', expect.stringContaining('after --end')])
  const dry = await demo('cache', 'prune', '--before', '9999d', '--dry-run')
  expect([dry.code, dry.stdout]).toEqual([0, '0 candles of 0 series would be deleted\n'])
  const refusals = [
    await demo('export', '--end', 'last week'),
    await demo('cache', 'prune', '--before', 'last week'),
  ]
  expect(
    refusals.map(({ code, stderr }) => [
      code,
      /^error: --(end|before) is not a valid time: 'last week'/.test(stderr),
    ]),
  ).toEqual([
    [2, true],
    [2, true],
  ])
})

test('a step that is not stored names those that are, and the way to any other', async () => {
  const { code, stderr } = await demo('export', 'polymarket', outcomeId, '-r', '4h')
  expect(code).toBe(1)
  expect(stderr).toContain('stored are: 1h')
  expect(stderr).toContain('--format csv')
})

test('Parquet without a file is a usage error, and what is no Parquet is not read', async () => {
  expect((await demo('export', '--format', 'parquet')).code).toBe(2)
  const file = join(home.stateDir, 'text.parquet')
  writeFileSync(file, 'venue,series\n')
  const { code, stderr } = await demo('import', file)
  expect([code, stderr]).toEqual([1, expect.stringContaining('the file is not a Parquet file')])
})

test('the path and the numbers are told, also as JSON', async () => {
  const { stdout } = await demo('cache', 'path')
  expect(stdout.trim()).toBe(join(home.stateDir, 'candles-demo-1.db'))
  const told = JSON.parse((await demo('cache', 'stats', '--json')).stdout)
  expect(told).toMatchObject({ venues: [{ venue: 'polymarket', series: 1 }], bytes: expect.any(Number) })
})

test('a prune that names nothing is refused, and one that is dry changes nothing', async () => {
  expect((await demo('cache', 'prune')).code).toBe(2)
  const before = (await demo('export')).stdout
  expect((await demo('cache', 'prune', '--before', '2027-01-01', '--dry-run')).stdout).toContain(
    'would be deleted',
  )
  expect((await demo('export')).stdout).toBe(before)
})

test('while a daemon runs there is no second writer, but reading works', async () => {
  await home.start(['start', '--demo', '--port', '0', '--no-lock', '--json'])
  const { code, stderr } = await demo('cache', 'prune', '--venue', 'polymarket')
  expect(code).toBe(3)
  expect(stderr).toContain("Stop it ('pmx-local stop')")
  expect((await demo('export')).code).toBe(0)
})

test('a database that cannot be read is told in a line, with the way out', async () => {
  const other = cliHome()
  const file = join(other.stateDir, 'candles.db')
  mkdirSync(other.stateDir, { recursive: true })
  try {
    for (const [text, told] of [
      ['', 'is empty'],
      ['no database, but long enough to be taken for one. '.repeat(100), 'is damaged, or not a database'],
    ] as const) {
      writeFileSync(file, text)
      const [stats, verify] = [await other.runHere(['cache', 'stats']), await other.run(['cache', 'verify'])]
      for (const { code, stderr } of [stats, verify]) {
        expect([code, stderr]).toEqual([1, expect.stringContaining(told)])
        expect(stderr).toContain('Move it aside')
        expect(stderr).not.toContain('    at ')
      }
    }
    writeFileSync(file, '')
    const database = (await loadDriver())(file, { readOnly: false })
    database.exec('CREATE TABLE candle (at); PRAGMA user_version = 99')
    database.close()
    const { code, stderr } = await other.runHere(['cache', 'stats'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('tables that this version does not know')])
    expect(stderr).not.toContain('    at ')
  } finally {
    await other.close()
  }
})

test('a database of which the end is missing is told as damaged, whoever looks at it', async () => {
  const other = cliHome()
  try {
    const window = ['-r', '1h', '--start', '2026-11-01', '--end', '2026-11-02']
    expect((await other.runHere(['backfill', 'polymarket', outcomeId, ...window, '--demo'])).code).toBe(0)
    const file = join(other.stateDir, 'candles-demo-1.db')
    truncateSync(file, statSync(file).size - 5_000)
    for (const words of [['cache', 'stats'], ['cache', 'verify'], ['export']]) {
      const { code, stderr } = await other.run([...words, '--demo'])
      expect([words, code, stderr]).toEqual([words, 1, expect.stringContaining(`${file} is damaged`)])
      expect(stderr).toContain('Move it aside')
      expect(stderr).not.toContain('    at ')
    }
  } finally {
    await other.close()
  }
})

test('damage within the file is found by its check, beside which the candles are looked at', async () => {
  const other = cliHome()
  try {
    const window = ['-r', '1m', '--start', '2026-11-01', '--end', '2026-11-02']
    expect((await other.runHere(['backfill', 'polymarket', outcomeId, ...window, '--demo'])).code).toBe(0)
    const file = join(other.stateDir, 'candles-demo-1.db')
    const bytes = readFileSync(file)
    // The last pages are those of the candles that came last.
    bytes.fill(0xff, bytes.length - 5 * 4_096, bytes.length - 4 * 4_096)
    writeFileSync(file, bytes)
    const { code, stdout } = await other.run(['cache', 'verify', '--demo'])
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^The file is damaged: /)])
    expect(stdout).not.toContain('series checked')
  } finally {
    await other.close()
  }
})

test('what a daemon could not write yet fails the pin and the export that miss it, and status tells it', async () => {
  const other = cliHome()
  try {
    const { firstLine } = await other.start(['start', '--demo', '--port', '0', '--no-lock', '--json'])
    const { address } = z.object({ address: z.string() }).parse(JSON.parse(firstLine))
    const ask = (day: number) =>
      fetch(
        `${address}/api/polymarket/fetchOHLCV?id=${outcomeId}&resolution=1h&start=2026-11-0${day}&end=2026-11-0${day + 1}`,
      ).then((reply) => reply.json())
    const first = z.object({ data: z.array(z.unknown()).min(1) }).parse(await ask(1))
    const open = await loadDriver()
    const holder = open(join(other.stateDir, 'candles-demo-1.db'), { readOnly: false })
    holder.exec('BEGIN IMMEDIATE')
    expect(await ask(4)).toMatchObject({ success: true })
    const [status, exported, pinned] = await Promise.all([
      other.run(['status']),
      other.run(['export', '--demo']),
      other.run(['pin', 'polymarket', outcomeId, '--demo']),
    ])
    const notOnDisk = expect.stringMatching(/\d+ candles? (are|is) not on disk: database is locked/)
    expect([exported.code, exported.stderr]).toEqual([1, notOnDisk])
    expect(status.stdout).toMatch(
      /new candles are in memory only: database is locked; \d+ candles? not on disk/,
    )
    expect(exported.lines).toHaveLength(1 + first.data.length)
    expect([pinned.code, pinned.stderr]).toEqual([1, notOnDisk])
    holder.exec('ROLLBACK')
    holder.close()
  } finally {
    await other.close()
  }
})

test('what could not be written is said to be in no file, and fails the command', async () => {
  const other = cliHome()
  // A folder in the place of the file: it cannot be opened, as on a disk that fails.
  mkdirSync(join(other.stateDir, 'candles-demo-1.db'), { recursive: true })
  try {
    const window = ['-r', '1h', '--start', '2026-11-01', '--end', '2026-11-02']
    const { code, stderr } = await other.runHere(['backfill', 'polymarket', outcomeId, ...window, '--demo'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('not on disk: unable to open database file')])
  } finally {
    await other.close()
  }
})
