import { isNotModified } from './ready-responses.js'

/** A complete body with a strong ETag. Callers may request parts of it (RFC 9110, 14). */
export interface RangedBody {
  readonly bytes: Buffer
  /** With its quotation marks. */
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/** The parts of a request that determine which bytes are sent. */
export interface RangeRequest {
  readonly method: string
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly ifNoneMatch: string | undefined
}

/** First and last byte, inclusive. */
interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * Creates the response to a request for a body or one range of it: 200, 206, 304 or 416. Requests for several ranges, or
 * for ranges of another version of the body (`If-Range`), get the whole body. The body is never compressed, because
 * ranges refer to its bytes.
 */
export function createRangedReply(
  { bytes, etag, headers }: RangedBody,
  { method, range, ifRange, ifNoneMatch }: RangeRequest,
): Response {
  const common: Readonly<Record<string, string>> = { ...headers, etag, 'accept-ranges': 'bytes' }
  const { 'content-type': _type, ...untyped } = common
  if (isNotModified({ etag }, ifNoneMatch)) return new Response(null, { status: 304, headers: untyped })
  const send = (status: number, part: Buffer, more: Readonly<Record<string, string>> = {}): Response =>
    new Response(method === 'HEAD' ? null : part, {
      status,
      headers: { ...common, ...more, 'content-length': String(part.length) },
    })
  const isSame = ifRange === undefined || ifRange.trim() === etag
  const asked = isSame && method === 'GET' ? parseRange(range, bytes.length) : undefined
  if (asked === undefined) return send(200, bytes)
  if (asked === 'unsatisfiable')
    return new Response(null, {
      status: 416,
      headers: { ...untyped, 'content-range': `bytes */${bytes.length}`, 'content-length': '0' },
    })
  const { first, last } = asked
  return send(206, bytes.subarray(first, last + 1), {
    'content-range': `bytes ${first}-${last}/${bytes.length}`,
  })
}

/** Parses a `Range` header of one range. @returns undefined for any other, which is ignored */
export function parseRange(
  text: string | undefined,
  length: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(text ?? '')
  if (match === null) return undefined
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return undefined
  if (from === '') {
    const count = Number(to)
    if (count === 0 || length === 0) return 'unsatisfiable'
    return { first: Math.max(0, length - count), last: length - 1 }
  }
  const first = Number(from)
  const last = to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (to !== '' && Number(to) < first) return undefined
  return first >= length ? 'unsatisfiable' : { first, last }
}
