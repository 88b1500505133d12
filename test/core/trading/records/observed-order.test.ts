import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order, OrderStatus } from '../../../../src/api/models/models.js'
import { learnFrom } from '../../../../src/core/trading/records/observed-order.js'
import type { OrderTerms } from '../../../../src/venue-kit/contract/trading.js'
import { createCanceledOrder } from '../../../../src/venue-kit/orders/canceled-order.js'

const terms: OrderTerms = {
  marketId: 'M',
  outcomeId: 'M-YES',
  side: 'buy',
  type: 'limit',
  amount: '10',
  price: '0.5',
  clientOrderId: 'c1',
}

function orderOf(status: OrderStatus, filled: number, changes: Partial<Order> = {}): Order {
  const { amount: _amount, price: _price, ...own } = terms
  return {
    id: 'V1',
    ...own,
    price: 0.5,
    amount: 10,
    status,
    filled,
    remaining: 10 - filled,
    timestamp: 1,
    ...changes,
  }
}

const learn = (known: Order, seen: Order) =>
  learnFrom({ terms, outcome: { state: 'placed', order: known } }, seen)?.order

describe('what the journal learns of an order', () => {
  test('it has ended', () => {
    expect(learn(orderOf('open', 0), orderOf('canceled', 4))).toMatchObject({
      status: 'canceled',
      filled: 4,
      remaining: 6,
    })
  })

  test('nothing, where the venue shows what is known', () => {
    expect(learn(orderOf('open', 2), orderOf('open', 2))).toBeUndefined()
    expect(learn(orderOf('open', 2), orderOf('open', 1))).toBeUndefined()
    expect(learn(orderOf('canceled', 2), orderOf('open', 2))).toBeUndefined()
  })

  test('a bare answer to a cancel ends it, and takes nothing of what is known', () => {
    const ended = learn(orderOf('open', 3), createCanceledOrder('V1'))
    expect(ended).toEqual({
      ...orderOf('canceled', 3),
      metadata: { unknown: ['filled', 'remaining'] },
    })
  })

  test('how much was filled of an order that ended before', () => {
    const ended = orderOf('canceled', 0, { metadata: { unknown: ['filled', 'remaining'] } })
    const shown = orderOf('canceled', 4)
    expect(learn(ended, shown)).toMatchObject({ status: 'canceled', filled: 4, remaining: 6 })
    expect(learn(ended, shown)?.metadata).toBeUndefined()
    // Older than the end: it may have filled more since.
    expect(learn(ended, orderOf('open', 4))).toBeUndefined()
  })

  test('a fill that the end lacked', () => {
    const learned = learn(orderOf('canceled', 2), orderOf('canceled', 4))
    expect(learned).toMatchObject({ status: 'canceled', filled: 4, remaining: 6 })
    expect(learn(orderOf('canceled', 2), orderOf('filled', 10))).toMatchObject({
      status: 'canceled',
      filled: 10,
    })
  })

  test('its settlement failed, and no older row gives its fills back', () => {
    const failed = learn(orderOf('filled', 10), orderOf('rejected', 0))
    expect(failed).toEqual(orderOf('rejected', 0))
    expect(learn(orderOf('rejected', 0), orderOf('filled', 10))).toBeUndefined()
    expect(learn(orderOf('rejected', 0), orderOf('rejected', 0))).toBeUndefined()
    // A row that does not say what was filled takes nothing back.
    const unknown = { metadata: { unknown: ['filled', 'remaining'] } }
    expect(learn(orderOf('filled', 10), orderOf('rejected', 0, unknown))).toBeUndefined()
  })

  test('no other price or amount of an order that rests: lists lag', () => {
    expect(learn(orderOf('open', 2), orderOf('open', 2, { price: 0.4, amount: 12 }))).toBeUndefined()
  })

  test('nothing of an order in doubt, or whose rest is being canceled', () => {
    const error = { code: 'NETWORK_ERROR', message: 'cut' } as const
    expect(learnFrom({ terms, outcome: { state: 'unknown', error } }, orderOf('open', 1))).toBeUndefined()
    const rest = { state: 'placed', order: orderOf('open', 0), isRestOpen: true } as const
    expect(learnFrom({ terms, outcome: rest }, orderOf('canceled', 1))).toBeUndefined()
  })

  test('an order that a venue nets stays as it was asked for', () => {
    const netted = orderOf('canceled', 1, { outcomeId: 'M-NO', side: 'sell', price: 0.5 })
    expect(learn(orderOf('open', 0), netted)).toMatchObject({ outcomeId: 'M-YES', side: 'buy', filled: 1 })
  })

  test('whatever is shown in whatever order, what ended stays ended, and fills never shrink', () => {
    const status = fc.constantFrom<OrderStatus>('open', 'pending', 'filled', 'canceled', 'rejected')
    fc.assert(
      fc.property(fc.array(fc.tuple(status, fc.integer({ min: 0, max: 10 })), { maxLength: 12 }), (shown) => {
        let known = orderOf('open', 0)
        for (const [state, filled] of shown) {
          const next = learn(known, orderOf(state, filled)) ?? known
          // Only a settlement that failed takes an end and its fills back.
          if (known.status === 'filled' && state === 'rejected')
            expect(next).toMatchObject({ status: state, filled })
          else {
            expect(next.filled).toBeGreaterThanOrEqual(known.filled)
            if (known.status !== 'open' && known.status !== 'pending') expect(next.status).toBe(known.status)
          }
          expect(next.filled + next.remaining).toBe(10)
          known = next
        }
      }),
    )
  })
})
