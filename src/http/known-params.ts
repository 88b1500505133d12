import { PmxError } from '../api/errors.js'

/**
 * @param by what does not have others, for the message
 * @throws BAD_REQUEST naming the parameters that are none of the known ones
 */
export function assertKnownParams(params: URLSearchParams, known: readonly string[], by: string): void {
  const unknown = [...new Set(params.keys())].filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const named = unknown.join(', ').slice(0, 200)
  throw new PmxError('BAD_REQUEST', `Parameters not supported by ${by}: ${named}`, {
    detail: { kind: 'unsupported_params', known },
  })
}
