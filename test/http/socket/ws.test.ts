import { request } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderBook, Trade } from '../../../src/api/models/models.js'
import { openHouse, outcomesOf, TOKEN } from './support.js'

let house: Awaited<ReturnType<typeof openHouse>>
let poly: string[][]
let kalshi: string[][]
let limitless: string[][]

beforeAll(async () => {
  house = await openHouse()
  poly = await outcomesOf(house, 'polymarket', 4)
  kalshi = await outcomesOf(house, 'kalshi', 2)
  limitless = await outcomesOf(house, 'limitless', 1)
})

afterAll(() => house.close())

const subscribe = (id: string, exchange: string, method: string, args: unknown[]) => ({
  id,
  action: 'subscribe',
  exchange,
  method,
  args,
})
const bookIn = (frame: { readonly data?: unknown } | undefined): OrderBook => frame?.data as OrderBook
const idsOf = (list: string[][]): string[] => list.map(([yes = '']) => yes)

describe('the way in', () => {
  test.each([
    ['another path', '/other', {}, /404/],
    ['a page of another site', '/ws', { origin: 'http://evil.example' }, /403/],
    ['a name that is not ours', '/ws', { host: 'evil.example' }, /421/],
  ])('is shut for %s', async (_what, path, headers, said) => {
    const { reason } = await house.connect(path, headers).end()
    expect(reason).toMatch(said)
  })

  test('asks for the token where the daemon does, in the query or a header', async () => {
    const guarded = await openHouse({ requireToken: true })
    try {
      expect((await guarded.connect('/ws').end()).reason).toMatch(/401/)
      expect((await guarded.connect('/ws?token=wrong').end()).reason).toMatch(/401/)
      expect((await guarded.connect('/ws?apiKey=any').end()).reason).toMatch(/401/)
      await guarded.connect(`/ws?token=${TOKEN}`).opened()
      await guarded.connect('/ws', { 'x-pmxt-access-token': TOKEN }).opened()
      expect(guarded.counts.open).toBe(2)
    } finally {
      await guarded.close()
    }
  })

  test('leads past it who offers another protocol and wants an answer, as Java does with each call', async () => {
    const { port } = house.door
    const body = JSON.stringify({ args: [{ bids: [], asks: [] }, 'buy', 1] })
    const headers = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAEAAEAAAAIAAAAB',
    }
    const status = await new Promise((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, path: '/health', headers }, (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      })
      asking.on('error', reject)
      asking.end()
    })
    expect(status).toBe(200)
    const posted = await new Promise<string>((resolve) => {
      const socket = connectTcp(port, '127.0.0.1')
      let text = ''
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.includes('}')) socket.destroy()
      })
      socket.on('close', () => resolve(text))
      socket.write(
        `POST /api/polymarket/getExecutionPrice HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: h2c\r\nconnection: Upgrade\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
    })
    expect(posted).toMatch(/^HTTP\/1\.1 200/)
  })

  test('leads past it as often as one connection likes, which stays one connection with one set of listeners', async () => {
    const warnings: string[] = []
    const warned = (warning: Error): void => void warnings.push(warning.message)
    process.on('warning', warned)
    const { port } = house.door
    const times = 30
    const ask =
      `GET /health HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: h2c\r\n` +
      'connection: Upgrade, HTTP2-Settings\r\nhttp2-settings: AAEAAEAAAAIAAAAB\r\n\r\n'
    const before = (await house.connections()) ?? Number.NaN
    const answers = await new Promise<number>((resolve, reject) => {
      const socket = connectTcp(port, '127.0.0.1')
      let text = ''
      let count = 0
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (!text.endsWith('}')) return
        if (text.startsWith('HTTP/1.1 200')) count++
        text = ''
        if (count < times) socket.write(ask)
        else socket.end()
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(count))
      socket.write(ask)
    })
    const counted = ((await house.connections()) ?? Number.NaN) - before
    process.off('warning', warned)
    expect([answers, warnings]).toEqual([times, []])
    // Its own, and those that ask for the numbers.
    expect(counted).toBeLessThanOrEqual(3)
  })
})

describe('frames that are no subscription', () => {
  test.each(['subscribe', 'unsubscribe'])('arguments too deep to be written again: %s', async (action) => {
    const client = house.connect()
    await client.opened()
    const depth = 40_000
    const args = '['.repeat(depth) + ']'.repeat(depth)
    client.send(
      `{"id":"x","action":"${action}","exchange":"polymarket","method":"watchOrderBook","args":${args}}`,
    )
    const told = await house.until('an error', () => client.frames[0])
    expect(told).toEqual({ event: 'error', id: 'x', error: { message: 'args are nested too deeply' } })
    client.socket.terminate()
  })

  test('credentials that are too long to be any', async () => {
    const client = house.connect()
    await client.opened()
    const frame = subscribe('x', 'polymarket', 'watchOrderBook', [poly[0]?.[0]])
    client.send({ ...frame, credentials: { apiKey: 'k'.repeat(20_000) } })
    const told = await house.until('an error', () => client.frames[0])
    expect(told).toMatchObject({ event: 'error', id: 'x', error: { code: 'VALIDATION_ERROR' } })
    expect(told.error?.message).toMatch(/credentials\.apiKey is longer than/)
    client.socket.terminate()
  })

  test.each([
    ['{', undefined, 'Invalid JSON'],
    [{ id: 'x' }, 'x', 'Missing required fields: id, action'],
    [{ id: 'x', action: 'dance' }, 'x', 'Unknown action: dance'],
    [{ id: 'x', action: 'subscribe' }, 'x', 'Missing required field: method'],
    [{ id: 'x', action: 'subscribe', method: 'watchOrderBook' }, 'x', /exactly one of exchange or feed/],
    [subscribe('x', 'polymarket', '_ping', []), 'x', /^Method '_ping' is not a streaming method/],
    [subscribe('x', 'polymarket', 'watchAddress', ['0x1']), 'x', /is not a streaming method/],
    [subscribe('x', 'nowhere', 'watchOrderBook', ['1']), 'x', /^Unknown exchange: nowhere/],
    [{ id: 'x', action: 'unsubscribe' }, 'x', 'No active subscription for id x'],
    [
      { id: 'x', action: 'subscribe', feed: { toString: 1, valueOf: 1 }, method: 'watchTicker' },
      'x',
      /exactly one of exchange or feed/,
    ],
    [
      { id: 'x', action: 'unsubscribe', feed: { toString: 1, valueOf: 1 }, method: 'watchTicker' },
      'x',
      /exactly one of exchange or feed/,
    ],
  ])('%j', async (frame, id, message) => {
    const client = house.connect()
    await client.opened()
    client.send(frame)
    const told = await house.until('an error', () => client.frames[0])
    expect([told.event, told.id]).toEqual(['error', id])
    if (typeof message === 'string') expect(told.error?.message).toBe(message)
    else expect(told.error?.message).toMatch(message)
    client.socket.terminate()
  })

  test('an id that names nothing, and what a venue cannot do, are errors with their code', async () => {
    const client = house.connect()
    await client.opened()
    client.send(subscribe('no', 'kalshi', 'watchOrderBook', ['KXNOPE-26']))
    client.send(subscribe('none', 'metaculus', 'watchTrades', ['1']))
    client.send(subscribe('wrong', 'kalshi', 'watchOrderBook', []))
    await house.until('three errors', () => client.frames.length === 3)
    const codes = Object.fromEntries(client.frames.map(({ id, error }) => [id, error?.code]))
    expect(codes).toEqual({ no: 'NOT_FOUND', none: 'NOT_SUPPORTED', wrong: 'VALIDATION_ERROR' })
    client.socket.terminate()
  })
})

describe.each(['polymarket', 'kalshi', 'limitless'] as const)('books of %s', (venue) => {
  test('come whole after the acknowledgement, and again with each change, as the world has them', async () => {
    const [yes = '', no = ''] = { polymarket: poly, kalshi, limitless }[venue][0] ?? []
    const client = house.connect()
    await client.opened()
    client.send(subscribe('yes', venue, 'watchOrderBook', [yes]))
    client.send(subscribe('no', venue, 'watchOrderBook', [no, 2]))
    await house.until('books', () => client.of('yes').length > 0 && client.of('no').length > 0)
    expect(client.frames.find(({ id }) => id === 'yes')?.event).toBe('subscribed')
    const seen = client.of('yes').length
    await house.until('a change', () => client.of('yes').length > seen)
    await house.until('the other side', () => client.of('no').length > 1)
    const { data } = await house.call(`${venue}/fetchOrderBook?outcomeId=${encodeURIComponent(yes)}`)
    const [last, truth] = [bookIn(client.of('yes').at(-1)), data as OrderBook]
    expect([last.bids, last.asks]).toEqual([truth.bids, truth.asks])
    const other = bookIn(client.of('no').at(-1))
    expect(other.bids.map(({ size }) => size)).toEqual(last.asks.slice(0, 2).map(({ size }) => size))
    expect(other.asks[0]?.price).toBeCloseTo(1 - (last.bids[0]?.price ?? 2), 9)
    client.socket.terminate()
  })
})

describe('subscriptions', () => {
  test('of several outcomes bring all their books in one frame, then a frame for each that changes', async () => {
    const ids = idsOf(poly)
    const client = house.connect()
    await client.opened()
    client.send(subscribe('all', 'polymarket', 'watchOrderBooks', [ids]))
    const later = await house.until('a change', () =>
      client.of('all').find(({ symbol }) => symbol !== undefined),
    )
    const [first] = client.of('all')
    expect(first).not.toHaveProperty('symbol')
    expect(Object.keys(Object(first?.data)).toSorted()).toEqual(ids.toSorted())
    expect(Object(first?.data)[ids[0] ?? '']).toMatchObject({ bids: expect.any(Array) })
    expect(ids).toContain(later.symbol)
    client.socket.terminate()
    await house.until('its leaving', () => house.counts.watched === 0)
  })

  test('of one batch again and again, as the loop of an SDK makes them, are one: each has all books, none is left', async () => {
    const ids = idsOf(poly)
    const client = house.connect()
    await client.opened()
    for (let call = 0; call < 30; call++) {
      const id = `call ${call}`
      client.send(subscribe(id, 'polymarket', 'watchOrderBooks', [ids]))
      const begunAt = house.clock.now()
      const frame = await house.until('the books', () => client.of(id)[0])
      expect(Object.keys(Object(frame.data)).toSorted()).toEqual(ids.toSorted())
      expect(house.clock.now() - begunAt).toBeLessThanOrEqual(21_000)
      expect([house.counts.watched, house.counts.subscriptions]).toEqual([ids.length, 1])
    }
    client.socket.terminate()
    await house.until('its leaving', () => house.counts.watched === 0)
  })

  test('may be made twice with other ids, share one socket of the venue, and get the book that is there at once', async () => {
    const id = poly[1]?.[0] ?? ''
    const [a, b] = [house.connect(), house.connect()]
    await Promise.all([a.opened(), b.opened()])
    a.send(subscribe('1', 'polymarket', 'watchOrderBook', [id]))
    await house.until('a book', () => a.of('1').length > 0)
    a.send(subscribe('2', 'polymarket', 'watchOrderBook', [id]))
    b.send(subscribe('1', 'polymarket', 'watchOrderBook', [id]))
    await house.until('the same book', () => a.of('2').length > 0 && b.of('1').length > 0)
    expect(house.core.streams?.status()['polymarket']?.sockets).toBe(1)
    for (const client of [a, b]) client.socket.terminate()
  })

  test('end by their id, by the same arguments, or by unwatching the outcome; the venue is told a little later', async () => {
    const [one = '', two = '', three = ''] = idsOf(poly)
    const client = house.connect()
    await client.opened()
    client.send(subscribe('1', 'polymarket', 'watchOrderBook', [one]))
    client.send(subscribe('2', 'polymarket', 'watchOrderBook', [two, 5]))
    client.send(subscribe('3', 'polymarket', 'watchOrderBook', [three, 5]))
    await house.until('books', () => ['1', '2', '3'].every((id) => client.of(id).length > 0))
    client.send({ id: '1', action: 'unsubscribe' })
    client.send({ ...subscribe('u2', 'polymarket', 'watchOrderBook', [two, 5]), action: 'unsubscribe' })
    client.send({ ...subscribe('u3', 'polymarket', 'unwatchOrderBook', [three]), action: 'unsubscribe' })
    client.send({ ...subscribe('u4', 'polymarket', 'watchOrderBook', [two]), action: 'unsubscribe' })
    await house.until('the acknowledgements', () => client.of('u4', 'error').length > 0)
    expect(['1', 'u2', 'u3'].map((id) => client.of(id, 'subscribed').length)).toEqual([2, 1, 1])
    const before = client.frames.length
    await house.clock.advance(70_000)
    await house.until('the venue to be left', () => house.core.streams?.status()['polymarket'] === undefined)
    expect([client.frames.length, house.counts.watched]).toEqual([before, 0])
    client.socket.terminate()
  })

  test('of trades bring those that are made from then on, from either side', async () => {
    const [yes = '', no = ''] = kalshi[0] ?? []
    const client = house.connect()
    await client.opened()
    client.send(subscribe('yes', 'kalshi', 'watchTrades', [yes]))
    client.send(subscribe('no', 'kalshi', 'watchTrades', [no]))
    const from = house.clock.now()
    const rows = (id: string) => client.of(id).flatMap(({ data }) => data as Trade[])
    await house.until('trades', () => rows('yes').length > 1 && rows('no').length > 1)
    const { data } = await house.call(`kalshi/fetchTrades?outcomeId=${yes}&start=${from}`)
    expect(rows('yes')).toEqual((data as Trade[]).toReversed())
    const [first, mirrored] = [rows('yes')[0], rows('no')[0]]
    expect([mirrored?.id, mirrored?.side]).toEqual([first?.id, first?.side === 'buy' ? 'sell' : 'buy'])
    expect(mirrored?.price).toBeCloseTo(1 - (first?.price ?? 0), 9)
    client.socket.terminate()
  })
})

describe('when the venue fails', () => {
  test('its socket is opened again, and books go on as the world has them', async () => {
    const id = kalshi[1]?.[0] ?? ''
    const client = house.connect()
    await client.opened()
    client.send(subscribe('k', 'kalshi', 'watchOrderBook', [id]))
    await house.until('a book', () => client.of('k').length > 0)
    const { simulator, core } = house
    simulator.faults.set([{ venue: 'kalshi', host: 'stream', kind: 'frame-drop', rate: 0.2 }])
    await house.until('a gap', () => (core.streams?.counters.of('kalshi').gaps ?? 0) > 0)
    simulator.faults.set([{ venue: 'kalshi', host: 'stream', kind: 'frame-garbage', rate: 0.5 }])
    await house.until(
      'a frame that cannot be read',
      () => (core.streams?.counters.of('kalshi').garbage ?? 0) > 0,
    )
    simulator.faults.clear()
    const seen = client.of('k').length
    await house.until('books again', () => client.of('k').length > seen + 1)
    const { data } = await house.call(`kalshi/fetchOrderBook?outcomeId=${id}`)
    const [last, truth] = [bookIn(client.of('k').at(-1)), data as OrderBook]
    expect([last.bids, last.asks]).toEqual([truth.bids, truth.asks])
    expect(client.of('k', 'error')).toEqual([])
    client.socket.terminate()
  })

  test('and opens no socket at all, its books are polled until it does', async () => {
    const { simulator, core } = house
    simulator.faults.set([{ venue: 'polymarket', host: 'stream', kind: 'socket-refuse' }])
    const client = house.connect()
    await client.opened()
    client.send(subscribe('p', 'polymarket', 'watchOrderBook', [poly[3]?.[0] ?? '']))
    await house.until('a polled book', () => client.of('p').length > 0)
    expect(core.streams?.status()['polymarket']?.polled).toBe(1)
    simulator.faults.clear()
    await house.until('the socket', () => core.streams?.status()['polymarket']?.polled === 0)
    client.socket.terminate()
  })
})

test('a call of unwatchOrderBook ends what the same client watches over its socket, and nothing of others', async () => {
  const id = kalshi[1]?.[0] ?? ''
  const [client, other] = [house.connect(), house.connect()]
  await client.opened()
  client.send(subscribe('w', 'kalshi', 'watchOrderBook', [id, 5]))
  await house.until('a book', () => client.of('w').length > 0)
  await other.opened()
  other.send(subscribe('o', 'kalshi', 'watchOrderBook', [id]))
  await house.until('a book', () => other.of('o').length > 0)
  // Nothing tells whose is meant: clients send no name on their sockets.
  expect((await house.call('kalshi/unwatchOrderBook', [id])).data).toBeNull()
  expect([client.of('w', 'error'), other.of('o', 'error')]).toEqual([[], []])
  other.socket.terminate()
  await house.until('its leaving', () => house.counts.watched === 1)
  expect((await house.call('kalshi/unwatchOrderBook', [id])).data).toBeNull()
  await house.until('the end', () => client.of('w', 'error').length > 0)
  expect(client.of('w', 'error')).toMatchObject([
    { error: { code: 'BAD_REQUEST', message: expect.stringContaining('unwatchOrderBook') } },
  ])
  client.send({ id: 'w', action: 'unsubscribe' })
  await house.until('an answer', () => client.of('w', 'error').length > 1)
  client.socket.terminate()
})

describe('calls that wait', () => {
  test('answer the book that is there first, then the next change, or what there is after 24 s', async () => {
    const id = kalshi[0]?.[0] ?? ''
    const first = await house.call('kalshi/watchOrderBook', [id, 3])
    expect((first.data as OrderBook).bids.length).toBeLessThanOrEqual(3)
    let second: { data?: unknown } | undefined
    void house.call('kalshi/watchOrderBook', [id, 3]).then((answer) => (second = answer))
    await house.until('the next one', () => second)
    expect((await house.call('kalshi/unwatchOrderBook', [id])).data).toBeNull()
    let trades: { data?: unknown } | undefined
    void house.call('kalshi/watchTrades', [id]).then((answer) => (trades = answer))
    await house.until('trades', () => trades)
    expect(Array.isArray(trades?.data)).toBe(true)
  })

  test('answer all books of several outcomes', async () => {
    const ids = idsOf(poly)
    const { data } = await house.call('polymarket/watchOrderBooks', [ids])
    expect(Object.keys(data as object)).toEqual(ids)
  })

  test('of addresses tell their positions', async () => {
    const address = `0x${'a'.repeat(40)}`
    const { data } = await house.call('polymarket/watchAddress', [address])
    expect(data).toMatchObject({ address, positions: [] })
    expect((await house.call('polymarket/watchAddress', [address, ['trades']])).error?.code).toBe(
      'NOT_SUPPORTED',
    )
    expect((await house.call('kalshi/watchAddress', [address])).error?.code).toBe('NOT_SUPPORTED')
  })
})

test('the end of the daemon is told with a close code', async () => {
  const own = await openHouse()
  const client = own.connect()
  await client.opened()
  const closing = own.door.close()
  expect(await client.end()).toEqual({ code: 1001, reason: 'the daemon is shutting down' })
  await closing
  expect(own.counts.open).toBe(0)
  await own.core.close()
  await own.simulator.close()
})
