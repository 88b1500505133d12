import type * as z from 'zod'
import { isObject } from '../../api/values/json.js'
import { wrapSingleStep } from './single-request.js'

/** A row of a venue as its JSON has it. */
export type RawRow = Readonly<Record<string, unknown>>

/** Raw rows by what was read of them, for as long as that is in memory. */
const raws = new WeakMap<object, RawRow>()

/**
 * A schema of rows whose raw row {@link rawOf} returns. The schema itself is changed: what is made of it later, such as by
 * `extend`, is another one.
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

/** The row that an adapter read this of; undefined where it was made in another way. */
export function rawOf(read: object): RawRow | undefined {
  return raws.get(read)
}

/** A changed copy of something that was read: it keeps the raw row. */
export function withRawOf<Copy extends object>(read: object, copy: Copy): Copy {
  const raw = raws.get(read)
  if (raw !== undefined) raws.set(copy, raw)
  return copy
}

/**
 * `sourceMetadata`: the venue's own fields, by the names and of the types that it sends, without those that first-class
 * members hold. Our own members are added under names that the venue does not use.
 *
 * What is left out is undefined, since a list has thousands of rows and deleting members makes an object slow to read.
 * @param read what was read of the row, by a schema of {@link keepRaw}
 * @param promoted names of fields that first-class members hold, or that are no facts of the row
 * @param own our own members
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
