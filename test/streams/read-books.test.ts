import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderBook } from '../../src/api/models/models.js'
import type { Logger } from '../../src/observe/logger.js'
import { openHouse, outcomesOf } from '../http/socket/support.js'

/** Sockets that send no whole book: what is read of the venue and what it pushes make one book. */

const CANARY = 'canary+key/of=nobody 0001'
const said: string[] = []
const write = (fields: object, message: string): void =>
  void said.push(`${message} ${JSON.stringify(fields)}`)
const log: Logger = { debug: write, info: write, warn: write, error: write }

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => {
  house = await openHouse({}, { venues: ['opinion', 'probable'], log, isKeyless: true })
})
afterAll(() => house.close())

/** What a watching call says of how it watches. */
async function howWatched(venue: string, outcomeId: string, credentials?: object): Promise<string | null> {
  let how: { readonly told: string | null } | undefined
  fetch(`http://127.0.0.1:${house.door.port}/api/${venue}/watchOrderBook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ args: [outcomeId], ...(credentials === undefined ? {} : { credentials }) }),
  }).then(
    (reply) => {
      how = { told: reply.headers.get('x-pmx-watch') }
      return reply.arrayBuffer()
    },
    (error: unknown) => {
      how = { told: String(error) }
    },
  )
  return (await house.until('an answer', () => how)).told
}

interface Watcher {
  readonly token: string
  books(): readonly { readonly data?: unknown }[]
}

/** Two clients that watch all these outcomes. */
async function watchers(venue: string, tokens: readonly string[], credentials: object | undefined) {
  const clients = [house.connect(), house.connect()]
  const watching: Watcher[] = []
  for (const client of clients) {
    await client.opened()
    for (const token of tokens) {
      const frame = {
        id: token,
        action: 'subscribe',
        exchange: venue,
        method: 'watchOrderBook',
        args: [token],
      }
      client.send({ ...frame, ...(credentials === undefined ? {} : { credentials }) })
      watching.push({ token, books: () => client.of(token) })
    }
  }
  return { watching, leave: () => clients.map(({ socket }) => socket.terminate()) }
}

const levels = (book: unknown) => {
  const { bids, asks } = book as OrderBook
  return JSON.stringify({ bids, asks })
}

describe.each([
  ['opinion', 'api', { apiKey: CANARY }],
  ['probable', 'orderbook', undefined],
] as const)('%s', (venue, host, credentials) => {
  test('books of both outcomes are those of the REST host as they change, for few calls of it', async () => {
    const [tokens = []] = await outcomesOf(house, venue, 1)
    const { watching, leave } = await watchers(venue, tokens, credentials)
    await house.until('books', () => watching.every(({ books }) => books().length > 0))
    await house.clock.advance(5_000)
    const readsBefore = house.simulator.requests.count(venue, host)
    const seen = watching.map(({ books }) => books().length)
    // The world trades once a minute.
    await house.clock.advance(60_000)
    for (const { token, books } of watching) {
      const { data } = await house.call(`${venue}/fetchOrderBook?outcomeId=${token}`)
      await house.until('the book', () => levels(books().at(-1)?.data) === levels(data))
    }
    expect(watching.every(({ books }, index) => books().length > (seen[index] ?? 0))).toBe(true)
    // One more a minute and token, and those of the comparison, which may be shared.
    const reads = house.simulator.requests.count(venue, host) - readsBefore
    expect(reads).toBeLessThanOrEqual(tokens.length + watching.length)
    expect(house.simulator.requests.count(venue, 'stream')).toBe(1)
    leave()
  })
})

describe('a key', () => {
  test('decides whether Opinion is streamed or polled, and Probable needs none', async () => {
    const [[token = ''] = []] = await outcomesOf(house, 'opinion', 1)
    expect(await howWatched('opinion', token)).toBe('polled')
    expect(await howWatched('opinion', token, { apiKey: CANARY })).toBe('streamed')
    const { data } = await house.call('opinion/has')
    expect(data).toMatchObject({ watchOrderBook: 'emulated', watchTrades: false })
    const [[other = ''] = []] = await outcomesOf(house, 'probable', 1)
    expect(await howWatched('probable', other)).toBe('streamed')
    expect((await house.call('probable/has')).data).toMatchObject({
      watchOrderBook: true,
      watchTrades: 'emulated',
    })
  })

  test('that is in the address of a socket is in nothing that is written, whatever becomes of the socket', async () => {
    const [, [token = ''] = []] = await outcomesOf(house, 'opinion', 2)
    const client = house.connect()
    await client.opened()
    const broken = ['socket-refuse', 'socket-close', 'frame-garbage'] as const
    house.simulator.faults.set(
      broken.map((kind) => ({ venue: 'opinion', host: 'stream', kind, delayMs: 10 })),
    )
    const credentials = { apiKey: `${CANARY} too` }
    client.send({
      id: 'x',
      action: 'subscribe',
      exchange: 'opinion',
      method: 'watchOrderBook',
      args: [token],
      credentials,
    })
    await house.until('the ends', () => said.filter((line) => line.includes('was closed')).length > 2)
    expect(said.join('\n')).not.toMatch(/canary|of=nobody|nobody%20|nobody\+/)
    client.socket.terminate()
  })
})
