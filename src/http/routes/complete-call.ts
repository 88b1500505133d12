import { getMethodRow, type MethodName } from '../../api/arguments/methods.js'
import { createValidationError } from '../../api/envelope/errors.js'

/**
 * Rejects a call with unread members if ignoring them could change an account: an order without its constraint, a cancel without
 * its market.
 * @param members of the body besides its arguments
 * @throws VALIDATION_ERROR naming the unread members
 */
export function assertCompleteCall(
  method: MethodName,
  members: readonly string[],
  query: URLSearchParams,
): void {
  if (getMethodRow(method).group !== 'trading') return
  const [member] = members
  if (member !== undefined)
    throw createValidationError(
      member,
      `${method} reads only args. Move '${member}' into an argument, or leave it out`,
    )
  const [key] = query.keys()
  if (key !== undefined)
    throw createValidationError(
      key,
      `${method} does not read the query. Move '${key}' into the body, or leave it out`,
    )
}
