import type { VenueReply, VenueRequest } from '../../../transport/call-types.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'

/**
 * The meaning of a lookup response: found, certainly not found, or a text that can mean either "not found" or a failure of the
 * venue.
 */
export type Found =
  | { readonly kind: 'reply'; readonly reply: VenueReply }
  | { readonly kind: 'none' }
  | { readonly kind: 'doubtful' }

/** Responses for unknown ids were 404, 400 and, with such a text, 500 (../README.md). */
const maybeUnknown = [400, 404, 500]

/**
 * Looks up one resource.
 * @throws the venue's failure where its text does not mean a missing resource
 */
export async function lookUp(request: VenueRequest, ctx: VenueContext): Promise<Found> {
  const reply = await ctx.http.send({ ...request, accept: maybeUnknown })
  if (reply.status < 300) return { kind: 'reply', reply }
  const said = JSON.stringify(reply.json) ?? ''
  if (
    reply.status === 404 ||
    /not found|no such|does not exist|\bid is invalid|\binvalid \w+ id\b/i.test(said)
  )
    return { kind: 'none' }
  // Only the lists of the market host resolve its ambiguous texts; for a book they are a failure.
  if (request.host === 'market' && /failed to retrieve/i.test(said)) return { kind: 'doubtful' }
  // Not the venue's response for "unknown": sent again under the general rules, which handle an outage.
  return { kind: 'reply', reply: await ctx.http.send(request) }
}
