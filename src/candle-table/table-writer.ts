import type { CandleSlice } from './columns.js'

/** Renders a table piece by piece: the beginning, slice after slice, the end. It holds a bounded number of rows. */
export interface TableWriter {
  begin(): Uint8Array
  /** @returns the bytes that are complete; rows may be held back until a later call */
  write(slice: CandleSlice): Uint8Array
  end(): Uint8Array
}

/** Pieces are joined until they are about this long, bytes. */
const PIECE_BYTES = 65_536

/** Renders a table piece by piece, from slices that are already available. */
export function* writeTable(writer: TableWriter, slices: Iterable<CandleSlice>): Generator<Uint8Array> {
  const pieces = createPieces()
  pieces.add(writer.begin())
  for (const slice of slices) {
    pieces.add(writer.write(slice))
    if (pieces.length >= PIECE_BYTES) yield pieces.take()
  }
  pieces.add(writer.end())
  if (pieces.length > 0) yield pieces.take()
}

/** Does the same with slices that arrive over time. */
export async function* writeTableAsync(
  writer: TableWriter,
  slices: AsyncIterable<CandleSlice>,
): AsyncGenerator<Uint8Array> {
  const pieces = createPieces()
  pieces.add(writer.begin())
  for await (const slice of slices) {
    pieces.add(writer.write(slice))
    if (pieces.length >= PIECE_BYTES) yield pieces.take()
  }
  pieces.add(writer.end())
  if (pieces.length > 0) yield pieces.take()
}

function createPieces() {
  let all: Uint8Array[] = []
  let length = 0
  return {
    get length() {
      return length
    },
    add(piece: Uint8Array): void {
      if (piece.length === 0) return
      all.push(piece)
      length += piece.length
    },
    take(): Uint8Array {
      const [only] = all
      const joined = all.length === 1 && only !== undefined ? only : Buffer.concat(all)
      all = []
      length = 0
      return joined
    },
  }
}
