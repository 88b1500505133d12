import { renderSuccess, successAround, successTextOf, toFailure } from '../../api/envelope/envelope.js'
import { PmxError } from '../../api/envelope/errors.js'
import { byteLengthOf, createTextStream, joinBytes, type Piece } from '../../catalog/rows/row-stream.js'
import { ReadyJson, ReadyPieces } from '../../core/request/api-call.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { SecretSet } from '../../policy/secrets/secret-set.js'
import { challengeOf } from '../access/caller-rights.js'
import { describeAccepted } from '../access/host-and-origin-checks.js'
import { maskError } from '../access/masked-error.js'
import type { LendBuffer } from './buffer-pool.js'
import { MIN_COMPRESSED_BYTES, noteLongReply } from './compression.js'
import { MAX_JOINED_LENGTH } from './ready-responses.js'
import { CHUNK_BYTES, MAX_UNCHUNKED_BYTES, StreamedReply } from './streamed-response.js'

/** A complete body, or pieces if it is too long for memory. */
export type ResponseBody = string | Buffer | ReadyPieces

/** Headers of every response, created once when the daemon starts. */
export type BaseHeaders = Readonly<Record<string, string>>

/** Returns `{success: true, data}`, in pieces if it is too long for memory. */
export function createSuccessBody(data: unknown): ResponseBody {
  if (data instanceof ReadyPieces) return joinIfShort(enveloped(data))
  const text = data instanceof ReadyJson ? successTextOf(data.text) : renderSuccess(data)
  // Bytes are sent as they are. A text would be copied for every caller that shares it.
  return text.length > MAX_JOINED_LENGTH ? Buffer.from(text) : text
}

function enveloped({ before, pieces, after }: ReadyPieces): ReadyPieces {
  return new ReadyPieces(successAround[0] + before, pieces, after + successAround[1])
}

/**
 * Returns a short body, such as a page of a list, as one piece with its length.
 * @param lend buffer for it, if it has a single caller
 */
export function joinIfShort(pieces: ReadyPieces, lend?: LendBuffer): ResponseBody {
  const read: Piece[] = []
  let bytes = 0
  const rest = pieces[Symbol.iterator]()
  for (let next = rest.next(); next.done !== true; next = rest.next()) {
    read.push(next.value)
    bytes += byteLengthOf(next.value)
    if (bytes > MAX_UNCHUNKED_BYTES) return new ReadyPieces('', begunWith(read, rest, pieces), '')
  }
  return joinBytes(read, lend)
}

/** Returns the pieces again. The first iteration continues with those that have been read, and later ones start over. */
function begunWith(read: readonly Piece[], rest: Iterator<Piece>, pieces: Iterable<Piece>): Iterable<Piece> {
  let begun: readonly Piece[] | undefined = read
  return {
    *[Symbol.iterator]() {
      const first = begun
      begun = undefined
      if (first === undefined) return yield* pieces
      try {
        yield* first
        for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value
      } finally {
        rest.return?.()
      }
    },
  }
}

/**
 * Creates responses. All headers are set in the one object passed to `new Response`, because a later change would lose the
 * adapter's fast path.
 * @param secrets masked in errors. Responses with data are sent as they are.
 * @param turn yields to other requests while a long response is sent
 */
export function createResponder(
  base: BaseHeaders,
  secrets: Pick<SecretSet, 'findIn' | 'mask'>,
  turn: EventLoopYield,
) {
  const json = { ...base, 'content-type': 'application/json; charset=utf-8' }
  return {
    /** Returns a successful response with the body from {@link createSuccessBody}. */
    success(body: ResponseBody, headers: Readonly<Record<string, string>>): Response {
      const init = { status: 200, headers: { ...json, ...headers } }
      if (!(body instanceof ReadyPieces)) return noted(new Response(body, init), body.length)
      return new StreamedReply((room) => createTextStream(body, CHUNK_BYTES, turn, room), init)
    },
    /** Returns JSON without the envelope. */
    plain(body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
      const text = JSON.stringify(body)
      return noted(new Response(text, { status: 200, headers: { ...json, ...headers } }), text.length)
    },
    text(body: string, contentType: string, headers: Readonly<Record<string, string>> = {}): Response {
      const reply = new Response(body, {
        status: 200,
        headers: { ...base, 'content-type': contentType, ...headers },
      })
      return noted(reply, body.length)
    },
    /**
     * Returns an error response with text as its `error`, for the one route with clients that show it unchanged. Other facts
     * about a failure of the source are members next to it.
     */
    textFailure(thrown: unknown, headers: Readonly<Record<string, string>>): Response {
      const masked = maskError(thrown, secrets)
      const { status, body } = toFailure(masked)
      const { message, ...facts } = body.error
      const text = { success: false, error: message, ...(body.error.exchange === null ? {} : facts) }
      return new Response(JSON.stringify(text), {
        status,
        headers: { ...json, ...retryIn(masked), ...headers },
      })
    },
    failure(thrown: unknown, headers: Readonly<Record<string, string>>): Response {
      const error = maskError(thrown, secrets)
      const { status, body } = toFailure(error)
      const wanted = error instanceof PmxError ? wantedInstead(error) : {}
      return new Response(JSON.stringify(body), {
        status,
        headers: { ...json, ...retryIn(error), ...wanted, ...headers },
      })
    },
  }
}

function noted(reply: Response, length: number): Response {
  return length >= MIN_COMPRESSED_BYTES ? noteLongReply(reply) : reply
}

function retryIn(error: unknown): Readonly<Record<string, string>> {
  const isLater = error instanceof PmxError && error.retryAfter !== undefined
  return isLater ? { 'retry-after': String(error.retryAfter) } : {}
}

/** Returns the headers of an error response that describe a valid request. */
function wantedInstead(error: PmxError): Readonly<Record<string, string>> {
  if (error.status === 401) return { 'www-authenticate': challengeOf(error) }
  return describeAccepted(error.status, error.detail?.['kind'])
}

export type Responder = ReturnType<typeof createResponder>
