import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { createContradictionNotes } from '../../../src/candles/store/contradicted-candles.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { cliHome } from '../support/run-cli.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const driver = await loadDriver()
const start = Date.UTC(2026, 10, 20)
const identity = { venue: 'kalshi', seriesKey: 'FOO-26', stepMs: HOUR, basis: 'trade' } as const
const whole = { from: start, to: start + 10 * HOUR }
const fetchedAt = start + 24 * HOUR
const bar = (hour: number, volume = 5): PriceCandle => ({
  ...{ timestamp: start + hour * HOUR, open: 0.3, high: 0.5, low: 0.2, close: 0.4, volume },
})
/** Between two hours without trades, which one response confirms. */
const bars = [0, 1, 3, 4, 5, 6, 8, 9].map((hour) => bar(hour))
const differing = bars.map((one) => (one.timestamp === start + 5 * HOUR ? { ...one, volume: 99 } : one))

const homes: ReturnType<typeof cliHome>[] = []
afterEach(() => {
  for (const home of homes.splice(0)) home.close()
})

/** A machine with candles of ten hours. */
function machine(isEmpty = false) {
  const home = cliHome()
  homes.push(home)
  mkdirSync(home.stateDir, { recursive: true })
  const withStore = <Result>(work: (store: ReturnType<typeof createSqliteStore>) => Result): Result => {
    const { database } = openDatabase(driver, join(home.stateDir, 'candles.db'), candleMigrations)
    const store = createSqliteStore(database)
    try {
      return work(store)
    } finally {
      store.close()
    }
  }
  const looked = { route: 'live', requestedAt: fetchedAt, lookAgainAt: fetchedAt + HOUR, looks: 1 }
  const covers = (from: number, to: number) => ({
    ...{ from: start + from * HOUR, to: start + to * HOUR, kind: 'data', route: 'live', fetchedAt },
  })
  if (!isEmpty)
    withStore((store) => {
      const coverage = [covers(0, 2), covers(3, 7), covers(8, 10)] as Parameters<
        typeof store.commit
      >[1]['coverage']
      const silence = { ...looked, from: start + 2 * HOUR, to: start + 8 * HOUR }
      store.commit(identity, { bars, coverage, provisional: { within: whole, entries: [silence] } })
      const series = { outcomeId: 'FOO-26', seriesKey: 'FOO-26', mirrored: false, facts: {} }
      store.remember('kalshi', 'FOO-26', { series, checkedAt: fetchedAt })
    })
  return {
    ...{ home, withStore, run: (...words: string[]) => home.runHere(words) },
    /** A response of the venue about all ten hours. */
    respond: (told: readonly PriceCandle[], minutes: number) =>
      withStore((store) =>
        createContradictionNotes(store)(identity, {
          ...{ span: whole, bars: told, unsure: [], requestedAt: fetchedAt + minutes * MINUTE },
          ...{ route: 'live', isClockRight: true },
        }),
      ),
  }
}

test('a contradicted candle is neither final nor empty where its export is imported', async () => {
  const [one, two] = [machine(), machine(true)]
  one.respond(differing, 60)
  const path = join(one.home.stateDir, 'x.csv')
  expect((await one.run('export', '--out', path)).stderr).toContain('7 candles of 1 series')
  expect((await two.run('import', path)).code).toBe(0)
  const hour = { from: start + 5 * HOUR, to: start + 6 * HOUR }
  two.withStore((store) => {
    expect(store.read(identity, whole)).toEqual(bars.filter(({ timestamp }) => timestamp !== hour.from))
    expect(store.coverage(identity, hour)).toEqual([])
    expect(store.provisional(identity, hour)).toEqual([])
    expect(store.provisional(identity, { from: start + 2 * HOUR, to: start + 3 * HOUR })).toHaveLength(1)
  })
})

test('a contradicted candle is in the next increment when the stored value proves right', async () => {
  const one = machine()
  const path = (name: string) => join(one.home.stateDir, name)
  one.respond(differing, 60)
  const first = await one.run('export', '--stored-since', 'start', '--out', path('first.csv'))
  one.respond(bars, 90)
  await one.run('export', '--stored-since', first.lines.at(-1) ?? '', '--out', path('next.csv'))
  const next = readFileSync(path('next.csv'), 'utf8').trim().split('\n').slice(1)
  expect(next.map((line) => line.split(',')[3])).toEqual([new Date(start + 5 * HOUR).toISOString()])
})

test('a partition is written without a contradicted candle, and with it when it is decided', async () => {
  const one = machine()
  const lake = join(one.home.stateDir, 'lake')
  const increment = (cursor: string | undefined) =>
    one.run('export', '--stored-since', cursor ?? '', '--partition', 'day', '--out', lake)
  const first = await increment('start')
  one.respond(differing, 60)
  const entry = { ...whole, kind: 'data', route: 'live', fetchedAt } as const
  one.withStore((store) =>
    store.commit({ ...identity, seriesKey: 'BAR-26' }, { bars: [bar(3)], coverage: [entry] }),
  )
  const second = await increment(first.lines.at(-1))
  expect(second).toMatchObject({ code: 0, stderr: expect.stringMatching(/^8 candles of 2 series/) })
  one.respond(bars, 90)
  const third = await increment(second.lines.at(-1))
  expect(third).toMatchObject({ code: 0, stderr: expect.stringMatching(/^9 candles of 2 series/) })
})
