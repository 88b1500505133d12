import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import type { UnifiedMarket } from '../../src/api/models/models.js'
import { worldFilesIn } from '../../src/daemon/files/state-paths.js'
import { systemClock } from '../../src/effects/clock.js'
import { createSeededRandom } from '../../src/effects/random.js'
import type { JournalRow } from '../../src/orders/journal.js'
import { createSqliteJournal } from '../../src/orders/sqlite-journal.js'
import { startSimulator } from '../../src/simulator/server/start.js'
import { loadDriver } from '../../src/storage/load-driver.js'
import { cli, type RunningDaemon, run, startDaemonProcess, testHome } from '../support/daemon.js'
import { type KilledVenue, killedVenues, type TakenOrder } from './kill-venues.js'

export interface KillOptions {
  readonly venue: VenueId
  readonly orders: number
  /** How many callers place them at the same time. */
  readonly callers: number
  /** Most orders that reach the venue's door in the life of one daemon. */
  readonly mostALife: number
  readonly seed: number
}

export interface KillOutcome {
  /** Orders whose callers asked until they had an answer: amounts, which differ. */
  readonly wanted: readonly number[]
  /** Orders whose callers gave up when the daemon died. */
  readonly abandoned: readonly number[]
  readonly taken: readonly TakenOrder[]
  /** The journal after `orders pending --resolve`. */
  readonly rows: readonly JournalRow[]
  readonly kills: number
  /** Answers that told what became of an earlier call. */
  readonly repeated: number
  /** In doubt before the venue was asked, and after. */
  readonly doubts: readonly [before: number, after: number]
}

/** Between the daemon and the venue: slow, and alive when the daemon is not. What has reached it reaches the venue. */
async function startSlowRoad(target: URL, { path, read }: KilledVenue, random: () => number) {
  const taken: TakenOrder[] = []
  let arrived = 0

  async function pass(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const isOrder = incoming.method === 'POST' && (incoming.url ?? '').endsWith(path)
    if (isOrder) {
      arrived++
      await wait(random() * 15)
    }
    const onward = request(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: { ...incoming.headers, host: target.host },
    })
    onward.end(body)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    const text = await buffer(answer)
    if (isOrder && (answer.statusCode ?? 500) < 300) {
      const order = read(JSON.parse(body.toString()), JSON.parse(text.toString()))
      if (order !== undefined) taken.push(order)
    }
    if (isOrder) await wait(random() * 15)
    reply.writeHead(answer.statusCode ?? 500, answer.headers)
    reply.end(text)
  }

  const server = createServer((incoming, reply) => {
    pass(incoming, reply).catch(() => reply.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    taken,
    arrived: () => arrived,
    url: `http://127.0.0.1:${port}${target.pathname}`,
    close: () => void server.close(),
  }
}

/** Places orders through daemons that are killed at any moment, asking again for what has no answer. */
export async function killRun({
  venue,
  orders,
  callers,
  mostALife,
  seed,
}: KillOptions): Promise<KillOutcome> {
  const killed = killedVenues[venue]
  if (killed === undefined) throw new Error(`${venue} is not in kill-venues.ts`)
  const { type, amountOf } = killed
  const random = createSeededRandom(seed)
  const home = testHome()
  const simulator = await startSimulator({ seed: 1, clock: systemClock, venues: [venue] })
  simulator.switches.limits = 'off'
  const urls = simulator.urls[venue] ?? {}
  const road = await startSlowRoad(new URL(urls[killed.host] ?? ''), killed, random)
  const credentials = { ...simulator.paper[venue] }
  mkdirSync(home.stateDir, { recursive: true })
  const config = join(home.stateDir, 'config.json')
  const own = { hosts: { ...urls, [killed.host]: road.url }, limits: 'none', credentials }
  writeFileSync(config, JSON.stringify({ venues: { [venue]: own } }), { mode: 0o600 })
  let daemon: RunningDaemon | undefined
  let kills = 0
  let repeated = 0
  let isDone = false
  const start = () => startDaemonProcess(home, ['--config', config])

  async function killing(): Promise<void> {
    while (!isDone) {
      daemon = await start()
      const last = road.arrived() + Math.ceil(random() * mostALife)
      while (!isDone && road.arrived() < last) await wait(1)
      // At any moment: before the order has arrived at the venue, while its answer is on its way, or after.
      await wait(random() * 40)
      if (isDone) break
      const { ended, kill } = daemon
      daemon = undefined
      kill('SIGKILL')
      kills++
      await ended
    }
  }

  async function post(method: string, arg: unknown, headers: Readonly<Record<string, string>> = {}) {
    const address = daemon?.address
    if (address === undefined) return undefined
    try {
      const reply = await fetch(`${address}/api/${venue}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ args: [arg], credentials }),
      })
      const told = (await reply.json()) as {
        data?: unknown
        error?: { code: string; message: string; detail?: { state?: string } }
      }
      return { told, isRepeated: reply.headers.has('x-pmx-repeated') }
    } catch {
      // The daemon died.
      return undefined
    }
  }

  /** One that does not end meanwhile. Before the first order no daemon is killed. */
  async function marketOf(): Promise<{ readonly marketId: string; readonly outcomeId: string }> {
    for (;;) {
      const markets = (await post('fetchMarkets', { limit: 200 }))?.told.data as UnifiedMarket[] | undefined
      const [last] = (markets ?? []).toSorted((one, other) =>
        (one.resolutionDate ?? '') < (other.resolutionDate ?? '') ? 1 : -1,
      )
      const outcome = last?.yes ?? last?.outcomes[0]
      if (last !== undefined && outcome !== undefined)
        return { marketId: last.marketId, outcomeId: outcome.outcomeId }
      await wait(20)
    }
  }

  const abandoned: number[] = []
  const wanted: number[] = []

  /** One order until it has an answer; every second one has no name, every tenth is given up when the daemon dies. */
  async function place(index: number, market: object): Promise<void> {
    const amount = amountOf(index)
    const order = { ...market, side: 'buy', type, price: 0.01, amount }
    const headers: Record<string, string> = index % 2 === 0 ? { 'idempotency-key': `order-${index}` } : {}
    for (;;) {
      const wasUp = daemon !== undefined
      const answer = await post('createOrder', order, headers)
      if (answer === undefined) {
        if (wasUp && index % 10 === 3) {
          abandoned.push(amount)
          return
        }
        await wait(10)
        continue
      }
      const { told, isRepeated } = answer
      if (told.error === undefined) {
        if (isRepeated) repeated++
        wanted.push(amount)
        return
      }
      if (told.error.detail?.state !== 'unknown') throw new Error(`${told.error.code}: ${told.error.message}`)
      await wait(10)
    }
  }

  const killer = killing()
  try {
    const market = await marketOf()
    let next = 0
    const caller = async (): Promise<void> => {
      while (next < orders) await place(next++, market)
    }
    // A daemon that does not start ends the run.
    await Promise.race([Promise.all(Array.from({ length: callers }, caller)), killer.then(() => never)])
    isDone = true
    await killer
    await daemon?.stop()
    const before = await journalOf(home.stateDir)
    await run(process.execPath, [cli, 'orders', 'pending', '--resolve', '--config', config], home)
    const rows = await journalOf(home.stateDir)
    const doubts = [inDoubt(before), inDoubt(rows)] as const
    return { wanted, abandoned, taken: road.taken, rows, kills, repeated, doubts }
  } finally {
    isDone = true
    await killer.catch(() => undefined)
    daemon?.kill('SIGKILL')
    road.close()
    await simulator.close()
    home.remove()
  }
}

const never = new Promise<never>(() => {})

function inDoubt(rows: readonly JournalRow[]): number {
  return rows.filter(({ outcome }) => outcome.state === 'sending' || outcome.state === 'unknown').length
}

async function journalOf(stateDir: string): Promise<readonly JournalRow[]> {
  const database = (await loadDriver())(worldFilesIn(stateDir, undefined).orders, { readOnly: true })
  try {
    return createSqliteJournal(database).list({ limit: 1_000_000 })
  } finally {
    database.close()
  }
}
