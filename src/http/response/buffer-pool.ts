import { ServerResponse } from 'node:http'
import { MAX_UNCHUNKED_BYTES } from './streamed-response.js'

/** Returns a buffer of exactly this many bytes, or undefined if the pool lends none and the caller must allocate its own. */
export type LendBuffer = (bytes: number) => Buffer | undefined

/** Buffers in which responses are rendered. They are reused when the response has been sent. */
export interface BufferPool {
  /** Lends buffers for `outgoing` alone. They are free again once it is closed. */
  lentTo(outgoing: unknown): LendBuffer
}

/** Free buffers that are retained. The system allocates their memory only when they are written. */
const MAX_FREE = 16
/** Allocating smaller ones costs less than lending. */
const MIN_BYTES = 8_192

/**
 * Creates a pool. Without it, each page of a list would allocate memory outside the heap. Every 64 MB of it would start a full
 * garbage collection, ten times a second.
 */
export function createBufferPool(): BufferPool {
  const free: Buffer[] = []
  return {
    lentTo: (outgoing) => (bytes) => {
      if (!(outgoing instanceof ServerResponse) || outgoing.closed) return undefined
      if (bytes < MIN_BYTES || bytes > MAX_UNCHUNKED_BYTES) return undefined
      const room = free.pop() ?? Buffer.allocUnsafeSlow(MAX_UNCHUNKED_BYTES)
      // Not when it has ended: its unread data is still in the buffer.
      outgoing.once('close', () => {
        if (free.length < MAX_FREE) free.push(room)
      })
      return room.subarray(0, bytes)
    },
  }
}
