import { PmxError } from '../../api/errors.js'
import type { ErrorRule } from '../../transport/errors.js'

/**
 * An `error` member is a failure whatever the status (README.md); with a status of success the
 * general mapping would hand it on as data. Every other reply is left to that mapping.
 */
export const errorRule: ErrorRule = ({ status, json }) => {
  if (status < 200 || status >= 300 || typeof json !== 'object' || json === null) return undefined
  // `"error": null` beside data says that there was none.
  if (!('error' in json) || json.error === null || json.error === false) return undefined
  const said = typeof json.error === 'string' ? json.error.slice(0, 200) : 'an error'
  const detail = { upstreamStatus: status, kind: 'error_in_success' }
  if (/rate limit|too many requests/i.test(said)) {
    return new PmxError('RATE_LIMIT_EXCEEDED', `Myriad asks to slow down: ${said}`, { detail })
  }
  const message = `Myriad answered HTTP ${status} with: ${said}`
  if (/not found/i.test(said)) return new PmxError('NOT_FOUND', message, { detail })
  if (mayPass.test(said)) return new PmxError('EXCHANGE_NOT_AVAILABLE', message, { detail })
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `${message}. Not retryable: it is a refusal of this very request.`,
    {
      detail,
      retryable: false,
    },
  )
}

/** What servers say when the fault is theirs and passes; everything else refuses the request. */
const mayPass = /internal|server error|time(d )?-?out|temporar|unavailable|try again|overloaded|busy/i
