import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { toFailure } from '../../api/envelope/envelope.js'
import type { GuardRefusal } from '../access/host-and-origin-checks.js'
import { toRefusalError } from '../access/refusal-body.js'

const STATUS_TEXT: Partial<Readonly<Record<GuardRefusal['status'], string>>> = {
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
}

/**
 * Responds to a malformed HTTP request directly on its connection, and closes it.
 * @param isAnswering whether another response is being written on the connection. A second one within it would corrupt both.
 */
export function answerBroken(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  isAnswering: (socket: Duplex) => boolean,
): void {
  if (!socket.writable || isAnswering(socket)) {
    socket.destroy()
    return
  }
  refuseOn(socket, refusalFor(error))
}

/** Refuses CONNECT, which requests a tunnel. */
export function answerTunnel(_request: IncomingMessage, socket: Duplex): void {
  refuseOn(socket, {
    status: 405,
    reason: 'method_not_allowed',
    message: 'CONNECT is not supported, because the daemon is not a proxy.',
  })
}

function refusalFor(error: NodeJS.ErrnoException): GuardRefusal {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        reason: 'head_too_large',
        message: 'The request line and headers are too long. Send long arguments as a POST body.',
      }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, reason: 'body_too_large', message: 'The chunk extensions are too long.' }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, reason: 'too_slow', message: 'The request took too long to arrive.' }
    default:
      return {
        status: 400,
        reason: 'malformed',
        message: `The request is not valid HTTP${codeIn(error)}.`,
      }
  }
}

function codeIn({ code }: NodeJS.ErrnoException): string {
  return code === undefined ? '' : ` (${code})`
}

function refuseOn(socket: Duplex, refusal: GuardRefusal): void {
  const { status, body } = toFailure(toRefusalError(refusal))
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_TEXT[refusal.status] ?? 'Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ]
  // The caller may disconnect before it gets the response.
  socket.on('error', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}
