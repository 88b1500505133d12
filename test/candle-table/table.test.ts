import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { describe, expect, test } from 'vitest'
import { toIso } from '../../src/api/times/instant.js'
import { renderOutcomeId } from '../../src/api/values/outcome-id.js'
import {
  type CandleSlice,
  candleTableColumns,
  createLayout,
  type TableLayout,
  type TableSeries,
  toCandleSlice,
} from '../../src/candle-table/columns.js'
import { compareSeries, createParquetTableWriter } from '../../src/candle-table/parquet.js'
import { createTableWriter, type TableFormat, tableFormats } from '../../src/candle-table/table-formats.js'
import { writeTable, writeTableAsync } from '../../src/candle-table/table-writer.js'

const price = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }).map((ticks) => ticks / 10_000),
  fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
)
const amount = fc.oneof(
  fc.integer({ min: 0, max: 1e9 }).map((cents) => cents / 100),
  fc.double({ min: 0, max: 1e15, noNaN: true }).map((value) => value + 0),
)

interface Row {
  readonly timestamp: number
  readonly prices: readonly [number, number, number, number]
  readonly volume: number | undefined
  readonly available: number | undefined
}

const series: fc.Arbitrary<TableSeries> = fc.record({
  venue: fc.constantFrom('kalshi', 'polymarket'),
  outcomeId: fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('123', 'x"y', 'a,b', 'a\nb', 'a:b', 'ü')),
  resolution: fc.constantFrom('1m', '1h'),
})
const row: fc.Arbitrary<Row> = fc.record({
  timestamp: fc
    .integer({ min: 0, max: 3e7 })
    .chain((minute) => fc.constantFrom(minute * 60_000, minute * 60_000 + 10_000)),
  prices: fc.tuple(price, price, price, price),
  volume: fc.option(amount, { nil: undefined }),
  available: fc.option(fc.integer({ min: 0, max: 2e12 }), { nil: undefined }),
})
const table = fc
  .array(fc.tuple(series, fc.uniqueArray(row, { selector: ({ timestamp }) => timestamp, maxLength: 8 })), {
    maxLength: 4,
  })
  .map((parts) => [...parts].sort(([a], [b]) => compareSeries(a, b)))

function sliceOf(of: TableSeries, rows: readonly Row[]): CandleSlice {
  const sorted = [...rows].sort((a, b) => a.timestamp - b.timestamp)
  const available = new Map(sorted.map((one) => [one.timestamp, one.available]))
  const candles = sorted.map(({ timestamp, prices: [open, high, low, close], volume }) => ({
    ...{ timestamp, open, high, low, close },
    ...(volume === undefined ? {} : { volume }),
  }))
  return toCandleSlice(of, candles, (openTime) => available.get(openTime))
}

function expected(parts: readonly (readonly [TableSeries, readonly Row[]])[]) {
  return parts.flatMap(([{ venue, outcomeId, resolution }, rows]) =>
    [...rows]
      .sort((a, b) => a.timestamp - b.timestamp)
      .map(({ timestamp, prices: [open, high, low, close], volume, available }) => ({
        venue,
        outcome_id: renderOutcomeId({ venue, id: outcomeId }),
        resolution,
        timestamp: toIso(timestamp),
        ...{ open, high, low, close },
        volume: volume ?? null,
        available_at: available === undefined ? null : toIso(available),
      })),
  )
}

type Value = string | number | boolean | null

async function render(format: TableFormat, slices: readonly CandleSlice[], layout: TableLayout) {
  return Buffer.concat([...writeTable(await createTableWriter(format, layout), slices)])
}

/** Cells of csv, as RFC 4180 has them. */
function csvRows(text: string): Record<string, Value>[] {
  const cells = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)]
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of cells) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\n') lines.push([])
  }
  const [names = [], ...rows] = lines.slice(0, -1)
  const numbers = new Set(['open', 'high', 'low', 'close', 'volume'])
  return rows.map((row) =>
    Object.fromEntries(
      names.map((name, at) => {
        const cell = row[at] ?? ''
        const isAbsent = cell === '' && name !== 'outcome_id'
        return [name, isAbsent ? null : numbers.has(name) ? Number(cell) : cell]
      }),
    ),
  )
}

async function parquetRows(bytes: Buffer): Promise<Record<string, Value>[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  const compressors = { GZIP: (input: Uint8Array) => gunzipSync(input) }
  const rows = await parquetReadObjects({ file, compressors })
  const iso = (value: unknown): Value => (value instanceof Date ? toIso(value.getTime()) : (value as Value))
  return rows.map((one) =>
    Object.fromEntries(Object.entries(one).map(([name, value]) => [name, iso(value) ?? null])),
  )
}

const readers: Readonly<Record<TableFormat, (bytes: Buffer) => unknown>> = {
  csv: (bytes) => csvRows(bytes.toString()),
  ndjson: (bytes) =>
    bytes
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown),
  json: (bytes) => JSON.parse(bytes.toString()) as unknown,
  parquet: parquetRows,
}

describe.each(tableFormats)('%s', (format) => {
  test('has every value exactly, in the columns of the schema, whether slices are there or arrive', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (parts) => {
        const slices = parts.map(([of, rows]) => sliceOf(of, rows))
        const bytes = await render(format, slices, createLayout())
        const rows = (await readers[format](bytes)) as Record<string, Value>[]
        expect(rows).toEqual(expected(parts))
        const names = candleTableColumns.map(({ name }) => name)
        for (const one of rows) expect(Object.keys(one)).toEqual(names)
        const arriving = (async function* () {
          yield* slices
        })()
        const streamed: Uint8Array[] = []
        for await (const piece of writeTableAsync(await createTableWriter(format, createLayout()), arriving))
          streamed.push(piece)
        expect(Buffer.concat(streamed).equals(bytes)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  test('has additional columns after the others, and lacks those of a partition', async () => {
    const layout = createLayout(['provisional', 'title', 'settlement_payout', 'settlement_at'], ['venue'])
    const additional = { provisional: true, title: 'A, "b"', settlement_payout: 1, settlement_at: 90_000 }
    const own = { venue: 'kalshi', outcomeId: 'X', resolution: '1m' } as const
    const flat = { prices: [0.5, 0.5, 0.5, 0.5], volume: 2, available: 5, timestamp: 60_000 } as const
    const slices = [
      sliceOf({ ...own, additional }, [flat]),
      sliceOf({ ...own, outcomeId: 'Y', additional: { provisional: false } }, [flat]),
    ]
    const rows = (await readers[format](await render(format, slices, layout))) as Record<string, Value>[]
    const names = ['outcome_id', 'resolution', ...candleTableColumns.map(({ name }) => name).slice(3)]
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...names,
      ...['provisional', 'title', 'settlement_payout', 'settlement_at'],
    ])
    expect(rows[0]).toMatchObject({ outcome_id: 'kalshi:X', title: 'A, "b"' })
    expect(String(rows[0]?.['settlement_at'])).toBe('1970-01-01T00:01:30.000Z')
    expect(rows[1]).toMatchObject({ outcome_id: 'kalshi:Y', title: null, settlement_at: null })
  })
})

test('decimals never look like integers', async () => {
  const flat = { prices: [0, 1, 0, 1], volume: 26_626, available: 0, timestamp: 0 } as const
  const slice = sliceOf({ venue: 'kalshi', outcomeId: 'X', resolution: '1m' }, [flat])
  const text = (await render('csv', [slice], createLayout())).toString().split('\n')[1]
  expect(text).toBe(
    'kalshi,kalshi:X,1m,1970-01-01T00:00:00.000Z,0.0,1.0,0.0,1.0,26626.0,1970-01-01T00:00:00.000Z',
  )
})

describe('parquet', () => {
  const own = (outcomeId: string): TableSeries => ({ venue: 'kalshi', outcomeId, resolution: '1m' })
  const rows = (count: number): Row[] =>
    Array.from({ length: count }, (_, at) => ({
      timestamp: at * 60_000,
      prices: [0.5, 0.6, 0.4, 0.55],
      volume: at,
      available: at * 60_000 + 180_000,
    }))

  async function metadataOf(slices: readonly CandleSlice[], size?: number) {
    const writer = await createParquetTableWriter(createLayout(), () => ({ 'pmx-local.basis': '{}' }), size)
    const bytes = Buffer.concat([...writeTable(writer, slices)])
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    return parquetMetadataAsync(file)
  }

  test('times are instants of UTC, groups end with a large series, and say that they are sorted', async () => {
    const slices = [
      sliceOf(own('A'), rows(6_000)),
      sliceOf(own('B'), rows(9_000)),
      sliceOf(own('C'), rows(1)),
    ]
    const { row_groups, schema, key_value_metadata, created_by } = await metadataOf(slices)
    expect(row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([6_000, 8_192, 809])
    const times = schema.filter(({ name }) => ['timestamp', 'available_at'].includes(name))
    expect(times.map(({ logical_type }) => logical_type)).toEqual(
      Array.from({ length: 2 }, () => ({ type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' })),
    )
    for (const { sorting_columns, columns } of row_groups) {
      expect(sorting_columns?.map(({ column_idx }) => column_idx)).toEqual([0, 1, 2, 3])
      expect(columns.every(({ meta_data }) => meta_data?.codec === 'GZIP')).toBe(true)
      expect(columns.every(({ meta_data }) => meta_data?.statistics?.min_value !== undefined)).toBe(true)
    }
    const ofTimes = row_groups[0]?.columns[3]
    expect(ofTimes?.column_index_offset).toBeDefined()
    expect(ofTimes?.offset_index_offset).toBeDefined()
    expect(key_value_metadata).toEqual([{ key: 'pmx-local.basis', value: '{}' }])
    expect(created_by).toBe('pmx-local')
  })

  test('rows in another order are written, and not called sorted', async () => {
    const { row_groups } = await metadataOf([sliceOf(own('B'), rows(2)), sliceOf(own('A'), rows(2))])
    expect(row_groups.map(({ sorting_columns }) => sorting_columns)).toEqual([undefined])
  })

  test('times of many series, far apart and absent, are those that were written', async () => {
    const run = fc.record({
      from: fc.integer({ min: 0, max: 2e6 }),
      steps: fc.array(fc.constantFrom(1, 1, 1, 2, 60, 5_000, 100_000), { maxLength: 200 }),
      isRegular: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(run, { maxLength: 6 }), async (runs) => {
        const slices = runs.map(({ from, steps, isRegular }, at) => {
          let minute = from
          const times = steps.map((step) => {
            minute += isRegular ? 1 : step
            return minute * 60_000
          })
          const all = times.map(
            (timestamp): Row => ({
              ...{ timestamp, prices: [0.5, 0.5, 0.5, 0.5], volume: 1 },
              available: timestamp % 7 === 0 && !isRegular ? undefined : timestamp + 1,
            }),
          )
          return sliceOf(own(`S${at}`), all)
        })
        const rows = await parquetRows(await render('parquet', slices, createLayout()))
        const timesOf = (list: (slice: CandleSlice) => Float64Array) =>
          slices.flatMap((slice) => [...list(slice)].map((time) => (Number.isNaN(time) ? null : toIso(time))))
        expect(rows.map(({ timestamp }) => timestamp)).toEqual(timesOf(({ timestamp }) => timestamp))
        expect(rows.map(({ available_at }) => available_at)).toEqual(
          timesOf(({ availableAt }) => availableAt),
        )
      }),
    )
  })

  test('a large series is split into groups', async () => {
    const { row_groups } = await metadataOf([sliceOf(own('A'), rows(25))], 10)
    expect(row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([10, 10, 5])
  })
})
