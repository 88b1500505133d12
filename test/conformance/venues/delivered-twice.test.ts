import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import type { PmxError } from '../../../src/api/envelope/errors.js'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { CancelResult, Order, OrderBook } from '../../../src/api/models/models.js'
import { createOrderJournal } from '../../../src/daemon/state/order-journal-file.js'
import { silentLogger } from '../../../src/observe/logger.js'
import type { VenueCall, Wire, WireReply } from '../../../src/transport/call-types.js'
import { temporaryFolder } from '../../support/engine.js'
import { openAccount } from '../books/accounts.js'
import { type Exchange, type ExchangeOptions, openExchange } from '../books/exchange.js'
import { tradedMarketsOf } from '../books/markets.js'

/** A server between the daemon and a venue that sends writes twice, and passes on the response to the second copy. */

interface Server {
  /** What is done to the next write whose path ends so. */
  next:
    | {
        readonly path: string | RegExp
        readonly reply: (send: () => Promise<WireReply>) => Promise<WireReply>
      }
    | undefined
}

const folder = temporaryFolder()
afterAll(() => folder.remove())

const open: Exchange[] = []
afterEach(async () => {
  for (const exchange of open.splice(0)) await exchange.close()
})

async function openVenue(venue: VenueId, options: Pick<ExchangeOptions, 'orderFile' | 'limits'> = {}) {
  const server: Server = { next: undefined }
  const writes: VenueCall[] = []
  const changeWire = (wire: Wire): Wire => ({
    ...wire,
    async send(call, url, options) {
      const send = () => wire.send(call, url, options)
      if (call.method === 'GET') return send()
      writes.push(call)
      const { next } = server
      const isIt =
        typeof next?.path === 'string' ? url.pathname.endsWith(next.path) : next?.path.test(url.pathname)
      if (next === undefined || isIt !== true) return send()
      server.next = undefined
      return next.reply(send)
    },
  })
  const exchange = await openExchange(venue, { ...options, changeWire })
  open.push(exchange)
  const [market] = (await tradedMarketsOf(venue)).lasting
  if (market === undefined) throw new Error(`${venue} has no market to trade`)
  const credentials = openAccount(venue, 77)
  const ask = async <Data>(method: MethodName, ...args: readonly unknown[]): Promise<Data> =>
    (await exchange.ask(method, args, credentials)) as Data
  const failureOf = async (method: MethodName, ...args: readonly unknown[]): Promise<PmxError> => {
    const told = await ask<unknown>(method, ...args).then(
      (data) => ({ data }),
      (error: PmxError) => ({ error }),
    )
    if ('error' in told) return told.error
    throw new Error(`it succeeded: ${JSON.stringify(told.data)}`)
  }
  const bid = {
    marketId: market.marketId,
    outcomeId: market.yes,
    side: 'buy',
    type: 'limit',
    amount: 20,
    price: 0.1,
  }
  return {
    exchange,
    market,
    credentials,
    server,
    writes,
    ask,
    failureOf,
    bid,
    place: () => ask<Order>('createOrder', bid),
  }
}

type Reply = NonNullable<Server['next']>['reply']

const twice: Reply = async (send) => {
  await send()
  return send()
}
/** The venue refuses the call, and no copy of it was carried out. */
const refusedWith =
  (status: number, body: object): Reply =>
  async () => ({ status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) })

describe('gemini-titan: a cancel whose nonce the venue refuses', () => {
  const path = '/order/cancel'
  const used = refusedWith(409, { result: 'error', reason: 'InvalidNonce', message: 'It has not increased.' })

  test('is canceled where a first copy of it was carried out', async () => {
    const { server, writes, ask, place } = await openVenue('gemini-titan')
    const { id } = await place()
    server.next = { path, reply: twice }
    expect(await ask<Order>('cancelOrder', id)).toMatchObject({ id, status: 'canceled', filled: 0 })
    expect(writes.filter((call) => call.path.endsWith(path))).toHaveLength(1)
    expect(await ask<Order[]>('fetchOpenOrders')).toEqual([])
  })

  test('is unknown while the order is shown open: the refusal proves nothing about an earlier delivery', async () => {
    const { server, ask, failureOf, place } = await openVenue('gemini-titan')
    const { id } = await place()
    server.next = { path, reply: used }
    const error = await failureOf('cancelOrder', id)
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', detail: { state: 'unknown', orderId: id } })
    expect(error.message).not.toMatch(/Nothing was done/)
    expect((await ask<Order[]>('fetchOpenOrders')).map((order) => order.id)).toEqual([id])
    expect(await ask<Order>('cancelOrder', id)).toMatchObject({ status: 'canceled' })
  })

  test('of several orders is canceled where a first copy of it was carried out', async () => {
    const { server, ask, place } = await openVenue('gemini-titan')
    const ids = [(await place()).id, (await place()).id]
    server.next = { path: '/order/batch/cancel', reply: twice }
    expect(await ask<CancelResult[]>('cancelOrders', ids)).toMatchObject(
      ids.map((orderId) => ({ orderId, state: 'canceled' })),
    )
  })
})

// The code and its status are those of several public clients (see `NO_CHANGE` in src/venues/kalshi/errors.ts).
describe('kalshi: an amendment that the venue refuses because it changes nothing', () => {
  const path = '/amend'
  const noChange = refusedWith(400, { error: { code: 'AMEND_ORDER_NO_OP', message: 'AMEND_ORDER_NO_OP' } })

  test('is made where a first copy of it was carried out', async () => {
    const { server, writes, ask, place } = await openVenue('kalshi')
    const { id } = await place()
    server.next = { path, reply: twice }
    const changed = { id, status: 'open', price: 0.12, amount: 25, filled: 0, remaining: 25 }
    expect(await ask<Order>('editOrder', id, { price: 0.12, amount: 25 })).toMatchObject(changed)
    expect(writes.filter((call) => call.path.endsWith(path))).toHaveLength(1)
    expect(await ask<Order>('fetchOrder', id)).toMatchObject(changed)
  })

  test('is unknown while the order is shown without the change', async () => {
    const { server, ask, failureOf, place } = await openVenue('kalshi')
    const { id } = await place()
    server.next = { path, reply: noChange }
    const error = await failureOf('editOrder', id, { price: 0.12 })
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', detail: { state: 'unknown' } })
    expect(error.message).toContain(`The order ${id} may or may not have been changed`)
    expect(await ask<Order>('fetchOrder', id)).toMatchObject({ price: 0.1 })
  })
})

// These venues take no name by which they could refuse the second copy. Gemini refuses its nonce.
describe.each(['polymarket_us', 'opinion', 'probable'] as const)(
  '%s: an immediate order that arrives twice fills twice',
  (venue) => {
    const path = /\/orders?(\/\d+)?$/
    const amount = 20
    async function openTwice(name: string, limits: ExchangeOptions['limits']) {
      const orderFile = join(folder.path, `${venue} ${name}.db`)
      const opened = await openVenue(venue, { orderFile, limits })
      const { server, bid, ask, exchange, credentials } = opened
      const buy = { ...bid, type: 'market', amount, price: 0.9 }
      server.next = { path, reply: twice }
      const order = await ask<Order>('createOrder', buy)
      expect(order.filled).toBe(amount)
      const journal = createOrderJournal({ file: orderFile, clock: exchange.clock, log: silentLogger })
      await journal.open()
      open.push({ ...exchange, close: async () => journal.close() })
      const placed = () =>
        journal
          .list({ limit: 100 })
          .flatMap(({ outcome }) => (outcome.state === 'placed' ? [outcome.order] : []))
      return { ...opened, order, buy, journal, placed, credentials }
    }

    test('and the daily limit counts both', async () => {
      const { order, buy, ask, failureOf, placed } = await openTwice('daily', { maxDailyNotional: 50 })
      // 18 of 50 are counted for the first, and 36 with its copy: 18 more are too much.
      const { code, detail } = await failureOf('createOrder', buy)
      expect([code, detail]).toMatchObject(['PERMISSION_DENIED', { rule: 'trading.maxDailyNotional' }])
      const copies = placed().filter(({ id }) => id !== order.id)
      expect(copies).toMatchObject([{ side: 'buy', type: 'market', amount, filled: amount }])
      await ask('createOrder', { ...buy, amount: 10 })
      expect(placed()).toHaveLength(3)
    })

    test('and an equal order of the caller is no copy of it', async () => {
      const { buy, ask, placed } = await openTwice('equal', { maxDailyNotional: 1_000 })
      const ids = new Set<string>(placed().map(({ id }) => id))
      ids.add((await ask<Order>('createOrder', buy)).id)
      ids.add((await ask<Order>('createOrder', buy)).id)
      expect(ids.size).toBe(3)
      expect(placed()).toHaveLength(4)
    })

    test('and a resting order that arrives twice is counted twice before it fills', async () => {
      const orderFile = join(folder.path, `${venue} rests.db`)
      const { server, ask, failureOf, bid } = await openVenue(venue, {
        orderFile,
        limits: { maxDailyNotional: 17 },
      })
      const order = { ...bid, amount: 60 }
      server.next = { path, reply: twice }
      await ask<Order>('createOrder', order)
      expect(await ask<Order[]>('fetchOpenOrders')).toHaveLength(2)
      // 6 of 17 are counted for the first, and 12 with its copy: 6 more are too much.
      const { code, detail } = await failureOf('createOrder', order)
      expect([code, detail]).toMatchObject(['PERMISSION_DENIED', { rule: 'trading.maxDailyNotional' }])
      expect(await ask<Order[]>('fetchOpenOrders')).toHaveLength(2)
    })
  },
)

test('opinion: what rests of the second copy of a market purchase is to be canceled', async () => {
  const orderFile = join(folder.path, 'opinion remainder.db')
  const limits = { maxDailyNotional: 10_000 }
  const { server, exchange, ask, bid, market } = await openVenue('opinion', { orderFile, limits })
  const [best] = (await ask<OrderBook>('fetchOrderBook', market.yes)).asks
  if (best === undefined) throw new Error('nobody sells')
  const amount = Math.ceil(best.size) + 10
  server.next = { path: /\/order$/, reply: twice }
  const { id } = await ask<Order>('createOrder', { ...bid, type: 'market', amount, price: best.price })
  await ask<Order>('createOrder', { ...bid, amount: 60 })
  const journal = createOrderJournal({ file: orderFile, clock: exchange.clock, log: silentLogger })
  await journal.open()
  open.push({ ...exchange, close: async () => journal.close() })
  expect(journal.openRests()).toMatchObject([
    { cancelsRest: true, outcome: { order: { amount, filled: best.size } } },
  ])
  expect(journal.openRests()[0]?.outcome).not.toMatchObject({ order: { id } })
})
