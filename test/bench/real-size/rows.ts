import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { thousands } from '../http-rows.js'
import { memoryRow } from '../process-rows.js'
import { type Bench, type BenchDaemon, residentBytes, startDaemon } from '../processes.js'
import type { Row } from '../table.js'
import { bareReading, bareRow } from './bare.js'
import { type Client, createClient, quantile, type Told } from './client.js'
import { EVENTS } from './kalshi.js'
import { hotCandles, pinging, stallRow, wait } from './pings.js'
import { resyncRow } from './resync.js'
import { searchRows } from './search-row.js'
import { BARE, kalshiOfSize, polymarketOfSize, type Question, type Sized } from './sized.js'

const SERVER_MB = 100
const IDLE_PINGS_MS = 2_000
const QUERIES = 100
/** Ms after which a venue's list is not awaited any longer. */
const PATIENCE_MS = 240_000
const SETTLE_MS = 3_000
/** In which /proc counts processor time. */
const TICKS_A_SECOND = 100

/**
 * Lists over venues of their real size, each in a daemon of its own that knows nothing yet.
 * @param isWanted whether a venue is measured
 */
export async function realSizeRows(
  bench: Bench,
  isWanted: (venue: string) => boolean = () => true,
): Promise<Row[]> {
  const server = await bench.start(join(import.meta.dirname, 'real-size/server.js'), [])
  const port = Number(server.said)
  const client = createClient()
  const rows = [await serverRow(client, port)]
  for (const sized of [kalshiOfSize(port), polymarketOfSize(port)]) {
    if (isWanted(sized.venue)) rows.push(...(await rowsOf(bench, client, port, sized)))
  }
  client.close()
  await bench.end(server)
  return rows
}

/** What the venue's server has done since it was last asked. */
async function servedBy(client: Client, server: number): Promise<Served> {
  return JSON.parse((await client.body(server, '/calls')).toString()) as Served
}

interface Served {
  /** By venue and first part of the path. */
  readonly calls: Readonly<Record<string, number>>
  readonly cpuMs: number
}

/** What the venue's server can give: far more than what reads it takes. */
async function serverRow(client: Client, server: number): Promise<Row> {
  let [bytes, ms] = [0, 0]
  await servedBy(client, server)
  for (let at = 0; bytes < SERVER_MB * 1e6; at += 200) {
    const path = `/kalshi/events?status=open&with_nested_markets=true&limit=200&cursor=${at % EVENTS}`
    const told = await client.ask(server, path)
    bytes += told.bytes
    ms += told.ms
  }
  const { cpuMs } = await servedBy(client, server)
  const rate = bytes / cpuMs / 1_000
  return {
    name: 'a venue of real size by itself',
    value: rate,
    shown: `${thousands(rate)} MB/s`,
    note: `of its own processor time; ${thousands(bytes / ms / 1_000)} MB/s of elapsed time, including the reader`,
    budget: 'at least 200 MB/s',
    ok: rate >= 200,
  }
}

async function rowsOf(bench: Bench, client: Client, server: number, sized: Sized): Promise<Row[]> {
  const { venue, hosts, markets, wholeQuestion, questions, candlesOf } = sized
  const stateDir = join(bench.folder, `sized-${venue}`)
  const config = join(bench.folder, `sized-${venue}.json`)
  writeFileSync(config, JSON.stringify({ venues: { [venue]: { hosts } } }))
  const bare = await bareReading(bench.folder, sized)
  const daemon = await startDaemon(bench, ['--config', config, '--state-dir', stateDir])
  const { port, pid } = daemon
  const [ping, pinged] =
    candlesOf === undefined ? ['/health', 'health'] : [hotCandles(candlesOf), 'hot candles']
  const idle = await pinging(client, port, ping, () => wait(IDLE_PINGS_MS))
  await servedBy(client, server)

  const cpuBefore = cpuSeconds(pid)
  let tookMs: number | undefined
  const sync = async (): Promise<void> => {
    tookMs = await firstList(client, port, wholeQuestion)
  }
  const pings = await pinging(client, port, ping, sync)
  const { calls } = await servedBy(client, server)
  const peak = peakBytes(pid)
  const cpuS = cpuSeconds(pid) - cpuBefore
  const rows = [syncRow(sized, tookMs, calls, cpuS), bareRow(sized, bare, cpuS)]
  rows.push(stallRow(`${venue} of real size: ${pinged} during a first sync, p99`, pings, idle))
  rows.push(memoryRow(`${venue} of real size: peak memory of a first sync`, peak, 250))
  await wait(SETTLE_MS)
  rows.push(memoryRow(`${venue} of real size: memory after it`, residentBytes(pid), 160))
  if (tookMs !== undefined) {
    for (const question of questions) {
      rows.push(await queryRow(bench, client, daemon, venue, question))
      rows.push(await metadataRow(client, port, venue, question))
    }
    rows.push(await wholeRow(client, port, venue, markets))
    let resync: Row | undefined
    const meanwhile = await pinging(client, port, ping, async () => {
      resync = await resyncRow(client, port, sized)
    })
    if (resync !== undefined) rows.push(resync)
    rows.push(stallRow(`${venue} of real size: ${pinged} until a resync has ended, p99`, meanwhile, idle))
  }
  rows.push(fileRow(venue, stateDir, markets))
  await bench.end(daemon.started)
  if (tookMs !== undefined)
    rows.push(...(await searchRows(bench, client, venue, ['--config', config, '--state-dir', stateDir])))
  return rows
}

/** Ms until the whole list is there and kept; undefined when it is not. */
async function firstList(client: Client, port: number, path: string): Promise<number | undefined> {
  const from = performance.now()
  while (performance.now() - from < PATIENCE_MS) {
    const { status, headers } = await client.ask(port, path)
    if (headers['x-pmx-list-age'] !== undefined) return performance.now() - from
    // An answer without an age was read for this question alone.
    if (status === 200) return undefined
  }
  return undefined
}

function syncRow(
  { venue, budgets }: Sized,
  tookMs: number | undefined,
  calls: Readonly<Record<string, number>>,
  cpuS: number,
): Row {
  const total = Object.values(calls).reduce((sum, count) => sum + count, 0)
  const seconds = Object.entries(budgets).map(([group, { capacity, perSecond }]) => {
    const spent = group === '' ? total : (calls[`${venue} ${group}`] ?? 0)
    return Math.max(0, spent - capacity) / perSecond
  })
  const least = Math.max(...seconds)
  const took = (tookMs ?? Number.NaN) / 1_000
  return {
    name: `${venue} of real size: first sync`,
    value: took / least,
    shown: tookMs === undefined ? 'no list is kept' : (took / least).toFixed(2),
    note:
      `${took.toFixed(1)} s, ${cpuS.toFixed(1)} s of processor time; ` +
      `its ${total} calls take ${least.toFixed(1)} s by the rate budget alone`,
    budget: 'at most 1.20 times the budget',
    ok: took <= 1.2 * least,
  }
}

async function queryRow(
  bench: Bench,
  client: Client,
  { port }: BenchDaemon,
  venue: string,
  { name, path }: Question,
): Promise<Row> {
  const file = join(bench.folder, 'answer')
  writeFileSync(file, await client.body(port, path(0)))
  const baseline = await bench.start(join(import.meta.dirname, 'baseline.js'), [file])
  const ours: Told[] = []
  const bare: number[] = []
  for (let n = 0; n < QUERIES; n++) {
    ours.push(await client.ask(port, path(n)))
    bare.push((await client.ask(Number(baseline.said), '/')).ms)
  }
  await bench.end(baseline)
  const times = ours.map(({ ms }) => ms)
  const [p95, bareP95] = [quantile(times, 0.95), quantile(bare, 0.95)]
  const calls = ours.reduce((sum, { headers }) => sum + Number(headers['x-pmx-upstream-requests'] ?? 0), 0)
  const failed = ours.filter(({ status }) => status !== 200).length
  const bytes = ours.reduce((sum, told) => sum + told.bytes, 0) / ours.length
  return {
    name: `${venue} of real size: 100 ${name}, p95`,
    value: p95,
    shown: `${p95.toFixed(1)} ms`,
    note:
      `median ${quantile(times, 0.5).toFixed(1)} ms, bare Node p95 ${bareP95.toFixed(1)} ms, ` +
      `${thousands(bytes)} bytes, ${calls} venue calls${failed === 0 ? '' : `, ${failed} FAILED`}`,
    budget: 'at most 5 ms, or 3 times bare Node',
    ok: failed === 0 && calls === 0 && (p95 <= 5 || p95 <= 3 * bareP95),
  }
}

/** What `sourceMetadata` costs: the same pages with it and without, in turns. */
async function metadataRow(
  client: Client,
  port: number,
  venue: string,
  { name, path }: Question,
): Promise<Row> {
  const [whole, bare]: [Told[], Told[]] = [[], []]
  for (let n = 0; n < QUERIES; n++) {
    bare.push(await client.ask(port, path(n + QUERIES)))
    whole.push(await client.ask(port, path(n + QUERIES).replace(`&${BARE}`, '')))
  }
  const [p95, bareP95] = [whole, bare].map((told) =>
    quantile(
      told.map(({ ms }) => ms),
      0.95,
    ),
  ) as [number, number]
  const bytesOf = (told: readonly Told[]) =>
    thousands(told.reduce((sum, { bytes }) => sum + bytes, 0) / told.length)
  const failed = [...whole, ...bare].filter(({ status }) => status !== 200).length
  return {
    name: `${venue} of real size: 100 ${name}, with all fields of the venue`,
    value: p95 / bareP95,
    shown: `${(p95 / bareP95).toFixed(2)} times`,
    note:
      `p95 ${p95.toFixed(1)} ms with sourceMetadata, ${bareP95.toFixed(1)} ms without; ` +
      `${bytesOf(whole)} and ${bytesOf(bare)} bytes${failed === 0 ? '' : `, ${failed} FAILED`}`,
    budget: 'at most 3 times',
    ok: failed === 0 && p95 <= 3 * bareP95,
  }
}

async function wholeRow(client: Client, port: number, venue: string, markets: number): Promise<Row> {
  const { ms, bytes, status } = await client.ask(port, `/api/${venue}/fetchMarkets`)
  const rate = bytes / ms / 1_000
  return {
    name: `${venue} of real size: unlimited list`,
    value: rate,
    shown: `${rate.toFixed(0)} MB/s`,
    note: `${thousands(markets)} markets, ${thousands(bytes / 1e6)} MB in ${(ms / 1_000).toFixed(1)} s, status ${status}`,
    budget: '',
    ok: status === 200,
  }
}

function fileRow(venue: string, stateDir: string, markets: number): Row {
  const bytes = readdirSync(stateDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('catalog'))
    .reduce((sum, name) => sum + statSync(join(stateDir, name)).size, 0)
  return {
    name: `${venue} of real size: bytes per market in the catalog file`,
    value: bytes / markets,
    shown: thousands(bytes / markets),
    note: `${thousands(bytes / 1e6)} MB for ${thousands(markets)} markets and their events`,
    budget: '',
    ok: bytes > 0,
  }
}

/** The most memory a process has had, bytes, where /proc tells. */
function peakBytes(pid: number): number | undefined {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}

/** Seconds of processor time that all threads of a process have had, where /proc tells. */
function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
    return ((user ?? Number.NaN) + (system ?? Number.NaN)) / TICKS_A_SECOND
  } catch {
    return Number.NaN
  }
}
