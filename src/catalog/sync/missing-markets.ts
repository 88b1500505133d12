import type { MarketSource, VenueContext } from '../../venue-kit/contract/venue.js'
import type { SyncSize } from '../file/catalog-writer.js'

/** Lists that lose more of their rows have lost too many to be believed at once. */
export const MAX_LOSS = 0.1
/** Missing markets that are looked up. */
const MAX_LOOKED_UP = 5

/** Whether a list has lost so many markets that some of them are looked up. */
export function hasLostMany({ market: now }: SyncSize, { market: before }: SyncSize): boolean {
  return now < before * (1 - MAX_LOSS)
}

/**
 * Whether one of a few markets, taken evenly of those that a list lacks, is still open by itself: then the list was cut.
 * False also where the venue does not find them, or cannot be asked.
 * @param missing market ids in the order of the earlier list
 */
export async function isAnyOpen(
  missing: readonly string[],
  { getMarket }: Pick<MarketSource, 'getMarket'>,
  ctx: VenueContext,
): Promise<boolean> {
  const count = Math.min(missing.length, MAX_LOOKED_UP)
  for (let place = 0; place < count; place++) {
    const id = missing[Math.floor(((place + 0.5) * missing.length) / count)] ?? ''
    try {
      if ((await getMarket(id, ctx))?.status === 'active') return true
    } catch (error) {
      if (ctx.signal.aborted) throw error
      return false
    }
  }
  return false
}
