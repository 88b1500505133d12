import type * as z from 'zod'
import type { QueryValue, VenueRequest } from '../../transport/call.js'
import type { VenueContext } from '../contract/venue.js'
import { readPayload } from '../payload/payload.js'
import { readList } from './map-rows.js'

/** A read of a venue: the path with its ids in, and the name it goes by in error messages. */
export interface NamedRequest {
  /** One of the venue's hosts; `api` without it. */
  readonly host?: string
  readonly path: string
  readonly query?: Readonly<Record<string, QueryValue>>
  /** Such as `GET /markets/{id}`. */
  readonly what: string
  /** As of {@link VenueRequest}. */
  readonly ownMembers?: readonly string[]
}

/** Asks for something that must be there. A 404 is an error like any other. */
export async function requestRequired<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { host = 'api', path, query = {}, what }: NamedRequest,
): Promise<z.output<Schema>> {
  const reply = await ctx.http.send({ host, path, query })
  return readPayload(schema, reply.json, what)
}

/** As {@link requestRequired}, for a list: its rows are read one by one. */
export async function requestList<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { host = 'api', path, query = {}, what }: NamedRequest,
): Promise<z.output<Schema>> {
  const reply = await ctx.http.send({ host, path, query })
  return readList(schema, reply.json, what, ctx)
}

/**
 * Asks for something that may not be there.
 * @param absence the status by which the venue says so
 * @returns undefined when the venue answers with that status
 */
export async function requestOptional<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { host = 'api', path, query = {}, what }: NamedRequest,
  absence = 404,
): Promise<z.output<Schema> | undefined> {
  const reply = await ctx.http.send({ host, path, query, accept: [absence] })
  return reply.status === absence ? undefined : readPayload(schema, reply.json, what)
}
