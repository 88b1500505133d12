import type * as z from 'zod'
import { isObject } from '../../api/values/json.js'
import { wrapSingleStep } from './single-request.js'

/** A row of a venue's JSON. */
export type RawRow = Readonly<Record<string, unknown>>

/** Raw rows by parsed row, for as long as the parsed rows are in memory. */
const raws = new WeakMap<object, RawRow>()

/**
 * Makes a schema store raw rows for {@link rawOf}. It changes the schema itself: schemas derived from it later, such as by
 * `extend`, do not remember them.
 */
export function keepRaw<Schema extends z.ZodType>(schema: Schema): Schema {
  const { run } = schema._zod
  schema._zod.run = (payload, ctx) => {
    const raw = payload.value
    const read = run(payload, ctx)
    if (read instanceof Promise) return read
    if (read.issues.length === 0) note(read.value, raw)
    return read
  }
  wrapSingleStep(schema, (step) => (raw) => {
    const read = step(raw)
    note(read, raw)
    return read
  })
  return schema
}

function note(read: unknown, raw: unknown): void {
  if (isObject(read) && isObject(raw)) raws.set(read, raw)
}

/** Returns the raw row of a parsed row, or undefined if it was created differently. */
export function rawOf(read: object): RawRow | undefined {
  return raws.get(read)
}

/** Assigns the raw row of a parsed value to its changed copy. */
export function withRawOf<Copy extends object>(read: object, copy: Copy): Copy {
  const raw = raws.get(read)
  if (raw !== undefined) raws.set(copy, raw)
  return copy
}

/**
 * Builds `sourceMetadata`: the venue's own fields with their names and types, without those that first-class members hold. The
 * project's own members are added under names that the venue does not use.
 *
 * Omitted members are undefined: a list has thousands of rows, and deleting members makes an object slow to read.
 * @param read the parsed row, by a schema of {@link keepRaw}
 * @param promoted names of fields that first-class members hold, or that are not facts of the row
 * @param own the project's own members
 */
export function toSourceMetadata(
  read: object,
  promoted: readonly string[],
  own: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const all: Record<string, unknown> = { ...raws.get(read) }
  for (const name of promoted) if (all[name] !== undefined) all[name] = undefined
  for (const name of Object.keys(own))
    if (all[name] === undefined && own[name] !== undefined) all[name] = own[name]
  return all
}
