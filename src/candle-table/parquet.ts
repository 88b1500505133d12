import { gzipSync } from 'node:zlib'
import type { RowGroup, SchemaElement, Statistics } from 'hyparquet'
import type { ColumnSource } from 'hyparquet-writer'
import {
  columnsOf,
  constantIn,
  type TableColumn,
  type TableLayout,
  type TableSeries,
  valueColumns,
} from './columns.js'
import type { TableWriter } from './table-writer.js'

/** Texts about a file, in its key-value metadata. */
export type TableMetadata = Readonly<Record<string, string>>

/** Rows of a group at most: one group is in memory at a time, and a reader of one series reads few others. */
const MAX_GROUP_ROWS = 8_192
/** A new series begins a new group once the group has so many rows. */
const FULL_GROUP_ROWS = 4_096
/** Pages of at most this size, bytes before compression: a group has several of times, which its column index tells apart. */
const PAGE_BYTES = 32_768
/** The fastest level of compression: others take longer than they save. ZSTD is left out, as Node 20 cannot read it. */
const GZIP_LEVEL = 1

/** The package that writes Parquet, which is optional, is not installed. */
export class ParquetUnavailable extends Error {
  override readonly name = 'ParquetUnavailable'
}

/**
 * Creates a writer of Parquet. Rows come sorted as in the other formats; the groups say so. Strings are dictionary-coded, times
 * delta-packed, pages compressed with GZIP.
 * @param metadata read when the table ends
 * @throws ParquetUnavailable
 */
export async function createParquetTableWriter(
  layout: TableLayout,
  metadata: () => TableMetadata = () => ({}),
  maxGroupRows = MAX_GROUP_ROWS,
): Promise<TableWriter> {
  const { ByteWriter, ParquetWriter } = await loadWriter()
  const columns = columnsOf(layout)
  const bytes = new ByteWriter()
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns, false),
    codec: 'GZIP',
    compressors: { GZIP: (input) => gzipSync(input, { level: GZIP_LEVEL }) },
    createdBy: 'pmx-local',
  })
  const group = createGroup(layout, maxGroupRows)
  const order = createOrderCheck()

  function flush(): void {
    if (group.count === 0) return
    const sources = group.take()
    file.write({ columnData: sources, rowGroupSize: maxGroupRows, pageSize: PAGE_BYTES })
    const last = file.row_groups.at(-1)
    if (last === undefined) return
    if (order.isSorted) last.sorting_columns = sortingColumns(columns)
    for (const [at, { bounds }] of sources.entries()) {
      const about = last.columns[at]?.meta_data
      if (about !== undefined) about.statistics = bounds
    }
  }

  /** Returns the bytes written since the last call; positions in the file continue. */
  function taken(): Uint8Array {
    const piece = bytes.getBytes().slice()
    bytes.index = 0
    return piece
  }

  return {
    begin: taken,
    write(slice) {
      order.note(slice.series, slice.timestamp, slice.count)
      if (group.series !== slice.series && group.count >= Math.min(FULL_GROUP_ROWS, maxGroupRows)) flush()
      for (let from = 0; from < slice.count; ) {
        from += group.add(slice, from)
        if (group.count === maxGroupRows) flush()
      }
      return bytes.index === 0 ? new Uint8Array() : taken()
    },
    end() {
      flush()
      file.kvMetadata = Object.entries(metadata()).map(([key, value]) => ({ key, value }))
      // Times are written as plain integers, which takes half the time, and named as times at the end.
      file.schema = schemaOf(columns, true)
      file.finish()
      return taken()
    },
  }
}

async function loadWriter(): Promise<typeof import('hyparquet-writer')> {
  try {
    return await import('hyparquet-writer')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (isMissing) throw new ParquetUnavailable('hyparquet-writer', { cause: error })
    throw error
  }
}

const types = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  time: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
} as const satisfies Record<TableColumn['type'], Partial<SchemaElement>>

const timestamp = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
} as const satisfies Partial<SchemaElement>

function schemaOf(columns: readonly TableColumn[], isFinal: boolean): SchemaElement[] {
  return [
    { name: 'candles', num_children: columns.length },
    ...columns.map(
      ({ name, type, isOptional }): SchemaElement => ({
        name,
        ...(isFinal && type === 'time' ? timestamp : types[type]),
        repetition_type: isOptional ? 'OPTIONAL' : 'REQUIRED',
      }),
    ),
  ]
}

const sortedBy = ['venue', 'outcome_id', 'resolution', 'timestamp']

function sortingColumns(columns: readonly TableColumn[]): NonNullable<RowGroup['sorting_columns']> {
  return sortedBy.flatMap((sorted) => {
    const index = columns.findIndex(({ name }) => name === sorted)
    return index === -1 ? [] : [{ column_idx: index, descending: false, nulls_first: false }]
  })
}

/** Watches whether rows arrive in the order of the schema: only then a file says so. */
function createOrderCheck() {
  let last: TableSeries | undefined
  let lastTime = Number.NEGATIVE_INFINITY
  let isSorted = true
  return {
    get isSorted() {
      return isSorted
    },
    note(series: TableSeries, times: Float64Array, count: number): void {
      if (count === 0) return
      const first = times[0] as number
      const order = last === undefined || last === series ? 0 : compareSeries(last, series)
      if (order > 0 || (order === 0 && first <= lastTime)) isSorted = false
      last = series
      lastTime = times[count - 1] as number
    },
  }
}

/** Compares series by the sort order of the table: by bytes, as readers of Parquet compare texts. */
export function compareSeries(a: TableSeries, b: TableSeries): number {
  for (const name of ['venue', 'outcome_id', 'resolution']) {
    const order = compareBytes(String(constantIn(a, name)), String(constantIn(b, name)))
    if (order !== 0) return order
  }
  return 0
}

/** Collects the rows of a group in the form that the library takes. */
function createGroup({ head, tail }: TableLayout, size: number) {
  const constants = [...head, ...tail]
  const doubles = valueColumns.map(() => new Float64Array(size))
  /** The rows of each series, in order. */
  let parts: { readonly series: TableSeries; count: number }[] = []
  let count = 0

  function constantData({ name, type }: TableColumn): ColumnSource['data'] {
    const data = new Array<unknown>(count)
    let at = 0
    for (const part of parts) {
      const value = constantIn(part.series, name) ?? null
      data.fill(type === 'time' && typeof value === 'number' ? BigInt(value) : value, at, at + part.count)
      at += part.count
    }
    return data
  }

  return {
    get count() {
      return count
    },
    get series() {
      return parts.at(-1)?.series
    },
    /** Adds rows of a slice. @returns the number of rows that fit */
    add(slice: Parameters<TableWriter['write']>[0], from: number): number {
      const rows = Math.min(slice.count - from, size - count)
      const { timestamp: times, open, high, low, close, volume, availableAt } = slice
      for (const [at, list] of [times, open, high, low, close, volume, availableAt].entries())
        doubles[at]?.set(list.subarray(from, from + rows), count)
      const last = parts.at(-1)
      if (last?.series === slice.series) last.count += rows
      else parts.push({ series: slice.series, count: rows })
      count += rows
      return rows
    },
    take(): BoundedSource[] {
      const values = valueColumns.map((column, at) =>
        sourceOf(column, (doubles[at] as Float64Array).subarray(0, count)),
      )
      const texts = constants.map(
        (column): BoundedSource => ({
          name: column.name,
          data: constantData(column),
          statistics: false,
          bounds: boundsOf(column, parts),
        }),
      )
      parts = []
      count = 0
      return [...texts.slice(0, head.length), ...values, ...texts.slice(head.length)]
    },
  }
}

/** A column with its bounds, which are computed here: the library takes far longer. */
interface BoundedSource extends ColumnSource {
  readonly bounds: Statistics
}

function sourceOf({ name, type }: TableColumn, list: Float64Array): BoundedSource {
  const isTime = type === 'time'
  const bounds = numberBounds(list, isTime)
  const data =
    bounds.null_count > 0n
      ? Array.from(list, (value) => (Number.isNaN(value) ? null : isTime ? BigInt(value) : value))
      : isTime
        ? toIntegers(list)
        : list
  // Rows of a time are found by the pages of this column.
  const columnIndex = name === 'timestamp'
  return {
    ...{ name, data, statistics: false, bounds, columnIndex },
    ...(isTime ? { encoding: 'DELTA_BINARY_PACKED' } : {}),
  }
}

function numberBounds(list: Float64Array, isTime: boolean) {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let absent = 0
  for (let at = 0; at < list.length; at++) {
    const value = list[at] as number
    if (value < low) low = value
    if (value > high) high = value
    if (Number.isNaN(value)) absent++
  }
  const counted = { null_count: BigInt(absent) }
  if (absent === list.length) return counted
  // Parquet wants a lower bound of -0 for 0.
  return isTime
    ? { ...counted, min_value: BigInt(low), max_value: BigInt(high) }
    : { ...counted, min_value: low === 0 ? -0 : low, max_value: high }
}

/** Bounds of a column with one value for each of some series; none for flags. */
function boundsOf(
  { name, type }: TableColumn,
  parts: readonly { readonly series: TableSeries; readonly count: number }[],
): Statistics {
  let absent = 0
  const values: (string | number)[] = []
  for (const { series, count } of parts) {
    const value = constantIn(series, name)
    if (typeof value === 'string' || typeof value === 'number') values.push(value)
    else if (value === undefined) absent += count
  }
  const counted = { null_count: BigInt(absent) }
  const sorted =
    type === 'text' ? values.map(String).sort(compareBytes) : values.map(Number).sort((a, b) => a - b)
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined) return counted
  if (type !== 'time') return { ...counted, min_value: low, max_value: high }
  return { ...counted, min_value: BigInt(low), max_value: BigInt(high) }
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

const LOW = 2 ** 32

/** Converts whole numbers into 64-bit ones by their halves: a conversion of each into a BigInt takes far longer. */
function toIntegers(list: Float64Array): BigInt64Array {
  const integers = new BigInt64Array(list.length)
  const halves = new Int32Array(integers.buffer)
  for (let at = 0; at < list.length; at++) {
    const value = list[at] as number
    const high = Math.floor(value / LOW)
    halves[2 * at] = (value - high * LOW) | 0
    halves[2 * at + 1] = high
  }
  return integers
}
