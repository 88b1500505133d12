import { createRecheck, type Recheck, type RecheckDeps } from '../candles/maintenance/recheck.js'

/**
 * Returns the share of final candles to recheck, 0..1. Returns undefined if the daemon does not send its own requests: then
 * provisional candles are not requested again either.
 */
export function shareToRecheck(percent: number, isWatching: boolean): number | undefined {
  return isWatching ? percent / 100 : undefined
}

/**
 * Starts the requests that confirm provisional candles, and rechecks of a share of the final ones. If the share is undefined,
 * there are none.
 */
export function openRecheck({
  share,
  ...deps
}: Omit<RecheckDeps, 'share'> & { readonly share: number | undefined }): Recheck | undefined {
  return share === undefined ? undefined : createRecheck({ ...deps, share })
}
