import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { withRawOf } from '../../../venue-kit/payload/raw-fields.js'
import { convertRows } from '../../../venue-kit/requests/map-rows.js'
import { type GroupFacts, groupFactsOf } from '../mapping.js'
import type { NativeLeaf, NativeMarket } from '../schemas.js'
import { type Tokens, tokensOf } from './tokens.js'

/** The market of a token never changes. */
const slugOfToken = defineMemoKey<string>('limitless market of token', 7 * 24 * 3_600_000)
/** The venue edits titles and categories of groups by hand, and rarely. */
const factsOfGroup = defineMemoKey<GroupFacts>('limitless group', 6 * 3_600_000)

/**
 * Caches the tokens of a market from a list or a lookup: the venue finds no market by its token.
 * @returns the market, in lists without those children that cannot be cached
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for a market of the book without tokens, which could never be found
 */
export function rememberMarket(native: NativeMarket, what: string, ctx: VenueContext): NativeMarket {
  if (native.markets === undefined) return rememberLeaf(native, what, ctx)
  ctx.memo.set(factsOfGroup, native.slug, groupFactsOf(native))
  const markets = convertRows(native.markets, 'markets', (leaf) => rememberLeaf(leaf, what, ctx))
  return withRawOf(native, { ...native, markets })
}

function rememberLeaf<Leaf extends NativeLeaf>(leaf: Leaf, what: string, ctx: VenueContext): Leaf {
  const tokens = tokensOf(leaf, what)
  if (tokens !== undefined) rememberTokens(leaf.slug, tokens, ctx)
  return leaf
}

/** Caches the market of two tokens. */
export function rememberTokens(slug: string, { yes, no }: Tokens, ctx: VenueContext): void {
  for (const tokenId of [yes, no]) ctx.memo.set(slugOfToken, tokenId, slug)
}

export function recallSlug(tokenId: string, ctx: VenueContext): string | undefined {
  return ctx.memo.get(slugOfToken, tokenId)
}

export function recallGroup(slug: string, ctx: VenueContext): GroupFacts | undefined {
  return ctx.memo.get(factsOfGroup, slug)
}
