import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../effects/clock.js'
import type { NoteReady } from '../request/request-log.js'
import { compressReply, takesGzip } from './compression.js'
import type { ReadyResponses } from './ready-responses.js'
import { firstOf, sendReady } from './ready-responses.js'

export interface PostShortcutDeps {
  readonly shelf: ReadyResponses
  readonly fetch: (request: Request) => Response | Promise<Response>
  readonly maxBytes: number
  /** Answers a body above the limit. */
  tooLarge(request: IncomingMessage, response: ServerResponse): void
  readonly clock: Pick<Clock, 'monotonic'>
  /** To be told of a written answer. */
  answered(response: ServerResponse): void
  /** Told of answers that lay ready. */
  readonly noteReady: NoteReady
}

/**
 * The way of a POST whose answer may lie ready: its body is read off the socket, and an answer that is ready for this very text is sent
 * without waking the routes, which would cost more than all the rest. What is not ready goes on to the routes.
 */
export function createPostShortcut({
  shelf,
  fetch,
  maxBytes,
  tooLarge,
  answered,
  clock,
  noteReady,
}: PostShortcutDeps) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const begunAt = clock.monotonic()
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
    })
    request.on('end', () => {
      if (size > maxBytes) return tooLarge(request, response)
      const bytes = Buffer.concat(chunks)
      const text = bytes.toString('utf8')
      const target = request.url ?? ''
      // What the routes refuse is not looked for.
      const isPlain = request.headers['content-encoding'] === undefined && isUtf8(bytes)
      const known = isPlain ? shelf.find(`${target} ${text}`, request) : undefined
      if (known !== undefined) {
        sendReady(request, response, known)
        noteReady(request, begunAt, text)
        return answered(response)
      }
      passOn(request, response, bytes)
        .catch(() => response.destroy())
        .finally(() => answered(response))
    })
  }

  /** Hands the call to the routes and writes what they answer. */
  async function passOn(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer<ArrayBuffer>,
  ): Promise<void> {
    const left = new AbortController()
    response.on('close', () => {
      if (!response.writableEnded) left.abort(new Error('the caller hung up'))
    })
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
    )
    const address = `http://${request.headers.host ?? 'localhost'}${request.url ?? ''}`
    const call = new Request(address, { method: 'POST', headers, body, signal: left.signal })
    const made = await fetch(call)
    const takes = takesGzip(firstOf(request.headers['accept-encoding']))
    const reply = takes ? await compressReply(made) : made
    const bytes = Buffer.from(await reply.arrayBuffer())
    response.writeHead(reply.status, { ...Object.fromEntries(reply.headers), 'content-length': bytes.length })
    response.end(bytes)
  }
}
