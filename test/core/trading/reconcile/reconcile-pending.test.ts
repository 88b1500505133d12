import { expect, test } from 'vitest'
import type { Order } from '../../../../src/api/models/models.js'
import type { Job } from '../../../../src/core/request/api-call.js'
import { resolveOrders } from '../../../../src/core/trading/reconcile/reconcile-pending.js'
import { isOrderOf, reconcileOrder } from '../../../../src/core/trading/records/reconcile-order.js'
import { WireError } from '../../../../src/transport/errors.js'
import type { OrderTerms } from '../../../../src/venue-kit/contract/trading.js'
import { failureOf, tradingWorld } from '../trading-world.js'

const lost = () => ({ placed: true, answer: new WireError('reset', 'x') }) as const

async function worldInDoubt() {
  const world = tradingWorld()
  world.exchange.next(lost(), lost())
  await failureOf(world.create({ clientOrderId: 'a' }))
  await failureOf(world.create({ clientOrderId: 'b' }))
  return world
}

test('a venue that this version does not serve leaves its orders in doubt, and says where to look', async () => {
  const world = await worldInDoubt()
  const unknown = { state: 'unknown', because: expect.stringContaining('open orders') }
  expect(await resolveOrders(world.room, async () => undefined)).toMatchObject([unknown, unknown])
  const idle = { venue: { ...world.exchange.venue, orders: undefined } } as unknown as Job
  const jobs: string[] = []
  const open = async () => ({ ...idle, release: () => void jobs.push('released') })
  expect(await resolveOrders(world.room, open)).toMatchObject([unknown, unknown])
  expect(jobs).toEqual(['released', 'released'])
  expect(world.states()).toEqual(['unknown', 'unknown'])
})

test('a bug on the way is no answer about an order, and holds nothing open', async () => {
  const world = await worldInDoubt()
  let released = 0
  const { find: _find, ...orders } = world.exchange.orders
  const venue = {
    ...world.exchange.venue,
    orders: { ...orders, find: () => Promise.reject(new TypeError('bug')) },
  }
  const ctx = { secrets: { values: { apiKey: 'mine' }, withheld: false } }
  const job = { venue, ctx, release: () => void released++ } as unknown as Job & { release(): void }
  await expect(resolveOrders(world.room, async () => job)).rejects.toThrow('bug')
  expect([released, world.states()]).toEqual([1, ['unknown', 'unknown']])
})

const terms = { marketId: 'M', outcomeId: 'M-YES', side: 'buy' } as OrderTerms
const told = (marketId: string) => ({ marketId, outcomeId: 'M-YES', side: 'buy' }) as Order
const ctx = {} as never

test('an order of another market is another’s; one of which the venue does not tell the market may be the one', () => {
  expect(isOrderOf(terms, told('M'))).toBe(true)
  expect(isOrderOf(terms, told('unknown'))).toBe(true)
  expect(isOrderOf(terms, told('N'))).toBe(false)
})

test('an order whose name stands for one of another market was not placed', async () => {
  const { exchange } = tradingWorld()
  const source = { ...exchange.orders, find: async () => told('N') }
  const row = { handle: { by: 'clientOrderId', value: 'c' }, terms, at: 1 } as const
  expect(await reconcileOrder(row, source, ctx, () => 0)).toEqual({ state: 'absent' })
})

test('nobody can say of an order without a name, or of a venue that tells nothing by names, however old it is', async () => {
  const { exchange } = tradingWorld()
  const age = () => 24 * 60 * 60_000
  const { find: _none, ...blind } = exchange.orders
  const handle = { by: 'clientOrderId', value: 'c' } as const
  expect(await reconcileOrder({ terms, at: 1 }, exchange.orders, ctx, age)).toBeUndefined()
  expect(await reconcileOrder({ handle, terms, at: 1 }, blind, ctx, age)).toBeUndefined()
  expect(await reconcileOrder({ handle, terms, at: 1 }, exchange.orders, ctx, age)).toEqual({
    state: 'absent',
  })
})
