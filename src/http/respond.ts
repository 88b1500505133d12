import { failure, successText, successTextOf } from '../api/envelope.js'
import { PmxError } from '../api/errors.js'
import { ReadyJson } from '../core/call.js'
import type { SecretSet } from '../policy/secret-set.js'
import { maskedError } from './masked-error.js'
import { MAX_TEXT_LENGTH } from './ready-answers.js'

/** Headers of every reply, made once when the daemon starts. */
export type BaseHeaders = Readonly<Record<string, string>>

/** `{success: true, data}`. */
export function successBody(data: unknown): string | Buffer {
  const text = data instanceof ReadyJson ? successTextOf(data.text) : successText(data)
  // Bytes are sent as they are; of a text every caller who shares it would get a copy.
  return text.length > MAX_TEXT_LENGTH ? Buffer.from(text) : text
}

/**
 * Makes replies. All headers are set in the one object handed to `new Response`: anything set later costs the
 * adapter's fast path.
 * @param secrets what no failure may tell; answers with data are sent as they are
 */
export function createResponder(base: BaseHeaders, secrets: Pick<SecretSet, 'findIn' | 'mask'>) {
  const json = { ...base, 'content-type': 'application/json; charset=utf-8' }
  return {
    /** What {@link successBody} made. */
    success(body: string | Buffer, headers: Readonly<Record<string, string>>): Response {
      return new Response(body, { status: 200, headers: { ...json, ...headers } })
    },
    /** JSON without the envelope. */
    plain(body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
      return new Response(JSON.stringify(body), { status: 200, headers: { ...json, ...headers } })
    },
    text(body: string, contentType: string): Response {
      return new Response(body, { status: 200, headers: { ...base, 'content-type': contentType } })
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
