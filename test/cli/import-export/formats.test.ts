import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { toIso } from '../../../src/api/times/instant.js'
import { renderResolution } from '../../../src/api/times/resolution.js'
import { createLayout, type TableSeries, toCandleSlice } from '../../../src/candle-table/columns.js'
import { createTableWriter, type TableFormat } from '../../../src/candle-table/table-formats.js'
import { writeTable } from '../../../src/candle-table/table-writer.js'
import type { RestoredRow, SeriesNote } from '../../../src/candles/store/import-candles.js'
import {
  createRowReader,
  createSeriesFinder,
  formerNameColumns,
  readPathValues,
} from '../../../src/cli/import-export/export-rows.js'
import { jsonFormOf } from '../../../src/cli/import-export/fast-reader.js'
import {
  type ArchiveVisitor,
  readText,
  type TextFormat,
  textFormats,
} from '../../../src/cli/import-export/formats.js'
import { readParquet } from '../../../src/cli/import-export/parquet.js'
import { fromNoteJson, toNoteJson } from '../../../src/cli/import-export/series-notes.js'
import { temporaryFolder } from '../../support/engine.js'

const folder = temporaryFolder()
afterAll(() => folder.remove())

/** A row as earlier versions wrote it. */
interface FormerRow {
  readonly venue: string
  readonly series: string
  readonly resolution: string
  readonly basis: string
  readonly timestamp: number
  readonly time: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume?: number
}

const formerColumns = [
  ...formerNameColumns,
  ...(['timestamp', 'time', 'open', 'high', 'low', 'close', 'volume'] as const),
]

function toFormerRow({ identity, bar }: Pick<RestoredRow, 'identity' | 'bar'>): FormerRow {
  const { venue, seriesKey: series, stepMs, basis } = identity
  const { timestamp, open, high, low, close, volume } = bar
  const names = { venue, series, resolution: renderResolution(stepMs), basis }
  const row = { ...names, timestamp, time: toIso(timestamp), open, high, low, close }
  return volume === undefined ? row : { ...row, volume }
}

const cell = (value: string | number | undefined): string => {
  const text = String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What earlier versions wrote of one series, line by line. */
function* writeFormer(rows: readonly FormerRow[], format: TextFormat): Generator<string> {
  if (format === 'csv') yield `${formerColumns.join(',')}\n`
  if (format === 'json') yield '['
  if (format === 'ndjson') yield `${JSON.stringify(toNoteJson(note))}\n`
  for (const [at, one] of rows.entries()) {
    if (format === 'csv') yield `${formerColumns.map((name) => cell(one[name])).join(',')}\n`
    else
      yield format === 'ndjson'
        ? `${JSON.stringify(one)}\n`
        : `${at === 0 ? '' : ','}\n${JSON.stringify(one)}`
  }
  if (format === 'json') yield '\n]\n'
}

const findSeries = createSeriesFinder([], (venue) =>
  venue === 'kalshi' ? { basis: 'trade' } : venue === 'polymarket' ? { basis: 'mid' } : undefined,
)

const price = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0)
const row: fc.Arbitrary<FormerRow> = fc
  .record({
    series: fc
      .oneof(fc.string({ minLength: 1 }), fc.constantFrom('a\nb', 'x\r\n"y"', ',"'))
      .filter((text) => text.trim() !== ''),
    timestamp: fc.integer({ min: 0, max: 4e7 }).map((minute) => minute * 60_000),
    prices: fc.tuple(price, price, price, price),
    volume: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }).map((value) => value + 0)),
  })
  .map(({ series, timestamp, prices: [open, high, low, close], volume }) =>
    toFormerRow({
      identity: { venue: 'kalshi', seriesKey: series, stepMs: 60_000, basis: 'trade' },
      bar: { timestamp, open, high, low, close, ...(volume === null ? {} : { volume }) },
    }),
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
} as const satisfies SeriesNote

const path = join(folder.path, 'file')

/** Everything in a text, as a file. */
async function readBack(text: string | Buffer, format: TextFormat): Promise<RestoredRow[]> {
  writeFileSync(path, text)
  const rows: RestoredRow[] = []
  await readText(path, format, createRowReader(findSeries), collecting(rows), async () => {})
  return rows
}

const collecting = (rows: RestoredRow[]): ArchiveVisitor => ({
  row: (read) => void rows.push(read),
  note: (value, line) => expect(fromNoteJson(value, line)).toEqual(note),
})

const valuesOf = (read: readonly RestoredRow[]) => read.map(toFormerRow)

/** Names of a series and prices, for texts that are about something else. */
const head = 'venue,series,resolution,basis,timestamp,open,high,low,close'
const cells = (timestamp: number, series = 'F') => `kalshi,${series},1m,trade,${timestamp},0.1,0.2,0.1,0.2`
const json = (timestamp: number) =>
  JSON.stringify(toFormerRow({ identity: note.identity, bar: flat(timestamp) }))
const flat = (timestamp: number) => ({ timestamp, open: 0.1, high: 0.2, low: 0.1, close: 0.2 })

describe.each(textFormats)('%s of an earlier version', (format) => {
  test('is read exactly as it was written, at the line where it stands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
        const text = [...writeFormer(rows, format)].join('')
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
  await expect(readBack(`[\n${json(0)},\n`, 'json')).rejects.toThrow('is not closed')
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
          const [top = '', ...lines] = [...writeFormer([first, ...alike], format)].map((line) =>
            line.slice(0, -1),
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
    expect(createRowReader(findSeries)({ ...good, ...prices }, 4)).toMatchObject({
      identity: { venue: 'kalshi', seriesKey: 'F', stepMs: 60_000 },
      line: 4,
    })
  })

  test.each([
    ['without a price', { ...good }, 'Line 4: open'],
    ['of no venue', { ...good, ...prices, venue: 'bazaar' }, "Line 4: 'bazaar' is not a venue"],
    ['of no step', { ...good, ...prices, resolution: 'x' }, 'Line 4: resolution'],
    ['whose two times differ', { ...good, ...prices, time: '2026-01-01T00:00:00Z' }, ' differ'],
  ])('%s is an error that names its line', (_what, value, message) => {
    expect(() => createRowReader(findSeries)(value, 4)).toThrow(message)
  })
})

test('a quote in the wrong place and a missing cell are errors with their line', async () => {
  const good = `${head}\n${cells(0)}\n`
  await expect(readBack(`${good}${cells(60_000, '"F"G')}\n`, 'csv')).rejects.toThrow('Line 3')
  await expect(readBack(`${good}1\n`, 'csv')).rejects.toThrow(
    'Line 3: the row has 1 cells, but the header has 9',
  )
  await expect(readBack(`${good}"2\n3,4\n`, 'csv')).rejects.toThrow('Line 3: a quote is not closed')
})

/** A table of this version, and what import should read of it. */
const part = fc.record({
  series: fc.record({
    venue: fc.constantFrom('kalshi', 'polymarket'),
    outcomeId: fc.oneof(
      fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
      fc.constantFrom('123', 'a,b', 'x"y'),
    ),
    resolution: fc.constantFrom('1m', '1h'),
  }),
  rows: fc.uniqueArray(row, { selector: ({ timestamp }) => timestamp, maxLength: 6 }),
})

const barOf = ({ timestamp, open, high, low, close, volume }: FormerRow) => ({
  ...{ timestamp, open, high, low, close },
  ...(volume === undefined ? {} : { volume }),
})

/** Whether a row of a table is a candle that was open when the file was written. */
const isOpen = (openTime: number): boolean => openTime % 7 === 0

async function tableOf(
  format: TableFormat,
  parts: readonly { readonly series: TableSeries; readonly rows: readonly FormerRow[] }[],
  without: readonly string[] = [],
): Promise<Buffer> {
  const slices = parts.map(({ series, rows }) =>
    toCandleSlice(series, rows.map(barOf), (openTime) => (isOpen(openTime) ? undefined : openTime + 5)),
  )
  return Buffer.concat([...writeTable(await createTableWriter(format, createLayout([], without)), slices)])
}

describe.each(['csv', 'ndjson', 'json', 'parquet', 'csv.gz'] as const)('%s', (ending) => {
  test('is read exactly as the table has it without open candles, with the basis of its venue', async () => {
    const format = ending === 'csv.gz' ? 'csv' : ending
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 3 }), async (parts) => {
        const bytes = await tableOf(format, parts)
        const file = `${path}.${ending}`
        writeFileSync(file, ending === 'csv.gz' ? gzipSync(bytes) : bytes)
        const read: RestoredRow[] = []
        const reader = createRowReader(findSeries)
        if (format === 'parquet') await readParquet(file, reader, collecting(read))
        else await readText(file, format, reader, collecting(read), async () => {})
        expect(read.map(({ identity, bar }) => ({ identity, bar }))).toEqual(
          parts.flatMap(({ series: { venue, outcomeId, resolution }, rows }) =>
            rows
              .filter(({ timestamp }) => !isOpen(timestamp))
              .map((one) => ({
                identity: {
                  ...{ venue, seriesKey: outcomeId, stepMs: resolution === '1m' ? 60_000 : 3_600_000 },
                  basis: venue === 'kalshi' ? 'trade' : 'mid',
                },
                bar: barOf(one),
              })),
          ),
        )
      }),
      { numRuns: 40 },
    )
  })
})

test('the path of a partition has the columns that its file lacks', async () => {
  const one = toFormerRow({ identity: note.identity, bar: flat(60_000) })
  const series = { venue: 'kalshi', outcomeId: 'F', resolution: '1m' } as const
  writeFileSync(path, await tableOf('csv', [{ series, rows: [one] }], ['venue', 'resolution']))
  const values = readPathValues('/x/venue=kalshi/resolution=1m/date=1970-01-01/candles.csv')
  const read: RestoredRow[] = []
  await readText(path, 'csv', createRowReader(findSeries, false, values), collecting(read), async () => {})
  expect(read).toEqual([{ identity: note.identity, bar: flat(60_000), line: 2 }])
})

test('the notes of a file name the series and the basis of an outcome, and its other side is refused', () => {
  const outcome = (outcomeId: string, mirrored: boolean) => ({
    series: { outcomeId, seriesKey: 'S', mirrored, facts: {} },
    checkedAt: 1,
    lifecycle: [],
  })
  const identity = { ...note.identity, seriesKey: 'S', basis: 'point' } as const
  const find = createSeriesFinder(
    [{ ...note, identity, outcomes: [outcome('S-YES', false), outcome('S-NO', true)] }],
    () => undefined,
  )
  expect(find('kalshi', 'S-YES', 60_000, 1)).toEqual(identity)
  expect(() => find('kalshi', 'S-NO', 60_000, 7)).toThrow('Line 7: kalshi:S-NO is the other outcome')
  expect(() => find('kalshi', 'T', 60_000, 7)).toThrow('Line 7: kalshi has no candles')
})

test('a provisional candle and an open one are not imported', () => {
  const own = {
    venue: 'kalshi',
    outcome_id: 'kalshi:F',
    resolution: '1m',
    timestamp: '1970-01-01T00:01:00.000Z',
  }
  const prices = {
    open: 0.1,
    high: 0.2,
    low: 0.1,
    close: 0.2,
    volume: null,
    available_at: '1970-01-01T00:03:00.000Z',
  }
  const read = createRowReader(findSeries)
  for (const provisional of [true, 1, 'true', 'True', 't', '1', '1.0', ' true', 'yes'])
    expect(read({ ...own, ...prices, provisional }, 1)).toBeUndefined()
  for (const provisional of [false, 0, '', '0.0', 'False', 'no', null, undefined])
    expect(read({ ...own, ...prices, provisional }, 1)).toBeDefined()
  expect(() => read({ ...own, ...prices, provisional: 'perhaps' }, 7)).toThrow(/provisional: 'perhaps'/)
  expect(read({ ...own, ...prices, provisional: false, available_at: null }, 1)).toBeUndefined()
  expect(read({ ...own, ...prices, provisional: false }, 1)).toEqual({
    identity: note.identity,
    bar: flat(60_000),
    line: 1,
  })
  expect(() => read({ ...own, ...prices, outcome_id: 'polymarket:F' }, 2)).toThrow('Line 2: outcome_id')
})
