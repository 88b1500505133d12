import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import { renderForMessage } from '../../api/values/shown.js'

/** The query of an address or a target, as it was sent: a whole address takes five times as long to read. */
export function queryIn(url: string): URLSearchParams {
  const [beforeHash = ''] = url.split('#', 1)
  const mark = beforeHash.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : beforeHash.slice(mark + 1))
}

/**
 * Parameters of a query by their names.
 * @param lists may be given several times, and are left to the reader
 * @param names the name that each stands for, where that is another one
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

/** Undefined where it is not given. @throws VALIDATION_ERROR */
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
    `${name} must be a whole number of at least ${least}; got ${renderForMessage(text)}`,
  )
}

/** False where it is not given. @throws VALIDATION_ERROR */
export function flagIn(values: ReadonlyMap<string, string>, name: string): boolean {
  const text = values.get(name)?.toLowerCase()
  if (text === undefined || text === '' || text === 'false' || text === '0') return false
  if (text === 'true' || text === '1') return true
  throw createValidationError(name, `${name} must be true or false; got ${renderForMessage(text)}`)
}

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
