import type * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import { withoutZeros } from '../../api/values/numerals.js'

/**
 * Parses a native payload with the schema of its used members.
 * @param what the venue call, for the message, such as `GET /markets`
 * @throws EXCHANGE_NOT_AVAILABLE with detail `{kind: 'drift', path, expected}`: the venue changed its schema
 */
export function readPayload<Schema extends z.ZodType>(
  schema: Schema,
  payload: unknown,
  what: string,
): z.output<Schema> {
  const result = schema.safeParse(payload)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue === undefined ? '' : renderPath(issue.path)
  throw createSchemaMismatch(what, path, issue?.message ?? 'another shape')
}

/** Creates the error for a payload that differs from the venue's documents and recordings. */
export function createSchemaMismatch(what: string, path: string, problem: string): PmxError {
  const where = path === '' ? 'the top level' : path
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue's response to ${what} has an unexpected shape at ${where}: ${problem}. It was discarded. ` +
      'Retrying does not help until the venue fixes it, or a newer pmx-local can read it.',
    { detail: { kind: 'drift', call: what, path, problem }, retryable: false },
  )
}

/** Formats a path: `events[3].ticker`. */
export function renderPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

/** Whether an error is a schema mismatch of the venue's response. */
export function isSchemaMismatch(error: unknown): error is PmxError {
  return error instanceof PmxError && error.detail?.['kind'] === 'drift'
}

/**
 * Asserts that a response is about the requested id. A different object's facts would look valid but be wrong.
 * @param got the id in the response
 * @throws EXCHANGE_NOT_AVAILABLE with detail kind `drift` when it is a different one
 */
export function assertSameSubject<Id extends string | number>(
  asked: Id,
  got: Id,
  what: string,
  path: string,
): void {
  if (withoutZeros(String(got)) !== withoutZeros(String(asked)))
    throw createSchemaMismatch(what, path, `requested ${asked}, got ${got}`)
}

/**
 * Asserts the same for a request by any name of an object, ignoring case.
 * @param names those in the response
 * @throws EXCHANGE_NOT_AVAILABLE with detail kind `drift` when it has another name
 */
export function assertNamed(
  asked: string,
  names: readonly (string | undefined)[],
  what: string,
  path: string,
): void {
  if (names.some((name) => name?.toLowerCase() === asked.toLowerCase())) return
  throw createSchemaMismatch(what, path, `requested ${asked}, got ${names.join(' / ')}`)
}

/**
 * Asserts that the venue applied a filter. Dropping rows that do not match would turn an ignored filter into an empty result.
 * @param got the value of the row that does not match
 * @throws EXCHANGE_NOT_AVAILABLE when the row does not match
 */
export function assertHonoured(isAsked: boolean, what: string, path: string, got: string | number): void {
  if (!isAsked) throw createSchemaMismatch(what, path, `the filter was ignored, got ${got}`)
}

/** Minimum number of rows. Fewer rows prove nothing about a field that any single row may lack. */
const ENOUGH_ROWS = 5

/**
 * Detects renamed fields that single rows may lack. If no row on a whole page has a field that some row always has, the
 * venue has changed its schema.
 * @param rows native rows of one page, only those that can have the field (such as open ones)
 * @param paths dotted member paths in a row, such as `yes_bid_dollars`
 * @param at path of the rows in the payload, for the message
 * @throws EXCHANGE_NOT_AVAILABLE with detail kind `drift`
 */
export function expectSomewhere(
  rows: readonly unknown[],
  paths: readonly string[],
  what: string,
  at: string,
): void {
  if (rows.length < ENOUGH_ROWS) return
  for (const path of paths) {
    const names = path.split('.')
    if (rows.every((row) => memberAt(row, names) === undefined)) {
      throw createSchemaMismatch(what, `${at}[*].${path}`, `none of ${rows.length} rows has it`)
    }
  }
}

function memberAt(row: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (node, name) => (typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined),
    row,
  )
}
