import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import { renderForMessage } from '../../api/values/shown.js'

/** Returns the query of an address or target, as sent. Parsing the whole address takes five times as long. */
export function queryIn(url: string): URLSearchParams {
  const [beforeHash = ''] = url.split('#', 1)
  const mark = beforeHash.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : beforeHash.slice(mark + 1))
}

/**
 * Returns a query's parameters by name.
 * @param lists may be given several times, and are left to the caller
 * @param names aliases, with the name that each stands for
 * @throws VALIDATION_ERROR for one that is given twice with different values
 */
export function textsIn(
  params: URLSearchParams,
  lists: readonly string[],
  names: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of params) {
    const meant = names[name] ?? name
    const before = lists.includes(meant) ? undefined : values.get(meant)
    if ((before ?? value) !== value)
      throw createValidationError(
        meant,
        `${meant} is given twice, as ${renderForMessage(before)} and ${renderForMessage(value)}`,
      )
    values.set(meant, value)
  }
  return values
}

/** Returns undefined if it is not given. @throws VALIDATION_ERROR */
export function readWholeNumber(
  values: ReadonlyMap<string, string>,
  name: string,
  least: number,
): number | undefined {
  const text = values.get(name)
  if (text === undefined || text === '') return undefined
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least) return number
  throw createValidationError(
    name,
    `${name} must be a whole number, ${least} or more; got ${renderForMessage(text)}`,
  )
}

/** Returns false if it is not given. @throws VALIDATION_ERROR */
export function flagIn(values: ReadonlyMap<string, string>, name: string): boolean {
  const text = values.get(name)?.toLowerCase()
  if (text === undefined || text === '' || text === 'false' || text === '0') return false
  if (text === 'true' || text === '1') return true
  throw createValidationError(name, `${name} must be true or false; got ${renderForMessage(text)}`)
}

/**
 * @param by the part of the API without other parameters, for the message
 * @throws BAD_REQUEST naming the unknown parameters
 */
export function assertKnownParams(params: URLSearchParams, known: readonly string[], by: string): void {
  const unknown = [...new Set(params.keys())].filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const named = unknown.join(', ').slice(0, 200)
  throw new PmxError('BAD_REQUEST', `Parameters not supported by ${by}: ${named}`, {
    detail: { kind: 'unsupported_params', known },
  })
}
