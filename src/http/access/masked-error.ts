import { PmxError } from '../../api/envelope/errors.js'
import { maskValue, type SecretSet } from '../../policy/secrets/secret-set.js'

/** Returns the same error without secrets in its message and details. Bugs retain their stack for the log. */
export function maskError(error: unknown, secrets: Pick<SecretSet, 'findIn' | 'mask'>): unknown {
  if (error instanceof PmxError) {
    const { detail, field } = error
    return error.with({
      message: secrets.mask(error.message),
      ...(field === undefined ? {} : { field: secrets.mask(field) }),
      ...(detail === undefined ? {} : { detail: maskedDetail(detail, secrets) }),
    })
  }
  if (!(error instanceof Error)) return typeof error === 'string' ? secrets.mask(error) : error
  const text = error.stack ?? error.message
  const told = secrets.mask(text)
  return told === text ? error : Object.assign(new Error(secrets.mask(error.message)), { stack: told })
}

function maskedDetail(
  detail: Readonly<Record<string, unknown>>,
  secrets: Pick<SecretSet, 'findIn' | 'mask'>,
): Readonly<Record<string, unknown>> {
  const masked = maskValue(detail, secrets)
  return typeof masked === 'string' ? { withheld: masked } : (masked as Readonly<Record<string, unknown>>)
}
