import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type ArchiveVisitor,
  readText,
  type TextFormat,
  textFormats,
  writeSeries,
} from '../../../src/cli/archive/formats.js'
import { fromNoteJson } from '../../../src/cli/archive/notes.js'
import { parquetColumns, readParquet, writeParquet } from '../../../src/cli/archive/parquet.js'
import { type ArchiveRow, createRowReader, toArchiveRow } from '../../../src/cli/archive/rows.js'
import { temporaryFolder } from '../../support/engine.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const price = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0)
const row: fc.Arbitrary<ArchiveRow> = fc
  .record({
    series: fc
      .oneof(fc.string({ minLength: 1 }), fc.constantFrom('a\nb', 'x\r\n"y"', ',"'))
      .filter((text) => text.trim() !== ''),
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

const note = {
  identity: { venue: 'kalshi', seriesKey: 'F', stepMs: 60_000, basis: 'trade' },
  coverage: [{ from: 0, to: 60_000, kind: 'data', route: 'live', fetchedAt: 5 }],
  outcomes: [],
} as const

const path = join(folder.path, 'file')

/** Everything in a text, as a file. */
async function readBack(text: string, format: TextFormat): Promise<{ value: unknown; line: number }[]> {
  writeFileSync(path, text)
  const rows: { value: unknown; line: number }[] = []
  await readText(path, format, collecting(rows), async () => {})
  return rows
}

const collecting = (rows: { value: unknown; line: number }[]): ArchiveVisitor => ({
  row: (value, line) => void rows.push({ value, line }),
  note: (value, line) => expect(fromNoteJson(value, line)).toEqual(note),
})

describe.each(textFormats)('%s', (format) => {
  test('reads back exactly what was written, at the line where it stands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
        const text = [...writeSeries([{ note, rows }], format)].join('')
        const read = await readBack(text, format)
        expect(read.map(({ value }) => value)).toEqual(rows)
        const lines = text.split('\n')
        for (const [index, { line }] of read.entries()) {
          // A row with a line break in it goes on on the next line.
          const whole = lines.slice(line - 1, line + 5).join('\n')
          expect(whole).toContain(String(rows[index]?.timestamp))
        }
      }),
      { numRuns: 50 },
    )
  })
})

test('a mark of the byte order is no part of the text, and a list of others is read as well', async () => {
  expect((await readBack('\u{feff}a,b\r\n1,2\r\n', 'csv')).map(({ value }) => value)).toEqual([
    { a: '1', b: '2' },
  ])
  expect(await readBack('[{"a":1},\n {"a":2}]', 'json')).toEqual([
    { value: { a: 1 }, line: 1 },
    { value: { a: 2 }, line: 2 },
  ])
  await expect(readBack('[\n{"a":1},\n', 'json')).rejects.toThrow('no end')
})

test('a text longer than one piece loses nothing between two of them', async () => {
  const lines = Array.from({ length: 60_000 }, (_, index) => `${index},"ü\n${index}"`)
  const read = await readBack(`a,b\n${lines.join('\n')}\n`, 'csv')
  expect(read).toHaveLength(60_000)
  expect(read.at(-1)).toEqual({ value: { a: '59999', b: 'ü\n59999' }, line: 2 + 2 * 59_999 })
})

describe('a row', () => {
  const good = { venue: 'kalshi', series: 'F', resolution: '1m', basis: 'trade', timestamp: 60_000 }
  const prices = { open: 0.1, high: 0.2, low: 0.1, close: 0.2 }

  test('names its series and its step', () => {
    expect(createRowReader()({ ...good, ...prices }, 4)).toMatchObject({
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
    expect(() => createRowReader()(value, 4)).toThrow(message)
  })
})

test('a quote in the wrong place and a missing cell are errors with their line', async () => {
  await expect(readBack('a,b\n1,"2"3\n', 'csv')).rejects.toThrow('Line 2')
  await expect(readBack('a,b\n1,2\n1\n', 'csv')).rejects.toThrow('Line 3: 1 cells where the header has 2')
  await expect(readBack('a,b\n1,"2\n3,4\n', 'csv')).rejects.toThrow('Line 2: a quote has no end')
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
      writeFileSync(path, await writeParquet([{ note, rows }]))
      const read: { value: unknown; line: number }[] = []
      await readParquet(path, collecting(read))
      expect(read.map(({ value }) => value)).toEqual(rows)
      expect(read.map(({ line }) => line)).toEqual(rows.map((_row, index) => index + 1))
    }),
  )
})
