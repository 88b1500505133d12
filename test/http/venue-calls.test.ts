import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type VenueId, venueIds } from '../../src/api/envelope/venue-ids.js'
import type { UnifiedMarket } from '../../src/api/models/models.js'
import { openHouse } from './socket/support.js'

/** What calls of venues answer in situations that all venues share, over HTTP and the demo venues. */

let house: Awaited<ReturnType<typeof openHouse>>
const played = venueIds.filter((id) => id !== 'router' && id !== 'kalshi-demo')
beforeAll(async () => {
  house = await openHouse({}, { venues: played })
})
afterAll(() => house.close())

interface Told {
  readonly status: number
  readonly data?: unknown
  readonly error?: { readonly code?: string; readonly message: string; readonly detail: unknown }
}

async function call(
  venue: VenueId,
  method: string,
  args: readonly unknown[],
  credentials?: object,
): Promise<Told> {
  const reply = await fetch(`http://127.0.0.1:${house.door.port}/api/${venue}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ args, credentials }),
  })
  return { status: reply.status, ...((await reply.json()) as object) }
}

describe('the book of a closed market', () => {
  test.each<VenueId>([
    'polymarket',
    'kalshi',
    'probable',
    'opinion',
    'smarkets',
    'polymarket_us',
    'gemini-titan',
    'myriad',
  ])('of %s is 404 no_book, alone and among others', async (venue) => {
    const { data } = await call(venue, 'fetchMarkets', [{ status: 'closed', limit: 1 }])
    const outcomeId = (data as readonly UnifiedMarket[])[0]?.outcomes[0]?.outcomeId
    const none = { status: 404, error: { code: 'NOT_FOUND', detail: { kind: 'no_book' } } }
    expect(await call(venue, 'fetchOrderBook', [outcomeId])).toMatchObject(none)
    expect(await call(venue, 'fetchOrderBooks', [[outcomeId]])).toMatchObject(none)
  })

  test('is not that of an open one', async () => {
    const { data } = await call('kalshi', 'fetchMarkets', [{ limit: 1 }])
    const outcomeId = (data as readonly UnifiedMarket[])[0]?.outcomes[0]?.outcomeId
    expect((await call('kalshi', 'fetchOrderBook', [outcomeId])).status).toBe(200)
  })
})

const order = { marketId: '1', outcomeId: '1', side: 'buy', type: 'limit', amount: 1, price: 0.5 }
test.each<[string, readonly unknown[]]>([
  ['createOrder', [order]],
  ['createOrders', [[order]]],
  ['buildOrder', [order]],
  ['submitOrder', [{ exchange: 'rain', params: order }]],
  ['editOrder', ['1', { price: 0.4 }]],
  ['cancelOrder', ['1']],
  ['cancelOrders', [['1']]],
  ['cancelAllOrders', []],
  ['fetchClosedOrders', []],
  ['fetchAllOrders', []],
  ['watchAddress', ['0x00000000000000000000000000000000000000aa']],
])('%s that a venue lacks is NOT_SUPPORTED by its own name', async (method, args) => {
  const { status, error } = await call('rain', method, args)
  expect([status, error?.code]).toEqual([501, 'NOT_SUPPORTED'])
  expect(error?.message).toContain(`'${method}'`)
})

test('the key of Metaculus may be called apiKey', async () => {
  const token = 'a-token-of-the-demo-world'
  const ask = (credentials: object) => call('metaculus', 'fetchMarkets', [{ limit: 1 }], credentials)
  expect((await ask({ apiKey: token })).status).toBe(200)
  expect((await ask({ apiKey: 'wrong', apiToken: token })).status).toBe(200)
})

test('watchAddress uses the key that the demo lends, as fetchPositions does', async () => {
  const address = '0x00000000000000000000000000000000000000aa'
  expect((await call('opinion', 'fetchPositions', [address])).status).toBe(200)
  expect(await call('opinion', 'watchAddress', [address])).toMatchObject({ status: 200, data: { address } })
})
