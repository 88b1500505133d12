import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { openCatalog } from '../../catalog/support/store.js'
import { event, market } from '../../core/fake-venue.js'
import { fakeClock } from '../../support/clock.js'
import { cliHome } from '../support/run-cli.js'

const home = cliHome()
afterAll(() => home.close())
const file = join(home.stateDir, 'catalog.db')
const cache = (...words: string[]) => home.runHere(['cache', ...words])

/** Two lists, one of which was replaced, and one whose reading has not ended. */
beforeEach(() => {
  mkdirSync(home.stateDir, { recursive: true, mode: 0o700 })
  const catalog = openCatalog(file, fakeClock(Date.now() - 3 * 3_600_000))
  const row = event('E', [market('A')])
  catalog.sync([{ events: [row] }])
  catalog.sync([{ events: [row] }])
  catalog.sync([], 'closed', 'myriad')
  catalog.writer.begin('rain', 'active')
  catalog.database.close()
})

test('the lists that are kept are told with their age, candles or not', async () => {
  const { code, stdout, stderr } = await cache('stats')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('No candles are stored yet.\n')
  expect(stdout).toMatch(/^venue +list +rows +read \(UTC\) +age$/m)
  expect(stdout).toMatch(/^kalshi +active +2 +20\S+ \S+ +3 h$/m)
  expect(stdout).toMatch(/^myriad +closed +0 +20\S+ \S+ +3 h$/m)
  expect(stdout).not.toContain('rain')
  expect(stdout).toContain(` MB in ${file}\n`)
  expect(JSON.parse((await cache('stats', '--json')).stdout)).toMatchObject({
    bytes: 0,
    venues: [],
    catalog: {
      path: file,
      bytes: expect.any(Number),
      lists: [
        { venue: 'kalshi', status: 'active', rows: 2, readAt: expect.stringMatching(/^20.+Z$/) },
        { venue: 'myriad', status: 'closed', rows: 0 },
      ],
    },
  })
})

test('they are deleted with all their files, and a dry run only tells how much that is', async () => {
  const dry = await cache('prune', '--catalog', '--dry-run')
  expect([dry.code, dry.stdout]).toEqual([
    0,
    expect.stringMatching(/^\d+\.\d MB of lists would be deleted\n$/),
  ])
  expect(existsSync(file)).toBe(true)
  const { code, stdout } = await cache('prune', '--catalog', '--json')
  expect([code, JSON.parse(stdout)]).toEqual([0, { path: file, bytes: expect.any(Number), dryRun: false }])
  expect(readdirSync(home.stateDir).filter((name) => name.startsWith('catalog'))).toEqual([])
  expect(await cache('prune', '--catalog')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No lists are stored yet'),
  })
})

test('a damaged file is told as such, and deleted all the same', async () => {
  writeFileSync(file, 'no database, but long enough to be taken for one. '.repeat(100))
  expect(await cache('stats')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${file} is damaged`),
  })
  expect((await cache('prune', '--catalog')).stdout).toMatch(/^\d+\.\d MB of lists deleted/)
  expect(existsSync(file)).toBe(false)
})

test('a damaged file of lists hides no candles', async () => {
  writeFileSync(file, 'no database, but long enough to be taken for one. '.repeat(100))
  const driver = await loadDriver()
  openDatabase(driver, join(home.stateDir, 'candles.db'), candleMigrations).database.close()
  const { code, stdout, stderr } = await cache('stats')
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} is damaged`)])
  expect(stdout).toContain(` MB in ${join(home.stateDir, 'candles.db')}`)
  const json = await cache('stats', '--json')
  expect([json.code, JSON.parse(json.stdout)]).toMatchObject([1, { venues: [], bytes: expect.any(Number) }])
  rmSync(join(home.stateDir, 'candles.db'))
  rmSync(file)
})

test('all lists go or none, and a demo world has none', async () => {
  const some = await cache('prune', '--catalog', '--venue', 'kalshi')
  expect([some.code, some.stderr]).toEqual([
    2,
    expect.stringContaining('--catalog cannot be combined with --venue, --series or --before'),
  ])
  const demo = await cache('prune', '--catalog', '--demo')
  expect([demo.code, demo.stderr]).toEqual([2, expect.stringContaining('The simulation stores no lists')])
  expect(existsSync(file)).toBe(true)
})

test('a daemon that holds the folder holds its lists too', async () => {
  await home.start(['start', '--offline', '--port', '0', '--no-lock', '--json'])
  const { code, stderr } = await cache('prune', '--catalog')
  expect([code, stderr]).toEqual([3, expect.stringContaining("Stop it ('pmx-local stop')")])
  expect(existsSync(file)).toBe(true)
  expect((await cache('stats')).stdout).toMatch(/^kalshi +active +2 /m)
})
