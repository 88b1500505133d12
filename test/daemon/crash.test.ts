import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderResolution } from '../../src/api/times/resolution.js'
import { readSeriesCandles } from '../../src/candles/maintenance/series-reader.js'
import { verifyCandles } from '../../src/candles/maintenance/verify.js'
import { createSeededRandom } from '../../src/effects/random.js'
import type { SqlValue } from '../../src/storage/driver.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { type RunningDaemon, startDaemonProcess, type TestHome, testHome } from '../support/daemon.js'
import { present } from '../support/expect.js'

/** More rounds for a long run: PMX_CRASH_ROUNDS=200 npx vitest run test/daemon/crash.test.ts */
const ROUNDS = Number(process.env['PMX_CRASH_ROUNDS'] ?? 4)
const SEED = Number(process.env['PMX_CRASH_SEED'] ?? Date.now() % 1_000_000)
const CLIENTS = 8
const MINUTE = 60_000

let home: TestHome
let referenceHome: TestHome
let reference: RunningDaemon

beforeAll(async () => {
  home = testHome()
  referenceHome = testHome()
  reference = await startDaemonProcess(referenceHome, ['--demo', '--no-cache', '--no-lock'])
})
afterAll(async () => {
  await reference.stop()
  home.remove()
  referenceHome.remove()
})

interface Candle {
  readonly timestamp: number
}

async function candles(
  daemon: RunningDaemon,
  outcome: string,
  resolution: string,
  from: number,
  to: number,
): Promise<Candle[]> {
  const query = new URLSearchParams({
    outcomeId: outcome,
    resolution,
    start: String(from),
    end: String(to - 1),
  })
  const reply = await fetch(`${daemon.address}/api/kalshi/fetchOHLCV?${query}`)
  const body = (await reply.json()) as { success: boolean; data: Candle[] }
  expect(body).toMatchObject({ success: true })
  return body.data
}

test('killed with -9 in the middle of writing, again and again: what the file claims to know is whole and right', async () => {
  const random = createSeededRandom(SEED)
  const listed = (await (
    await fetch(`${reference.address}/api/kalshi/fetchMarkets?sort=volume&limit=12`)
  ).json()) as {
    data: { marketId: string }[]
  }
  const markets = listed.data.map(({ marketId }) => marketId)
  const now = Date.now()
  const question = (): string => {
    const from = now - Math.floor(random() * 60 * 24 * 60) * MINUTE
    const query = new URLSearchParams({
      outcomeId: markets[Math.floor(random() * markets.length)] ?? '',
      resolution: random() < 0.7 ? '1m' : '1h',
      start: String(from),
      end: String(from + Math.floor(random() * 2_000) * MINUTE),
    })
    return `/api/kalshi/fetchOHLCV?${query}`
  }
  for (let round = 0; round < ROUNDS; round++) {
    const daemon = await startDaemonProcess(home, ['--demo', '--no-lock'])
    // The moment is drawn in answers, not in time: it falls into the writing on any machine.
    let answersLeft = 1 + Math.floor(random() * 50)
    const client = async (): Promise<void> => {
      while (answersLeft > 0) {
        await fetch(daemon.address + question()).then((reply) => reply.arrayBuffer())
        if (--answersLeft === 0) daemon.kill('SIGKILL')
      }
    }
    await Promise.allSettled(Array.from({ length: CLIENTS }, client))
    await daemon.ended
  }
  const checked = await checkFile()
  expect(checked.bars, `seed ${SEED}`).toBeGreaterThan(1_000)
})

interface Entry {
  readonly series: number
  readonly outcome: string
  readonly stepMs: number
  readonly from: number
  readonly to: number
}

/** One question for some of them costs less than one for each. */
const FEW_STEPS = 1_000

/** Entries of one series that lie close together, in the sequence of their times. */
function neighbours(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups: Entry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const isNear = last?.series === entry.series && entry.from - last.to < FEW_STEPS * entry.stepMs
    if (group !== undefined && isNear) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

/** Every ledger entry against a daemon that keeps nothing, and every candle against the ledger. */
async function checkFile(): Promise<{ bars: number }> {
  const database = (await loadDriver())(join(home.stateDir, 'candles-demo-1.db'), { readOnly: true })
  const rows = (sql: string, ...values: SqlValue[]): SqlValue[][] => database.prepare(sql).rows(...values)
  expect(rows('PRAGMA integrity_check')).toEqual([['ok']])
  let bars = 0
  const entries = rows(`SELECT s.id, s.outcome, s.step_ms, v.from_time, v.to_time FROM coverage v
    JOIN series s ON s.id = v.series_id WHERE v.kind IN ('data', 'proven_empty') ORDER BY s.id, v.from_time`).map(
    ([id, outcome, step, from, to]): Entry => ({
      series: Number(id),
      outcome: String(outcome),
      stepMs: Number(step),
      from: Number(from),
      to: Number(to),
    }),
  )
  for (const near of neighbours(entries)) {
    const [first, last] = [present(near[0]), present(near.at(-1))]
    const truth = await candles(reference, first.outcome, renderResolution(first.stepMs), first.from, last.to)
    for (const { series, outcome, stepMs, from, to } of near) {
      const stored = [...readSeriesCandles(database, series, { from, to })].map(({ bar }) => bar)
      const told = truth.filter(({ timestamp }) => timestamp >= from && timestamp < to)
      expect(stored, `seed ${SEED}, ${outcome} ${stepMs} ${from}..${to}`).toEqual(told)
      bars += stored.length
    }
  }
  expect((await verifyCandles(database)).findings).toEqual([])
  database.close()
  return { bars }
}
