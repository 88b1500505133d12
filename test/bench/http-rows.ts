import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answer, getRequest, type LoadResult, load, postRequest } from './load.js'
import type { Bench } from './processes.js'
import type { Row } from './table.js'

/**
 * Seconds of one measurement. A baseline and a candidate are measured in turn, often and briefly, and compared pair by
 * pair: a machine that is shared is fast in one second and slow in the next.
 */
const SECONDS = 0.5
const TURNS = 9
const WARM_UP_TURNS = 2
const COUNTS = [16, 100, 500, 5_000]
const CONNECTIONS = [1, 16, 64]

/** The same load on both, one right after the other. */
interface Round {
  readonly bare: LoadResult
  readonly ours: LoadResult
}

interface Question {
  readonly name: string
  readonly request: (port: number) => Buffer
  readonly connections: number
  /** Least share of the baseline's requests a second; 0 where nothing is promised. */
  readonly budget: number
}

/** Requests a second of the daemon as a share of what bare `node:http` does with the same bytes. */
export async function httpRows(bench: Bench, port: number, outcomeId: string): Promise<Row[]> {
  const end = Date.now() - 3 * 3_600_000
  const candlePath = (count: number): string => {
    const start = end - (count - 1) * 60_000
    return `/api/kalshi/fetchOHLCV?outcomeId=${outcomeId}&resolution=1m&start=${start}&end=${end}`
  }
  const get = (name: string, count: number, connections: number, budget: number): Question => ({
    name,
    connections,
    budget,
    request: (to) => getRequest(to, candlePath(count)),
  })
  const params = { resolution: '1m', start: end - 499 * 60_000, end }
  const questions: Question[] = [
    ...COUNTS.flatMap((count) =>
      CONNECTIONS.map((connections) =>
        get(`GET ${thousands(count)} candles, ${plural(connections)}`, count, connections, 0.7),
      ),
    ),
    {
      name: 'POST 500 candles, 16 connections',
      connections: 16,
      budget: 0.6,
      request: (to) => postRequest(to, '/api/kalshi/fetchOHLCV', { args: [outcomeId, params] }),
    },
    {
      name: 'GET /health, 16 connections',
      connections: 16,
      budget: 0,
      request: (to) => getRequest(to, '/health'),
    },
  ]
  const rows: Row[] = []
  for (const question of questions) rows.push(await measure(bench, port, question))
  return rows
}

function plural(connections: number): string {
  return `${connections} connection${connections === 1 ? '' : 's'}`
}

async function measure(bench: Bench, port: number, question: Question): Promise<Row> {
  const whole = await answer(port, question.request(port))
  const body = whole.subarray(whole.indexOf('\r\n\r\n') + 4)
  const file = join(bench.folder, 'body')
  writeFileSync(file, body)
  const baseline = await bench.start(join(import.meta.dirname, 'baseline.js'), [file])
  const baselinePort = Number(baseline.said)
  const rounds: Round[] = []
  const once = async (at: number): Promise<LoadResult> =>
    load({ port: at, request: question.request(at), connections: question.connections, seconds: SECONDS })
  // The first turns only warm both up.
  for (let turn = -WARM_UP_TURNS; turn < TURNS; turn++) {
    const round = { bare: await once(baselinePort), ours: await once(port) }
    if (turn >= 0) rounds.push(round)
  }
  await bench.end(baseline)
  const of = (pick: (round: Round) => number): number => median(rounds.map(pick))
  const ratio = of(({ bare, ours }) => ours.requestsPerSecond / bare.requestsPerSecond)
  const bare = of((round) => round.bare.requestsPerSecond)
  const ours = of((round) => round.ours.requestsPerSecond)
  const p99 = of((round) => round.ours.p99Ms)
  return {
    name: question.name,
    value: ratio,
    shown: ratio.toFixed(2),
    note: `${thousands(ours)} of ${thousands(bare)} req/s, ${thousands(body.length)} bytes, p99 ${p99.toFixed(1)} ms`,
    budget: question.budget === 0 ? '' : `at least ${question.budget.toFixed(2)}`,
    ok: ratio >= question.budget,
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
