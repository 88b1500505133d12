import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { Span } from '../../../src/api/times/span.js'
import type { FileStore } from '../../../src/candles/database/fallback-store.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { forgetSpan } from '../../../src/candles/maintenance/forget.js'
import { listSeries } from '../../../src/candles/maintenance/series-reader.js'
import { verifyCandles } from '../../../src/candles/maintenance/verify.js'
import { assembleCandles, renderStoredCandles } from '../../../src/candles/response/assemble.js'
import { toComplementJson } from '../../../src/candles/response/complement-json.js'
import { findCompleteBars } from '../../../src/candles/response/complete-bars.js'
import { createMaking, findDerivedSpans } from '../../../src/candles/response/derived-series.js'
import { aggregateBars } from '../../../src/candles/series/aggregate.js'
import { renderCandles } from '../../../src/candles/store/candle-row.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'
import { complementBar } from '../../../src/venue-kit/unify/unified-market.js'
import { atOnce, sealingAll } from '../../support/engine.js'
import { bar, covers } from '../store-suite.js'

const MINUTE = 60_000
const STEP = 5 * MINUTE
const identity = { venue: 'kalshi', seriesKey: 'FOO', stepMs: MINUTE, basis: 'trade' } as const
const driver = await loadDriver()

const price = fc.integer({ min: 0, max: 10_000 }).map((ticks) => ticks / 10_000)
const anyPrice = fc.oneof(
  price,
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, 1, 1e-7, 5e-11),
)

test.each([
  ['of prices as venues quote them', fc.oneof(price, fc.constantFrom(0, 1, 0.5, 1e-6))],
  ['of any prices', anyPrice],
])('the text of the other side is the text of the mirrored candles, %s', (_, anyPrice) => {
  const candle = fc.record(
    {
      timestamp: fc.oneof(fc.nat(2e12), fc.nat(9_999)),
      open: anyPrice,
      high: anyPrice,
      low: anyPrice,
      close: anyPrice,
      volume: anyPrice,
    },
    { requiredKeys: ['timestamp', 'open', 'high', 'low', 'close'] },
  ) as fc.Arbitrary<PriceCandle>
  fc.assert(
    fc.property(fc.array(candle, { maxLength: 8 }), (bars) => {
      expect(toComplementJson(renderCandles(bars))).toBe(renderCandles(bars.map(complementBar)))
    }),
  )
})

const span = fc
  .tuple(fc.nat(60), fc.integer({ min: 1, max: 40 }))
  .map(([from, length]): Span => ({ from: from * MINUTE, to: (from + length) * MINUTE }))
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('data' as const, 'proven_empty' as const, 'beyond_retention' as const),
      span,
      every: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const), span, mirrored: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), span }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), span }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('seal' as const) }) },
)

/** Makes what is asked for, and holds what is read then to what the parts make. @returns how many pieces were made */
async function hold(store: FileStore, asked: Span, mirrored: boolean): Promise<number> {
  const settled = store.coverage(identity, asked).map(({ from, to }) => ({
    from: Math.max(from, asked.from),
    to: Math.min(to, asked.to),
  }))
  await createMaking({ store, turn: atOnce }).make({ identity }, STEP, settled, new AbortController().signal)
  const native = settled.flatMap((part) => store.read(identity, part))
  const fresh = aggregateBars(native, STEP).filter(findCompleteBars(store, { identity }, settled, STEP))
  const series = { outcomeId: 'FOO', seriesKey: 'FOO', mirrored: mirrored, facts: {} }
  const target = { identity, series, step: { stepMs: MINUTE, maxWindowMs: 1e9 } }
  const truth = mirrored ? fresh.map(complementBar) : fresh
  const known = { settled, live: [] }
  expect(assembleCandles(store, target, STEP, known)).toEqual(truth)
  const text = await renderStoredCandles(store, target, STEP, asked, known, 0, atOnce)
  if (text !== undefined)
    expect(text).toMatchObject({
      json: renderCandles(truth),
      count: truth.length,
      last: truth.at(-1)?.timestamp,
    })
  return settled.flatMap((part) => findDerivedSpans(store, identity, STEP, part)).length
}

test('made candles are what their parts make at that moment, whatever came, went and was brought meanwhile', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, isSealing) => {
      const { database } = openDatabase(driver, ':memory:', candleMigrations)
      const store = createSqliteStore(database, () => '', isSealing ? sealingAll : undefined)
      for (const [turn, action] of steps.entries()) {
        if (action.kind === 'seal') store.compact(undefined, 1e12)
        else if (action.kind === 'forget')
          forgetSpan(database, { venue: 'kalshi', outcomeId: 'FOO', addressOf: () => '' }, action.span)
        else if (action.kind === 'restore') {
          const at = action.span.from / MINUTE
          store.restore(identity, { bars: [bar(at, 0.3)], coverage: [covers(at, at + 1, 'data', 'import')] })
        } else if (action.kind === 'ask') {
          made += await hold(store, action.span, action.mirrored)
        } else {
          const [from, to] = [action.span.from / MINUTE, action.span.to / MINUTE]
          const minutes = Array.from({ length: to - from }, (_, at) => from + at)
          const bars =
            action.kind === 'data'
              ? minutes
                  .filter((at) => at % action.every === 0)
                  .map((at) => bar(at, (turn + 10) / 100, at / 10))
              : []
          store.commit(identity, { bars, coverage: [covers(from, to, action.kind)] })
        }
      }
      expect((await verifyCandles(database)).findings).toEqual([])
      expect(listSeries(database).every(({ stepMs }) => stepMs === MINUTE)).toBe(true)
      store.close()
    }),
    { numRuns: 80 },
  )
  expect(made).toBeGreaterThan(8)
})
