import type * as z from 'zod'
import type { QueryValue } from '../../transport/call.js'
import { drift, readPayload } from '../payload.js'
import type { VenueContext } from '../venue.js'

/** A read of the API: the path with its ids in, and the name it goes by in error messages. */
export interface Question {
  readonly path: string
  readonly query: Readonly<Record<string, QueryValue>>
  /** Such as `GET /markets/{id}`. */
  readonly what: string
}

/** Asks for something that must be there. A 404 is an error like any other. */
export async function ask<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { path, query, what }: Question,
): Promise<z.output<Schema>> {
  const reply = await ctx.http.send({ host: 'api', path, query })
  return readPayload(schema, reply.json, what)
}

/** Asks for one thing by id. @returns undefined when the venue answers 404 */
export async function askOne<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { path, query, what }: Question,
): Promise<z.output<Schema> | undefined> {
  const reply = await ctx.http.send({ host: 'api', path, query, accept: [404] })
  return reply.status === 404 ? undefined : readPayload(schema, reply.json, what)
}

/** Asks for a list whose filter the venue may not know. @returns undefined when it refuses the question (400) */
export async function askUnlessRefused<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { path, query, what }: Question,
): Promise<z.output<Schema> | undefined> {
  const reply = await ctx.http.send({ host: 'api', path, query, accept: [400] })
  return reply.status === 400 ? undefined : readPayload(schema, reply.json, what)
}

/**
 * A filter that the venue ignores brings strangers; leaving them out would turn "not asked" into "there is none".
 * @throws EXCHANGE_NOT_AVAILABLE when the row is a stranger
 */
export function assertHonoured(isAsked: boolean, what: string, path: string, got: unknown): void {
  if (!isAsked) throw drift(what, path, `the filter was not honoured, got ${JSON.stringify(got)}`)
}
