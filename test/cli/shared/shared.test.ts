import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import {
  covers,
  minutes,
  partOf,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from '../../tiers/postgres/support/shared-server.js'
import { type CliHome, cliHome } from '../support/run-cli.js'

/** After the end of every part. */
const FETCHED_AT = 1_000 * 60_000

function givenPart(from: number, to: number): ReturnType<typeof partOf> {
  return { ...partOf(from, to), coverage: [{ ...covers(from, to), fetchedAt: FETCHED_AT }] }
}

describe('pmx-local shared', () => {
  let home: CliHome
  beforeAll(() => {
    home = cliHome()
  })
  afterAll(() => home.close())

  test('needs the place of an address, and never takes the address itself', async () => {
    const none = await home.run(['shared', 'status'])
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringMatching(/No shared history is configured.*--server env:NAME/),
    ])
    const bare = await home.run(['shared', 'status', '--server', 'postgres://me:s3cr3t@host/db'])
    expect(bare.code).not.toBe(0)
    expect(bare.stderr).toMatch(/use env:NAME or file:PATH instead/)
    expect(bare.stderr).not.toContain('s3cr3t')
    const url = 'postgres://me:s3cr3t@10.1.2.3/db?sslmode=disable'
    const open = await home.run(['shared', 'doctor'], { PMX_LOCAL_SHARED_URL: url })
    expect([open.code, open.stderr]).toEqual([2, expect.stringMatching(/sslmode=disable is not allowed/)])
    expect(open.stderr).not.toContain('s3cr3t')
  })

  test('doctor reports a server that is away, without the password', async () => {
    const url = 'postgres://me:s3cr3t@127.0.0.1:1/db'
    const ended = await home.run(['shared', 'doctor', '--json'], { PMX_LOCAL_SHARED_URL: url })
    expect(ended.code).toBe(1)
    expect(JSON.parse(ended.stdout)).toMatchObject({
      ok: false,
      findings: [{ group: 'shared', check: 'server', state: 'bad', fix: expect.any(String) }],
    })
    expect(ended.stdout + ended.stderr).not.toContain('s3cr3t')
    const failed = await home.run(['shared', 'status'], { PMX_LOCAL_SHARED_URL: url })
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('ECONNREFUSED')])
  })
})

describe.skipIf(programs === undefined)(`pmx-local shared ${withPostgres}`, () => {
  const shared = useSharedServer()
  let home: CliHome
  beforeAll(() => {
    home = cliHome()
  })
  afterAll(() => home.close())
  const run = (...args: string[]) =>
    home.run(['shared', ...args], { PMX_LOCAL_SHARED_URL: shared.server.address })

  test('doctor checks a server before and after there is a shared history', async () => {
    const before = await run('doctor')
    expect([before.code, before.stdout]).toEqual([
      0,
      expect.stringMatching(/there is no shared history yet; postgres may create it/),
    ])
    await shared.open().access(signal)
    const after = await run('doctor', '--json')
    expect(after.code).toBe(0)
    const { ok, findings } = JSON.parse(after.stdout) as {
      ok: boolean
      findings: { check: string; state: string }[]
    }
    expect(ok).toBe(true)
    expect(findings.map(({ check, state }) => [check, state])).toEqual([
      ['server', 'ok'],
      ['version', 'ok'],
      ['rights', 'ok'],
      ['lists', 'ok'],
      ['rate_limits', 'ok'],
      ['constraint', 'ok'],
      ['latency', expect.stringMatching(/ok|note/)],
      ['clock', 'ok'],
    ])
  })

  test('doctor reports a server whose disk is full', async () => {
    await shared.open().access(signal)
    shared.server.run(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'No space left on device' USING errcode = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON pmx_local.outcomes FOR EACH ROW EXECUTE FUNCTION fail();`)
    const full = await run('doctor')
    shared.server.run('DROP TRIGGER full_disk ON pmx_local.outcomes')
    expect([full.code, full.stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringMatching(/BAD rights .*No space left on device.*check the free disk space/),
    ])
  })

  test('doctor shows the statements that grant what a role lacks, and they help', async () => {
    await shared.open().access(signal)
    shared.server.run(`CREATE ROLE "ci-2" LOGIN;
      GRANT USAGE ON SCHEMA pmx_local TO "ci-2";
      GRANT SELECT ON ALL TABLES IN SCHEMA pmx_local TO "ci-2";
      REVOKE SELECT ON pmx_local.list_responses FROM "ci-2";`)
    const url = shared.server.address.replace('user=postgres', 'user=ci-2')
    const doctor = async () => {
      const { stdout } = await home.run(['shared', 'doctor', '--json'], { PMX_LOCAL_SHARED_URL: url })
      const { findings } = JSON.parse(stdout) as {
        findings: { check: string; state: string; fix?: string }[]
      }
      return findings.filter(({ check }) => /lists|rate_limits/.test(check))
    }
    const before = await doctor()
    expect(before).toMatchObject([
      {
        check: 'lists',
        state: 'bad',
        fix: 'run as an administrator: GRANT INSERT, DELETE ON pmx_local.lists TO "ci-2"; GRANT SELECT, INSERT, UPDATE, DELETE ON pmx_local.list_responses TO "ci-2";',
      },
      {
        check: 'rate_limits',
        state: 'note',
        fix: 'run as an administrator: GRANT INSERT, UPDATE ON pmx_local.rate_budgets TO "ci-2";',
      },
    ])
    for (const { fix = '' } of before) shared.server.run(fix.replace('run as an administrator: ', ''))
    expect(await doctor()).toMatchObject([
      { check: 'lists', state: 'ok' },
      { check: 'rate_limits', state: 'ok' },
    ])
    const { granted } = await shared
      .open('ci-2', url)
      .takeBudget('office kalshi doctor', { ratePerSecond: 1, burst: 5 }, 1, signal)
    expect(granted).toBe(1)
  })

  test('status lists venues and daemons; forget withdraws what one gave', async () => {
    const [good, bad] = [shared.open('good'), shared.open('bad')]
    const series = { venue: 'kalshi', seriesKey: 'CLI-1', stepMs: 60_000, basis: 'trade' } as const
    await good.give(series, givenPart(0, 10), signal)
    await bad.give(series, givenPart(10, 30), signal)
    const terms = { ratePerSecond: 1, burst: 5 }
    await good.takeBudget('office kalshi api', terms, 1, signal)
    await good.takeBudget('office opinion api keyless', { ...terms, pauseMs: 200_000 }, 0, signal)
    const { stdout } = await run('status')
    expect(stdout).toMatch(/rate limit office kalshi api: used \d+ s ago\n/)
    expect(stdout).toMatch(/opinion api keyless: used \d+ s ago, paused by the venue for another \d+ s\n/)
    expect(stdout).toMatch(/30 candles of 1 series/)
    expect(stdout).toMatch(/kalshi: 30 candles of 1 series/)
    expect(stdout).toMatch(
      /uploaded by bad \(1\.2\.3\): 1 time range, the newest from 1970-01-01T16:40:00\.000Z/,
    )
    const unknown = await run('forget', '--by', 'nobody')
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringMatching(/No daemon 'nobody'.*Daemons that have: bad, good/),
    ])
    expect((await run('forget', '--by', 'bad', '--dry-run')).stdout).toBe(
      '1 time range would be withdrawn.\n',
    )
    expect(JSON.parse((await run('forget', '--by', 'bad', '--json')).stdout)).toEqual({
      ...{ spans: 1, series: 1, candles: 20, outcomes: 0, lists: 0, by: 'bad', dryRun: false },
    })
    expect((await good.take(series, { from: 0, to: 6_000_000 }, signal)).bars).toHaveLength(10)
  })

  test('publish copies candles into a plain table; the address may be in a file', async () => {
    const place = join(home.stateDir, '..', 'shared-url')
    writeFileSync(place, `${shared.server.address}\n`, { mode: 0o600 })
    const series = { venue: 'kalshi', seriesKey: 'CLI-2', stepMs: 60_000, basis: 'trade' } as const
    await shared.open('good').give(series, givenPart(0, 10), signal)
    const ended = await home.run([
      'shared',
      'publish',
      '--venue',
      'kalshi',
      '--since',
      '0',
      '--server',
      `file:${place}`,
    ])
    expect([ended.code, ended.stderr]).toEqual([0, ''])
    expect(ended.stdout).toMatch(/in pmx_local\.candles: \d+ added or changed, 0 removed/)
    expect(
      shared.server.query("SELECT count(*) FROM pmx_local.candles WHERE outcome_id = 'kalshi:CLI-2'"),
    ).toEqual(['10'])
    expect((await home.run(['shared', 'publish', '--venue', 'nowhere', '--since', '0'])).code).toBe(2)
  })

  test('push gives what this machine has, and pull stores it on another', async () => {
    const other = cliHome()
    const env = { PMX_LOCAL_SHARED_URL: shared.server.address }
    mkdirSync(home.stateDir, { recursive: true })
    const path = join(home.stateDir, 'candles.db')
    const { database } = openDatabase(await loadDriver(), path, candleMigrations)
    const store = createSqliteStore(database)
    const identity = { venue: 'kalshi', seriesKey: 'PUSHED', stepMs: 60_000, basis: 'trade' } as const
    const imported = { ...covers(20, 30), route: 'import' }
    const fetched = { ...covers(0, 20), fetchedAt: FETCHED_AT }
    store.commit(identity, { bars: partOf(0, 30).bars, coverage: [fetched, imported] })
    store.commit({ ...identity, venue: 'metaculus' }, { bars: [], coverage: [covers(0, 5)] })
    const known = {
      series: { outcomeId: 'YES-P', seriesKey: 'PUSHED', mirrored: false, facts: {} },
      checkedAt: 7,
    }
    store.remember('kalshi', 'YES-P', known as never)
    database.close()
    const pushed = await run('push', '--json')
    expect([pushed.code, pushed.stderr]).toEqual([0, ''])
    expect(JSON.parse(pushed.stdout)).toEqual({ series: 1, candles: 20, outcomes: 1 })
    const { query } = shared.server
    expect(query("SELECT DISTINCT venue FROM pmx_local.series WHERE venue = 'metaculus'")).toEqual([])
    const pulled = await other.run(['shared', 'pull', 'kalshi'], env)
    expect([pulled.code, pulled.stderr]).toEqual([0, ''])
    expect(pulled.stdout).toMatch(/candles of \d+ series downloaded, \d+ outcomes?\./)
    const again = await other.run(['shared', 'pull', 'kalshi', '--json'], env)
    expect(JSON.parse(again.stdout)).toMatchObject({ candles: 0, outcomes: 0 })
    const read = createSqliteStore(
      (await loadDriver())(join(other.stateDir, 'candles.db'), { readOnly: true }),
    )
    expect(read.read(identity, minutes(0, 99))).toEqual(partOf(0, 20).bars)
    expect(read.coverage(identity, minutes(0, 99))).toEqual([fetched])
    expect(read.known('kalshi', 'YES-P')).toEqual({ ...known, isShared: true })
    await other.close()
  })

  test('push leaves out what calls with credentials may have located', async () => {
    const own = cliHome()
    mkdirSync(own.stateDir, { recursive: true })
    const { database } = openDatabase(await loadDriver(), join(own.stateDir, 'candles.db'), candleMigrations)
    const store = createSqliteStore(database)
    const [minute, hour] = [60_000, 3_600_000]
    const locate = (seriesKey: string, more = {}): void => {
      const series = { outcomeId: `YES-${seriesKey}`, seriesKey, mirrored: false, facts: {} }
      store.remember('kalshi', series.outcomeId, { series, checkedAt: 7, ...more } as never)
    }
    const fetch = (seriesKey: string, stepMs: number, from: number, to: number, route = 'live'): void =>
      store.commit(
        { venue: 'kalshi', seriesKey, stepMs, basis: 'trade' },
        { bars: [], coverage: [{ ...covers(from, to, 'proven_empty', route) }] },
      )
    for (const key of ['PUBLIC', 'MIXED', 'MIXED-STEPS']) locate(key)
    locate('LOCATED-WITH-KEY', { isWithKey: true })
    for (const key of ['PUBLIC', 'MIXED', 'MIXED-STEPS', 'LOCATED-WITH-KEY']) fetch(key, minute, 0, 60)
    fetch('MIXED', minute, 60, 120, 'live+key')
    fetch('MIXED-STEPS', hour, 0, 60, 'live+key')
    database.close()
    const pushed = await own.run(['shared', 'push', '--json'], {
      PMX_LOCAL_SHARED_URL: shared.server.address,
    })
    expect([pushed.code, pushed.stderr]).toEqual([0, ''])
    expect(JSON.parse(pushed.stdout)).toMatchObject({ series: 4, outcomes: 1 })
    expect(
      shared.server.query(
        "SELECT outcome_id FROM pmx_local.outcomes WHERE outcome_id ~ '^YES-(PUBLIC|MIXED|LOCATED)' ORDER BY 1",
      ),
    ).toEqual(['YES-PUBLIC'])
    await own.close()
  })

  test('push leaves out what was withdrawn and is not deleted here yet', async () => {
    const own = cliHome()
    mkdirSync(own.stateDir, { recursive: true })
    const { database } = openDatabase(await loadDriver(), join(own.stateDir, 'candles.db'), candleMigrations)
    const store = createSqliteStore(database)
    const series = { venue: 'kalshi', seriesKey: 'WITHDRAWN', stepMs: 60_000, basis: 'trade' } as const
    const { bars, coverage, receipts } = partOf(0, 20)
    store.commit(series, { bars, coverage, receipts })
    const faulty = shared.open('laptop-7')
    // The daemon here has deleted what was withdrawn up to now, and fetched it again.
    await faulty.retract({ series, ...minutes(0, 5), reason: 'forgotten' }, undefined, signal)
    const { cursor } = await faulty.retractions(undefined, signal)
    store.noteRetractionCursor(faulty.name, cursor)
    database.close()
    await faulty.give(series, partOf(5, 10), signal)
    await faulty.forgetBy('laptop-7', signal)
    const pushed = await own.run(['shared', 'push', '--json'], {
      PMX_LOCAL_SHARED_URL: shared.server.address,
    })
    expect([pushed.code, pushed.stderr]).toEqual([0, ''])
    expect(JSON.parse(pushed.stdout)).toMatchObject({ candles: 15 })
    expect(
      (await faulty.take(series, minutes(0, 30), signal)).coverage.map(({ from, to }) => ({ from, to })),
    ).toEqual([minutes(0, 5), minutes(10, 20)])
    await own.close()
  })

  test('what is withdrawn after a pull is deleted when the daemon first connects, and not pushed', async () => {
    const other = cliHome()
    const env = { PMX_LOCAL_SHARED_URL: shared.server.address }
    const series = { venue: 'limitless', seriesKey: 'PULLED', stepMs: 60_000, basis: 'trade' } as const
    const faulty = shared.open('laptop-8')
    await faulty.give(series, partOf(0, 10), signal)
    const pulled = await other.run(['shared', 'pull', 'limitless', '--json'], env)
    expect([pulled.code, JSON.parse(pulled.stdout)]).toMatchObject([0, { candles: 10 }])
    const { cursor } = await faulty.retractions(undefined, signal)
    const { database } = openDatabase(
      await loadDriver(),
      join(other.stateDir, 'candles.db'),
      candleMigrations,
    )
    expect(createSqliteStore(database).retractionCursor('postgres')).toBe(cursor)
    database.close()
    await faulty.forgetBy('laptop-8', signal)
    const pushed = await other.run(['shared', 'push', '--json'], env)
    expect([pushed.code, JSON.parse(pushed.stdout)]).toMatchObject([0, { candles: 0 }])
    expect((await faulty.take(series, minutes(0, 10), signal)).coverage).toEqual([])
    await other.close()
  })

  test('what a server withdraws that no daemon here uses is deleted by the next pull from it', async () => {
    const own = cliHome()
    mkdirSync(own.stateDir, { recursive: true })
    const series = { venue: 'rain', seriesKey: 'PULLED', stepMs: 60_000, basis: 'trade' } as const
    const driver = await loadDriver()
    const withStore = <Result>(use: (store: ReturnType<typeof createSqliteStore>) => Result): Result => {
      const { database } = openDatabase(driver, join(own.stateDir, 'candles.db'), candleMigrations)
      try {
        return use(createSqliteStore(database))
      } finally {
        database.close()
      }
    }
    // The daemon here uses another server, which has withdrawn the first minutes.
    const ofDaemon = 'ffffffff-0000-4000-8000-000000000000 7'
    withStore((store) => {
      store.noteRetractionCursor('postgres', ofDaemon)
      store.noteWithdrawn('postgres', series, {
        ...minutes(0, 2),
        at: FETCHED_AT + 200_000 * 60_000,
        isForgotten: true,
      })
    })
    const faulty = shared.open('laptop-10')
    await faulty.give(series, partOf(0, 10), signal)
    const pull = async () => {
      const ended = await own.run(['shared', 'pull', 'rain', '--server', 'env:OTHER', '--json'], {
        OTHER: shared.server.address,
      })
      expect([ended.code, ended.stderr]).toEqual([0, ''])
      return JSON.parse(ended.stdout).candles
    }
    const stored = () => withStore((store) => store.count(series, minutes(0, 10), 100))
    expect([await pull(), stored()]).toEqual([8, 8])
    await faulty.retract({ series, ...minutes(4, 6), reason: 'forgotten' }, undefined, signal)
    expect([await pull(), stored()]).toEqual([0, 6])
    await faulty.forgetBy('laptop-10', signal)
    expect([await pull(), stored()]).toEqual([0, 0])
    expect(withStore((store) => store.retractionCursor('postgres'))).toBe(ofDaemon)
    await own.close()
  })

  test('pull does not bring back what another server withdrew', async () => {
    const own = cliHome()
    mkdirSync(own.stateDir, { recursive: true })
    const path = join(own.stateDir, 'candles.db')
    const { database } = openDatabase(await loadDriver(), path, candleMigrations)
    const series = { venue: 'opinion', seriesKey: 'PULLED', stepMs: 60_000, basis: 'trade' } as const
    createSqliteStore(database).noteWithdrawn('postgres 2', series, {
      ...minutes(0, 5),
      at: FETCHED_AT + 200_000 * 60_000,
      isForgotten: true,
    })
    database.close()
    await shared.open('laptop-9').give(series, partOf(0, 10), signal)
    const pulled = await own.run(['shared', 'pull', 'opinion', '--json'], {
      PMX_LOCAL_SHARED_URL: shared.server.address,
    })
    expect([pulled.code, JSON.parse(pulled.stdout)]).toMatchObject([0, { candles: 5 }])
    await own.close()
  })
})

test('doctor checks the configured servers too', async () => {
  const home = cliHome()
  mkdirSync(home.stateDir, { recursive: true })
  const shared = [{ postgres: 'env:HISTORY' }, { postgres: 'env:MISSING' }]
  writeFileSync(join(home.stateDir, 'config.json'), JSON.stringify({ shared }))
  const ended = await home.run(['doctor', 'kalshi', '--json'], {
    HISTORY: 'postgres://me:s3cr3t@127.0.0.1:1/db',
  })
  const { findings } = JSON.parse(ended.stdout) as {
    findings: { group: string; check: string; message: string }[]
  }
  expect(findings.filter(({ group }) => group === 'shared')).toMatchObject([
    { check: 'server', state: 'bad', message: expect.stringContaining('postgres://me@127.0.0.1:1/db') },
    { check: 'setting', state: 'bad', message: expect.stringContaining('MISSING is not set') },
  ])
  expect(ended.stdout).not.toContain('s3cr3t')
  await home.close()
})
