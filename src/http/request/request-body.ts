import { isUtf8 } from 'node:buffer'
import type { HonoRequest } from 'hono'
import { PmxError } from '../../api/envelope/errors.js'
import { hasMoreMembers, hasMoreNames, isNestedTooDeep } from '../../api/values/json.js'
import { contentTypeRefusal, isJson, tooLargeBody } from '../access/host-and-origin-checks.js'
import { toRefusalError } from '../access/refusal-body.js'

export type RequestBody =
  | { readonly kind: 'none' }
  /** Not parsed yet, because cached responses are found by the request's text. */
  | { readonly kind: 'text'; readonly text: string }

/** Members of a body. Parsing objects with more names takes seconds and blocks all other requests. */
const MAX_MEMBERS = 10_000

/**
 * Reads the text of a JSON body of at most `maxBytes`.
 * @throws BAD_REQUEST with status 413 for a larger one, with 415 unless it is declared as plain JSON in UTF-8, with 400 for
 * invalid UTF-8
 */
export async function readBody(request: HonoRequest, maxBytes: number): Promise<RequestBody> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.length === 0) return { kind: 'none' }
  assertPlainJson(request.header('content-type'), request.header('content-encoding'))
  if (!isUtf8(bytes)) throw new PmxError('BAD_REQUEST', 'The body is not valid UTF-8.')
  const text = new TextDecoder().decode(bytes)
  return text.trim() === '' ? { kind: 'none' } : { kind: 'text', text }
}

function assertPlainJson(contentType: string | undefined, encoding: string | undefined): void {
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    throw toRefusalError({
      status: 415,
      reason: 'content_encoding',
      message: 'Compressed bodies are not supported. Send the body without a Content-Encoding.',
    })
  if (!isJson(contentType)) throw toRefusalError(contentTypeRefusal)
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  if (charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii')
    throw toRefusalError({
      status: 415,
      reason: 'charset',
      message: 'JSON must be in UTF-8.',
    })
}

/**
 * @param takesRows whether an argument has rows of a list, which repeat their names. Then different names are counted.
 * @throws BAD_REQUEST with the parser's text for invalid JSON or a bare scalar, and with status 413 for too many members
 */
export function parseRequestBody(text: string, takesRows = false): unknown {
  const isTooMuch = takesRows ? hasMoreNames(text, MAX_MEMBERS) : hasMoreMembers(text, MAX_MEMBERS)
  if (isTooMuch)
    throw toRefusalError({
      status: 413,
      reason: 'too_many_members',
      message: `The body has more than ${MAX_MEMBERS} ${takesRows ? 'different member names' : 'members'}. Send less in one request.`,
    })
  const value = parse(text)
  if (typeof value === 'object' && value !== null) return value
  throw new PmxError('BAD_REQUEST', 'The body must be a JSON object such as {"args":[]}.')
}

/** The part of the text that the parser quotes. It may be a credential without its quotes. */
const quotedPiece = /, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s

function parse(text: string): unknown {
  if (isNestedTooDeep(text)) throw new PmxError('BAD_REQUEST', 'The body is nested too deeply.')
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new PmxError('BAD_REQUEST', `The body is not JSON: ${error.message.replace(quotedPiece, '')}`)
    throw error
  }
}

/**
 * Reads the bytes of a body. A declared length was already checked, and the HTTP parser enforces it. A chunked body is counted
 * here.
 */
async function readBytes(request: HonoRequest, maxBytes: number): Promise<Uint8Array> {
  if (request.header('transfer-encoding') === undefined) return new Uint8Array(await request.arrayBuffer())
  const stream = request.raw.body
  if (stream === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw toRefusalError(tooLargeBody)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
