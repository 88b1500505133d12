import { describe, expect, test } from 'vitest'
import { probable } from '../../../src/venues/probable/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { failureOf, present } from '../../support/expect.js'
import { queryOf } from '../../support/wire.js'
import { nativeMarket, nativeTrade, pageOf, resolvedMarket } from './payloads.js'
import { setUp } from './set-up.js'
import { manyTrades, type TapeOptions, tapeOf } from './tape.js'

const source = present(probable.candles)
const step = present(source.steps[0])
const MINUTE = 60_000
const noon = Date.UTC(2026, 10, 21, 12)

function world(
  rows: readonly unknown[],
  options?: TapeOptions,
  markets: readonly unknown[] = [nativeMarket()],
) {
  const set = setUp({ 'GET market/markets': pageOf(markets), 'GET orderbook/trades': tapeOf(rows, options) })
  const offsets = () =>
    set.wire.calls.filter(({ path }) => path === '/trades').map((call) => Number(queryOf(call)['offset']))
  return {
    ...set,
    offsets,
    fetch: async (from: number, to: number) =>
      source.fetch(await source.locate(token(1), set.ctx), step, { from, to }, set.ctx),
  }
}

describe('the series of an outcome', () => {
  test('is that of its market, mirrored for the second token', async () => {
    const { ctx } = world([])
    const series = await source.locate(token(1), ctx)
    expect(series).toEqual({
      outcomeId: token(1),
      seriesKey: condition(1),
      mirrored: false,
      listedAt: Date.parse('2026-02-23T14:00:00.200Z'),
      facts: { conditionId: condition(1), marketId: '2101', tokens: `${token(1)} ${token(2)}` },
    })
    expect(await source.locate(token(2), ctx)).toEqual({ ...series, outcomeId: token(2), mirrored: true })
  })

  test('ends where a closed market says so, and begins with the older of its dates', async () => {
    const market = resolvedMarket({ createdAt: '2026-01-05T00:00:00Z' })
    const { ctx } = world([], {}, [market])
    expect(await source.locate(token(4), ctx)).toMatchObject({
      mirrored: true,
      listedAt: Date.UTC(2026, 0, 5),
      closedAt: Date.UTC(2026, 8, 5, 19, 37, 33),
    })
    const silent = world([], {}, [resolvedMarket({ closedTime: undefined })])
    expect(await source.locate(token(4), silent.ctx)).not.toHaveProperty('closedAt')
  })

  test('an unknown outcome and a market id have none', async () => {
    const { ctx } = world([])
    expect((await failureOf(() => source.locate(token(9), ctx))).code).toBe('NOT_FOUND')
    expect((await failureOf(() => source.locate('2101', ctx))).detail).toMatchObject({
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
})
