import { PmxError } from '../../../api/envelope/errors.js'
import { pathOf } from '../../../transport/call-types.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { readTicker } from '../ids.js'

/**
 * Fetches the venue's metadata of an event: pictures, colors, sources of settlement. The payload is not unified (README.md;
 * docs.kalshi.com, get event metadata).
 * @throws NOT_FOUND when the venue has no such event
 */
export async function fetchEventMetadata(eventId: string, ctx: VenueContext): Promise<unknown> {
  const ticker = readTicker(eventId)
  const path = ticker === undefined ? undefined : pathOf`/events/${ticker}/metadata`
  const reply = path && (await ctx.http.send({ host: 'api', path, accept: [404] }))
  if (!reply || reply.status === 404) {
    throw new PmxError('NOT_FOUND', `No event has the ticker '${eventId}'.`)
  }
  if (typeof reply.json !== 'object' || reply.json === null || Array.isArray(reply.json)) {
    throw createSchemaMismatch('GET /events/{event_ticker}/metadata', '', 'expected an object')
  }
  return reply.json
}
