import { gzipSync } from 'node:zlib'
import type { ColumnChunk, RowGroup, SchemaElement, Statistics } from 'hyparquet'
import type { ColumnSource } from 'hyparquet-writer'
import {
  columnsOf,
  constantIn,
  type TableColumn,
  type TableLayout,
  type TableSeries,
  valueColumns,
} from './columns.js'
import { writeTimeColumn } from './parquet-times.js'
import type { TableWriter } from './table-writer.js'

/** Texts about a file, in its key-value metadata. */
export type TableMetadata = Readonly<Record<string, string>>

/** Rows of a group at most: one group is in memory at a time, and a reader of one series reads few others. */
const MAX_GROUP_ROWS = 8_192
/** A new series begins a new group once the group has so many rows. */
const FULL_GROUP_ROWS = 4_096
/** Pages of at most this size, bytes before compression. */
const PAGE_BYTES = 32_768
/** The fastest level of compression: others take longer than they save. ZSTD is left out, as Node 20 cannot read it. */
const GZIP_LEVEL = 1

/** The package that writes Parquet, which is optional, is not installed. */
export class ParquetUnavailable extends Error {
  override readonly name = 'ParquetUnavailable'
}

/**
 * Creates a Parquet writer. Rows are sorted as in the other formats, and the row groups declare it. Strings are
 * dictionary-coded, times delta-packed, pages compressed with GZIP.
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
    schema: schemaOf(columns),
    codec: 'GZIP',
    compressors: { GZIP: (input) => gzipSync(input, { level: GZIP_LEVEL }) },
    createdBy: 'pmx-local',
  })
  const group = createGroup(layout, maxGroupRows)
  const order = createOrderCheck()

  function flush(): void {
    if (group.count === 0) return
    const { sources, times } = group.take()
    file.write({ columnData: sources, rowGroupSize: maxGroupRows, pageSize: PAGE_BYTES })
    const last = file.row_groups.at(-1)
    if (last === undefined) return
    if (order.isSorted) last.sorting_columns = sortingColumns(columns)
    for (const [at, { bounds }] of sources.entries()) {
      const about = last.columns[at]?.meta_data
      if (about !== undefined) about.statistics = bounds
    }
    for (const { column, list, bounds } of times) {
      const written = writeTimeColumn(bytes, column, list, { level: GZIP_LEVEL, statistics: bounds })
      last.columns.push(written.chunk)
      last.total_byte_size += written.chunk.meta_data?.total_uncompressed_size ?? 0n
      last.total_compressed_size =
        (last.total_compressed_size ?? 0n) + (written.chunk.meta_data?.total_compressed_size ?? 0n)
      file.pendingIndexes.push(written)
    }
    // Chunks are listed in the order of the schema, wherever they are in the file.
    const place = new Map(columns.map(({ name }, at) => [name, at]))
    const placeOf = ({ meta_data }: ColumnChunk): number => place.get(meta_data?.path_in_schema[0] ?? '') ?? 0
    last.columns.sort((a, b) => placeOf(a) - placeOf(b))
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
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
} as const satisfies Record<TableColumn['type'], Partial<SchemaElement>>

function schemaOf(columns: readonly TableColumn[]): SchemaElement[] {
  return [
    { name: 'candles', num_children: columns.length },
    ...columns.map(
      ({ name, type, isOptional }): SchemaElement => ({
        name,
        ...types[type],
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

/** Checks whether rows arrive in the schema's order, because only then may a file declare it. */
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

/** Compares series in the sort order of the table: by bytes, as Parquet readers compare texts. */
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

  function constantData({ name }: TableColumn): unknown[] {
    const data = new Array<unknown>(count)
    let at = 0
    for (const part of parts) {
      const value = constantIn(part.series, name) ?? null
      data.fill(value, at, at + part.count)
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
    take(): { sources: BoundedSource[]; times: TimeSource[] } {
      const sources: BoundedSource[] = []
      const times: TimeSource[] = []
      const addTimes = (column: TableColumn, list: Float64Array): void => {
        times.push({ column, list, bounds: numberBounds(list, true) })
      }
      for (const column of constants) {
        const data = constantData(column)
        if (column.type === 'time')
          addTimes(
            column,
            Float64Array.from(data, (value) => Number(value ?? Number.NaN)),
          )
        else sources.push({ name: column.name, data, statistics: false, bounds: boundsOf(column, parts) })
      }
      for (const [at, column] of valueColumns.entries()) {
        const list = (doubles[at] as Float64Array).subarray(0, count)
        if (column.type === 'time') addTimes(column, list)
        else sources.push(sourceOf(column, list))
      }
      parts = []
      count = 0
      return { sources, times }
    },
  }
}

/** A column of times, which is not left to the library. */
interface TimeSource {
  readonly column: TableColumn
  readonly list: Float64Array
  readonly bounds: Statistics
}

/** A column with its bounds, which are computed here: the library takes far longer. */
interface BoundedSource extends ColumnSource {
  readonly bounds: Statistics
}

function sourceOf({ name }: TableColumn, list: Float64Array): BoundedSource {
  const bounds = numberBounds(list, false)
  const hasGaps = bounds.null_count > 0n
  const data = hasGaps ? Array.from(list, (value) => (Number.isNaN(value) ? null : value)) : list
  return { name, data, statistics: false, bounds }
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

/** Bounds of a column with one value for each of some series. None for flags. */
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
  return { ...counted, min_value: low, max_value: high }
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
