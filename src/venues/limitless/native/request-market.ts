import type * as z from 'zod'
import type { VenueReply } from '../../../transport/call-types.js'
import { toStatusError } from '../../../transport/errors.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import type { NamedRequest } from '../../../venue-kit/requests/request-list.js'
import { readErrorText } from '../errors.js'

/**
 * Requests data of a market.
 * @param refusal text of a 400 that means "not found" rather than "bad request"
 * @returns undefined when the venue has no such market, or refuses it with that text
 */
export async function requestOfMarket<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { path, query = {}, what }: NamedRequest,
  refusal: RegExp,
): Promise<z.output<Schema> | undefined> {
  const reply = await ctx.http.send({ host: 'api', path, query, accept: [400, 404] })
  if (reply.status === 404) return undefined
  if (reply.status === 400) return refusedWith(reply, refusal)
  return readPayload(schema, reply.json, what)
}

function refusedWith(reply: VenueReply, refusal: RegExp): undefined {
  if (refusal.test(readErrorText(reply.json))) return undefined
  throw toStatusError(reply)
}
