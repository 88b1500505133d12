import type { Turn } from '../policy/turns.js'

/**
 * Text that comes in pieces as bytes, in chunks of at most so many: whatever its length, no more than a chunk and the
 * piece that is being cut lie in memory.
 * @param turn others get theirs between two chunks
 */
export async function* streamText(
  pieces: Iterable<string>,
  chunkBytes: number,
  turn: Turn,
): AsyncGenerator<Uint8Array> {
  let chunk = Buffer.alloc(chunkBytes)
  let filled = 0
  for (const piece of pieces) {
    const bytes = Buffer.from(piece)
    for (let from = 0; from < bytes.length; ) {
      const copied = bytes.copy(chunk, filled, from)
      from += copied
      filled += copied
      if (filled < chunkBytes) continue
      yield chunk
      await turn(true)
      chunk = Buffer.alloc(chunkBytes)
      filled = 0
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled)
}
