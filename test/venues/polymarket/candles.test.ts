import { describe, expect, test } from 'vitest'
import { polymarket } from '../../../src/venues/polymarket/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { failureOf, present } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { now } from '../../support/venue.js'
import { queryOf } from '../../support/wire.js'
import { closedMarket, nativeMarket } from './payloads.js'
import { setUp } from './set-up.js'

const source = present(polymarket.candles)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
describe('the series of an outcome', () => {
  test('knows when the market was listed, not before its first sign of life', async () => {
    const { ctx } = setUp({ 'GET gamma/markets/keyset': { markets: [nativeMarket()] } })
    expect(await readerOf(polymarket, ctx).series(token(2))).toEqual({
      outcomeId: token(2),
      seriesKey: token(2),
      mirrored: false,
      listedAt: Date.parse('2026-03-03T20:37:02.834Z'),
      facts: { marketId: '700101', conditionId: condition(1) },
    })
  })

  test('knows when it closed, not when it was meant to, and what it paid', async () => {
    const { ctx } = setUp({
      'GET gamma/markets/keyset': (call: Parameters<typeof queryOf>[0]) => ({
        markets: queryOf(call)['closed'] === 'true' ? [closedMarket()] : [],
      }),
    })
    expect(await readerOf(polymarket, ctx).series(token(4))).toMatchObject({
      closedAt: Date.parse('2026-09-05T19:37:33Z'),
      facts: { payout: 1 },
    })
  })

  test('is remembered for a while', async () => {
    const { ctx, wire, clock } = setUp({ 'GET gamma/markets/keyset': { markets: [nativeMarket()] } })
    await readerOf(polymarket, ctx).series(token(1))
    await readerOf(polymarket, ctx).series(token(1))
    expect(wire.calls).toHaveLength(1)
    clock.passTo(now + 11 * MINUTE)
    await readerOf(polymarket, ctx).series(token(1))
    expect(wire.calls).toHaveLength(2)
  })

  test('an unknown token is NOT_FOUND, the id of a market names its outcomes', async () => {
    const unknown = setUp({ 'GET gamma/markets/keyset': { markets: [] } })
    expect((await failureOf(() => readerOf(polymarket, unknown.ctx).series(token(9)))).code).toBe('NOT_FOUND')
    const market = setUp({ 'GET gamma/markets/keyset': { markets: [nativeMarket()] } })
    expect(
      (await failureOf(() => readerOf(polymarket, market.ctx).series(condition(1)))).detail,
    ).toMatchObject({
      kind: 'market_not_outcome',
      outcomeIds: [token(1), token(2)],
    })
    expect((await failureOf(() => readerOf(polymarket, market.ctx).series('700101'))).code).toBe(
      'VALIDATION_ERROR',
    )
  })
})

describe('the data sheet', () => {
  test('windows stay inside the fifteen days both routes allow and on their grid', () => {
    for (const { stepMs, maxWindowMs } of source.steps) {
      expect(maxWindowMs).toBeLessThan(15 * DAY)
      expect(maxWindowMs % stepMs).toBe(0)
    }
  })

  test('what is called final has been served from behind the slowest cache', () => {
    expect(source.finalAfterMs).toBeGreaterThanOrEqual(300_000 + 75_000)
  })
})
