import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import type { GuardRefusal } from './host-and-origin-checks.js'

const codeOf: Readonly<Record<GuardRefusal['status'], ErrorCode>> = {
  400: 'BAD_REQUEST',
  403: 'PERMISSION_DENIED',
  405: 'BAD_REQUEST',
  408: 'BAD_REQUEST',
  413: 'BAD_REQUEST',
  415: 'BAD_REQUEST',
  417: 'BAD_REQUEST',
  421: 'PERMISSION_DENIED',
  429: 'RATE_LIMIT_EXCEEDED',
  431: 'BAD_REQUEST',
}

/** Returns the error response for a refused request. */
export function toRefusalError(refusal: GuardRefusal): PmxError {
  return new PmxError(codeOf[refusal.status], refusal.message, {
    status: refusal.status,
    detail: { kind: refusal.reason },
    ...(refusal.status === 429 ? { retryAfter: 1 } : {}),
  })
}
