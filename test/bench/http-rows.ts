import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answer, getRequest, load, postRequest } from './load.js'
import type { Bench } from './processes.js'
import type { Row } from './table.js'

/** Seconds of one measurement; a baseline and a candidate are measured in turn, so that both meet the same machine. */
const SECONDS = 1.2
const TURNS = 3
const COUNTS = [16, 100, 500, 5_000]
const CONNECTIONS = [1, 16, 64]

interface Question {
  readonly name: string
  readonly request: (port: number) => Buffer
  readonly connections: number
  /** Least share of the baseline's requests a second. */
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
      budget: 0.4,
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
  const bare: number[] = []
  const ours: number[] = []
  let p99 = 0
  for (let turn = 0; turn <= TURNS; turn++) {
    const { connections } = question
    const seconds = turn === 0 ? SECONDS / 2 : SECONDS
    const first = await load({
      port: baselinePort,
      request: question.request(baselinePort),
      connections,
      seconds,
    })
    const second = await load({ port, request: question.request(port), connections, seconds })
    // The first turn only warms both up.
    if (turn === 0) continue
    bare.push(first.requestsPerSecond)
    ours.push(second.requestsPerSecond)
    p99 = second.p99Ms
  }
  await bench.end(baseline)
  const ratio = median(ours) / median(bare)
  return {
    name: question.name,
    value: ratio,
    shown: ratio.toFixed(2),
    note: `${thousands(median(ours))} of ${thousands(median(bare))} req/s, ${thousands(body.length)} bytes, p99 ${p99.toFixed(1)} ms`,
    budget: `at least ${question.budget.toFixed(2)}`,
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
