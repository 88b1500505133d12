import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'

/**
 * A page of a hundred rows is sent at once, with its length; longer answers leave in chunks, and never lie in memory as
 * a whole. Bytes.
 */
export const WHOLE_BYTES = 524_288
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
): Promise<void> {
  response.writeHead(reply.status, Object.fromEntries(reply.headers))
  const ended = finished(response)
  // It is told below.
  ended.catch(() => {})
  try {
    for await (const chunk of reply.chunks(Buffer.allocUnsafe(CHUNK_BYTES))) {
      // Its room is free again once it has gone.
      await Promise.race([ended, new Promise<void>((gone) => response.write(chunk, () => gone()))])
      onChunk()
    }
    response.end()
    await ended
  } catch (error) {
    response.destroy()
    throw error
  }
}
