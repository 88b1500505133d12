import { PmxError } from '../../api/envelope/errors.js'
import type { MarketSource, VenueContext } from '../../venue-kit/contract/venue.js'
import type { SyncSize } from '../file/catalog-writer.js'

/** If a list loses a larger share of its rows than this, it is suspect and must be confirmed. */
export const MAX_LOSS = 0.1
/** Maximum number of missing markets that are looked up. */
const MAX_LOOKED_UP = 5

/**
 * Whether a list has lost so many markets that some of them should be looked up.
 * @param missing number of markets of the earlier list that it lacks: others may have taken their place
 */
export function hasLostMany({ market: now }: SyncSize, { market: before }: SyncSize, missing = 0): boolean {
  return Math.min(now, before - missing) < before * (1 - MAX_LOSS)
}

/**
 * State of missing markets. `open`: one of them is open, or all lookups failed for a temporary reason, so that the list may be
 * truncated. `closed`: all of them are closed. `unknown`: the venue does not find one of them.
 */
type MissingState = 'open' | 'closed' | 'unknown'

/**
 * Looks up a few missing markets, evenly sampled, until one is open.
 * @param missing market ids in the order of the earlier list
 */
export async function lookUpMissing(
  missing: readonly string[],
  { getMarket }: Pick<MarketSource, 'getMarket'>,
  ctx: VenueContext,
): Promise<MissingState> {
  const count = Math.min(missing.length, MAX_LOOKED_UP)
  let failures = 0
  let closed = 0
  for (let place = 0; place < count; place++) {
    const id = missing[Math.floor(((place + 0.5) * missing.length) / count)] ?? ''
    try {
      const found = await getMarket(id, ctx)
      if (found?.status === 'active') return 'open'
      if (found !== undefined) closed++
    } catch (error) {
      if (ctx.signal.aborted) throw error
      if (!isPassing(error)) return 'unknown'
      failures++
    }
  }
  if (count > 0 && failures === count) return 'open'
  return count > 0 && closed === count ? 'closed' : 'unknown'
}

/** Whether the failure is temporary, so that the request can be repeated. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof PmxError)) return false
  const { code, detail } = error
  return (
    code === 'NETWORK_ERROR' || code === 'RATE_LIMIT_EXCEEDED' || Number(detail?.['upstreamStatus']) >= 500
  )
}
