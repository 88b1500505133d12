import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { thousands } from '../http-rows.js'
import { answer, getRequest, load } from '../load.js'
import { type Bench, type BenchDaemon, processorMs, startDaemon } from '../processes.js'
import type { Row } from '../table.js'
import { type Client, quantile } from './client.js'

const CONNECTIONS = 16
const SECONDS = 0.5
const TURNS = 3
const BUDGET_MS = 3
const UNHEARD = 2_000
const TIMES_BARE = 3
/** Of one measurement. */
const how = { connections: CONNECTIONS, seconds: SECONDS }

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
 * The catalog of all venues searched over HTTP by 16: who ask one question over and over, and who ask another each time.
 * @param args of a daemon that has read the venue's lists and is gone: no other venue is to be asked for its own
 */
export async function searchRows(
  bench: Bench,
  client: Client,
  venue: string,
  args: readonly string[],
): Promise<Row[]> {
  const daemon = await startDaemon(bench, ['--offline', ...args])
  const found: Asked[] = []
  for (const path of paths) found.push(await asked(bench, daemon.port, path))
  const unheard = await unheardRow(client, daemon, venue)
  await bench.end(daemon.started)
  return [repeatedRow(venue, found), unheard]
}

function repeatedRow(venue: string, found: readonly Asked[]): Row {
  const slowest = found.toSorted((a, b) => b.ms - a.ms)[0]
  const outside = found.filter(({ ms, bareMs }) => ms > BUDGET_MS && ms > TIMES_BARE * bareMs)
  return {
    name: `${venue} of real size: search over HTTP at ${CONNECTIONS} connections, p95`,
    value: quantile(
      found.map(({ ms }) => ms),
      0.5,
    ),
    shown: found.map(({ ms }) => ms.toFixed(1)).join(' '),
    note:
      `ms of ${paths.length} queries, bare Node ${found.map(({ bareMs }) => bareMs.toFixed(1)).join(' ')}; ` +
      `the slowest has ${thousands(slowest?.bytes ?? Number.NaN)} bytes`,
    budget: `each at most ${BUDGET_MS} ms, or ${TIMES_BARE} times bare Node`,
    ok: outside.length === 0,
  }
}

/** Questions of which none was asked before: what a page takes whose rows have to be read first. */
async function unheardRow(client: Client, { port, pid }: BenchDaemon, venue: string): Promise<Row> {
  const before = processorMs(pid)
  const times: number[] = []
  let bytes = 0
  let asked = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (asked < UNHEARD) {
        const told = await client.ask(
          port,
          `/v0/events?limit=2&query=race%20${String(asked++).padStart(5, '0')}`,
        )
        if (told.status !== 200) throw new Error(`a search is answered ${told.status}`)
        times.push(told.ms)
        bytes += told.bytes
      }
    }),
  )
  const each = (processorMs(pid) - before) / times.length
  return {
    name: `${venue} of real size: search over HTTP, nothing asked before`,
    value: each,
    shown: `${each.toFixed(2)} ms`,
    note:
      `of processor time each; at ${CONNECTIONS} connections median ${quantile(times, 0.5).toFixed(1)} ms, ` +
      `p95 ${quantile(times, 0.95).toFixed(1)} ms, ${thousands(bytes / times.length)} bytes`,
    budget: '',
    ok: true,
  }
}

interface Asked {
  /** p95, and that of bare Node with the same answer. */
  readonly ms: number
  readonly bareMs: number
  readonly bytes: number
}

async function asked(bench: Bench, port: number, path: string): Promise<Asked> {
  const request = getRequest(port, path)
  const whole = await answer(port, request)
  const head = whole.indexOf('\r\n\r\n')
  if (!whole.subarray(0, head).toString().startsWith('HTTP/1.1 200'))
    throw new Error(`${path} is answered ${whole.subarray(0, head).toString()}`)
  const file = join(bench.folder, 'found')
  writeFileSync(file, whole.subarray(head + 4))
  const baseline = await bench.start(join(import.meta.dirname, 'baseline.js'), [file])
  const bare = Number(baseline.said)
  const rounds: { readonly ms: number; readonly bareMs: number }[] = []
  for (let turn = 0; turn <= TURNS; turn++) {
    const theirs = await load({ port: bare, request: getRequest(bare, '/'), ...how })
    const ours = await load({ port, request, ...how })
    // The first turn warms up.
    if (turn > 0) rounds.push({ ms: ours.p95Ms, bareMs: theirs.p95Ms })
  }
  await bench.end(baseline)
  const middle = (values: readonly number[]): number => quantile(values, 0.5)
  return {
    ms: middle(rounds.map(({ ms }) => ms)),
    bareMs: middle(rounds.map(({ bareMs }) => bareMs)),
    bytes: whole.length,
  }
}
