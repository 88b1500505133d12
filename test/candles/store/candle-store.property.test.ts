import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createRememberedReads } from '../../../src/candles/database/read-cache.js'
import type { SeriesIdentity } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { openStore, sealingAll, temporaryFolder } from '../../support/engine.js'
import { bar, breaking, covers } from '../store-suite.js'

const folder = temporaryFolder()
let files = 0
afterAll(() => folder.remove())

const seriesOf = (name: number): SeriesIdentity => ({
  venue: 'kalshi',
  seriesKey: `S${name}`,
  stepMs: 60_000,
  basis: 'trade',
})
const ever = { from: 0, to: 1e12 }
/** Short enough for its reads to be remembered. */
const soon = { from: 0, to: 40 * 60_000 }

const step = fc.record({
  series: fc.nat(2),
  from: fc.nat(30),
  length: fc.integer({ min: 1, max: 8 }),
  every: fc.integer({ min: 1, max: 4 }),
  kind: fc.constantFrom('data' as const, 'proven_empty' as const, 'beyond_retention' as const),
  fate: fc.constantFrom('kept', 'kept', 'rolled back', 'reopened', 'sealed'),
})

test('the file holds what a store without transactions or restarts holds, whatever was rolled back or sealed', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.boolean(), (steps, isSealing) => {
      const sealing = { ...sealingAll, ...(isSealing ? {} : { before: () => 0 }) }
      const path = join(folder.path, `${files++}.db`)
      const model = createMemoryStore()
      const open = () => createRememberedReads(openStore(path, sealing), () => 0)
      let store = open()
      steps.forEach(({ series, from, length, every, kind, fate }, turn) => {
        const minutes = Array.from({ length }, (_, index) => from + index).filter((at) => at % every === 0)
        // Each turn has prices of its own, so that candles of another series or commit are told apart.
        const bars = kind === 'data' ? minutes.map((at) => bar(at, 0.1 + turn / 100)) : []
        const coverage = [covers(from, from + length, kind)]
        if (fate === 'rolled back') {
          expect(() => store.commit(seriesOf(series), { bars: breaking(bars), coverage })).toThrow('breaks')
        } else {
          for (const target of [store, model]) target.commit(seriesOf(series), { bars, coverage })
        }
        if (fate === 'sealed') {
          let slices = 0
          for (let { next } = store.compact(undefined, 1e12); next !== undefined; slices++) {
            next = store.compact(next, 1e12).next
            expect(slices).toBeLessThan(100)
          }
        }
        if (fate === 'reopened') {
          store.close()
          store = open()
        }
        const touched = seriesOf(series)
        expect(store.readText(touched, soon)).toEqual(model.readText(touched, soon))
        expect(store.coverage(touched, soon)).toEqual(model.coverage(touched, soon))
        expect(store.count(touched, soon, 5)).toBe(model.count(touched, soon, 5))
      })
      for (const series of [0, 1, 2].map(seriesOf)) {
        expect(store.read(series, ever)).toEqual(model.read(series, ever))
        expect(store.coverage(series, ever)).toEqual(model.coverage(series, ever))
        expect(store.readText(series, ever)).toEqual(model.readText(series, ever))
        expect(store.extents(series)).toEqual(model.extents(series))
      }
      store.close()
    }),
    { numRuns: 20 },
  )
})
