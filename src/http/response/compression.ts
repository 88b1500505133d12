import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Shorter bodies are sent uncompressed: for a caller on the same machine, compressing costs more than it saves. */
export const MIN_COMPRESSED_BYTES = 32_768

/** The fastest level. It shrinks the JSON of lists to a tenth of its size. */
export const GZIP_LEVEL = { level: 1 } as const

/**
 * Responses that are worth compressing. They are recorded when the length is known, because reading it from a response costs more
 * than the response.
 */
const longReplies = new WeakSet<Response>()

export function noteLongReply(reply: Response): Response {
  longReplies.add(reply)
  return reply
}

function isLongReply(reply: Response): boolean {
  return longReplies.has(reply)
}

/** Whether a caller accepts gzip (RFC 9110, 12.5.3). The weight 0 means not accepted. */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false
  const weights = new Map(
    acceptEncoding.split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((part) => part.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

/** Compresses the bytes on another thread. */
export const compressed: (bytes: Uint8Array | string) => Promise<Buffer<ArrayBuffer>> = (bytes) =>
  promisify(gzip)(bytes, GZIP_LEVEL) as Promise<Buffer<ArrayBuffer>>

/**
 * Returns the headers of a compressed response. Its ETag becomes weak, because the bytes differ. `If-None-Match` compares weakly.
 */
export function compressedHeadersOf(
  headers: Readonly<Record<string, string>>,
  length?: number,
): OutgoingHttpHeaders & Record<string, string> {
  const { 'content-length': _plain, etag, vary, ...rest } = headers
  return {
    ...rest,
    'content-encoding': 'gzip',
    vary: vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`,
    ...(etag === undefined ? {} : { etag: etag.startsWith('W/') ? etag : `W/${etag}` }),
    ...(length === undefined ? {} : { 'content-length': String(length) }),
  }
}

/** Compresses the response if it is long. */
export async function compressReply(reply: Response): Promise<Response> {
  if (!isLongReply(reply)) return reply
  const bytes = await compressed(new Uint8Array(await reply.arrayBuffer()))
  const headers = compressedHeadersOf(Object.fromEntries(reply.headers), bytes.length)
  return new Response(bytes, { status: reply.status, headers })
}
