import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryRow } from './process-rows.js'
import { type Bench, cli, processorMs, residentBytes, startDaemon } from './processes.js'
import { type Client, createClient, quantile } from './real-size/client.js'
import type { Row } from './table.js'

const VENUES = ['kalshi', 'polymarket'] as const
type Venue = (typeof VENUES)[number]

const COUNTS = [100, 200]
/** Bots that ask for the same, each for itself. */
const CLIENTS = 2
const EVERY_MS = 1_000
/** The first question for each costs calls that no later one does: they are waited for, and then this. */
const WARM_UP_S = 10
const MAX_AT_ONCE = 20
/** Markets that are watched stay open for so long; so many more are listed, of which some may not. */
const LASTING_MS = 2 * 3_600_000
const SPARE = 20
const MEASURED_S = 30
const MAX_MB = 140
/** How long the daemon may take to give memory back, and how often it is looked at. */
const MAX_REST_S = 60
const REST_STEP_S = 5
/** An answer that does not tell its age is no older: a sixtieth of a minute. */
const YOUNGEST_MS = 1_000

interface Asked {
  readonly venue: Venue
  readonly kind: 'candles' | 'book'
  readonly status: number
  readonly ms: number
  /** Of candles. */
  readonly ageMs: number
}

interface Counted {
  readonly sent: number
  readonly rateLimited: number
}

/** What a run cost. */
interface Cost extends Counted {
  /** Calls a second that the venue's limits allow, each by its name. */
  readonly limits: string
  /** Processor time of the daemon, over all venues. */
  readonly msAnAnswer: number
}

/** Many markets of two venues at once, every second, with the limits that the venues have. */
export async function watchedRows(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of COUNTS) rows.push(...(await runOf(bench, count)))
  return rows
}

async function runOf(bench: Bench, count: number): Promise<Row[]> {
  const world = await bench.start(cli, ['simulate', '--json', '--venues', VENUES.join()])
  const urls = JSON.parse(world.said) as Record<Venue, Record<string, string>>
  const venues = Object.fromEntries(VENUES.map((venue) => [venue, { hosts: urls[venue] }]))
  const config = join(bench.folder, `watched-${count}.json`)
  writeFileSync(config, JSON.stringify({ venues }))
  const stateDir = join(bench.folder, `watched-${count}`)
  const daemon = await startDaemon(bench, ['--config', config, '--state-dir', stateDir])
  const clients = Array.from({ length: CLIENTS }, () => createClient())
  try {
    const [first] = clients
    if (first === undefined) throw new Error('nobody asks')
    const outcomes = new Map<Venue, string[]>()
    for (const venue of VENUES) outcomes.set(venue, await outcomesOf(first, daemon.port, venue, count))
    await Promise.all(VENUES.map((venue) => askOnce(first, daemon.port, venue, outcomes.get(venue) ?? [])))
    const asked: Asked[] = []
    const stop = new AbortController()
    const polls = clients.flatMap((client) =>
      VENUES.map((venue) =>
        poll({ client, port: daemon.port, venue, outcomes: outcomes.get(venue) ?? [], asked }, stop.signal),
      ),
    )
    await pass(WARM_UP_S)
    asked.length = 0
    const before = (await statusOf(first, daemon.port)).venues
    const usedBefore = processorMs(daemon.pid)
    await pass(MEASURED_S)
    const { venues: after, budgets } = await statusOf(first, daemon.port)
    const measured = [...asked]
    const usedMs = processorMs(daemon.pid) - usedBefore
    const busyBytes = residentBytes(daemon.pid)
    stop.abort()
    await Promise.all(polls)
    return [
      ...VENUES.flatMap((venue) =>
        rowsOf(venue, count, measured, {
          sent: after[venue].sent - before[venue].sent,
          rateLimited: after[venue].rateLimited,
          limits: limitsOf(venue, budgets),
          msAnAnswer: usedMs / measured.length,
        }),
      ),
      await memoryAtTheEnd(daemon.pid, count, busyBytes),
    ]
  } finally {
    for (const client of clients) client.close()
    await bench.end(daemon.started)
    await bench.end(world)
  }
}

/** What is left when nobody asks any more: the collector gives memory back once it has had nothing to do for a while. */
async function memoryAtTheEnd(pid: number, count: number, busyBytes: number | undefined): Promise<Row> {
  const name = `resident memory after ${count} watched markets at ${VENUES.length} venues`
  const row = (): Row => memoryRow(name, residentBytes(pid), MAX_MB)
  let waitedS = 0
  for (; waitedS < MAX_REST_S && !row().ok; waitedS += REST_STEP_S) await pass(REST_STEP_S)
  const meanwhile = busyBytes === undefined ? 'unknown' : `${Math.round(busyBytes / 1e6)} MB`
  return { ...row(), note: `${waitedS} s after the last question; while they are watched ${meanwhile}` }
}

function rowsOf(
  venue: Venue,
  count: number,
  all: readonly Asked[],
  { sent, rateLimited, limits, msAnAnswer }: Cost,
): Row[] {
  const asked = all.filter((one) => one.venue === venue)
  const answered = asked.filter(({ status }) => status === 200)
  const errors = asked.length - answered.length
  const p95 = (kind: Asked['kind']): number =>
    quantile(
      answered.filter((one) => one.kind === kind).map(({ ms }) => ms),
      0.95,
    )
  const slowest = Math.max(p95('candles'), p95('book'))
  const ages = answered.filter(({ kind }) => kind === 'candles').map(({ ageMs }) => ageMs)
  const age = quantile(ages, 0.95)
  const p50 = quantile(
    answered.map(({ ms }) => ms),
    0.5,
  )
  return [
    {
      name: `${count} watched ${venue} markets, p95 of candles and books`,
      value: slowest,
      shown: `${Math.round(slowest)} ms`,
      note:
        `candles ${Math.round(p95('candles'))} ms, books ${Math.round(p95('book'))} ms, p50 ${Math.round(p50)} ms; ` +
        `${(asked.length / MEASURED_S).toFixed(0)} answers and ${(sent / MEASURED_S).toFixed(1)} venue calls a second (${limits} allowed), ` +
        `${errors} errors, ${rateLimited} times 429; ${msAnAnswer.toFixed(2)} ms of processor time an answer`,
      budget: 'at most 1,200 ms, no error, no 429',
      ok: slowest <= 1_200 && errors === 0 && rateLimited === 0,
    },
    {
      name: `${count} watched ${venue} markets, p95 of the age of the newest`,
      value: age,
      shown: `${(age / 1000).toFixed(1)} s`,
      note: `at most ${(Math.max(...ages) / 1000).toFixed(1)} s`,
      budget: 'at most 5 s',
      ok: age <= 5_000,
    },
  ]
}

interface Polling {
  readonly client: Client
  readonly port: number
  readonly venue: Venue
  readonly outcomes: readonly string[]
  readonly asked: Asked[]
}

/** Asks for each outcome once a second, spread over it; who waits still for an answer does not ask again. */
async function poll({ client, port, venue, outcomes, asked }: Polling, signal: AbortSignal): Promise<void> {
  const ask = async (kind: Asked['kind'], path: string): Promise<void> => {
    const { status, ms, headers } = await askAgain(client, port, `/api/${venue}/${path}`)
    const told = headers['x-pmx-live-age']
    asked.push({ venue, kind, status, ms, ageMs: told === undefined ? YOUNGEST_MS : Number(told) })
  }
  const each = async (outcomeId: string, index: number): Promise<void> => {
    let at = performance.now() + (index * EVERY_MS) / outcomes.length
    while (!signal.aborted) {
      await until(at)
      await Promise.all([
        ask('candles', candlesOf(outcomeId)),
        ask('book', `fetchOrderBook?outcomeId=${outcomeId}`),
      ])
      // Rounds that passed meanwhile are left out.
      at += EVERY_MS * Math.max(1, Math.ceil((performance.now() - at) / EVERY_MS))
    }
  }
  await Promise.all(outcomes.map(each))
}

/** A connection that lay idle may be closed just when it is used again. */
function askAgain(client: Client, port: number, path: string): ReturnType<Client['ask']> {
  return client.ask(port, path).catch(() => client.ask(port, path))
}

async function askOnce(
  client: Client,
  port: number,
  venue: Venue,
  outcomes: readonly string[],
): Promise<void> {
  const left = [...outcomes]
  const lane = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop())
      await askAgain(client, port, `/api/${venue}/${candlesOf(id)}`)
  }
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, lane))
}

function candlesOf(outcomeId: string): string {
  return `fetchOHLCV?outcomeId=${outcomeId}&resolution=1m&limit=60`
}

async function outcomesOf(client: Client, port: number, venue: Venue, count: number): Promise<string[]> {
  const reply = await client.body(port, `/api/${venue}/fetchMarkets?sort=volume&limit=${count + SPARE}`)
  const { data } = JSON.parse(reply.toString()) as { data: Listed[] }
  // One that ends meanwhile has no book any more.
  const lasting = data.filter(({ resolutionDate }) => Date.parse(resolutionDate) > Date.now() + LASTING_MS)
  const ids = lasting.flatMap(({ outcomes: [first] }) => first?.outcomeId ?? []).slice(0, count)
  if (ids.length < count)
    throw new Error(`the demo world has ${ids.length} markets of ${venue}, not ${count}`)
  return ids
}

interface Listed {
  readonly resolutionDate: string
  readonly outcomes: readonly { readonly outcomeId: string }[]
}

interface Status {
  readonly venues: Record<Venue, Counted>
  readonly budgets: Readonly<Record<string, { readonly perSecond: number }>>
}

async function statusOf(client: Client, port: number): Promise<Status> {
  const reply = await client.body(port, '/health?verbose')
  return JSON.parse(reply.toString()) as Status
}

/** Those of books and candles: a host's own where it has none for them. */
function limitsOf(venue: Venue, budgets: Status['budgets']): string {
  const own = Object.entries(budgets).filter(([name]) => name.startsWith(`${venue} `))
  const groups = own.filter(([name]) => /books|history/.test(name))
  const named = (groups.length > 0 ? groups : own).map(
    ([name, { perSecond }]) => `${name.slice(venue.length + 1)} ${perSecond}`,
  )
  return named.join(', ')
}

function pass(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000)
  })
}

function until(at: number): Promise<void> {
  return pass(Math.max(0, at - performance.now()) / 1000)
}
