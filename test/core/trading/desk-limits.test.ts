import { expect, test } from 'vitest'
import { WireError } from '../../../src/transport/errors.js'
import type { OrderTerms } from '../../../src/venue-kit/contract/trading.js'
import { failureOf, fakeExchange, tradingWorld } from './trading-world.js'

test('an order in doubt that would bear another name now is not sent again: it might be a second one', async () => {
  const world = tradingWorld()
  const named = { clientOrderId: 'c1' }
  world.exchange.next({ placed: false, answer: new WireError('reset', 'cut') })
  await failureOf(world.create(named))
  const { build } = world.exchange.orders
  const changed = [
    { by: 'clientOrderId', value: 'another' },
    { by: 'orderId', value: 'c1' },
    undefined,
  ] as const
  for (const handle of changed) {
    Object.assign(world.exchange.orders, {
      async build(...args: Parameters<typeof build>) {
        const { handle: _was, ...native } = await build(...args)
        return handle === undefined ? native : { ...native, handle }
      },
    })
    expect(await failureOf(world.create(named))).toMatchObject({
      code: 'NETWORK_ERROR',
      detail: { state: 'unknown', kind: 'reset', handle: { by: 'clientOrderId', value: 'c1' } },
    })
  }
  expect([world.sent(), world.states()]).toEqual([1, ['unknown']])
  Object.assign(world.exchange.orders, { build })
  expect((await world.create(named)).order.id).toBe('V1')
})

test('a market that is not the outcome’s is refused, and told', async () => {
  const world = tradingWorld()
  expect(await failureOf(world.create({ marketId: 'N' }))).toMatchObject({
    code: 'INVALID_ORDER',
    field: 'marketId',
    detail: { kind: 'order_rule', allowed: { marketId: 'M' } },
  })
  expect(world.sent()).toBe(0)
})

test('venues on which nothing may be traded are refused before anything is asked of them', async () => {
  const world = tradingWorld({ rails: { venues: ['polymarket'] } })
  expect((await failureOf(world.create())).detail).toMatchObject({ rule: 'trading.venues' })
  expect(world.exchange.built).toEqual([])
})

test('orders that are irrevocable cannot be canceled, and a venue without orders takes none', async () => {
  const exchange = fakeExchange()
  const { cancel: _none, ...irrevocable } = exchange.orders
  const worldOf = (orders: object | undefined) =>
    tradingWorld({ over: { ...exchange, venue: { ...exchange.venue, orders } as typeof exchange.venue } })
  const canceling = await failureOf(worldOf(irrevocable).ask('cancelOrder', 'V1'))
  expect(canceling).toMatchObject({ code: 'NOT_SUPPORTED', message: expect.stringContaining('cancelOrder') })
  const placing = await failureOf(worldOf(undefined).create())
  expect(placing).toMatchObject({ code: 'NOT_SUPPORTED', message: expect.stringContaining('createOrder') })
})

test('a dry run tells which order would have been canceled', async () => {
  const world = tradingWorld({ rails: { dryRun: true } })
  expect((await failureOf(world.ask('cancelOrder', ' V1 '))).detail).toMatchObject({ call: { cancel: 'V1' } })
})

test('an order is written down before it leaves, and again before it leaves once more', async () => {
  const world = tradingWorld()
  const seen: (string | undefined)[] = []
  const { submit } = world.exchange.orders
  Object.assign(world.exchange.orders, {
    submit(...args: Parameters<typeof submit>) {
      const [, { clientOrderId }]: readonly [unknown, OrderTerms, unknown] = args
      const row = world.journal.list({ limit: 9 }).find(({ terms }) => terms.clientOrderId === clientOrderId)
      seen.push(row?.outcome.state)
      return submit(...args)
    },
  })
  world.exchange.next({ placed: false, answer: new WireError('reset', 'cut') })
  await failureOf(world.create({ clientOrderId: 'c1' }))
  await world.create({ clientOrderId: 'c1' })
  expect(seen).toEqual(['sending', 'sending'])
})
