import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Shorter bodies are sent as they are: on the way to a caller on the same machine, compressing costs more than it saves. */
export const MIN_COMPRESSED_BYTES = 32_768

/** The quickest level: JSON of lists becomes a tenth of its size with it. */
export const GZIP_LEVEL = { level: 1 } as const

/** Replies that are worth compressing, noted by whoever knows the length: reading it back from a reply costs more than the reply. */
const longReplies = new WeakSet<Response>()

export function noteLongReply(reply: Response): Response {
  longReplies.add(reply)
  return reply
}

function isLongReply(reply: Response): boolean {
  return longReplies.has(reply)
}

/** Whether a caller takes gzip (RFC 9110, 12.5.3). One that gives it the weight 0 does not. */
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

/** The bytes compressed, on a thread of their own. */
export const compressed: (bytes: Uint8Array | string) => Promise<Buffer<ArrayBuffer>> = (bytes) =>
  promisify(gzip)(bytes, GZIP_LEVEL) as Promise<Buffer<ArrayBuffer>>

/**
 * The headers of a reply whose body is compressed. Its tag becomes weak, because the bytes are others; `If-None-Match` compares
 * weakly.
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

/** The reply compressed, where it is long. */
export async function compressReply(reply: Response): Promise<Response> {
  if (!isLongReply(reply)) return reply
  const bytes = await compressed(new Uint8Array(await reply.arrayBuffer()))
  const headers = compressedHeadersOf(Object.fromEntries(reply.headers), bytes.length)
  return new Response(bytes, { status: reply.status, headers })
}
