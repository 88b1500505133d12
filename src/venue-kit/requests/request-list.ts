import type * as z from 'zod'
import type { QueryValue, VenueRequest } from '../../transport/call-types.js'
import type { VenueContext } from '../contract/venue.js'
import { readPayload } from '../payload/payload.js'
import { readList } from './map-rows.js'

/** A GET request of a venue: the path with its ids, and its name in error messages. */
export interface NamedRequest {
  /** One of the venue's hosts; the default is `api`. */
  readonly host?: string
  readonly path: string
  readonly query?: Readonly<Record<string, QueryValue>>
  /** Such as `GET /markets/{id}`. */
  readonly what: string
  /** As of {@link VenueRequest}. */
  readonly ownMembers?: readonly string[]
}

/** Requests a resource that must exist. A 404 is an error like any other. */
export async function requestRequired<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { host = 'api', path, query = {}, what }: NamedRequest,
): Promise<z.output<Schema>> {
  const reply = await ctx.http.send({ host, path, query })
  return readPayload(schema, reply.json, what)
}

/** Requests a list as {@link requestRequired} does, with its rows read one by one. */
export async function requestList<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { host = 'api', path, query = {}, what }: NamedRequest,
): Promise<z.output<Schema>> {
  const reply = await ctx.http.send({ host, path, query })
  return readList(schema, reply.json, what, ctx)
}

/**
 * Requests a resource that may not exist.
 * @param absence the venue's status for a missing resource
 * @returns undefined when the venue returns that status
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
