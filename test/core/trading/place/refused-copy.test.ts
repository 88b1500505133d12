import { describe, expect, test } from 'vitest'
import { type ErrorCode, PmxError } from '../../../../src/api/envelope/errors.js'
import type { Order } from '../../../../src/api/models/models.js'
import type { CursorPaging } from '../../../../src/venue-kit/contract/paging.js'
import { markLoginEnded } from '../../../../src/venue-kit/orders/ended-login.js'
import { passUntil } from '../../../support/clock.js'
import { failureOf, fakeExchange, tradingWorld } from '../trading-world.js'

const noFunds = new PmxError('INSUFFICIENT_FUNDS', 'Insufficient balance.')

/** An exchange whose rows have the time of the test's clock. */
function worldOf({ isNamed, timestamp }: { isNamed: boolean; timestamp?: (now: number) => number }) {
  const over = fakeExchange({ finds: isNamed, isUnique: false })
  const world = tradingWorld({ over })
  const at = timestamp ?? ((now) => now)
  const timed = (order: Order): Order => {
    const time = at(world.clock.now())
    if (!Number.isNaN(time)) return { ...order, timestamp: time }
    return { ...order, timestamp: world.clock.now(), metadata: { unknown: ['timestamp'] } }
  }
  const { openOrders } = over.account
  const { find } = over.orders
  let lists = 0
  Object.assign(over.account, {
    openOrders: (...asked: Parameters<NonNullable<typeof openOrders>>) => {
      lists++
      const paging = openOrders?.(...asked) as CursorPaging<Order>
      return {
        ...paging,
        fetch: async (cursor?: string) => ({ rows: (await paging.fetch(cursor)).rows.map(timed) }),
      }
    },
  })
  if (find !== undefined)
    Object.assign(over.orders, {
      find: async (...asked: Parameters<typeof find>) => {
        const order = await find(...asked)
        return order && timed(order)
      },
    })
  return { ...world, lists: () => lists }
}

describe('an order without a name at the venue that is refused for lack of funds', () => {
  test('is unknown where the venue shows an order like it since it was sent', async () => {
    const world = worldOf({ isNamed: false })
    world.exchange.next({ placed: true, answer: noFunds })
    const { code, detail, message } = await failureOf(world.create())
    expect([code, detail?.['state']]).toEqual(['NETWORK_ERROR', 'unknown'])
    expect(message).toContain('V1')
    expect(world.states()).toEqual(['unknown'])
  })

  test('stays refused, and is not looked for, where a recording lacks the call', async () => {
    const world = worldOf({ isNamed: false })
    const miss = new PmxError('BAD_REQUEST', 'not recorded', { detail: { kind: 'cassette_miss' } })
    world.exchange.next({ placed: false, answer: miss })
    expect((await failureOf(world.create())).message).toContain('not recorded')
    expect([world.states(), world.lists()]).toEqual([['refused'], 0])
  })

  test('stays refused where the venue shows none', async () => {
    const world = worldOf({ isNamed: false })
    world.exchange.next({ placed: false, answer: noFunds })
    expect((await failureOf(world.create())).code).toBe('INSUFFICIENT_FUNDS')
    expect([world.states(), world.lists()]).toEqual([['refused'], 1])
  })

  test('stays refused where the order like it is an earlier one of the journal', async () => {
    const world = worldOf({ isNamed: false })
    await world.create()
    world.exchange.next({ placed: false, answer: noFunds })
    expect((await failureOf(world.create())).code).toBe('INSUFFICIENT_FUNDS')
    expect(world.states()).toEqual(['refused', 'placed'])
  })

  test('stays refused where the order like it is older, or has another size', async () => {
    const older = worldOf({ isNamed: false, timestamp: (now) => now - 61_000 })
    older.exchange.next({ placed: true, answer: noFunds })
    expect((await failureOf(older.create())).code).toBe('INSUFFICIENT_FUNDS')
    const other = worldOf({ isNamed: false })
    await other.create({ amount: 11 })
    other.journal.recordOutcome(
      String(other.journal.list({ limit: 1 })[0]?.id),
      { state: 'refused', error: { code: 'INVALID_ORDER', message: 'no' } },
      other.clock.now(),
    )
    other.exchange.next({ placed: false, answer: noFunds })
    expect((await failureOf(other.create())).code).toBe('INSUFFICIENT_FUNDS')
  })

  test('is unknown where the lists cannot be read', async () => {
    const world = worldOf({ isNamed: false })
    world.exchange.next({ placed: false, answer: noFunds })
    world.exchange.lists.fails.push(new PmxError('EXCHANGE_NOT_AVAILABLE', 'down'))
    const { detail } = await failureOf(world.create())
    expect(detail?.['state']).toBe('unknown')
  })

  test('is not looked for after a refusal that no copy causes', async () => {
    const world = worldOf({ isNamed: false })
    world.exchange.next({ placed: false, answer: new PmxError('NOT_SUPPORTED', 'no such order type') })
    expect((await failureOf(world.create())).code).toBe('NOT_SUPPORTED')
    expect(world.lists()).toBe(0)
  })
})

describe.each(['AUTHENTICATION_ERROR', 'PERMISSION_DENIED'] as const)(
  'an order without a name at the venue that is refused with %s',
  (code) => {
    const refusal = new PmxError(code, 'expired', { detail: { upstreamStatus: 401 } })

    test('is unknown where the venue shows an order like it since it was sent', async () => {
      const world = worldOf({ isNamed: false })
      world.exchange.next({ placed: true, answer: refusal })
      const { detail } = await failureOf(world.create({ clientOrderId: 'A' }))
      expect(detail?.['state']).toBe('unknown')
      await failureOf(world.create({ clientOrderId: 'A' }))
      expect([world.states(), world.exchange.placed.length]).toEqual([['unknown'], 1])
    })

    test.each<[string, ErrorCode | undefined, string]>([
      ['shows none', undefined, 'refused'],
      ['refuses the lookup as well', code, 'refused'],
      ['does not answer the lookup', 'EXCHANGE_NOT_AVAILABLE', 'unknown'],
    ])('and whose venue %s', async (_what, ofLookup, state) => {
      const world = worldOf({ isNamed: false })
      world.exchange.next({ placed: false, answer: refusal })
      if (ofLookup !== undefined) world.exchange.lists.fails.push(new PmxError(ofLookup, 'no'))
      const failure = await failureOf(world.create())
      expect([failure.code, world.states()]).toEqual([state === 'refused' ? code : 'NETWORK_ERROR', [state]])
      expect(world.lists()).toBe(1)
    })
  },
)

describe('an order whose login had ended', () => {
  const ended = markLoginEnded(new PmxError('AUTHENTICATION_ERROR', 'no session'))
  const orders = ({ wire }: ReturnType<typeof worldOf>) =>
    wire.calls.filter(({ path }) => path === '/order').length

  test.each([true, false])(
    'is sent once more where the venue does not show it (name: %s)',
    async (isNamed) => {
      const world = worldOf({ isNamed })
      world.exchange.next({ placed: false, answer: ended })
      expect((await world.create()).order.id).toBe('V1')
      expect([world.states(), orders(world)]).toEqual([['placed'], 2])
    },
  )

  test('is refused where that try is refused as well', async () => {
    const world = worldOf({ isNamed: true })
    world.exchange.next({ placed: false, answer: ended }, { placed: false, answer: ended })
    expect((await failureOf(world.create())).code).toBe('AUTHENTICATION_ERROR')
    expect([world.states(), orders(world)]).toEqual([['refused'], 2])
  })

  test.each([
    [true, 'placed'],
    [false, 'unknown'],
  ] as const)('is not sent again where the venue shows it (name: %s)', async (isNamed, state) => {
    const world = worldOf({ isNamed })
    world.exchange.next({ placed: true, answer: ended })
    await world.create().catch(() => undefined)
    expect([world.states(), orders(world), world.exchange.placed.length]).toEqual([[state], 1, 1])
  })

  test('is not sent again where the lookup fails, or lists no orders of its kind', async () => {
    const down = worldOf({ isNamed: true })
    down.exchange.state.findFails = new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
    down.exchange.next({ placed: false, answer: ended })
    await failureOf(down.create())
    const unlisted = worldOf({ isNamed: true })
    unlisted.exchange.state.findFails = new PmxError('ORDER_NOT_FOUND', 'none', {
      detail: { kind: 'not_listed' },
    })
    unlisted.exchange.next({ placed: false, answer: ended })
    await failureOf(unlisted.create({ type: 'market', price: 0.6 }))
    for (const world of [down, unlisted]) expect([world.states(), orders(world)]).toEqual([['unknown'], 1])
  })

  test('is not sent again once orders are stopped', async () => {
    const world = worldOf({ isNamed: false })
    world.exchange.next({ placed: false, answer: ended })
    const { openOrders } = world.exchange.account
    Object.assign(world.exchange.account, {
      openOrders: (...asked: Parameters<NonNullable<typeof openOrders>>) => {
        world.journal.stop({ at: world.clock.now(), by: 'test' })
        return openOrders?.(...asked)
      },
    })
    await failureOf(world.create())
    expect([world.states(), orders(world)]).toEqual([['refused'], 1])
  })
})

describe('an order with a name that is refused for lack of funds', () => {
  test('is placed where the venue has it by its name', async () => {
    const world = worldOf({ isNamed: true })
    world.exchange.next({ placed: true, answer: noFunds })
    expect((await world.create()).order.id).toBe('V1')
    expect(world.states()).toEqual(['placed'])
  })

  test('stays refused where the venue has none of the name, or an older one', async () => {
    const world = worldOf({ isNamed: true })
    world.exchange.next({ placed: false, answer: noFunds })
    expect((await failureOf(world.create())).code).toBe('INSUFFICIENT_FUNDS')
  })

  test.each<[string, (now: number) => number]>([
    ['an older time', (now) => now - 120_000],
    ['a time that is not known', () => Number.NaN],
  ])('is placed where the venue shows its own name with %s', async (_what, timestamp) => {
    const world = worldOf({ isNamed: true, timestamp })
    world.exchange.next({ placed: true, answer: noFunds })
    expect((await world.create()).order.id).toBe('V1')
    expect(world.states()).toEqual(['placed'])
  })

  test.each<[string, (now: number) => number, string]>([
    ['a minute older', (now) => now - 61_000, 'unknown'],
    ['of a time that is not known', () => Number.NaN, 'unknown'],
    ['less than a minute older', (now) => now - 30_000, 'placed'],
  ])('is judged by its time where the caller named it: %s', async (_what, timestamp, state) => {
    const world = worldOf({ isNamed: true, timestamp })
    world.exchange.next({ placed: true, answer: noFunds })
    await world.create({ clientOrderId: 'A' }).catch(() => undefined)
    expect(world.states()).toEqual([state])
  })

  test('is not taken for an earlier equal order of its name, also once the call is repeated', async () => {
    const world = worldOf({ isNamed: true, timestamp: (now) => now - 61_000 })
    world.exchange.next({ placed: true, answer: noFunds })
    expect((await failureOf(world.create({ clientOrderId: 'A' }))).detail?.['state']).toBe('unknown')
    expect((await failureOf(world.create({ clientOrderId: 'A' }))).detail?.['state']).toBe('unknown')
    expect([world.states(), world.exchange.placed.length]).toEqual([['unknown'], 1])
  })

  test.each(['RATE_LIMIT_EXCEEDED', 'BAD_REQUEST', 'AUTHENTICATION_ERROR', 'PERMISSION_DENIED'] as const)(
    'is looked up after %s',
    async (code) => {
      const world = worldOf({ isNamed: true })
      world.exchange.next({ placed: true, answer: new PmxError(code, 'no') })
      // A lookup after a rate limit waits for its turn.
      expect((await passUntil(world.clock, world.create())).order.id).toBe('V1')
      world.exchange.next({ placed: false, answer: new PmxError(code, 'no') })
      const failure = await passUntil(world.clock, failureOf(world.create({ amount: 3 })))
      expect(failure.code).toBe(code)
      expect(world.states()).toEqual(['refused', 'placed'])
    },
  )

  test.each([
    ['AUTHENTICATION_ERROR', 'AUTHENTICATION_ERROR', 'refused'],
    ['AUTHENTICATION_ERROR', 'EXCHANGE_NOT_AVAILABLE', 'unknown'],
    ['RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED', 'unknown'],
  ] as const)('after %s and a lookup that fails with %s is %s', async (code, ofLookup, state) => {
    const world = worldOf({ isNamed: true })
    world.exchange.state.findFails = new PmxError(ofLookup, 'no')
    world.exchange.next({ placed: false, answer: new PmxError(code, 'no') })
    await passUntil(world.clock, failureOf(world.create()))
    expect(world.states()).toEqual([state])
  })
})

describe('an order whose venue lists no canceled orders', () => {
  const notListed = new PmxError('ORDER_NOT_FOUND', 'not listed', { detail: { kind: 'not_listed' } })

  test('stays refused where it would rest and is not listed', async () => {
    const world = worldOf({ isNamed: true })
    world.exchange.state.findFails = notListed
    world.exchange.next({ placed: false, answer: new PmxError('INVALID_ORDER', 'off the tick') })
    expect((await failureOf(world.create())).code).toBe('INVALID_ORDER')
    expect([world.states(), world.lists()]).toEqual([['refused'], 0])
  })

  test.each([true, false])(
    'is looked for in the lists where it would not rest (placed: %s)',
    async (placed) => {
      const world = worldOf({ isNamed: true })
      world.exchange.state.findFails = notListed
      world.exchange.next({ placed, answer: noFunds })
      await failureOf(world.create({ type: 'market', price: 0.6 }))
      expect([world.states(), world.lists()]).toEqual([[placed ? 'unknown' : 'refused'], 1])
    },
  )
})

test('a refused order is unknown where the lookup fails in any way, and its name is not in flight', async () => {
  const world = worldOf({ isNamed: false })
  world.exchange.next({ placed: false, answer: noFunds })
  world.exchange.lists.fails.push(new TypeError('a row that cannot be converted'))
  expect((await failureOf(world.create({ clientOrderId: 'A' }))).detail?.['state']).toBe('unknown')
  expect([world.states(), world.room.ledger.underWay]).toEqual([['unknown'], 0])
})
