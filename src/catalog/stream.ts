import type { Turn } from '../policy/turns.js'

/** A part of an answer that is text already, or bytes of text. */
export type Piece = string | Uint8Array

/** The text that the pieces are together. */
export function joinedText(pieces: Iterable<Piece>): string {
  return joinedBytes([...pieces]).toString()
}

export function joinedBytes(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(pieces.map(bytesOf))
}

/**
 * Text that comes in pieces as bytes, in chunks of at most so many: whatever its length, no more than a chunk and the
 * piece that is being cut lie in memory.
 * @param turn others get theirs between two chunks
 */
export async function* streamText(
  pieces: Iterable<Piece>,
  chunkBytes: number,
  turn: Turn,
): AsyncGenerator<Uint8Array> {
  let chunk = Buffer.allocUnsafe(chunkBytes)
  let filled = 0
  for (const piece of pieces) {
    const bytes = bytesOf(piece)
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + chunkBytes - filled)
      chunk.set(part, filled)
      from += part.length
      filled += part.length
      if (filled < chunkBytes) continue
      yield chunk
      await turn(true)
      chunk = Buffer.allocUnsafe(chunkBytes)
      filled = 0
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled)
}

function bytesOf(piece: Piece): Uint8Array {
  return typeof piece === 'string' ? Buffer.from(piece) : piece
}
