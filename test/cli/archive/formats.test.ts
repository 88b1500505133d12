import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRows, textFormats, writeRows } from '../../../src/cli/archive/formats.js'
import { parquetColumns, readParquet, writeParquet } from '../../../src/cli/archive/parquet.js'
import { type ArchiveRow, fromArchiveRow, toArchiveRow } from '../../../src/cli/archive/rows.js'

const price = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0)
const row: fc.Arbitrary<ArchiveRow> = fc
  .record({
    series: fc.string({ minLength: 1 }).filter((text) => !/[\r\n]/.test(text) && text.trim() !== ''),
    timestamp: fc.integer({ min: 0, max: 4e7 }).map((minute) => minute * 60_000),
    prices: fc.tuple(price, price, price, price),
    volume: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }).map((value) => value + 0)),
  })
  .map(({ series, timestamp, prices: [open, high, low, close], volume }) =>
    toArchiveRow(
      { venue: 'kalshi', seriesKey: series, stepMs: 60_000, basis: 'trade' },
      { timestamp, open, high, low, close, ...(volume === null ? {} : { volume }) },
    ),
  )

describe.each(textFormats)('%s', (format) => {
  test('reads back exactly what was written, at the line where it stands', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        const text = [...writeRows(rows, format)].join('')
        const read = readRows(text, format)
        expect(read.map(({ value }) => value)).toEqual(rows)
        const lines = text.split('\n')
        for (const [index, { line }] of read.entries())
          expect(lines[line - 1]).toContain(String(rows[index]?.timestamp))
      }),
    )
  })
})

describe('a row', () => {
  const good = { venue: 'kalshi', series: 'F', resolution: '1m', basis: 'trade', timestamp: 60_000 }
  const prices = { open: 0.1, high: 0.2, low: 0.1, close: 0.2 }

  test('names its series and its step', () => {
    expect(fromArchiveRow({ ...good, ...prices }, 4)).toMatchObject({
      identity: { venue: 'kalshi', seriesKey: 'F', stepMs: 60_000 },
      line: 4,
    })
  })

  test.each([
    ['without a price', { ...good }, 'Line 4: open'],
    ['of no venue', { ...good, ...prices, venue: 'bazaar' }, "Line 4: 'bazaar' is no venue"],
    ['of no step', { ...good, ...prices, resolution: 'x' }, 'Line 4: resolution'],
    ['whose two times differ', { ...good, ...prices, time: '2026-01-01T00:00:00Z' }, 'are not the same'],
  ])('%s is an error that names its line', (_what, value, message) => {
    expect(() => fromArchiveRow(value, 4)).toThrow(message)
  })
})

test('a quote in the wrong place and a missing cell are errors with their line', () => {
  expect(() => readRows('a,b\n1,"2"3\n', 'csv')).toThrow('Line 2')
  expect(() => readRows('a,b\n1,2\n1\n', 'csv')).toThrow('Line 3: 1 cells where the header has 2')
})

test('Parquet gets whole milliseconds as 64-bit integers and an unknown volume as null', () => {
  const identity = { venue: 'kalshi', seriesKey: 'F', stepMs: 60_000, basis: 'trade' } as const
  const columns = parquetColumns([
    toArchiveRow(identity, { timestamp: 60_000, open: 0.1, high: 0.2, low: 0.1, close: 0.2 }),
  ])
  expect(columns.find(({ name }) => name === 'timestamp')).toMatchObject({ type: 'INT64', data: [60_000n] })
  expect(columns.find(({ name }) => name === 'volume')).toMatchObject({ nullable: true, data: [null] })
})

test('a Parquet file is read back exactly as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 50 }), async (rows) => {
      const read = await readParquet(await writeParquet(rows))
      expect(read.map(({ value }) => value)).toEqual(rows)
      expect(read.map(({ line }) => line)).toEqual(rows.map((_row, index) => index + 1))
    }),
  )
})
