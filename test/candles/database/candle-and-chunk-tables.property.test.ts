import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { createCandleTable, EVER } from '../../../src/candles/database/candle-and-chunk-tables.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { readSeriesCandles } from '../../../src/candles/maintenance/series-reader.js'
import { renderCandle, renderCandles } from '../../../src/candles/store/candle-row.js'
import { loadDriver } from '../../../src/storage/load-driver.js'
import { openDatabase } from '../../../src/storage/open.js'

const driver = await loadDriver()
const SERIES = 1
const END = 60

const span = fc
  .tuple(fc.nat(END), fc.integer({ min: 1, max: 25 }))
  .map(([from, length]) => ({ from, to: from + length }))
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('add' as const), span, every: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('seal' as const), span }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), span }) },
)
const price = (at: number, turn: number) => ((at * 7 + turn) % 97) / 100

function barAt(timestamp: number, turn: number): PriceCandle {
  const close = price(timestamp, turn)
  const bar = { timestamp, open: 0.5, high: 0.97, low: 1e-7, close }
  return timestamp % 5 === 0 ? bar : { ...bar, volume: timestamp * 1.1 + turn }
}

test('whatever is added, sealed and removed: what is read is what a plain list holds, in either form', () => {
  let sealed = 0
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30 }),
      fc.array(span, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(0, 20, 1_000),
      (steps, questions, sealBefore) => {
        const { database } = openDatabase(driver, ':memory:', candleMigrations)
        database.exec(`INSERT INTO series VALUES (${SERIES}, 'kalshi', '', 'FOO', 1, 'trade', 0)`)
        const table = createCandleTable(database, { most: 4, leastAtOnce: 3 })
        let model = new Map<number, PriceCandle>()
        const modelIn = ({ from, to }: typeof EVER) =>
          [...model.values()]
            .filter(({ timestamp }) => timestamp >= from && timestamp < to)
            .sort((a, b) => a.timestamp - b.timestamp)
        steps.forEach((action, turn) => {
          const { from, to } = action.span
          if (action.kind === 'seal') {
            for (let at: number | undefined = from; at !== undefined; ) {
              const { next } = table.compact(SERIES, { from: at, to })
              if (next !== undefined && next <= at) throw new Error(`sealing goes back from ${at} to ${next}`)
              at = next
            }
          } else if (action.kind === 'remove') {
            table.remove(SERIES, action.span)
            model = new Map([...model].filter(([at]) => at < from || at >= to))
          } else {
            const bars = Array.from({ length: to - from }, (_, at) => barAt(from + at, turn)).filter(
              ({ timestamp }) => timestamp % action.every === 0,
            )
            const news = bars.filter(({ timestamp }) => !model.has(timestamp))
            expect(table.add(SERIES, bars, sealBefore)).toBe(news.length)
            for (const bar of news) model.set(bar.timestamp, bar)
          }
        })
        for (const question of [...questions, EVER]) {
          const bars = modelIn(question)
          const text = renderCandles(bars).slice(1, -1)
          expect(table.read(SERIES, question)).toEqual(bars)
          expect(table.readText(SERIES, question)).toEqual({
            text,
            count: bars.length,
            last: bars.at(-1)?.timestamp,
          })
          expect(table.count(SERIES, question)).toBe(bars.length)
          expect(table.count(SERIES, question, 3)).toBe(Math.min(3, bars.length))
          expect(table.last(SERIES, question)).toBe(bars.at(-1)?.timestamp)
          expect([...readSeriesCandles(database, SERIES, question)]).toEqual(
            bars.map((bar) => ({ bar, json: renderCandle(bar) })),
          )
        }
        sealed += Number(database.prepare('SELECT count(*) FROM sealed_chunks').rows()[0]?.[0])
        database.close()
      },
    ),
    { numRuns: 150 },
  )
  expect(sealed).toBeGreaterThan(100)
})
