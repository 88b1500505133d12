import { PmxError } from '../../../api/envelope/errors.js'
import type { VenueReply, VenueRequest } from '../../../transport/call-types.js'
import { toStatusError } from '../../../transport/errors.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'

/**
 * Generation of a route. Polymarket serves price histories on two generations of routes, and describes the newer one as a
 * replacement for the older one. Only the host's responses decide which one is available (README.md), never a date.
 */
export type Generation = 'v1' | 'v2'

/** Statuses of a route that does not exist (any more). On these routes an unknown id returns an empty list, never 404. */
const routeGone = [404, 405, 410]

/**
 * Calls a route that may not exist (any more).
 * @param gone statuses that mean it does not, with JSON or the web page of a server that does not know the path
 */
export async function sendIfThere(
  request: VenueRequest,
  ctx: VenueContext,
  gone: readonly number[] = routeGone,
): Promise<VenueReply | 'gone'> {
  try {
    const reply = await ctx.http.send({ ...request, accept: [...(request.accept ?? []), ...gone, 400] })
    if (reply.status === 400 && isLaterPage(request)) throw laterPageRefused(reply)
    if (gone.includes(reply.status)) return 'gone'
    if (reply.status === 400) throw toStatusError(reply)
    return reply
  } catch (error) {
    const detail = error instanceof PmxError ? error.detail : undefined
    const isMissingPage =
      detail?.['body'] === 'html' && gone.some((status) => status === detail['upstreamStatus'])
    if (isMissingPage || detail?.['kind'] === 'route_gone') return 'gone'
    throw error
  }
}

/**
 * Whether the request is for a later page. A list that has begun accepts the parameters, so a later refusal concerns the cursor.
 */
function isLaterPage({ query }: VenueRequest): boolean {
  return query?.['cursor'] !== undefined
}

function laterPageRefused(reply: VenueReply): PmxError {
  const { code, message, detail } = toStatusError(reply)
  if (code !== 'BAD_REQUEST') return toStatusError(reply)
  // The cursor is the venue's own, so the refusal is not the caller's mistake.
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Polymarket refused a later page of its own list: ${message}`,
    {
      detail: { ...detail, kind: 'page_refused' },
    },
  )
}

/** How long a missing route is not requested again, ms. */
const GONE_MS = 10 * 60_000
const goneLately = defineMemoKey<true>('polymarket route gone', GONE_MS)
/** Time at which the route was first missing since its last response, epoch ms. */
const goneSince = defineMemoKey<number>('polymarket route gone since', 24 * 60 * 60_000)

/** Whether the generation's route for the matter was recently missing. */
export function isRetired(matter: string, generation: Generation, ctx: VenueContext): boolean {
  return ctx.memo.get(goneLately, `${matter} ${generation}`) === true
}

/** Whether the route was missing at two distant times without a response in between. A single failure may be a fault. */
export function isConfirmedRetired(matter: string, generation: Generation, ctx: VenueContext): boolean {
  const since = ctx.memo.get(goneSince, `${matter} ${generation}`)
  return since !== undefined && ctx.clock.now() - since >= GONE_MS
}

/** Records that the generation's route for the matter is missing. */
export function markRetired(matter: string, generation: Generation, ctx: VenueContext): void {
  const route = `${matter} ${generation}`
  ctx.memo.set(goneLately, route, true)
  ctx.memo.set(goneSince, route, ctx.memo.get(goneSince, route) ?? ctx.clock.now())
}

/** Records that the generation's route for the matter has responded. */
export function markThere(matter: string, generation: Generation, ctx: VenueContext): void {
  ctx.memo.delete(goneSince, `${matter} ${generation}`)
}

/** Creates the error when no known route of the venue serves a matter. */
export function createNoRouteError(matter: string): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `This version does not know a route on which Polymarket serves ${matter}. A newer pmx-local may know one.`,
    { detail: { kind: 'route_gone', matter }, retryable: false },
  )
}
