import type { z } from 'zod'
import { PmxError } from '../contract/errors.js'

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
  const path = issue === undefined ? '' : pathText(issue.path)
  throw drift(what, path, issue?.message ?? 'another shape')
}

/** The error for a payload that is not what the venue's documents and recordings say. */
export function drift(what: string, path: string, problem: string): PmxError {
  const where = path === '' ? 'the top level' : path
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `The venue's answer to ${what} has an unexpected shape at ${where}: ${problem}. Nothing was kept of it.`,
    { detail: { kind: 'drift', call: what, path, problem }, retryable: false },
  )
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}
