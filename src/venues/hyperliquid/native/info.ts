import type * as z from 'zod'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { readList } from '../../../venue-kit/requests/map-rows.js'

/** A read: the body of the POST, whose `type` names it, and its weight (../README.md). */
export interface InfoRequest {
  readonly body: { readonly type: string } & Readonly<Record<string, unknown>>
  readonly weight: number
}

/** Weight of most reads, and of the light ones (books, mids, balances). */
export const COMMON_WEIGHT = 20
export const LIGHT_WEIGHT = 2

/** Returns the name of a read in error messages. */
export function nameOf(type: string): string {
  return `POST /info ${type}`
}

/**
 * Calls `POST /info` and reads the response.
 * @throws EXCHANGE_NOT_AVAILABLE with detail kind `drift` for a schema mismatch
 */
export async function requestInfo<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  question: InfoRequest,
): Promise<z.output<Schema>> {
  return readPayload(schema, await sendInfo(ctx, question), nameOf(question.body.type))
}

/** Requests a list in the same way: its rows are read one by one. */
export async function requestInfoList<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  question: InfoRequest,
): Promise<z.output<Schema>> {
  return readList(schema, await sendInfo(ctx, question), nameOf(question.body.type), ctx)
}

/** Returns the raw response, for readers that also check for members that single rows may lack. */
export async function sendInfo(ctx: VenueContext, { body, weight }: InfoRequest): Promise<unknown> {
  const reply = await ctx.http.send({ host: 'api', path: '/info', body, read: true, cost: weight })
  return reply.json
}
