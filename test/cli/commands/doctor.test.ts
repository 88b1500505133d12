import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { systemClock } from '../../../src/effects/clock.js'
import { type Simulator, startSimulator } from '../../../src/simulator/server/start.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock: systemClock, venues: ['kalshi', 'smarkets'] })
  mkdirSync(home.stateDir, { recursive: true, mode: 0o700 })
})
afterAll(async () => {
  await home.close()
  await simulator.close()
})

const report = z.object({
  ok: z.boolean(),
  findings: z.array(
    z.object({
      check: z.string(),
      state: z.string(),
      message: z.string(),
      fix: z.string().optional(),
    }),
  ),
})

function configure(settings: unknown): void {
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings)
  writeFileSync(join(home.stateDir, 'config.json'), text, { mode: 0o600 })
}

async function examined(...words: string[]) {
  const { stdout, stderr, code } = await home.run(['doctor', '--json', ...words])
  const { ok, findings } = report.parse(JSON.parse(stdout))
  const of = (check: string) => findings.find((finding) => finding.check === check)
  return { ok, code, stderr, of }
}

describe('doctor', () => {
  test('finds nothing wrong with venues that answer, and ends with 0', async () => {
    const { kalshi, smarkets } = simulator.urls
    configure({
      server: { port: 0 },
      venues: { kalshi: { hosts: kalshi }, smarkets: { hosts: smarkets } },
    })
    const { ok, code, of } = await examined('kalshi', 'smarkets')
    expect([ok, code]).toEqual([true, 0])
    expect([of('kalshi api'), of('smarkets api'), of('clock')]).toMatchObject([
      { state: 'ok' },
      { state: 'ok' },
      { state: 'ok' },
    ])
  })

  test('names a host that is away beside one that is not, with a mend, and ends with 1', async () => {
    configure({
      server: { port: 0 },
      venues: {
        kalshi: { hosts: { api: 'http://127.0.0.1:9' } },
        smarkets: { hosts: simulator.urls.smarkets },
      },
    })
    const { ok, code, of } = await examined('kalshi', 'smarkets')
    expect([ok, code]).toEqual([false, 1])
    expect(of('kalshi api')).toMatchObject({ state: 'bad', fix: expect.any(String) })
    expect(of('smarkets api')).toMatchObject({ state: 'ok' })
  })

  test('says offline, and asks nobody, where no name is found', async () => {
    configure({ server: { port: 0 }, venues: { kalshi: { hosts: { api: 'http://nowhere.invalid/' } } } })
    const { code, of } = await examined('kalshi')
    expect(code).toBe(1)
    expect(of('names')).toMatchObject({ state: 'bad', message: expect.stringContaining('offline') })
    expect(of('kalshi api')).toBeUndefined()
  })

  test('tells a configuration that cannot be used, and goes on', async () => {
    configure('{"serverr": 1}')
    const { code, of } = await examined('--demo')
    expect(code).toBe(1)
    expect(of('configuration')).toMatchObject({ state: 'bad', message: expect.stringContaining('serverr') })
    expect(of('polymarket gamma')).toMatchObject({ state: 'ok' })
  })

  test('tells a damaged file with what mends it', async () => {
    configure({ server: { port: 0 } })
    const path = join(home.stateDir, 'catalog.db')
    writeFileSync(path, 'SQLite format 3\0 and then nothing of the kind', { mode: 0o600 })
    const { of } = await examined('--demo')
    expect(of('lists')).toBeUndefined()
    const live = await examined('kalshi')
    expect(live.of('lists')).toMatchObject({ state: 'bad', fix: 'pmx-local cache prune --catalog' })
  })

  test('says in words what keeps a file from being checked', async () => {
    const path = join(home.stateDir, 'candles.db')
    const database = (await loadDriver())(path, { readOnly: false })
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a)')
    database.close()
    mkdirSync(`${path}-wal`)
    const { of } = await examined('kalshi')
    expect(of('candles')).toMatchObject({ state: 'note', message: expect.stringContaining('unable to open') })
  })

  test('knows only venues that are served', async () => {
    expect(await home.runHere(['doctor', 'kalshy'])).toMatchObject({ code: 2 })
  })
})
