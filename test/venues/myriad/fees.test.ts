import { describe, expect, test } from 'vitest'
import type { UnifiedMarket } from '../../../src/api/models/models.js'
import { readPayload } from '../../../src/venue-kit/payload/payload.js'
import { takerFee } from '../../../src/venues/myriad/fees.js'
import { toMarketRow } from '../../../src/venues/myriad/mapping.js'
import { marketReply } from '../../../src/venues/myriad/schemas.js'
import { bookMarket, nativeMarket } from './payloads.js'

/** 3 basis points at 1 cent and 180 at 50, as the venue's table is told to have them. */
const table = Array.from({ length: 99 }, (_, index) => {
  const cent = index + 1
  return cent === 1 ? 3 : Math.round(180 - 3.6 * Math.abs(50 - cent))
})

const marketOf = (native: unknown): UnifiedMarket =>
  toMarketRow(readPayload(marketReply, native, 'a market')).market
const withTable = (taker_fee_bps_array: unknown, over: object = {}): UnifiedMarket =>
  marketOf(
    bookMarket({ fees: { taker_fee_bps_array, taker_fee_bps: 180, maker_fee_bps_array: [], ...over } }),
  )

describe('what a taker pays on the order book', () => {
  test.each([
    [0.01, 100, 0.0003],
    [0.5, 100, 0.9],
    [0.29, 1000, 0.0104 * 290],
    [0.99, 10, 0.0004 * 9.9],
  ])('at %d for %d shares', (price, size, fee) => {
    for (const side of ['buy', 'sell'] as const)
      expect(takerFee({ market: withTable(table), side, price, size })).toBeCloseTo(fee, 12)
  })

  test('a table up to a dollar has the same rates', () => {
    const market = withTable([...table, 0])
    expect(takerFee({ market, side: 'buy', price: 0.5, size: 100 })).toBeCloseTo(0.9, 12)
  })

  test.each([
    ['no table', withTable(undefined), 0.5],
    ['a table that begins elsewhere', withTable([0, ...table, 0]), 0.5],
    ['an average of several cents', withTable(table), 0.505],
    ['a rate that is none', withTable(table.map(() => 10_000)), 0.5],
    ['a pool', marketOf(nativeMarket()), 0.5],
  ])('is not known for %s', (_, market, price) => {
    expect(takerFee({ market, side: 'buy', price, size: 100 })).toBeUndefined()
  })
})
