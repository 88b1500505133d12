import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportRows } from './export-rows.js'
import { httpRows, thousands } from './http-rows.js'
import { matchingRows } from './matching-rows.js'
import { memoryRow, processRows } from './process-rows.js'
import { type Bench, createBench, residentBytes, root, startWorldAndDaemon } from './processes.js'
import { realSizeRows } from './real-size/rows.js'
import { searchRows } from './search-rows.js'
import { sharedRows } from './shared-rows.js'
import { storeRows } from './store-rows.js'
import { streamRows } from './stream-rows.js'
import { type Row, toMarkdown, toText } from './table.js'
import { watchedRows } from './watched-rows.js'
import { windowRows } from './window-rows.js'
import { worldRows } from './world-rows.js'

const MIXED_CALLS = 10_000
const PARALLEL = 16

/**
 * Prints how the daemon does beside bare Node in this very run; `--json` for machines, `--readme` into the guide,
 * `--lists` for the lists of venues of real size alone, `--lists=kalshi` for those of one, `--watched` for many markets asked every second alone, `--windows`
 * for stored candles alone, `--streams` for books that a venue pushes to many clients, with `--long` for ten minutes, `--shared`
 * for daemons that share a history in PostgreSQL.
 */
async function main(flags: ReadonlySet<string>): Promise<void> {
  const bench = createBench()
  try {
    const rows = await rowsOf(bench, flags)
    if (flags.has('--json')) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
    else process.stdout.write(`${toText(rows)}\n`)
    if (flags.has('--readme')) intoReadme(rows)
  } finally {
    await bench.close()
  }
}

async function rowsOf(bench: Bench, flags: ReadonlySet<string>): Promise<Row[]> {
  const lists = [...flags].find((flag) => flag.startsWith('--lists'))
  if (lists !== undefined)
    return realSizeRows(bench, (venue) => lists === '--lists' || lists === `--lists=${venue}`)
  if (flags.has('--watched')) return watchedRows(bench)
  if (flags.has('--shared')) return sharedRows(bench.folder)
  if (flags.has('--streams')) return streamRows(bench, flags.has('--long'))
  if (flags.has('--windows'))
    return [
      ...(await storeRows(bench.folder)),
      ...(await exportRows(bench.folder)),
      ...(await windowRows(bench)),
    ]
  return [...(await smallRows(bench)), ...(await realSizeRows(bench))]
}

/** What the demo world is large enough for. */
async function smallRows(bench: Bench): Promise<Row[]> {
  const rows = await processRows(bench)
  const { port, pid } = await startWorldAndDaemon(bench)
  const outcomeId = await busiestOutcome(port)
  rows.push(...(await upstreamRows(port, outcomeId)))
  rows.push(...(await httpRows(bench, port, outcomeId)))
  rows.push(...(await storeRows(bench.folder)))
  rows.push(...(await exportRows(bench.folder)))
  rows.push(...(await windowRows(bench)))
  rows.push(...worldRows())
  rows.push(...(await matchingRows()))
  rows.push(...(await searchRows()))
  await mixedCalls(port)
  rows.push(memoryRow(`resident memory after ${thousands(MIXED_CALLS)} mixed calls`, residentBytes(pid), 140))
  return rows
}

interface Listed {
  readonly data: readonly { readonly marketId: string; readonly volume24h?: number }[]
}

async function busiestOutcome(port: number): Promise<string> {
  const reply = await fetch(`http://localhost:${port}/api/kalshi/fetchMarkets?sort=volume&limit=1`)
  const { data } = (await reply.json()) as Listed
  const [busiest] = data
  if (busiest === undefined) throw new Error('the world has no markets')
  return busiest.marketId
}

/** Venue calls that answers cost, as the daemon itself tells in its headers. */
async function upstreamRows(port: number, outcomeId: string): Promise<Row[]> {
  const end = Date.now() - 7 * 86_400_000
  const ask = async (minutes: number): Promise<number> => {
    const query = `outcomeId=${outcomeId}&resolution=1m&start=${end - minutes * 60_000}&end=${end}`
    const reply = await fetch(`http://localhost:${port}/api/kalshi/fetchOHLCV?${query}`)
    await reply.arrayBuffer()
    return Number(reply.headers.get('x-pmx-upstream-requests'))
  }
  const first = await ask(2_000)
  const again = await ask(2_000)
  const part = await ask(700)
  const crowd = await Promise.all(Array.from({ length: 50 }, () => ask(4_000)))
  const total = crowd.reduce((sum, calls) => sum + calls, 0)
  return [
    count('venue calls of a repeated request', again, 0, `${first} for the first`),
    count('venue calls of a part of it', part, 0, '700 of 2,000 minutes'),
    count('venue calls of 50 requests together', total, 1, 'the same wider window, requested by 50 clients'),
  ]
}

function count(name: string, calls: number, most: number, note: string): Row {
  return { name, value: calls, shown: String(calls), note, budget: `at most ${most}`, ok: calls <= most }
}

/** Lists, lookups, books, trades and candles of both venues, over and over. */
async function mixedCalls(port: number): Promise<void> {
  const ids: string[] = []
  for (const venue of ['kalshi', 'polymarket']) {
    const reply = await fetch(`http://localhost:${port}/api/${venue}/fetchMarkets?limit=50`)
    const { data } = (await reply.json()) as { data: { outcomes: { outcomeId: string }[] }[] }
    ids.push(...data.flatMap(({ outcomes }) => outcomes.map(({ outcomeId }) => `${venue} ${outcomeId}`)))
  }
  let made = 0
  const worker = async (): Promise<void> => {
    for (let call = made++; call < MIXED_CALLS; call = made++) {
      const [venue, outcomeId] = (ids[call % ids.length] ?? '').split(' ')
      const paths = [
        `fetchOHLCV?outcomeId=${outcomeId}&resolution=1h&limit=${20 + (call % 80)}`,
        `fetchOHLCV?outcomeId=${outcomeId}&resolution=15m`,
        `has?call=${call}`,
        `fetchOHLCV?outcomeId=${outcomeId}&resolution=1d&limit=30`,
      ]
      const reply = await fetch(`http://localhost:${port}/api/${venue}/${paths[call % paths.length]}`)
      await reply.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
}

function intoReadme(rows: readonly Row[]): void {
  const path = join(root, 'src/guide/speed.md')
  const text = readFileSync(path, 'utf8')
  const between = /(<!-- bench:begin -->\n)[\s\S]*?(<!-- bench:end -->)/
  if (!between.test(text)) throw new Error('src/guide/speed.md has no place for the bench table')
  writeFileSync(
    path,
    text.replace(between, (_all, begin: string, end: string) => `${begin}${toMarkdown(rows)}\n${end}`),
  )
}

await main(new Set(process.argv.slice(2)))
