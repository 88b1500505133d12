import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { CancelAllResult, CancelResult, Order } from '../../../../src/api/models/models.js'
import { passUntil } from '../../../support/clock.js'
import { failureOf, tradingWorld } from '../trading-world.js'

/**
 * A venue whose cancel has an empty response: the source returns the order as the venue shows it afterwards.
 * @param lookups number of lookups that still show the order as open
 */
async function world(lookups: number, options: { readonly isCarriedOut?: boolean } = {}) {
  const opened = tradingWorld()
  const { exchange, clock } = opened
  await opened.create({ marketId: 'M', outcomeId: 'M-YES' })
  const { order } = exchange.account
  let left = lookups
  const shown = async (id: string, ctx: never): Promise<Order | undefined> => {
    const now = await order?.(id, ctx)
    return now && left-- > 0 ? { ...now, status: 'open' } : now
  }
  Object.assign(exchange.orders, {
    cancel: async (id: string, ctx: never) => {
      if (options.isCarriedOut !== false) exchange.gone.add(id)
      return { ...(await order?.(id, ctx)), status: 'open' }
    },
  })
  Object.assign(exchange.account, { order: shown })
  const ask: typeof opened.ask = (...asked) => passUntil(clock, opened.ask(...asked))
  return { ...opened, ask }
}

test('an order is canceled once the venue shows its end', async () => {
  const { ask } = await world(2)
  expect((await ask('cancelOrder', 'V1')).data).toMatchObject({ id: 'V1', status: 'canceled' })
})

test('an order that the venue shows as open after its cancel is not reported as canceled', async () => {
  const { ask } = await world(Number.POSITIVE_INFINITY, { isCarriedOut: false })
  expect(await failureOf(ask('cancelOrder', 'V1'))).toMatchObject({
    code: 'NETWORK_ERROR',
    detail: { state: 'unknown', orderId: 'V1' },
  })
  const [result] = (await ask('cancelOrders', ['V1'])).data as CancelResult[]
  expect(result).toMatchObject({ orderId: 'V1', state: 'unknown' })
  expect((await ask('cancelAllOrders', undefined)).data as CancelAllResult).toMatchObject({
    allCanceled: false,
  })
  expect((await ask('fetchOrder', 'V1')).data).toMatchObject({ status: 'open' })
})

test('a cancel that nothing confirms says so once', async () => {
  const { ask } = await world(Number.POSITIVE_INFINITY, { isCarriedOut: false })
  const { message } = await failureOf(ask('cancelOrder', 'V1'))
  expect(message.match(/may or may not have been canceled/g)).toHaveLength(1)
})

test('all cancels are sent before the first lookup of an order', async () => {
  const opened = tradingWorld()
  const { exchange, clock } = opened
  for (let count = 0; count < 20; count++) await opened.create()
  const { order } = exchange.account
  let sent = 0
  const sentAtLookup: number[] = []
  Object.assign(exchange.orders, {
    cancel: async (id: string, ctx: never) => {
      sent++
      exchange.gone.add(id)
      return { ...(await order?.(id, ctx)), status: 'open' }
    },
  })
  Object.assign(exchange.account, {
    order: (id: string, ctx: never) => {
      sentAtLookup.push(sent)
      return order?.(id, ctx)
    },
  })
  const ids = exchange.placed.map(({ id }) => id)
  const results = (await passUntil(clock, opened.ask('cancelOrders', ids))).data as CancelResult[]
  expect(results.map(({ orderId, state }) => `${orderId} ${state}`)).toEqual(
    ids.map((id) => `${id} canceled`),
  )
  expect(Math.min(...sentAtLookup)).toBe(20)
})

test('an order whose end cannot be looked up may still be open', async () => {
  const { ask, exchange } = await world(0, { isCarriedOut: false })
  Object.assign(exchange.account, {
    order: async () => {
      throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
    },
  })
  expect(await failureOf(ask('cancelOrder', 'V1'))).toMatchObject({ detail: { state: 'unknown' } })
})

describe('an order that vanishes after its cancel', () => {
  /** @param shows what each lookup after the cancel finds, the last one for all that follow */
  async function vanishing(shows: readonly ('open' | 'nothing' | 'fails')[], ageMs = 61_000) {
    const opened = tradingWorld()
    const { exchange, clock, journal } = opened
    const { order } = await opened.create()
    await clock.advance(ageMs)
    let looks = 0
    Object.assign(exchange.orders, { cancel: async () => ({ ...order, status: 'open' }) })
    Object.assign(exchange.account, {
      order: async () => {
        const show = shows[Math.min(looks++, shows.length - 1)]
        if (show === 'fails') throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'down')
        return show === 'open' ? { ...order, status: 'open' } : undefined
      },
    })
    const ask: typeof opened.ask = (...asked) => passUntil(clock, opened.ask(...asked))
    const row = () => journal.list({ limit: 1 })[0]?.outcome
    return { ask, row, openRows: () => journal.openOrders().length }
  }
  const ended = { status: 'canceled', metadata: { unknown: ['filled', 'remaining'] } }

  test.each([[['nothing']], [['open', 'nothing']], [['fails', 'nothing', 'fails', 'nothing']]] as const)(
    'is canceled, for its caller and in the journal: %j',
    async (shows) => {
      const { ask, row, openRows } = await vanishing(shows)
      expect((await ask('cancelOrder', 'V1')).order).toMatchObject(ended)
      expect(row()).toMatchObject({ state: 'placed', order: ended })
      expect(openRows()).toBe(0)
    },
  )

  test('is canceled among several, too', async () => {
    const { ask, openRows } = await vanishing(['open', 'nothing'])
    const [result] = (await ask('cancelOrders', ['V1'])).data as CancelResult[]
    expect(result).toMatchObject({ orderId: 'V1', state: 'canceled' })
    expect(openRows()).toBe(0)
  })

  test.each([
    [['open']],
    [['fails']],
    // One server that lags behind the others proves nothing.
    [['nothing', 'open']],
    [['open', 'open', 'open', 'nothing']],
    [['open', 'nothing', 'open', 'nothing']],
  ] as const)('may be open where lookups show %j', async (shows) => {
    const { ask, openRows } = await vanishing(shows)
    expect(await failureOf(ask('cancelOrder', 'V1'))).toMatchObject({ detail: { state: 'unknown' } })
    expect(openRows()).toBe(1)
  })

  test('may be open where it was sent so recently that the venue may not show it', async () => {
    const { ask, openRows } = await vanishing(['nothing'], 10_000)
    expect(await failureOf(ask('cancelOrder', 'V1'))).toMatchObject({ detail: { state: 'unknown' } })
    expect(openRows()).toBe(1)
  })
})
