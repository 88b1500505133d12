import type { RecheckingStore } from '../candles/database/recheck-table.js'
import type { OnDiffering } from '../candles/fetch/finalize.js'
import { createRecheck, type Recheck, type RecheckDeps } from '../candles/maintenance/recheck.js'
import { toFirstLook } from '../candles/store/recheck-rows.js'

/**
 * Returns the share of final candles to recheck, 0..1. Returns 0 without a database file, and if the daemon does not send
 * its own requests.
 */
export function shareToRecheck(percent: number, isWatching: boolean, candleFile: unknown): number {
  return isWatching && candleFile !== undefined ? percent / 100 : 0
}

/** Starts rechecking, or undefined if the share is 0. */
export function openRecheck(deps: RecheckDeps): Recheck | undefined {
  return deps.share > 0 ? createRecheck(deps) : undefined
}

/** Returns a callback that schedules a recheck if a venue's response differs from the stored candles. */
export function noteLooksIn(store: RecheckingStore): OnDiffering {
  return (identity, bars, terms) => {
    const found = toFirstLook(identity, bars)
    if (found !== undefined) store.noteLook(...found, terms)
  }
}
