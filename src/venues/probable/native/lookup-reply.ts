import type { VenueReply, VenueRequest } from '../../../transport/call.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'

/**
 * What the answer to a lookup means: a thing, certainly none, or words that stand for "none" as well as for a
 * failure of the venue.
 */
export type Found =
  | { readonly kind: 'reply'; readonly reply: VenueReply }
  | { readonly kind: 'none' }
  | { readonly kind: 'doubtful' }

/** Unknown ids were seen as 404, 400 and, with words that say so, 500 (../README.md). */
const maybeUnknown = [400, 404, 500]

/**
 * Looks one thing up.
 * @throws what the venue's failure means where its words do not speak of something missing
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
  // Only the lists of the market host can tell what its doubtful words mean; of a book they are a failure.
  if (request.host === 'market' && /failed to retrieve/i.test(said)) return { kind: 'doubtful' }
  // Not the venue's way to say "unknown": asked again under the general rules, which know how to sit out an outage.
  return { kind: 'reply', reply: await ctx.http.send(request) }
}
