import { venueIds } from '../../api/envelope/venue-ids.js'
import { instantTextSchema, isoInstantSchema } from '../../api/times/instant.js'
import type { JsonSchema } from '../../api/values/json-schema.js'
import { referenceSchema } from '../../api/values/json-schema.js'

/** Schemas that occur in many places, as named components. Generated clients get one type for each, and the document is shorter. */
export const sharedSchemas = {
  Exchange: { type: 'string', enum: venueIds },
  Venue: { type: 'string', enum: venueIds.filter((id) => id !== 'router') },
  Instant: isoInstantSchema,
  InstantText: instantTextSchema,
} as const satisfies Readonly<Record<string, JsonSchema>>

const names = new Map(
  Object.entries<JsonSchema>(sharedSchemas).map(([name, schema]) => [keyOf(schema), name]),
)

function keyOf({ description: _text, maxLength: _most, ...schema }: JsonSchema): string {
  return JSON.stringify(schema)
}

/** Returns a copy of a part of the document in which references replace named schemas. */
export function withReferences<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((item) => withReferences<unknown>(item)) as Part
  if (typeof part !== 'object' || part === null) return part
  const { description } = part as JsonSchema
  const name = names.get(keyOf(part))
  // A part that equals a named schema is replaced by its reference.
  if (name !== undefined)
    return { ...referenceSchema(name), ...(description === undefined ? {} : { description }) } as Part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key.startsWith('example') ? value : withReferences(value),
    ]),
  ) as Part
}

/** The greatest signed 32-bit integer. Integers without a format are read as 32 bits. */
const GREATEST_SMALL = 2 ** 31 - 1

/**
 * Returns a copy of the document with 64-bit number formats. Without a format, typed languages read 32 bits, which cannot hold a
 * time in milliseconds and distort volumes of millions.
 */
export function toFullPrecision<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((item) => toFullPrecision<unknown>(item)) as Part
  if (typeof part !== 'object' || part === null) return part
  const format = formatOf(part)
  return {
    ...(Object.fromEntries(
      Object.entries(part).map(([key, value]) => [
        key,
        key.startsWith('example') ? value : toFullPrecision<unknown>(value),
      ]),
    ) as Part),
    ...(format === undefined ? {} : { format }),
  }
}

function formatOf({ type, maximum = Number.POSITIVE_INFINITY }: JsonSchema): string | undefined {
  const types = Array.isArray(type) ? type : [type]
  if (types.includes('number')) return 'double'
  return types.includes('integer') && maximum > GREATEST_SMALL ? 'int64' : undefined
}
