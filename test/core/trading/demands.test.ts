import { describe, expect, test } from 'vitest'
import { fakeClock } from '../../support/clock.js'
import { failureOf, tradingWorld } from './trading-world.js'

const SOON = 300_000
const constraints = { postOnly: true, timeInForce: ['GTC', 'GTD'], reduceOnly: ['GTC'] } as const

describe('what a caller demands of an order', () => {
  test('goes on to the venue', async () => {
    const world = tradingWorld({ exchange: { constraints } })
    const expiration = world.clock.now() + SOON
    await world.create({ postOnly: true, reduceOnly: true, clientOrderId: 'a' })
    await world.create({ timeInForce: 'GTD', expiration, clientOrderId: 'b' })
    await world.create({ postOnly: false, clientOrderId: 'c' })
    expect(world.exchange.placed).toMatchObject([
      { postOnly: true, reduceOnly: true },
      { timeInForce: 'GTD', expiresAt: expiration },
      {},
    ])
    for (const member of ['postOnly', 'timeInForce', 'expiresAt', 'reduceOnly'])
      expect(world.exchange.placed[2]).not.toHaveProperty(member)
  })

  test.each(['createOrder', 'buildOrder'] as const)(
    'is refused by %s where the venue has none, before anything is read, built or sent',
    async (method) => {
      const world = tradingWorld({ rails: { dryRun: method === 'createOrder' } })
      const order = { marketId: 'M', outcomeId: 'M-YES', side: 'buy', type: 'limit', amount: 10, price: 0.5 }
      const expiration = world.clock.now() + SOON
      for (const demand of [
        { postOnly: true },
        { timeInForce: 'FOK' },
        { timeInForce: 'GTD', expiration },
        { reduceOnly: true },
        { cancelOnPause: true },
        { orderGroupId: 'a-group' },
      ])
        expect(await failureOf(world.ask(method, { ...order, ...demand }))).toMatchObject({
          code: 'INVALID_ORDER',
          field: Object.keys(demand)[0],
        })
      expect(world.wire.calls).toEqual([])
      expect(world.exchange.built).toEqual([])
      expect(world.journal.list({ limit: 10 })).toEqual([])
    },
  )

  test('makes another order of it: a name stands for one', async () => {
    const world = tradingWorld({ exchange: { constraints } })
    const named = { clientOrderId: 'a', postOnly: true }
    const first = await world.create(named)
    expect((await world.create(named)).order).toEqual(first.order)
    expect(await failureOf(world.create({ clientOrderId: 'a' }))).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(world.sent()).toBe(1)
  })

  test('holds for a new order: one that has ended since is told when it is asked for again', async () => {
    const world = tradingWorld({ exchange: { constraints } })
    const named = { clientOrderId: 'a', timeInForce: 'GTD', expiration: world.clock.now() + SOON }
    const first = await world.create(named)
    world.clock.passTo(named.expiration + SOON)
    const again = await world.create(named)
    expect(again.order).toEqual(first.order)
    expect(again.headers).toHaveProperty('x-pmx-repeated')
    expect(await failureOf(world.create({ ...named, clientOrderId: 'b' }))).toMatchObject({
      code: 'INVALID_ORDER',
      field: 'expiration',
    })
    expect(world.sent()).toBe(1)
  })

  test.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('expires by the clock of the venue where this machine is %s', async (_how, aheadMs) => {
    const clock = fakeClock()
    const venueNow = () => clock.now() - aheadMs
    const world = tradingWorld({ exchange: { constraints }, clock, venueNow })
    const lasting = { timeInForce: 'GTD', expiration: venueNow() + SOON, clientOrderId: 'a' }
    expect((await world.create(lasting)).order.status).toBe('open')
    const over = { ...lasting, expiration: venueNow() - SOON, clientOrderId: 'b' }
    expect(await failureOf(world.create(over))).toMatchObject({ code: 'INVALID_ORDER', field: 'expiration' })
    expect(world.sent()).toBe(1)
  })

  test('is written down, and goes with the order when it is sent once more', async () => {
    const world = tradingWorld({ exchange: { constraints, finds: true } })
    world.exchange.next({ placed: false, answer: new Error('cut') })
    await world.create({ clientOrderId: 'a', postOnly: true }).catch(() => undefined)
    await world.create({ clientOrderId: 'a', postOnly: true }).catch(() => undefined)
    expect(world.exchange.built).toHaveLength(2)
    expect(world.exchange.built[1]).toEqual(world.exchange.built[0])
    expect(world.journal.list({ limit: 1 })).toMatchObject([{ terms: { postOnly: true } }])
  })
})
