import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

/** A page of a list is sent at once, with its length; longer answers leave in chunks, and never lie in memory as a whole. Bytes. */
export const WHOLE_BYTES = 262_144
export const CHUNK_BYTES = 65_536

/** A reply whose body is made while its caller reads it. */
export class StreamedReply extends Response {
  /** @param chunks begins the body anew each time it is called */
  constructor(
    readonly chunks: () => AsyncGenerator<Uint8Array>,
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
): Promise<void> {
  async function* told(): AsyncGenerator<Uint8Array> {
    for await (const chunk of reply.chunks()) {
      yield chunk
      onChunk()
    }
  }
  response.writeHead(reply.status, Object.fromEntries(reply.headers))
  await pipeline(told(), response)
}
