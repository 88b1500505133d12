import type { MarketSource, VenueContext } from '../../venue-kit/contract/venue.js'
import type { SyncSize } from '../file/catalog-writer.js'

/** A list that loses a larger share of its rows than this is suspect and must be confirmed. */
export const MAX_LOSS = 0.1
/** Maximum number of missing markets that are looked up. */
const MAX_LOOKED_UP = 5

/** Whether a list has lost so many markets that some of them are looked up. */
export function hasLostMany({ market: now }: SyncSize, { market: before }: SyncSize): boolean {
  return now < before * (1 - MAX_LOSS)
}

/**
 * Whether one of a few missing markets, evenly sampled, is still open when looked up. The list was then truncated. False also
 * where the venue does not find them, or the lookup fails.
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
