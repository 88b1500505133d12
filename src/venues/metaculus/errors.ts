import { PmxError } from '../../api/envelope/errors.js'
import type { ErrorForm, ErrorRule } from '../../transport/errors.js'

/** Its framework (Django REST framework) returns `Not found.` for an unknown post. */
export const errorForm: ErrorForm = { ownGenericWords: new Set(['Not found.']) }

const MAX_TEXT_LENGTH = 200
const tokenWords = /authentication credentials|authenticated users|invalid token|token header/i

/**
 * Metaculus refuses a missing or unknown token with 401 or with 403 and one of these texts. Those of its framework are JSON,
 * those of the site's HTTP server plain text (README.md). Other failures are left to the general mapping.
 */
export const errorRule: ErrorRule = ({ status, json }) => {
  if (status !== 403) return undefined
  const said = saidIn(json)
  if (said === undefined || !tokenWords.test(said)) return undefined
  return new PmxError('AUTHENTICATION_ERROR', `Metaculus refused the token: ${said}`, {
    detail: { upstreamStatus: status },
  })
}

function saidIn(json: unknown): string | undefined {
  const said: unknown = typeof json === 'string' ? json : Reflect.get(Object(json), 'detail')
  return typeof said === 'string' ? said.slice(0, MAX_TEXT_LENGTH) : undefined
}
