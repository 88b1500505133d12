import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../effects/clock.js'
import type { NoteReady } from '../request/request-log.js'
import { compressReply, takesGzip } from './compression.js'
import type { ReadyResponses } from './ready-responses.js'
import { firstOf, sendReady } from './ready-responses.js'

export interface PostShortcutDeps {
  readonly readyResponses: ReadyResponses
  readonly fetch: (request: Request) => Response | Promise<Response>
  readonly maxBytes: number
  /** Responds to a body above the limit. */
  tooLarge(request: IncomingMessage, response: ServerResponse): void
  readonly clock: Pick<Clock, 'monotonic'>
  /** Called after each written response. */
  answered(response: ServerResponse): void
  /** Records cached responses. */
  readonly noteReady: NoteReady
}

/**
 * Creates the handler of POST requests to methods with cached responses. It reads the body from the socket and sends the response
 * that is cached for this exact text. This bypasses the routes, which would cost more than everything else. Other requests go to
 * the routes.
 */
export function createPostShortcut({
  readyResponses,
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
      // Requests that the routes reject are not looked up.
      const isPlain = request.headers['content-encoding'] === undefined && isUtf8(bytes)
      const known = isPlain ? readyResponses.find(`${target} ${text}`, request) : undefined
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

  /** Passes the call to the routes and writes their response. */
  async function passOn(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer<ArrayBuffer>,
  ): Promise<void> {
    const left = new AbortController()
    response.on('close', () => {
      if (!response.writableEnded) left.abort(new Error('the client closed the connection'))
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
