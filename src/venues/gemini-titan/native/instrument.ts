import type * as z from 'zod'
import { toStatusError } from '../../../transport/errors.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import type { NamedRequest } from '../../../venue-kit/requests/request-list.js'

/** Such as `Supplied value 'GEMI-X-Y' is not a valid symbol`. */
const NO_INSTRUMENT = /not a valid symbol/i

/**
 * Requests an instrument from the matching engine.
 * @returns undefined when it has not opened one with this symbol, which includes some contracts of the catalog
 */
export async function requestInstrument<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { path, query = {}, what }: NamedRequest,
): Promise<z.output<Schema> | undefined> {
  const reply = await ctx.http.send({ host: 'api', path, query, accept: [400] })
  if (reply.status !== 400) return readPayload(schema, reply.json, what)
  if (NO_INSTRUMENT.test(messageIn(reply.json))) return undefined
  throw toStatusError(reply)
}

function messageIn(json: unknown): string {
  const message: unknown =
    typeof json === 'object' && json !== null ? Reflect.get(json, 'message') : undefined
  return typeof message === 'string' ? message : ''
}
