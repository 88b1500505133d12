import { createRecheck, type Recheck, type RecheckDeps } from '../candles/maintenance/recheck.js'

/**
 * Returns the share of final candles to recheck, 0..1. Returns undefined without a database file, and if the daemon does not
 * send its own requests: then provisional candles are not requested again either.
 */
export function shareToRecheck(
  percent: number,
  isWatching: boolean,
  candleFile: unknown,
): number | undefined {
  return isWatching && candleFile !== undefined ? percent / 100 : undefined
}

/** Starts the requests that confirm provisional candles, and rechecks of a share of the final ones. None without a share. */
export function openRecheck({
  share,
  ...deps
}: Omit<RecheckDeps, 'share'> & { readonly share: number | undefined }): Recheck | undefined {
  return share === undefined ? undefined : createRecheck({ ...deps, share })
}
