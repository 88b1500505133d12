import { systemClock } from '../../effects/clock.js'
import type { Output } from './output.js'
import { FRAME_MS, renderProgress } from './progress-line.js'

/** Shorter waits are over before anybody wonders. */
const QUIET_MS = 400

/**
 * Shows on a terminal that work goes on; whatever is printed meanwhile takes its place, and the end wipes it away.
 * @param what the words for it, such as `asking kalshi`; a function where they change
 * @param venueCalls calls sent to venues so far; undefined where that is not known
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
