import * as z from 'zod'
import { CassetteError } from './cassette-error.js'

/** Epoch ms, written as ISO time with milliseconds. */
export const instantField = z.iso.datetime({ precision: 3 }).transform((text) => Date.parse(text))
export const countField = z.number().int().min(0)

export function toIsoMicros(ms: number): string {
  return new Date(ms).toISOString()
}

/**
 * Checks the fields of a line against a schema.
 * @param name of the file, for the message
 * @throws CassetteError with the line and the member
 */
export function checkFields<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: string,
  line: number,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue?.path.join('.') ?? ''
  throw faultAt(name, line, `is broken${path === '' ? '' : ` at ${path}`}: ${issue?.message ?? 'unknown'}`)
}

export function faultAt(name: string, line: number, what: string): CassetteError {
  return new CassetteError(`${name}: line ${line} ${what}.`)
}
