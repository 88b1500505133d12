import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'

const SLOW_EVERY_MS = 1_000

/**
 * Logs slow requests, at most one line per second with the number of omitted lines. If all requests are slow, one line
 * per request would make them even slower.
 */
export function createSlowRequestLog(log: Logger, clock: Pick<Clock, 'monotonic'>) {
  let loggedAt = Number.NEGATIVE_INFINITY
  let omitted = 0
  return (facts: Readonly<Record<string, unknown>>): void => {
    if (clock.monotonic() - loggedAt < SLOW_EVERY_MS) {
      omitted++
      return
    }
    log.info({ ...facts, ...(omitted === 0 ? {} : { othersBefore: omitted }) }, 'slow request')
    loggedAt = clock.monotonic()
    omitted = 0
  }
}
