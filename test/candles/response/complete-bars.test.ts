import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { subtract } from '../../../src/api/times/span.js'
import { findCompleteBars } from '../../../src/candles/response/complete-bars.js'
import type { SeriesIdentity } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { bar, covers } from '../store-suite.js'

const MINUTE = 60_000
const STEP = 10
const identity: SeriesIdentity = { venue: 'kalshi', seriesKey: 'A', stepMs: MINUTE, basis: 'trade' }
const minutes = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE })

test('a built candle is whole where every minute of it is known and none of them is forgotten', () => {
  const span = fc.record({ from: fc.nat(50), size: fc.integer({ min: 1, max: 25 }) })
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 4 }), fc.option(span), (known, forgotten) => {
      const store = createMemoryStore()
      const gone = forgotten === null ? undefined : covers(forgotten.from, forgotten.from + forgotten.size)
      const kinds = gone === undefined ? [] : [{ ...gone, kind: 'beyond_retention' as const }]
      const data = subtract(minutes(0, 100), kinds).map((part) => ({ ...covers(0, 100), ...part }))
      store.commit(identity, { bars: [], coverage: [...kinds, ...data] })
      const spans = known.map(({ from, size }) => minutes(from, from + size))
      const isWhole = findCompleteBars(store, { identity }, spans, STEP * MINUTE)
      const isIn = (list: readonly { from: number; size: number }[], at: number) =>
        list.some(({ from, size }) => at >= from && at < from + size)
      const inner = Array.from({ length: STEP }, (_, minute) => minute)
      const first = Math.min(...known.map(({ from }) => Math.floor(from / STEP) * STEP))
      const last = Math.max(...known.map(({ from, size }) => from + size - 1))
      for (let open = first; open <= last; open += STEP) {
        const isKnown = inner.every((minute) => isIn(known, open + minute))
        const isGone = forgotten !== null && inner.some((minute) => isIn([forgotten], open + minute))
        expect(isWhole(bar(open))).toBe(isKnown && !isGone)
      }
    }),
    { numRuns: 200 },
  )
})

test('where nothing at all is known there is nothing to leave out', () => {
  expect(findCompleteBars(createMemoryStore(), { identity }, [], STEP * MINUTE)(bar(0))).toBe(true)
})
