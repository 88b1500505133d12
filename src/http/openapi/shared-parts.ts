import { instantSchema } from '../../api/instant.js'
import type { JsonSchema } from '../../api/json-schema.js'
import { named } from '../../api/json-schema.js'
import { venueIds } from '../../api/venue-ids.js'

/** Schemas that stand in many places, under names of their own: programs get one type for each, and the document is shorter. */
export const sharedSchemas = {
  Exchange: { type: 'string', enum: venueIds },
  Venue: { type: 'string', enum: venueIds.filter((id) => id !== 'router') },
  Instant: instantSchema,
} as const satisfies Readonly<Record<string, JsonSchema>>

const names = new Map(
  Object.entries<JsonSchema>(sharedSchemas).map(([name, schema]) => [keyOf(schema), name]),
)

function keyOf({ description: _text, maxLength: _most, ...schema }: JsonSchema): string {
  return JSON.stringify(schema)
}

/** A copy of a part of the document in which schemas that have a name are references to it. */
export function withReferences<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((item) => withReferences<unknown>(item)) as Part
  if (typeof part !== 'object' || part === null) return part
  const { description } = part as JsonSchema
  const name = names.get(keyOf(part))
  // A part that equals a named schema is a schema.
  if (name !== undefined)
    return { ...named(name), ...(description === undefined ? {} : { description }) } as Part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key.startsWith('example') ? value : withReferences(value),
    ]),
  ) as Part
}

/**
 * A copy of the document whose numbers are said to be of double precision: without a format, programs in typed languages
 * read single precision, which turns volumes of millions into others.
 */
export function inDoubles<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((item) => inDoubles<unknown>(item)) as Part
  if (typeof part !== 'object' || part === null) return part
  const { type } = part as JsonSchema
  const isNumber = type === 'number' || (Array.isArray(type) && type.includes('number'))
  return {
    ...(Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, key.startsWith('example') ? value : inDoubles(value)]),
    ) as Part),
    ...(isNumber ? { format: 'double' } : {}),
  }
}
