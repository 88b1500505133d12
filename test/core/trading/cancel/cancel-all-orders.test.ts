import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { CancelAllResult } from '../../../../src/api/models/models.js'
import { createOrderJournal } from '../../../../src/daemon/state/order-journal-file.js'
import { silentLogger } from '../../../../src/observe/logger.js'
import type { MarketSource } from '../../../../src/venue-kit/contract/venue.js'
import { fakeClock } from '../../../support/clock.js'
import { temporaryFolder } from '../../../support/engine.js'
import { failureOf, tradingWorld } from '../trading-world.js'

/** Lists lag by less: an older order that they lack is not open. */
const LISTED_BY_MS = 61_000

const resultOf = ({ data }: { readonly data: unknown }) => data as CancelAllResult

/** A world with an order of long ago, whose list knows the market as M alone. */
async function withOldOrder(getMarket: MarketSource['getMarket']) {
  const world = tradingWorld()
  await world.create()
  await world.clock.advance(LISTED_BY_MS)
  Object.assign(world.exchange.venue.markets, { getMarket })
  return {
    ...world,
    cancelAll: async (marketId: string) => resultOf(await world.next().ask('cancelAllOrders', marketId)),
  }
}

describe('cancelAllOrders of a market by a name that lists of orders do not know', () => {
  const row = (marketId: string) => ({ market: { marketId, outcomes: [] } }) as never

  test('cancels the orders of the market that has it', async () => {
    const world = await withOldOrder(async () => row('M'))
    expect(await world.cancelAll('slug-M')).toMatchObject({
      orders: [{ orderId: 'V1', state: 'canceled' }],
      allCanceled: true,
    })
    expect([...world.exchange.gone]).toEqual(['V1'])
    expect(await world.cancelAll('slug-M')).toEqual({ orders: [], allCanceled: true })
  })

  test('refuses a name of no market, and does not say that all are canceled where the venue does not say', async () => {
    const world = await withOldOrder(async () => undefined)
    expect(await failureOf(world.cancelAll('no-such'))).toMatchObject({
      code: 'MARKET_NOT_FOUND',
      message: 'Market not found: no-such',
      field: 'marketId',
    })
    Object.assign(world.exchange.venue.markets, {
      getMarket: async () => {
        throw new PmxError('NETWORK_ERROR', 'The venue is away.')
      },
    })
    expect(await world.cancelAll('no-such')).toMatchObject({ allCanceled: false })
    expect([...world.exchange.gone]).toEqual([])
  })

  test('cancels the orders of the market whose outcome is named', async () => {
    const world = await withOldOrder(async (id) => (id === 'M' ? row('M') : undefined))
    expect(await world.cancelAll('M-YES')).toMatchObject({ orders: [{ orderId: 'V1', state: 'canceled' }] })
  })

  test('says that all are canceled where a known market has none', async () => {
    const world = await withOldOrder(async (id) => row(id))
    expect(await world.cancelAll('N')).toEqual({ orders: [], allCanceled: true })
  })
})

test('does not say that all are canceled where an order was placed after the last list', async () => {
  const world = tradingWorld()
  await world.create()
  const { account } = world.exchange
  world.exchange.state.cancelFails.set('V1', new PmxError('INVALID_ORDER', 'It cannot be canceled now.'))
  world.exchange.hold()
  const second = world.create({ amount: 2 })
  await world.settle()
  const { order } = account
  Object.assign(account, {
    order: async (id: string, ctx: never) => {
      // The response to the other order comes while the first one is looked up.
      world.exchange.letGo()
      await second
      const shown = await order?.(id, ctx)
      return shown && { ...shown, status: 'filled', filled: shown.amount, remaining: 0 }
    },
  })
  const work = world.next().ask('cancelAllOrders', undefined)
  for (let step = 0; step < 40; step++) {
    await world.settle()
    await world.clock.advance(100)
  }
  const { orders, allCanceled, unread } = resultOf(await work)
  expect(orders).toMatchObject([{ orderId: 'V1', state: 'ended' }])
  expect({ allCanceled, unread }).toEqual({ allCanceled: false, unread: expect.stringContaining('V2') })
})

describe('cancelAllOrders by a process that has not opened the journal yet, where the venue tells how old its lists are', () => {
  const folder = temporaryFolder()
  afterAll(() => folder.remove())
  const clock = fakeClock()
  const journalIn = (file: string) => createOrderJournal({ file, clock, log: silentLogger })
  const over = async () => {
    const elsewhere = tradingWorld({ clock })
    await elsewhere.create()
    await clock.advance(LISTED_BY_MS)
    Object.assign(elsewhere.exchange.orders, { listedUntil: async () => clock.now() })
    return elsewhere.exchange
  }

  test('cancels all, whether there is a journal or not', async () => {
    const file = join(folder.path, 'orders.db')
    for (const _run of ['without', 'with']) {
      const journal = journalIn(file)
      const world = tradingWorld({ clock, over: await over(), journal })
      const { data } = await world.ask('cancelAllOrders', undefined)
      expect(data).toMatchObject({ orders: [{ orderId: 'V1', state: 'canceled' }], allCanceled: true })
      journal.close()
    }
  })

  test('cancels all where the journal is damaged, and says what is not known', async () => {
    const file = join(folder.path, 'damaged.db')
    writeFileSync(file, 'not a database, and never was one '.repeat(50))
    const world = tradingWorld({ clock, over: await over(), journal: journalIn(file) })
    const { data } = await world.ask('cancelAllOrders', undefined)
    expect(data).toMatchObject({
      orders: [{ orderId: 'V1', state: 'canceled' }],
      allCanceled: false,
      unread: expect.stringContaining('ecently sent orders cannot be read'),
    })
  })
})

test('where the list cannot be read, orders of the journal are canceled, also old ones, and the list is named', async () => {
  const world = tradingWorld()
  await world.create()
  await world.clock.advance(LISTED_BY_MS)
  const away = new PmxError('EXCHANGE_NOT_AVAILABLE', 'the venue is away', { retryable: true })
  world.exchange.lists.fails.push(...Array.from({ length: 9 }, () => away))
  expect(resultOf(await world.ask('cancelAllOrders', undefined))).toMatchObject({
    orders: [{ orderId: 'V1', state: 'canceled' }],
    allCanceled: false,
    unread: expect.stringContaining('the venue is away'),
  })
  expect(world.exchange.open()).toEqual([])
  // What is left to tell then is that nothing is known.
  expect(await failureOf(world.ask('cancelAllOrders', undefined))).toMatchObject({
    message: 'the venue is away',
  })
})

describe('an order that the venue lists, and does not find by its id,', () => {
  function unfound() {
    const world = tradingWorld()
    const { state, account } = world.exchange
    state.cancelFails.set('V1', new PmxError('ORDER_NOT_FOUND', 'no such order'))
    Object.assign(account, { order: async () => undefined })
    return world
  }

  async function cancelAll(world: ReturnType<typeof tradingWorld>, meanwhile = () => undefined as unknown) {
    const asked = world.ask('cancelAllOrders', undefined)
    await world.clock.advance(100)
    meanwhile()
    for (let second = 0; second < 5; second++) await world.clock.advance(1_000)
    return resultOf(await asked)
  }

  test('is not canceled while it is listed', async () => {
    const world = unfound()
    await world.create()
    expect(await cancelAll(world)).toMatchObject({
      orders: [{ orderId: 'V1', state: 'not_canceled' }],
      allCanceled: false,
    })
  })

  test('is canceled once it is found', async () => {
    const world = unfound()
    await world.create()
    expect(await cancelAll(world, () => world.exchange.state.cancelFails.clear())).toMatchObject({
      orders: [{ orderId: 'V1', state: 'canceled' }],
      allCanceled: true,
    })
    expect(world.exchange.open()).toEqual([])
  })

  test('has ended where the next list lacks it', async () => {
    const world = unfound()
    await world.create()
    await world.clock.advance(LISTED_BY_MS)
    expect(await cancelAll(world, () => world.exchange.gone.add('V1'))).toMatchObject({
      orders: [{ orderId: 'V1', state: 'ended' }],
      allCanceled: true,
    })
  })
})
