import { ServerResponse } from 'node:http'
import { MAX_UNCHUNKED_BYTES } from './streamed-response.js'

/** Room of exactly so many bytes; undefined where none is lent, and the borrower makes his own. */
export type LendBuffer = (bytes: number) => Buffer | undefined

/** Room in which answers are put together, to be used again once they have left. */
export interface BufferPool {
  /** For what is written to `outgoing` and to nobody else: it is free again when that is closed. */
  lentTo(outgoing: unknown): LendBuffer
}

/** Kept while nobody needs them; the system gives memory for what is written into them, not before. */
const MAX_FREE = 16
/** Smaller ones cost less than lending. */
const MIN_BYTES = 8_192

/**
 * After every 64 MB that are taken outside of its heap the collector goes through all there is: ten times a second where
 * each page of a list takes its own.
 */
export function createBufferPool(): BufferPool {
  const free: Buffer[] = []
  return {
    lentTo: (outgoing) => (bytes) => {
      if (!(outgoing instanceof ServerResponse) || outgoing.closed) return undefined
      if (bytes < MIN_BYTES || bytes > MAX_UNCHUNKED_BYTES) return undefined
      const room = free.pop() ?? Buffer.allocUnsafeSlow(MAX_UNCHUNKED_BYTES)
      // Not when it has been ended: what a slow reader has not taken yet is still in it.
      outgoing.once('close', () => {
        if (free.length < MAX_FREE) free.push(room)
      })
      return room.subarray(0, bytes)
    },
  }
}
