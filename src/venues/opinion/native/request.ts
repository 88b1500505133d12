import type * as z from 'zod'
import { PmxError } from '../../../api/envelope/errors.js'
import type { VenueReply, VenueRequest } from '../../../transport/call-types.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { readList } from '../../../venue-kit/requests/map-rows.js'
import type { NamedRequest } from '../../../venue-kit/requests/request-list.js'

/** The content of an envelope. */
type ResultOf<Schema extends z.ZodType<{ result: unknown }>> = z.output<Schema>['result']

/**
 * Requests a resource that must exist. The key is sent if there is one. The documentation requires it, but the venue
 * responds without it.
 */
export async function requestRequired<Schema extends z.ZodType<{ result: unknown }>>(
  ctx: VenueContext,
  schema: Schema,
  question: NamedRequest,
): Promise<ResultOf<Schema>> {
  return readPayload(schema, await send(ctx, question), question.what).result
}

/** Requests a list as {@link requestRequired} does, with its rows read one by one. */
export async function requestList<Schema extends z.ZodType<{ result: unknown }>>(
  ctx: VenueContext,
  schema: Schema,
  question: NamedRequest,
): Promise<ResultOf<Schema>> {
  return readList(schema, await send(ctx, question), question.what, ctx).result
}

async function send(
  ctx: VenueContext,
  { what: _what, query = {}, ...question }: NamedRequest,
): Promise<unknown> {
  return (await sendKeyed({ host: 'api', query, ...question }, ctx)).json
}

/** Sends a call with the caller's key, if there is one. */
export function sendKeyed(request: VenueRequest, ctx: VenueContext): Promise<VenueReply> {
  const { apiKey } = ctx.secrets.values
  if (apiKey === undefined) return ctx.http.send({ ...request, group: 'keyless' })
  return ctx.http.send({ ...request, secretHeaders: { apikey: apiKey } })
}

/** Requests a resource by id. @returns undefined when the venue reports that it does not exist */
export async function requestOptional<Schema extends z.ZodType<{ result: unknown }>>(
  ctx: VenueContext,
  schema: Schema,
  question: NamedRequest,
): Promise<ResultOf<Schema> | undefined> {
  try {
    return await requestRequired(ctx, schema, question)
  } catch (error) {
    if (error instanceof PmxError && notFoundCodes.has(error.code)) return undefined
    throw error
  }
}

/** Whether the venue itself reports that a resource does not exist, and not a proxy. */
export function isNotFound(error: unknown): boolean {
  return error instanceof PmxError && notFoundCodes.has(error.code) && error.detail?.['body'] !== 'foreign'
}

const notFoundCodes: ReadonlySet<string> = new Set(['NOT_FOUND', 'MARKET_NOT_FOUND'])
