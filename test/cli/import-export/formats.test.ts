import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { RestoredRow } from '../../../src/candles/store/import-candles.js'
import { type ArchiveRow, createRowReader, toArchiveRow } from '../../../src/cli/import-export/export-rows.js'
import { jsonFormOf } from '../../../src/cli/import-export/fast-reader.js'
import {
  type ArchiveVisitor,
  readText,
  type TextFormat,
  textFormats,
  writeSeries,
} from '../../../src/cli/import-export/formats.js'
import { createParquetWriter, readParquet, toParquetColumns } from '../../../src/cli/import-export/parquet.js'
import { fromNoteJson } from '../../../src/cli/import-export/series-notes.js'
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
  provisional: [{ from: 60_000, to: 120_000, route: 'live', requestedAt: 5, lookAgainAt: 9, looks: 1 }],
  receipts: [
    { from: 0, to: 60_000, knownAt: 5, source: 'live' },
    { from: 60_000, to: 120_000, knownAt: 5, withinMs: 0, finalAt: 6, source: 'live' },
  ],
  restated: [
    {
      openTime: 0,
      former: { timestamp: 0, open: 0.1, high: 0.2, low: 0.1, close: 0.2, volume: 3 },
      knownAt: 5,
      until: 7,
      source: 'live',
    },
    { openTime: 60_000, until: 7, source: 'archive' },
  ],
  outcomes: [
    {
      series: { outcomeId: 'F', seriesKey: 'F', mirrored: false, closedAt: 8, isSettled: true, facts: {} },
      checkedAt: 9,
      lifecycle: [
        { fact: 'closed', at: 8, knownAt: 9, source: 'lookup' },
        { fact: 'result', knownAt: 9, value: 0.5, source: 'list' },
      ],
    },
  ],
} as const

const path = join(folder.path, 'file')

/** Everything in a text, as a file. */
async function readBack(text: string | Buffer, format: TextFormat): Promise<RestoredRow[]> {
  writeFileSync(path, text)
  const rows: RestoredRow[] = []
  await readText(path, format, createRowReader(), collecting(rows), async () => {})
  return rows
}

const collecting = (rows: RestoredRow[]): ArchiveVisitor => ({
  row: (read) => void rows.push(read),
  note: (value, line) => expect(fromNoteJson(value, line)).toEqual(note),
})

const valuesOf = (read: readonly RestoredRow[]) =>
  read.map(({ identity, bar }) => toArchiveRow(identity, bar))

/** Names of a series and prices, for texts that are about something else. */
const head = 'venue,series,resolution,basis,timestamp,open,high,low,close'
const cells = (timestamp: number, series = 'F') => `kalshi,${series},1m,trade,${timestamp},0.1,0.2,0.1,0.2`
const json = (timestamp: number) => JSON.stringify(toArchiveRow(note.identity, flat(timestamp)))
const flat = (timestamp: number) => ({ timestamp, open: 0.1, high: 0.2, low: 0.1, close: 0.2 })

describe.each(textFormats)('%s', (format) => {
  test('reads back exactly what was written, at the line where it stands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
        const text = [...writeSeries([{ note, rows }], format)].join('')
        const read = await readBack(text, format)
        expect(valuesOf(read)).toEqual(rows)
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
  const { identity } = note
  expect(await readBack(`\u{feff}${head}\r\n${cells(0)}\r\n${cells(60_000)}\r\n`, 'csv')).toEqual([
    { identity, bar: flat(0), line: 2 },
    { identity, bar: flat(60_000), line: 3 },
  ])
  expect(await readBack(`[${json(0)},\n ${json(60_000)}]`, 'json')).toEqual([
    { identity, bar: flat(0), line: 1 },
    { identity, bar: flat(60_000), line: 2 },
  ])
  await expect(readBack(`[\n${json(0)},\n`, 'json')).rejects.toThrow('no end')
})

test('a list that was laid out for people is read as well, whatever its lines are', async () => {
  const { identity } = note
  const list = [JSON.parse(json(0)), JSON.parse(json(60_000))]
  for (const indent of [1, 2, '\t']) {
    expect(await readBack(JSON.stringify(list, null, indent), 'json')).toEqual([
      { identity, bar: flat(0), line: 1 },
      { identity, bar: flat(60_000), line: 2 },
    ])
  }
  expect(await readBack(`[\n${json(0)},${json(60_000)}\n]`, 'json')).toHaveLength(2)
  expect(await readBack('[\n]\n', 'json')).toEqual([])
  await expect(readBack('[', 'json')).rejects.toThrow('Line 1')
})

test('a text longer than one piece loses nothing between two of them', async () => {
  const broken = '"ü\nü"'
  const lines = Array.from({ length: 30_000 }, (_, index) =>
    cells(60_000 * index, index % 3 === 0 ? broken : `ü${index % 2}`),
  )
  const read = await readBack(`${head}\n${lines.join('\n')}\n`, 'csv')
  expect(read.map(({ bar }) => bar.timestamp)).toEqual(lines.map((_, index) => 60_000 * index))
  expect(read.at(-1)).toMatchObject({ identity: { seriesKey: 'ü1' }, line: 2 + 29_999 + 10_000 })
})

test('lines that are written with spaces have no plain form: none is looked for beyond its end, nor remembered', () => {
  const spaced = json(0).replaceAll(',', ', ').replaceAll('":', '": ')
  const form = jsonFormOf(JSON.parse(spaced) as object)
  expect(form?.headOf(spaced)).toBeUndefined()
  const buffer = Buffer.from(`${spaced}\n${json(60_000)}`)
  const search = vi.spyOn(buffer, 'indexOf')
  expect(form?.headEnd(buffer, 0, spaced.length)).toBe(-1)
  expect(search).not.toHaveBeenCalled()
})

/** What is done to a line, so that it is not like the one before. */
const changes: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.replace(/0\.\d+/, '1e-7'),
  (line) => line.replace(/0\.\d+/, '-0'),
  (line) => line.replace(/0\.\d+/, '.5'),
  (line) => line.replace(/0\.\d+/, '00.5'),
  (line) => line.replace(/0\.\d+/, '0.5.5'),
  (line) => line.replace(/0\.\d+/, '0.5x'),
  (line) => line.replace(/0\.\d+/, ''),
  (line) => line.replace(/Z/, 'z'),
  (line) => line.replace(/:00\.000Z/, ':01.000Z'),
  (line) => line.replace(/,"?volume.*?(?=})|,[^,]*$/, ''),
  (line) => line.replaceAll(',', ', '),
  (line) => `${line} `,
  (line) => `${line},`,
  (line) => line.replace('kalshi', 'polymarket'),
  (line) => line.replace('1m', '1h'),
]

describe.each(['csv', 'ndjson'] as const)('%s', (format) => {
  test('is read the same from bytes, line like line, as from the text of each line by itself', async () => {
    const told = (work: Promise<RestoredRow[]>) => work.catch((error: unknown) => String(error))
    await fc.assert(
      fc.asyncProperty(
        row,
        fc.array(fc.tuple(row, fc.boolean(), fc.constantFrom(...changes)), { maxLength: 4 }),
        async (first, rest) => {
          const alike = rest.map(([next, isSame]) => (isSame ? { ...next, series: first.series } : next))
          fc.pre([first, ...alike].every(({ series }) => !/[\r\n]/.test(series)))
          const [top = '', ...lines] = [...writeSeries([{ note, rows: [first, ...alike] }], format)].map(
            (line) => line.slice(0, -1),
          )
          const changed = lines.map((line, index) =>
            index === 0 ? line : (rest[index - 1]?.[2](line) ?? ''),
          )
          const together = await told(readBack([top, ...changed].join('\n'), format))
          const apart: RestoredRow[] = []
          let failure: string | undefined
          for (const [index, line] of changed.entries()) {
            // Empty lines before it keep its number.
            const alone = await told(readBack(`${top}\n${'\n'.repeat(index)}${line}`, format))
            if (typeof alone === 'string') {
              failure = alone
              break
            }
            apart.push(...alone)
          }
          expect(together).toEqual(failure ?? apart)
        },
      ),
      { numRuns: 60 },
    )
  })
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
  const good = `${head}\n${cells(0)}\n`
  await expect(readBack(`${good}${cells(60_000, '"F"G')}\n`, 'csv')).rejects.toThrow('Line 3')
  await expect(readBack(`${good}1\n`, 'csv')).rejects.toThrow('Line 3: 1 cells where the header has 9')
  await expect(readBack(`${good}"2\n3,4\n`, 'csv')).rejects.toThrow('Line 3: a quote has no end')
})

test('Parquet gets whole milliseconds as 64-bit integers and an unknown volume as null', () => {
  const identity = { venue: 'kalshi', seriesKey: 'F', stepMs: 60_000, basis: 'trade' } as const
  const columns = toParquetColumns([
    toArchiveRow(identity, { timestamp: 60_000, open: 0.1, high: 0.2, low: 0.1, close: 0.2 }),
  ])
  expect(columns.find(({ name }) => name === 'timestamp')).toMatchObject({
    type: 'INT64',
    data: BigInt64Array.of(60_000n),
  })
  expect(columns.find(({ name }) => name === 'volume')).toMatchObject({ nullable: true, data: [null] })
})

test('a Parquet file is read back exactly as it was written, group by group', async () => {
  const write = await createParquetWriter(20)
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 50 }), async (rows) => {
      const pieces = [...write([{ note, rows }])]
      // The end of the file is a piece of its own.
      expect(pieces).toHaveLength(Math.ceil(rows.length / 20) + 1)
      writeFileSync(path, Buffer.concat(pieces))
      const read: RestoredRow[] = []
      await readParquet(path, createRowReader(), collecting(read))
      expect(valuesOf(read)).toEqual(rows)
      expect(read.map(({ line }) => line)).toEqual(rows.map((_row, index) => index + 1))
    }),
  )
})
