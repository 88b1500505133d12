import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { Order } from '../../../../src/api/models/models.js'
import { WireError } from '../../../../src/transport/errors.js'
import { failureOf, fakeExchange, tradingWorld } from '../trading-world.js'

const named = { clientOrderId: 'c1' }
const lost = () => ({ placed: true, answer: new WireError('reset', 'x') }) as const

describe('a name that the venue has an order of', () => {
  test('is that order, where an earlier try reached it after the venue was asked', async () => {
    const world = tradingWorld()
    world.exchange.next(lost())
    await failureOf(world.create(named))
    // It is not shown yet when it is asked for, and the second send is refused as a second one.
    world.exchange.state.hides = true
    const { find } = world.exchange.orders
    let asked = 0
    Object.assign(world.exchange.orders, {
      find: (...args: Parameters<NonNullable<typeof find>>) => {
        world.exchange.state.hides = asked++ === 0
        return find?.(...args)
      },
    })
    const { order, headers } = await world.create(named)
    expect([order.id, world.exchange.placed.length, world.states()]).toEqual(['V1', 1, ['placed']])
    expect(headers['x-pmx-repeated']).toBe(world.journal.list({ limit: 1 })[0]?.id)
    // Its caller has it, and the row of the journal is his.
    expect(world.journal.list({ limit: 1 })[0]).toMatchObject({ isAnswered: true })
  })

  test('leaves an earlier try in doubt while the venue cannot be asked for it', async () => {
    const world = tradingWorld()
    world.exchange.next(lost())
    await failureOf(world.create(named))
    const { find } = world.exchange.orders
    let asked = 0
    Object.assign(world.exchange.orders, {
      find: async () => {
        if (asked++ > 0) throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
        return undefined
      },
    })
    expect((await failureOf(world.create(named))).detail).toMatchObject({ state: 'unknown' })
    expect(world.states()).toEqual(['unknown'])
    Object.assign(world.exchange.orders, { find })
    expect((await world.create(named)).order.id).toBe('V1')
  })

  test('is told in the way it was asked for, though the venue nets', async () => {
    const exchange = fakeExchange()
    const netted = { marketId: 'M', outcomeId: 'M-YES', side: 'sell', price: 0.6 } as const
    let asked = 0
    Object.assign(exchange.orders, {
      find: async (): Promise<Order | undefined> =>
        asked++ === 0
          ? undefined
          : {
              ...netted,
              id: 'V1',
              type: 'limit',
              amount: 10,
              status: 'open',
              filled: 0,
              remaining: 10,
              timestamp: 1,
            },
    })
    const world = tradingWorld({ over: exchange })
    exchange.next(lost())
    const wanted = { ...named, outcomeId: 'M-NO', side: 'buy', price: 0.4 }
    await failureOf(world.create(wanted))
    expect((await world.create(wanted)).order).toMatchObject({ outcomeId: 'M-NO', side: 'buy', price: 0.4 })
  })
})

test('a refused order is unknown where the venue has an order like it under the name of the caller', async () => {
  const world = tradingWorld()
  await world.create(named)
  world.forget()
  const { orders } = world.exchange
  Object.assign(orders, {
    async submit(
      _native: unknown,
      _terms: unknown,
      ctx: { http: { send(request: object): Promise<unknown> } },
    ) {
      await ctx.http.send({ host: 'api', path: '/order', body: {}, accept: [409] })
      throw new PmxError('INSUFFICIENT_FUNDS', 'no money')
    },
  })
  expect((await failureOf(world.create(named))).detail?.['state']).toBe('unknown')
  expect(world.states()).toEqual(['unknown'])
})

test('an order in doubt is sent again whatever the limits are: they counted it already', async () => {
  const world = tradingWorld({ rails: { maxDailyNotional: 5 } })
  world.exchange.next({ placed: false, answer: new WireError('reset', 'x') })
  await failureOf(world.create(named))
  const { order, headers } = await world.create(named)
  expect([order.id, headers['x-pmx-repeated']]).toEqual(['V1', world.journal.list({ limit: 1 })[0]?.id])
})

test('what the venue is sent twice is written down again before it goes', async () => {
  const world = tradingWorld()
  world.exchange.next({ placed: false, answer: new WireError('reset', 'x') })
  await failureOf(world.create(named))
  world.exchange.hold()
  const again = world.create(named)
  await world.settle()
  expect([world.states(), world.sent()]).toEqual([['sending'], 2])
  world.exchange.letGo()
  await again
})

describe('a journal that cannot be read any more once an order was sent', () => {
  const damaged = () => {
    throw new Error('database disk image is malformed')
  }
  /** The file is damaged while the order is on its way. */
  function worldThatBreaks(break_: (world: ReturnType<typeof tradingWorld>) => void = () => undefined) {
    const world = tradingWorld()
    const { submit, build } = world.exchange.orders
    world.exchange.orders.build = async (...asked) => ({ ...(await build(...asked)), cancelsRest: true })
    world.exchange.orders.submit = (...asked) => {
      Object.assign(world.journal, { row: damaged, settle: damaged, transact: damaged })
      return submit(...asked)
    }
    break_(world)
    return world
  }

  test('does not make a lost order one that was not placed', async () => {
    const world = worldThatBreaks(({ exchange }) => exchange.next(lost()))
    const failure = await failureOf(world.create(named))
    expect([failure.code, failure.detail?.['state']]).toEqual(['NETWORK_ERROR', 'unknown'])
    expect(world.exchange.placed).toHaveLength(1)
  })

  test('keeps the refusal of the venue', async () => {
    const refusal = new PmxError('INSUFFICIENT_FUNDS', 'too little')
    const world = worldThatBreaks(({ exchange }) => exchange.next({ placed: false, answer: refusal }))
    expect((await failureOf(world.create(named))).code).toBe('INSUFFICIENT_FUNDS')
  })

  test('leaves the order its answer, and its rest is canceled', async () => {
    const world = worldThatBreaks()
    const { order } = await world.create({ ...named, type: 'market' })
    expect([order.id, order.status, world.exchange.state.canceled]).toEqual(['V1', 'canceled', 1])
  })
})
