import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { candleMigrations } from '../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../src/candles/database/sqlite-store.js'
import { createSeededRandom } from '../../src/effects/random.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { openDatabase } from '../../src/storage/open.js'
import { median, thousands } from './http-rows.js'
import { answer, getRequest } from './load.js'
import { type Bench, startDaemon } from './processes.js'
import { walkingCandles } from './store-rows.js'
import type { Row } from './table.js'

const MINUTE = 60_000
const DAY = 86_400_000
const SERIES = 30
const CANDLES = 50_000
const CONNECTIONS = 64
const SECONDS = 2
const TURNS = 3
/** The newest are a day old, so that nothing of a window is asked of a venue. */
const END_AGE = DAY

interface Kind {
  readonly name: string
  readonly side: 'yes' | 'no'
  readonly resolution: string
  readonly stepMs: number
  readonly count: number
}

const native: Kind = { name: '500 of 1m', side: 'yes', resolution: '1m', stepMs: MINUTE, count: 500 }
const nativeLong: Kind = { ...native, name: '5,000 of 1m', count: 5_000 }

/** Windows, and the native ones that they are measured beside; a long one beside one as long. */
const kinds: readonly (readonly [kind: Kind, ground?: Kind])[] = [
  [native],
  [{ ...native, name: '500 of 1m, NO side', side: 'no' }, native],
  [{ name: '100 of 15m, from 1m', side: 'yes', resolution: '15m', stepMs: 15 * MINUTE, count: 100 }, native],
  [nativeLong],
  [
    { name: '5,000 of 5m, from 1m', side: 'yes', resolution: '5m', stepMs: 5 * MINUTE, count: 5_000 },
    nativeLong,
  ],
]

/** Windows from random places of stored series, of which hardly any is asked for twice. */
export async function windowRows(bench: Bench): Promise<Row[]> {
  const stateDir = join(bench.folder, 'windows')
  mkdirSync(stateDir, { recursive: true })
  const flags = ['--demo', '--state-dir', stateDir]
  const before = await startDaemon(bench, flags)
  const outcomes = await oldOutcomes(before.port)
  await bench.end(before.started)
  const from = Math.floor((Date.now() - END_AGE) / DAY) * DAY - CANDLES * MINUTE
  await fill(join(stateDir, 'candles-demo-1.db'), outcomes, from)
  const { port, started } = await startDaemon(bench, flags)
  const random = createSeededRandom(7)
  const requestOf =
    ({ side, resolution, stepMs, count }: Kind) =>
    (): Buffer => {
      const outcome = outcomes[Math.floor(random() * outcomes.length)]
      const room = Math.floor((CANDLES * MINUTE) / stepMs) - count
      const start = from + Math.floor(random() * room) * stepMs
      const query = `outcomeId=${outcome?.[side]}&resolution=${resolution}&start=${start}&end=${start + (count - 1) * stepMs}`
      return getRequest(port, `/api/kalshi/fetchOHLCV?${query}`)
    }
  const rows: Row[] = []
  // What is made once is made by whoever asks first.
  for (const [kind] of kinds) await makeAll(port, outcomes, kind, from)
  for (const [kind, ground] of kinds) {
    const turns: { readonly rate: number; readonly native: number; readonly healthMs: number }[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const beside = ground && (await loadWindows(port, requestOf(ground)))
      const own = await loadWindows(port, requestOf(kind))
      turns.push({ rate: own.rate, native: beside?.rate ?? own.rate, healthMs: own.healthMs })
    }
    const rate = median(turns.map((turn) => turn.rate))
    const ratio = median(turns.map((turn) => turn.rate / turn.native))
    const healthMs = median(turns.map((turn) => turn.healthMs))
    const isNative = ground === undefined
    rows.push({
      name: `random windows, ${kind.name}, ${CONNECTIONS} connections`,
      value: rate,
      shown: `${thousands(rate)} req/s`,
      note:
        `${isNative ? 'native' : `${ratio.toFixed(2)} of native ones`}; ` +
        `simultaneous GET /health: p99 ${healthMs.toFixed(0)} ms`,
      budget: isNative ? '' : 'at least 0.7 of native',
      ok: isNative || ratio >= 0.7,
    })
  }
  await bench.end(started)
  return rows
}

interface Outcome {
  readonly yes: string
  readonly no: string
}

interface Listed {
  readonly data: readonly { readonly yes?: { outcomeId: string }; readonly no?: { outcomeId: string } }[]
}

/** Markets that were listed before all of the windows; asking for them lets the daemon locate them. */
async function oldOutcomes(port: number): Promise<Outcome[]> {
  const reply = await fetch(`http://localhost:${port}/api/kalshi/fetchMarkets?sort=volume&limit=150`)
  const { data } = (await reply.json()) as Listed
  const old: Outcome[] = []
  for (const { yes, no } of data) {
    if (old.length === SERIES) break
    if (yes === undefined || no === undefined) continue
    const start = Date.now() - END_AGE - CANDLES * MINUTE - 2 * DAY
    const query = `outcomeId=${yes.outcomeId}&resolution=1h&start=${start}&end=${start + MINUTE}`
    const told = await fetch(`http://localhost:${port}/api/kalshi/fetchOHLCV?${query}`)
    await told.arrayBuffer()
    if (told.ok && told.headers.get('x-pmx-empty-reason') !== 'before_listing')
      old.push({ yes: yes.outcomeId, no: no.outcomeId })
  }
  return old
}

async function fill(path: string, outcomes: readonly Outcome[], from: number): Promise<void> {
  const sealing = { before: () => Date.now() - 30 * DAY }
  const store = createSqliteStore(
    openDatabase(await loadDriver(), path, candleMigrations).database,
    () => '',
    sealing,
  )
  const bars = walkingCandles(CANDLES, from)
  for (const { yes } of outcomes) {
    const seriesKey = store.known('kalshi', yes)?.series.seriesKey ?? yes
    const coverage = [
      { from, to: from + CANDLES * MINUTE, kind: 'data' as const, route: 'live', fetchedAt: Date.now() },
    ]
    store.commit({ venue: 'kalshi', seriesKey, stepMs: MINUTE, basis: 'trade' }, { bars, coverage })
  }
  store.close()
}

/** Asks for what has to be found out or made once; the newest alone where nothing is made. */
async function makeAll(port: number, outcomes: readonly Outcome[], kind: Kind, from: number): Promise<void> {
  const end = from + CANDLES * MINUTE - kind.stepMs
  const start = kind.stepMs === MINUTE ? end : from
  for (const outcome of outcomes) {
    const query = `outcomeId=${outcome[kind.side]}&resolution=${kind.resolution}&start=${start}&end=${end}`
    await answer(port, getRequest(port, `/api/kalshi/fetchOHLCV?${query}`))
  }
}

/** A new question on each connection as soon as it has its answer; and how long /health takes meanwhile. */
async function loadWindows(port: number, next: () => Buffer) {
  const endsAt = performance.now() + SECONDS * 1000
  const begunAt = performance.now()
  let count = 0
  const connection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let left = 0
      socket.on('connect', () => socket.write(next()))
      socket.on('error', reject)
      socket.on('close', () => resolve())
      socket.on('data', (chunk: Buffer) => {
        // A head comes in one piece, at the beginning of one.
        if (left === 0) {
          const headEnd = chunk.indexOf('\r\n\r\n')
          const head = chunk.toString('latin1', 0, headEnd)
          const length = /content-length: (\d+)/i.exec(head)?.[1]
          if (length === undefined || !head.startsWith('HTTP/1.1 200')) return reject(new Error(head))
          left = headEnd + 4 + Number(length)
        }
        left -= chunk.length
        if (left > 0) return
        count++
        if (performance.now() < endsAt) socket.write(next())
        else socket.destroy()
      })
    })
  const waits: number[] = []
  const health = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const askedAt = performance.now()
      await answer(port, getRequest(port, '/health'))
      waits.push(performance.now() - askedAt)
      await new Promise((resolve) => setTimeout(resolve, HEALTH_EVERY_MS))
    }
  }
  await Promise.all([health(), ...Array.from({ length: CONNECTIONS }, connection)])
  waits.sort((a, b) => a - b)
  const healthMs = waits[Math.floor(waits.length * 0.99)] ?? Number.NaN
  return { rate: (count * 1000) / (performance.now() - begunAt), healthMs }
}

const HEALTH_EVERY_MS = 10
