import type { HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readId, readOutcomeId, type Side } from '../ids.js'
import { findMarket } from '../lookup.js'

/** Returns the slug of a market that may be named by its number or page, or undefined for an unknown name. */
export async function slugOf(marketId: string, ctx: VenueContext): Promise<string | undefined> {
  const id = readId(marketId)
  if (id.kind === 'slug' || id.kind === 'market page') return id.slug
  return id.kind === 'number' ? (await findMarket(id, ctx))?.slug : undefined
}

interface Wanted {
  readonly slug?: string
  readonly side?: Side
}

/** Returns the filter of a query for trades, or undefined if nothing matches the given names. */
export async function requestedTradesOf(
  { marketId, outcomeId }: HistoryQuery,
  ctx: VenueContext,
): Promise<Wanted | undefined> {
  const outcome = outcomeId === undefined ? undefined : readOutcomeId(outcomeId)
  if (outcomeId !== undefined && outcome === undefined) return undefined
  const { market, side } = outcome ?? {}
  const names = [marketId, market?.kind === 'number' ? market.number : market?.slug]
  const slugs = await Promise.all(names.flatMap((name) => (name === undefined ? [] : [slugOf(name, ctx)])))
  const [slug] = slugs
  if (slugs.some((one) => one === undefined || one !== slug)) return undefined
  return { ...(slug === undefined ? {} : { slug }), ...(side === undefined ? {} : { side }) }
}
