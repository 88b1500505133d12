import type * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import { withoutZeros } from '../../api/values/numerals.js'

/**
 * Reads a native payload with the schema of what we use of it.
 * @param what the venue call, for the message, such as `GET /markets`
 * @throws EXCHANGE_NOT_AVAILABLE with detail `{kind: 'drift', path, expected}`: the venue changed its shape
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

/** The error for a payload that is not what the venue's documents and recordings say. */
export function createSchemaMismatch(what: string, path: string, problem: string): PmxError {
  const where = path === '' ? 'the top level' : path
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue's answer to ${what} has an unexpected shape at ${where}: ${problem}. Nothing was kept of it. ` +
      'Not retryable: asking again brings the same, until the venue mends it or a newer pmx-local reads it.',
    { detail: { kind: 'drift', call: what, path, problem }, retryable: false },
  )
}

/** A path as it is written: `events[3].ticker`. */
export function renderPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

/** Whether an error says that the venue's answer has another shape. */
export function isSchemaMismatch(error: unknown): error is PmxError {
  return error instanceof PmxError && error.detail?.['kind'] === 'drift'
}

/**
 * An answer must be about what was asked for: with another thing's facts it would look right and be wrong.
 * @param got the id in the answer
 * @throws EXCHANGE_NOT_AVAILABLE with detail kind `drift` when it is another one
 */
export function assertSameSubject<Id extends string | number>(
  asked: Id,
  got: Id,
  what: string,
  path: string,
): void {
  if (withoutZeros(String(got)) !== withoutZeros(String(asked)))
    throw createSchemaMismatch(what, path, `asked for ${asked}, got ${got}`)
}

/**
 * The same for a thing that may have been asked for by any of its names, in any case.
 * @param names those in the answer
 * @throws EXCHANGE_NOT_AVAILABLE with detail kind `drift` when it has another name
 */
export function assertNamed(
  asked: string,
  names: readonly (string | undefined)[],
  what: string,
  path: string,
): void {
  if (names.some((name) => name?.toLowerCase() === asked.toLowerCase())) return
  throw createSchemaMismatch(what, path, `asked for ${asked}, got ${names.join(' / ')}`)
}

/**
 * A filter that the venue ignores brings strangers; leaving them out would turn "not asked" into "there is none".
 * @param got what of the stranger shows that it is one
 * @throws EXCHANGE_NOT_AVAILABLE when the row is a stranger
 */
export function assertHonoured(isAsked: boolean, what: string, path: string, got: string | number): void {
  if (!isAsked) throw createSchemaMismatch(what, path, `the filter was not honoured, got ${got}`)
}

/** Fewer rows than this prove nothing about a field that any single row may lack. */
const ENOUGH_ROWS = 5

/**
 * Catches the renaming of fields that single rows may lack: when a whole page of rows has none of a field that some
 * row always has, the venue has changed its shape.
 * @param rows native rows of one page, only those of which the field can be expected (open ones, say)
 * @param paths dotted member paths in a row, such as `yes_bid_dollars`
 * @param at where the rows lie in the payload, for the message
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
