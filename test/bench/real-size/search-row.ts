import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { thousands } from '../http-rows.js'
import { answer, getRequest, load } from '../load.js'
import { type Bench, startDaemon } from '../processes.js'
import type { Row } from '../table.js'
import { quantile } from './client.js'

const CONNECTIONS = 16
const SECONDS = 0.5
const TURNS = 3
const BUDGET_MS = 3

/** Texts of many and of few, of one letter, of nobody; with filters, and pages behind the first. */
const paths = [
  '/v0/events?limit=2&query=race%20042',
  '/v0/events?limit=10&query=race',
  '/v0/events?limit=10&query=e&category=sports',
  '/v0/events?limit=10&query=nobody%20has%20this',
  '/v0/events?limit=10&exchange=kalshi&offset=500',
  '/v0/markets?query=race%20042',
  '/v0/markets?query=0&offset=200',
]

/**
 * The catalog of all venues searched over HTTP by 16 who ask one question after the other.
 * @param args of a daemon that has read the venue's lists and is gone: no other venue is to be asked for its own
 */
export async function searchRow(bench: Bench, venue: string, args: readonly string[]): Promise<Row> {
  const { port, started } = await startDaemon(bench, ['--offline', ...args])
  const times: number[] = []
  const bareTimes: number[] = []
  let bytes = 0
  for (const path of paths) {
    const request = getRequest(port, path)
    const whole = await answer(port, request)
    const head = whole.indexOf('\r\n\r\n')
    if (!whole.subarray(0, head).toString().startsWith('HTTP/1.1 200'))
      throw new Error(`${path} is answered ${whole.subarray(0, 200).toString()}`)
    bytes += whole.length
    const file = join(bench.folder, 'found')
    writeFileSync(file, whole.subarray(head + 4))
    const baseline = await bench.start(join(import.meta.dirname, 'baseline.js'), [file])
    const bare = Number(baseline.said)
    for (let turn = 0; turn <= TURNS; turn++) {
      const theirs = await load({ port: bare, request: getRequest(bare, '/'), ...how })
      const ours = await load({ port, request, ...how })
      // The first turn warms up.
      if (turn === 0) continue
      times.push(ours.p95Ms)
      bareTimes.push(theirs.p95Ms)
    }
    await bench.end(baseline)
  }
  await bench.end(started)
  const worst = Math.max(...times)
  return {
    name: `${venue} of real size: search over HTTP at ${CONNECTIONS} connections, p95`,
    value: worst,
    shown: `${worst.toFixed(1)} ms`,
    note:
      `of the slowest of ${paths.length} questions; median of them ${quantile(times, 0.5).toFixed(1)} ms, ` +
      `bare Node ${quantile(bareTimes, 0.5).toFixed(1)} and ${Math.max(...bareTimes).toFixed(1)} ms; ` +
      `${thousands(bytes / paths.length)} bytes`,
    budget: `at most ${BUDGET_MS} ms, or 3 times bare Node`,
    ok: worst <= BUDGET_MS || worst <= 3 * Math.max(...bareTimes),
  }
}

const how = { connections: CONNECTIONS, seconds: SECONDS }
