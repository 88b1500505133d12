import { PmxError } from '../../api/errors.js'
import type { ErrorRule } from '../../transport/errors.js'

/**
 * Hyperliquid's exceptions to the general reading of failures (README.md): both mean that the venue
 * could not read the request, and neither passes by asking again. Everything else is left to the general mapping.
 */
export const errorRule: ErrorRule = ({ status, json }) => {
  // A plain text; as a 4xx it would pass for the caller's mistake, but the adapter wrote the request.
  if (status === 422 && typeof json === 'string' && /deserialize/i.test(json)) {
    return refused('The venue does not know this form of request (any more).', status)
  }
  if (status === 500 && json === null) {
    return refused('The venue could not handle the request: it does not serve the coin asked for.', status)
  }
  return undefined
}

/** Whether the venue said that it does not serve the coin asked for; for a settled side that is no fault of anybody. */
export function isUnservedCoin(error: unknown): boolean {
  if (!(error instanceof PmxError)) return false
  return error.detail?.['kind'] === 'request_refused' && error.detail['upstreamStatus'] === 500
}

function refused(message: string, upstreamStatus: number): PmxError {
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, {
    retryable: false,
    detail: { kind: 'request_refused', upstreamStatus },
  })
}
