import * as z from 'zod'
import { parseIso } from '../../api/times/instant.js'
import { parseJson } from '../../api/values/json.js'
import { isDecimal } from '../../api/values/numerals.js'
import { noteDerivedStep, readInSingleStep, type SingleStep, UNREAD } from './single-request.js'

/**
 * Building blocks for `schemas.ts` files. A payload schema names only the members that the adapter reads. Members that every
 * recording has are required. `given(...)` marks members that may be null. `maybe(...)` marks members that documents or
 * recordings show missing, null or empty. `ornament(...)` and `ornaments(...)` accept anything. Elsewhere a wrong type is always
 * an error.
 */

/** Returns a number that a venue sent, or undefined for an invalid number. */
export function readDecimal(value: unknown): number | undefined {
  const parsed = typeof value === 'string' && isDecimal(value.trim()) ? Number(value) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined
}

/** A finite number, sent as a number or as decimal text. It is not a union, which would parse most prices of a list twice. */
export const decimal = readInSingleStep(
  z.unknown().transform((value, ctx) => {
    const parsed = readDecimal(value)
    if (parsed !== undefined) return parsed
    ctx.addIssue({ code: 'custom', message: `expected a number, got ${show(value)}` })
    return z.NEVER
  }),
  readDecimal,
)

/** A number within both bounds, inclusive, read in one step. */
function readWithin(least: number, most: number) {
  return (value: unknown): number | undefined => {
    const parsed = readDecimal(value)
    return parsed !== undefined && parsed >= least && parsed <= most ? parsed : undefined
  }
}

/** A probability 0..1, sent as a number or as decimal text. */
export const probability = readInSingleStep(
  decimal.refine((value) => value >= 0 && value <= 1, {
    error: (issue) => `expected a price between 0 and 1, got ${show(issue.input)}`,
  }),
  readWithin(0, 1),
)

/** Creates the schema of a count or an amount: a decimal not below 0. */
export function requireNonNegative(error: string) {
  return readInSingleStep(
    decimal.refine((value) => value >= 0, { error }),
    readWithin(0, Number.POSITIVE_INFINITY),
  )
}

/** A whole number, sent as a number or as digits. */
export const integer = decimal.refine((value) => Number.isSafeInteger(value), {
  error: (issue) => `expected an integer, got ${show(issue.input)}`,
})

/** Non-empty text. */
export const text = readInSingleStep(z.string().min(1), (value) =>
  typeof value === 'string' && value !== '' ? value : undefined,
)

/** An identifier: non-empty text, or an integer that is converted to text. */
export const id = readInSingleStep(z.union([text, z.number().int().transform(String)]), (value) =>
  typeof value === 'string' && value !== '' ? value : undefined,
)

/** Creates the schema of text that matches a pattern, such as the hex digits of an id. */
export function textOf(pattern: RegExp, error: string) {
  return readInSingleStep(z.string().regex(pattern, error), (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined,
  )
}

/** A boolean, sent as a boolean or as text. */
export const flag = readInSingleStep(
  z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]),
  (value) => (typeof value === 'boolean' ? value : undefined),
)

/** Returns an ISO 8601 instant that a venue sent, as epoch ms, or undefined for an invalid one. */
export function readIsoTime(value: unknown): number | undefined {
  return typeof value === 'string' ? parseIso(value) : undefined
}

/** ISO 8601 in any of the spellings that venues use, as epoch ms. */
export const isoTime = readInSingleStep(
  z.string().transform((value, ctx) => {
    const parsed = parseIso(value)
    if (parsed !== undefined) return parsed
    ctx.addIssue({ code: 'custom', message: `expected an ISO date, got ${show(value)}` })
    return z.NEVER
  }),
  readIsoTime,
)

/** Times below this number are in seconds (until the year 5138), others in milliseconds (since 1973). */
export const MILLIS_FROM = 100_000_000_000

/**
 * Epoch seconds as epoch ms. Milliseconds are refused: as seconds they would be far in the future, and every window would look
 * empty.
 */
export const epochSeconds = decimal
  .refine((value) => value < MILLIS_FROM, { error: 'expected epoch seconds' })
  .transform((value) => value * 1000)

/** Whole epoch seconds, without conversion. */
export const integerSeconds = integer.refine((value) => value < MILLIS_FROM, {
  error: 'expected epoch seconds',
})

/** Times from this number on are in microseconds: no instant in milliseconds is that late (the year 5138). */
const MICROS_FROM = MILLIS_FROM * 1_000

/** Epoch ms. */
export const epochMillis = integer.refine((value) => value >= MILLIS_FROM && value < MICROS_FROM, {
  error: 'expected epoch milliseconds',
})

/** Minimum of times in seconds: March 1973, before any venue. */
const SECONDS_FROM = MILLIS_FROM / 1_000

/**
 * Epoch seconds or epoch ms, as epoch ms, for a member that a venue sends in both units. The magnitude decides: no instant
 * between 1973 and 5138 is ambiguous.
 */
export const epochTime = decimal
  .refine((value) => value >= SECONDS_FROM && value < MICROS_FROM, {
    error: 'expected epoch milliseconds or epoch seconds',
  })
  .transform((value) => Math.round(value < MILLIS_FROM ? value * 1000 : value))

/**
 * Treats absent, null and '' as "not reported". It is not a union: a union reports only that no branch matched. This schema
 * reports the exact path, and a union costs a third more on large lists.
 */
export function optionalOf<Schema extends z.ZodType>(schema: Schema) {
  const layered = z
    .nullish(schema)
    .optional()
    .transform((value) => value ?? undefined)
  // One step instead of four: lists have tens of such members per row, and spend most of their parse time on them.
  const parse: typeof layered._zod.parse = (payload, ctx) => {
    const { value } = payload
    if (value !== undefined && value !== null && value !== '') {
      const result = schema._zod.run(payload, ctx)
      if (!('value' in result && result.value === null)) return result as typeof payload
    }
    payload.value = undefined
    return payload
  }
  layered._zod.parse = parse
  layered._zod.run = parse
  noteDerivedStep(layered, schema, unlessUnsaid)
  return layered
}

function unlessUnsaid<Value>(step: SingleStep<Value>): SingleStep<NonNullable<Value> | undefined> {
  return (value) =>
    value === undefined || value === null || value === '' ? undefined : (step(value) ?? undefined)
}

/**
 * A list that is null when it is empty, as sent by servers written in Go. The member itself is required: if it is missing, the
 * venue has renamed its list.
 */
export function listOrNull<Row>(list: z.ZodType<Row[]>) {
  return list.nullable().transform((rows): Row[] => rows ?? [])
}

/** A required member; null and '' mean that the venue does not report it. */
export function requiredOf<Schema extends z.ZodType>(schema: Schema) {
  return z
    .preprocess((value) => (value === '' ? null : value), z.nullable(schema))
    .transform((value) => value ?? undefined)
}

/**
 * Optional data: images, descriptions, tags, and times that no sort uses. Unreadable values are left out, and never fail a row, a
 * lookup or a candle.
 */
export function ornamentOf<Schema extends z.ZodType>(schema: Schema) {
  const member = optionalOf(schema)
  const { run } = member._zod
  const caught = member.catch(undefined)
  // One step instead of its own error handling, as in `maybe`.
  caught._zod.run = (payload, ctx) => {
    const before = payload.issues.length
    const result = run(payload as Parameters<typeof run>[0], ctx)
    if (result instanceof Promise || result.issues.length === before) return result
    result.issues.length = before
    payload.issues.length = before
    payload.aborted = false
    payload.value = undefined
    return payload as typeof result
  }
  noteDerivedStep(caught, schema, unlessUnsaid)
  return caught
}

/** A list of optional data. Elements that cannot be read are left out. */
export function ornamentsOf<Schema extends z.ZodType>(schema: Schema) {
  return ornamentOf(
    z.array(z.unknown()).transform((list): z.output<Schema>[] =>
      list.flatMap((element) => {
        const result = schema.safeParse(element)
        return result.success ? [result.data] : []
      }),
    ),
  )
}

/** JSON inside text, as some venues send their lists. */
function jsonText<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((value, ctx): z.output<Schema> => {
    try {
      const parsed = schema.safeParse(JSON.parse(value))
      if (parsed.success) return parsed.data
      ctx.addIssue({ code: 'custom', message: `unexpected content in the JSON string: ${show(value)}` })
    } catch {
      ctx.addIssue({ code: 'custom', message: `expected a string containing JSON, got ${show(value)}` })
    }
    return z.NEVER
  })
}

/** A list, sent as a list or as JSON text. */
export function listOrText<Item extends z.ZodType>(item: Item) {
  const list = z.array(item)
  const either = z.union([list, jsonText(list)])
  noteDerivedStep(
    either,
    list,
    (step) => (value) => (typeof value === 'string' ? stepInText(step, value) : step(value)),
  )
  return either
}

function stepInText<Value>(step: SingleStep<Value>, text: string): Value | typeof UNREAD {
  const parsed = parseJson(text)
  return parsed === undefined ? UNREAD : step(parsed.value)
}

function show(value: unknown): string {
  const shown = JSON.stringify(value) ?? typeof value
  return shown.length > 40 ? `${shown.slice(0, 37)}...` : shown
}
