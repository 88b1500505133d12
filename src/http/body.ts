import type { HonoRequest } from 'hono'
import { PmxError } from '../api/errors.js'
import { isNestedTooDeep } from '../api/json.js'
import { isJson, tooLargeBody } from './guards.js'
import { refusalError } from './refuse.js'

export type Body =
  | { readonly kind: 'none' }
  /** Something came that is not declared as JSON; it is not read. */
  | { readonly kind: 'ignored' }
  /** Not parsed yet: a question asked before is known by its text. */
  | { readonly kind: 'text'; readonly text: string }

/**
 * Reads the text of a JSON body of at most `maxBytes`.
 * @throws BAD_REQUEST with status 413 for a larger one
 */
export async function readBody(request: HonoRequest, maxBytes: number): Promise<Body> {
  const contentType = request.header('content-type')
  if (contentType !== undefined && !isJson(contentType)) return { kind: 'ignored' }
  const text = await readText(request, maxBytes)
  if (text.trim() === '') return { kind: 'none' }
  return contentType === undefined ? { kind: 'ignored' } : { kind: 'text', text }
}

/** @throws BAD_REQUEST with the parser's text for what is not JSON or is a bare scalar */
export function parseBody(text: string): unknown {
  const value = parse(text)
  if (typeof value === 'object' && value !== null) return value
  throw new PmxError('BAD_REQUEST', 'The body must be a JSON object such as {"args":[]}.')
}

/** What the parser quotes of the text: a credential whose quotes were forgotten is what it stumbles over. */
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

/** A declared length has been checked before and is enforced by the HTTP parser; a chunked body is counted here. */
async function readText(request: HonoRequest, maxBytes: number): Promise<string> {
  if (request.header('transfer-encoding') === undefined) return request.text()
  const stream = request.raw.body
  if (stream === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw refusalError(tooLargeBody)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
