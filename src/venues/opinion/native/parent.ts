import { pathOf } from '../../../transport/call-types.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { isCategorical, type Parent } from '../mapping.js'
import { type NativeMarket, type NativeRow, singleMarket } from '../schemas.js'
import { findParentNumber, recallParent, rememberRow } from './places.js'
import { requestOptional } from './request.js'

/**
 * Returns the categorical market of a child: cached, guessed from its slug and verified, or found among the open markets.
 * @returns undefined when it stands alone, and for a closed child with an unknown parent
 */
export async function parentOf(native: NativeMarket, ctx: VenueContext): Promise<Parent | undefined> {
  const remembered = recallParent(native.marketId, ctx)
  if (remembered !== undefined) return remembered
  if (standsAlone(native)) return undefined
  for (const slug of parentSlugsOf(native)) {
    const found = await rowAt(pathOf`/market/slug/${slug}`, ctx)
    if (found !== undefined && hasChild(found, native)) return keep(found, ctx)
  }
  const number = await findParentNumber(native.marketId, ctx)
  const found = number === undefined ? undefined : await rowAt(pathOf`/market/categorical/${number}`, ctx)
  return found !== undefined && hasChild(found, native) ? keep(found, ctx) : undefined
}

/**
 * Whether a market stands alone. Children have no labels. Their own responses were observed with and without the type of a binary
 * market.
 */
function standsAlone({ labels = [] }: NativeMarket): boolean {
  return labels.length > 0
}

function hasChild(row: NativeRow, { marketId }: NativeMarket): boolean {
  return isCategorical(row) && (row.childMarkets ?? []).some((child) => child.marketId === marketId)
}

function keep(row: NativeRow, ctx: VenueContext): Parent {
  rememberRow(row, ctx)
  return row
}

async function rowAt(path: string, ctx: VenueContext): Promise<NativeRow | undefined> {
  const answer = await requestOptional(ctx, singleMarket, { path, what: `GET ${path}` })
  return answer?.data ?? undefined
}

/** Maximum number of slugs to try, with one call each. */
const TRIES = 2

/**
 * Returns possible slugs of the parent. In every recorded pair, the child's slug is the parent's slug followed by the child's
 * title. The title determines how many words to remove. A symbol may or may not be a word of the slug.
 */
export function parentSlugsOf({ slug, marketTitle }: Pick<NativeMarket, 'slug' | 'marketTitle'>): string[] {
  if (slug === undefined) return []
  const words = slug.split('-')
  const spelled = marketTitle.replace(/(\d),(?=\d)/g, '$1').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  const signs = marketTitle.match(/[↑↓]/gu)?.length ?? 0
  const lengths = [...new Set([spelled + signs, spelled, spelled + 1])]
  return lengths
    .filter((length) => length > 0 && length < words.length)
    .slice(0, TRIES)
    .map((length) => words.slice(0, -length).join('-'))
}
