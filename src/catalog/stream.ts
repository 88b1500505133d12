import type { Turn } from '../policy/turns.js'

/**
 * Ready JSON as the bytes of one array, in chunks of at most this many bytes: whatever its size, no more than a chunk
 * and the piece that is being cut lie in memory.
 * @param turn others get theirs between two chunks
 */
export async function* streamArray(
  pieces: Iterable<string>,
  chunkBytes: number,
  turn: Turn,
): AsyncGenerator<Uint8Array> {
  let chunk = Buffer.alloc(chunkBytes)
  let filled = 0
  for (const piece of around(pieces)) {
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

function* around(pieces: Iterable<string>): Generator<string> {
  yield '['
  yield* pieces
  yield ']'
}
