import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReadyAnswer } from './ready-answers.js'

/** What a call says of the answer that it may hold already. */
interface Asked {
  readonly method: string | undefined
  readonly ifNoneMatch: string | undefined
}

interface ReadyReply {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
}

/** A ready answer as a reply: only a GET may be told that it holds the answer already. */
export function replyWith(answer: ReadyAnswer, { method, ifNoneMatch }: Asked): ReadyReply {
  if (method === 'POST' || ifNoneMatch === undefined || !isHeld(answer, ifNoneMatch))
    return { status: 200, headers: answer.headers, body: answer.body }
  const { 'content-length': _bytes, 'content-type': _type, ...headers } = answer.headers
  return { status: 304, headers, body: undefined }
}

function isHeld({ etag }: ReadyAnswer, ifNoneMatch: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** Writes a ready answer straight to the socket. */
export function sendReady(request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer): void {
  const asked = { method: request.method, ifNoneMatch: request.headers['if-none-match'] }
  const { status, headers, body } = replyWith(answer, asked)
  response.writeHead(status, headers)
  // ASCII is the same in Latin-1, which Node copies without looking.
  response.end(body, 'latin1')
}
