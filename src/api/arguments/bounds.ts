import { createValidationError } from '../envelope/errors.js'
import type { JsonSchema } from '../values/json-schema.js'
import { renderForMessage } from '../values/shown.js'

/** The valid values of an argument beyond its type, for the checks of requests and for the API description. */
export interface Bounds {
  readonly enum?: readonly string[]
  /** The words of `enum` are case-insensitive. */
  readonly anyCase?: true
  /** An integer. */
  readonly whole?: true
  /** Inclusive. */
  readonly min?: number
  readonly max?: number
  /** Exclusive. */
  readonly above?: number
  readonly below?: number
  /** A regular expression that the whole text matches, in the syntax that all languages share. */
  readonly pattern?: string
  /** Minimum and maximum number of items of a list. */
  readonly count?: readonly [min: number, max: number]
  /** Value that applies where the argument is absent, as the documentation shows it. Absent if none is documented. */
  readonly fallback?: string
  /** The handler of the call refuses other values, with its own code or message. */
  readonly judgedLater?: true
}

/** The maximum count in a request. */
export const MAX_COUNT = 999_999_999
/** The bound of `limit` for candles of one response. */
export const MAX_CANDLES = 50_000
/** The bound of `limit` for trades of one response. */
export const MAX_TRADES = 1_000

export const countBound = { type: 'number', whole: true, min: 1, max: MAX_COUNT } as const
export const countFromZero = { type: 'number', whole: true, min: 0, max: MAX_COUNT } as const
export const share = { type: 'number', min: 0, max: 1 } as const

/**
 * Asserts that a value is within its bounds.
 * @throws VALIDATION_ERROR naming the argument and its bounds, for a value outside of them
 */
export function assertWithin(name: string, bounds: Bounds, value: unknown): void {
  if (bounds.judgedLater === true || value === undefined) return
  const { enum: words, pattern } = bounds
  if (words !== undefined) assertWords(name, words, bounds.anyCase === true ? inLowerCase(value) : value)
  if (pattern !== undefined && !(typeof value === 'string' && new RegExp(pattern).test(value)))
    throw createValidationError(name, `${name} must be ${pattern}; got ${renderForMessage(value)}`)
  if (typeof value === 'number') assertNumber(name, bounds, value)
  if (Array.isArray(value)) assertCount(name, bounds, value.length)
}

function inLowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value
}

function assertWords(name: string, words: readonly string[], value: unknown): void {
  for (const word of Array.isArray(value) ? value : [value]) {
    if (words.includes(word)) continue
    throw createValidationError(
      name,
      `${name} must be one of ${words.join(', ')}; got ${renderForMessage(word)}`,
    )
  }
}

function assertNumber(name: string, bounds: Bounds, value: number): void {
  const { whole, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bounds
  const { above = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = bounds
  const isWithin = value >= min && value <= max && value > above && value < below
  if (isWithin && (whole !== true || Number.isInteger(value))) return
  throw createValidationError(
    name,
    `${name} must be ${rangeText(bounds, value)}; got ${renderForMessage(value)}`,
  )
}

function rangeText({ whole, min, max, above, below }: Bounds, value: number): string {
  const noun = whole === true ? 'a whole number' : ''
  const isOpenAbove = max === undefined || (max === MAX_COUNT && value <= max)
  if (min !== undefined && !isOpenAbove) return `${noun === '' ? '' : `${noun} from `}${min} to ${max}`
  if (min !== undefined) return `${noun} of at least ${min}`.trim()
  if (above !== undefined && below !== undefined) return `between ${above} and ${below}`
  return above === undefined ? noun : `above ${above}`
}

function assertCount(name: string, { count: counts }: Bounds, length: number): void {
  if (counts === undefined || (length >= counts[0] && length <= counts[1])) return
  throw createValidationError(name, `${name} must have ${counts[0]} to ${counts[1]} items; got ${length}`)
}

/** Returns the schema with these bounds. Bounds of a list of texts apply to its items. */
export function applyBounds(schema: JsonSchema, bounds: Bounds): JsonSchema {
  const { enum: words, whole, min, max, above, below, pattern, count: counts } = bounds
  const isList = schema.type === 'array'
  return {
    ...schema,
    ...(whole === true ? { type: 'integer' } : {}),
    ...(words === undefined || isList ? {} : { enum: words }),
    ...(words === undefined || !isList ? {} : { items: { type: 'string', enum: words } }),
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
    ...(below === undefined ? {} : { exclusiveMaximum: below }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(counts === undefined ? {} : { minItems: counts[0], maxItems: counts[1] }),
  }
}
