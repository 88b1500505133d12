import { createValidationError } from '../envelope/errors.js'
import type { MethodName } from './methods.js'

/**
 * Rewrites positional arguments of older clients into the current form (api/README.md, "A call"). Other arguments are returned
 * unchanged.
 * @throws VALIDATION_ERROR for two contradictory sides
 */
export function modernizeArguments(method: MethodName, raw: readonly unknown[]): readonly unknown[] {
  if (method === 'fetchOrderBook') return bookArguments(raw)
  return raw
}

/** Clients up to 2.42 send `fetchOrderBook(id, side)`: a word in the position of the limit is the side. */
function bookArguments(raw: readonly unknown[]): readonly unknown[] {
  const [outcomeId, second, params] = raw
  if (typeof second !== 'string' || !/^[a-z]+$/i.test(second)) return raw
  if (typeof params !== 'object' && params !== undefined) return raw
  const side = second.toLowerCase()
  const given: { readonly side?: unknown } = params ?? {}
  if (typeof given.side === 'string' && given.side !== side)
    throw createValidationError(
      'side',
      `side '${given.side.slice(0, 40)}' contradicts '${side}', which was given in the position of the limit`,
    )
  return [outcomeId, undefined, { ...given, side }, ...raw.slice(3)]
}
