import { PmxError } from '../../api/errors.js'
import type { ErrorRule } from '../../transport/errors.js'

/**
 * Metaculus refuses a missing or unknown token with 401 or, as its framework does without a challenge header, with
 * 403 and one of these texts (README.md). Everything else is left to the general mapping.
 */
export const errorRule: ErrorRule = ({ status, json }) => {
  if (status !== 403) return undefined
  const said = saidIn(json)
  if (said === undefined || !/authentication credentials|invalid token|token header/i.test(said)) {
    return undefined
  }
  return new PmxError('AUTHENTICATION_ERROR', `Metaculus refused the token: ${said}`, {
    detail: { upstreamStatus: status },
  })
}

function saidIn(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || !('detail' in json)) return undefined
  return typeof json.detail === 'string' ? json.detail.slice(0, 200) : undefined
}
