import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { capabilityNames, type MethodName } from '../../../src/api/arguments/methods.js'
import { feedIds } from '../../../src/api/envelope/source-ids.js'
import { mockVenueIds } from '../../../src/simulator/mock-venues/registry.js'
import { declaredOf, loadVenue, servedVenueIds } from '../../../src/venues/registry.js'
import { failureOf, present } from '../../support/expect.js'
import { type House, openHouse, playable } from './house.js'
import { marketsOf } from './rows.js'

function foldersIn(path: string): string[] {
  const folder = fileURLToPath(new URL(`../../../src/${path}/`, import.meta.url))
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

test('a venue is one folder, one line of the registry and one face', () => {
  const served = [...servedVenueIds].sort()
  expect(foldersIn('venues')).toEqual(served)
  expect(foldersIn('simulator/mock-venues')).toEqual([...served, ...feedIds].sort())
  expect([...mockVenueIds].sort()).toEqual(served)
})

test.each(playable)('%s has the id of its line, and a face for each of its hosts', async (id) => {
  const house = await openHouse('metronome', id)
  const venue = await loadVenue(id)
  await house.close()
  expect(venue?.id).toBe(id)
  expect(Object.keys(house.simulator.urls[id] ?? {}).sort()).toEqual(Object.keys(venue?.hosts ?? {}).sort())
})

const order = { marketId: 'm', outcomeId: 'o', side: 'buy', type: 'limit', amount: 1, price: 0.5 }
const wallet = `0x${'ab'.repeat(20)}`

/** Arguments with which a method can be called on any venue, given one of its outcomes. */
function argumentsOf(method: MethodName, outcomeId: string): readonly unknown[] {
  switch (method) {
    case 'fetchOHLCV':
      // More than a few are hundreds of pages of trades where candles are made of those.
      return [outcomeId, { limit: 2 }]
    case 'fetchOrderBook':
    case 'fetchTrades':
    case 'watchOrderBook':
    case 'unwatchOrderBook':
    case 'watchTrades':
      return [outcomeId]
    case 'fetchOrderBooks':
    case 'watchOrderBooks':
      return [[outcomeId]]
    case 'createOrder':
    case 'buildOrder':
      return [order]
    case 'createOrders':
      return [[order]]
    case 'editOrder':
      return ['id', { price: 0.5 }]
    case 'cancelOrders':
      return [['id']]
    case 'cancelAllOrdersAfter':
      return [60_000]
    case 'cancelAllOrders':
      return []
    case 'fetchTradingFee':
      return [{ outcomeId }]
    case 'submitOrder':
      return [{ exchange: 'x', params: {}, raw: {} }]
    case 'cancelOrder':
    case 'fetchOrder':
      return ['id']
    case 'fetchOpenOrders':
      return ['id']
    case 'watchOrders':
    case 'watchMyTrades':
    case 'watchPositions':
      return []
    case 'fetchBalance':
    case 'fetchPositions':
    case 'watchAddress':
    case 'unwatchAddress':
      return [wallet]
    default:
      return [{ limit: 1 }]
  }
}

describe.each(playable)('%s', (venue) => {
  let house: House
  beforeAll(async () => {
    house = await openHouse('metronome', venue)
  })
  afterAll(() => house.close())

  test('counts its volumes in what it declares', async () => {
    const rows = marketsOf(await house.ask(venue, 'fetchMarkets', [{ limit: 50 }]))
    const units = new Set(rows.flatMap(({ sourceMetadata }) => Object(sourceMetadata).volumeUnit ?? []))
    units.delete('none')
    const { volumes } = declaredOf(venue) ?? {}
    expect(units.size === 0 ? [volumes] : [...units]).toEqual([volumes])
  })

  test('answers NOT_SUPPORTED exactly where its capability map says so', async () => {
    const map = Object(await house.ask(venue, 'has', []))
    const { account } = present(await loadVenue(venue))
    // Where nobody else's account is shown, one's own is asked for.
    const isOwn = (method: MethodName): boolean =>
      (method === 'fetchPositions' && account?.positionsOf === undefined) ||
      (method === 'fetchBalance' && account?.balanceOf === undefined)
    const [row] = marketsOf(await house.ask(venue, 'fetchMarkets', [{ limit: 1 }]))
    const outcomeId = row?.outcomes[0]?.outcomeId ?? ''
    const lies: string[] = []
    for (const method of capabilityNames) {
      // A venue without series has none to list (src/api/README.md, "Lists and lookups").
      if (method === 'fetchSeries') continue
      const failure: unknown = await house
        .ask(venue, method, isOwn(method) ? [] : argumentsOf(method, outcomeId))
        .then(
          () => undefined,
          (error: unknown) => error,
        )
      const { code, detail } = Object(failure)
      const refused = code === 'NOT_SUPPORTED'
      // What is sampled has candles once it is pinned for that; before, the refusal says how.
      const isSampled = refused && Object(detail).kind === 'not_sampled'
      if (isSampled || map[method] === 'sampled') {
        if (!isSampled || map[method] !== 'sampled') lies.push(`${method}: ${map[method]}`)
      } else if (refused === (map[method] !== false)) lies.push(`${method}: ${map[method]}`)
    }
    expect(lies).toEqual([])
  })

  test('past books are the hosted archive’s', async () => {
    const asked = house.ask(venue, 'fetchOrderBook', ['any', null, { since: '2026-01-01' }])
    expect((await failureOf(() => asked)).code).toBe('NOT_SUPPORTED')
  })
})
