import { expect, test } from 'vitest'
import type { Order } from '../../../src/api/models/models.js'
import { mergeOrder } from '../../../src/venue-kit/orders/order-progress.js'

const open: Order = {
  id: '1',
  marketId: 'm',
  outcomeId: 'yes',
  side: 'buy',
  type: 'limit',
  price: 0.4,
  amount: 10,
  status: 'open',
  filled: 3,
  remaining: 7,
  timestamp: 5,
}

test.each<[string, Partial<Order>, Partial<Order> | undefined]>([
  ['a fill', { filled: 5, remaining: 5 }, { filled: 5, remaining: 5 }],
  ['the same once more', {}, undefined],
  ['an older fill', { filled: 1, remaining: 9 }, undefined],
  ['an older state', { status: 'pending' }, undefined],
  ['a new price', { price: 0.45 }, { price: 0.45 }],
  [
    'an end that lags behind the fills',
    { status: 'canceled', filled: 0, remaining: 10 },
    { status: 'canceled', filled: 3, remaining: 7 },
  ],
  [
    'a cancel that names nothing else',
    {
      status: 'canceled',
      side: 'sell',
      amount: 0,
      filled: 0,
      remaining: 0,
      timestamp: 0,
      metadata: { unknown: ['side', 'amount', 'filled', 'remaining', 'timestamp'] },
    },
    { status: 'canceled', metadata: { unknown: ['filled', 'remaining'] } },
  ],
  [
    'the other side of the same',
    { outcomeId: 'no', side: 'sell', price: 0.6, filled: 10, remaining: 0, status: 'filled' },
    { filled: 10, remaining: 0, status: 'filled' },
  ],
])('an order takes %s', (_what, shown, now) => {
  expect(mergeOrder(open, { ...open, ...shown })).toEqual(now && { ...open, ...now })
})

test.each<[string, Partial<Order>, Partial<Order> | undefined]>([
  ['an older state with a fill', { status: 'pending', filled: 5, remaining: 5 }, { filled: 5, remaining: 5 }],
  [
    'an end that names no market',
    { status: 'canceled', marketId: 'unknown', outcomeId: 'unknown' },
    { status: 'canceled' },
  ],
  [
    'the other side of the same, without its market',
    { marketId: 'unknown', outcomeId: 'no', side: 'sell', price: 0.6, filled: 4, remaining: 6 },
    { filled: 4, remaining: 6 },
  ],
])('an order takes %s', (_what, shown, now) => {
  expect(mergeOrder(open, { ...open, ...shown })).toEqual(now && { ...open, ...now })
})

test('an end of another kind shows what was filled, where that is not known, and changes nothing else', () => {
  const canceled: Order = { ...open, status: 'canceled', metadata: { unknown: ['filled', 'remaining'] } }
  const filled: Order = { ...open, status: 'filled', filled: 10, remaining: 0 }
  expect(mergeOrder(canceled, filled)).toEqual({ ...filled, status: 'canceled' })
  expect(mergeOrder(canceled, { ...filled, status: 'open' })).toBeUndefined()
})

test('an end of another kind shows fills beyond those that are known', () => {
  const canceled: Order = { ...open, status: 'canceled', filled: 3, remaining: 7 }
  const filled: Order = { ...open, status: 'filled', filled: 10, remaining: 0 }
  expect(mergeOrder(canceled, filled)).toEqual({ ...filled, status: 'canceled' })
  expect(mergeOrder({ ...canceled, filled: 10, remaining: 0 }, filled)).toBeUndefined()
})

test('an order whose settlement failed is rejected, and its fills are taken back', () => {
  const filled: Order = { ...open, status: 'filled', filled: 10, remaining: 0 }
  const failed: Order = { ...open, status: 'rejected', filled: 0, remaining: 10 }
  expect(mergeOrder(filled, failed)).toEqual(failed)
  // A list that lags behind gives none of them back.
  expect(mergeOrder(failed, filled)).toBeUndefined()
  const unknown: Order = { ...failed, metadata: { unknown: ['filled', 'remaining'] } }
  expect(mergeOrder(unknown, filled)).toEqual({ ...filled, status: 'rejected' })
  const canceled: Order = { ...open, status: 'canceled', filled: 3, remaining: 7 }
  expect(mergeOrder(canceled, failed)).toBeUndefined()
})

test('an order that is over stays over', () => {
  const canceled: Order = { ...open, status: 'canceled' }
  for (const status of ['open', 'pending', 'filled'] as const)
    expect(mergeOrder(canceled, { ...open, status })).toBeUndefined()
})

test('an end that does not tell what was filled leaves that unknown, until something tells', () => {
  const unknown = { metadata: { unknown: ['filled', 'remaining'] } }
  const ended = mergeOrder(open, { ...open, status: 'canceled', filled: 0, remaining: 0, ...unknown })
  expect(ended).toEqual({ ...open, status: 'canceled', ...unknown })
  const told: Order = { ...open, status: 'canceled' }
  expect(ended && mergeOrder(ended, told)).toEqual(told)
})
