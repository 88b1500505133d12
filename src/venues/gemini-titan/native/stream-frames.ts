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

/** Frames of the socket (../README.md, "Streams"). Other kinds are not read. */

/** Counters and ids may exceed a double's precision. */
const digits = id.refine((value) => /^\d{1,30}$/.test(value), { error: 'expected an integer' })
const counter = digits.transform(BigInt)

/**
 * Nanoseconds since 1970 have 19 digits from 2001 to 2286; the venue's own client has milliseconds in some places, which have 13.
 */
const instant = digits.transform((value, ctx) => {
  if (value.length === 19) return Number(BigInt(value) / 1_000_000n)
  if (value.length === 13) return Number(value)
  ctx.addIssue({ code: 'custom', message: `expected nanoseconds, got ${value}` })
  return z.NEVER
})

/** Frames have it in lower case, requests in capitals. */
const symbol = text.transform((value) => value.toUpperCase())

const levels = listOrNull(z.array(z.tuple([probability, requireNonNegative('expected a size')])))

/** Members that identify every frame: responses to commands by `id`, the rest by `e` or by their members. */
export const headFrame = z.looseObject({
  id: optionalOf(id),
  status: optionalOf(integer),
  error: optionalOf(
    z.object({ code: optionalOf(integer), msg: optionalOf(text), message: optionalOf(text) }),
  ),
  /** Kinds of the used streams. */
  e: optionalOf(openEnumOf('gemini-titan', 'frame.e', ['depthUpdate', 'trade'])),
})

/** Levels with their new totals; in a complete book the first number equals the last. */
export const depthFrame = z.object({ E: instant, s: symbol, U: counter, u: counter, b: levels, a: levels })

export const tradeFrame = z.object({
  E: instant,
  s: symbol,
  t: digits,
  p: probability,
  q: decimal.refine((value) => value > 0, 'expected a size'),
  /** The buyer's order rested: the taker sold. */
  m: z.boolean(),
})

/** Parses a frame as JSON, with numbers beyond a double's precision as texts. */
export function parseFrame(frame: string): unknown {
  return JSON.parse(withLongNumbersAsTexts(frame))
}
