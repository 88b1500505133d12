import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderCsvRows, renderNdjsonRows } from '../../src/candle-table/row-text.js'

const rows = [
  { id: 'kalshi:A', title: 'One, "two"\nthree', payout: 1 },
  { id: 'kalshi:B', payout: 0.5 },
]
const columns = ['id', 'title', 'payout']

test('CSV has a header, quotes what needs it, and leaves absent cells empty', () => {
  expect(renderCsvRows(columns, rows)).toBe(
    'id,title,payout\nkalshi:A,"One, ""two""\nthree",1.0\nkalshi:B,,0.5\n',
  )
  expect(renderCsvRows(columns, [])).toBe('id,title,payout\n')
})

test('NDJSON has every column in each line, numbers of one type and null for what is absent', () => {
  expect(renderNdjsonRows(columns, rows)).toBe(
    '{"id":"kalshi:A","title":"One, \\"two\\"\\nthree","payout":1.0}\n{"id":"kalshi:B","title":null,"payout":0.5}\n',
  )
})

test('each line of NDJSON is the row again', () => {
  const row = fc.record({ a: fc.string(), b: fc.double({ noNaN: true, noDefaultInfinity: true }) })
  fc.assert(
    fc.property(fc.array(row), (all) => {
      const lines = renderNdjsonRows(['a', 'b'], all).split('\n').slice(0, -1)
      expect(lines.map((line) => JSON.parse(line))).toEqual(all.map(({ a, b }) => ({ a, b: b + 0 })))
    }),
  )
})
