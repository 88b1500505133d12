import { describe, expect, test } from 'vitest'
import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import type { UnifiedMarket } from '../../src/api/models/models.js'
import { loadVenue } from '../../src/venues/registry.js'

/** A market of each kind that has a schedule of its own: by what the venue states of it. */
const rows: readonly (readonly [VenueId, object, number | undefined, number | undefined])[] = [
  ['kalshi', { fee_type: 'quadratic', fee_multiplier: 1 }, 1.75, 0],
  ['kalshi', { fee_type: 'quadratic_with_maker_fees', fee_multiplier: 0.5 }, 0.875, undefined],
  ['kalshi', {}, undefined, undefined],
  ['kalshi-demo', { fee_type: 'quadratic', fee_multiplier: 1 }, 1.75, 0],
  ['opinion', {}, 0.5, 0],
  ['hyperliquid', { deployerFeeScale: 1 }, 0, 0],
  ['limitless', {}, 1.5, 0],
  ['limitless', { fee: false }, 0, 0],
  ['limitless', { tradeType: 'amm' }, undefined, undefined],
  ['myriad', { tradingModel: 'ob', takerFeeBpsByCent: Array.from({ length: 99 }, () => 180) }, 0.9, 0],
  ['myriad', { tradingModel: 'ob', takerFeeBpsByCent: [180] }, undefined, undefined],
  ['myriad', { tradingModel: 'amm' }, undefined, undefined],
  ['polymarket_us', { feeCoefficient: 0.05 }, 1.25, undefined],
  ['polymarket_us', {}, undefined, undefined],
  ['gemini-titan', { createdAt: '2026-05-01T00:00:00.000Z' }, 1.75, 0],
  ['gemini-titan', {}, undefined, undefined],
]

const NOVEMBER = Date.UTC(2026, 10, 1)
const market = (sourceMetadata: object) => ({ marketId: 'm', sourceMetadata }) as unknown as UnifiedMarket

describe('what a purchase of 100 contracts at 0.5 pays', () => {
  test.each(rows)('%s with %j', async (id, facts, taker, maker) => {
    const venue = await loadVenue(id)
    const schedule = venue?.feeSchedule?.(market(facts), NOVEMBER)
    const order = { side: 'buy', price: 0.5, size: 100 } as const
    const tidy = (fee: number | undefined) => (fee === undefined ? undefined : Number(fee.toFixed(9)))
    expect(tidy(schedule?.taker?.feeOf(order))).toBe(taker)
    expect(tidy(schedule?.maker?.feeOf(order))).toBe(maker)
  })
})

test('makers on Gemini pay again from 2027 on', async () => {
  const gemini = await loadVenue('gemini-titan')
  const schedule = gemini?.feeSchedule?.(
    market({ createdAt: '2026-05-01T00:00:00.000Z' }),
    Date.UTC(2027, 0, 1),
  )
  expect(schedule?.maker?.feeOf({ side: 'buy', price: 0.5, size: 100 })).toBe(0.44)
})

test('sales on Hyperliquid pay twice the rate where the deployer takes as much, and makers less', async () => {
  const hyperliquid = await loadVenue('hyperliquid')
  const schedule = hyperliquid?.feeSchedule?.(market({ deployerFeeScale: 1 }), NOVEMBER)
  const sale = { side: 'sell', price: 0.5, size: 100 } as const
  expect(schedule?.taker?.feeOf(sale)).toBeCloseTo(0.07, 9)
  expect(schedule?.maker?.feeOf(sale)).toBeCloseTo(0.04, 9)
})
