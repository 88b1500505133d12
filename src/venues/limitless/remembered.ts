import { memoKey } from '../memo.js'
import type { VenueContext } from '../venue.js'
import { type GroupFacts, groupFactsOf } from './markets.js'
import type { NativeLeaf, NativeMarket } from './wire.js'

/** Which market a token belongs to never changes. */
const slugOfToken = memoKey<string>('limitless market of token', 7 * 24 * 3_600_000)
/** Titles and categories of groups are edited by hand, and rarely. */
const factsOfGroup = memoKey<GroupFacts>('limitless group', 6 * 3_600_000)

/** Keeps what a list or a lookup shows by the way: the venue finds no market by its token. */
export function rememberMarket(native: NativeMarket, ctx: VenueContext): void {
  if (native.markets !== undefined) ctx.memo.set(factsOfGroup, native.slug, groupFactsOf(native))
  const leaves: readonly NativeLeaf[] = native.markets ?? [native]
  for (const { slug, tokens, positionIds = [] } of leaves) {
    const ids = tokens === undefined ? positionIds : [tokens.yes, tokens.no]
    for (const tokenId of ids) ctx.memo.set(slugOfToken, tokenId, slug)
  }
}

export function rememberedSlug(tokenId: string, ctx: VenueContext): string | undefined {
  return ctx.memo.get(slugOfToken, tokenId)
}

export function rememberedGroup(slug: string, ctx: VenueContext): GroupFacts | undefined {
  return ctx.memo.get(factsOfGroup, slug)
}
