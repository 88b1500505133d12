import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { toTrades } from '../../../src/venues/smarkets/trades.js'
import { expectDrift } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { venueContext } from '../../support/venue.js'
import { fakeWire, raw } from '../../support/wire.js'
import { pathsOf, setUp, stock, type Twist } from './exchange.js'

const venue: Venue = smarkets
const nanos = '1795262399123456789'
const trade = (members: Record<string, unknown> = {}) => ({
  contract_id: '6001',
  market_id: '5001',
  price: 7246,
  quantity: 138000,
  side: 'buy',
  timestamp: '2026-11-21T11:59:00.5Z',
  ...members,
})

const tape = (...rows: readonly Record<string, unknown>[]): Twist => {
  return ({ path }) =>
    path === '/contracts/6001/recent_trades/' ? { body: { recent_trades: rows } } : undefined
}
const read = (...rows: readonly Record<string, unknown>[]) =>
  readerOf(venue, setUp(stock(), tape(...rows)).ctx).trades('6001')

describe('recent trades', () => {
  test('are those of the contract alone, in prices and contracts, the newest first', async () => {
    const { ctx, calls } = setUp({
      ...stock(),
      trades: [
        trade(),
        trade({ contract_id: '6002' }),
        trade({ price: 2857, quantity: 1, side: 'sell', timestamp: '2026-11-21T11:59:30Z' }),
      ],
    })
    expect(await readerOf(venue, ctx).trades('6001')).toEqual([
      {
        id: expect.any(String),
        timestamp: Date.parse('2026-11-21T11:59:30Z'),
        price: 0.2857,
        amount: 0.0001,
        side: 'sell',
        outcomeId: '6001',
      },
      {
        id: expect.any(String),
        timestamp: Date.parse('2026-11-21T11:59:00.5Z'),
        price: 0.7246,
        amount: 13.8,
        side: 'buy',
        outcomeId: '6001',
      },
    ])
    expect(pathsOf(calls)).toEqual(['/contracts/6001/', '/contracts/6001/recent_trades/'])
  })

  test('whose times are nanoseconds, as numbers that no double holds, keep them apart', async () => {
    const rows = `{"recent_trades":[${JSON.stringify(trade({ timestamp: 1 })).replace('"timestamp":1', `"timestamp":${nanos}`)}]}`
    const wire = fakeWire({
      'GET api/contracts/6001/': { contracts: [{ id: '6001', market_id: '5001' }] },
      'GET api/contracts/6001/recent_trades/': raw(200, rows, { 'content-type': 'application/json' }),
    })
    const [told] = await readerOf(venue, venueContext(smarkets, wire)).trades('6001')
    expect(told).toMatchObject({ timestamp: 1795262399123, id: expect.stringContaining(nanos) })
  })

  test.each([
    [nanos, 1795262399123],
    ['1795262399123456', 1795262399123],
    ['1795262399123', 1795262399123],
    [1795262399123, 1795262399123],
    ['2026-11-21T11:59:59.123456789Z', 1795262399123],
  ])('of %j are of the millisecond %i', async (timestamp, at) => {
    expect(await read(trade({ timestamp }))).toMatchObject([{ timestamp: at }])
  })

  test('without a side that is told are of an unknown one', async () => {
    expect(await read(trade({ side: null }))).toMatchObject([{ side: 'unknown' }])
  })

  test('that are none are none', async () => {
    expect(await read()).toEqual([])
  })

  test.each([
    ['timestamp', 1795262399],
    ['timestamp', 'lately'],
    ['timestamp', null],
    ['price', 0],
    ['price', 10_000],
    ['price', null],
    ['quantity', 0],
    ['quantity', -1],
    ['side', 'zz_new'],
    ['contract_id', '6002'],
  ])('with the %s %j are an error, and no trades', async (member, value) => {
    await expectDrift(() => read(trade(), trade({ [member]: value })), member)
  })

  test('equal ones of one instant have ids of their own, which stay as the tape moves on', () => {
    const at = fc.constantFrom(1, 2, 3).map((n) => ({ sent: String(n), at: n }))
    const row = fc.record({
      contract_id: fc.constant('6001'),
      price: fc.constantFrom(5000, 5001),
      quantity: fc.constantFrom(1, 2),
      side: fc.constant('buy' as const),
      timestamp: at,
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), fc.array(row, { maxLength: 6 }), (before, later) => {
        const newer = later.map((one) => ({ ...one, timestamp: { sent: '9', at: 9 } }))
        const ids = toTrades(before, '6001', 'x').map(({ id }) => id)
        expect(new Set(ids).size).toBe(before.length)
        const after = toTrades([...newer, ...before], '6001', 'x').map(({ id }) => id)
        expect(after.slice(newer.length)).toEqual(ids)
      }),
    )
  })
})
