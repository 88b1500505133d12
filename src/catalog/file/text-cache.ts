import { NEXT, unpackRow } from '../rows/packed-rows.js'
import type { Extent, RowKind } from '../rows/row-numbers.js'
import { joinBytes, type Piece } from '../rows/row-stream.js'
import type { SnapshotRow } from '../rows/snapshot-rows.js'
import { withMetadata } from './metadata-blocks.js'
import type { PreparedReads } from './reader-sql.js'
import { createRemovedRowsError } from './removed-rows.js'

/** Number of rows whose texts are read in one statement, and of events whose markets are read in one. */
const TEXTS_AT_ONCE = 32

/** Reads the texts of rows, ready to be sent. */
export interface TextCache {
  /**
   * Returns the rows' JSON in their order, as consecutive pieces with a comma between two rows. Few rows are read at a time.
   * @throws CATALOG_UNAVAILABLE where rows are no longer stored
   */
  pieces(kind: RowKind, versions: readonly number[], extent?: Extent): Iterable<Piece>
  /** Returns separate rows, in this order. @throws as `pieces` */
  rows(kind: RowKind, versions: readonly number[], extent?: Extent): readonly SnapshotRow[]
  /** Returns each market's id and JSON; few are read at a time. @throws as `pieces` */
  markets(versions: readonly number[], extent?: Extent): Iterable<readonly [id: string, json: Piece]>
}

/** @param metadataOf reads the metadata of versions (metadata-blocks.ts) */
export function createTextCache(
  sql: Pick<PreparedReads, 'texts' | 'partsOf' | 'markets'>,
  metadataOf: (versions: readonly number[]) => ReadonlyMap<number, Uint8Array>,
): TextCache {
  /** Yields the stored texts of these rows, separated by {@link NEXT}. */
  function* texts(versions: readonly number[], extent: Extent): Generator<Uint8Array> {
    for (const slice of slices(versions)) {
      const asked = JSON.stringify(slice)
      const [found, rows] = sql.texts.rows(asked)[0] ?? []
      if (`[${found}]` !== asked || !(rows instanceof Uint8Array)) throw createRemovedRowsError()
      yield extent === 'bare' ? rows : withMetadata(rows, slice, metadataOf(slice))
    }
  }

  /** Yields the same texts, one row each. */
  function* packedRows(versions: readonly number[], extent: Extent): Generator<Uint8Array> {
    const cut = createCut(texts(versions, extent))
    for (let left = versions.length; left > 0; left--) yield* cut.take(1)
  }

  /** Markets of several events are read in one statement, since most events have few. */
  function* events(versions: readonly number[], extent: Extent): Generator<Piece> {
    let isFirst = true
    for (const slice of slices(versions)) {
      const parts = partsOf(slice)
      const markets = createCut(texts(parts.flat(), extent))
      for (const [index, head] of [...packedRows(slice, extent)].entries()) {
        if (!isFirst) yield ','
        isFirst = false
        yield head.subarray(0, -1)
        yield ',"markets":['
        yield* inARow(markets.take(parts[index]?.length ?? 0))
        yield ']}'
      }
    }
  }

  /** Returns the versions of each event's markets. */
  function partsOf(events: readonly number[]): number[][] {
    return sql.partsOf.rows(JSON.stringify(events)).map(([markets]) => {
      if (typeof markets !== 'string') throw createRemovedRowsError()
      return JSON.parse(markets) as number[]
    })
  }

  return {
    rows(kind, versions, extent = 'whole') {
      const bytesOf = (packed: Uint8Array): Uint8Array => joinBytes([unpackRow(packed)])
      const heads = [...packedRows(versions, extent)]
      if (kind === 'market') return heads.map((head) => ({ head: bytesOf(head) }))
      const parts = partsOf(versions)
      const markets = packedRows(parts.flat(), extent)
      return heads.map((head, index) => ({
        head,
        markets: (parts[index] ?? []).map(() => bytesOf(markets.next().value ?? new Uint8Array())),
      }))
    },
    pieces: (kind, versions, extent = 'whole') =>
      kind === 'event' ? events(versions, extent) : inARow(texts(versions, extent)),
    *markets(versions, extent = 'whole') {
      for (const slice of slices(versions)) {
        const metadata = extent === 'bare' ? new Map<number, Uint8Array>() : metadataOf(slice)
        for (const [index, [id, json]] of sql.markets.rows(JSON.stringify(slice)).entries()) {
          if (!(json instanceof Uint8Array)) throw createRemovedRowsError()
          yield [String(id), unpackRow(withMetadata(json, slice.slice(index, index + 1), metadata))]
        }
      }
    },
  }
}

/** Yields the JSON of batches of rows, separated by commas. */
function* inARow(texts: Iterable<Uint8Array>): Generator<Piece> {
  let isFirst = true
  for (const rows of texts) {
    if (!isFirst) yield ','
    isFirst = false
    yield unpackRow(rows)
  }
}

/** Cuts batches of rows into pieces with the requested number of rows. */
function createCut(texts: Iterator<Uint8Array>) {
  let bytes = new Uint8Array()
  let from = 0
  return {
    /**
     * Yields the next rows in one or more pieces.
     * @throws CATALOG_UNAVAILABLE if there are fewer
     */
    *take(rows: number): Generator<Uint8Array> {
      for (let left = rows; left > 0; ) {
        if (from >= bytes.length) {
          const { value } = texts.next()
          if (value === undefined) throw createRemovedRowsError()
          bytes = value
          from = 0
        }
        let end = from - 1
        do {
          const next = bytes.indexOf(NEXT, end + 1)
          end = next < 0 ? bytes.length : next
          left--
        } while (left > 0 && end < bytes.length)
        yield bytes.subarray(from, end)
        from = end + 1
      }
    },
  }
}

function* slices(versions: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < versions.length; from += TEXTS_AT_ONCE)
    yield versions.slice(from, from + TEXTS_AT_ONCE)
}
