import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { Order, OrderResult } from '../../../../src/api/models/models.js'
import type { CoreCall } from '../../../../src/core/request/api-call.js'
import { WireError } from '../../../../src/transport/errors.js'
import type { CursorPaging } from '../../../../src/venue-kit/contract/paging.js'
import type { OrderBatch, OrderTerms } from '../../../../src/venue-kit/contract/trading.js'
import { markLoginEnded } from '../../../../src/venue-kit/orders/ended-login.js'
import { createMemoryJournal } from '../../../support/memory-journal.js'
import { failureOf, fakeExchange, limitOrder, type TradingOptions, tradingWorld } from '../trading-world.js'

const lostAnswer = () => new WireError('reset', 'The venue cut the connection.')

/** What the venue does with the next call of several orders. */
type Reply = 'as usual' | 'lost' | 'lost before' | 'refused' | 'short' | 'sent twice' | 'login ended'

/** An exchange that takes several orders in one call. */
function batchExchange(options: TradingOptions['exchange'] = {}, most = 20) {
  const exchange = fakeExchange(options)
  const calls: OrderTerms[][] = []
  const replies: Reply[] = []
  /** Refuses single orders of a call, by their client order ids or amounts. */
  const bad = new Set<string>()
  const take = (terms: OrderTerms): Order | PmxError => {
    if (bad.has(terms.amount)) return new PmxError('INSUFFICIENT_FUNDS', 'Not enough money.')
    exchange.placed.push({ ...terms, id: `V${exchange.placed.length + 1}` })
    const { id } = exchange.placed.at(-1) ?? { id: '' }
    return {
      id,
      marketId: terms.marketId,
      outcomeId: terms.outcomeId,
      side: terms.side,
      type: terms.type,
      price: Number(terms.price),
      amount: Number(terms.amount),
      status: 'open',
      filled: 0,
      remaining: Number(terms.amount),
      timestamp: 1,
      clientOrderId: terms.clientOrderId,
    }
  }
  const batch: OrderBatch = {
    most,
    async submit(orders, ctx) {
      const reply = replies.shift() ?? 'as usual'
      calls.push(orders.map(({ terms }) => terms))
      await ctx.http.send({
        host: 'api',
        path: '/orders',
        body: orders.map(({ native }) => native.call.body),
      })
      if (reply === 'refused') throw new PmxError('INVALID_ORDER', 'One of them is wrong.')
      if (reply === 'login ended')
        throw markLoginEnded(
          new PmxError('AUTHENTICATION_ERROR', 'no session', { detail: { upstreamStatus: 401 } }),
        )
      if (reply === 'lost before') throw lostAnswer()
      const results = orders.map(({ terms }) => take(terms))
      if (reply === 'lost') throw lostAnswer()
      if (reply === 'sent twice')
        throw new PmxError('BAD_REQUEST', 'Its nonce was used before.', {
          detail: { kind: 'duplicate_order' },
        })
      return reply === 'short' ? results.slice(1) : results
    },
  }
  Object.assign(exchange.orders, { batch })
  Object.assign(exchange.answers, { 'POST api/orders': {} })
  return { exchange, calls, replies, bad }
}

function batchWorld(options: Omit<TradingOptions, 'over'> & { readonly most?: number } = {}) {
  const made = batchExchange(options.exchange, options.most)
  return { ...made, ...open(tradingWorld({ ...options, over: made.exchange })) }
}

function open(world: ReturnType<typeof tradingWorld>) {
  return {
    ...world,
    placeAll: async (orders: readonly unknown[], call: Partial<CoreCall> = {}) =>
      (await world.ask('createOrders', orders, call)).data as OrderResult[],
  }
}

const order = (more: object = {}) => ({ ...limitOrder, ...more })
const told = (results: readonly OrderResult[]) =>
  results.map(({ index, order: placed, error }) => `${index} ${placed?.id ?? error?.code}`)

const kinds = [
  ['one after another', () => open(tradingWorld())],
  ['in one call', () => batchWorld()],
] as const

describe.each(kinds)('several orders, %s', (_kind, start) => {
  test('are placed in the sequence of the list, each written down', async () => {
    const world = start()
    const results = await world.placeAll([order({ amount: 1 }), order({ amount: 2 }), order({ amount: 3 })])
    expect(told(results)).toEqual(['0 V1', '1 V2', '2 V3'])
    expect(world.exchange.placed.map(({ amount }) => amount)).toEqual(['1', '2', '3'])
    expect(world.states()).toEqual(['placed', 'placed', 'placed'])
    expect(world.journal.list({ limit: 9 }).every(({ isAnswered }) => isAnswered)).toBe(true)
  })

  test('are checked each by itself: a bad one neither stops nor hides the others', async () => {
    const world = start()
    const results = await world.placeAll([
      order({ amount: 1, colour: 'red' }),
      order({ amount: 2 }),
      order({ amount: -3 }),
      'buy something',
      order({ amount: 4, marketId: 'OTHER' }),
      order({ amount: 5 }),
    ])
    expect(told(results)).toEqual([
      '0 VALIDATION_ERROR',
      '1 V1',
      '2 INVALID_ORDER',
      '3 VALIDATION_ERROR',
      '4 INVALID_ORDER',
      '5 V2',
    ])
    expect(results[0]?.error).toMatchObject({ field: 'colour', exchange: 'Kalshi', retryable: false })
    expect(world.exchange.placed.map(({ amount }) => amount)).toEqual(['2', '5'])
  })

  test('that are alike and have no name are as many orders', async () => {
    const world = start()
    expect(told(await world.placeAll([order(), order(), order()]))).toEqual(['0 V1', '1 V2', '2 V3'])
  })

  test('cannot share a name', async () => {
    const world = start()
    const results = await world.placeAll([order({ clientOrderId: 'A' }), order({ clientOrderId: 'A' })])
    expect(told(results)).toEqual(['0 V1', '1 VALIDATION_ERROR'])
    expect(results[1]?.error?.detail).toMatchObject({ kind: 'duplicate_order' })
  })

  test('are named by an Idempotency-Key and their place: a repeated call places none again', async () => {
    const world = start()
    const orders = [order({ amount: 1 }), order({ amount: 2 }), order({ amount: 1 })]
    const call = { idempotencyKey: 'K' }
    const first = await world.placeAll(orders, call)
    const again = await world.placeAll([...orders, order({ amount: 9 })], call)
    expect(told(first)).toEqual(['0 V1', '1 V2', '2 V3'])
    expect(told(again)).toEqual(['0 V1', '1 V2', '2 V3', '3 V4'])
    expect(again.map(({ repeated }) => repeated)).toEqual([true, true, true, undefined])
    const other = await world.placeAll([order({ amount: 2 }), order({ amount: 2 })], call)
    expect(told(other)).toEqual(['0 VALIDATION_ERROR', '1 V2'])
    expect(world.exchange.placed).toHaveLength(4)
  })

  test('that are asked for again while they are under way are placed once', async () => {
    const world = start()
    world.exchange.hold()
    const { call, hangUp } = world.caller()
    const orders = [order({ amount: 1 }), order({ amount: 2 }), order({ amount: 1 })]
    const first = world.placeAll(orders, call)
    await world.settle()
    hangUp()
    const again = world.placeAll(orders)
    await world.settle()
    world.exchange.letGo()
    await first
    expect(told(await again)).toEqual(['0 V1', '1 V2', '2 V3'])
    expect(world.exchange.placed).toHaveLength(3)
  })

  test('count together against the limit of the day, and those beyond it alone are refused', async () => {
    const limit = { rails: { maxDailyNotional: 10 } }
    const world = start === kinds[0][1] ? open(tradingWorld(limit)) : batchWorld(limit)
    const results = await world.placeAll([
      order({ amount: 10 }),
      order({ amount: 12 }),
      order({ amount: 10 }),
    ])
    expect(told(results)).toEqual(['0 V1', '1 PERMISSION_DENIED', '2 V2'])
    expect(results[1]?.error?.detail).toMatchObject({ rule: 'trading.maxDailyNotional', limit: 10 })
    expect(told(await world.placeAll([order({ amount: 1 })]))).toEqual(['0 PERMISSION_DENIED'])
  })

  test('are shown and not sent in a dry run', async () => {
    const dry = { rails: { dryRun: true } }
    const world = start === kinds[0][1] ? open(tradingWorld(dry)) : batchWorld(dry)
    const results = await world.placeAll([order({ amount: 1 }), order({ amount: -1 }), order({ amount: 2 })])
    expect(told(results)).toEqual(['0 PERMISSION_DENIED', '1 INVALID_ORDER', '2 PERMISSION_DENIED'])
    expect(results[2]?.error?.detail).toMatchObject({
      rule: 'trading.dryRun',
      call: { path: '/order', body: { amount: '2' } },
    })
    expect(world.wire.calls).toEqual([])
    expect(world.states()).toEqual([])
  })

  test.each([[[]], [Array.from({ length: 51 }, () => order())]])('are one to fifty', async (orders) => {
    expect(await failureOf(start().placeAll(orders))).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'orders',
    })
  })

  test('are refused together where none may be placed', async () => {
    const off = { rails: { venues: [] } }
    const world = start === kinds[0][1] ? open(tradingWorld(off)) : batchWorld(off)
    expect(await failureOf(world.placeAll([order()]))).toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(await failureOf(world.placeAll([order()], { credentials: {} }))).toMatchObject({
      code: expect.stringMatching(/PERMISSION_DENIED|AUTHENTICATION_ERROR/),
    })
  })
})

describe('several orders, one after another', () => {
  test('go on after one whose answer was lost, which stays in doubt', async () => {
    const world = open(tradingWorld())
    world.exchange.next(
      { placed: true, answer: { id: 'V1' } },
      { placed: true, answer: lostAnswer() },
      { placed: false, answer: new PmxError('INSUFFICIENT_FUNDS', 'Not enough money.') },
    )
    const orders = [1, 2, 3, 4].map((amount) => order({ amount }))
    const results = await world.placeAll(orders, { idempotencyKey: 'K' })
    expect(told(results)).toEqual(['0 V1', '1 NETWORK_ERROR', '2 INSUFFICIENT_FUNDS', '3 V3'])
    expect(results[1]?.error?.detail).toMatchObject({ state: 'unknown' })
    expect(world.states()).toEqual(['placed', 'refused', 'unknown', 'placed'])
    // Asked again, the one in doubt is found, and the one that was refused is placed.
    expect(told(await world.placeAll(orders, { idempotencyKey: 'K' }))).toEqual([
      '0 V1',
      '1 V2',
      '2 V4',
      '3 V3',
    ])
  })

  test('wait for nothing that another call has under way', async () => {
    const world = open(tradingWorld())
    world.exchange.hold()
    const other = world.create({ clientOrderId: 'A' })
    await world.settle()
    world.exchange.state.isHolding = false
    const work = world.placeAll([order({ clientOrderId: 'A' }), order({ clientOrderId: 'B' })])
    await world.settle()
    expect(world.exchange.placed.map(({ clientOrderId }) => clientOrderId)).toContain('B')
    world.exchange.letGo()
    await other
    expect(told(await work)).toEqual(['0 V2', '1 V1'])
  })
})

describe('several orders, in one call', () => {
  test('are one call, and as many as the venue takes', async () => {
    const world = batchWorld({ most: 2 })
    const orders = [1, 2, 3, 4, 5].map((amount) => order({ amount }))
    expect(told(await world.placeAll(orders))).toEqual(['0 V1', '1 V2', '2 V3', '3 V4', '4 V5'])
    expect(world.calls.map((call) => call.map(({ amount }) => amount))).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    // The last one went alone.
    expect(world.sent()).toBe(1)
  })

  test('are all written down before any is sent', async () => {
    const world = batchWorld()
    const seen: string[][] = []
    const { batch } = world.exchange.orders
    Object.assign(world.exchange.orders, {
      batch: {
        ...batch,
        submit: (...args: Parameters<OrderBatch['submit']>) => {
          seen.push(world.states())
          return batch?.submit(...args)
        },
      },
    })
    await world.placeAll([order({ amount: 1 }), order({ amount: 2 })])
    expect(seen).toEqual([['sending', 'sending']])
  })

  test('tell of one that the venue refuses', async () => {
    const world = batchWorld()
    world.bad.add('2')
    const results = await world.placeAll([order({ amount: 1 }), order({ amount: 2 }), order({ amount: 3 })])
    expect(told(results)).toEqual(['0 V1', '1 INSUFFICIENT_FUNDS', '2 V2'])
    expect(world.states()).toEqual(['placed', 'refused', 'placed'])
  })

  test('go alone where the venue refuses the whole call', async () => {
    const world = batchWorld()
    world.replies.push('refused')
    world.exchange.next(
      { placed: true, answer: { id: 'V1' } },
      { placed: false, answer: new PmxError('INVALID_ORDER', 'This one is wrong.') },
    )
    const results = await world.placeAll([order({ amount: 1 }), order({ amount: 2 }), order({ amount: 3 })])
    expect(told(results)).toEqual(['0 V1', '1 INVALID_ORDER', '2 V2'])
    expect(world.exchange.placed.map(({ amount }) => amount)).toEqual(['1', '3'])
  })

  test('do not go alone where the venue had the call before, and are looked up', async () => {
    const world = batchWorld({ exchange: { isUnique: false, finds: true } })
    world.replies.push('sent twice')
    const results = await world.placeAll([order({ amount: 1 }), order({ amount: 2 })])
    expect(told(results)).toEqual(['0 V1', '1 V2'])
    expect([world.sent(), world.exchange.placed.length, world.states()]).toEqual([0, 2, ['placed', 'placed']])
  })

  test('do not go alone once orders are stopped', async () => {
    const world = batchWorld()
    world.replies.push('refused')
    const { batch } = world.exchange.orders
    Object.assign(world.exchange.orders, {
      batch: {
        ...batch,
        submit: (...args: Parameters<OrderBatch['submit']>) => {
          world.journal.stop({ at: 1, by: 'ann' })
          return batch?.submit(...args)
        },
      },
    })
    const results = await world.placeAll([order({ amount: 1 }), order({ amount: 2 })])
    expect(told(results)).toEqual(['0 PERMISSION_DENIED', '1 PERMISSION_DENIED'])
    expect([world.sent(), world.states()]).toEqual([0, ['refused', 'refused']])
  })

  test.each<[Reply, number]>([
    ['lost', 2],
    ['lost before', 0],
    ['short', 2],
  ])('are all in doubt after an answer that is %s, and resolved by name', async (reply, count) => {
    const world = batchWorld()
    world.replies.push(reply)
    const orders = [order({ amount: 1 }), order({ amount: 2 })]
    const call = { idempotencyKey: 'K' }
    const results = await world.placeAll(orders, call)
    expect(told(results)).toEqual(['0 NETWORK_ERROR', '1 NETWORK_ERROR'])
    expect(results.every(({ error }) => error?.detail?.['state'] === 'unknown')).toBe(true)
    expect(world.states()).toEqual(['unknown', 'unknown'])
    expect(world.exchange.placed).toHaveLength(count)
    await world.clock.advance(61_000)
    expect(told(await world.placeAll(orders, call))).toEqual(['0 V1', '1 V2'])
    expect(world.exchange.placed).toHaveLength(2)
    expect(world.states().filter((state) => state === 'placed')).toHaveLength(2)
  })

  test('are not placed where they cannot be written down', async () => {
    const full = {
      ...createMemoryJournal(),
      intend: () => {
        throw new Error('database or disk is full')
      },
    }
    const world = batchWorld({ journal: full })
    const results = await world.placeAll([order({ amount: 1 }), order({ amount: 2 })])
    expect(told(results)).toEqual(['0 EXCHANGE_NOT_AVAILABLE', '1 EXCHANGE_NOT_AVAILABLE'])
    expect(world.wire.calls).toEqual([])
  })

  test('leave out one that another process wrote down meanwhile', async () => {
    const journal = createMemoryJournal()
    const world = batchWorld({ journal })
    const elsewhere = world.next()
    const { rules } = world.exchange.orders
    let isFirst = true
    Object.assign(world.exchange.orders, {
      rules: async (...args: Parameters<typeof rules>) => {
        const found = await rules(...args)
        if (isFirst) {
          isFirst = false
          await elsewhere.create({ clientOrderId: 'A' })
        }
        return found
      },
    })
    const results = await world.placeAll([order({ clientOrderId: 'A' }), order({ clientOrderId: 'B' })])
    expect(results.map(({ order: placed }) => placed?.clientOrderId)).toEqual(['A', 'B'])
    expect(world.exchange.placed).toHaveLength(2)
  })
})

test('whatever the limit and the orders, those that are placed keep within it, and each is told', async () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      amounts,
      fc.integer({ min: 1, max: 60 }),
      fc.boolean(),
      async (list, limit, isNative) => {
        const options = { rails: { maxDailyNotional: limit } }
        const world = isNative ? batchWorld({ ...options, most: 3 }) : open(tradingWorld(options))
        const results = await world.placeAll(list.map((amount) => order({ amount })))
        let spent = 0
        const expected = list.map((amount) => {
          const isWithin = spent + amount / 2 <= limit
          if (isWithin) spent += amount / 2
          return isWithin
        })
        expect(results.map(({ order: placed }) => placed !== undefined)).toEqual(expected)
        expect(world.exchange.placed.map(({ amount }) => Number(amount))).toEqual(
          list.filter((_, index) => expected[index]),
        )
      },
    ),
    { numRuns: 60 },
  )
})

describe('a call that a server in between sends twice, and whose second copy is refused as a whole', () => {
  const refusals = {
    funds: new PmxError('INSUFFICIENT_FUNDS', 'no funds', { detail: { upstreamStatus: 422 } }),
    rate: new PmxError('RATE_LIMIT_EXCEEDED', 'too many', { detail: { upstreamStatus: 429 } }),
  }

  /** @param isDone whether the first copy placed the orders */
  function worldOf(refusal: PmxError, isDone: boolean, options: TradingOptions['exchange']) {
    const exchange = fakeExchange(options)
    const batch: OrderBatch = {
      most: 20,
      async submit(orders, ctx) {
        await ctx.http.send({
          host: 'api',
          path: '/orders',
          body: orders.map(({ native }) => native.call.body),
        })
        if (isDone)
          for (const { terms } of orders)
            exchange.placed.push({ ...terms, id: `V${exchange.placed.length + 1}` })
        throw refusal
      },
    }
    const { openOrders } = exchange.account
    Object.assign(exchange.orders, { batch })
    Object.assign(exchange.answers, { 'POST api/orders': {} })
    const world = tradingWorld({ over: exchange })
    const timed = (order: Order): Order => ({ ...order, timestamp: world.clock.now() })
    Object.assign(exchange.account, {
      openOrders: (...asked: Parameters<NonNullable<typeof openOrders>>) => {
        const paging = openOrders?.(...asked) as CursorPaging<Order>
        return { ...paging, fetch: async () => ({ rows: (await paging.fetch(undefined)).rows.map(timed) }) }
      },
    })
    return world
  }
  const two = [
    { ...limitOrder, amount: 1 },
    { ...limitOrder, amount: 2 },
  ]
  const amounts = ({ exchange }: ReturnType<typeof worldOf>) => exchange.placed.map(({ amount }) => amount)

  test.each(Object.values(refusals))(
    'leaves orders without a name unknown, after one look: %s',
    async (refusal) => {
      const world = worldOf(refusal, true, { finds: false, isUnique: false })
      await world.ask('createOrders', two)
      expect([amounts(world), world.states()]).toEqual([
        ['1', '2'],
        ['unknown', 'unknown'],
      ])
      expect(world.exchange.lists.reads).toBe(1)
    },
  )

  test.each(Object.values(refusals))('finds orders with a name: %s', async (refusal) => {
    const world = worldOf(refusal, true, { finds: true, isUnique: false })
    const { data } = await world.ask('createOrders', two)
    expect(data).toMatchObject([{ order: { id: 'V1' } }, { order: { id: 'V2' } }])
    expect(world.states()).toEqual(['placed', 'placed'])
  })

  test('sends orders alone where the venue shows none of them, but never after a rate limit', async () => {
    const funds = worldOf(refusals.funds, false, { finds: false, isUnique: false })
    await funds.ask('createOrders', two)
    expect([amounts(funds), funds.states()]).toEqual([
      ['1', '2'],
      ['placed', 'placed'],
    ])
    const rate = worldOf(refusals.rate, false, { finds: false, isUnique: false })
    await rate.ask('createOrders', two)
    expect([amounts(rate), rate.states()]).toEqual([[], ['refused', 'refused']])
  })
})

test.each<[string, object, readonly string[]]>([
  ['two orders', { amount: 1 }, ['0 V1', '1 V2']],
  ['one order that the limits leave', { amount: 100 }, ['0 V1', '1 PERMISSION_DENIED']],
])('a login that had ended does not fail %s of a call', async (_what, second, results) => {
  const world = batchWorld({ rails: { maxDailyNotional: 6 } })
  world.replies.push('login ended')
  expect(told(await world.placeAll([order(), order(second)]))).toEqual(results)
  expect(world.states()).toEqual(results.filter((one) => one.includes('V')).map(() => 'placed'))
})
