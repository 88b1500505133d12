import * as z from 'zod'
import { enumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  id,
  isoTime,
  optionalOf,
  ornamentOf,
  probability,
  text,
} from '../../../venue-kit/payload/schema.js'
import { dollars, nativeBook } from '../schemas.js'

/** Frames of the socket (../README.md, "Streams"). Other kinds are not read. */

export const headFrame = z.looseObject({ requestId: optionalOf(id) })

/** The complete book: the member in the response of `/v1/markets/{slug}/book`. */
export const bookFrame = z.object({ marketData: nativeBook.extend({ marketSlug: text }) })

const takerIntent = enumOf('polymarket_us', 'taker.intent', [
  'ORDER_INTENT_BUY_LONG',
  'ORDER_INTENT_SELL_LONG',
  'ORDER_INTENT_BUY_SHORT',
  'ORDER_INTENT_SELL_SHORT',
])

export const tradeFrame = z.object({
  trade: z.object({
    marketSlug: text,
    /** Price of long. */
    price: dollars.pipe(probability),
    /** The number of contracts, whatever the currency is. */
    quantity: dollars.pipe(decimal.refine((value) => value > 0, 'expected a size')),
    tradeTime: isoTime,
    taker: ornamentOf(z.object({ intent: ornamentOf(takerIntent) })),
  }),
})

/** Parses a frame. The documents spell this member in two ways: `marketSlug` and `market_slug`. */
export function parseFrame(frame: string): unknown {
  return JSON.parse(frame, (_, value: unknown) =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).map(([name, member]) => [camel(name), member])),
  )
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
