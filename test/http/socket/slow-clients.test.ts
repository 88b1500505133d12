import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { WatchSink } from '../../../src/core/watch/subscriptions.js'
import { createSystemIds } from '../../../src/effects/ids.js'
import { createAccess } from '../../../src/http/access/caller-rights.js'
import { hostsFor } from '../../../src/http/access/host-and-origin-checks.js'
import { createSocketCounts } from '../../../src/http/socket/socket-counters.js'
import { createSocketServer } from '../../../src/http/socket/upgrade.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { createSecretSet } from '../../../src/policy/secrets/secret-set.js'
import { fakeClock } from '../../support/clock.js'

/** So large that the system's own buffers hold a few. */
const BOOK_BYTES = 400_000
/** What the process may hold for one client: what is on its way when it counts as full, and the book that filled it. */
const MAX_HELD = 256_000 + BOOK_BYTES + 1_000

const clock = fakeClock()
const counts = createSocketCounts()
const server = createServer()
const links: Socket[] = []
let sink: WatchSink | undefined
let watched = 0
let port = 0

beforeAll(async () => {
  server.on('connection', (socket) => links.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  const hosts = hostsFor(['127.0.0.1'], port)
  const door = createSocketServer({
    tickers: undefined,
    dispatcher: {
      watch(_method, args, _call, told) {
        sink = told
        watched++
        const symbols = [args[0]].flat().map(String)
        const stop = (): void => void watched--
        return Promise.resolve({ isStreamed: true, symbols, current: () => [], stop })
      },
    },
    access: createAccess({ token: 'token', requireToken: false, apiKeys: [] }),
    policy: { hosts, ownOrigins: new Set(), otherOrigins: new Set(), maxBodyBytes: 2_000_000 },
    connections: { isCrowded: false, refusalOf: () => undefined },
    clock,
    ids: createSystemIds(),
    log: silentLogger,
    secrets: createSecretSet(),
    counts,
  })
  server.on('upgrade', door.onUpgrade)
})

afterAll(() => {
  for (const link of links) link.destroy()
  server.close()
})

beforeEach(() => {
  Object.assign(counts, createSocketCounts())
  watched = 0
  sink = undefined
})

async function until(what: string, check: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000; turn++) {
    if (check()) return
    await new Promise((resolve) => setImmediate(resolve))
    if (turn % 20 === 19) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  throw new Error(`waited in vain for ${what}`)
}

/** A client who watches a book, and the end of his connection that is ours. */
async function watching(id = 'one') {
  const client = new WebSocket(`ws://127.0.0.1:${port}/ws`, { perMessageDeflate: false })
  const heard: number[] = []
  const said: { event: string; error?: { message: string; code?: string } }[] = []
  let ended: { code: number; reason: string } | undefined
  client.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as (typeof said)[number] & { data?: { number: number } }
    if (frame.data === undefined) said.push(frame)
    else heard.push(frame.data.number)
  })
  client.on('close', (code, reason) => {
    ended = { code, reason: reason.toString() }
  })
  client.on('error', () => undefined)
  const ask = (args: readonly unknown[], as = id): void =>
    client.send(
      JSON.stringify({
        id: as,
        action: 'subscribe',
        exchange: 'polymarket',
        method: Array.isArray(args[0]) ? 'watchOrderBooks' : 'watchOrderBook',
        args,
      }),
    )
  await until('the opening', () => client.readyState === WebSocket.OPEN)
  const link = links.at(-1) as Socket
  ask(['a'])
  await until('the subscription', () => said.length > 0)
  return { client, link, heard, said, ask, ended: () => ended }
}

/** Tells a book that has a number. */
function tell(number: number): void {
  sink?.update({
    kind: 'book',
    symbol: 'a',
    data: () => ({ bids: [], asks: [], timestamp: 0 }),
    json: () => Buffer.from(JSON.stringify({ number, filling: 'x'.repeat(BOOK_BYTES) })),
  })
}

test('who never reads costs no more than a book, and is sent away after 20 s', async () => {
  const { client, link } = await watching()
  client.pause()
  let most = 0
  for (let number = 0; number < 100; number++) {
    tell(number)
    await new Promise((resolve) => setImmediate(resolve))
    most = Math.max(most, link.writableLength)
  }
  expect(counts.conflated).toBeGreaterThan(50)
  expect(most).toBeLessThanOrEqual(MAX_HELD)
  await clock.advance(20_000)
  expect([counts.tooSlow, counts.open]).toEqual([1, 1])
  await clock.advance(1_000)
  await until('his end', () => counts.open === 0)
  expect([link.destroyed, watched, counts.watched]).toEqual([true, 0, 0])
  client.terminate()
})

test('who reads slowly hears less, and the newest book at last', async () => {
  const { client, heard, link } = await watching()
  client.pause()
  for (let number = 0; number < 100; number++) {
    tell(number)
    await new Promise((resolve) => setImmediate(resolve))
    if (number % 25 === 24) {
      client.resume()
      const before = heard.length
      await until('some books', () => heard.length > before)
      client.pause()
    }
    expect(link.writableLength).toBeLessThanOrEqual(MAX_HELD)
  }
  client.resume()
  await until('the newest book', () => heard.at(-1) === 99)
  expect(heard.length).toBeLessThan(90)
  expect(heard).toEqual(heard.toSorted((a, b) => a - b))
  expect(counts.tooSlow).toBe(0)
  client.terminate()
  await until('his end', () => counts.open === 0)
})

test('who says no more, and reads nothing either, holds nothing for long', async () => {
  const { client, link } = await watching()
  client.pause()
  for (let number = 0; number < 40; number++) {
    tell(number)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const raw = Reflect.get(client, '_socket') as Socket
  raw.end()
  await until('the half-closed end to be seen', () => link.readableEnded)
  for (let number = 40; number < 60; number++) tell(number)
  expect(link.writableLength).toBeLessThanOrEqual(MAX_HELD)
  await clock.advance(1_000)
  await until('his end', () => counts.open === 0)
  expect([watched, counts.watched]).toEqual([0, 0])
  client.terminate()
})

test('who names more than one socket may watch is told so, and what he has goes on', async () => {
  const { ask, said, client, heard } = await watching()
  const refusedFor = async (args: readonly unknown[]): Promise<string | undefined> => {
    const before = said.length
    ask(args, `ask ${before}`)
    await until('an answer', () => said.length > before)
    expect(said.at(-1)?.error?.code ?? 'RATE_LIMIT_EXCEEDED').toBe('RATE_LIMIT_EXCEEDED')
    return said.at(-1)?.error?.message
  }
  const names = Array.from({ length: 500 }, (_, index) => `name ${index}`)
  for (let batch = 0; batch < 19; batch++) expect(await refusedFor([names, batch + 1])).toBeUndefined()
  expect(await refusedFor([names, 20])).toMatch(/already watches nearly 10000 outcomes. Unsubscribe some/)
  const long = ['x'.repeat(1_900_000)]
  expect(await refusedFor([long])).toBeUndefined()
  expect(await refusedFor([long, 1])).toBeUndefined()
  expect(await refusedFor([long, 2])).toMatch(/nearly 4000000 characters in their frames/)
  client.send(JSON.stringify({ id: 'ask 21', action: 'unsubscribe' }))
  await until('room', () => said.at(-1)?.event === 'subscribed')
  expect(heard).toEqual([])
  client.terminate()
  await until('his end', () => counts.open === 0)
})
