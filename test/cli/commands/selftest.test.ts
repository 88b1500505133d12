import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { limitMs } from '../../support/limits.js'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())

const report = z.object({
  passed: z.boolean(),
  reports: z.array(
    z.object({
      venue: z.string(),
      checks: z.record(z.string(), z.object({ state: z.string(), reason: z.string().optional() })),
      members: z.array(z.object({ field: z.string(), kind: z.string() })),
      routes: z.number(),
      unknownWords: z.array(z.object({ enumeration: z.string(), word: z.string(), count: z.number() })),
    }),
  ),
  files: z.object({ report: z.string(), cassette: z.string() }),
})

let runs = 0

async function tested(faults: string | undefined, ...venues: string[]) {
  const out = join(home.stateDir, `out-${runs++}`)
  const words = faults === undefined ? [] : ['--faults', faults]
  const wait = ['--wait', String(Math.ceil(limitMs(120_000) / 1000))]
  const ended = await home.runHere([
    'selftest',
    '--demo',
    '--json',
    '--out',
    out,
    ...wait,
    ...words,
    ...venues,
  ])
  return { ...ended, out, told: report.parse(JSON.parse(ended.stdout)) }
}

describe('selftest', () => {
  test('passes on a demo venue, leaves a report and the traffic, and does not mix two runs', async () => {
    const { code, told, out } = await tested(undefined, 'hyperliquid')
    expect([code, told.passed]).toEqual([0, true])
    const [report] = told.reports
    const ok = { state: 'ok' }
    expect(report?.checks).toMatchObject({ markets: ok, candles: ok, mirror: ok, book: ok, trades: ok })
    expect(report?.routes).toBeGreaterThan(3)
    expect(readFileSync(told.files.cassette, 'utf8')).toContain('"venue":"hyperliquid"')
    expect(JSON.parse(readFileSync(told.files.report, 'utf8'))).toMatchObject({ passed: true })
    expect(await home.runHere(['selftest', '--demo', '--out', out, 'hyperliquid'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('earlier run'),
    })
  })

  test('names members that nobody reads and that were renamed, dropped and retyped', async () => {
    const faults = ['rename:field=users', 'drop:field=hash', 'retype:field=T']
    const { code, told } = await tested(
      faults.map((fault) => `hyperliquid:${fault}`).join(','),
      'hyperliquid',
    )
    const [report] = told.reports
    expect(Object.entries(report?.checks ?? {}).filter(([, { state }]) => state === 'failed')).toEqual([])
    expect(report?.members.map(({ field, kind }) => [field, kind])).toEqual(
      expect.arrayContaining([
        ['[].users', 'missing'],
        ['[].users_v2', 'new'],
        ['[].hash', 'missing'],
        ['[].T', 'retyped'],
      ]),
    )
    expect(code).toBe(1)
  })

  test('lists unknown words with their counts, and none where there are none', async () => {
    const { code, told } = await tested('hyperliquid:reword:field=side:words=A|B', 'hyperliquid')
    expect(code).toBe(1)
    expect(told.reports[0]?.unknownWords).toEqual([
      { enumeration: 'trade.side', word: 'zz_new', count: expect.any(Number) },
    ])
    expect(told.reports[0]?.unknownWords[0]?.count).toBeGreaterThan(0)
    expect(told.reports[0]?.checks['trades']?.reason).toContain("unknown value 'zz_new' for trade.side")
    const { told: after } = await tested(undefined, 'rain')
    expect(after.reports[0]?.unknownWords).toEqual([])
  })

  test('fails where the adapter no longer fits, with a sentence', async () => {
    const { code, told } = await tested('hyperliquid:rename:field=outcomes', 'hyperliquid')
    expect(code).toBe(1)
    expect(told.reports[0]?.checks['markets']).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('outcomes'),
    })
  })

  test('that is stopped leaves no recorder and no temporary folder behind, and says what it leaves', async () => {
    const out = join(home.stateDir, 'stopped')
    const temporary = join(home.stateDir, 'tmp')
    mkdirSync(temporary, { recursive: true })
    vi.stubEnv('TMPDIR', temporary)
    const others = process.listenerCount('SIGINT')
    const ending = home.runHere(['selftest', '--demo', '--out', out])
    await vi.waitUntil(() => existsSync(join(out, 'traffic.cassette.jsonl.journal')), {
      interval: 1,
      timeout: limitMs(60_000),
    })
    process.emit('SIGINT')
    const { code, stderr } = await ending
    vi.unstubAllEnvs()
    expect([code, stderr]).toEqual([1, expect.stringContaining('Stopped before the end')])
    expect(readdirSync(out).filter((name) => name.includes('journal'))).toEqual([])
    expect(readdirSync(temporary)).toEqual([])
    expect(process.listenerCount('SIGINT')).toBe(others)
  })

  test('into a file, or below one, is refused with the flag that names another place', async () => {
    const file = join(home.stateDir, 'file')
    mkdirSync(home.stateDir, { recursive: true })
    writeFileSync(file, '')
    for (const out of [file, join(file, 'deep')]) {
      const { code, stderr } = await home.runHere(['selftest', '--demo', '--out', out, 'hyperliquid'])
      expect([code, stderr]).toEqual([2, expect.stringContaining('--out')])
      expect(stderr).not.toContain('--state-dir')
    }
  })

  test('a venue that takes longer than --wait fails', async () => {
    const out = join(home.stateDir, 'late')
    const ended = await home.runHere(['selftest', '--demo', '--json', '--wait', '0', '--out', out, 'rain'])
    const { passed, reports } = report.parse(JSON.parse(ended.stdout))
    expect([ended.code, passed]).toEqual([1, false])
    expect(Object.values(reports[0]?.checks ?? {})).toContainEqual({
      state: 'failed',
      reason: 'no time left for this check',
    })
    expect(await home.runHere(['selftest', '--demo', '--wait', 'long', 'rain'])).toMatchObject({ code: 2 })
  })

  test('needs a venue that is served', async () => {
    expect(await home.runHere(['selftest', 'nowhere'])).toMatchObject({ code: 2 })
    expect(existsSync('pmx-selftest')).toBe(false)
  })
})
