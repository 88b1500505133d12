import type { RecheckingStore } from '../candles/database/recheck-table.js'
import type { OnDiffering } from '../candles/fetch/finalize.js'
import { createRecheck, type Recheck, type RecheckDeps } from '../candles/maintenance/recheck.js'
import { toFirstLook } from '../candles/store/recheck-rows.js'

/** Of final candles, 0..1; nothing without a file, and where no venue is asked of our own accord. */
export function shareToRecheck(percent: number, isWatching: boolean, candleFile: unknown): number {
  return isWatching && candleFile !== undefined ? percent / 100 : 0
}

/** Undefined where nothing is to be looked at again. */
export function openRecheck(deps: RecheckDeps): Recheck | undefined {
  return deps.share > 0 ? createRecheck(deps) : undefined
}

/** Notes what questions find otherwise than it is stored. */
export function noteLooksIn(store: RecheckingStore): OnDiffering {
  return (identity, bars, terms) => {
    const found = toFirstLook(identity, bars)
    if (found !== undefined) store.noteLook(...found, terms)
  }
}
