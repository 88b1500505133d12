import { PmxError } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import { createAbort, DeadlineExceeded } from '../../../policy/abort.js'

/** Maximum number of concurrent list reads of one venue. Further reads wait; a caller that joins a running read does not. */
export const CRAWLS_AT_ONCE = 4

/** A read in progress, as its waiting callers see it. */
export interface Crawl {
  rows: number
  /** Whether it reads to the end, so that it holds every part that a caller may want. */
  isWhole: boolean
  /** Whether it no longer waits for other lists of its venue. */
  hasBegun: boolean
  trouble(): PmxError | undefined
}

/**
 * Returns a signal that aborts when a caller disconnects. It does not abort when the caller's time is up, because the
 * caller then retries.
 */
export function hangUpOf(signal: AbortSignal): { readonly signal: AbortSignal; release(): void } {
  const hangUp = createAbort()
  const onAbort = (): void => {
    if (!(signal.reason instanceof DeadlineExceeded)) hangUp.abort(signal.reason)
  }
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return { signal: hangUp.signal, release: () => signal.removeEventListener('abort', onAbort) }
}

/**
 * Waits for the end of a read, or the caller's own end if that comes first.
 * @param keep receives the result that arrives after the caller has left
 * @param tooSlow creates the error for a caller whose time is up
 */
export async function waitFor<Result>(
  reading: Promise<Result>,
  signal: AbortSignal,
  keep: (result: Result) => void,
  tooSlow: (waitedMs: number) => PmxError,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let left = false
    const onAbort = (): void => {
      left = true
      const { reason } = signal
      reject(reason instanceof DeadlineExceeded ? tooSlow(reason.allowedMs) : reason)
    }
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    reading.then(
      (result) => {
        signal.removeEventListener('abort', onAbort)
        if (left) keep(result)
        else resolve(result)
      },
      (error: unknown) => {
        signal.removeEventListener('abort', onAbort)
        reject(error)
      },
    )
  })
}

/**
 * Creates the error for a list that is not ready in time. Reasons are that the venue fails or does not respond, that
 * other lists come first, or that the list is long.
 */
export function createStillReadingError(crawl: Crawl, venue: VenueId, waitedMs: number): PmxError {
  const { rows, hasBegun } = crawl
  const trouble = crawl.trouble()
  const cause = trouble === undefined ? {} : { cause: { code: trouble.code, message: trouble.message } }
  const detail = { kind: 'still_listing', rowsSoFar: rows, ...cause }
  const unavailable = (message: string): PmxError =>
    new PmxError('EXCHANGE_NOT_AVAILABLE', message, { detail })
  if (!hasBegun)
    return unavailable(`${CRAWLS_AT_ONCE} other lists of ${venue} are being read first. Retry in a moment.`)
  if (trouble !== undefined)
    return unavailable(
      `The list of ${venue} cannot be read at the moment (${rows} rows so far): ${trouble.message} The daemon keeps trying. Retry in a moment.`,
    )
  if (rows === 0)
    return new PmxError(
      'NETWORK_ERROR',
      `${venue} did not respond within ${Math.round(waitedMs / 1000)} s, and no rows of its list have arrived. The daemon keeps waiting. Retry in a moment.`,
      { detail },
    )
  return unavailable(
    `The list of ${venue} is long: ${rows} rows have been read so far, and reading continues. Retry in a moment, or pass a limit.`,
  )
}
