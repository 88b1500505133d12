import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { CandleSource } from '../../../src/venue-kit/contract/venue.js'
import { probable } from '../../../src/venues/probable/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { failureOf, present } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { json, queryOf } from '../../support/wire.js'
import { nativeMarket, nativeTrade, pageOf, resolvedMarket } from './payloads.js'
import { setUp } from './set-up.js'
import { manyTrades, type TapeOptions, tapeOf } from './tape.js'

const source: CandleSource = present(probable.candles)
const step = present(source.steps[0])
const MINUTE = 60_000
const noon = Date.UTC(2026, 10, 21, 12)

function world(
  rows: readonly unknown[] | ((call: VenueCall) => unknown),
  options?: TapeOptions,
  markets: readonly unknown[] = [nativeMarket()],
) {
  const tape = typeof rows === 'function' ? rows : tapeOf(rows, options)
  const set = setUp({ 'GET market/markets': pageOf(markets), 'GET orderbook/trades': tape })
  const offsets = () =>
    set.wire.calls.filter(({ path }) => path === '/trades').map((call) => Number(queryOf(call)['offset']))
  return {
    ...set,
    offsets,
    fetch: async (from: number, to: number) =>
      source.fetch(await readerOf(probable, set.ctx).series(token(1)), step, { from, to }, set.ctx),
  }
}

describe('the series of an outcome', () => {
  test('is that of its market, mirrored for the second token', async () => {
    const { ctx } = world([])
    const series = await readerOf(probable, ctx).series(token(1))
    expect(series).toEqual({
      outcomeId: token(1),
      seriesKey: condition(1),
      mirrored: false,
      listedAt: Date.parse('2026-02-23T14:00:00.200Z'),
      facts: { conditionId: condition(1), tokens: [token(1), token(2)], tokenId: token(1) },
    })
    expect(await readerOf(probable, ctx).series(token(2))).toEqual({
      ...series,
      outcomeId: token(2),
      mirrored: true,
    })
  })

  test('ends where a closed market says so, and begins with the older of its dates', async () => {
    const market = resolvedMarket({ createdAt: '2026-01-05T00:00:00Z' })
    const { ctx } = world([], {}, [market])
    expect(await readerOf(probable, ctx).series(token(4))).toMatchObject({
      mirrored: true,
      listedAt: Date.UTC(2026, 0, 5),
      closedAt: Date.UTC(2026, 8, 5, 19, 37, 33),
    })
    const silent = world([], {}, [resolvedMarket({ closedTime: undefined })])
    expect(await readerOf(probable, silent.ctx).series(token(4))).not.toHaveProperty('closedAt')
  })

  test('is known with that of the other token, also when the lists are older than they may be', async () => {
    const { ctx, wire, clock } = world([])
    await readerOf(probable, ctx).locate(token(2))
    const asked = wire.calls.length
    clock.passTo(clock.now() + 200_000)
    expect(await readerOf(probable, ctx).series(token(1))).toMatchObject({ seriesKey: condition(1) })
    expect(wire.calls).toHaveLength(asked)
  })

  test('of one of three tokens is its own', async () => {
    const tokens = [token(1), token(2), token(3)]
    const facts = { marketId: '1', conditionId: condition(1), tokens }
    expect(source.place({ outcomeId: token(2), facts }, world([]).ctx)).toEqual({
      seriesKey: token(2),
      mirrored: false,
      facts: { conditionId: condition(1), tokens, tokenId: token(2) },
    })
  })

  test('is asked for again with what is stored of it', async () => {
    const { facts } = await readerOf(probable, world([]).ctx).series(token(1))
    expect(source.facts.parse(JSON.parse(JSON.stringify(facts)))).toEqual(facts)
    const older = { conditionId: condition(1), marketId: '2101', tokens: `${token(1)} ${token(2)}` }
    expect(source.facts.safeParse(older).success).toBe(false)
  })

  test('an unknown outcome and a market id have none', async () => {
    const { ctx } = world([])
    expect((await failureOf(() => readerOf(probable, ctx).series(token(9)))).code).toBe('NOT_FOUND')
    expect((await failureOf(() => readerOf(probable, ctx).series('2101'))).detail).toMatchObject({
      kind: 'market_not_outcome',
    })
  })
})

describe('candles', () => {
  test('are built from the fills of both tokens, in prices of the first', async () => {
    const at = (second: number, overrides: Record<string, unknown>) =>
      nativeTrade(0, { timestamp: noon + second * 1000, transactionHash: `0x${second}`, ...overrides })
    const rows = [
      at(185, { price: 0.5, size: 1 }),
      at(50, { price: 0.61, size: 0.1 }),
      at(40, { price: 0.35, size: 0.2, asset: token(2) }),
      at(30, { price: 0.4, size: 3, asset: token(2), side: 'SELL' }),
      at(0, { price: 0.62, size: 2 }),
      at(-1, { price: 0.9, size: 9 }),
    ]
    const batch = await world(rows).fetch(noon, noon + 5 * MINUTE)
    expect(batch).toEqual({
      kind: 'bars',
      route: 'trades',
      bars: [
        { timestamp: noon, open: 0.62, high: 0.65, low: 0.6, close: 0.61, volume: 5.3 },
        { timestamp: noon + 3 * MINUTE, open: 0.5, high: 0.5, low: 0.5, close: 0.5, volume: 1 },
      ],
    })
  })

  test('a quiet window of a known market is empty, not withheld', async () => {
    expect(await world([]).fetch(noon - 60 * MINUTE, noon)).toEqual({
      kind: 'bars',
      route: 'trades',
      bars: [],
    })
    const ended = await world(manyTrades(30)).fetch(noon - 120 * MINUTE, noon - 60 * MINUTE)
    expect(ended).toEqual({ kind: 'bars', route: 'trades', bars: [] })
  })

  test('a window far back is whole, over many pages', async () => {
    const { fetch } = world(manyTrades(5_000))
    const [from, to] = [noon - 4_000 * MINUTE, noon - 3_990 * MINUTE]
    const batch = await fetch(from, to)
    expect(batch.kind === 'bars' && batch.bars.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 10 }, (_unused, n) => from + n * MINUTE),
    )
    expect(batch.withheld).toBeUndefined()
  })

  test('a second window begins where the first walk came by', async () => {
    const { fetch, offsets } = world(manyTrades(6_000))
    await fetch(noon - 4_000 * MINUTE, noon - 3_990 * MINUTE)
    const first = offsets().length
    const batch = await fetch(noon - 4_100 * MINUTE, noon - 4_000 * MINUTE)
    expect(batch.kind === 'bars' && batch.bars).toHaveLength(100)
    expect(offsets()[first]).toBeGreaterThan(2_000)
    expect(offsets().length - first).toBeLessThan(4)
  })

  test('where the venue shows no more, the rest is withheld, with the minute that was cut', async () => {
    const { fetch } = world(manyTrades(5_000, {}), { maxOffset: 900 })
    const from = noon - 2_000 * MINUTE
    const batch = await fetch(from, noon)
    // Offsets 0, 480 and (past the wall) 960: rows up to number 979 were shown.
    const last = noon - 979 * MINUTE
    expect(batch.withheld).toEqual([{ from, to: last, reason: 'beyond_retention' }])
    expect(batch.kind === 'bars' && batch.bars[0]?.timestamp).toBe(last)
    const gone = await fetch(noon - 2_000 * MINUTE, noon - 1_500 * MINUTE)
    expect(gone.withheld).toEqual([
      { from: noon - 2_000 * MINUTE, to: noon - 1_500 * MINUTE, reason: 'beyond_retention' },
    ])
    expect(gone.kind === 'bars' && gone.bars).toEqual([])
  })

  test('a page that is refused in words that are not about its depth is a failure', async () => {
    const tape = tapeOf(manyTrades(5_000))
    const { fetch } = world((call: VenueCall) =>
      Number(queryOf(call)['offset']) > 900 ? json(400, { message: 'service is busy' }) : tape(call),
    )
    expect(await failureOf(() => fetch(noon - 2_000 * MINUTE, noon))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      retryable: true,
    })
  })
})
