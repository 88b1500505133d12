import { expect, test } from 'vitest'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import { refusalOf } from '../../../../src/venues/hyperliquid/errors.js'
import { failureOf, fakeExchange, tradingWorld } from '../trading-world.js'

const usedNonce = refusalOf('Invalid nonce: duplicate nonce 1769000000000', 'BAD_REQUEST')
const rateLimit = new PmxError('RATE_LIMIT_EXCEEDED', 'too many', { detail: { upstreamStatus: 429 } })

/** A world whose venue refuses each cancel, after a first copy of it was carried out or not. */
async function worldOf(refusal: PmxError, isDone: boolean) {
  const over = fakeExchange()
  const world = tradingWorld({ over })
  await world.create()
  const { cancel } = over.orders
  Object.assign(over.orders, {
    async cancel(...asked: Parameters<NonNullable<typeof cancel>>) {
      if (isDone) await cancel?.(...asked)
      throw refusal
    },
  })
  return world
}

test.each([
  usedNonce,
  rateLimit,
  new PmxError('EXCHANGE_NOT_AVAILABLE', 'used', { detail: { upstreamStatus: 400, kind: 'nonce_refused' } }),
])('a refused cancel is done where the venue shows the order as canceled: %s', async (refusal) => {
  const one = await worldOf(refusal, true)
  expect((await one.ask('cancelOrder', 'V1')).order).toMatchObject({ id: 'V1', status: 'canceled' })
  const many = await worldOf(refusal, true)
  expect((await many.ask('cancelOrders', ['V1'])).data).toMatchObject([{ orderId: 'V1', state: 'canceled' }])
})

test('a cancel that the venue had before is unknown while the order is shown as open', async () => {
  const world = await worldOf(usedNonce, false)
  expect((await failureOf(world.ask('cancelOrder', 'V1'))).detail?.['state']).toBe('unknown')
  expect((await world.ask('cancelOrders', ['V1'])).data).toMatchObject([{ state: 'unknown' }])
})

test('another refusal stands while the order is shown as open, and is unknown where it cannot be read', async () => {
  const world = await worldOf(rateLimit, false)
  expect((await failureOf(world.ask('cancelOrder', 'V1'))).code).toBe('RATE_LIMIT_EXCEEDED')
  expect((await world.ask('cancelOrders', ['V1'])).data).toMatchObject([{ state: 'not_canceled' }])
  Object.assign(world.exchange.account, { order: () => Promise.reject(new TypeError('odd')) })
  const unknown = await failureOf(world.ask('cancelOrder', 'V1'))
  expect([unknown.detail?.['state'], unknown.message]).toEqual([
    'unknown',
    expect.stringContaining('You can safely cancel again.'),
  ])
})

test('a refused cancel of an order that has filled finds no open order', async () => {
  const world = await worldOf(usedNonce, false)
  world.exchange.fill('V1')
  expect((await failureOf(world.ask('cancelOrder', 'V1'))).code).toBe('ORDER_NOT_FOUND')
})

test('a cancel that is unknown after a rate limit says when to try again', async () => {
  const world = await worldOf(rateLimit.with({ retryAfter: 7 }), false)
  const failing = async () => {
    throw new PmxError('NETWORK_ERROR', 'the venue is away')
  }
  Object.assign(world.exchange.account, { order: failing })
  expect(await failureOf(world.ask('cancelOrder', 'V1'))).toMatchObject({
    retryAfter: 7,
    detail: { state: 'unknown', upstreamStatus: 429 },
  })
  expect((await world.ask('cancelOrders', ['V1'])).data).toMatchObject([
    { state: 'unknown', error: { retryAfter: 7 } },
  ])
})

test('a call for several cancels that failed says when to try again', async () => {
  const world = await worldOf(rateLimit, false)
  await world.create()
  const failure = new PmxError('EXCHANGE_NOT_AVAILABLE', 'down', { retryAfter: 9 })
  const cancelMany = { most: 10, cancel: () => Promise.reject(failure) }
  Object.assign(world.exchange.orders, { cancelMany })
  expect((await world.ask('cancelOrders', ['V1', 'V2'])).data).toMatchObject([
    { state: 'unknown', error: { retryAfter: 9 } },
    { state: 'unknown', error: { retryAfter: 9 } },
  ])
})
