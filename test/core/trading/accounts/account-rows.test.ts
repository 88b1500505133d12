import { expect, test } from 'vitest'
import type { Order, Position, Settlement } from '../../../../src/api/models/models.js'
import { withPrice, withProfit, withRemainder } from '../../../../src/core/trading/accounts/account-rows.js'
import { coreOver, fakeVenue } from '../../fake-venue.js'

const order = (changes: Partial<Order>): Order => ({
  id: 'V1',
  marketId: 'M',
  outcomeId: 'M-YES',
  side: 'buy',
  type: 'limit',
  price: 0.4,
  amount: 10,
  status: 'canceled',
  filled: 4,
  remaining: 0,
  timestamp: 5,
  ...changes,
})

test.each(['canceled', 'rejected'] as const)(
  'what a %s order lacks is its amount less what was filled',
  (status) => {
    expect(withRemainder(order({ status }))).toEqual(order({ status, remaining: 6 }))
  },
)

test('a remainder that follows is not unknown', () => {
  const lacking = { unknown: ['remaining', 'timestamp'], note: 1 }
  expect(withRemainder(order({ metadata: lacking }))).toEqual(
    order({ remaining: 6, metadata: { unknown: ['timestamp'], note: 1 } }),
  )
})

test.each([
  [order({ remaining: 6 })],
  [order({ status: 'open', remaining: 3 })],
  [order({ metadata: { unknown: ['filled', 'remaining'] } })],
  [order({ amount: 0, metadata: { unknown: ['amount'] } })],
])('%j stays as it is', (row) => {
  expect(withRemainder(row)).toBe(row)
})

test('more than all leaves nothing', () => {
  expect(withRemainder(order({ filled: 11 })).remaining).toBe(0)
})

const position = (changes: Partial<Position>): Position => ({
  marketId: 'M',
  outcomeId: 'M-YES',
  size: 59.5,
  ...changes,
})

test('a position has a price wherever its value and size are known, and the other way round', () => {
  expect(withPrice(position({ currentValue: 35.7 }))).toEqual(
    position({ currentValue: 35.7, currentPrice: 0.6 }),
  )
  expect(withPrice(position({ currentPrice: 0.6 }))).toEqual(
    position({ currentPrice: 0.6, currentValue: 35.7 }),
  )
  expect(withPrice(position({ size: -10, currentValue: -6 })).currentPrice).toBe(0.6)
})

test.each([
  [position({})],
  [position({ size: 0, currentValue: 0 })],
  [position({ currentValue: 1, currentPrice: 0.5 })],
  [position({ currentValue: 1, metadata: { unknown: ['size'] } })],
])('%j is not completed', (row) => {
  expect(withPrice(row)).toBe(row)
})

test('methods return both, whatever the venue counts', async () => {
  const world = coreOver(
    fakeVenue({
      rest: {
        account: {
          positions: async () => [position({ currentValue: 35.7 })],
          order: async () => order({ remaining: 0 }),
        },
      },
    }),
  )
  expect(await world.ask('fetchPositions')).toMatchObject([{ currentPrice: 0.6 }])
  expect(await world.ask('fetchOrder', 'V1')).toMatchObject({ remaining: 6 })
})

const settlement = (changes: Partial<Settlement>): Settlement => ({
  id: 'S',
  marketId: 'M',
  timestamp: 5,
  ...changes,
})

test('a settlement has a profit where payout, cost and fee are known, and what a contract paid', () => {
  const known = { contracts: 15, payout: 15, cost: 11.1, fee: 0.2 }
  expect(withProfit(settlement(known))).toEqual(settlement({ ...known, price: 1, realizedPnL: 3.7 }))
  for (const lacking of ['payout', 'cost', 'fee'] as const)
    expect(withProfit(settlement({ ...known, [lacking]: undefined }))).not.toHaveProperty('realizedPnL')
  expect(withProfit(settlement({ ...known, realizedPnL: 3, metadata: {} }))).toEqual(
    settlement({ ...known, price: 1, realizedPnL: 3 }),
  )
})
