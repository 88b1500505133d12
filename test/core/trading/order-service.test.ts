import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { WireError } from '../../../src/transport/errors.js'
import { createMemoryJournal } from '../../support/memory-journal.js'
import { json, raw } from '../../support/wire.js'
import { failureOf, fakeExchange, limitOrder, mine, tradingWorld } from './trading-world.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const lostAnswer = () => new WireError('reset', 'The venue cut the connection.')
const unique = { isUnique: true, finds: true }
/** As venues that tell nothing by names. */
const blind = { isUnique: false, finds: false }

describe('an order', () => {
  test('is written down before it is sent, and what became of it after', async () => {
    const world = tradingWorld()
    world.exchange.hold()
    const asked = world.create({}, { requestId: 'R1' })
    await world.settle()
    expect(world.states()).toEqual(['sending'])
    world.exchange.letGo()
    const { order } = await asked
    expect(order).toMatchObject({ id: 'V1', amount: 10, price: 0.5 })
    expect(world.journal.list({ limit: 1 })).toMatchObject([
      {
        requestId: 'R1',
        venue: 'kalshi',
        cost: '5',
        terms: { amount: '10', price: '0.5', marketId: 'M', outcomeId: 'M-YES' },
        outcome: { state: 'placed', order: { id: 'V1' } },
        isAnswered: true,
      },
    ])
  })

  test.each([
    ['amount', 1e60],
    ['amount', 1e20],
    ['amount', 1e-60],
    ['amount', 1e-21],
    ['price', 1e-60],
    ['price', 1e-21],
  ])('of more digits than anybody counts in is refused as such: %s %d', async (field, value) => {
    const world = tradingWorld({ rails: { maxDailyNotional: 1 } })
    for (const method of ['createOrder', 'buildOrder'] as const)
      expect(await failureOf(world.ask(method, { ...limitOrder, [field]: value }))).toMatchObject({
        code: 'INVALID_ORDER',
        field,
      })
    expect(world.sent()).toBe(0)
  })

  test.each([
    [12_345_678_901_234_567_000, 0.123_456_789_012_345_68],
    [0.000_123_456_789_012_345_67, 0.000_123_456_789_012_345_67],
  ])('is counted to its last digit: %d at %d', async (amount, price) => {
    const world = tradingWorld({ rails: { maxDailyNotional: 1e19 } })
    await world.create({ amount, price })
    expect(world.states()).toEqual(['placed'])
  })

  test('holds no secret in the journal', async () => {
    const world = tradingWorld()
    await world.create({}, { credentials: { apiKey: 'hunter2-hunter2', privateKey: 'swordfish' } })
    expect(JSON.stringify(world.journal.list({ limit: 9 }))).not.toMatch(/hunter2|swordfish|secret/)
  })

  test('is not placed where it cannot be written down', async () => {
    const full = {
      ...createMemoryJournal(),
      intend: () => {
        throw new Error('database or disk is full')
      },
    }
    const world = tradingWorld({ journal: full })
    const failure = await failureOf(world.create())
    expect(failure).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      retryable: false,
      detail: { kind: 'journal' },
    })
    expect(world.sent()).toBe(0)
  })

  test('is not placed where the journal cannot be opened or read', async () => {
    const broken = () => {
      throw new Error('database disk image is malformed')
    }
    for (const journal of [
      { ...createMemoryJournal(), open: async () => broken() },
      { ...createMemoryJournal(), byKey: broken },
    ]) {
      const world = tradingWorld({ journal })
      const failure = await failureOf(world.create({ clientOrderId: 'c' }))
      expect(failure.detail).toEqual({ kind: 'journal' })
      expect(world.sent()).toBe(0)
    }
  })

  test('that was placed while the disk filled up is remembered, and written before the next one', async () => {
    const inner = createMemoryJournal()
    let isFull = false
    const failing = <Args extends unknown[]>(write: (...args: Args) => void) => {
      return (...args: Args): void => {
        if (isFull) throw new Error('disk full')
        write(...args)
      }
    }
    const journal = { ...inner, intend: failing(inner.intend), recordOutcome: failing(inner.recordOutcome) }
    const world = tradingWorld({ journal, exchange: blind })
    world.exchange.hold()
    const asked = world.create({ clientOrderId: 'c' })
    await world.settle()
    isFull = true
    world.exchange.letGo()
    expect((await asked).order.id).toBe('V1')
    expect(world.states()).toEqual(['sending'])
    expect((await world.create({ clientOrderId: 'c' })).order.id).toBe('V1')
    expect((await failureOf(world.create({ clientOrderId: 'd' }))).detail).toEqual({ kind: 'journal' })
    isFull = false
    await world.create({ clientOrderId: 'd' })
    expect(world.states()).toEqual(['placed', 'placed'])
    expect(world.exchange.placed).toHaveLength(2)
  })

  test('whose caller hangs up is placed all the same', async () => {
    const world = tradingWorld()
    const { call, hangUp } = world.caller()
    world.exchange.hold()
    const asked = world.create({}, call)
    await world.settle()
    hangUp()
    world.exchange.letGo()
    await asked
    expect(world.states()).toEqual(['placed'])
  })

  test('without credentials is refused, and told where the daemon holds some that it withholds', async () => {
    const world = tradingWorld({ held: { apiKey: 'held' } })
    const refused = await failureOf(world.create({}, { credentials: undefined }))
    expect(refused).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      message: expect.stringContaining('withheld'),
    })
    await world.create({}, { credentials: undefined, trusted: true })
    expect(world.exchange.placed).toHaveLength(1)
  })
})

describe('what is wanted', () => {
  test.each<[string, object, string, string | undefined]>([
    ['of another market', { marketId: 'N' }, 'INVALID_ORDER', 'marketId'],
    ['without a market', { marketId: ' ' }, 'VALIDATION_ERROR', 'marketId'],
    ['of a side that there is not', { side: 'long' }, 'VALIDATION_ERROR', 'side'],
    ['of a type that there is not', { type: 'stop' }, 'VALIDATION_ERROR', 'type'],
    ['of nothing', { amount: 0 }, 'INVALID_ORDER', 'amount'],
    ['of less than nothing', { amount: -1 }, 'INVALID_ORDER', 'amount'],
    ['at no price', { price: undefined }, 'VALIDATION_ERROR', 'price'],
    ['at a price of 0', { price: 0 }, 'INVALID_ORDER', 'price'],
    ['at a price of 1', { price: 1 }, 'INVALID_ORDER', 'price'],
    ['by a name with spaces', { clientOrderId: 'a b' }, 'VALIDATION_ERROR', 'clientOrderId'],
    ['by a name without end', { clientOrderId: 'x'.repeat(129) }, 'VALIDATION_ERROR', 'clientOrderId'],
    ['at a limit, in money', { denom: 'usdc' }, 'INVALID_ORDER', 'denom'],
    [
      'with slippage below 0',
      { type: 'market', price: undefined, slippage_pct: -1 },
      'VALIDATION_ERROR',
      'slippage_pct',
    ],
  ])('%s is refused before anything is sent', async (_what, changes, code, field) => {
    const world = tradingWorld()
    expect(await failureOf(world.create(changes))).toMatchObject({ code, field })
    expect([world.sent(), world.states()]).toEqual([0, []])
  })

  test('may name the market by another of its names', async () => {
    const world = tradingWorld()
    await world.create({ marketId: 'slug-M' })
    expect(world.exchange.placed).toMatchObject([{ marketId: 'M' }])
  })

  test('is held against the rules of its market', async () => {
    const prices = [{ from: '0.01', to: '0.99', step: '0.01' }]
    const world = tradingWorld({ exchange: { rules: { prices } } })
    const refused = await failureOf(world.create({ price: 0.555 }))
    expect(refused).toMatchObject({
      code: 'INVALID_ORDER',
      field: 'price',
      detail: { allowed: { tick: '0.01', nearest: ['0.55', '0.56'] } },
    })
  })
})

describe('a market order', () => {
  const market = { type: 'market', price: undefined }
  const prices = [{ from: '0.01', to: '0.99', step: '0.01' }]
  const book = {
    asks: [
      [0.6, 5],
      [0.62, 20],
      [0.7, 100],
    ] as [number, number][],
    bids: [
      [0.4, 5],
      [0.35, 5],
    ] as [number, number][],
  }

  test.each<[string, object, string]>([
    ['to the level that it needs', { amount: 10 }, '0.62'],
    ['and the slippage beyond it, onto the next tick', { amount: 10, slippage_pct: 1 }, '0.63'],
    ['to the end of a book that holds less', { amount: 1_000 }, '0.7'],
    ['never to a price that there is not', { amount: 1_000, slippage_pct: 100 }, '0.99'],
    ["to its caller's own bound", { amount: 10, price: 0.65 }, '0.65'],
    ['not beyond a bound between two ticks', { amount: 10, price: 0.655 }, '0.65'],
    ['nor below it, where it sells', { side: 'sell', amount: 7, price: 0.345 }, '0.35'],
    ['down, where it sells', { side: 'sell', amount: 7 }, '0.35'],
    ['down by the slippage', { side: 'sell', amount: 7, slippage_pct: 10 }, '0.31'],
  ])('goes %s', async (_what, changes, bound) => {
    const world = tradingWorld({ exchange: { book, rules: { prices } } })
    await world.create({ ...market, ...changes })
    expect(world.exchange.placed).toMatchObject([{ price: bound, type: 'market' }])
  })

  test.each([
    { side: 'buy', price: 0.005 },
    { side: 'sell', price: 0.995 },
  ])('is refused where no price is within the bound: %o', async (changes) => {
    const world = tradingWorld({ exchange: { book, rules: { prices } } })
    const failure = await failureOf(world.create({ ...market, amount: 5, ...changes }))
    expect(failure).toMatchObject({ code: 'INVALID_ORDER', field: 'price' })
    expect(world.exchange.placed).toEqual([])
  })

  test('reads a price that floats have blurred as the tick it is', async () => {
    const world = tradingWorld({ exchange: { book: { asks: [[1 - 0.7, 50]], bids: [] }, rules: { prices } } })
    await world.create(market)
    expect(world.exchange.placed).toMatchObject([{ price: '0.3' }])
  })

  test('stays within 0 and 1 where the venue tells no grid', async () => {
    const world = tradingWorld({ exchange: { book: { asks: [[0.99, 50]], bids: [] } } })
    await world.create({ ...market, slippage_pct: 50 })
    expect(world.exchange.placed).toMatchObject([{ price: '1' }])
  })

  test('is NO_LIQUIDITY where nobody offers the other side', async () => {
    const world = tradingWorld({ exchange: { book: { asks: [], bids: [[0.4, 5]] } } })
    expect(await failureOf(world.create(market))).toMatchObject({
      code: 'NO_LIQUIDITY',
      detail: { side: 'buy', missing: 'asks' },
    })
  })
})

describe('a failure', () => {
  const notPlaced: readonly [string, unknown][] = [
    ['an order that the venue refuses', json(400, { error: 'invalid order' })],
    ['too many calls', json(429, { error: 'slow down' })],
    ['a wrong key', json(401, { error: 'no' })],
    ['a wall', raw(403, '<html>Access denied</html>', { 'content-type': 'text/html' })],
    ['a host that refuses connections', new WireError('refused', 'x')],
    ['a host without an address', new WireError('dns', 'x')],
    ['a host that nobody vouches for', new WireError('tls', 'x')],
    ['a call that cannot be put on the wire', new WireError('unsent', 'x')],
  ]
  test.each(notPlaced)('by %s is told as it is: the order was not placed', async (_what, answer) => {
    const world = tradingWorld({ exchange: unique })
    world.exchange.next({ placed: false, answer })
    const failure = await failureOf(world.create())
    expect(failure.detail?.['state']).toBeUndefined()
    expect([world.states(), world.sent()]).toEqual([['refused'], 1])
  })

  const nobodyKnows: readonly [string, unknown][] = [
    ['a cut connection', new WireError('reset', 'x')],
    ['a silent venue', new WireError('timeout', 'x')],
    ['half an answer', new WireError('cut_body', 'x')],
    ['an answer without end', new WireError('too_large', 'x')],
    ['a redirect', new WireError('redirect', 'x')],
    ['a failure of the venue', json(500, { error: 'oops' })],
    ['a gateway that gave up', json(504, { error: 'timeout' })],
    [
      'a page that says that time ran out',
      raw(408, '<html>Time-out</html>', { 'content-type': 'text/html' }),
    ],
    ['an outage page', raw(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' })],
    [
      'a page in the place of the answer',
      raw(200, '<html>Log in to the hotel</html>', { 'content-type': 'text/html' }),
    ],
    ['an answer that is no JSON', raw(200, 'OK', {})],
    ['a bug of ours', new TypeError('x is undefined')],
  ]
  test.each(nobodyKnows)(
    'by %s leaves the order in doubt, and nothing is sent again',
    async (_what, answer) => {
      const world = tradingWorld({ exchange: unique })
      world.exchange.next({ placed: true, answer })
      const failure = await failureOf(world.create({ clientOrderId: 'c1' }))
      expect(failure).toMatchObject({
        code: 'NETWORK_ERROR',
        retryable: false,
        detail: { state: 'unknown', clientOrderId: 'c1', lookUp: expect.stringContaining('orders pending') },
      })
      expect([world.states(), world.sent()]).toEqual([['unknown'], 1])
    },
  )

  test('before anything was sent placed nothing, however it looks', async () => {
    const exchange = fakeExchange()
    const failure = new PmxError('NETWORK_ERROR', 'no answer')
    const orders = { ...exchange.orders, submit: () => Promise.reject(failure) }
    const world = tradingWorld({ over: { ...exchange, venue: { ...exchange.venue, orders } } })
    await failureOf(world.create())
    expect(world.states()).toEqual(['refused'])
  })

  test('of a call that only waited for its turn placed nothing', async () => {
    const world = tradingWorld()
    world.exchange.next({ placed: false, answer: json(429, {}, { 'retry-after': '600' }) })
    await failureOf(world.create())
    const failure = await failureOf(world.create({ amount: 11 }))
    expect(failure.code).toBe('RATE_LIMIT_EXCEEDED')
    expect([world.sent(), world.states()]).toEqual([1, ['refused', 'refused']])
  })

  test('of time leaves it in doubt', async () => {
    const world = tradingWorld()
    world.exchange.hold()
    const asked = failureOf(world.create())
    await world.clock.advance(30 * SECOND)
    expect(await asked).toMatchObject({
      code: 'NETWORK_ERROR',
      retryable: false,
      detail: { state: 'unknown' },
    })
    expect(world.states()).toEqual(['unknown'])
  })

  test('of a venue that cannot be asked by names says what to look at', async () => {
    const world = tradingWorld({ exchange: blind })
    world.exchange.next({ placed: true, answer: lostAnswer() })
    const { detail } = await failureOf(world.create())
    expect(detail).not.toHaveProperty('handle')
    expect(detail?.['lookUp']).toContain('fetchOpenOrders')
  })
})

describe('canceling', () => {
  test('takes an order back', async () => {
    const world = tradingWorld()
    await world.create()
    expect((await world.ask('cancelOrder', 'V1')).order.status).toBe('canceled')
  })

  test('whose answer is lost may have worked, and is sent once', async () => {
    const world = tradingWorld()
    world.exchange.next({ placed: true, answer: lostAnswer() })
    const failure = await failureOf(world.ask('cancelOrder', 'V1'))
    expect(failure).toMatchObject({
      code: 'NETWORK_ERROR',
      retryable: false,
      detail: { state: 'unknown', orderId: 'V1' },
    })
    expect(world.wire.calls.filter(({ path }) => path === '/cancel')).toHaveLength(1)
  })

  test('of nothing is refused, and of an order that there is not is ORDER_NOT_FOUND', async () => {
    const world = tradingWorld()
    expect((await failureOf(world.ask('cancelOrder', ' '))).code).toBe('VALIDATION_ERROR')
    expect((await failureOf(world.ask('cancelOrder', 'V9'))).code).toBe('ORDER_NOT_FOUND')
  })
})

describe('the guard rails', () => {
  const held = { held: { apiKey: 'held' } }
  const byOwner = { credentials: undefined, trusted: true }

  test("hold the daemon's own credentials back until they are let, and no others", async () => {
    const world = tradingWorld({ ...held, rails: { enabled: false } })
    const refused = await failureOf(world.create({}, byOwner))
    expect(refused).toMatchObject({ code: 'PERMISSION_DENIED', detail: { rule: 'trading.enabled' } })
    await world.create({}, { credentials: mine })
    expect(world.exchange.placed).toHaveLength(1)
  })

  test('send nothing in a dry run, and tell what would have been', async () => {
    const world = tradingWorld({ rails: { dryRun: true } })
    const refused = await failureOf(world.create())
    expect(refused.detail).toMatchObject({
      rule: 'trading.dryRun',
      call: { path: '/order', body: { amount: '10' } },
    })
    expect((await failureOf(world.ask('cancelOrder', 'V1'))).detail).toMatchObject({ rule: 'trading.dryRun' })
    expect([world.wire.calls.length, world.states()]).toEqual([0, []])
  })

  test('count the orders of the day, those in doubt too, and none that was refused', async () => {
    const world = tradingWorld({ rails: { maxDailyNotional: 15 }, exchange: unique })
    world.exchange.next(
      { placed: true, answer: lostAnswer() },
      { placed: false, answer: json(400, { error: 'invalid order' }) },
    )
    await failureOf(world.create({ clientOrderId: 'a' }))
    await failureOf(world.create({ clientOrderId: 'b' }))
    await world.create({ clientOrderId: 'c' })
    await world.create({ clientOrderId: 'd', amount: 8 })
    expect((await failureOf(world.create({ clientOrderId: 'e', amount: 3 }))).detail).toMatchObject({
      rule: 'trading.maxDailyNotional',
      spent: '14',
    })
    await world.clock.advance(24 * 60 * MINUTE)
    await world.create({ clientOrderId: 'e', amount: 3 })
  })

  test('hold for orders that come at the same time', async () => {
    const world = tradingWorld({ rails: { maxDailyNotional: 5 } })
    const asked = ['a', 'b', 'c'].map((clientOrderId) => world.create({ clientOrderId }))
    const done = await Promise.allSettled(asked)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(world.exchange.placed).toHaveLength(1)
  })

  test('count a sale at the market by the best that it may bring, however low it would go', async () => {
    const world = tradingWorld({ rails: { maxOrderNotional: 3 } })
    const sale = { side: 'sell', type: 'market', price: undefined, slippage_pct: 100 }
    expect((await failureOf(world.create(sale))).detail).toMatchObject({ cost: '4' })
    const bounded = { side: 'sell', type: 'market', price: 0.01 }
    expect((await failureOf(world.create(bounded))).detail).toMatchObject({ cost: '4' })
    expect(world.exchange.placed).toEqual([])
  })

  const rails = { maxOrderNotional: 3 }
  const sale = (price: number) => ({ side: 'sell', type: 'limit', price, amount: 10 })
  const bids = (...levels: [number, number][]) => ({ book: { bids: levels, asks: [] } })

  test.each([
    ['by the best bid, which it gives away', 0.01, bids([0.4, 1]), '4'],
    ['by its own price above that', 0.7, bids([0.4, 1]), '7'],
    [
      'by what the other side may cost where one sells short',
      0.01,
      { ...bids([0.4, 1]), shorts: true },
      '9.9',
    ],
    ['by its own price where that is more', 0.7, { ...bids(), shorts: true }, '7'],
  ])('count a sale at a limit %s', async (_what, price, exchange, cost) => {
    const world = tradingWorld({ rails, exchange })
    expect((await failureOf(world.create(sale(price)))).detail).toMatchObject({
      rule: 'trading.maxOrderNotional',
      cost,
    })
    expect(world.exchange.placed).toEqual([])
  })

  test('let a sale pass of which nobody bids and that brings little', async () => {
    const world = tradingWorld({ rails, exchange: bids() })
    await world.create(sale(0.1))
    expect(world.journal.list({ limit: 1 })[0]?.cost).toBe('1')
  })

  test('read no book for a sale that nobody counts, nor for a purchase', async () => {
    let books = 0
    const noBook = (world: ReturnType<typeof tradingWorld>) => {
      const { book } = world.exchange.venue
      if (book !== undefined) Object.assign(book, { fetch: async () => books++ })
      return world
    }
    await noBook(tradingWorld()).create(sale(0.1))
    await noBook(tradingWorld({ rails: { maxOrderNotional: 100 } })).create()
    expect(books).toBe(0)
  })
})

describe('shutting down', () => {
  test('takes no more orders and waits for those that were begun', async () => {
    const world = tradingWorld()
    world.exchange.hold()
    const asked = world.create()
    await world.settle()
    let isClosed = false
    const closing = world.room.close().then(() => {
      isClosed = true
    })
    await world.settle()
    expect(isClosed).toBe(false)
    expect((await failureOf(world.create({ amount: 3 }))).detail).toEqual({ kind: 'shutting_down' })
    world.exchange.letGo()
    await closing
    expect((await asked).order.id).toBe('V1')
    expect(world.states()).toEqual(['placed'])
  })

  test('does not wait for ever: what is not answered by then is in doubt', async () => {
    const world = tradingWorld()
    world.exchange.hold()
    const asked = world.create().catch(() => undefined)
    await world.settle()
    const closing = world.room.close()
    await world.clock.advance(5 * SECOND)
    await closing
    expect(world.states()).toEqual(['sending'])
    world.exchange.letGo()
    await asked
  })
})

describe('an order whose caller accepts data of any age', () => {
  /** A core that has returned a book which has changed since. */
  async function afterChange(rails = {}) {
    const bids: [number, number][] = [[0.4, 100]]
    const asks: [number, number][] = [[0.6, 100]]
    const world = tradingWorld({ exchange: { book: { bids, asks } }, rails })
    await world.answer('fetchOrderBook', ['M-YES'], { call: { credentials: mine } })
    bids[0] = [0.45, 100]
    asks[0] = [0.5, 100]
    return world
  }
  const old = { maxAgeS: 3600 }

  test('gets its worst price from the live book, also in a dry run and when it is only built', async () => {
    const order = { ...limitOrder, type: 'market', price: undefined }
    const [aged, live] = [await afterChange(), await afterChange()]
    await aged.ask('createOrder', order, old)
    await live.ask('createOrder', order)
    expect(aged.exchange.placed[0]?.price).toBe(live.exchange.placed[0]?.price)
    const built = async (call: object) => (await aged.ask('buildOrder', order, call)).data
    expect(Object(await built(old))['raw']?.terms?.price).toBe(live.exchange.placed[0]?.price)
    const dry = await afterChange({ dryRun: true })
    const calls = async (call: object) => (await failureOf(dry.ask('createOrder', order, call))).detail
    expect(Object((await calls(old))?.['call'])['body']?.price).toBe(live.exchange.placed[0]?.price)
  })

  test('is a sale that counts toward the limits at the live bid', async () => {
    const world = await afterChange({ maxOrderNotional: 4.2 })
    const sale = { ...limitOrder, side: 'sell', price: 0.05 }
    for (const call of [old, {}])
      expect(await failureOf(world.ask('createOrder', sale, call))).toMatchObject({
        code: 'PERMISSION_DENIED',
        detail: { kind: 'guard_rail' },
      })
    expect(world.sent()).toBe(0)
  })
})
