import { createValidationError } from '../envelope/errors.js'
import type { JsonSchema } from '../values/json-schema.js'
import { renderForMessage } from '../values/shown.js'

/** Numbers below this are epoch seconds (the year 5138 in seconds, March 1973 in milliseconds). */
const SECONDS_LIMIT = 100_000_000_000
/** Numbers from this on are epoch microseconds (the year 5138 in milliseconds, March 1973 in microseconds). */
const MICROSECONDS_FROM = 100_000_000_000_000
const MAX_EPOCH_MS = 8_640_000_000_000_000

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d|(?::[0-5]\d){2})?)?)?$/

/** Number of cached instants. The rows of a list repeat the same instants, and parsing one costs more than a row's prices. */
const REMEMBERED = 1_000
const instants = new Map<string, number | undefined>()
const texts = new Map<number, string>()

/** Longer than any valid instant; longer texts are not cached. */
const MAX_TEXT_LENGTH = 40

function remember<Key, Value>(values: Map<Key, Value>, key: Key, value: Value): Value {
  if (values.size >= REMEMBERED) values.clear()
  values.set(key, value)
  return value
}

/**
 * Parses ISO 8601 text leniently: any number of fraction digits, `T` or a space, `Z`, `+00`, `+00:00`, `+00:00:00` or no zone
 * (then UTC: api/README.md, "A call"). Returns undefined when the text is not a valid date.
 */
export function parseIso(text: string): number | undefined {
  if (text.length > MAX_TEXT_LENGTH) return readIso(text)
  const known = instants.get(text)
  return known ?? remember(instants, text, readIso(text))
}

function readIso(text: string): number | undefined {
  const match = ISO.exec(text.trim())
  if (match === null) return undefined
  const part = (index: number): number => Number(match[index] ?? '0')
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)]
  const millis = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1000)
  // Date.UTC takes years below 100 for 19xx; some venues send the year 1 for "never".
  const check = new Date(Date.UTC(2000, 0, 1, hour, minute, second, millis))
  check.setUTCFullYear(year, month - 1, day)
  const local = check.getTime()
  // A day that the month does not have becomes a day of the next month.
  const real = check.getUTCMonth() === month - 1 && minute < 60 && second < 60 && hour < 24
  if (!real) return undefined
  return local - zoneOffsetMs(match[8])
}

function zoneOffsetMs(zone: string | undefined): number {
  if (zone === undefined) return 0
  const sign = zone.startsWith('-') ? -1 : 1
  // None for `Z`; a text without digits is the number 0.
  const digits = zone.slice(1).replaceAll(':', '')
  const part = (at: number): number => Number(digits.slice(at, at + 2))
  return sign * ((part(0) * 60 + part(2)) * 60 + part(4)) * 1000
}

/** Smaller positive numbers (March 1973 in seconds, 28 hours in ms) are a year or a date in digits. */
const EARLIEST_SECONDS = 100_000_000

/** Schema of the input of {@link toInstant}. Text may also be a date alone, or an epoch in digits. */
export const isoInstantSchema = {
  anyOf: [
    {
      type: 'integer',
      minimum: 0,
      maximum: MAX_EPOCH_MS * 1000,
      not: { minimum: 1, maximum: EARLIEST_SECONDS - 1 },
    },
    { type: 'string', format: 'date-time' },
  ],
} as const satisfies JsonSchema

/** The same in a query, if all values are text: generated clients of typed languages cannot omit a choice of types. */
export const instantTextSchema = {
  type: 'string',
  pattern: String.raw`^(\d{1,16}|\d{4}-\d\d-\d\d.*)$`,
} as const satisfies JsonSchema

/**
 * Converts an instant from a caller: ISO text, epoch seconds, milliseconds or microseconds, as number or digits.
 * @returns epoch ms
 * @throws VALIDATION_ERROR naming `field` when it is none of these
 */
export function toInstant(value: unknown, field: string): number {
  if (typeof value === 'number') return fromEpoch(value, field)
  if (typeof value === 'string') {
    const text = value.trim()
    if (/^-?\d+(\.\d+)?$/.test(text)) return fromEpoch(Number(text), field)
    const parsed = parseIso(text)
    if (parsed !== undefined) return parsed
  }
  throw createValidationError(
    field,
    `${field} must be ISO 8601 text, epoch milliseconds or epoch seconds; got ${renderForMessage(value)}`,
  )
}

function fromEpoch(value: number, field: string): number {
  if (value > 0 && value < EARLIEST_SECONDS) {
    throw createValidationError(
      field,
      `${field} is neither epoch seconds nor milliseconds: ${renderForMessage(value)}. Dates have the form 2026-01-31`,
    )
  }
  const ms = toMs(value)
  if (!Number.isFinite(ms) || ms < 0 || ms > MAX_EPOCH_MS) {
    throw createValidationError(field, `${field} is not a time after 1970: ${renderForMessage(value)}`)
  }
  return Math.floor(ms)
}

function toMs(epoch: number): number {
  if (Math.abs(epoch) < SECONDS_LIMIT) return epoch * 1000
  return Math.abs(epoch) < MICROSECONDS_FROM ? epoch : epoch / 1000
}

/**
 * Whether a value is a time of day without a zone, such as `2026-11-20T10:00:00`. Python's `datetime.now()`, a local
 * time, arrives in this form. A date alone does not count, because it begins at midnight UTC.
 */
export function isZoneless(value: unknown): boolean {
  const match = typeof value === 'string' ? ISO.exec(value.trim()) : null
  return match !== null && match[4] !== undefined && match[8] === undefined
}

/** Returns ISO text with milliseconds and `Z`. */
export function toIso(epochMs: number): string {
  return texts.get(epochMs) ?? remember(texts, epochMs, new Date(epochMs).toISOString())
}

/** Converts a time as {@link toIso}; undefined and null stay undefined. */
export function toIsoIfKnown(epochMs: number | null | undefined): string | undefined {
  return epochMs === null || epochMs === undefined ? undefined : toIso(epochMs)
}
