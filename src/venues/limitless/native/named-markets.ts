import { defineMemoKey, remember } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readId } from '../ids.js'
import { findNative } from '../lookup.js'
import { type Tokens, tokensOf } from './tokens.js'

/** The ids of a market's outcomes never change. */
const tokensOfMarket = defineMemoKey<Tokens>('limitless tokens of market', 7 * 24 * 3_600_000)

/** Returns the slugs of a market that a caller names in any way; for a group, those of its markets. */
export async function findSlugsByName(name: string, ctx: VenueContext): Promise<readonly string[]> {
  const native = await findNative(readId(name), ctx)
  if (native === undefined) return []
  return native.markets === undefined ? [native.slug] : native.markets.map(({ slug }) => slug)
}

/** Returns the outcomes of a market, or undefined if it is no longer known. */
export async function findTokensBySlug(slug: string, ctx: VenueContext): Promise<Tokens | undefined> {
  return remember(ctx.memo, tokensOfMarket, slug, async () => {
    const native = await findNative({ kind: 'slug', slug }, ctx)
    const isMarket = native !== undefined && native.markets === undefined
    return isMarket ? tokensOf(native, 'GET /markets/{addressOrSlug}') : undefined
  })
}

/**
 * Whether a row is of the caller's outcome: by its token, or its YES side by the slug.
 * @param named undefined if rows of all outcomes are requested
 */
export function isOfOutcome(
  named: string | undefined,
  outcomeId: string | undefined,
  tokens: Tokens | undefined,
): boolean {
  if (named === undefined) return true
  const id = readId(named)
  return outcomeId === (id.kind === 'token' ? id.tokenId : tokens?.yes)
}
