import { PmxError } from '../api/errors.js'
import type { SqlValue } from '../storage/driver.js'
import type { ShelfRow } from './across/shelf.js'
import { NEXT, unpacked } from './packed.js'
import type { PreparedReads } from './reader-sql.js'
import type { RowKind } from './rows.js'
import { joinedBytes, type Piece } from './stream.js'

/** Rows whose texts are read at a time, and events whose markets are. */
const TEXTS_AT_ONCE = 32

/** The texts of rows, ready to be sent. */
export interface KeptTexts {
  /**
   * The rows' JSON in their order, in pieces that follow each other, a comma between two rows. Few rows are read at a
   * time. @throws CATALOG_UNAVAILABLE where rows are no longer kept
   */
  pieces(kind: RowKind, versions: readonly number[]): Iterable<Piece>
  /** Rows by themselves, in this order. @throws as `pieces` */
  rows(kind: RowKind, versions: readonly number[]): readonly ShelfRow[]
  /** Markets by their ids, each as its JSON, few read at a time. @throws as `pieces` */
  markets(versions: readonly number[]): Iterable<readonly [id: string, json: Piece]>
}

export function createKeptTexts(sql: Pick<PreparedReads, 'texts' | 'partsOf' | 'markets'>): KeptTexts {
  /** What is kept of these rows, {@link NEXT} between two of them. */
  function* texts(versions: readonly number[]): Generator<Uint8Array> {
    for (const slice of slices(versions)) {
      const asked = JSON.stringify(slice)
      const [found, rows] = sql.texts.rows(asked)[0] ?? []
      if (`[${found}]` !== asked || !(rows instanceof Uint8Array)) throw noLongerKept()
      yield rows
    }
  }

  /** The same, row by row. */
  function* packedRows(versions: readonly number[]): Generator<Uint8Array> {
    const cut = createCut(texts(versions))
    for (let left = versions.length; left > 0; left--) yield* cut.take(1)
  }

  /** Markets of several events are read at once: most events have few. */
  function* events(versions: readonly number[]): Generator<Piece> {
    let isFirst = true
    for (const slice of slices(versions)) {
      const parts = partsOf(slice)
      const markets = createCut(texts(parts.flat()))
      for (const [index, head] of [...packedRows(slice)].entries()) {
        if (!isFirst) yield ','
        isFirst = false
        yield head.subarray(0, -1)
        yield ',"markets":['
        yield* inARow(markets.take(parts[index]?.length ?? 0))
        yield ']}'
      }
    }
  }

  /** The versions of each event's markets. */
  function partsOf(events: readonly number[]): number[][] {
    return sql.partsOf.rows(JSON.stringify(events)).map(([markets]) => {
      if (typeof markets !== 'string') throw noLongerKept()
      return JSON.parse(markets) as number[]
    })
  }

  return {
    rows(kind, versions) {
      const bytesOf = (packed: Uint8Array): Uint8Array => joinedBytes([unpacked(packed)])
      const heads = [...packedRows(versions)]
      if (kind === 'market') return heads.map((head) => ({ head: bytesOf(head) }))
      const parts = partsOf(versions)
      const markets = packedRows(parts.flat())
      return heads.map((head, index) => ({
        head,
        markets: (parts[index] ?? []).map(() => bytesOf(markets.next().value ?? new Uint8Array())),
      }))
    },
    pieces: (kind, versions) => (kind === 'event' ? events(versions) : inARow(texts(versions))),
    *markets(versions) {
      for (const slice of slices(versions))
        for (const [id, json] of sql.markets.rows(JSON.stringify(slice))) yield [String(id), unpackedIn(json)]
    },
  }
}

/** The JSON of rows that come several at a time, a comma between two. */
function* inARow(texts: Iterable<Uint8Array>): Generator<Piece> {
  let isFirst = true
  for (const rows of texts) {
    if (!isFirst) yield ','
    isFirst = false
    yield unpacked(rows)
  }
}

/** Cuts texts that come several rows at a time into pieces of as many rows as are wanted. */
function createCut(texts: Iterator<Uint8Array>) {
  let bytes = new Uint8Array()
  let from = 0
  return {
    /** So many of the rows that follow, in one piece or several. @throws CATALOG_UNAVAILABLE where there are fewer */
    *take(rows: number): Generator<Uint8Array> {
      for (let left = rows; left > 0; ) {
        if (from >= bytes.length) {
          const { value } = texts.next()
          if (value === undefined) throw noLongerKept()
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

function unpackedIn(json: SqlValue | undefined): Piece {
  if (!(json instanceof Uint8Array)) throw noLongerKept()
  return unpacked(json)
}

export function noLongerKept(): PmxError {
  return new PmxError('CATALOG_UNAVAILABLE', 'The list has been replaced by newer ones; ask for it again.')
}
