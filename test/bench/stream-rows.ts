import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WebSocket, WebSocketServer } from 'ws'
import { growthAlongTheLine } from './line.js'
import { type Bench, cli, processorMs, residentBytes, startDaemon, waitedMs } from './processes.js'
import { quantile } from './real-size/client.js'
import type { Row } from './table.js'

const CLIENTS = 200
const BOOKS_A_CLIENT = 20
/** Different books; each is watched by as many clients as come out of it. */
const BOOKS = 400
const GROUPS = BOOKS / BOOKS_A_CLIENT
const UPDATES_A_SECOND = 1_000
const TICK_MS = 10
const WARM_UP_S = 5
const SHORT_S = 20
const LONG_S = 600
/** The samples of the resident size that the line goes through: one each 30 s of the long form. */
const SAMPLES = 20
/** Memory may grow by so much after the warming up, of what the collector has not looked at. */
const MAX_GROWTH_MB = 40

/**
 * Books pushed by a venue to many clients, beside a relay that reads none of it.
 * @param isLong the daemon for 10 minutes, for what its memory does; the relay is there for its delay and cost, which
 *   need no more than the short form
 */
export async function streamRows(bench: Bench, isLong: boolean): Promise<Row[]> {
  const venue = await playVenue()
  try {
    const relay = await relayRun(bench, venue, SHORT_S)
    const daemon = await daemonRun(bench, venue, isLong ? LONG_S : SHORT_S)
    return rowsOf(daemon, relay)
  } finally {
    venue.close()
  }
}

interface Run {
  readonly delays: readonly number[]
  readonly updates: number
  readonly processorMs: number
  /** What of the delays is the machine's: nobody else's work is in here where the two cores are ours alone. */
  readonly waitedMs: number
  /** The resident sizes, evenly apart from the end of the warming up to the end of the run. */
  readonly residentMb: readonly number[]
}

/** A loopback market channel whose updates carry their number as the size of the best bid. */
async function playVenue() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  /** The socket by which a book is told. */
  const carriers = new Map<string, WebSocket>()
  const sockets = new Set<WebSocket>()
  const sentAt = new Map<number, number>()
  let number = 1_000_000
  const market = `0x${'ab'.repeat(32)}`
  const sizes = (price: number, size: number) => ({ price: String(price), size: String(size) })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8')
      if (text === 'PING') return socket.send('PONG')
      const { assets_ids: ids, operation } = JSON.parse(text) as { assets_ids: string[]; operation?: string }
      if (operation === 'unsubscribe') return
      for (const id of ids) carriers.set(id, socket)
      const levels = Array.from({ length: 20 }, (_, index) => index)
      const books = ids.map((id) => ({
        event_type: 'book',
        market,
        asset_id: id,
        timestamp: String(Date.now()),
        hash: '',
        bids: levels.map((level) => sizes((480 - level) / 1000, 10)),
        asks: levels.map((level) => sizes((520 + level) / 1000, 10)),
      }))
      socket.send(JSON.stringify(books))
    })
  })
  function update(id: string, socket: WebSocket): void {
    number++
    sentAt.set(number, performance.now())
    sentAt.delete(number - 100_000)
    const change = { asset_id: id, ...sizes(0.48, number), side: 'BUY', hash: '' }
    const best = { best_bid: '0.48', best_ask: '0.52' }
    const frame = { event_type: 'price_change', market, timestamp: String(Date.now()) }
    socket.send(JSON.stringify({ ...frame, price_changes: [{ ...change, ...best }] }))
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    sentAt,
    get books() {
      return carriers.size
    },
    /** Sends updates of the books in turn at the rate; @returns what stops it. */
    play(ids: readonly string[]) {
      const from = performance.now()
      let sent = 0
      const timer = setInterval(() => {
        const due = Math.floor(((performance.now() - from) * UPDATES_A_SECOND) / 1000)
        for (; sent < due; sent++) {
          const id = ids[sent % ids.length] ?? ''
          const socket = carriers.get(id) ?? [...sockets][0]
          if (socket !== undefined) update(id, socket)
        }
      }, TICK_MS)
      return () => {
        clearInterval(timer)
        return sent
      }
    },
    forget: () => carriers.clear(),
    close() {
      for (const socket of sockets) socket.terminate()
      server.close()
    },
  }
}

type PlayedVenue = Awaited<ReturnType<typeof playVenue>>

async function openClients(url: string, hear: (text: string) => void): Promise<WebSocket[]> {
  const clients: WebSocket[] = []
  for (let index = 0; index < CLIENTS; index++) {
    const client = new WebSocket(url, { perMessageDeflate: false })
    client.on('message', (data: Buffer) => hear(data.toString('latin1', 0, 1_000)))
    await new Promise((resolve, reject) => {
      client.once('open', resolve)
      client.once('error', reject)
    })
    clients.push(client)
  }
  return clients
}

async function measured(
  venue: PlayedVenue,
  ids: readonly string[],
  pid: number,
  seconds: number,
  delays: number[],
): Promise<Run> {
  const stop = venue.play(ids)
  await pass(WARM_UP_S)
  delays.length = 0
  const [usedBefore, waitedBefore] = [processorMs(pid), waitedMs(pid)]
  const residentNow = () => (residentBytes(pid) ?? Number.NaN) / 1e6
  const residentMb = [residentNow()]
  for (let taken = 0; taken < SAMPLES; taken++) {
    await pass(seconds / SAMPLES)
    residentMb.push(residentNow())
  }
  const taken = [...delays]
  const used = processorMs(pid) - usedBefore
  const waited = waitedMs(pid) - waitedBefore
  stop()
  const updates = UPDATES_A_SECOND * seconds
  return { delays: taken, updates, processorMs: used, waitedMs: waited, residentMb }
}

/** Takes the delay of an update by the number that it carries. */
function delayTaker(venue: PlayedVenue, delays: number[]) {
  return (text: string): void => {
    const found = /"size":"?(1\d{6,})\b/.exec(text)
    const at = found === null ? undefined : venue.sentAt.get(Number(found[1]))
    if (at !== undefined) delays.push(performance.now() - at)
  }
}

async function relayRun(bench: Bench, venue: PlayedVenue, seconds: number): Promise<Run> {
  const file = join(dirname(fileURLToPath(import.meta.url)), 'stream-relay.js')
  const relay = await bench.start(file, [venue.url.replace('http:', 'ws:'), String(GROUPS)])
  const delays: number[] = []
  const clients = await openClients(`ws://127.0.0.1:${relay.said}`, delayTaker(venue, delays))
  try {
    const ids = Array.from({ length: BOOKS }, (_, index) => `${10 ** 12 + index}`)
    return await measured(venue, ids, relay.child.pid ?? 0, seconds, delays)
  } finally {
    for (const client of clients) client.terminate()
    await bench.end(relay)
  }
}

async function daemonRun(bench: Bench, venue: PlayedVenue, seconds: number): Promise<Run> {
  const world = await bench.start(cli, ['simulate', '--json', '--no-limits', '--venues', 'polymarket'])
  const { polymarket = {} } = JSON.parse(world.said) as Record<string, Record<string, string>>
  const config = join(bench.folder, 'streams.json')
  const hosts = { ...polymarket, stream: venue.url }
  writeFileSync(config, JSON.stringify({ venues: { polymarket: { hosts, limits: 'none' } } }))
  const args = ['--config', config, '--state-dir', join(bench.folder, 'streams')]
  const daemon = await startDaemon(bench, args)
  const delays: number[] = []
  venue.forget()
  const clients = await openClients(`ws://127.0.0.1:${daemon.port}/ws`, delayTaker(venue, delays))
  try {
    const ids = await outcomesOf(daemon.port)
    clients.forEach((client, index) => {
      const from = (index % GROUPS) * BOOKS_A_CLIENT
      const its = ids.slice(from, from + BOOKS_A_CLIENT)
      const wish = { action: 'subscribe', exchange: 'polymarket', method: 'watchOrderBooks', args: [its] }
      client.send(JSON.stringify({ id: '1', ...wish }))
    })
    for (let waited = 0; venue.books < ids.length; waited++) {
      if (waited === 300) throw new Error(`${venue.books} of ${ids.length} books were subscribed`)
      await pass(0.1)
    }
    return await measured(venue, ids, daemon.pid, seconds, delays)
  } finally {
    for (const client of clients) client.terminate()
    await bench.end(daemon.started)
    await bench.end(world)
  }
}

interface Listed {
  readonly data: readonly { readonly outcomes: readonly { readonly outcomeId: string }[] }[]
}

async function outcomesOf(port: number): Promise<string[]> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/polymarket/fetchMarkets?limit=${BOOKS}`)
  const { data } = (await reply.json()) as Listed
  const ids = data.flatMap(({ outcomes }) => outcomes.map(({ outcomeId }) => outcomeId)).slice(0, BOOKS)
  if (ids.length < BOOKS) throw new Error(`the demo world has ${ids.length} outcomes, not ${BOOKS}`)
  return ids
}

function rowsOf(daemon: Run, relay: Run): Row[] {
  const at = (run: Run, share: number) => quantile(run.delays, share)
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const expected = (run: Run) => (run.updates * CLIENTS) / GROUPS
  const share = (run: Run) => `${((100 * run.delays.length) / expected(run)).toFixed(1)} % of the frames`
  const cost = (run: Run) =>
    `${(run.processorMs / (run.updates / 1000)).toFixed(0)} ms of processor time a second`
  const wait = (run: Run) => `${(run.waitedMs / (run.updates / 1000)).toFixed(0)} ms a second`
  const [median, late] = [at(daemon, 0.5), at(daemon, 0.99)]
  const growthMb = growthAlongTheLine(daemon.residentMb)
  const whole = (sizes: readonly number[]) => sizes.map((size) => size.toFixed(0)).join(' ')
  return [
    {
      name: `${CLIENTS} clients of ${BOOKS_A_CLIENT} books, ${UPDATES_A_SECOND} updates a second: median delay`,
      value: median,
      shown: ms(median),
      note: `relay ${ms(at(relay, 0.5))}; ${share(daemon)}, relay ${share(relay)}; ${cost(daemon)}, relay ${cost(relay)}`,
      budget: 'at most 5 ms',
      ok: median <= 5,
    },
    {
      name: 'p99 of the delay',
      value: late,
      shown: ms(late),
      note: `relay ${ms(at(relay, 0.99))}; no processor was free for ${wait(daemon)}, relay ${wait(relay)}`,
      budget: 'at most 50 ms',
      ok: late <= 50,
    },
    {
      name: 'growth of the resident memory meanwhile',
      value: growthMb,
      shown: `${growthMb.toFixed(0)} MB`,
      note: `by a line through ${whole(daemon.residentMb)} MB; relay at the end ${whole(relay.residentMb.slice(-1))} MB`,
      budget: `at most ${MAX_GROWTH_MB} MB`,
      ok: growthMb <= MAX_GROWTH_MB,
    },
  ]
}

function pass(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000)
  })
}
