import { messageOf } from '../api/envelope/errors.js'
import type { Logger } from '../observe/logger.js'

export type Complaints = ReturnType<typeof createComplaints>

/** Creates a logger for persistent problems that logs each problem once. */
export function createComplaints(log: Logger) {
  const told = new Map<string, string>()
  return {
    once(what: string, error: unknown, message: string): void {
      const reason = messageOf(error)
      if (told.get(what) === reason) return
      told.set(what, reason)
      log.warn({ reason }, message)
    },
    settled: (what: string): void => void told.delete(what),
  }
}
