import { deflateSync, inflateSync } from 'node:zlib'
import { type CandleColumns, createCandleColumns } from '../../api/models/candle-columns.js'
import type { PriceCandle } from '../../api/models/models.js'
import { parseCandles } from '../../api/models/parsed-candles.js'
import type { Span } from '../../api/times/span.js'
import { parseNumberBytes } from '../../api/values/number-bytes.js'
import { renderCandle } from '../store/candle-row.js'

/**
 * Many candles of one series as compressed text, which takes a tenth of the disk space of rows. The text has the format of
 * `renderCandle`, so responses are cut out of it. The length of each candle's text, one byte each, precedes the text. A text is
 * always short enough for one byte.
 */
export interface Chunk {
  /** Open times of the first and the last candle, epoch ms. */
  readonly from: number
  readonly last: number
  readonly count: number
  readonly body: Uint8Array
}

/** Maximum number of candles in a chunk. Larger chunks take less space, but decompressing them for a few candles takes longer. */
export const MAX_CHUNK_CANDLES = 512

/** Candles as JSON without the brackets of a list. */
export interface ChunkText {
  readonly text: string
  readonly count: number
  /** Open time of the last candle, or undefined without candles. */
  readonly last: number | undefined
}

/** Length of the text before the open time of a candle. */
const BEFORE_TIME = '{"timestamp":'.length
/** A number of digits that no open time exceeds. */
const TIME_DIGITS = 20
/** Compression level. The fastest level, because better compression would take more time than it saves. */
const LEVEL = 1
/** Maximum length of a candle in a decompressed chunk: its length, its text and a comma. */
const MAX_CANDLE_BYTES = 1 + 255 + 1
/** Nearly all chunks are decompressed in one piece of this size. */
const PIECE_BYTES = 65_536

/** The chunk that was decompressed last. */
let newest: { readonly bytes: Buffer; readonly body: Uint8Array } | undefined

/** All candles of a chunk, and the chunk's text. */
interface Parsed {
  readonly bars: readonly PriceCandle[]
  readonly body: Uint8Array
}

/** Parsed chunks by their first candle, as long as it is in use: several of a shared history may wait to be stored. */
const parsedChunks = new WeakMap<PriceCandle, Parsed>()

/** Splits ascending candles, at least one, into chunks of roughly equal size. @param most candles of one chunk */
export function chunksOf(bars: readonly PriceCandle[], most = MAX_CHUNK_CANDLES): Chunk[] {
  const size = Math.ceil(bars.length / Math.ceil(bars.length / most))
  const chunks: Chunk[] = []
  for (let at = 0; at < bars.length; at += size) chunks.push(chunkOf(bars.slice(at, at + size)))
  return chunks
}

function chunkOf(bars: readonly PriceCandle[]): Chunk {
  const columns = {
    from: bars[0]?.timestamp ?? Number.NaN,
    last: bars.at(-1)?.timestamp ?? Number.NaN,
    count: bars.length,
  }
  // Candles of a shared history were just read from a chunk, usually as a whole.
  const parsed = bars[0] && parsedChunks.get(bars[0])
  if (parsed?.bars.length === bars.length && bars.every((bar, at) => bar === parsed.bars[at]))
    return { ...columns, body: parsed.body }
  const texts = bars.map(sealable)
  const text = texts.join(',')
  const bytes = Buffer.allocUnsafe(bars.length + text.length)
  for (let at = 0; at < texts.length; at++) bytes[at] = texts[at]?.length ?? 0
  bytes.write(text, bars.length, 'latin1')
  const known = newest?.bytes.equals(bytes) === true ? newest.body : undefined
  return { ...columns, body: known ?? deflateSync(bytes, { level: LEVEL }) }
}

const isNumber = Number.isFinite

/** Checks that all values are finite numbers. Columns of rows refuse other values; a chunk does not. */
function sealable(bar: PriceCandle): string {
  const { open, high, low, close, volume = 0 } = bar
  if (isNumber(open) && isNumber(high) && isNumber(low) && isNumber(close) && isNumber(volume))
    return renderCandle(bar)
  throw new RangeError('a candle without a number cannot be compacted')
}

/**
 * Returns the text of the candles of a chunk that open in a span, unchanged.
 * @throws an error of a damaged file when they cannot be read
 */
export function sliceChunk(chunk: Chunk, span: Span): ChunkText {
  const { bytes, starts, timeAt } = opened(chunk)
  const [begin, end] = placesOf(chunk, timeAt, span)
  if (begin >= end) return { text: '', count: 0, last: undefined }
  // Candles are separated by a comma.
  const text = bytes.toString('latin1', starts[begin], Number(starts[end]) - 1)
  return { text, count: end - begin, last: timeAt(end - 1) }
}

/** Returns the same as candles. @throws as {@link sliceChunk} */
export function barsIn(chunk: Chunk, span: Span): PriceCandle[] {
  const { bytes, starts, timeAt } = opened(chunk)
  const [begin, end] = placesOf(chunk, timeAt, span)
  const parsed = parseCandles(bytes, starts, begin, end)
  // Another program may have written it in another way.
  if (parsed === undefined) return JSON.parse(`[${sliceChunk(chunk, span).text}]`) as PriceCandle[]
  const [first] = parsed.bars
  if (first !== undefined && parsed.bars.length === chunk.count && newest?.bytes === bytes)
    parsedChunks.set(first, { bars: parsed.bars, body: chunk.body })
  return [...parsed.bars]
}

/** Returns all candles of a chunk, each with its text. @throws as {@link sliceChunk} */
export function candlesIn(chunk: Chunk): { readonly bar: PriceCandle; readonly json: string }[] {
  const { bytes, starts } = opened(chunk)
  return Array.from({ length: chunk.count }, (_, at) => {
    const json = bytes.toString('latin1', starts[at], Number(starts[at + 1]) - 1)
    return { bar: JSON.parse(json) as PriceCandle, json }
  })
}

/** The lengths of the texts between a candle's values. */
const BEFORE_OPEN = ',"open":'.length
const BEFORE_HIGH = ',"high":'.length
const BEFORE_LOW = ',"low":'.length
const BEFORE_CLOSE = ',"close":'.length
const BEFORE_VOLUME = ',"volume":'.length
const COMMA = 0x2c
const BRACE = 0x7d

/** Returns the candles of a chunk with open times in the span, as columns. @throws as {@link sliceChunk} */
export function columnsIn(chunk: Chunk, span: Span): CandleColumns {
  const { bytes, starts, timeAt } = opened(chunk)
  const [begin, end] = placesOf(chunk, timeAt, span)
  const columns = createCandleColumns(Math.max(0, end - begin))
  const { timestamp, open, high, low, close, volume } = columns
  let place = 0
  /** Parses the number after a text, and moves to its end. */
  const next = (before: number): number => {
    const first = place + before
    place = first
    while (bytes[place] !== COMMA && bytes[place] !== BRACE && place < bytes.length) place++
    return parseNumberBytes(bytes, first, place) ?? Number(bytes.toString('latin1', first, place))
  }
  for (let row = 0; row < columns.count; row++) {
    place = Number(starts[begin + row])
    timestamp[row] = next(BEFORE_TIME)
    open[row] = next(BEFORE_OPEN)
    high[row] = next(BEFORE_HIGH)
    low[row] = next(BEFORE_LOW)
    close[row] = next(BEFORE_CLOSE)
    volume[row] = bytes[place] === COMMA ? next(BEFORE_VOLUME) : Number.NaN
  }
  return columns
}

function opened(chunk: Chunk) {
  const { from, last, count } = chunk
  // Another program may have written it, and any number. Memory is allocated only for a number that a chunk can have.
  if (!(count >= 1 && count <= MAX_CHUNK_CANDLES)) throw damaged(chunk)
  const bytes = inflated(chunk)
  if (bytes.length < count) throw damaged(chunk)
  const starts = new Uint32Array(count + 1)
  let start = count
  for (let at = 0; at < count; at++) {
    starts[at] = start
    start += Number(bytes[at]) + 1
  }
  starts[count] = start
  const timeAt: TimeAt = (at) => {
    const begin = Number(starts[at]) + BEFORE_TIME
    return Number.parseInt(bytes.toString('latin1', begin, begin + TIME_DIGITS), 10)
  }
  if (start !== bytes.length + 1 || timeAt(0) !== from || timeAt(count - 1) !== last) throw damaged(chunk)
  return { bytes, starts, timeAt }
}

function inflated(chunk: Chunk): Buffer {
  try {
    const bytes = inflateSync(chunk.body, {
      chunkSize: PIECE_BYTES,
      maxOutputLength: chunk.count * MAX_CANDLE_BYTES,
    })
    // Another program may have compressed it badly.
    if (chunk.body.length < bytes.length) newest = { bytes, body: chunk.body }
    return bytes
  } catch (cause) {
    throw damaged(chunk, cause)
  }
}

/**
 * Creates the error for a chunk that does not match its columns, because the file is damaged, for example by an unreadable page.
 */
function damaged({ from, last }: Chunk, cause?: unknown): Error {
  const what = `the compacted candles from ${from} to ${last} cannot be read`
  return Object.assign(new Error(what, { cause }), { code: 'SQLITE_CORRUPT' })
}

type TimeAt = (at: number) => number

/** Returns the index of the first candle of a chunk in a span, and of the first one after it. */
function placesOf({ from, last, count }: Chunk, timeAt: TimeAt, span: Span): readonly [number, number] {
  return [
    span.from <= from ? 0 : placeOf(timeAt, count, span.from),
    span.to > last ? count : placeOf(timeAt, count, span.to),
  ]
}

/** Returns the index of the first candle that does not open before a time. */
function placeOf(timeAt: TimeAt, count: number, time: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (timeAt(middle) < time) low = middle + 1
    else high = middle
  }
  return low
}
