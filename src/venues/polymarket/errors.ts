import { PmxError } from '../../api/errors.js'
import type { ErrorRule } from '../../transport/errors.js'

/**
 * Polymarket's exceptions to the general reading of failures (README.md):
 * an `error` member is a failure whatever the status, because the older data host throttles with status 200;
 * and a few texts mean something else than their status. Every other reply is left to the general mapping.
 */
export const errorRule: ErrorRule = ({ status, json }) => {
  const said = saidIn(json)
  if (said === undefined) return undefined
  if (status >= 200 && status < 300) return errorInSuccess(said, status)
  if (status === 503 && /keyset pagination is not configured/i.test(said)) {
    return new PmxError('NOT_SUPPORTED', `Polymarket answered: ${said}`, {
      detail: { upstreamStatus: status, kind: 'route_gone' },
    })
  }
  // The venue dropped the request itself; as a 400 it would pass for the caller's mistake.
  if (status === 400 && /context canceled/i.test(said)) {
    return new PmxError('EXCHANGE_NOT_AVAILABLE', `Polymarket dropped the request: ${said}`, {
      detail: { upstreamStatus: status },
    })
  }
  return undefined
}

function errorInSuccess(said: string, status: number): PmxError {
  const detail = { upstreamStatus: status, kind: 'error_in_success' }
  if (/too many requests|rate limit/i.test(said)) {
    return new PmxError('RATE_LIMIT_EXCEEDED', `Polymarket asks to slow down: ${said}`, { detail })
  }
  if (/no orderbook exists|not found/i.test(said)) {
    return new PmxError('NOT_FOUND', `Polymarket answered: ${said}`, { detail })
  }
  return new PmxError('EXCHANGE_NOT_AVAILABLE', `Polymarket answered HTTP ${status} with an error: ${said}`, {
    detail,
  })
}

/** The text of an error body, at most 200 characters; undefined when the body is no error body. */
export function saidIn(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || !('error' in json)) return undefined
  const { error } = json
  return typeof error === 'string' && error !== '' ? error.slice(0, 200) : undefined
}
