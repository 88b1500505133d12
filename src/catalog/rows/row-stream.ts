import type { EventLoopYield } from '../../policy/event-loop-yield.js'

/** Text that is made where it is wanted, and lies nowhere before. */
export interface Unwritten {
  readonly byteLength: number
  /** Writes all of it, as UTF-8. */
  writeTo(target: Buffer, at: number): void
}

/** A part of an answer that is text already, or bytes of text. */
export type Piece = string | Uint8Array | Unwritten

/** The text that the pieces are together. */
export function joinText(pieces: Iterable<Piece>): string {
  return joinBytes([...pieces]).toString()
}

/** @param lend room for them all, of so many bytes; their own where it gives none */
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

/** Bytes of the piece's text. */
export function byteLengthOf(piece: Piece): number {
  return typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength
}

/**
 * Text that comes in pieces as bytes, in chunks of at most so many: whatever its length, no more than a chunk and the
 * piece that is being cut lie in memory.
 * @param turn others get theirs between two chunks
 * @param room where every chunk is made, in the place of the one before it; each gets its own without
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

/** @returns how many bytes it took */
function write(piece: Piece, target: Buffer, at: number): number {
  if (typeof piece === 'string') return target.write(piece, at)
  if (piece instanceof Uint8Array) target.set(piece, at)
  else piece.writeTo(target, at)
  return piece.byteLength
}
