import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { compressedHeadersOf, GZIP_LEVEL } from './compression.js'

/**
 * A page of a hundred rows is sent complete, with its length. Longer responses are sent in chunks, and are never in memory as a
 * whole. Bytes.
 */
export const MAX_UNCHUNKED_BYTES = 524_288
export const CHUNK_BYTES = 131_072

/** A response whose body is generated while it is read. */
export class StreamedReply extends Response {
  /**
   * @param chunks starts the body again at each call. Each chunk is rendered in a buffer of {@link CHUNK_BYTES}, if one is given.
   */
  constructor(
    readonly chunks: (room?: Buffer) => AsyncGenerator<Uint8Array>,
    init: ResponseInit,
  ) {
    super(ReadableStream.from(chunks()), init)
  }
}

/**
 * Writes the response as fast as it is read. If the caller disconnects, generation stops. A failure midway closes the
 * connection, so that a partial body is not mistaken for a complete one.
 * @param onChunk called for each chunk that the caller has read
 * @throws the failure, including a disconnect of the caller
 */
export async function sendStreamed(
  reply: StreamedReply,
  response: ServerResponse,
  onChunk: () => void,
  isCompressed = false,
): Promise<void> {
  const headers = Object.fromEntries(reply.headers)
  response.writeHead(reply.status, isCompressed ? compressedHeadersOf(headers) : headers)
  const packing = isCompressed ? createGzip(GZIP_LEVEL) : undefined
  packing?.pipe(response)
  const sink: Writable = packing ?? response
  const ended = finished(response)
  // It is reported below.
  ended.catch(() => {})
  try {
    for await (const chunk of reply.chunks(Buffer.allocUnsafe(CHUNK_BYTES))) {
      // The buffer is free again once the chunk has left.
      const write = new Promise<unknown>((written) => sink.write(chunk, written))
      // After a failed write Node 24 has not yet noticed the disconnect, and would not while the writing goes on.
      if (await Promise.race([ended, write])) await ended
      onChunk()
    }
    sink.end()
    await ended
  } catch (error) {
    packing?.destroy()
    response.destroy()
    throw error
  }
}
