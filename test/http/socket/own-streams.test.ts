import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order, OrderBook, Position, UnifiedMarket, UserTrade } from '../../../src/api/models.js'
import { credentialsOf } from '../../../src/simulator/faces/kalshi/account/lent-keys.js'
import { openHouse } from './support.js'

/** Accounts that are watched over a real socket of the daemon, on venues with a user channel and on one without. */

const venues = ['kalshi', 'polymarket', 'smarkets'] as const
let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => {
  house = await openHouse({}, { venues })
})
afterAll(() => house.close())

async function ask<Data>(path: string, args?: readonly unknown[]): Promise<Data> {
  const { data, error } = await house.call(path, args)
  if (error !== undefined) throw new Error(`${path}: ${JSON.stringify(error)}`)
  return data as Data
}

/** A market with offers at prices that orders reach. */
async function tradable(venue: string): Promise<{ marketId: string; outcomeId: string; book: OrderBook }> {
  for (const market of await ask<UnifiedMarket[]>(`${venue}/fetchMarkets?limit=40`)) {
    const outcomeId = market.yes?.outcomeId ?? market.outcomes[0]?.outcomeId ?? ''
    const book = await ask<OrderBook>(`${venue}/fetchOrderBook?outcomeId=${outcomeId}`).catch(() => undefined)
    const [bid, offer] = [book?.bids[0]?.price ?? 0, book?.asks[0]?.price ?? 1]
    if (book !== undefined && bid >= 0.2 && offer <= 0.8)
      return { marketId: market.marketId, outcomeId, book }
  }
  throw new Error(`${venue} has no such market`)
}

describe.each(venues)('%s', (venue) => {
  const subscribe = (id: string, method: string, args: unknown[] = []) => ({
    id,
    action: 'subscribe',
    exchange: venue,
    method,
    args,
  })
  let market: Awaited<ReturnType<typeof tradable>>
  beforeAll(async () => {
    market = await tradable(venue)
  })
  const resting = () => ({ ...wanted(), type: 'limit', price: 0.1 })
  const wanted = () => ({
    marketId: market.marketId,
    outcomeId: market.outcomeId,
    side: 'buy',
    amount: 20,
  })

  test('brings an order as it is placed and canceled', async () => {
    const client = house.connect()
    await client.opened()
    client.send(subscribe('orders', 'watchOrders'))
    await house.until('the answer', () => client.frames.length > 0)
    expect(client.frames).toEqual([{ event: 'subscribed', id: 'orders' }])
    const placed = await ask<Order>(`${venue}/createOrder`, [resting()])
    const seen = () => client.of('orders').flatMap(({ data }) => data as Order[])
    await house.until('the order', () =>
      seen().some(({ id, status }) => id === placed.id && status === 'open'),
    )
    await ask(`${venue}/cancelOrder`, [placed.id])
    await house.until('its end', () =>
      seen().some(({ id, status }) => id === placed.id && status === 'canceled'),
    )
    expect(seen().filter(({ id }) => id === placed.id)).toHaveLength(2)
    const [first] = seen()
    expect(first).toMatchObject({ ...resting(), id: placed.id, status: 'open', filled: 0 })
    expect(client.frames.filter(({ event }) => event === 'error')).toEqual([])
    client.socket.close()
  })

  test('brings a trade once, and what is held after it', async () => {
    const has = await ask<Record<string, unknown>>(`${venue}/has`)
    const client = house.connect()
    await client.opened()
    const methods = ['watchMyTrades', 'watchPositions'].filter((method) => has[method] !== false)
    for (const method of methods) client.send(subscribe(method, method, [market.marketId]))
    await house.until('the answers', () => client.frames.length >= methods.length)
    const before = client.of('watchPositions').flatMap(({ data }) => data as Position[])
    const filled = await ask<Order>(`${venue}/createOrder`, [{ ...wanted(), type: 'market' }])
    expect(filled.filled).toBe(20)
    const held = () => client.of('watchPositions').flatMap(({ data }) => data as Position[])
    await house.until('the position', () => held().some(({ size }) => size === 20 + (before[0]?.size ?? 0)))
    if (!methods.includes('watchMyTrades')) return
    const trades = () => client.of('watchMyTrades').flatMap(({ data }) => data as UserTrade[])
    await house.until('the trades', () => trades().reduce((sum, { amount }) => sum + amount, 0) >= 20)
    // Long after: lists that are read again bring none of them again.
    await house.clock.advance(30_000)
    const ids = trades().map(({ id }) => id)
    expect([ids.length, trades().reduce((sum, { amount }) => sum + amount, 0)]).toEqual([
      new Set(ids).size,
      20,
    ])
    const listed = await ask<UserTrade[]>(`${venue}/fetchMyTrades`, [{}])
    expect([...ids].sort()).toEqual(
      listed
        .filter(({ orderId }) => orderId === filled.id)
        // A venue may list a trade under another id than it sends (src/venues/kalshi/README.md).
        .map(({ id, metadata }) => metadata?.['tradeId'] ?? id)
        .sort(),
    )
    client.socket.close()
  })

  test('as a call waits for the next change, and tells it once', async () => {
    const waiting = house.call(`${venue}/watchOrders`, [market.marketId])
    const { data: first } = { data: await ask<Order>(`${venue}/createOrder`, [resting()]) }
    let told: unknown
    void waiting.then(({ data, error }) => {
      told = data ?? error
    })
    await house.until('the answer', () => told)
    const isOwn = (rows: unknown): boolean => (rows as Order[]).some(({ id }) => id === first.id)
    // The order may be placed before the watching has begun.
    if (!isOwn(told)) expect(told).toEqual([])
    const next = house.call(`${venue}/watchOrders`, [market.marketId])
    await ask(`${venue}/cancelOrder`, [first.id])
    let then: unknown
    void next.then(({ data }) => {
      then = data
    })
    await house.until('the end', () => then)
    expect(then).toMatchObject([{ id: first.id, status: 'canceled' }])
  })

  test('what happened while the channel was out is told when it is back', async () => {
    house.simulator.faults.set([{ venue, kind: 'socket-close', delayMs: 3_000 }])
    const client = house.connect()
    await client.opened()
    client.send(subscribe('orders', 'watchOrders'))
    await house.until('the answer', () => client.frames.length > 0)
    await house.clock.advance(4_000)
    house.simulator.faults.set([{ venue, kind: 'socket-refuse', status: 503 }])
    const placed = await ask<Order>(`${venue}/createOrder`, [resting()])
    await ask(`${venue}/cancelOrder`, [placed.id])
    const left = await ask<Order>(`${venue}/createOrder`, [{ ...resting(), amount: 21 }])
    house.simulator.faults.clear()
    const seen = () => client.of('orders').flatMap(({ data }) => data as Order[])
    await house.until('what is open', () => seen().some(({ id }) => id === left.id))
    await ask(`${venue}/cancelOrder`, [left.id])
    await house.until('its end', () =>
      seen().some(({ id, status }) => id === left.id && status === 'canceled'),
    )
    expect(client.frames.filter(({ event }) => event === 'error')).toEqual([])
    client.socket.close()
  })
})

const ofKalshi = { action: 'subscribe', exchange: 'kalshi', method: 'watchOrders', args: [] }

test('keys that the venue refuses are an error at once, and cost the others nothing', async () => {
  const client = house.connect()
  await client.opened()
  const { apiKey = '' } = house.simulator.paper.kalshi ?? {}
  // The id of one key of the account, and the secret of another one.
  const { privateKey = '' } = credentialsOf('ed25519')
  for (const id of ['bad', 'worse']) {
    client.send({ ...ofKalshi, id, credentials: { apiKey, privateKey } })
    await house.until('the refusal', () => client.of(id, 'error')[0])
    expect(client.of(id, 'error')).toMatchObject([{ error: { code: 'AUTHENTICATION_ERROR' } }])
  }
  expect(client.of('worse', 'error')).toMatchObject([
    { error: { message: expect.stringContaining('The venue is asked again at') } },
  ])
  client.send({ ...ofKalshi, id: 'good' })
  await house.until('the answer', () => client.of('good', 'subscribed')[0])
  client.socket.close()
})

test('two accounts of a venue see their own orders alone', async () => {
  const client = house.connect()
  await client.opened()
  const { privateKey = '' } = house.simulator.paper.kalshi ?? {}
  const credentials = { apiKey: '00000000-0000-4000-8000-000000000000', privateKey }
  client.send({ ...ofKalshi, id: 'own' })
  client.send({ ...ofKalshi, id: 'other', credentials })
  await house.until('the answers', () => client.frames.length === 2)
  const { marketId, outcomeId } = await tradable('kalshi')
  const order = { marketId, outcomeId, side: 'buy', type: 'limit', amount: 20, price: 0.1 }
  const { id } = await ask<Order>('kalshi/createOrder', [order])
  await house.until('the order', () => client.of('own')[0])
  await ask('kalshi/cancelOrder', [id])
  await house.until('its end', () => client.of('own')[1])
  await house.clock.advance(30_000)
  expect(client.of('other')).toEqual([])
  client.socket.close()
})
