import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type {
  CancelAllResult,
  CancelResult,
  Order,
  OrderResult,
  UnifiedMarket,
} from '../../../src/api/models/models.js'
import { capabilityOf } from '../../../src/core/capabilities/capabilities.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { tradingExceptions } from './exceptions.js'
import { type House, openHouse, playable } from './house.js'
import { findTradable } from './tradable.js'

/** Venues that take several orders, or several cancels, in one call: over real HTTP, also where an answer is lost. */
const loaded = await Promise.all(playable.map((id) => loadVenue(id)))
const native = loaded.filter(
  (venue): venue is Venue => venue?.orders?.batch !== undefined || venue?.orders?.cancelMany !== undefined,
)

/** The routes of several orders, and whether an order that is in doubt can be found by its name. */
const routes: Partial<
  Record<VenueId, { readonly create: string; readonly cancel: string; readonly finds: boolean }>
> = {
  'gemini-titan': { create: '/order/batch', cancel: '/order/batch/cancel', finds: false },
  hyperliquid: { create: '/exchange', cancel: '/exchange', finds: true },
  kalshi: { create: '/orders/batched', cancel: '/orders/batched', finds: true },
  'kalshi-demo': { create: '/orders/batched', cancel: '/orders/batched', finds: true },
  polymarket: { create: '/orders', cancel: '/orders', finds: true },
}

test('the venues that take several orders in one call are those that are played here', () => {
  expect(native.map(({ id }) => id).sort()).toEqual(Object.keys(routes).sort())
  for (const venue of native)
    expect([capabilityOf(venue, 'createOrders'), capabilityOf(venue, 'cancelOrders')]).toEqual([true, true])
})

describe.each(native.map(({ id }) => [id, routes[id]] as const))('%s', (id, route) => {
  const { create = '', cancel = '', finds = false } = route ?? {}
  const lot = tradingExceptions[id]?.lots?.contracts ?? 20
  let house: House
  let market: UnifiedMarket
  let outcomeId: string

  beforeAll(async () => {
    house = await openHouse('natural', id, 50)
    ;({ market, outcomeId } = await findTradable(house, id, 2 * lot))
  })
  afterEach(() => house.simulator.faults.clear())
  afterAll(() => house.close())

  const ask = async <Data>(
    method: Parameters<House['ask']>[1],
    args: readonly unknown[] = [],
  ): Promise<Data> => (await house.ask(id, method, args)) as Data
  const bid = (price: number, clientOrderId?: string) => ({
    marketId: market.marketId,
    outcomeId,
    side: 'buy',
    type: 'limit',
    amount: lot,
    price,
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
  })
  /** Calls of a route since the log was emptied. */
  const callsOf = (path: string): number =>
    house.simulator.requests.recent.filter(({ target }) => target.split('?')[0]?.endsWith(path)).length

  test('places and cancels several orders in one call each', async () => {
    house.simulator.requests.reset()
    const placed = await ask<OrderResult[]>('createOrders', [[bid(0.1), bid(0.2), bid(0.1)]])
    expect(placed.map(({ order }) => [order?.status, order?.price])).toEqual([
      ['open', 0.1],
      ['open', 0.2],
      ['open', 0.1],
    ])
    expect(callsOf(create)).toBe(1)
    house.simulator.requests.reset()
    const ids = placed.flatMap(({ order }) => order?.id ?? [])
    const canceled = await ask<CancelResult[]>('cancelOrders', [ids])
    expect(canceled.map(({ orderId, state }) => [orderId, state])).toEqual(
      ids.map((orderId) => [orderId, 'canceled']),
    )
    expect(callsOf(cancel)).toBe(1)
    expect(await ask<Order[]>('fetchOpenOrders')).toEqual([])
    const again = await ask<CancelResult[]>('cancelOrders', [ids])
    expect(again.map(({ state }) => state)).toEqual(['ended', 'ended', 'ended'])
  })

  test('keeps all of them in doubt after a lost answer, and places none twice', async () => {
    const names = [1, 2].map((n) => `7b2c9a54-0d3f-4c1e-9f00-00000000000${n}`)
    const orders = names.map((name, index) => bid(index === 0 ? 0.1 : 0.2, name))
    house.simulator.faults.set([{ venue: id, path: create, kind: 'cut-body' }])
    const lost = await ask<OrderResult[]>('createOrders', [orders])
    expect(lost.map(({ error }) => [error?.code, error?.detail?.['state']])).toEqual([
      ['NETWORK_ERROR', 'unknown'],
      ['NETWORK_ERROR', 'unknown'],
    ])
    house.simulator.faults.clear()
    const again = await ask<OrderResult[]>('createOrders', [orders])
    if (finds)
      expect(again.map(({ order, repeated }) => [order?.price, repeated])).toEqual([
        [0.1, true],
        [0.2, true],
      ])
    else expect(again.map(({ error }) => error?.code)).toEqual(['NETWORK_ERROR', 'NETWORK_ERROR'])
    expect(await ask<Order[]>('fetchOpenOrders')).toHaveLength(2)
    const all = await ask<CancelAllResult>('cancelAllOrders')
    // Where an order in doubt cannot be found by its name, nobody knows whether the two were all there are.
    expect(all.allCanceled).toBe(finds)
    if (!finds) expect(all.unread).toContain('may have been placed')
    expect(await ask<Order[]>('fetchOpenOrders')).toEqual([])
  })

  test('reports no order as canceled by an answer that is lost, and asks for each', async () => {
    const placed = await ask<OrderResult[]>('createOrders', [[bid(0.1), bid(0.2)]])
    const ids = placed.flatMap(({ order }) => order?.id ?? [])
    house.simulator.faults.set([{ venue: id, path: cancel, kind: 'cut-body' }])
    const lost = await ask<CancelResult[]>('cancelOrders', [ids])
    // The venue carried it out, and shows so when it is asked for the orders.
    expect(lost.map(({ state, order }) => [state, order?.status])).toEqual([
      ['canceled', 'canceled'],
      ['canceled', 'canceled'],
    ])
  })
})
