import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { z } from 'zod'
import type { SourceId } from '../../api/envelope/source-ids.js'
import {
  callKey,
  httpMethodOf,
  isRead,
  toCall,
  type VenueReply,
  type VenueRequest,
} from '../../transport/call-types.js'

/** A response of a venue, with the time of the venue that it implies, epoch ms. */
export interface ListResponse {
  readonly reply: VenueReply
  readonly venueTime?: number
}

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Venue responses are smaller than this. A larger one is damaged, or was created to fill the memory. */
const MAX_BYTES = 256 * 1024 * 1024
/** Separates the head from the body. Single-line JSON does not contain it. */
const LINE_END = 10

const head = z.object({
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  venueTime: z.number().optional(),
})

/** Returns the key of a request within a list: the same for equal requests, regardless of the order of their parameters. */
export function keyOfRequest(venue: SourceId, request: VenueRequest): string {
  return createHash('sha256')
    .update(callKey(toCall(venue, request)))
    .digest('hex')
}

/** Whether others may see a request and its response, because it contains no credentials and only reads data. */
export function isShareable(request: VenueRequest): boolean {
  const isSecret = request.isUnrecorded === true || Object.keys(request.secretHeaders ?? {}).length > 0
  return !isSecret && isRead({ method: httpMethodOf(request) }, request)
}

/** Packs a response for others, or undefined if it is not in bytes. Cookies belong to this daemon and are left out. */
export async function packResponse({ reply, venueTime }: ListResponse): Promise<Uint8Array | undefined> {
  const { bytes, status } = reply
  if (bytes === undefined) return undefined
  const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => !/cookie/.test(name)))
  const text = JSON.stringify({ status, headers, ...(venueTime === undefined ? {} : { venueTime }) })
  return deflate(Buffer.concat([Buffer.from(`${text}\n`), bytes]), { level: 1 })
}

/**
 * Reads a packed response.
 * @throws an error for bytes that {@link packResponse} cannot have written
 */
export async function unpackResponse(packed: Uint8Array): Promise<ListResponse> {
  const whole = await inflate(packed, { maxOutputLength: MAX_BYTES })
  const end = whole.indexOf(LINE_END)
  const { status, headers, venueTime } = head.parse(
    JSON.parse(whole.subarray(0, Math.max(0, end)).toString()),
  )
  // A copy with a buffer of its own can be handed over to the catalog thread.
  const bytes = new Uint8Array(whole.subarray(end + 1))
  return {
    reply: { status, headers, json: undefined, bytes },
    ...(venueTime === undefined ? {} : { venueTime }),
  }
}
