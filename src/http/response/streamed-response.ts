import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { compressedHeadersOf, GZIP_LEVEL } from './compression.js'

/**
 * A page of a hundred rows is sent at once, with its length; longer answers leave in chunks, and never lie in memory as
 * a whole. Bytes.
 */
export const MAX_UNCHUNKED_BYTES = 524_288
export const CHUNK_BYTES = 131_072

/** A reply whose body is made while its caller reads it. */
export class StreamedReply extends Response {
  /** @param chunks begins the body anew each time it is called; with room of {@link CHUNK_BYTES}, each chunk is made in it */
  constructor(
    readonly chunks: (room?: Buffer) => AsyncGenerator<Uint8Array>,
    init: ResponseInit,
  ) {
    super(ReadableStream.from(chunks()), init)
  }
}

/**
 * Writes the reply as fast as it is read. A caller who hangs up ends the making of it; what goes wrong in the middle
 * breaks the connection, so that nobody takes what was sent for the whole.
 * @param onChunk is told of each chunk that the caller has taken
 * @throws what went wrong, be it that the caller hung up
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
  // It is told below.
  ended.catch(() => {})
  try {
    for await (const chunk of reply.chunks(Buffer.allocUnsafe(CHUNK_BYTES))) {
      // Its room is free again once it has gone.
      await Promise.race([ended, new Promise<void>((gone) => sink.write(chunk, () => gone()))])
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
