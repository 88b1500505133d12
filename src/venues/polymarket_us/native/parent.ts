import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { loadOrElse } from '../../../venue-kit/requests/map-rows.js'
import { requestList } from '../../../venue-kit/requests/request-list.js'
import type { EventFacts } from '../mapping.js'
import { eventsReply } from '../schemas.js'

/** The venue edits titles, categories and tags of events by hand, and rarely. */
const eventOf = defineMemoKey<EventFacts | 'none'>('polymarket_us event of market', 3_600_000)

/** Maximum number of slugs to try. The longest observed slugs have a dozen parts. */
const MAX_GUESSES = 10

/**
 * Finds the event of a market, which the venue does not report. Slugs of markets mostly consist of a kind, the slug of
 * the event, and a distinguishing part. All possible event slugs are requested in one call, and the event that has the
 * market is accepted (../README.md).
 * @returns undefined if none of them has it, and where the call fails: it is ornamental data
 */
export async function findEventOf(slug: string, ctx: VenueContext): Promise<EventFacts | undefined> {
  const known = ctx.memo.get(eventOf, slug)
  if (known !== undefined) return known === 'none' ? undefined : known
  const guesses = eventSlugsIn(slug)
  if (guesses.length === 0) return undefined
  const found = await loadOrElse('the event of the market', ctx, () => askFor(slug, guesses, ctx), undefined)
  if (found !== undefined) ctx.memo.set(eventOf, slug, found)
  return found === 'none' ? undefined : found
}

async function askFor(
  slug: string,
  guesses: readonly string[],
  ctx: VenueContext,
): Promise<EventFacts | 'none'> {
  const what = 'GET /v1/events'
  const query = { slug: guesses, limit: guesses.length }
  const { events } = await requestList(ctx, eventsReply, { host: 'gateway', path: '/v1/events', query, what })
  const parent = events.find(({ markets = [] }) => markets.some((market) => market.slug === slug))
  if (parent === undefined) return 'none'
  const { markets: _markets, ...facts } = parent
  return facts
}

/**
 * Returns candidates: `asc-mlb-sd-col-2026-09-16-neg-2pt5` is in `mlb-sd-col-2026-09-16`. They are the slug without the kind,
 * complete and with more and more of its end removed. No event has a slug with a single part.
 */
export function eventSlugsIn(slug: string): readonly string[] {
  const [, ...parts] = slug.split('-')
  const count = Math.min(Math.max(0, parts.length - 1), MAX_GUESSES)
  return Array.from({ length: count }, (_unused, cut) => parts.slice(0, parts.length - cut).join('-'))
}
