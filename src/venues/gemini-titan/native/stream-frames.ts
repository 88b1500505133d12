import * as z from 'zod'
import { withLongNumbersAsTexts } from '../../../api/values/json.js'
import { openEnumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  id,
  integer,
  listOrNull,
  optionalOf,
  probability,
  requireNonNegative,
  text,
} from '../../../venue-kit/payload/schema.js'

/** Frames of the socket (../README.md, "Streams"). Kinds that are not here are not read. */

/** Counters and ids may be more than a double holds. */
const digits = id.refine((value) => /^\d{1,30}$/.test(value), { error: 'expected a whole number' })
const counter = digits.transform(BigInt)

/** Nanoseconds since 1970 have 19 digits from 2001 to 2286; the venue's own client has milliseconds in places, which have 13. */
const instant = digits.transform((value, ctx) => {
  if (value.length === 19) return Number(BigInt(value) / 1_000_000n)
  if (value.length === 13) return Number(value)
  ctx.addIssue({ code: 'custom', message: `expected nanoseconds, got ${value}` })
  return z.NEVER
})

/** Told in small letters of what was asked in capitals. */
const symbol = text.transform((value) => value.toUpperCase())

const levels = listOrNull(z.array(z.tuple([probability, requireNonNegative('expected a size')])))

/** What every frame is told by: the answers to commands by `id`, the rest by `e` or by its members. */
export const headFrame = z.looseObject({
  id: optionalOf(id),
  status: optionalOf(integer),
  error: optionalOf(
    z.object({ code: optionalOf(integer), msg: optionalOf(text), message: optionalOf(text) }),
  ),
  /** Of the streams that are subscribed to here. */
  e: optionalOf(openEnumOf('gemini-titan', 'frame.e', ['depthUpdate', 'trade'])),
})

/** Levels with their new totals; a whole book is one whose first number is its last. */
export const depthFrame = z.object({ E: instant, s: symbol, U: counter, u: counter, b: levels, a: levels })

export const tradeFrame = z.object({
  E: instant,
  s: symbol,
  t: digits,
  p: probability,
  q: decimal.refine((value) => value > 0, 'expected a size'),
  /** The buyer's order rested: who took it sold. */
  m: z.boolean(),
})

/** A frame as JSON, numbers that a double does not hold as texts. */
export function parseFrame(frame: string): unknown {
  return JSON.parse(withLongNumbersAsTexts(frame))
}
