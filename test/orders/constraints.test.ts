import { describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { assertLasts, assertTaken, readDemands } from '../../src/orders/constraints.js'
import type { OrderConstraints } from '../../src/venue-kit/contract/trading.js'

const NOW = 1_790_000_000_000

function refusalOf(work: () => unknown): Pick<PmxError, 'code' | 'field' | 'message' | 'detail'> {
  try {
    work()
  } catch (error) {
    if (error instanceof PmxError) return error
    throw error
  }
  throw new Error('it was taken')
}

describe('demands that contradict each other', () => {
  test.each([
    ['postOnly', { type: 'market', postOnly: true }],
    ['postOnly', { type: 'limit', postOnly: true, timeInForce: 'IOC' }],
    ['postOnly', { type: 'limit', postOnly: true, timeInForce: 'FOK' }],
    ['timeInForce', { type: 'market', timeInForce: 'GTC' }],
    ['timeInForce', { type: 'market', timeInForce: 'GTD', expiration: NOW }],
    ['cancelOnPause', { type: 'market', cancelOnPause: true }],
    ['cancelOnPause', { type: 'limit', cancelOnPause: true, timeInForce: 'FOK' }],
    ['orderGroupId', { type: 'limit', orderGroupId: ' ' }],
    ['expiration', { type: 'limit', timeInForce: 'GTD' }],
    ['timeInForce', { type: 'limit', expiration: NOW }],
    ['timeInForce', { type: 'limit', timeInForce: 'GTC', expiration: NOW }],
  ] as const)('are refused by %s: %j', (field, input) => {
    expect(refusalOf(() => readDemands(input))).toMatchObject({
      code: 'INVALID_ORDER',
      field,
      detail: { kind: 'order_rule' },
    })
  })
})

test('false demands nothing, and what is not said is not there', () => {
  expect(readDemands({ type: 'limit', postOnly: false, reduceOnly: false })).toEqual({})
  expect(readDemands({ type: 'limit', cancelOnPause: false })).toEqual({})
  expect(readDemands({ type: 'limit', cancelOnPause: true, orderGroupId: 'g' })).toEqual({
    cancelOnPause: true,
    orderGroupId: 'g',
  })
  expect(readDemands({ type: 'market', postOnly: false, timeInForce: 'IOC', reduceOnly: true })).toEqual({
    timeInForce: 'IOC',
    reduceOnly: true,
  })
  expect(readDemands({ type: 'limit', postOnly: true, timeInForce: 'GTD', expiration: NOW })).toEqual({
    postOnly: true,
    timeInForce: 'GTD',
    expiresAt: NOW,
  })
})

const all: OrderConstraints = {
  postOnly: true,
  timeInForce: ['GTC', 'IOC', 'FOK', 'GTD'],
  reduceOnly: ['IOC'],
  minLifetimeMs: 120_000,
  notOfPurchases: { timeInForce: ['FOK'], because: 'it spends money' },
}
type Order = Parameters<typeof assertTaken>[0]
const order: Order = { side: 'sell', type: 'limit' }

describe.each([
  ['nothing', undefined, [{}]],
  ['GTC', { timeInForce: ['GTC'] }, [{}, { timeInForce: 'GTC' }]],
  [
    'all',
    all,
    [
      {},
      { postOnly: true },
      { timeInForce: 'GTC', postOnly: true },
      { timeInForce: 'IOC', reduceOnly: true },
      { type: 'market', reduceOnly: true },
      { type: 'market', timeInForce: 'IOC' },
      { type: 'market', timeInForce: 'FOK' },
      { timeInForce: 'GTD', expiresAt: NOW + 120_000 },
      { side: 'buy', timeInForce: 'IOC' },
    ],
  ],
] as const)('a venue that takes %s', (_name, constraints, taken) => {
  const take = (given: Partial<Order>): void => {
    assertTaken({ ...order, ...given }, { venue: 'kalshi', constraints })
    assertLasts(given, { venue: 'kalshi', constraints }, NOW)
  }

  test.each(taken.map((given) => [given]))('takes %j', (given) => {
    expect(() => take(given)).not.toThrow()
  })

  const refused: readonly (readonly [OrderConstraints | undefined, string, Partial<Order>, unknown])[] = [
    [undefined, 'postOnly', { postOnly: true }, [false]],
    [undefined, 'reduceOnly', { reduceOnly: true }, [false]],
    [undefined, 'timeInForce', { timeInForce: 'GTC' }, []],
    [undefined, 'timeInForce', { type: 'market', timeInForce: 'IOC' }, []],
    [all, 'timeInForce', { side: 'buy', timeInForce: 'FOK' }, ['GTC', 'IOC', 'GTD']],
    [all, 'timeInForce', { side: 'buy', type: 'market', timeInForce: 'FOK' }, ['IOC']],
    [all, 'reduceOnly', { reduceOnly: true }, { timeInForce: ['IOC'] }],
    [all, 'reduceOnly', { timeInForce: 'FOK', reduceOnly: true }, { timeInForce: ['IOC'] }],
    [all, 'expiration', { timeInForce: 'GTD', expiresAt: NOW + 119_999 }, { min: NOW + 120_000 }],
  ]
  test('refuses the rest by its member, and tells what it takes', () => {
    for (const [, field, given, allowed] of refused.filter((row) => row[0] === constraints))
      expect(
        refusalOf(() => take(given)),
        JSON.stringify(given),
      ).toMatchObject({
        code: 'INVALID_ORDER',
        field,
        message: expect.stringContaining('Kalshi'),
        detail: { kind: 'order_rule', allowed },
      })
  })
})

test('a purchase that cannot be so is refused with the reason', () => {
  const buy = { side: 'buy', type: 'limit', timeInForce: 'FOK' } as const
  expect(refusalOf(() => assertTaken(buy, { venue: 'polymarket', constraints: all })).message).toContain(
    'it spends money',
  )
})

test('an order that has ended is refused where the venue names no least', () => {
  const taker = { venue: 'kalshi', constraints: { timeInForce: ['GTD'] } } as const
  expect(refusalOf(() => assertLasts({ expiresAt: NOW + 999 }, taker, NOW))).toMatchObject({
    field: 'expiration',
  })
  expect(() => assertLasts({ expiresAt: NOW + 1_000 }, taker, NOW)).not.toThrow()
})
