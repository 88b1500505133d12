import { expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { CancelAllResult, CancelResult, Order } from '../../../../src/api/models/models.js'
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
  async function passed<Value>(work: Promise<Value>): Promise<Value> {
    let isDone = false
    const done = (): void => {
      isDone = true
    }
    work.then(done, done)
    for (let step = 0; step < 200 && !isDone; step++) await clock.advance(100)
    return work
  }
  return { ...opened, ask: (...asked: Parameters<typeof opened.ask>) => passed(opened.ask(...asked)) }
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
  expect(result).toMatchObject({ orderId: 'V1', state: 'not_canceled' })
  expect((await ask('cancelAllOrders', undefined)).data as CancelAllResult).toMatchObject({
    allCanceled: false,
  })
  expect((await ask('fetchOrder', 'V1')).data).toMatchObject({ status: 'open' })
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
