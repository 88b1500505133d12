import type * as z from 'zod'
import type { QueryValue } from '../../transport/call.js'
import { drift, readPayload } from '../payload.js'
import type { VenueContext } from '../venue.js'

/** A read of the API: the path with its ids in, and the name it goes by in error messages. */
export interface Question {
  readonly path: string
  readonly query?: Readonly<Record<string, QueryValue>>
  /** Such as `GET /markets/{ticker}`. */
  readonly what: string
}

/** Asks for something that must be there. A 404 is an error like any other. */
export async function ask<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { path, query = {}, what }: Question,
): Promise<z.output<Schema>> {
  const reply = await ctx.http.send({ host: 'api', path, query })
  return readPayload(schema, reply.json, what)
}

/** Asks for one thing by id. @returns undefined when the venue answers 404 */
export async function askOne<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  { path, query = {}, what }: Question,
): Promise<z.output<Schema> | undefined> {
  const reply = await ctx.http.send({ host: 'api', path, query, accept: [404] })
  return reply.status === 404 ? undefined : readPayload(schema, reply.json, what)
}

/**
 * Where a list goes on; undefined at its end. Kalshi ends a list with an empty cursor, without the member, or with an
 * empty page (docs: kalshi pagination), so only a page as full as pages get makes a missing cursor suspicious.
 * @param count native rows of the page
 * @param fullPage most rows the venue puts on a page
 * @throws EXCHANGE_NOT_AVAILABLE when a full page says nothing of what follows
 */
export function nextCursor(
  cursor: string | null | undefined,
  count: number,
  fullPage: number,
  what: string,
): string | undefined {
  if (cursor === undefined && count >= fullPage) throw drift(what, 'cursor', 'a full page without a cursor')
  return count === 0 || cursor === null || cursor === '' ? undefined : cursor
}

/**
 * A filter that the venue ignores brings strangers; leaving them out would turn "not asked" into "there is none".
 * @throws EXCHANGE_NOT_AVAILABLE when the row is a stranger
 */
export function assertHonoured(isAsked: boolean, what: string, path: string, got: string): void {
  if (!isAsked) throw drift(what, path, `the filter was not honoured, got ${got}`)
}
