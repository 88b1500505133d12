import { describe, expect, test } from 'vitest'
import { createBuiltOrders } from '../../../../src/core/trading/request/built-orders.js'
import type { NativeOrder, OrderTerms } from '../../../../src/venue-kit/contract/trading.js'
import { fakeClock } from '../../../support/clock.js'
import { failureOf, limitOrder, tradingWorld } from '../trading-world.js'

const MINUTE = 60_000
const terms: OrderTerms = {
  marketId: 'M',
  outcomeId: 'M-YES',
  side: 'buy',
  type: 'limit',
  amount: '10',
  price: '0.5',
  clientOrderId: 'c1',
}
type Given = Parameters<ReturnType<typeof createBuiltOrders>['open']>[0]

function worldOf(native: Partial<NativeOrder> = {}, demands: Partial<OrderTerms> = {}) {
  const clock = fakeClock()
  const orders = createBuiltOrders('key', clock)
  const order = {
    id: 'row',
    venue: 'kalshi',
    account: 'mine',
    fingerprint: 'f',
    terms: { ...terms, ...demands },
    native: { call: { host: 'api', path: '/order' }, ...native },
    cost: '5',
  } as const
  const built = orders.close(order, limitOrder)
  const open = (given: object = built, account = 'mine', venue: 'kalshi' | 'polymarket' = 'kalshi') =>
    orders.open(JSON.parse(JSON.stringify(given)) as Given, venue, account)
  const refusal = (...given: Parameters<typeof open>) => failureOf((async () => open(...given))())
  return { clock, orders, order, built, open, refusal }
}

test('what was built comes back as it was, by whatever way', () => {
  const { order, open } = worldOf()
  expect(open()).toMatchObject(order)
})

test('it comes back by a client whose class has no member for its time, as the Python SDK has none', async () => {
  const { clock, order, built, open, refusal } = worldOf()
  const { expiry, ...returned } = built
  expect(open(returned)).toMatchObject(order)
  expect(open({ ...returned, expiry: null })).toMatchObject(order)
  const moved = { ...returned, raw: { ...built.raw, expiry: expiry + MINUTE } }
  expect(await refusal(moved)).toMatchObject({ code: 'VALIDATION_ERROR', field: 'built' })
  const ofEarlierRun = { ...returned, raw: { ...built.raw, seal: 'x' } }
  expect((await refusal(ofEarlierRun)).code).toBe('VALIDATION_ERROR')
  await clock.advance(MINUTE + 1)
  expect(await refusal(ofEarlierRun)).toMatchObject({ code: 'BUILT_ORDER_EXPIRED', detail: { expiry } })
})

test('an order that ends before what was built would grow old is not sent after its end', () => {
  const end = fakeClock().now() + MINUTE / 2
  expect(worldOf({}, { timeInForce: 'GTD', expiresAt: end }).built.expiry).toBe(end)
  const later = { timeInForce: 'GTD', expiresAt: end + MINUTE } as const
  expect(worldOf({}, later).built.expiry).toBe(fakeClock().now() + MINUTE)
})

test.each([-60 * MINUTE, 60 * MINUTE])(
  'an order that its venue takes for a minute is sent where the clock is off by %i ms',
  async (off) => {
    const world = tradingWorld()
    const { build } = world.exchange.orders
    const venueClock = { ...world.clock, now: () => world.clock.now() - off }
    world.exchange.orders.build = async (of, located, ctx) => {
      Object.defineProperty(ctx, 'clock', { value: venueClock })
      return { ...(await build(of, located, ctx)), expiresAt: venueClock.now() + MINUTE / 2 }
    }
    const built = (await world.ask('buildOrder', limitOrder)).data
    expect(built).toMatchObject({ expiry: world.clock.now() + MINUTE / 2 })
    expect((await world.ask('submitOrder', built)).order.id).toBe('V1')
  },
)

describe('a signed order', () => {
  const signedOrder = { salt: '1', signature: '0xabc' }

  test('shows the very order that was signed, and is sent so', () => {
    const { built, open } = worldOf({ signedOrder })
    expect(built.signedOrder).toEqual(signedOrder)
    expect(open().native.signedOrder).toEqual(signedOrder)
    expect(worldOf().built).not.toHaveProperty('signedOrder')
  })

  test('of which another is shown than what would be sent is refused', async () => {
    const { built, refusal } = worldOf({ signedOrder })
    const { signedOrder: _none, ...without } = built
    for (const given of [{ ...built, signedOrder: { ...signedOrder, salt: '2' } }, without])
      expect(await refusal(given)).toMatchObject({ code: 'VALIDATION_ERROR', field: 'built' })
    const unsigned = worldOf()
    expect(await unsigned.refusal({ ...unsigned.built, signedOrder })).toMatchObject({ field: 'built' })
  })
})

test.each([
  ['no raw', undefined],
  ['a text', 'text'],
  ['nothing', null],
  ['no seal', {}],
])('an order with %s in the place of what was built says what is expected', async (_what, raw) => {
  const { built, refusal } = worldOf()
  const failure = await refusal({ ...built, raw })
  expect(failure).toMatchObject({ code: 'VALIDATION_ERROR', field: 'built' })
  expect(failure.message).toContain('buildOrder')
})

test('one that an earlier run built is too old where its time says so, and is else not of this run', async () => {
  const { clock, built, refusal } = worldOf()
  const strange = { ...built, raw: { ...built.raw, seal: 'x' } }
  await clock.advance(MINUTE)
  expect((await refusal(strange)).code).toBe('VALIDATION_ERROR')
  await clock.advance(1)
  expect(await refusal(strange)).toMatchObject({
    code: 'BUILT_ORDER_EXPIRED',
    detail: { expiry: built.expiry },
  })
  expect((await refusal({ ...strange, expiry: '5' })).code).toBe('VALIDATION_ERROR')
})

test('it is of one venue and one account', async () => {
  const { built, refusal } = worldOf()
  expect(await refusal(built, 'mine', 'polymarket')).toMatchObject({
    code: 'VALIDATION_ERROR',
    field: 'built',
    message: expect.stringContaining('kalshi'),
  })
  expect(await refusal(built, 'other')).toMatchObject({ field: 'built' })
})

describe('it is fresh', () => {
  test('for a minute and no longer, however the clock is set', async () => {
    const { clock, orders, open } = worldOf()
    const opened = open()
    await clock.advance(MINUTE)
    orders.assertFresh(opened)
    clock.jump(-MINUTE)
    await clock.advance(1)
    expect(await failureOf((async () => orders.assertFresh(opened))())).toMatchObject({
      code: 'BUILT_ORDER_EXPIRED',
      detail: { expiry: opened.expiry },
    })
  })

  test('no longer than the venue takes it', async () => {
    const expiresAt = fakeClock().now() + 5_000
    const { clock, orders, built, open } = worldOf({ expiresAt })
    const opened = open()
    expect(built.expiry).toBe(expiresAt)
    await clock.advance(5_000)
    orders.assertFresh(opened)
    await clock.advance(1)
    expect((await failureOf((async () => orders.assertFresh(opened))())).code).toBe('BUILT_ORDER_EXPIRED')
  })
})
