import { describe, expect, test } from 'vitest'
import type { Order } from '../../../../src/api/models/models.js'
import { capabilityOf } from '../../../../src/core/capabilities/capabilities.js'
import type { AccountSource } from '../../../../src/venue-kit/contract/trading.js'
import type { Venue } from '../../../../src/venue-kit/contract/venue.js'
import { failureOf, fakeExchange, mine, tradingWorld } from '../trading-world.js'

/** A venue that lists no closed orders, and what it shows of each order by its id. */
function worldOf(shown: Readonly<Record<string, Partial<Order>>> = {}, more: AccountSource = {}) {
  const exchange = fakeExchange()
  const asked: string[] = []
  const account: AccountSource = {
    async order(id) {
      asked.push(id)
      const placed = exchange.placed.find((order) => order.id === id)
      const changes = shown[id]
      if (placed === undefined || changes === undefined) return undefined
      const { marketId, outcomeId, side } = placed
      const amount = Number(placed.amount)
      return {
        ...{ id, marketId, outcomeId, side, type: 'limit', amount, status: 'filled' },
        ...{ filled: amount, remaining: 0, timestamp: 1_000 },
        ...changes,
      }
    },
    ...more,
  }
  const venue: Venue = { ...exchange.venue, account }
  const world = tradingWorld({ over: { ...exchange, venue } as typeof exchange })
  const list = async (params: object = {}) => {
    const { data, headers } = await world.ask('fetchClosedOrders', params)
    return { ids: (data as Order[]).map(({ id }) => id), orders: data as Order[], headers }
  }
  return { ...world, venue, asked, list }
}

describe('closed orders of a venue that lists none', () => {
  test('are those that were placed here, looked up one by one, and that is told', async () => {
    const world = worldOf({
      V1: { status: 'canceled', filled: 4, remaining: 0 },
      V2: { status: 'open', filled: 0, remaining: 10 },
      V3: {},
    })
    for (const clientOrderId of ['a', 'b', 'c']) await world.create({ clientOrderId })
    const { orders, headers } = await world.list()
    expect(orders).toMatchObject([
      { id: 'V3', status: 'filled' },
      { id: 'V1', status: 'canceled', filled: 4, remaining: 6 },
    ])
    expect(headers['x-pmx-truncated']).toContain('closed orders that were not placed here')
    expect(capabilityOf(world.venue, 'fetchClosedOrders')).toBe('emulated')
  })

  test('are not looked up where the journal knows how they ended', async () => {
    const world = worldOf({ V1: {} })
    await world.create({ clientOrderId: 'a' })
    const [row] = world.journal.list({ limit: 1 })
    if (row?.outcome.state !== 'placed') throw new Error('it was not placed')
    const order: Order = { ...row.outcome.order, status: 'canceled' }
    world.journal.recordOutcome(row.id, { state: 'placed', order }, 5)
    expect((await world.list()).orders).toMatchObject([{ id: 'V1', status: 'canceled' }])
    expect(world.asked).toEqual([])
    world.journal.recordOutcome(row.id, { state: 'placed', order, isRestOpen: true }, 6)
    expect((await world.list()).orders).toMatchObject([{ id: 'V1', status: 'filled' }])
    expect(world.asked).toEqual(['V1'])
  })

  test('that the venue does not show any more are told to be missing', async () => {
    const world = worldOf()
    await world.create()
    const { ids, headers } = await world.list()
    expect(ids).toEqual([])
    expect(headers['x-pmx-truncated']).toContain('no longer shows')
  })

  test('are those of a market by each of its names', async () => {
    const world = worldOf({ V1: {}, V2: {} })
    for (const name of ['M', 'N']) await world.create({ marketId: name, outcomeId: `${name}-YES` })
    const row = { market: { marketId: 'another', outcomes: [{ outcomeId: 'M-YES' }] } }
    Object.assign(world.venue.markets, {
      getMarket: async (id: string) => (id === 'slug-M' ? row : undefined),
    })
    expect((await world.list({ marketId: 'slug-M' })).ids).toEqual(['V1'])
    expect((await world.list({ marketId: 'M' })).ids).toEqual(['V1'])
    expect((await world.list({ marketId: 'nothing' })).ids).toEqual([])
  })

  test('are those of one account and one market, and no more than are wanted are looked up', async () => {
    const world = worldOf(
      Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`V${n + 1}`, { timestamp: 1_000 + n }])),
    )
    for (let n = 0; n < 30; n++) await world.create({ clientOrderId: `a${n}` })
    await world.create({ marketId: 'N', outcomeId: 'N-YES', clientOrderId: 'n' })
    expect((await world.list({ marketId: 'N' })).ids).toEqual(['V31'])
    world.asked.length = 0
    expect((await world.list({ limit: 5 })).ids).toEqual(['V31', 'V30', 'V29', 'V28', 'V27'])
    // Of a page of ten, V31 is known to have ended since it was looked up before.
    expect(world.asked).toHaveLength(9)
    const call = { credentials: { ...mine, apiKey: 'another' } }
    expect((await world.ask('fetchClosedOrders', {}, call)).data).toEqual([])
  })

  test('are among all orders where open ones are listed', async () => {
    const world = worldOf(
      { V1: {} },
      {
        openOrders: () => ({
          kind: 'cursor',
          what: 'open orders',
          idOf: ({ id }) => id,
          fetch: async () => ({ rows: [] }),
        }),
      },
    )
    await world.create()
    expect((await world.ask('fetchAllOrders', {})).data).toMatchObject([{ id: 'V1' }])
  })

  test('need the credentials of the account', async () => {
    const world = worldOf()
    const failure = await failureOf(world.ask('fetchClosedOrders', {}, { credentials: undefined }))
    expect(failure.code).toBe('AUTHENTICATION_ERROR')
  })
})
