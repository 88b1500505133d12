import { expect, test } from 'vitest'
import { createCanceledOrder, toCanceledOrder } from '../../../src/venue-kit/orders/canceled-order.js'

test('a canceled order of which nothing is known names all that it does not know', () => {
  expect(createCanceledOrder('V1')).toEqual({
    id: 'V1',
    marketId: 'unknown',
    outcomeId: 'unknown',
    side: 'buy',
    type: 'limit',
    amount: 0,
    status: 'canceled',
    filled: 0,
    remaining: 0,
    timestamp: 0,
    metadata: { unknown: ['side', 'type', 'amount', 'filled', 'remaining', 'timestamp'] },
  })
})

test('what the venue told is known, and what it left open is not', () => {
  expect(
    createCanceledOrder('V1', { remaining: 0, clientOrderId: undefined, timestamp: undefined }),
  ).toMatchObject({
    remaining: 0,
    metadata: { unknown: ['side', 'type', 'amount', 'filled', 'timestamp'] },
  })
  expect(createCanceledOrder('V1', { clientOrderId: 'mine' })).toMatchObject({ clientOrderId: 'mine' })
})

test('a row that shows an order as open after its cancel does not say what it filled until then', () => {
  const { metadata: _none, ...row } = createCanceledOrder('V1', { amount: 10, filled: 2, remaining: 8 })
  const unknown = ['filled', 'remaining']
  for (const status of ['open', 'pending'] as const)
    expect(toCanceledOrder({ ...row, status })).toMatchObject({ status: 'canceled', metadata: { unknown } })
  for (const status of ['canceled', 'filled', 'rejected'] as const)
    expect(toCanceledOrder({ ...row, status })).toEqual({ ...row, status })
})
