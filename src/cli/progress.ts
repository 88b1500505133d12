import { systemClock } from '../effects/clock.js'
import { FRAME_MS, progressLine } from './render/progress-line.js'

/** Shorter waits are over before anybody wonders. */
const QUIET_MS = 400
const CLEAR_LINE = '\r\x1b[2K'

/**
 * Shows on a terminal that work goes on, and wipes it away when it ends. Prints nothing elsewhere.
 * @param what the words for it, such as `asking kalshi`; a function where they change
 * @param venueCalls calls sent to venues so far; undefined where that is not known
 */
export async function withProgress<Result>(
  stream: NodeJS.WriteStream,
  what: string | (() => string),
  venueCalls: () => number | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (stream.isTTY !== true || process.env['TERM'] === 'dumb') return work()
  const startedAt = systemClock.now()
  let isShown = false
  const timer = setInterval(() => {
    const elapsedMs = systemClock.now() - startedAt
    if (elapsedMs < QUIET_MS) return
    isShown = true
    const words = typeof what === 'string' ? what : what()
    const line = progressLine({ what: words, elapsedMs, venueCalls: venueCalls() }, stream.columns ?? 80)
    stream.write(CLEAR_LINE + line)
  }, FRAME_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (isShown) stream.write(CLEAR_LINE)
  }
}
