import * as z from 'zod'
import { PmxError } from '../../../api/envelope/errors.js'
import { DAY_MS } from '../../../api/times/resolution.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { CancelAfter } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { apiKeysOf, sendSigned } from '../auth.js'

/**
 * Heartbeats (docs.polymarket.com, "Send heartbeat"; ../README.md, "Accounts and orders"): after the first one, ten seconds
 * without another cancel all orders of the API key. The venue checks every five seconds. No call turns this off.
 */
export const heartbeats: CancelAfter = {
  kind: 'heartbeat',
  silenceMs: 10_000,
  everyMs: 5_000,
  silentKey: async (ctx) => (await apiKeysOf(ctx)).apiKey,
  beat,
}

const PATH = '/v1/heartbeats'
const WHAT = `POST ${PATH}`

/** Each heartbeat carries the id from the previous response. */
const lastId = defineMemoKey<string>('polymarket heartbeat', DAY_MS)

const answered = z.object({ heartbeat_id: z.string().min(1) })
/** The text is in `error_msg`, or in `error` according to the venue's OpenAPI document, which has no id next to it. */
const refused = z.object({
  heartbeat_id: z.string().optional(),
  error_msg: z.string().optional(),
  error: z.string().optional(),
})

async function beat(ctx: VenueContext): Promise<void> {
  const first = await send(ctx.memo.get(lastId, '') ?? '', ctx)
  // Another process may have sent one meanwhile, or an earlier run of this one.
  const last = 'expected' in first ? await send(first.expected, ctx) : first
  if ('expected' in last)
    throw new PmxError(
      'BAD_REQUEST',
      'Polymarket refused a heartbeat: another process sends them for this API key.',
    )
  ctx.memo.set(lastId, '', last.id)
}

async function send(
  id: string,
  ctx: VenueContext,
): Promise<{ readonly id: string } | { readonly expected: string }> {
  const body = { heartbeat_id: id }
  const { status, json } = await sendSigned({ path: PATH, body, accept: [400] }, ctx)
  if (status !== 400) return { id: readPayload(answered, json, WHAT).heartbeat_id }
  const { heartbeat_id: expected, error_msg, error } = readPayload(refused, json, WHAT)
  if (expected !== undefined) return { expected }
  const words = (error_msg ?? error ?? 'without a reason').slice(0, 200)
  // Otherwise the cached id would be refused for a day.
  if (id !== '' && /invalid heartbeat id/i.test(words)) return { expected: '' }
  throw new PmxError('BAD_REQUEST', `Polymarket refused a heartbeat: ${words}`)
}
