import { expect, test } from 'vitest'
import type { FeeScheduleOf } from '../../../src/venue-kit/contract/fees.js'
import { coreOver, event, fakeVenue, market } from '../fake-venue.js'
import { failureOf } from '../trading/trading-world.js'

/** Takers pay a tenth of the money, makers nothing that is known. */
const tenth: FeeScheduleOf = () => ({
  currency: 'USD',
  taker: {
    formula: 'rate * price * contracts',
    parameters: { rate: 0.1 },
    feeOf: ({ side, price, size }) => (side === 'sell' ? undefined : 0.1 * price * size),
  },
})

const worldOf = (feeSchedule?: FeeScheduleOf) =>
  coreOver(
    fakeVenue({
      events: [event('E', [market('M')])],
      rest: feeSchedule === undefined ? {} : { feeSchedule },
    }),
  )

test('a schedule is that of the market, and what is not known is absent', async () => {
  const schedule = {
    marketId: 'M',
    currency: 'USD',
    taker: { formula: 'rate * price * contracts', parameters: { rate: 0.1 } },
  }
  expect(await worldOf(tenth).ask('fetchTradingFee', { marketId: 'M' })).toEqual(schedule)
  expect(await worldOf(tenth).ask('fetchTradingFee', 'M-NO')).toEqual({ ...schedule, outcomeId: 'M-NO' })
  expect(await worldOf(() => undefined).ask('fetchTradingFee', { marketId: 'M' })).toEqual({ marketId: 'M' })
})

test('an estimate is of an order that is filled whole at its price', async () => {
  const world = worldOf(tenth)
  const order = { marketId: 'M', price: 0.5, amount: 10 }
  expect(await world.ask('fetchTradingFee', { ...order, side: 'buy' })).toMatchObject({
    estimate: { side: 'buy', price: 0.5, amount: 10, taker: 0.5 },
  })
  const sale = (await world.ask('fetchTradingFee', { ...order, side: 'sell' })) as { estimate: object }
  expect(sale.estimate).toEqual({ side: 'sell', price: 0.5, amount: 10 })
})

test.each([
  [{ side: 'buy', price: 0.5 }, 'amount'],
  [{ side: 'buy', amount: 1 }, 'price'],
  [{ price: 0.5, amount: 1 }, 'side'],
  [{ side: 'buy', price: 1, amount: 1 }, 'price'],
  [{ side: 'buy', price: 0.5, amount: 0 }, 'amount'],
  [{ side: 'long', price: 0.5, amount: 1 }, 'side'],
])('half of an order is refused: %j', async (order, field) => {
  const failure = await failureOf(worldOf(tenth).ask('fetchTradingFee', { marketId: 'M', ...order }))
  expect(failure).toMatchObject({ code: 'VALIDATION_ERROR', field })
})

test('a venue whose fees nobody knows has no such method, and a market must be named', async () => {
  expect((await failureOf(worldOf().ask('fetchTradingFee', { marketId: 'M' }))).code).toBe('NOT_SUPPORTED')
  expect(await failureOf(worldOf(tenth).ask('fetchTradingFee', {}))).toMatchObject({ field: 'outcomeId' })
  expect((await failureOf(worldOf(tenth).ask('fetchTradingFee', { marketId: 'N' }))).code).toBe(
    'MARKET_NOT_FOUND',
  )
})
