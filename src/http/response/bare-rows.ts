import { getMethodRow, type MethodName } from '../../api/arguments/methods.js'
import { createValidationError } from '../../api/envelope/errors.js'
import { ReadyJson, ReadyPieces, readyTextOf } from '../../core/request/api-call.js'

/**
 * Whether a call requests rows without `sourceMetadata`. Removes the key from the query.
 * @throws VALIDATION_ERROR for a value other than 0 and 1
 */
export function isBareIn(method: MethodName, query: URLSearchParams): true | undefined {
  if (getMethodRow(method).group !== 'catalog') return undefined
  const asked = query.getAll('sourceMetadata')
  query.delete('sourceMetadata')
  for (const value of asked) {
    if (value === '0' || value === '1') continue
    const shown = JSON.stringify(value.slice(0, 60))
    throw createValidationError('sourceMetadata', `sourceMetadata must be 0 or 1; got ${shown}`)
  }
  return asked.at(-1) === '0' ? true : undefined
}

/** Returns the same data, without `sourceMetadata` if the call requests that. */
export function withoutMetadata(data: unknown, bare: true | undefined): unknown {
  if (bare === undefined || (data instanceof ReadyPieces && data.isBare)) return data
  const text = readyTextOf(data)
  const value: unknown = text === undefined ? data : JSON.parse(text)
  const kept = JSON.stringify(value, (name, member) => (name === 'sourceMetadata' ? undefined : member))
  return kept === undefined ? value : new ReadyJson(kept)
}
