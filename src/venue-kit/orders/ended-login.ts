import { PmxError } from '../../api/envelope/errors.js'

/** Kind of a refusal after which the same call may succeed, because the next one is sent under a new login. */
const LOGIN_ENDED = 'login_ended'

/** Whether the venue refused the login of a call (HTTP 401). */
export function isRejectedLogin(error: unknown): error is PmxError {
  return (
    error instanceof PmxError &&
    error.code === 'AUTHENTICATION_ERROR' &&
    error.detail?.['upstreamStatus'] === 401
  )
}

/**
 * Marks the refusal of a call that places orders because its login had ended. The call is not repeated here: an intermediate
 * server may have sent it twice, and the refusal may apply to the second copy. The core looks for the order first
 * (core/trading/place/place-order.ts).
 */
export function markLoginEnded(error: PmxError): PmxError {
  return error.with({ detail: { ...error.detail, kind: LOGIN_ENDED } })
}

/** Whether an order was refused because its login had ended, so that it is sent once more if the venue does not show it. */
export function isLoginEnded(error: unknown): boolean {
  return error instanceof PmxError && error.detail?.['kind'] === LOGIN_ENDED
}
