import { PmxError } from '../../api/envelope/errors.js'
import { type ErrorRule, toStatusError } from '../../transport/errors.js'

/**
 * Failures inside a successful response (README.md). Every envelope of the API has its own `statusCode`, and the index returns
 * refusals in `errors`. All other responses are left to the general mapping.
 */
export const errorRule: ErrorRule = (reply) => {
  if (reply.status < 200 || reply.status >= 300) return undefined
  if (typeof reply.json !== 'object' || reply.json === null) return undefined
  const code: unknown = Reflect.get(reply.json, 'statusCode')
  if (typeof code === 'number' && code >= 400) return toStatusError({ ...reply, status: code })
  const errors: unknown = Reflect.get(reply.json, 'errors')
  return Array.isArray(errors) && errors.length > 0 ? errorOfIndex(errors[0]) : undefined
}

/** Texts of temporary server failures. All other texts refuse the request. */
const mayPass = /internal|time(d )?-?out|temporar|unavailable|try again|overload|busy|bad indexers/i

function errorOfIndex(first: unknown): PmxError {
  const message: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, 'message') : first
  const said = typeof message === 'string' ? message.slice(0, 200) : 'an error'
  const detail = { upstreamStatus: 200, kind: 'error_in_success' }
  if (/auth|api key|payment/i.test(said)) {
    const how =
      "Rain's trades and candles come from an index whose public gateway requires a key. Send credentials.apiKey with the " +
      'request, or set RAIN_SUBGRAPH_API_KEY for the daemon.'
    return new PmxError('AUTHENTICATION_ERROR', `The index refused the request: ${said}. ${how}`, { detail })
  }
  if (/rate limit|too many requests/i.test(said))
    return new PmxError('RATE_LIMIT_EXCEEDED', `The index's rate limit was exceeded: ${said}`, { detail })
  const retryable = mayPass.test(said)
  return new PmxError('EXCHANGE_NOT_AVAILABLE', `The index returned: ${said}`, { detail, retryable })
}
