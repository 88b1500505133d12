import type { PriceCandle } from '../../api/models/models.js'
import type { Span } from '../../api/times/span.js'
import type { Database, SqlValue } from '../../storage/driver.js'
import { candleColumns, renderCandle, toCandle } from '../store/candle-row.js'
import { barsIn, type Chunk, type ChunkText, chunksOf, MAX_CHUNK_CANDLES, sliceChunk } from './chunk-codec.js'

/**
 * A database's candles by series id, in both forms: loose rows that any SQLite shell can read, and compressed chunks. No loose
 * candle opens between the first and the last candle of a chunk, and chunks do not overlap. The caller of a method that changes
 * data opens the transaction.
 */
export interface CandleTable {
  /** Returns the candles with open times in the span, ascending. */
  read(id: number, span: Span): PriceCandle[]
  /** Returns the same candles as JSON without the brackets. */
  readText(id: number, span: Span): ChunkText
  /** Returns the number of candles, at most `most`. */
  count(id: number, span: Span, most?: number): number
  /** Returns the open time of the last candle in the span, or undefined without candles. */
  last(id: number, span: Span): number | undefined
  /**
   * Adds candles, ascending, at open times where none is stored.
   * @param sealBefore longer runs that open before this time are compacted immediately, epoch ms
   * @returns the number of new candles
   */
  add(id: number, bars: readonly PriceCandle[], sealBefore: number): number
  remove(id: number, span: Span): void
  /**
   * Compacts the first loose candles of a series that open within the span, one chunk at most. Runs that are too short are left:
   * the newest candles wait until they fill a chunk.
   */
  compact(id: number, span: Span): CompactedRun
}

export interface CompactedRun {
  readonly count: number
  /** Open time from which the next loose candles may start, epoch ms; undefined at the end of the span. */
  readonly next: number | undefined
}

/** Number of candles per statement. Most of a row's cost is the SQLite call. */
const ROWS_AT_ONCE = 32
const CANDLE_COLUMNS = 8

/** Sizes of chunks, in candles. */
export interface ChunkSizes {
  readonly most: number
  /** Shorter runs are not compacted while new candles arrive. They are compacted later, together with adjacent runs. */
  readonly leastAtOnce: number
}

const usualSizes: ChunkSizes = { most: MAX_CHUNK_CANDLES, leastAtOnce: 64 }

/** @param sizes smaller sizes are for tests */
export function createCandleTable(database: Database, sizes: ChunkSizes = usualSizes): CandleTable {
  const statements = prepareAll(database, sizes)
  /** Shorter runs between two chunks are compacted together with the later chunk. */
  const leastBetween = sizes.most / 2
  /** The chunk that was written last. A chunk with the same bytes has the same candles. */
  let newest: { readonly body: Uint8Array; readonly bars: readonly PriceCandle[] } | undefined

  /** Returns the chunks that a span touches, ascending. */
  function chunks(id: number, { from, to }: Span): Chunk[] {
    return statements.chunks.rows(id, to, from, id, from, from).map(toChunk)
  }

  /** Splits a span into its chunks and the parts between them, where loose candles may be, in order. */
  function pieces(id: number, span: Span): (Span | Chunk)[] {
    const sealed = chunks(id, span)
    if (sealed.length === 0) return [span]
    const firstLoose = statements.firstLoose.rows(id, span.from, span.to)[0]?.[0]
    const isLooseBefore = (time: number): boolean => typeof firstLoose === 'number' && firstLoose < time
    const parts: (Span | Chunk)[] = []
    let from = span.from
    for (const chunk of sealed) {
      if (isLooseBefore(chunk.from)) parts.push({ from, to: chunk.from })
      parts.push(chunk)
      from = chunk.last + 1
    }
    if (from < span.to && isLooseBefore(span.to)) parts.push({ from, to: span.to })
    return parts
  }

  function looseText(id: number, { from, to }: Span): ChunkText {
    const [text, last, count] = statements.text.rows(id, from, to)[0] ?? []
    return {
      text: typeof text === 'string' ? text : '',
      count: Number(count ?? 0),
      last: typeof last === 'number' ? last : undefined,
    }
  }

  function loose(id: number, { from, to }: Span): PriceCandle[] {
    return statements.candles.rows(id, from, to).map(toCandle)
  }

  /** Returns the number of rows changed so far over this connection. */
  function changes(): number {
    return Number(statements.changes.rows()[0]?.[0])
  }

  function addLoose(id: number, bars: readonly PriceCandle[]): number {
    const before = changes()
    let values: SqlValue[] = []
    for (const bar of bars) {
      const { timestamp, open, high, low, close, volume } = bar
      values.push(id, timestamp, open, high, low, close, volume ?? null, renderCandle(bar))
      if (values.length < ROWS_AT_ONCE * CANDLE_COLUMNS) continue
      statements.addCandles.run(values)
      values = []
    }
    for (let from = 0; from < values.length; from += CANDLE_COLUMNS) {
      statements.addCandle.run(values.slice(from, from + CANDLE_COLUMNS))
    }
    return changes() - before
  }

  function addSealed(id: number, bars: readonly PriceCandle[]): number {
    const added = chunksOf(bars, sizes.most)
    for (const { from, last, count, body } of added) statements.addChunk.run([id, from, last, count, body])
    const [only] = added
    if (only !== undefined && added.length === 1) newest = { body: only.body, bars: bars.map(toPlain) }
    return bars.length
  }

  /** Candles that were just stored are usually read next. */
  function readChunk(chunk: Chunk, span: Span): readonly PriceCandle[] {
    const { from, last, body } = chunk
    const isNewest = newest !== undefined && Buffer.compare(newest.body, body) === 0
    if (newest === undefined || !isNewest) return barsIn(chunk, span)
    if (span.from <= from && last < span.to) return newest.bars
    return newest.bars.filter(({ timestamp }) => timestamp >= span.from && timestamp < span.to)
  }

  function dropChunk(id: number, { from }: Chunk): void {
    statements.dropChunk.run([id, from])
  }

  /** Turns a chunk into rows, so that its candles can be changed. They are compacted again later. */
  function unseal(id: number, chunk: Chunk): void {
    const bars = barsIn(chunk, EVER)
    dropChunk(id, chunk)
    addLoose(id, bars)
  }

  /** Removes candles that a chunk already has. If other candles belong between a chunk's candles, the chunk is turned into rows. */
  function withoutSealed(id: number, bars: readonly PriceCandle[], chunk: Chunk): readonly PriceCandle[] {
    const isOutside = ({ timestamp }: PriceCandle): boolean =>
      timestamp < chunk.from || timestamp > chunk.last
    if (bars.every(isOutside)) return bars
    const times = new Set(barsIn(chunk, EVER).map(({ timestamp }) => timestamp))
    const others = bars.filter(({ timestamp }) => !times.has(timestamp))
    if (!others.every(isOutside)) unseal(id, chunk)
    return others
  }

  /** Groups candles by the gaps between the remaining chunks. */
  function runsOf(bars: readonly PriceCandle[], between: readonly Chunk[]): PriceCandle[][] {
    const runs: PriceCandle[][] = [[]]
    let place = 0
    for (const bar of bars) {
      const isBeyond = (between[place]?.from ?? Number.POSITIVE_INFINITY) < bar.timestamp
      while ((between[place]?.from ?? Number.POSITIVE_INFINITY) < bar.timestamp) place++
      if (isBeyond) runs.push([])
      runs.at(-1)?.push(bar)
    }
    return runs
  }

  function addRun(id: number, bars: readonly PriceCandle[]): number {
    const span = spanOf(bars)
    if (span === undefined) return 0
    const isApart =
      bars.length >= sizes.leastAtOnce && statements.anyLoose.rows(id, span.from, span.to).length === 0
    return isApart ? addSealed(id, bars) : addLoose(id, bars)
  }

  return {
    read(id, span) {
      return pieces(id, span).flatMap((piece) =>
        'body' in piece ? readChunk(piece, span) : loose(id, piece),
      )
    },
    readText(id, span) {
      return together(
        pieces(id, span).map((piece) => ('body' in piece ? sliceChunk(piece, span) : looseText(id, piece))),
      )
    },
    count(id, span, most = Number.MAX_SAFE_INTEGER) {
      let sum = 0
      for (const piece of pieces(id, span)) {
        if (sum >= most) break
        if (!('body' in piece)) sum += Number(statements.count.rows(id, piece.from, piece.to, most)[0]?.[0])
        else if (span.from <= piece.from && piece.last < span.to) sum += piece.count
        else sum += sliceChunk(piece, span).count
      }
      return Math.min(most, sum)
    },
    last(id, span) {
      for (const piece of pieces(id, span).reverse()) {
        const { last } = 'body' in piece ? sliceChunk(piece, span) : looseText(id, piece)
        if (last !== undefined) return last
      }
      return undefined
    },
    add(id, bars, sealBefore) {
      const span = spanOf(bars)
      if (span === undefined) return 0
      const added = chunks(id, span).reduce((left, chunk) => withoutSealed(id, left, chunk), bars)
      const old = added.filter(
        ({ timestamp }, at) => timestamp < sealBefore && timestamp !== added[at - 1]?.timestamp,
      )
      if (old.length < sizes.leastAtOnce) return addLoose(id, added)
      const sealed = runsOf(old, chunks(id, span)).reduce((sum, run) => sum + addRun(id, run), 0)
      return (
        sealed +
        addLoose(
          id,
          added.filter(({ timestamp }) => timestamp >= sealBefore),
        )
      )
    },
    remove(id, span) {
      for (const chunk of chunks(id, span)) {
        if (span.from <= chunk.from && chunk.last < span.to) dropChunk(id, chunk)
        else unseal(id, chunk)
      }
      statements.dropCandles.run([id, span.from, span.to])
    },
    compact(id, span) {
      const first = statements.firstLoose.rows(id, span.from, span.to)[0]?.[0]
      if (typeof first !== 'number') return { count: 0, next: undefined }
      const after = statements.chunkAfter.rows(id, first, span.to)[0]
      const chunk = after === undefined ? undefined : toChunk(after)
      const run = { from: first, to: chunk?.from ?? span.to }
      const known = Number(statements.count.rows(id, run.from, run.to, sizes.most)[0]?.[0])
      if (chunk === undefined && known < sizes.most) return { count: 0, next: undefined }
      const bars = statements.firstCandles.rows(id, run.from, run.to).map(toCandle)
      const last = bars.at(-1)?.timestamp ?? first
      statements.dropCandles.run([id, run.from, last + 1])
      const isJoined = chunk !== undefined && known < leastBetween
      if (isJoined) dropChunk(id, chunk)
      addSealed(id, isJoined ? [...bars, ...barsIn(chunk, EVER)] : bars)
      return { count: bars.length, next: last + 1 }
    },
  }
}

/** Returns a candle as it is read from its text. */
function toPlain({ timestamp, open, high, low, close, volume }: PriceCandle): PriceCandle {
  // The text of -0 is 0. Spreading one into the other takes several times as long.
  return volume === undefined
    ? { timestamp, open: open + 0, high: high + 0, low: low + 0, close: close + 0 }
    : { timestamp, open: open + 0, high: high + 0, low: low + 0, close: close + 0, volume: volume + 0 }
}

export const EVER: Span = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }

export const NO_TEXT: ChunkText = { text: '', count: 0, last: undefined }

/** Returns the span of the open times of ascending candles, or undefined without candles. */
function spanOf(bars: readonly PriceCandle[]): Span | undefined {
  const [first, last] = [bars[0], bars.at(-1)]
  return first && last && { from: first.timestamp, to: last.timestamp + 1 }
}

function together(texts: readonly ChunkText[]): ChunkText {
  const some = texts.filter(({ count }) => count > 0)
  return {
    text: some.map(({ text }) => text).join(','),
    count: some.reduce((sum, { count }) => sum + count, 0),
    last: some.at(-1)?.last,
  }
}

/** Columns of a chunk in the order in which {@link toChunk} reads them. */
export const chunkColumns = 'from_time, last_time, count, body'

export function toChunk([from, last, count, body]: readonly SqlValue[]): Chunk {
  const bytes = body instanceof Uint8Array ? body : new Uint8Array()
  return { from: Number(from), last: Number(last), count: Number(count), body: bytes }
}

function prepareAll(database: Database, { most }: ChunkSizes) {
  const within = 'series_id = ? AND open_time >= ? AND open_time < ?'
  return {
    candles: database.prepare(
      `SELECT ${candleColumns} FROM loose_candles WHERE ${within} ORDER BY open_time`,
    ),
    firstCandles: database.prepare(
      `SELECT ${candleColumns} FROM loose_candles WHERE ${within} ORDER BY open_time LIMIT ${most}`,
    ),
    text: database.prepare(
      `SELECT group_concat(json, ','), max(open_time), count(*) FROM (
         SELECT json, open_time FROM loose_candles WHERE ${within} ORDER BY open_time)`,
    ),
    // SQLite compiles a statement again for each value of a bare `LIMIT ?`, which takes longer than the count.
    count: database.prepare(`SELECT count(*) FROM (SELECT 1 FROM loose_candles WHERE ${within} LIMIT ? + 0)`),
    anyLoose: database.prepare(`SELECT 1 FROM loose_candles WHERE ${within} LIMIT 1`),
    firstLoose: database.prepare(`SELECT min(open_time) FROM loose_candles WHERE ${within}`),
    addCandle: database.prepare(insertCandles(1)),
    addCandles: database.prepare(insertCandles(ROWS_AT_ONCE)),
    dropCandles: database.prepare(`DELETE FROM loose_candles WHERE ${within}`),
    // Of the chunks that begin before the span, only the last can overlap it.
    chunks: database.prepare(
      `SELECT ${chunkColumns} FROM sealed_chunks
       WHERE series_id = ? AND from_time < ? AND last_time >= ? AND from_time >= ifnull((
         SELECT max(from_time) FROM sealed_chunks WHERE series_id = ? AND from_time <= ?), ?)
       ORDER BY from_time`,
    ),
    chunkAfter: database.prepare(
      `SELECT ${chunkColumns} FROM sealed_chunks WHERE series_id = ? AND from_time > ? AND from_time < ? ORDER BY from_time LIMIT 1`,
    ),
    addChunk: database.prepare(
      'INSERT INTO sealed_chunks (series_id, from_time, last_time, count, body) VALUES (?, ?, ?, ?, ?)',
    ),
    dropChunk: database.prepare('DELETE FROM sealed_chunks WHERE series_id = ? AND from_time = ?'),
    changes: database.prepare('SELECT total_changes()'),
  }
}

function insertCandles(rows: number): string {
  return `INSERT INTO loose_candles (series_id, open_time, open, high, low, close, volume, json)
    VALUES ${Array.from({ length: rows }, () => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`
}
