import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { CancelAllResult, CancelResult } from '../../../../src/api/models/models.js'
import { WireError } from '../../../../src/transport/errors.js'
import type { CancelAll, CancelBatch } from '../../../../src/venue-kit/contract/trading.js'
import type { MarketSource } from '../../../../src/venue-kit/contract/venue.js'
import { createCanceledOrder } from '../../../../src/venue-kit/orders/canceled-order.js'
import { failureOf, mine, type TradingOptions, tradingWorld } from '../trading-world.js'

const lostAnswer = () => new WireError('reset', 'The venue cut the connection.')

/** Lists lag by less: an older order that they lack is not open. */
const LISTED_BY_MS = 61_000

/** A world in which so many orders rest, in turn on the markets M and N. */
async function withOrders(count: number, options: TradingOptions = {}) {
  const world = tradingWorld(options)
  for (let index = 0; index < count; index++) {
    const name = index % 2 === 0 ? 'M' : 'N'
    await world.create({ marketId: name, outcomeId: `${name}-YES`, amount: index + 1 })
  }
  /** Waits find the time passed. */
  async function passed<Value>(work: Promise<Value>): Promise<Value> {
    let isDone = false
    work.then(
      () => (isDone = true),
      () => (isDone = true),
    )
    for (let step = 0; step < 100 && !isDone; step++) {
      await world.settle()
      if (!isDone) await world.clock.advance(100)
    }
    return work
  }
  return {
    ...world,
    cancelMany: async (ids: readonly unknown[]) =>
      (await passed(world.ask('cancelOrders', ids))).data as CancelResult[],
    cancelAll: async (marketId?: string) =>
      (await passed(world.ask('cancelAllOrders', marketId))).data as CancelAllResult,
  }
}

const resultOf = ({ data }: { readonly data: unknown }) => data as CancelAllResult

const states = (results: readonly CancelResult[]) =>
  results.map(({ orderId, state }) => `${orderId} ${state}`)

describe('cancelOrders', () => {
  test('cancels each order and returns the outcomes in the sequence of the ids', async () => {
    const world = await withOrders(3)
    const results = await world.cancelMany(['V3', 'V1', 'V3'])
    expect(states(results)).toEqual(['V3 canceled', 'V1 canceled', 'V3 canceled'])
    expect(results[1]?.order).toMatchObject({ id: 'V1', status: 'canceled' })
    expect([...world.exchange.gone].sort()).toEqual(['V1', 'V3'])
  })

  test('hides no outcome behind that of another order', async () => {
    const world = await withOrders(4)
    await world.clock.advance(LISTED_BY_MS)
    world.exchange.gone.add('V1')
    const { order } = world.exchange.account
    Object.assign(world.exchange.account, {
      order: async (id: string, ctx: never) => (id === 'V2' ? undefined : order?.(id, ctx)),
    })
    world.exchange.next(
      { placed: false, answer: {} },
      { placed: false, answer: lostAnswer() },
      { placed: false, answer: new PmxError('INVALID_ORDER', 'It is being matched.') },
      { placed: false, answer: {} },
    )
    const results = await world.cancelMany(['V1', 'V2', 'V3', 'V4'])
    expect(states(results)).toEqual(['V1 ended', 'V2 unknown', 'V3 not_canceled', 'V4 canceled'])
    expect(results.map(({ error }) => error?.code)).toEqual([
      'ORDER_NOT_FOUND',
      'NETWORK_ERROR',
      'INVALID_ORDER',
      undefined,
    ])
    expect(results[2]?.error).toMatchObject({ exchange: 'Kalshi', message: 'It is being matched.' })
  })

  test.each([
    ['an id that is no text', [7]],
    ['an empty id', ['V1', ' ']],
  ])('refuses %s', async (_, ids) => {
    const world = await withOrders(1)
    expect(await failureOf(world.cancelMany(ids))).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'orderIds',
    })
    expect(world.exchange.gone.size).toBe(0)
  })

  test('knows an order by its hash in any case, also where the venue does not find it yet', async () => {
    const world = await withOrders(1)
    const [row] = world.journal.list({ limit: 1 })
    if (row?.outcome.state !== 'placed') throw new Error('the order is not written')
    const { order } = row.outcome
    world.journal.recordOutcome(row.id, { state: 'placed', order: { ...order, id: '0xabc1' } }, 1)
    Object.assign(world.exchange.account, { order: async () => undefined })
    const asked: string[] = []
    const { cancel } = world.exchange.orders
    Object.assign(world.exchange.orders, {
      cancel: (id: string, ctx: never) => {
        asked.push(id)
        return cancel?.(id, ctx)
      },
    })
    expect(states(await world.cancelMany(['0xABC1', '0xabc1']))).toEqual(['0xABC1 unknown', '0xabc1 unknown'])
    expect((await failureOf(world.ask('cancelOrder', '0xABC1'))).detail).toMatchObject({ state: 'unknown' })
    expect((await world.ask('fetchOrder', '0xABC1')).order.id).toBe('0xabc1')
    expect(asked).toEqual(['0xabc1', '0xabc1'])
  })

  describe('of an order that was placed a moment ago, which the venue does not find yet', () => {
    const notFound = () => new PmxError('ORDER_NOT_FOUND', 'no such order')

    test('does not say that it has ended', async () => {
      const world = await withOrders(2)
      world.exchange.state.cancelFails.set('V1', notFound()).set('V2', notFound())
      const { order } = world.exchange.account
      Object.assign(world.exchange.account, {
        order: async (id: string, ctx: never) => (id === 'V1' ? undefined : order?.(id, ctx)),
      })
      expect(states(await world.cancelMany(['V1', 'V2']))).toEqual(['V1 unknown', 'V2 unknown'])
      expect(await failureOf(world.ask('cancelOrder', 'V1'))).toMatchObject({
        code: 'NETWORK_ERROR',
        detail: { state: 'unknown', orderId: 'V1' },
      })
      await world.clock.advance(LISTED_BY_MS)
      expect(await failureOf(world.ask('cancelOrder', 'V1'))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
      expect(states(await world.cancelMany(['V1']))).toEqual(['V1 ended'])
    })

    test('says so where the venue shows how it ended', async () => {
      const world = await withOrders(2)
      world.exchange.fill('V1')
      world.exchange.fill('V2')
      world.exchange.state.cancelFails.set('V1', notFound()).set('V2', notFound())
      expect(await failureOf(world.ask('cancelOrder', 'V1'))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
      expect(states(await world.cancelMany(['V2']))).toEqual(['V2 ended'])
    })
  })

  describe('of an order that the venue is said not to find', () => {
    const notFound = () => new PmxError('ORDER_NOT_FOUND', 'no such order')
    async function withOldOrders(look: () => Promise<unknown>) {
      const world = await withOrders(1)
      await world.clock.advance(LISTED_BY_MS)
      world.exchange.state.cancelFails.set('V1', notFound())
      Object.assign(world.exchange.account, { order: look })
      return world
    }
    const unknown = { code: 'NETWORK_ERROR', detail: { state: 'unknown', orderId: 'V1' } }

    test('does not say that it has ended where the venue shows it as open', async () => {
      const world = await withOldOrders(async () => world.exchange.open()[0])
      expect(await failureOf(world.ask('cancelOrder', 'V1'))).toMatchObject(unknown)
      expect(states(await world.cancelMany(['V1']))).toEqual(['V1 unknown'])
      const { orders, allCanceled } = await world.cancelAll()
      expect([states(orders), allCanceled]).toEqual([['V1 unknown'], false])
    })

    test('nor where the venue cannot be asked for it', async () => {
      const lost = new PmxError('NETWORK_ERROR', 'The venue cut the connection.')
      const world = await withOldOrders(() => Promise.reject(lost))
      expect(await failureOf(world.ask('cancelOrder', 'V1'))).toMatchObject(unknown)
      expect(states(await world.cancelMany(['V1']))).toEqual(['V1 unknown'])
    })

    test.each([
      ['knows none of that id', async () => undefined],
      ['says so to a look-up, too', () => Promise.reject(new PmxError('BAD_REQUEST', 'no id'))],
    ])('says so where the venue %s', async (_how, look) => {
      const world = await withOldOrders(look)
      expect(await failureOf(world.ask('cancelOrder', 'V1'))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
      expect(states(await world.cancelMany(['V1']))).toEqual(['V1 ended'])
    })

    test('cancels it again with all others', async () => {
      const world = await withOldOrders(async () => {
        world.exchange.state.cancelFails.clear()
        return world.exchange.open()[0]
      })
      const { orders, allCanceled } = await world.cancelAll()
      expect([states(orders), allCanceled]).toEqual([['V1 canceled'], true])
    })
  })

  test('knows an order as canceled whose cancel came before the answer to its createOrder', async () => {
    const world = await withOrders(0)
    const { submit } = world.exchange.orders
    let answer = (): void => undefined
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    Object.assign(world.exchange.orders, {
      submit: async (...args: Parameters<typeof submit>) => {
        const order = await submit(...args)
        await isAnswered
        return order
      },
    })
    const creating = world.create({ amount: 3 })
    await world.settle()
    expect(states(await world.cancelMany(['V1']))).toEqual(['V1 canceled'])
    answer()
    expect((await creating).data).toMatchObject({ id: 'V1', status: 'canceled' })
    expect(world.journal.openOrders()).toEqual([])
  })

  test('takes no order for one that another account canceled by the same id', async () => {
    const world = await withOrders(0)
    const { exchange } = world
    const { cancel } = exchange.orders
    Object.assign(exchange.orders, { cancel: async () => createCanceledOrder('V1') })
    const other = { credentials: { apiKey: 'another' } }
    expect((await world.ask('cancelOrder', 'V1', other)).order.status).toBe('canceled')
    Object.assign(exchange.orders, { cancel })
    expect((await world.create({ amount: 3 })).order).toMatchObject({ id: 'V1', status: 'open' })
    expect(world.journal.openOrders()).toHaveLength(1)
  })

  describe('while the journal cannot be read', () => {
    const notFound = () => new PmxError('ORDER_NOT_FOUND', 'no such order')

    test('an order that the venue does not find may have been sent a moment ago', async () => {
      const world = await withOrders(1)
      world.exchange.state.cancelFails.set('V1', notFound())
      Object.assign(world.exchange.account, { order: async () => undefined })
      Object.assign(world.journal, {
        openOrders: () => {
          throw new Error('disk I/O error')
        },
      })
      const [result] = await world.cancelMany(['V1'])
      expect(result).toMatchObject({ state: 'unknown' })
      expect(result?.error?.message).toContain('disk I/O error')
      expect(await failureOf(world.ask('cancelOrder', 'V1'))).toMatchObject({
        code: 'NETWORK_ERROR',
        message: expect.stringContaining('disk I/O error'),
        detail: { state: 'unknown' },
      })
    })
  })

  test('sends nothing in a dry run, and shows what it would cancel', async () => {
    const world = await withOrders(1)
    const dry = world.next({ rails: { dryRun: true } })
    expect(await failureOf(dry.ask('cancelOrders', ['V1', 'V2']))).toMatchObject({
      code: 'PERMISSION_DENIED',
      detail: { rule: 'trading.dryRun', call: { cancel: ['V1', 'V2'] } },
    })
    expect(world.exchange.gone.size).toBe(0)
  })
})

describe('cancelAllOrders', () => {
  test('cancels every open order, and reads the list again', async () => {
    const world = await withOrders(20)
    const { orders, allCanceled, unread } = await world.cancelAll()
    expect(orders).toHaveLength(20)
    expect(orders.every(({ state }) => state === 'canceled')).toBe(true)
    expect({ allCanceled, unread }).toEqual({ allCanceled: true, unread: undefined })
    expect(world.exchange.lists.reads).toBe(2)
  })

  test('leaves the orders of other markets', async () => {
    const world = await withOrders(4)
    expect(states((await world.cancelAll('N')).orders)).toEqual(['V2 canceled', 'V4 canceled'])
    expect([...world.exchange.gone]).toEqual(['V2', 'V4'])
  })

  test('returns no order where none is open', async () => {
    const world = await withOrders(0)
    expect(await world.cancelAll()).toEqual({ orders: [], allCanceled: true })
  })

  test('believes a confirmed cancel more than a list that lags behind', async () => {
    const world = await withOrders(2)
    world.exchange.lists.lagging.add('V1')
    const { orders, allCanceled } = await world.cancelAll()
    expect(states(orders)).toEqual(['V1 canceled', 'V2 canceled'])
    expect(allCanceled).toBe(true)
  })

  test('cancels again what was not canceled, and reports what rests in the end', async () => {
    const world = await withOrders(2)
    const refused = () => ({ placed: false, answer: new PmxError('INVALID_ORDER', 'Not now.') }) as const
    world.exchange.next({ placed: false, answer: {} }, refused(), refused(), { placed: false, answer: {} })
    expect(states((await world.cancelAll()).orders)).toEqual(['V1 canceled', 'V2 canceled'])

    const stuck = await withOrders(1)
    stuck.exchange.next(refused(), refused(), refused())
    const { orders, allCanceled } = await stuck.cancelAll()
    expect(states(orders)).toEqual(['V1 not_canceled'])
    expect(orders[0]).toMatchObject({ error: { message: 'Not now.' }, order: { id: 'V1', status: 'open' } })
    expect(allCanceled).toBe(false)
  })

  test('cancels an order again whose cancel got no answer', async () => {
    const world = await withOrders(2)
    world.exchange.next({ placed: false, answer: lostAnswer() }, { placed: false, answer: {} })
    expect(states((await world.cancelAll()).orders)).toEqual(['V1 canceled', 'V2 canceled'])
  })

  test('does not report an order as canceled that only vanished from the list', async () => {
    const world = await withOrders(1)
    await world.clock.advance(LISTED_BY_MS)
    world.exchange.next({ placed: false, answer: lostAnswer() })
    const work = world.cancelAll()
    await world.settle()
    world.exchange.lists.hidden.add('V1')
    const { orders, allCanceled } = await work
    expect(orders).toMatchObject([{ orderId: 'V1', state: 'unknown', order: { status: 'open' } }])
    expect(allCanceled).toBe(false)
  })

  test('does not report the fills of before a cancel whose end nothing shows', async () => {
    const world = await withOrders(1)
    await world.clock.advance(LISTED_BY_MS)
    Object.assign(world.exchange.account, { order: () => Promise.reject(new PmxError('NETWORK_ERROR', 'x')) })
    const answer = lostAnswer()
    world.exchange.next(...Array.from({ length: 3 }, () => ({ placed: false, answer }) as const))
    const { orders } = await world.cancelAll()
    expect(states(orders)).toEqual(['V1 unknown'])
    expect(orders[0]?.order?.metadata?.['unknown']).toEqual(['filled', 'remaining'])
  })

  test('takes an order that ended after an unconfirmed cancel for what the venue shows of it', async () => {
    const world = await withOrders(1)
    const { orders: source } = world.exchange
    const cancel = source.cancel
    let calls = 0
    Object.assign(source, {
      cancel: async (orderId: string, ctx: never) => {
        const order = await cancel?.(orderId, ctx)
        if (calls++ === 0) throw lostAnswer()
        return order
      },
    })
    world.exchange.lists.lagging.add('V1')
    const { orders, allCanceled } = await world.cancelAll()
    expect(states(orders)).toEqual(['V1 canceled'])
    expect(allCanceled).toBe(true)
  })

  test('says that other orders may be open where the list cannot be read again', async () => {
    const world = await withOrders(1)
    world.exchange.lists.fails.push(undefined, new PmxError('NETWORK_ERROR', 'The list broke.'))
    const { orders, allCanceled, unread } = await world.cancelAll()
    expect(states(orders)).toEqual(['V1 canceled'])
    expect({ allCanceled, unread }).toEqual({ allCanceled: false, unread: 'The list broke.' })
  })

  test('cancels an order that was placed a moment ago and is not listed yet', async () => {
    const world = await withOrders(2)
    world.exchange.lists.hidden.add('V1').add('V2')
    expect(states((await world.cancelAll('N')).orders)).toEqual(['V2 canceled'])
    const { orders, allCanceled } = await world.next().ask('cancelAllOrders', undefined).then(resultOf)
    expect(states(orders)).toEqual(['V1 canceled'])
    expect(allCanceled).toBe(true)
    expect([...world.exchange.gone].sort()).toEqual(['V1', 'V2'])
  })

  describe('of a market that is named otherwise than its orders name it', () => {
    const read = (row: unknown) => ({ getMarket: async () => row }) as unknown as MarketSource
    const market = (marketId: string, outcomeId: string) => ({
      market: { marketId, outcomes: [{ outcomeId }] },
    })

    test.each([
      ['the market', market('M', 'another')],
      ['an outcome', market('another', 'M-YES')],
    ])('cancels what is not listed yet, by the id of %s', async (_what, row) => {
      const world = await withOrders(2)
      world.exchange.lists.hidden.add('V1').add('V2')
      Object.assign(world.exchange.venue.markets, read(row))
      const { orders, allCanceled } = await world.cancelAll('slug-M')
      expect([states(orders), allCanceled]).toEqual([['V1 canceled'], true])
      expect([...world.exchange.gone]).toEqual(['V1'])
    })

    test('says that orders may be open where nobody can say which market that is', async () => {
      const world = await withOrders(2)
      world.exchange.lists.hidden.add('V1').add('V2')
      const failing = async () => {
        throw new PmxError('NETWORK_ERROR', 'The venue is away.')
      }
      Object.assign(world.exchange.venue.markets, { getMarket: failing })
      const { orders, allCanceled, unread } = await world.cancelAll('slug-M')
      expect([orders, allCanceled]).toEqual([[], false])
      expect(unread).toContain('The venue is away.')
    })
  })

  test('does not take such an order for ended where the venue does not find it yet', async () => {
    const world = await withOrders(1)
    world.exchange.lists.hidden.add('V1')
    world.exchange.state.cancelFails.set('V1', new PmxError('ORDER_NOT_FOUND', 'no such order'))
    const { orders, allCanceled } = await world.cancelAll()
    expect(orders).toMatchObject([{ orderId: 'V1', order: { status: 'open' } }])
    expect(allCanceled).toBe(false)
    world.exchange.fill('V1')
    expect(await world.cancelAll()).toMatchObject({
      orders: [{ orderId: 'V1', state: 'ended', order: { status: 'filled' } }],
      allCanceled: true,
    })
  })

  test('says that an order may be open whose answer was lost a moment ago', async () => {
    const world = await withOrders(0)
    world.exchange.next({ placed: true, answer: lostAnswer() })
    await failureOf(world.create({ clientOrderId: 'mine-1' }))
    world.exchange.lists.hidden.add('V1')
    const { orders, allCanceled, unread } = await world.cancelAll()
    expect({ orders, allCanceled }).toEqual({ orders: [], allCanceled: false })
    expect(unread).toContain('mine-1')
    // A list shows it, so it is canceled like any other.
    world.exchange.lists.hidden.clear()
    expect(await world.cancelAll()).toMatchObject({ orders: [{ state: 'canceled' }], allCanceled: true })
  })

  test('says that an order may be open that is being sent', async () => {
    const world = await withOrders(0)
    world.exchange.hold()
    const order = world.create()
    await world.settle()
    expect(await world.cancelAll()).toMatchObject({ orders: [], allCanceled: false })
    world.exchange.letGo()
    await order
  })

  test('fails where the list cannot be read at all, and the journal knows of no open order', async () => {
    const world = await withOrders(1)
    world.forget()
    world.exchange.lists.fails.push(new PmxError('NETWORK_ERROR', 'The list broke.'))
    expect(await failureOf(world.cancelAll())).toMatchObject({ code: 'NETWORK_ERROR' })
  })

  test('cancels with trading.enabled off, and not in a dry run', async () => {
    const placed = await withOrders(2)
    const off = placed.next({ rails: { enabled: false }, held: mine })
    const { data } = await off.ask('cancelAllOrders', undefined, { credentials: undefined, trusted: true })
    expect(data).toMatchObject({ allCanceled: true })
    expect(placed.exchange.gone.size).toBe(2)

    const other = await withOrders(2)
    const dry = other.next({ rails: { dryRun: true } })
    expect(await failureOf(dry.ask('cancelAllOrders', 'N'))).toMatchObject({
      code: 'PERMISSION_DENIED',
      detail: { call: { cancelAll: 'N', cancel: ['V2'] } },
    })
    expect(other.exchange.gone.size).toBe(0)
  })

  test('is not there without a way to cancel, or a list of open orders', async () => {
    const world = await withOrders(1)
    Object.assign(world.exchange.account, { openOrders: undefined })
    expect(await failureOf(world.cancelAll())).toMatchObject({ code: 'NOT_SUPPORTED' })
    expect((await world.answer('has', [])).data).toMatchObject({
      cancelOrders: 'emulated',
      cancelAllOrders: false,
    })
  })
})

describe('a venue that cancels several orders in one call', () => {
  type Answers = ReadonlyMap<string, true | PmxError>

  /** @param reply what a call of several ids is answered; the last one for all that follow */
  async function withBatch(
    count: number,
    reply: (ids: readonly string[]) => Promise<Answers> | Answers,
    most = 20,
  ) {
    const world = await withOrders(count)
    const calls: (readonly string[])[] = []
    const cancelMany: CancelBatch = {
      most,
      cancel: async (ids) => {
        calls.push(ids)
        return reply(ids)
      },
    }
    Object.assign(world.exchange.orders, { cancelMany })
    const takeBack = (id: string): void => void world.exchange.gone.add(id)
    return { ...world, calls, takeBack }
  }

  test('is asked once for as many as it takes', async () => {
    const world = await withBatch(
      5,
      (ids) => {
        ids.forEach(world.takeBack)
        return new Map(ids.map((id) => [id, true]))
      },
      2,
    )
    const results = await world.cancelMany(['V5', 'V4', 'V3', 'V2', 'V1'])
    expect(states(results)).toEqual(['V5', 'V4', 'V3', 'V2', 'V1'].map((id) => `${id} canceled`))
    // The last one went alone, and so has its row.
    expect(world.calls).toEqual([
      ['V5', 'V4'],
      ['V3', 'V2'],
    ])
    expect(results.at(-1)?.order).toMatchObject({ id: 'V1', status: 'canceled' })
    expect((await world.answer('has', [])).data).toMatchObject({ cancelOrders: true })
  })

  test('is believed of each order alone, and not of one that it does not name', async () => {
    const world = await withBatch(3, () => {
      world.takeBack('V1')
      world.takeBack('V2')
      return new Map<string, true | PmxError>([
        ['V1', true],
        ['V2', new PmxError('ORDER_NOT_FOUND', 'It was filled.')],
      ])
    })
    await world.clock.advance(LISTED_BY_MS)
    const results = await world.cancelMany(['V1', 'V2', 'V3'])
    expect(states(results)).toEqual(['V1 canceled', 'V2 ended', 'V3 unknown'])
    expect(results[2]?.order).toMatchObject({ id: 'V3', status: 'open' })
  })

  test('is not believed of an order that it does not find and shows as open, as alone', async () => {
    const world = await withBatch(
      2,
      (ids) => new Map(ids.map((id) => [id, new PmxError('ORDER_NOT_FOUND', 'No such order.')])),
    )
    await world.clock.advance(LISTED_BY_MS)
    const results = await world.cancelMany(['V1', 'V2'])
    expect(states(results)).toEqual(['V1 unknown', 'V2 unknown'])
    expect(results[0]?.error?.message).toContain('the venue shows it as open')
    const { account } = world.exchange
    Object.assign(account, { order: () => Promise.reject(new PmxError('NETWORK_ERROR', 'cut')) })
    expect(states(await world.cancelMany(['V1', 'V2']))).toEqual(['V1 unknown', 'V2 unknown'])
  })

  test('may have canceled an order that a lagging lookup shows as open', async () => {
    const world = await withBatch(2, (ids) => {
      for (const id of ids) world.takeBack(id)
      return new Map([['V1', true] as const])
    })
    const { account } = world.exchange
    const { order } = account
    Object.assign(account, {
      order: async (id: string, ctx: never) => ({ ...(await order?.(id, ctx)), status: 'open' }),
    })
    const [, second] = await world.cancelMany(['V1', 'V2'])
    expect(second).toMatchObject({ orderId: 'V2', state: 'unknown', error: { code: 'NETWORK_ERROR' } })
  })

  test('leaves an order in doubt where its row is a failure of the venue, and looks it up', async () => {
    // Kalshi: a row of a batch cancel may have an `error` that is a failure of the venue's own, or name another order.
    const failed = new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      'For one of several orders, the venue returned: internal_error',
    )
    const world = await withBatch(3, () => {
      world.takeBack('V1')
      return new Map(['V1', 'V2', 'V3'].map((id) => [id, failed]))
    })
    const { order } = world.exchange.account
    Object.assign(world.exchange.account, {
      order: async (id: string, ctx: never) => (id === 'V3' ? undefined : order?.(id, ctx)),
    })
    const results = await world.cancelMany(['V1', 'V2', 'V3'])
    expect(states(results)).toEqual(['V1 canceled', 'V2 unknown', 'V3 unknown'])
    expect(results[2]?.error).toMatchObject({ code: 'NETWORK_ERROR', detail: { state: 'unknown' } })
  })

  test('is asked one by one where it refuses them together, and each is looked up where the answer is lost', async () => {
    const refused = await withBatch(2, () => Promise.reject(new PmxError('BAD_REQUEST', 'Too many.')))
    expect(states(await refused.cancelMany(['V1', 'V2']))).toEqual(['V1 canceled', 'V2 canceled'])

    const lost = await withBatch(2, () => {
      lost.takeBack('V1')
      throw lostAnswer()
    })
    expect(states(await lost.cancelMany(['V1', 'V2']))).toEqual(['V1 canceled', 'V2 unknown'])
  })

  test('leaves all orders of a list with their rows', async () => {
    const world = await withBatch(2, (ids) => {
      ids.forEach(world.takeBack)
      return new Map(ids.map((id) => [id, true]))
    })
    const { orders, allCanceled } = await world.cancelAll()
    expect(allCanceled).toBe(true)
    expect(orders[0]?.order).toMatchObject({
      id: 'V1',
      status: 'canceled',
      metadata: { unknown: ['filled', 'remaining'] },
    })
  })
})

describe('a venue that cancels all orders in one call', () => {
  async function withAll(
    count: number,
    cancelAll: Omit<CancelAll, 'cancel'>,
    reply: () => readonly (string | readonly [string, PmxError])[],
  ) {
    const world = await withOrders(count)
    const calls: (string | undefined)[] = []
    const source: CancelAll = {
      ...cancelAll,
      cancel: async (marketId) => {
        calls.push(marketId)
        return new Map<string, true | PmxError>(
          reply().map((said) => (typeof said === 'string' ? [said, true] : said)),
        )
      },
    }
    Object.assign(world.exchange.orders, { cancelAll: source })
    return { ...world, calls }
  }

  test('is asked first, and the list is read afterwards', async () => {
    const world = await withAll(2, { isConclusive: true }, () => {
      expect(world.exchange.lists.reads).toBe(0)
      for (const id of ['V1', 'V2']) world.exchange.gone.add(id)
      return ['V1', 'V2']
    })
    const { orders, allCanceled } = await world.cancelAll()
    expect(states(orders)).toEqual(['V1 canceled', 'V2 canceled'])
    expect(allCanceled).toBe(true)
    expect(world.exchange.lists.reads).toBe(1)
    expect(world.exchange.state.canceled).toBe(0)
    expect((await world.answer('has', [])).data).toMatchObject({ cancelAllOrders: true })
  })

  test.each([
    ['names it', ['V1', 'V2']],
    ['does not name it', ['V1']],
  ])('is not believed of an order that the list shows, whether it %s', async (_what, named) => {
    const world = await withAll(2, { isConclusive: true }, () => {
      world.exchange.gone.add('V1')
      return named
    })
    const { orders, allCanceled } = await world.cancelAll()
    expect(states(orders)).toEqual(['V1 canceled', 'V2 canceled'])
    expect(orders[1]?.order).toMatchObject({ id: 'V2', status: 'canceled' })
    expect(world.exchange.gone.has('V2')).toBe(true)
    expect(allCanceled).toBe(true)
  })

  test('leaves what still rests reported as such', async () => {
    const world = await withAll(1, { isConclusive: true }, () => ['V1'])
    const refused = () => ({ placed: false, answer: new PmxError('INVALID_ORDER', 'Not now.') }) as const
    world.exchange.next(refused(), refused(), refused())
    const { orders, allCanceled } = await world.cancelAll()
    expect(orders).toMatchObject([{ orderId: 'V1', state: 'not_canceled', error: { message: 'Not now.' } }])
    expect(allCanceled).toBe(false)
  })

  test('reaches orders of before the last minute where the venue says that its list is older', async () => {
    const world = await withAll(1, { isConclusive: true }, () => [])
    const listedUntil = async () => world.clock.now() - 2 * LISTED_BY_MS
    Object.assign(world.exchange.orders, { listedUntil })
    world.exchange.lists.hidden.add('V1')
    await world.clock.advance(LISTED_BY_MS)
    const { orders, allCanceled } = await world.cancelAll()
    expect([states(orders), allCanceled]).toEqual([['V1 canceled'], true])
  })

  test('is believed where a list lags behind, and asked for each order where naming proves nothing', async () => {
    const lagging = await withAll(1, { isConclusive: true }, () => {
      lagging.exchange.gone.add('V1')
      lagging.exchange.lists.lagging.add('V1')
      return ['V1']
    })
    expect(await lagging.cancelAll()).toMatchObject({ orders: [{ state: 'canceled' }], allCanceled: true })

    const hidden = await withAll(2, {}, () => {
      hidden.exchange.gone.add('V1')
      hidden.exchange.lists.hidden.add('V2')
      return ['V1', 'V2']
    })
    await hidden.clock.advance(LISTED_BY_MS)
    const { orders, allCanceled } = await hidden.cancelAll()
    expect(states(orders)).toEqual(['V1 canceled', 'V2 unknown'])
    expect(allCanceled).toBe(false)
  })

  test('reports what it did not cancel, also where no list shows the order', async () => {
    // Polymarket: `not_canceled` names an order that is held back, which is not among the open ones yet.
    const kept = new PmxError('INVALID_ORDER', 'The order is delayed.')
    const world = await withAll(2, { isConclusive: true }, () => {
      world.exchange.gone.add('V1')
      world.exchange.lists.hidden.add('V2')
      return ['V1', ['V2', kept]]
    })
    await world.clock.advance(LISTED_BY_MS)
    const { orders, allCanceled } = await world.cancelAll()
    expect(states(orders)).toEqual(['V1 canceled', 'V2 not_canceled'])
    expect(orders[1]?.error).toMatchObject({ message: 'The order is delayed.' })
    expect(allCanceled).toBe(false)

    const shown = await withAll(1, { isConclusive: true }, () => [['V1', kept]])
    expect(states((await shown.cancelAll()).orders)).toEqual(['V1 canceled'])
  })

  test('is asked for one market only where it knows markets, and left out where it fails', async () => {
    const world = await withAll(2, { isConclusive: true }, () => [])
    expect(states((await world.cancelAll('N')).orders)).toEqual(['V2 canceled'])
    expect(world.calls).toEqual([])

    const broken = await withAll(2, { byMarket: true, isConclusive: true }, () => {
      throw new PmxError('NETWORK_ERROR', 'The venue cut the connection.')
    })
    expect(states((await broken.cancelAll('M')).orders)).toEqual(['V1 canceled'])
    expect(broken.calls).toEqual(['M'])
  })
})
