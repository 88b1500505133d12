import type { EventLoopYield } from '../../policy/event-loop-yield.js'

/** Text that is generated directly into the target buffer. */
export interface Unwritten {
  readonly byteLength: number
  /** Writes all of it, as UTF-8. */
  writeTo(target: Buffer, at: number): void
}

/** A part of a response: text, bytes of text, or text to be generated. */
export type Piece = string | Uint8Array | Unwritten

/** Returns the joined text of the pieces. */
export function joinText(pieces: Iterable<Piece>): string {
  return joinBytes([...pieces]).toString()
}

/**
 * Returns the joined bytes of the pieces.
 * @param lend returns a buffer of so many bytes; a new one is allocated where it returns none
 */
export function joinBytes(
  pieces: readonly Piece[],
  lend: (bytes: number) => Buffer | undefined = () => undefined,
): Buffer {
  const bytes = pieces.reduce((sum, piece) => sum + byteLengthOf(piece), 0)
  const joined = lend(bytes) ?? Buffer.allocUnsafe(bytes)
  let length = 0
  for (const piece of pieces) length += write(piece, joined, length)
  return joined
}

/** Returns the length of the piece's text, bytes. */
export function byteLengthOf(piece: Piece): number {
  return typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength
}

/**
 * Yields a text in chunks of bytes. Only one chunk and the piece that is being split are in memory, regardless of the
 * length of the text.
 * @param chunkBytes maximum length of a chunk
 * @param turn event-loop yield between two chunks
 * @param room buffer that every chunk reuses; each chunk has its own if absent
 */
export async function* createTextStream(
  pieces: Iterable<Piece>,
  chunkBytes: number,
  turn: EventLoopYield,
  room?: Buffer,
): AsyncGenerator<Uint8Array> {
  let chunk = room ?? Buffer.allocUnsafe(chunkBytes)
  let filled = 0
  for (const piece of pieces) {
    const length = byteLengthOf(piece)
    if (filled + length > chunkBytes && filled > 0) {
      yield chunk.subarray(0, filled)
      await turn(true)
      if (room === undefined) chunk = Buffer.allocUnsafe(chunkBytes)
      filled = 0
    }
    if (length <= chunkBytes) {
      filled += write(piece, chunk, filled)
      continue
    }
    const bytes = joinBytes([piece])
    for (let from = 0; from < length; from += chunkBytes) {
      yield bytes.subarray(from, from + chunkBytes)
      await turn(true)
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled)
}

/** @returns the number of bytes written */
function write(piece: Piece, target: Buffer, at: number): number {
  if (typeof piece === 'string') return target.write(piece, at)
  if (piece instanceof Uint8Array) target.set(piece, at)
  else piece.writeTo(target, at)
  return piece.byteLength
}
