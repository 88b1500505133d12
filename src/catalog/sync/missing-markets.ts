import { PmxError } from '../../api/envelope/errors.js'
import type { MarketSource, VenueContext } from '../../venue-kit/contract/venue.js'
import type { MissingSample, SyncSize } from '../file/catalog-writer.js'

/** If a list loses a larger share of its rows than this, it is suspect and must be confirmed. */
export const MAX_LOSS = 0.1
/** Maximum number of missing markets that are looked up. */
const MAX_LOOKED_UP = 5
/** Number of missing markets that are remembered until the next read. */
const MAX_REMEMBERED = 50
/** Two lists lack the same markets when the later one lacks at most this many times as many, and at least this share of them. */
const MAX_GROWTH = 1.25
const MIN_SHARED = 0.5
/**
 * Share of a list that may have ended if lookups do not find it. Above it, the list and the lookups may be those of another
 * environment.
 */
const MAX_FORGOTTEN = 0.5

/**
 * Whether a list has lost so many markets that some of them should be looked up.
 * @param missing number of markets of the earlier list that it lacks: others may have taken their place
 */
export function hasLostMany({ market: now }: SyncSize, { market: before }: SyncSize, missing = 0): boolean {
  return Math.min(now, before - missing) < before * (1 - MAX_LOSS)
}

/**
 * State of missing markets. `open`: one of them is open, or all lookups failed for a temporary reason, so that the list may be
 * truncated. `closed`: all of them are closed. `forgotten`: the venue does not find some of them, and the others are closed.
 * `unknown`: a lookup failed.
 */
type MissingState = 'open' | 'closed' | 'forgotten' | 'unknown'

/** Takes an even sample of missing markets. @param missing market ids in the order of the earlier list */
export function sampleMissing(missing: readonly string[]): MissingSample {
  return { count: missing.length, ids: sampleOf(missing, MAX_REMEMBERED) }
}

/** Whether a list lacks about the same markets as one that was read before it. */
export function lacksSame(missing: readonly string[], earlier: MissingSample | undefined): boolean {
  if (earlier === undefined || missing.length > earlier.count * MAX_GROWTH) return false
  const isMissing = new Set(missing)
  return earlier.ids.filter((id) => isMissing.has(id)).length >= earlier.ids.length * MIN_SHARED
}

/**
 * Returns how many of the missing markets should still be open. Markets that are closed by their own lookups have left the list:
 * others may have opened since. Venues forget markets that have ended.
 */
export function countLostMarkets(missing: number, before: number, state: MissingState): number {
  if (state === 'closed' || (state === 'forgotten' && missing < before * MAX_FORGOTTEN)) return 0
  return missing
}

function sampleOf(ids: readonly string[], most: number): string[] {
  const count = Math.min(ids.length, most)
  return Array.from(
    { length: count },
    (_, place) => ids[Math.floor(((place + 0.5) * ids.length) / count)] ?? '',
  )
}

/**
 * Looks up a few missing markets, evenly sampled, until one is open.
 * @param missing market ids in the order of the earlier list
 */
export async function lookUpMissing(
  missing: readonly string[],
  { getMarket }: Pick<MarketSource, 'getMarket'>,
  ctx: VenueContext,
): Promise<MissingState> {
  const ids = sampleOf(missing, MAX_LOOKED_UP)
  let failures = 0
  let closed = 0
  for (const id of ids) {
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
  if (ids.length === 0 || failures > 0) return ids.length > 0 && failures === ids.length ? 'open' : 'unknown'
  return closed === ids.length ? 'closed' : 'forgotten'
}

/** Whether the failure is temporary, so that the request can be repeated. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof PmxError)) return false
  const { code, detail } = error
  return (
    code === 'NETWORK_ERROR' || code === 'RATE_LIMIT_EXCEEDED' || Number(detail?.['upstreamStatus']) >= 500
  )
}
