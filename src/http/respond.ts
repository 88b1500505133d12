import { failure, successAround, successText, successTextOf } from '../api/envelope.js'
import { PmxError } from '../api/errors.js'
import { joinedBytes, lengthOf, type Piece, streamText } from '../catalog/stream.js'
import { ReadyJson, ReadyPieces } from '../core/call.js'
import type { SecretSet } from '../policy/secret-set.js'
import type { Turn } from '../policy/turns.js'
import { maskedError } from './masked-error.js'
import { MAX_TEXT_LENGTH } from './ready-answers.js'
import type { LendRoom } from './rooms.js'
import { CHUNK_BYTES, StreamedReply, WHOLE_BYTES } from './streamed-reply.js'

/** Whole, or what is too long for that. */
export type Body = string | Buffer | ReadyPieces

/** Headers of every reply, made once when the daemon starts. */
export type BaseHeaders = Readonly<Record<string, string>>

/** `{success: true, data}`; in pieces where it is too long to lie in memory. */
export function successBody(data: unknown): Body {
  if (data instanceof ReadyPieces) return joinedIfShort(enveloped(data))
  const text = data instanceof ReadyJson ? successTextOf(data.text) : successText(data)
  // Bytes are sent as they are; of a text every caller who shares it would get a copy.
  return text.length > MAX_TEXT_LENGTH ? Buffer.from(text) : text
}

function enveloped({ before, pieces, after }: ReadyPieces): ReadyPieces {
  return new ReadyPieces(successAround[0] + before, pieces, after + successAround[1])
}

/**
 * One body, with its length, of what is not long: a page of a list.
 * @param lend room for it, where one caller alone is told it
 */
export function joinedIfShort(pieces: ReadyPieces, lend?: LendRoom): Body {
  const read: Piece[] = []
  let bytes = 0
  const rest = pieces[Symbol.iterator]()
  for (let next = rest.next(); next.done !== true; next = rest.next()) {
    read.push(next.value)
    bytes += lengthOf(next.value)
    if (bytes > WHOLE_BYTES) return new ReadyPieces('', begunWith(read, rest, pieces), '')
  }
  return joinedBytes(read, lend)
}

/** The pieces, of which whoever comes first gets those that have been read; others begin anew. */
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
 * Makes replies. All headers are set in the one object handed to `new Response`: anything set later costs the
 * adapter's fast path.
 * @param secrets what no failure may tell; answers with data are sent as they are
 * @param turn others get theirs while a long answer is sent
 */
export function createResponder(base: BaseHeaders, secrets: Pick<SecretSet, 'findIn' | 'mask'>, turn: Turn) {
  const json = { ...base, 'content-type': 'application/json; charset=utf-8' }
  return {
    /** What {@link successBody} made. */
    success(body: Body, headers: Readonly<Record<string, string>>): Response {
      const init = { status: 200, headers: { ...json, ...headers } }
      if (!(body instanceof ReadyPieces)) return new Response(body, init)
      return new StreamedReply((room) => streamText(body, CHUNK_BYTES, turn, room), init)
    },
    /** JSON without the envelope. */
    plain(body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
      return new Response(JSON.stringify(body), { status: 200, headers: { ...json, ...headers } })
    },
    text(body: string, contentType: string): Response {
      return new Response(body, { status: 200, headers: { ...base, 'content-type': contentType } })
    },
    /** A failure whose error is text, for the one route whose clients show it as it is. */
    textFailure(status: number, message: string, headers: Readonly<Record<string, string>>): Response {
      const body = { success: false, error: secrets.mask(message) }
      return new Response(JSON.stringify(body), { status, headers: { ...json, ...headers } })
    },
    failure(thrown: unknown, headers: Readonly<Record<string, string>>): Response {
      const error = maskedError(thrown, secrets)
      const { status, body } = failure(error)
      const retry =
        error instanceof PmxError && error.retryAfter !== undefined
          ? { 'retry-after': String(error.retryAfter) }
          : {}
      return new Response(JSON.stringify(body), { status, headers: { ...json, ...retry, ...headers } })
    },
  }
}

export type Responder = ReturnType<typeof createResponder>
