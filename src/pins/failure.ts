import { messageOf, PmxError } from '../api/envelope/errors.js'
import { DeadlineExceeded } from '../policy/abort.js'
import { toPmxError } from '../transport/errors.js'
import type { CaptureFailure } from './schedule.js'

/** Whether an error is a venue's, or of the way to it, rather than a bug here. */
export function isOfVenue(error: unknown): error is PmxError | DeadlineExceeded {
  return error instanceof PmxError || error instanceof DeadlineExceeded
}

/** A failure in the terms of the schedule; a bug here does not pass by itself. */
export function failureOf(error: unknown): CaptureFailure {
  if (!isOfVenue(error)) {
    return { message: messageOf(error), mayPass: false }
  }
  const { code, message, retryable, retryAfter } = toPmxError(error)
  const waitMs = retryAfter === undefined ? undefined : retryAfter * 1_000
  return { message: `${code}: ${message}`, mayPass: retryable, waitMs }
}
