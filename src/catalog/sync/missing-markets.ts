import { PmxError } from '../../api/envelope/errors.js'
import type { MarketSource, VenueContext } from '../../venue-kit/contract/venue.js'
import type { SyncSize } from '../file/catalog-writer.js'

/** If a list loses a larger share of its rows than this, it is suspect and must be confirmed. */
export const MAX_LOSS = 0.1
/** Maximum number of missing markets that are looked up. */
const MAX_LOOKED_UP = 5

/** Whether a list has lost so many markets that some of them should be looked up. */
export function hasLostMany({ market: now }: SyncSize, { market: before }: SyncSize): boolean {
  return now < before * (1 - MAX_LOSS)
}

/**
 * Whether one of a few missing markets, evenly sampled, is or may be open: one lookup finds it open, or all lookups fail
 * for a temporary reason. The list may then be truncated. False also if the venue does not find them.
 * @param missing market ids in the order of the earlier list
 */
export async function mayAnyBeOpen(
  missing: readonly string[],
  { getMarket }: Pick<MarketSource, 'getMarket'>,
  ctx: VenueContext,
): Promise<boolean> {
  const count = Math.min(missing.length, MAX_LOOKED_UP)
  let failures = 0
  for (let place = 0; place < count; place++) {
    const id = missing[Math.floor(((place + 0.5) * missing.length) / count)] ?? ''
    try {
      if ((await getMarket(id, ctx))?.status === 'active') return true
    } catch (error) {
      if (ctx.signal.aborted) throw error
      if (!isPassing(error)) return false
      failures++
    }
  }
  return count > 0 && failures === count
}

/** Whether the failure is temporary, so that the request can be repeated. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof PmxError)) return false
  const { code, detail } = error
  return (
    code === 'NETWORK_ERROR' || code === 'RATE_LIMIT_EXCEEDED' || Number(detail?.['upstreamStatus']) >= 500
  )
}
