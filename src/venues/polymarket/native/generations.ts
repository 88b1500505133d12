import { PmxError } from '../../../api/errors.js'
import type { VenueReply, VenueRequest } from '../../../transport/call.js'
import { errorOfStatus } from '../../../transport/errors.js'
import { memoKey } from '../../../venue-kit/memo.js'
import type { VenueContext } from '../../../venue-kit/venue.js'

/**
 * Polymarket serves several matters on two generations of routes and has announced the end of the older ones. Which
 * one lives is learned from what the host answers (README.md), never from a date.
 */
export type Generation = 'v1' | 'v2'

/** Statuses of a route that does not exist (any more). On these routes an unknown thing is an empty list, never 404. */
const routeGone = [404, 405, 410]

/** Newer routes that are asked with parameters which the documents leave open (README.md). */
const guessedRoutes: ReadonlySet<string> = new Set(['/v2/trades', '/v2/positions'])

/** Whether such a route refuses them: it cannot be used, as if it were gone. */
function isRefused({ path }: VenueRequest, { status, json }: VenueReply): boolean {
  if (status !== 400 || !guessedRoutes.has(path)) return false
  return typeof json === 'object' && json !== null && 'code' in json && json.code === 'invalid_request'
}

/**
 * Asks a route that may not exist (any more), or not with these parameters.
 * @param gone statuses that mean it does not, JSON or the web page of a server that knows no such path
 */
export async function sendIfThere(
  request: VenueRequest,
  ctx: VenueContext,
  gone: readonly number[] = routeGone,
): Promise<VenueReply | 'gone'> {
  try {
    const reply = await ctx.http.send({ ...request, accept: [...gone, 400] })
    if (reply.status === 400 && isLaterPage(request)) throw laterPageRefused(reply)
    if (gone.includes(reply.status) || isRefused(request, reply)) return 'gone'
    if (reply.status === 400) throw errorOfStatus(reply)
    return reply
  } catch (error) {
    const detail = error instanceof PmxError ? error.detail : undefined
    const isMissingPage =
      detail?.['body'] === 'html' && gone.some((status) => status === detail['upstreamStatus'])
    if (isMissingPage || detail?.['kind'] === 'route_gone') return 'gone'
    throw error
  }
}

/** A list that has begun takes the parameters: what is refused then is the place. */
function isLaterPage({ query }: VenueRequest): boolean {
  return query?.['cursor'] !== undefined
}

function laterPageRefused(reply: VenueReply): PmxError {
  const { code, message, detail } = errorOfStatus(reply)
  if (code !== 'BAD_REQUEST') return errorOfStatus(reply)
  // The place is the venue's own word, so it is not the caller's mistake.
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Polymarket refused a later page of its own list: ${message}`,
    {
      detail: { ...detail, kind: 'page_refused' },
    },
  )
}

/** How long a route that was gone is not asked again. */
const goneLately = memoKey<true>('polymarket route gone', 10 * 60_000)

/** Whether the generation's route for the matter was found gone lately. */
export function isGone(matter: string, generation: Generation, ctx: VenueContext): boolean {
  return ctx.memo.get(goneLately, `${matter} ${generation}`) === true
}

/** Remembers that the generation's route for the matter is gone. */
export function markGone(matter: string, generation: Generation, ctx: VenueContext): void {
  ctx.memo.set(goneLately, `${matter} ${generation}`, true)
}

/**
 * Asks the newer route and, where it is gone, the older one. What was found gone lately is asked last.
 * @param ask returns 'gone' for a route that does not exist
 * @throws EXCHANGE_NOT_AVAILABLE when neither exists
 */
export async function askGenerations<Answer>(
  matter: string,
  ask: (generation: Generation) => Promise<Answer | 'gone'>,
  ctx: VenueContext,
): Promise<Answer> {
  const both: readonly Generation[] = ['v2', 'v1']
  const lastGone = both.filter((generation) => isGone(matter, generation, ctx))
  const alive = both.filter((generation) => !lastGone.includes(generation))
  for (const generation of [...alive, ...lastGone]) {
    const answer = await ask(generation)
    if (answer !== 'gone') return answer
    markGone(matter, generation, ctx)
  }
  throw noRoute(matter)
}

/** The error when the venue serves a matter on no route this version knows. */
export function noRoute(matter: string): PmxError {
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Polymarket serves ${matter} on neither of the two routes this version knows.`,
    { detail: { kind: 'route_gone', matter }, retryable: false },
  )
}
