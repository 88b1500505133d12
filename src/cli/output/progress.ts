import { systemClock } from '../../effects/clock.js'
import type { Output } from './output.js'
import { FRAME_MS, renderProgress } from './progress-line.js'

/** Shorter waits show no progress, ms. */
const QUIET_MS = 400

/**
 * Shows progress on a terminal during some work. Other output replaces it, and the end clears it.
 * @param what the text, such as `asking kalshi`; a function where it changes
 * @param venueCalls calls sent to venues so far; undefined where the number is unknown
 */
export async function withProgress<Result>(
  output: Pick<Output, 'progress' | 'progressColumns'>,
  what: string | (() => string),
  venueCalls: () => number | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const columns = output.progressColumns
  if (columns === undefined) return work()
  const startedAt = systemClock.now()
  const timer = setInterval(() => {
    const elapsedMs = systemClock.now() - startedAt
    if (elapsedMs < QUIET_MS) return
    const words = typeof what === 'string' ? what : what()
    output.progress(renderProgress({ what: words, elapsedMs, venueCalls: venueCalls() }, columns))
  }, FRAME_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    output.progress(undefined)
  }
}
