import type * as z from 'zod'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { readList } from '../../../venue-kit/requests/map-rows.js'

/** A read: the body of the POST, whose `type` names it, and what it weighs (../README.md). */
export interface InfoRequest {
  readonly body: { readonly type: string } & Readonly<Record<string, unknown>>
  readonly weight: number
}

/** What most reads weigh, and what the light ones do (books, mids, balances). */
export const COMMON_WEIGHT = 20
export const LIGHT_WEIGHT = 2

/** The name of a read in error messages. */
export function nameOf(type: string): string {
  return `POST /info ${type}`
}

/**
 * Asks `POST /info` and reads the answer.
 * @throws EXCHANGE_NOT_AVAILABLE with detail kind `drift` for another shape than the schema's
 */
export async function requestInfo<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  question: InfoRequest,
): Promise<z.output<Schema>> {
  return readPayload(schema, await sendInfo(ctx, question), nameOf(question.body.type))
}

/** The same for a list: its rows are read one by one. */
export async function requestInfoList<Schema extends z.ZodType>(
  ctx: VenueContext,
  schema: Schema,
  question: InfoRequest,
): Promise<z.output<Schema>> {
  return readList(schema, await sendInfo(ctx, question), nameOf(question.body.type), ctx)
}

/** The answer as it came, for readers that also look at what single rows may lack. */
export async function sendInfo(ctx: VenueContext, { body, weight }: InfoRequest): Promise<unknown> {
  const reply = await ctx.http.send({ host: 'api', path: '/info', body, read: true, cost: weight })
  return reply.json
}
