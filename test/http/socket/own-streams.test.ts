import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order, OrderBook, UnifiedMarket } from '../../../src/api/models/models.js'
import { credentialsOf } from '../../../src/simulator/mock-venues/kalshi/account/lent-keys.js'
import { openHouse } from './support.js'

/** Whose account a socket of the daemon watches. What each venue brings is in `test/conformance/venues/own-streams.test.ts`. */

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => {
  house = await openHouse({}, { venues: ['kalshi'] })
})
afterAll(() => house.close())

async function ask<Data>(path: string, args?: readonly unknown[]): Promise<Data> {
  const { data, error } = await house.call(path, args)
  if (error !== undefined) throw new Error(`${path}: ${JSON.stringify(error)}`)
  return data as Data
}

async function tradable() {
  for (const { marketId, yes } of await ask<UnifiedMarket[]>('kalshi/fetchMarkets?limit=40')) {
    const outcomeId = yes?.outcomeId ?? ''
    const { bids, asks } = await ask<OrderBook>(`kalshi/fetchOrderBook?outcomeId=${outcomeId}`)
    if ((bids[0]?.price ?? 0) >= 0.2 && (asks[0]?.price ?? 1) <= 0.8) return { marketId, outcomeId }
  }
  throw new Error('kalshi has no such market')
}

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
    { error: { message: expect.stringContaining('The next attempt is at') } },
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
  const { marketId, outcomeId } = await tradable()
  const order = { marketId, outcomeId, side: 'buy', type: 'limit', amount: 20, price: 0.1 }
  const { id } = await ask<Order>('kalshi/createOrder', [order])
  await house.until('the order', () => client.of('own')[0])
  await ask('kalshi/cancelOrder', [id])
  await house.until('its end', () => client.of('own')[1])
  await house.clock.advance(30_000)
  expect(client.of('other')).toEqual([])
  client.socket.close()
})
