import { messageOf, PmxError } from '../api/envelope/errors.js'
import { DeadlineExceeded } from '../policy/abort.js'
import { toPmxError } from '../transport/errors.js'
import type { CaptureFailure } from './schedule.js'

/** Whether an error is from a venue, or from the connection to it, rather than a bug. */
export function isOfVenue(error: unknown): error is PmxError | DeadlineExceeded {
  return error instanceof PmxError || error instanceof DeadlineExceeded
}

/** Returns a failure for the schedule. Bugs are not treated as temporary. */
export function failureOf(error: unknown): CaptureFailure {
  if (!isOfVenue(error)) {
    return { message: messageOf(error), mayPass: false }
  }
  const { code, message, retryable, retryAfter } = toPmxError(error)
  const waitMs = retryAfter === undefined ? undefined : retryAfter * 1_000
  return { message: `${code}: ${message}`, mayPass: retryable, waitMs }
}
