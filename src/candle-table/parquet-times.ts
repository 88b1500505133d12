import { gzipSync } from 'node:zlib'
import type { ColumnChunk, Statistics } from 'hyparquet'
import type { Writer } from 'hyparquet-writer'

/**
 * Columns of times in Parquet: 64-bit integers in pages of version 1, packed as differences where they are regular. The library
 * takes several times as long. It also writes pages that fastparquet (2026.9) reads as other numbers, without an error: packed
 * integers in pages of version 2, and differences of 29 bits or more.
 */

/** Maximum number of rows per page, so that a group has several pages that its column index can distinguish. */
const PAGE_ROWS = 4_096
const BLOCK = 128
const MINIBLOCKS = 4
const MINIBLOCK = BLOCK / MINIBLOCKS
/** The differences of a page lie within this, ms: about three days. */
const MAX_SPREAD = 2 ** 28
/** Shorter runs of regular times share a page, where they are not packed: a page of its own would take more. */
const MIN_RUN = 64

/** A written column, in the form in which the library writes the end of a file. */
export interface WrittenColumn {
  readonly chunk: ColumnChunk
  readonly columnIndex?: {
    readonly null_pages: boolean[]
    readonly min_values: Uint8Array[]
    readonly max_values: Uint8Array[]
    readonly boundary_order: 'ASCENDING' | 'UNORDERED'
    readonly null_counts: bigint[]
  }
  readonly offsetIndex: {
    readonly page_locations: { offset: bigint; compressed_page_size: number; first_row_index: bigint }[]
  }
}

/**
 * Writes a column of times.
 * @param times whole numbers, epoch ms; NaN for an absent one of an optional column
 */
export function writeTimeColumn(
  writer: Writer,
  { name, isOptional }: { readonly name: string; readonly isOptional: boolean },
  times: Float64Array,
  { level, statistics }: { readonly level: number; readonly statistics: Statistics },
): WrittenColumn {
  const start = writer.offset
  let uncompressed = 0
  const pages: PageFacts[] = []
  for (const { from, to, isPacked } of dividePages(times)) {
    const own = times.subarray(from, to)
    const offset = writer.offset
    const body = encodePage(own, isOptional, isPacked)
    const compressed = gzipSync(body, { level })
    const encoding = isPacked ? DELTA_BINARY_PACKED : PLAIN
    writeHeader(writer, own.length, encoding, body.length, compressed.length)
    const headerBytes = writer.offset - offset
    writer.appendBytes(compressed)
    uncompressed += headerBytes + body.length
    pages.push({ ...boundsOf(own), offset, bytes: writer.offset - offset, row: from })
  }
  const columnIndex = indexOf(pages)
  return {
    chunk: {
      meta_data: {
        type: 'INT64',
        encodings: ['RLE', 'DELTA_BINARY_PACKED', 'PLAIN'],
        path_in_schema: [name],
        codec: 'GZIP',
        num_values: BigInt(times.length),
        total_compressed_size: BigInt(writer.offset - start),
        total_uncompressed_size: BigInt(uncompressed),
        data_page_offset: BigInt(start),
        statistics,
      },
      file_offset: BigInt(start),
    },
    ...(columnIndex === undefined ? {} : { columnIndex }),
    offsetIndex: {
      page_locations: pages.map(({ offset, bytes, row }) => ({
        offset: BigInt(offset),
        compressed_page_size: bytes,
        first_row_index: BigInt(row),
      })),
    },
  }
}

interface PageRows {
  readonly from: number
  readonly to: number
  readonly isPacked: boolean
}

/** Divides times into pages: runs whose differences lie close together, and rows of shorter runs. */
function* dividePages(times: Float64Array): Generator<PageRows> {
  let plainFrom: number | undefined
  for (let from = 0; from < times.length; ) {
    const to = findRunEnd(times, from)
    const isLong = to - from >= MIN_RUN || (from === 0 && to === times.length)
    if (!isLong) plainFrom ??= from
    if (plainFrom !== undefined && (isLong || to === times.length || to - plainFrom >= PAGE_ROWS)) {
      yield { from: plainFrom, to: isLong ? from : to, isPacked: false }
      plainFrom = undefined
    }
    if (isLong) yield { from, to, isPacked: true }
    from = to
  }
}

/** Returns the end of the rows from one on that can be packed in one page. */
function findRunEnd(times: Float64Array, from: number): number {
  const end = Math.min(times.length, from + PAGE_ROWS)
  let [low, high, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]
  for (let at = from; at < end; at++) {
    const time = times[at] as number
    if (Number.isNaN(time)) continue
    if (!Number.isNaN(last)) {
      low = Math.min(low, time - last)
      high = Math.max(high, time - last)
      if (high - low >= MAX_SPREAD) return at
    }
    last = time
  }
  return end
}

interface PageFacts {
  readonly low: number
  readonly high: number
  readonly absent: number
  readonly offset: number
  readonly bytes: number
  /** Index of the first row in its group. */
  readonly row: number
}

function boundsOf(times: Float64Array): { low: number; high: number; absent: number } {
  let [low, high, absent] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const time of times) {
    if (Number.isNaN(time)) absent++
    if (time < low) low = time
    if (time > high) high = time
  }
  return { low, high, absent }
}

/** Returns the page index, or undefined if a page has no times, because the index could not describe it. */
function indexOf(pages: readonly PageFacts[]): WrittenColumn['columnIndex'] {
  if (pages.some(({ low, high }) => low > high)) return undefined
  const isAscending = pages.every(({ low, high }, at) => {
    const before = pages[at - 1]
    return before === undefined || (before.low <= low && before.high <= high)
  })
  return {
    null_pages: pages.map(() => false),
    min_values: pages.map(({ low }) => toBytes(low)),
    max_values: pages.map(({ high }) => toBytes(high)),
    boundary_order: isAscending ? 'ASCENDING' : 'UNORDERED',
    null_counts: pages.map(({ absent }) => BigInt(absent)),
  }
}

function toBytes(time: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt(time))
  return bytes
}

const PLAIN = 0
const RLE = 3
const DELTA_BINARY_PACKED = 5
/** Fields of the compact protocol of Thrift: the next one of type i32, a struct two fields later, the end. */
const [NEXT_I32, STRUCT_AFTER_NEXT, STOP] = [0x15, 0x2c, 0x00]

/** Writes the header of a page: DATA_PAGE, its sizes, and its values with their encodings. */
function writeHeader(
  writer: Writer,
  values: number,
  encoding: number,
  uncompressed: number,
  compressed: number,
): void {
  const field = (value: number): void => {
    writer.appendUint8(NEXT_I32)
    writer.appendZigZag(value)
  }
  field(0)
  field(uncompressed)
  field(compressed)
  writer.appendUint8(STRUCT_AFTER_NEXT)
  field(values)
  field(encoding)
  field(RLE)
  field(RLE)
  writer.appendUint8(STOP)
  writer.appendUint8(STOP)
}

function encodePage(times: Float64Array, isOptional: boolean, isPacked: boolean): Uint8Array {
  const present = isOptional ? times.filter((time) => !Number.isNaN(time)) : times
  const bytes = createBytes(64 + 10 * times.length)
  if (isOptional) {
    // The length of the levels in 4 bytes, then runs of present and absent values.
    bytes.at = 4
    for (let from = 0; from < times.length; ) {
      const isAbsent = Number.isNaN(times[from])
      let to = from + 1
      while (to < times.length && Number.isNaN(times[to]) === isAbsent) to++
      bytes.varint(2 * (to - from))
      bytes.byte(isAbsent ? 0 : 1)
      from = to
    }
    bytes.buffer.writeUInt32LE(bytes.at - 4, 0)
  }
  if (isPacked) packDeltas(bytes, present)
  else for (const time of present) bytes.at = bytes.buffer.writeBigInt64LE(BigInt(time), bytes.at)
  return bytes.buffer.subarray(0, bytes.at)
}

interface Bytes {
  readonly buffer: Buffer
  at: number
  byte(value: number): void
  varint(value: number): void
  /** A signed number, small ones in few bytes. */
  zigzag(value: number): void
}

function createBytes(size: number): Bytes {
  const bytes: Bytes = {
    buffer: Buffer.alloc(size),
    at: 0,
    byte(value) {
      bytes.buffer[bytes.at++] = value
    },
    varint(value) {
      let rest = value
      for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.byte((rest % 0x80) + 0x80)
      bytes.byte(rest)
    },
    zigzag: (value) => bytes.varint(value < 0 ? -2 * value - 1 : 2 * value),
  }
  return bytes
}

/** Writes whole numbers as their first one and blocks of differences, as the format documents (DELTA_BINARY_PACKED). */
function packDeltas(bytes: Bytes, values: Float64Array): void {
  bytes.varint(BLOCK)
  bytes.varint(MINIBLOCKS)
  bytes.varint(values.length)
  bytes.zigzag(values[0] ?? 0)
  const deltas = new Float64Array(BLOCK)
  for (let from = 1; from < values.length; from += BLOCK) {
    const count = Math.min(BLOCK, values.length - from)
    let least = Number.POSITIVE_INFINITY
    for (let at = 0; at < count; at++) {
      const delta = (values[from + at] as number) - (values[from + at - 1] as number)
      deltas[at] = delta
      if (delta < least) least = delta
    }
    bytes.zigzag(least)
    // Positions after the last value count as the smallest difference.
    for (let at = 0; at < BLOCK; at++) deltas[at] = at < count ? (deltas[at] as number) - least : 0
    const widths = bytes.at
    bytes.at += MINIBLOCKS
    for (let block = 0; block * MINIBLOCK < count; block++) {
      const own = deltas.subarray(block * MINIBLOCK, (block + 1) * MINIBLOCK)
      const width = widthOf(own)
      bytes.buffer[widths + block] = width
      packBits(bytes, own, width)
    }
  }
}

function widthOf(values: Float64Array): number {
  let most = 0
  for (const value of values) if (value > most) most = value
  const width = most === 0 ? 0 : Math.floor(Math.log2(most)) + 1
  // Floating-point logarithms may be off by one at powers of two.
  return most >= 2 ** width ? width + 1 : width
}

function packBits(bytes: Bytes, values: Float64Array, width: number): void {
  let pending = 0
  let bits = 0
  for (const value of values) {
    pending += value * 2 ** bits
    bits += width
    for (; bits >= 8; bits -= 8) {
      bytes.byte(pending % 0x100)
      pending = Math.floor(pending / 0x100)
    }
  }
}
